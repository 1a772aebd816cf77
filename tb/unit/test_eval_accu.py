# SPDX-License-Identifier: Apache-2.0
"""eval_accu: sums over the blocks and the zero test of the re-check."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("levels", "points"), [(2, 2), (3, 4)])
def test_sums_and_zero_test(sim, levels, points):
    chosen = {"M": 6, "LEVELS": levels, "POINTS": points}
    simulate("eval_accu", "eval_accu_tb", sim=sim, parameters=chosen,
             env={name: str(value) for name, value in chosen.items()})
