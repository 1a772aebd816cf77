# SPDX-License-Identifier: Apache-2.0
"""eval_basis_seq: order and spacing of the operations for every t."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("levels", [2, 5])
def test_list_of_operations(sim, levels):
    simulate("eval_basis_seq", "eval_basis_seq_tb", sim=sim,
             parameters={"M": 8, "LEVELS": levels}, env={"LEVELS": str(levels)})


def test_list_of_operations_at_full_size():
    simulate("eval_basis_seq", "eval_basis_seq_tb", parameters={"M": 13, "LEVELS": 7},
             env={"LEVELS": "7"})
