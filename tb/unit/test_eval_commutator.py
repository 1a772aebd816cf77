# SPDX-License-Identifier: Apache-2.0
"""eval_commutator: the order of pairs for every form of the delay lines."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("delay", [1, 2, 16])
def test_pairs_are_reordered(sim, delay):
    simulate("eval_commutator", "eval_commutator_tb", sim=sim,
             parameters={"WIDTH": 8, "DELAY": delay}, env={"DELAY": str(delay)})
