# SPDX-License-Identifier: Apache-2.0
"""Driver of vec_core for the cocotb side: one instruction at a time, every register compared.

All outputs of vec_core but in_due_o are functions of its state alone, so one falling edge a cycle
is enough: outputs are read there and the inputs of the same cycle set. in_due_o shows there what it
is with the chunk offered before.
"""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge

from vec_ref import Cycles, ones

ISA = (Path(__file__).resolve().parents[2] / "rtl" / "gen" / "mce_isa.vh").read_text()
OPS = {n.lower(): int(v, 16) for n, v in re.findall(r"OP_(\w+) = 6'h(\w+);", ISA)}
INPUTS = (
    "start_i", "op_i", "d_i", "a_i", "count_i", "len_i", "arg_i", "cond_i", "flags_i", "imm_i",
    "m_i", "n_i", "t_i", "in_valid_i", "in_data_i", "row_valid_i", "row_data_i", "ck_valid_i",
    "ck_data_i", "out_ready_i", "look_valid_i", "look_reg_i", "look_idx_i", "rw_valid_i",
    "rw_reg_i", "rw_word_i", "rw_data_i", "wipe_i",
)


@dataclass
class Result:
    """What one instruction did: cycles start to done, beats out, flags, and its handshakes."""

    cycles: int = 0
    beats: list[int] = field(default_factory=list)
    weight: list[int] = field(default_factory=list)
    equal: list[int] = field(default_factory=list)
    drawn: list[int] = field(default_factory=list)
    padbad: int = 0
    trace: list[tuple[int, int, int]] = field(default_factory=list)


