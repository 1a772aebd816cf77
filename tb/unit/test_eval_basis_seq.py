# SPDX-License-Identifier: Apache-2.0
"""eval_basis_seq: order and spacing of the operations for every t."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("levels", "points"), [(2, 2), (3, 4), (5, 2), (6, 2), (5, 4)])
def test_list_of_operations(sim, levels, points):
    run(sim, 8, levels, points)


@pytest.mark.parametrize("points", [2, 4])
def test_list_of_operations_at_full_size(points):
    run("verilator", 13, 7, points)


def run(sim: str, m_max: int, levels: int, points: int) -> None:
    """One build."""
    simulate("eval_basis_seq", "eval_basis_seq_tb", sim=sim,
             parameters={"M": m_max, "LEVELS": levels, "POINTS": points},
             env={"LEVELS": str(levels), "POINTS": str(points)})
