# SPDX-License-Identifier: Apache-2.0
"""eval_points: chunks, look-ups, stored weights and their gating."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("points", [2, 4])
def test_points(sim, points):
    simulate("eval_points", "eval_points_tb", sim=sim, parameters={"M": 8, "POINTS": points},
             env={"M": "8", "POINTS": str(points)})
