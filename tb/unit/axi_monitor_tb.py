# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the protocol monitors: silent on good traffic, loud on every kind of fault."""

from __future__ import annotations

import os
import random
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

from axi_monitor import AxiLiteMonitor, AxiStreamMonitor

# Fault of axi_faulty.v: part of the report that must name it. X exists in Icarus only.
STREAM_FAULTS = {
    1: "valid fell", 3: "valid in reset", 4: "data changed", 6: "last changed",
    8: "not contiguous", 9: "partial before tlast", 10: "not contiguous", 11: "not contiguous",
    12: "keep changed",
}
STREAM_UNKNOWN = {2: "valid is", 5: "tdata has unknown", 7: "tlast is"}
LITE_FAULTS = {
    16: "bvalid without", 17: "b valid fell", 18: "no bvalid", 20: "does not exist",
    21: "resp changed", 22: "rvalid without", 23: "r valid fell", 24: "no rvalid",
    26: "data changed", 27: "resp changed", 28: "valid in reset",
}
LITE_UNKNOWN = {19: "b valid is", 25: "rdata is"}
FOUR_STATE = cocotb.SIM_NAME.lower().startswith("icarus")
ON_STREAM = STREAM_FAULTS | (STREAM_UNKNOWN if FOUR_STATE else {})
ON_LITE = LITE_FAULTS | (LITE_UNKNOWN if FOUR_STATE else {})
VALIDS = ("awvalid", "wvalid", "arvalid")


async def traffic(dut: Any, fault: int, cycles: int = 300) -> tuple[Any, Any]:
    """Run both interfaces with `fault` and random stalls; return the two monitors.

    Requests keep the rules; responses and beats are stalled about half of the time.
    """
    rng = random.Random(f"{os.environ.get('SEED', '1')}-{fault}")
    for name in VALIDS:
        getattr(dut, f"s_axil_{name}").value = 0
    for name in ("awaddr", "wdata", "wstrb", "araddr"):
        getattr(dut, f"s_axil_{name}").value = 0
    dut.fault_i.value = fault
    dut.s_axil_bready.value = dut.s_axil_rready.value = dut.m_axis_tready.value = 0
    dut.rst_n.value = 0
    Clock(dut.clk, 10, "ns", impl="gpi").start(start_high=False)
    lite = AxiLiteMonitor(dut, "s_axil", dut.clk, dut.rst_n, strict=False, limit=100)
    stream = AxiStreamMonitor(dut, "m_axis", dut.clk, dut.rst_n, strict=False)
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    for _ in range(cycles):
        await RisingEdge(dut.clk)
        for name in VALIDS:
            valid = getattr(dut, f"s_axil_{name}")
            if not int(valid.value) or int(getattr(dut, f"s_axil_{name[:-5]}ready").value):
                valid.value = rng.getrandbits(1)
        for name in ("s_axil_bready", "s_axil_rready", "m_axis_tready"):
            getattr(dut, name).value = rng.getrandbits(1)
    return lite, stream


@cocotb.test(timeout_time=100, timeout_unit="us")
async def correct_traffic_is_not_reported(dut: Any) -> None:
    lite, stream = await traffic(dut, 0)
    assert lite.violations == [] and stream.violations == []
    assert lite.writes > 20 and lite.reads > 20
    assert len(stream.packets) > 20 and set(stream.packets) == {21}
    assert stream.beats >= 3 * len(stream.packets)


@cocotb.test(timeout_time=100, timeout_unit="us")
@cocotb.parametrize(fault=[*ON_STREAM, *ON_LITE])
async def a_fault_is_reported_by_its_name_and_only_on_its_bus(dut: Any, fault: int) -> None:
    lite, stream = await traffic(dut, fault)
    guilty, other = (stream, lite) if fault in ON_STREAM else (lite, stream)
    text = (ON_STREAM | ON_LITE)[fault]
    assert any(text in v for v in guilty.violations), guilty.violations[:3]
    assert other.violations == [], other.violations[:3]


@cocotb.test(timeout_time=100, timeout_unit="us", expect_error=AssertionError)
async def a_strict_monitor_fails_the_test(dut: Any) -> None:
    dut.m_axis_tready.value = 0
    dut.fault_i.value = 1
    dut.rst_n.value = 0
    Clock(dut.clk, 10, "ns", impl="gpi").start(start_high=False)
    AxiStreamMonitor(dut, "m_axis", dut.clk, dut.rst_n)
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    for _ in range(20):
        await RisingEdge(dut.clk)


@cocotb.test(timeout_time=100, timeout_unit="us")
async def stop_reports_what_is_left_over(dut: Any) -> None:
    lite, stream = await traffic(dut, 18, cycles=50)
    dut.m_axis_tready.value = 1
    while stream._bytes == 0:
        await RisingEdge(dut.clk)
    dut.m_axis_tready.value = 0
    await RisingEdge(dut.clk)
    await RisingEdge(dut.clk)
    lite.stop()
    stream.stop()
    assert any("aw without a response" in v for v in lite.violations)
    assert any("packet without an end" in v for v in stream.violations)
