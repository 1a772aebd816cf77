# SPDX-License-Identifier: Apache-2.0
"""The public side of a program: which instructions run, and which packets they take.

Follows scalars and loops only. It is where the generator learns what to send; the comparison with
the RTL does not depend on it, a wrong packet would end both sides alike.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cores import build_of
from mce.isa.spec import check, load

ISA = load()
SCALAR_MASK = (1 << 17) - 1
MATRIX = ("vmv", "vmvb", "vvm")


@dataclass(frozen=True)
class Step:
    """One executed instruction.

    Attributes:
        pc, name: address and mnemonic.
        values: its fields.
        length, arg: values of the scalars in the fields l and s (a of a loop counts as l).
        bytes_in: length of its operand packet, 0 for none.
    """

    pc: int
    name: str
    values: dict[str, int]
    length: int
    arg: int
    bytes_in: int


def packet_bytes(name: str, length: int, arg: int, m: int) -> int:
    """Bytes of the operand packet of an instruction, 0 for none."""
    if name in MATRIX:
        return length * ((arg + 7) // 8)
    return {"vld": (length + 7) // 8, "hstr": (length + 7) // 8, "vgather": 2 * length,
            "vsamp": 2 * length, "pld": 2 * length, "esyn": 4 << m}.get(name, 0)


def in_range(name: str, length: int, arg: int, reg: int, core: dict[str, int]) -> bool:
    """Whether the lengths of an instruction are legal; `reg` is d, of pst a."""
    f = core["GF2MULT_FACTOR"]
    rcap, bits = (core["T_MAX"] + f) // f * f, 1 << core["M"]
    if name in ("vslice", "vplace", "vxplace"):
        return length >= 1 and length + arg <= bits
    if name in ("vld", "vst", "vgather", "vsamp", "veq", "habs", "hstr", "hsq", *MATRIX, "vpop"):
        second = name not in (*MATRIX, "vpop") or int(name in MATRIX) <= arg <= bits
        return 1 <= length <= bits and second
    if name in ("pld", "pst"):
        return 1 <= length <= 2 * core["T_MAX"] + 1 and (
            length <= rcap or reg + 2 < core["NUM_REGS"])
    if name in ("padd", "pmov", "pscale", "pshift", "emul", "esqr", "einv"):
        return 1 <= length <= rcap and (name != "pscale" or arg < rcap)
    return name != "loop" or length >= 1


class Walker:
    """Runs the public side of programs; `scalars` survive from run to run."""

    def __init__(self, core: dict[str, int]) -> None:
        self.core = core
        self.build = build_of(core)
        self.scalars = [0] * 16
        self.loops: list[list[int]] = []

    def begin(self, m: int, n: int, t: int) -> None:
        """Scalars of a run."""
        self.m = m
        self.scalars[:8] = [0, n, n - m * t, m * t, t, 2 * t, 1 << m, t + 1]
        self.loops = []

    def steps(self, memory: Sequence[int], pc: int) -> Iterator[Step]:
        """The instructions that retire, in order, up to `halt` or the first error; one with a
        wrong packet is the caller's to know."""
        while pc < self.core["NUM_INST"]:
            word = memory[pc]
            if check(word, self.build, pc):
                return
            decoded = ISA.decode(word)
            assert decoded is not None
            name, values = decoded[0].name, decoded[1]
            length = self.scalars[values["a" if name == "loop" else "l"]] if (
                "l" in values or name == "loop") else 0
            arg = self.scalars[values["s"]] if "s" in values else 0
            reg = values.get("a" if name == "pst" else "d", 0)
            if not in_range(name, length, arg, reg, self.core):
                return
            if name == "loop":
                if len(self.loops) == 2:
                    return
                self.loops.append([pc + 1, values["imm16"], length])
            size = packet_bytes(name, length, arg, self.m)
            yield Step(pc, name, values, length, arg, size)
            if name == "halt":
                return
            self._scalar(name, values)
            pc = self._next(pc) if name != "loop" else pc + 1

    def _scalar(self, name: str, values: dict[str, int]) -> None:
        s = self.scalars
        if name == "li":
            s[values["d"]] = values["imm16"]
        elif name == "sadd":
            s[values["d"]] = s[values["a"]] + s[values["b"]] & SCALAR_MASK
        elif name == "ssub":
            s[values["d"]] = s[values["a"]] - s[values["b"]] & SCALAR_MASK

    def _next(self, pc: int) -> int:
        while self.loops and self.loops[-1][1] == pc + 1:
            top = self.loops[-1]
            if top[2] > 1:
                top[2] -= 1
                return top[0]
            self.loops.pop()
        return pc + 1
