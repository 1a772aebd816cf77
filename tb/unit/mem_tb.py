# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the memory benches: each memory against a Python dict, collisions included."""

import os
import random

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

WIDTH, DEPTH = 16, 32


@cocotb.test(skip=os.environ["TOP"] != "ram_tdp")
async def true_dual_port_reads_the_old_word(dut):
    """Random accesses of both ports; a write returns the word from before it."""
    rng = random.Random(int(os.environ["SEED"]))
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    mem: dict[int, int] = {}
    for cycle in range(2000):
        await FallingEdge(dut.clk)
        addrs = rng.sample(range(DEPTH), 2) if rng.random() < 0.8 else [rng.randrange(DEPTH)] * 2
        if cycle < DEPTH:
            addrs = [cycle, (cycle + DEPTH // 2) % DEPTH]
        same = addrs[0] == addrs[1]
        wanted = []
        for port, addr in zip("ab", addrs, strict=True):
            enable = int(cycle < DEPTH or rng.random() < 0.9)
            write = int((cycle < DEPTH or rng.random() < 0.5) and not same)
            data = rng.randrange(1 << WIDTH)
            for name, value in (("en", enable), ("we", write), ("addr", addr), ("wdata", data)):
                getattr(dut, f"{port}_{name}_i").value = value
            wanted.append((port, enable, mem.get(addr), addr, data if enable and write else None))
        for _, _, _, addr, data in wanted:
            if data is not None:
                mem[addr] = data
        await RisingEdge(dut.clk)
        await Timer(1, "ns")
        for port, enable, old, _, _ in wanted:
            if enable and old is not None:
                assert int(getattr(dut, f"{port}_rdata_o").value) == old


@cocotb.test(skip=os.environ["TOP"] == "ram_tdp")
async def one_write_one_read(dut):
    """Random writes and reads; ram_sdp answers after a cycle, ram_dist at once."""
    rng = random.Random(int(os.environ["SEED"]))
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    clocked = os.environ["TOP"] == "ram_sdp"
    mem: dict[int, int] = {}
    held = None
    for cycle in range(2000):
        await FallingEdge(dut.clk)
        waddr = cycle if cycle < DEPTH else rng.randrange(DEPTH)
        raddr, data = rng.randrange(DEPTH), rng.randrange(1 << WIDTH)
        write, read = int(cycle < DEPTH or rng.random() < 0.5), int(rng.random() < 0.8)
        dut.we_i.value, dut.waddr_i.value, dut.wdata_i.value = write, waddr, data
        dut.raddr_i.value = raddr
        if clocked:
            dut.re_i.value = read
            held = mem.get(raddr) if read else held
        if write:
            mem[waddr] = data
        await RisingEdge(dut.clk)
        await Timer(1, "ns")
        expected = held if clocked else mem.get(raddr)
        if expected is not None:
            assert int(dut.rdata_o.value) == expected
