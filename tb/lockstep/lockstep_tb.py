# SPDX-License-Identifier: Apache-2.0
"""cocotb side of lockstep_top: a clock, a reset, and the wait for the end of the script."""

from __future__ import annotations

from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import ClockCycles, First, RisingEdge, Timer

LIMIT_MS = 100
"""Simulated time of one script, 10 ns a cycle; a core that hangs is found here."""


@cocotb.test()
async def run_the_script(dut: Any) -> None:
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    dut.rst_n.value = 0
    await ClockCycles(dut.clk, 4)
    dut.rst_n.value = 1
    limit = Timer(LIMIT_MS, "ms")
    assert await First(RisingEdge(dut.end_o), limit) is not limit, "the script did not end"
