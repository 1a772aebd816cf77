# SPDX-License-Identifier: Apache-2.0
"""What the benches of the register block share: the description, reset, access by name.

Expected addresses, fields and reset values come from model/spec/mce.rdl elaborated with the
parameters of the build (environment variable PARAMS, JSON).
"""

from __future__ import annotations

import json
import os
import random
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import RisingEdge

import gen_regs
from axi_monitor import AxiLiteMonitor
from axil_core_stub import LATENCY, CoreStub
from axil_raw import OKAY, RawMaster

PARAMS: dict[str, int] = json.loads(os.environ.get("PARAMS", "{}"))
TOP = gen_regs.load(PARAMS)
REGS = {reg.inst_name: reg for reg in gen_regs.registers(TOP)}
ADDR = {name: reg.absolute_address for name, reg in REGS.items()}
IMEM = next(iter(gen_regs.memories(TOP)))
BASE = IMEM.absolute_address
DEPTH = int(IMEM.get_property("mementries"))
CODE = {member.name: member.value for member in gen_regs.bus_errors(TOP)}
WORD = 0xFFFFFFFF


def rng_for(name: str) -> random.Random:
    """Return the stimulus generator of one test, from the printed seed."""
    return random.Random(f"{os.environ.get('SEED', '1')}-{name}")


def mask(name: str, kind: str) -> int:
    """Return the bits of register `name` whose access is `kind` (RO, RW, WO, W1C, WC)."""
    fields = (f for f in REGS[name].fields() if gen_regs.access(f) == kind)
    return sum(((1 << f.width) - 1) << f.low for f in fields)


def reset_word(name: str) -> int:
    """Return the value of register `name` after reset."""
    return sum(gen_regs.reset_value(f) << f.low for f in REGS[name].fields())


def field(name: str, part: str) -> int:
    """Return the mask of a one-bit field."""
    return 1 << next(f.low for f in REGS[name].fields() if f.inst_name == part)


START, ABORT = field("CTRL", "start"), field("CTRL", "abort")
RESET, WIPE = field("CTRL", "soft_reset"), field("CTRL", "wipe")
STATUS = {f.inst_name: 1 << f.low for f in REGS["STATUS"].fields()}


async def reset(dut: Any) -> None:
    """Hold reset for a few cycles and leave it."""
    dut.rst_n.value = 0
    for _ in range(4):
        await RisingEdge(dut.clk)
    dut.rst_n.value = 1
    await RisingEdge(dut.clk)
    await RisingEdge(dut.clk)


async def begin(dut: Any, name: str) -> tuple[RawMaster, CoreStub, random.Random]:
    """Start clock, core stub and a hand-driven master, and reset."""
    rng = rng_for(name)
    Clock(dut.clk, 10, "ns", impl="gpi").start(start_high=False)
    dut.rst_n.value = 0
    bus, core = RawMaster(dut), CoreStub(dut, DEPTH, rng)
    AxiLiteMonitor(dut, "s_axil", dut.clk, dut.rst_n)
    await reset(dut)
    return bus, core, rng


async def end(dut: Any, core: CoreStub, *, queued: int = 0) -> None:
    """Check that nothing is left over and that every response took the same time.

    Args:
        queued: cycles that requests of this test may have waited behind another one.
    """
    for _ in range(8):
        await RisingEdge(dut.clk)
        assert not int(dut.s_axil_bvalid.value), "write response left over"
        assert not int(dut.s_axil_rvalid.value), "read response left over"
    allowed = set(range(LATENCY, LATENCY + queued + 1))
    assert core.latencies and core.latencies <= allowed, f"latencies {core.latencies}"


async def snapshot(bus: RawMaster) -> dict[str, int]:
    """Read every register; all reads must be answered OKAY."""
    values = {}
    for name, addr in ADDR.items():
        resp, values[name] = await bus.read(addr)
        assert resp == OKAY, name
    return values


async def take_bus_error(bus: RawMaster) -> tuple[int, int]:
    """Return (code, address) of BUS_ERROR and clear it."""
    _, word = await bus.read(ADDR["BUS_ERROR"])
    assert await bus.write(ADDR["BUS_ERROR"], 0) == OKAY
    assert (await bus.read(ADDR["BUS_ERROR"]))[1] == 0
    return word & 0xFF, word >> 16
