# SPDX-License-Identifier: Apache-2.0
"""The small control modules: decode, operands, scalars, serial_mul, loops, flags, watchdog."""

from pathlib import Path

import pytest

from runner import sims, simulate

RIG = (Path(__file__).with_name("ctrl_rig.v"),)


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("module", ["decode_ctrl_tb", "operands_ctrl_tb", "small_ctrl_tb"])
def test_ctrl(sim: str, module: str) -> None:
    simulate("ctrl_rig", module, sim=sim, extra_sources=RIG)
