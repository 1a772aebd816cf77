# SPDX-License-Identifier: Apache-2.0
"""packet_io: the streams of the core, as far as waiting goes; its parts are in test_stream."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("width", [32, 64, 256])
def test_packet_io(sim: str, width: int) -> None:
    simulate("packet_io", "packet_io_tb", sim=sim, parameters={"AXIS_WIDTH": width})
