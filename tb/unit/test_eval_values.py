# SPDX-License-Identifier: Apache-2.0
"""eval_values: pairs to chunks, feeding paced so that back-pressure loses nothing."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("m", "latency"), [(4, 9), (13, 19), (16, 12)])
def test_values(sim, m, latency):
    simulate("eval_values", "eval_values_tb", sim=sim, parameters={"M": m, "LATENCY": latency},
             env={"M": str(m), "LATENCY": str(latency)})
