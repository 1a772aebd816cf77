# SPDX-License-Identifier: Apache-2.0
"""eval_points: chunks, look-ups, stored weights and their gating."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
def test_points(sim):
    simulate("eval_points", "eval_points_tb", sim=sim, parameters={"M": 8}, env={"M": "8"})
