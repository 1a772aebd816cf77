# SPDX-License-Identifier: Apache-2.0
"""Protocol monitors: they catch every fault of a deliberately faulty design and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims())
def test_monitors_catch_every_fault(sim: str) -> None:
    simulate("axi_faulty", "axi_monitor_tb", sim=sim,
             sources=[Path(__file__).parent / "axi_faulty.v"])
