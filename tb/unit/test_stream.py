# SPDX-License-Identifier: Apache-2.0
"""skid_buffer, stream_in, stream_out, gear_in, gear_out: packets between the bus and the units."""

from pathlib import Path

import pytest

from runner import sims, simulate

RIG = (Path(__file__).with_name("stream_rig.v"),)


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("width", [32, 64, 256])
@pytest.mark.parametrize("module", ["skid_buffer_tb", "stream_in_tb", "stream_out_tb", "gear_tb"])
def test_stream(sim: str, width: int, module: str) -> None:
    simulate("stream_rig", module, sim=sim, extra_sources=RIG, parameters={"AXIS_WIDTH": width},
             public=["gear_in", "gear_out"])
