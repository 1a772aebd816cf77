# SPDX-License-Identifier: Apache-2.0
"""eval_basis: basis change and its transpose against the direct solution."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("points", "m_max", "fields", "levels"), [
    (2, 6, (4, 6), 2), (2, 9, (8, 9), 4), (4, 6, (6,), 3), (4, 9, (8, 9), 4),
])
def test_changes_equal_the_direct_solution(sim, points, m_max, fields, levels):
    run(sim, points, m_max, fields, levels)


@pytest.mark.parametrize("points", [2, 4])
def test_changes_equal_the_direct_solution_at_full_size(points):
    run("verilator", points, 13, (13,), 7)


def run(sim: str, points: int, m_max: int, fields: tuple[int, ...], levels: int) -> None:
    """One build."""
    simulate("eval_basis", "eval_basis_tb", sim=sim,
             parameters={"M": m_max, "FIELDS": sum(1 << m for m in fields), "LEVELS": levels,
                         "POINTS": points},
             env={"LEVELS": str(levels), "POINTS": str(points), "M": str(m_max),
                  "FIELD_LIST": " ".join(map(str, fields))})
