# SPDX-License-Identifier: Apache-2.0
"""eval_twiddle: the factor of a stage for every pair of points."""

import pytest

from runner import sims, simulate

CASES = [(9, (8, 9), 0, 0), (9, (8, 9), 3, 0), (8, (8,), 7, 0), (9, (8, 9), 4, 1)]


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("m_max", "fields", "level", "tail"), CASES)
def test_twiddle_follows_the_points(sim, m_max, fields, level, tail):
    simulate("eval_twiddle", "eval_twiddle_tb", sim=sim,
             parameters={"M": m_max, "FIELDS": sum(1 << m for m in fields), "LEVEL": level,
                         "TAIL": tail},
             env={"LEVEL": str(level), "TAIL": str(tail), "FIELD_LIST": " ".join(map(str, fields))})