class Bench:
    """A running vec_core with a model `regs` of its eight registers."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.width = len(dut.in_data_i)
        self.m = len(dut.len_i) - 1
        self.size = 1 << self.m
        self.words = max(self.size // self.width, 1)
        self.stride = max(self.words, 2)
        self.ports = len(dut.look_bit_o)
        self.batch = int(os.environ.get("BATCH", "1"))
        self.cycles = Cycles(self.m, self.width, self.ports)
        self.copies = [dut.u_memory.gen_copy[c].u_ram for c in range(self.ports // 2)]
        self.cells = [[ram.mem[i] for i in range(8 * self.stride)] for ram in self.copies]
        self.regs = [0] * 8
        self.rng = random.Random(int(os.environ["SEED"]))

    async def reset(self) -> None:
        """Start the clock, reset, wipe (memory is undefined before)."""
        for name in INPUTS:
            getattr(self.dut, name).value = 0
        self.dut.m_i.value = self.m
        self.dut.rst_n.value = 0
        cocotb.start_soon(Clock(self.dut.clk, 10, unit="ns", impl="gpi").start())
        await self.wait(3)
        self.dut.rst_n.value = 1
        await self.wipe()

    async def wait(self, cycles: int = 1) -> None:
        """Let `cycles` cycles pass."""
        for _ in range(cycles):
            await FallingEdge(self.dut.clk)

    async def wipe(self) -> int:
        """Wipe and return the cycles that wipe_busy_o was up."""
        self.dut.wipe_i.value = 1
        await self.wait()
        self.dut.wipe_i.value = 0
        count = 0
        while int(self.dut.wipe_busy_o.value):
            count += 1
            assert count < 8 * self.stride + 10, "wipe does not end"
            await self.wait()
        self.regs = [0] * 8
        return count

    async def load(self, reg: int, value: int) -> None:
        """Set a register through the root-write port, one word a cycle."""
        for w in range(self.words):
            self.dut.rw_valid_i.value = 1
            self.dut.rw_reg_i.value = reg
            self.dut.rw_word_i.value = w
            self.dut.rw_data_i.value = (value >> (w * self.width)) & ones(self.width)
            await self.wait()
        self.dut.rw_valid_i.value = 0
        self.dut.rw_data_i.value = 0
        self.regs[reg] = value

    async def load_random(self) -> None:
        """Random contents in all registers."""
        for r in range(8):
            await self.load(r, self.rng.getrandbits(self.size))

    def dump(self, reg: int) -> int:
        """Register `reg` as the memory holds it in all copies, with the unused word of a tiny
        build."""
        values = {sum(int(c.value) << (w * self.width) for w, c in
                      enumerate(cells[reg * self.stride : (reg + 1) * self.stride]))
                  for cells in self.cells}
        assert len(values) == 1, f"copies of v{reg} differ"
        return values.pop()

    def check(self, note: object, *regs: int) -> None:
        """Compare registers `regs` and a random one, or all of them, with the model."""
        for r in {*regs, self.rng.randrange(8)} if regs else range(8):
            got, want = self.dump(r), self.regs[r]
            assert got == want, f"{note}: v{r} = {got:x}, expected {want:x}"

    def beats(self, packet: bytes) -> list[int]:
        """A packet as beats, bytes after its end zero."""
        step = self.width // 8
        return [int.from_bytes(packet[i : i + step], "little") for i in range(0, len(packet), step)]

    def chunks(self, index: Sequence[int]) -> list[int]:
        """16-bit indices as 64-bit chunks, the last one zero-filled."""
        packet = b"".join(x.to_bytes(2, "little") for x in index)
        return [int.from_bytes(packet[i : i + 8], "little") for i in range(0, len(packet), 8)]

    async def run(
        self,
        op: str,
        d: int = 0,
        a: int = 0,
        length: int = 0,
        arg: int = 0,
        *,
        cond: int = 0,
        flags: int = 0,
        imm: int = 0,
        m: int | None = None,
        n: int = 0,
        t: int = 0,
        count: int = 0,
        beats: Sequence[int] = (),
        chunks: Sequence[int] = (),
        gap: float = 0.0,
        kill_at: int | None = None,
    ) -> Result:
        """Run one instruction; `gap` is the chance of a pause a cycle on every stream.

        Operands stand from the cycle before the start. Without gaps the cycles are asserted. All
        beats and chunks must be taken. `kill_at` pulls rst_n low for that cycle and returns.
        """
        dut, res = self.dut, Result()
        for name, value in (("op_i", OPS[op]), ("d_i", d), ("a_i", a), ("count_i", count),
                            ("len_i", length), ("arg_i", arg), ("cond_i", cond), ("flags_i", flags),
                            ("imm_i", imm), ("m_i", self.m if m is None else m),
                            ("n_i", n), ("t_i", t)):
            getattr(dut, name).value = value
        await self.wait()
        dut.start_i.value = 1
        todo, chunk_todo = list(beats), list(chunks)
        offered = chunk_offered = False
        rows = op in {"vmv", "vmvb"}
        want = self.cycles.of(op, length, arg, count)
        limit = 200 + 20 * (want + len(todo) + 2 * len(chunk_todo))
        while True:
            await self.wait()
            res.cycles += 1
            dut.start_i.value = 0
            assert int(dut.busy_o.value) == 1
            ready, ck_ready = int(dut.in_ready_o.value), int(dut.ck_ready_o.value)
            out_valid = int(dut.out_valid_o.value)
            self.check_due(op, ready)
            res.trace.append((ready, ck_ready, out_valid))
            for flag in ("weight", "equal", "drawn"):
                if int(getattr(dut, f"{flag}_we_o").value):
                    getattr(res, flag).append(int(getattr(dut, f"{flag}_o").value))
            res.padbad += int(dut.padbad_o.value)
            if int(dut.done_o.value):
                break
            if kill_at == res.cycles:
                await self.kill()
                return res
            # A word offered stays offered until it is taken.
            offered = bool(todo) and (offered or self.rng.random() >= gap)
            chunk_offered = bool(chunk_todo) and (chunk_offered or self.rng.random() >= gap)
            for port, mine in (("row", rows), ("in", not rows)):
                word = todo[0] if offered and mine else self.rng.getrandbits(self.width)
                getattr(dut, f"{port}_valid_i").value = int(offered and mine)
                getattr(dut, f"{port}_data_i").value = word
            dut.ck_valid_i.value = int(chunk_offered)
            dut.ck_data_i.value = chunk_todo[0] if chunk_offered else self.rng.getrandbits(64)
            take = self.rng.random() >= gap
            dut.out_ready_i.value = int(take)
            if ready and offered:
                todo.pop(0)
                offered = False
            if ck_ready and chunk_offered:
                chunk_todo.pop(0)
                chunk_offered = False
            if out_valid and take:
                res.beats.append(int(dut.out_data_o.value))
            assert res.cycles < limit, f"{op} does not end"
        await self.rest(op)
        assert not res.padbad or op in {"vld", "vmv", "vmvb", "vvm"}, f"{op} reports padding"
        assert not todo and not chunk_todo, f"{op}: {len(todo)}, {len(chunk_todo)} words left"
        if not gap:
            assert res.cycles == want, f"{op} len {length} arg {arg}: {res.cycles}, formula {want}"
        return res

    async def rest(self, op: str) -> None:
        """The cycle after an instruction."""
        for name in ("in_valid_i", "row_valid_i", "ck_valid_i", "out_ready_i"):
            getattr(self.dut, name).value = 0
        await self.wait()
        assert not int(self.dut.busy_o.value) and not int(self.dut.done_o.value)
        assert not int(self.dut.out_data_o.value), "idle output bus is not zero"
        self.check_due(op, 0)

    def check_due(self, op: str, ready: int) -> None:
        """vgather and vsamp wait for every chunk that is not there, vmv for the beats it takes."""
        due, chunk = int(self.dut.in_due_o.value), int(self.dut.ck_valid_i.value)
        if op in {"vmv", "vmvb"}:
            assert due or not ready, f"{op} takes a beat that is not due"
        else:
            assert due == (op in {"vgather", "vsamp"} and not chunk), f"{op}: in_due_o is {due}"

    async def kill(self) -> None:
        """One cycle of rst_n = 0; afterwards everything must be idle."""
        dut = self.dut
        dut.rst_n.value = 0
        for name in ("in_valid_i", "row_valid_i", "ck_valid_i", "out_ready_i"):
            getattr(dut, name).value = 0
        await self.wait()
        dut.rst_n.value = 1
        for _ in range(12):
            assert not any(
                int(getattr(dut, n).value)
                for n in ("busy_o", "done_o", "in_ready_o", "ck_ready_o", "out_valid_o",
                          "weight_we_o", "equal_we_o", "drawn_we_o", "padbad_o", "wipe_busy_o")
            )
            await self.wait()

    def lengths(self, count: int) -> list[int]:
        """Corner lengths that fit, then `count` random ones."""
        corners = {1, 2, 7, 8, 9, self.width - 1, self.width, self.width + 1, 2 * self.width,
                   3 * self.width + 5, self.size - 1, self.size}
        rand = [self.rng.randint(1, self.size) for _ in range(count)]
        return sorted(c for c in corners if 1 <= c <= self.size) + rand
