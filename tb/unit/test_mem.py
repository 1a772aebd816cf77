# SPDX-License-Identifier: Apache-2.0
"""ram_tdp, ram_sdp, ram_dist: the memories do what inference relies on."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("top", ["ram_tdp", "ram_sdp", "ram_dist"])
def test_memory_equals_its_reference(sim, top):
    simulate(top, "mem_tb", sim=sim, parameters={"WIDTH": 16, "DEPTH": 32}, env={"TOP": top})
