# SPDX-License-Identifier: Apache-2.0
"""eval_accu: sums over the blocks and the zero test of the re-check."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
def test_sums_and_zero_test(sim):
    simulate("eval_accu", "eval_accu_tb", sim=sim, parameters={"M": 6, "IDX_BITS": 2},
             env={"M": "6", "IDX_BITS": "2"})
