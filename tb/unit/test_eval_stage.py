# SPDX-License-Identifier: Apache-2.0
"""eval_stage: both butterflies."""

import pytest

from runner import sims, simulate

# level, points, split: with four points a cycle the pairs share their points or they do not.
CASES = [(0, 2, 0), (2, 2, 0), (2, 4, 0), (0, 4, 1), (3, 4, 1)]


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("transposed", [0, 1])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_butterflies_equal_the_definition(sim, case, transposed):
    level, points, split = case
    chosen = {"M": 9, "LEVEL": level, "TRANSPOSED": transposed, "POINTS": points, "SPLIT": split}
    simulate("eval_stage", "eval_stage_tb", sim=sim, parameters=chosen | {"FIELDS": 0x300},
             env={name: str(value) for name, value in chosen.items()} | {"FIELD_LIST": "8 9"})
