# SPDX-License-Identifier: Apache-2.0
"""eval_twiddle: the factor of a stage for every pair of points."""

import pytest

from runner import sims, simulate

# M, fields, level, points, split
CASES = [(9, (8, 9), 0, 2, 0), (9, (8, 9), 3, 2, 0), (8, (8,), 7, 2, 0), (9, (8, 9), 3, 4, 0),
         (9, (8, 9), 0, 4, 1), (9, (8, 9), 4, 4, 1), (8, (8,), 6, 4, 1)]


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_twiddle_follows_the_points(sim, case):
    m_max, fields, level, points, split = case
    chosen = {"M": m_max, "LEVEL": level, "POINTS": points, "SPLIT": split}
    simulate("eval_twiddle", "eval_twiddle_tb", sim=sim,
             parameters=chosen | {"FIELDS": sum(1 << m for m in fields)},
             env={name: str(value) for name, value in chosen.items()}
             | {"FIELD_LIST": " ".join(map(str, fields))})
