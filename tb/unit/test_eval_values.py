# SPDX-License-Identifier: Apache-2.0
"""eval_values: values to chunks, feeding paced so that back-pressure loses nothing."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("case", [(4, 9, 2), (13, 19, 2), (16, 12, 2), (6, 11, 4), (13, 19, 4)])
def test_values(sim, case):
    chosen = dict(zip(("M", "LATENCY", "POINTS"), case, strict=True))
    simulate("eval_values", "eval_values_tb", sim=sim, parameters=chosen,
             env={name: str(value) for name, value in chosen.items()})
