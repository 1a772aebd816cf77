# SPDX-License-Identifier: Apache-2.0
"""The public course of a program: which instructions run, in which order, with which packets.

Scalars, loops and lengths never depend on a secret (docs/isa.md, "Machine model"), so all of it
follows from the words and (m, n, t), without the data. The machine checks more than this does:
where a word or a length is illegal the course ends, and the machine says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mce.bits import nbytes
from mce.errors import FormatError
from mce.isa.disasm import disassemble_word
from mce.isa.spec import load
from mce.isa.words import Build, Instruction

SCALAR_MASK = (1 << 17) - 1
MAX_STEPS = 1_000_000
"""A course longer than this is refused: two nested loops can run for longer than anybody waits."""

_BYTES: dict[str, Callable[[int, int, int], int]] = {
    "ceil(len/8)": lambda length, s, m: nbytes(length),
    "len * ceil(s/8)": lambda length, s, m: length * nbytes(s),
    "2*len": lambda length, s, m: 2 * length,
    "2*2^m": lambda length, s, m: 2 << m,
    "4*2^m": lambda length, s, m: 4 << m,
}
"""Bytes of a packet for each text that isa.yml has for them, of (len, s, m)."""


@dataclass(frozen=True)
class Step:
    """One instruction of the course.

    Attributes:
        pc: its address.
        text: its disassembly.
        packet_in, packet_out: bytes of the packet that it takes and sends, 0 for none.
    """

    pc: int
    text: str
    packet_in: int
    packet_out: int


def start_scalars(m: int, n: int, t: int) -> list[int]:
    """Scalars at the start of a program; s8 to s15 are the program's."""
    values = [0, n, n - m * t, m * t, t, 2 * t, 1 << m, t + 1] + [0] * 8
    return [value & SCALAR_MASK for value in values]


class _Walk:
    """The sequencer without the units."""

    def __init__(self, words: Sequence[int], code: tuple[int, int, int], build: Build) -> None:
        self.words, self.m, self.build = words, code[0], build
        self.scalars = start_scalars(*code)
        self.loops: list[list[int]] = []  # [first, end, runs left]
        self.stopped: int | None = None  # address of an illegal word, where the course ended
        self.decoded: dict[int, tuple[Instruction, dict[str, int], str] | None] = {}

    def _fetch(self, pc: int) -> tuple[Instruction, dict[str, int], str] | None:
        """Instruction, fields and text at an address; None where the machine would stop."""
        if pc not in self.decoded:
            entry = None
            if pc < len(self.words) and load().check(self.words[pc], self.build, pc) == 0:
                found = load().decode(self.words[pc])
                assert found is not None
                entry = (*found, disassemble_word(self.words[pc], self.build, pc))
            self.decoded[pc] = entry
        return self.decoded[pc]

    def steps(self, pc: int) -> Iterator[Step]:
        """The course from an address on."""
        while (entry := self._fetch(pc)) is not None:
            instruction, values, text = entry
            yield Step(pc, text, self._packet(instruction.packet_in, values),
                       self._packet(instruction.packet_out, values))
            if instruction.name == "halt" or not self._public(instruction.name, values, pc):
                return
            pc = self._next(pc)
        self.stopped = pc

    def _packet(self, text: str, values: dict[str, int]) -> int:
        if not text:
            return 0
        length, s = (self.scalars[values.get(field, 0)] for field in ("l", "s"))
        return _BYTES[text](length, s, self.m)

    def _public(self, name: str, values: dict[str, int], pc: int) -> bool:
        """Carry out what changes scalars or loops; False where the machine would stop."""
        a, b = (self.scalars[values.get(field, 0) & 15] for field in ("a", "b"))
        if name == "li":
            self.scalars[values["d"]] = values["imm16"]
        elif name == "sadd":
            self.scalars[values["d"]] = (a + b) & SCALAR_MASK
        elif name == "ssub":
            self.scalars[values["d"]] = (a - b) & SCALAR_MASK
        elif name == "loop":
            if a == 0:
                return False
            self.loops.append([pc + 1, values["imm16"], a])
        return len(self.loops) <= 2

    def _next(self, pc: int) -> int:
        """Address behind `pc`, or the first one of a loop that runs again."""
        pc += 1
        while self.loops and pc == self.loops[-1][1]:
            self.loops[-1][2] -= 1
            if self.loops[-1][2]:
                return self.loops[-1][0]
            self.loops.pop()
        return pc


def course(words: Sequence[int], pc: int, code: tuple[int, int, int],
           build: Build | None = None) -> tuple[list[Step], int]:
    """The steps that move packets, and the number of all steps.

    Args:
        words: instruction memory from address 0.
        pc: where it starts.
        code: m, n and t of the run.
        build: what the machine was synthesised with.

    Raises:
        FormatError: the program runs longer than `MAX_STEPS` (``program-steps``).
    """
    moving, count = [], 0
    for step in _Walk(words, code, build or Build()).steps(pc):
        count += 1
        if count > MAX_STEPS:
            raise FormatError("program-steps", f"the program runs more than {MAX_STEPS:,} steps",
                              "look at the counts of its loops")
        if step.packet_in or step.packet_out:
            moving.append(step)
    return moving, count


def illegal(words: Sequence[int], pc: int, code: tuple[int, int, int],
            build: Build | None = None) -> int | None:
    """The address at which the course ends because no legal word stands there, else None.

    Args:
        words, pc, code, build: as of `course`, which says when a program is too long to ask.
    """
    walk = _Walk(words, code, build or Build())
    for _ in walk.steps(pc):
        pass
    return walk.stopped


_texts = {p for i in load().instructions.values() for p in (i.packet_in, i.packet_out) if p}
if _texts - _BYTES.keys():
    raise FormatError("packet-text", f"isa.yml has packets of {sorted(_texts - _BYTES.keys())}",
                      "say in mce.isa.course how many bytes that is")
