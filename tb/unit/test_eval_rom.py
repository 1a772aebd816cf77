# SPDX-License-Identifier: Apache-2.0
"""eval_rom: the constants computed at elaboration are those of the model's basis."""

import pytest

from runner import sims, simulate

ALL = (4, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16)
CASES = [
    (0, 0, 13, (12, 13)), (0, 3, 16, ALL), (1, 7, 13, (12, 13)), (2, 7, 13, (12, 13)),
    (3, 0, 10, (4, 7, 10)), (4, 3, 10, (7, 10)), (5, 2, 13, (12, 13)), (6, 2, 16, ALL),
]


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("kind", "level", "m_max", "fields"), CASES)
def test_entries_equal_the_model(sim, kind, level, m_max, fields):
    simulate("eval_rom", "eval_rom_tb", sim=sim,
             parameters={"M": m_max, "FIELDS": sum(1 << m for m in fields), "KIND": kind,
                         "LEVEL": level},
             env={"KIND": str(kind), "LEVEL": str(level), "FIELD_LIST": " ".join(map(str, fields))})
