# SPDX-License-Identifier: Apache-2.0
"""eval_stage: both butterflies."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("transposed", [0, 1])
@pytest.mark.parametrize("level", [0, 2])
def test_butterflies_equal_the_definition(sim, level, transposed):
    simulate("eval_stage", "eval_stage_tb", sim=sim,
             parameters={"M": 9, "FIELDS": 0x300, "LEVEL": level, "TRANSPOSED": transposed},
             env={"LEVEL": str(level), "TRANSPOSED": str(transposed), "FIELD_LIST": "8 9"})
