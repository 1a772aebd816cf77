# SPDX-License-Identifier: Apache-2.0
"""The machine: instruction memory, sequencer, streams; runs programs one instruction at a time.

A second description of every instruction, written from isa.yml: lock-step comparison with the RTL
means something. Cycles count as the register CYCLES does when the streams never make the core wait.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from mce.errors import MceError
from mce.field import field
from mce.isa.disasm import disassemble_word
from mce.isa.spec import check, load
from mce.isa.words import Instruction
from mce.iss import control, evaluation, hashing, polynomials, timing, vector
from mce.iss.core import Core
from mce.iss.state import State
from mce.iss.table import TABLE, Context, Semantics, Shape, bind

UNITS = (control, vector, polynomials, evaluation, hashing)
"""The modules that fill the table."""

DECODER = bind(load(), TABLE)
"""Opcode -> instruction and semantics."""

CODE = {name: error.code for name, error in load().errors.items()}
"""Name of an error -> its code."""

MAX_LOOPS = 2

Change = tuple[str, int | tuple[int | None, ...] | None]
"""Name and new value of a register, see `Retired`."""


@dataclass(frozen=True)
class Retired:
    """One executed instruction.

    Attributes:
        index: counts from 0 in each run.
        pc, word, text: address, word, disassembly.
        next_pc: address of the next one; of itself for `halt`.
        flags: the flags byte after it.
        cycles: of this instruction, fetch to next fetch; loops count theirs at the last
            instruction of a body.
        changed: name and new value of each register it writes, whether the value differs or not:
            ("v3", integer whose bit i is bit i), ("s8", integer), ("p1", RCAP coefficients, None
            where undefined).
    """

    index: int
    pc: int
    word: int
    text: str
    next_pc: int
    flags: int
    cycles: int
    changed: tuple[Change, ...]


@dataclass(frozen=True)
class Run:
    """Outcome of a program.

    Attributes:
        outputs: result packets, those before an error too.
        reject: STATUS.REJECT.
        error: (code, instruction address) when a job error ended the run.
        cycles: start to done, as the register CYCLES with an ideal memory. After an error it counts
            to the end of the instruction before; the drain and the wipe are not modelled.
        retired: instructions executed, `halt` included.
        undefined: only when not strict: an undefined value was read as 0 and may show.
    """

    outputs: list[bytes]
    reject: bool
    error: tuple[int, int] | None
    cycles: int
    retired: int
    undefined: bool = False


class FaultError(Exception):
    """A job error: `code` as in the register ERROR."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Decoded(NamedTuple):
    """A word that is legal in a build, with its fields; `len` and `arg` are scalar numbers."""

    word: int
    instruction: Instruction
    semantics: Semantics
    d: int
    a: int
    b: int
    imm: int
    mask: int
    len: int
    arg: int


@lru_cache(maxsize=1 << 14)
def decode(core: Core, word: int) -> Decoded | int:
    """The decoded word, or the code of its error."""
    if code := check(word, core.build):
        return code
    instruction, semantics = DECODER[load().fields["op"].get(word)]
    found = load().decode(word)
    assert found is not None
    get = found[1].get
    count = get("a", 0) if instruction.name == "loop" else get("l", 0)
    return Decoded(word, instruction, semantics, get("d", 0), get("a", 0), get("b", 0),
                   get("imm16", 0), get("f", 0), count, get("s", 0))



class Loops:
    """Two nested hardware loops; the innermost one is the last of the list."""

    def __init__(self) -> None:
        self.stack: list[list[int]] = []

    def push(self, start: int, end: int, count: int) -> None:
        """Enter a loop whose body is start..end-1.

        Raises:
            FaultError: a third level.
        """
        if len(self.stack) == MAX_LOOPS:
            raise FaultError(CODE["BAD_OPERAND"])
        self.stack.append([start, end, count])

    def next(self, pc: int) -> tuple[int, int]:
        """Address after the instruction at pc, and the number of loops left there."""
        left = 0
        while self.stack and self.stack[-1][1] == pc + 1:
            top = self.stack[-1]
            if top[2] > 1:
                top[2] -= 1
                return top[0], left
            self.stack.pop()
            left += 1
        return pc + 1, left


class Machine:
    """A core with its memory; the state survives from run to run like the hardware's.

    Args:
        core: what was synthesised.
        strict: reading what isa.yml leaves undefined (remains of pbm and pmul, scalars never
            written, weights of another field) raises MceError ``iss-undefined`` as soon as it
            reaches a length, a vector, a flag or the stream. Else it reads as 0 and the run is
            marked.
    """

    def __init__(self, core: Core | None = None, *, strict: bool = True) -> None:
        self.core = core or Core()
        self.strict = strict
        self.state = State(self.core)
        self.memory = [0] * self.core.num_inst
        self._dirty = False

    def load(self, words: Sequence[int], base: int = 0) -> None:
        """Write instruction memory; the first write after a run wipes.

        Raises:
            MceError: ``iss-memory`` - beyond NUM_INST.
        """
        if base < 0 or base + len(words) > self.core.num_inst:
            raise MceError(
                "iss-memory", f"{len(words)} words from {base} on exceed {self.core.num_inst}",
                "load less or use a larger NUM_INST",
            )
        if words and self._dirty:
            self.wipe()
        self.memory[base : base + len(words)] = words

    def wipe(self) -> None:
        """The WIPE command."""
        self.state.wipe()
        self._dirty = False

    def run(
        self,
        pc: int,
        *,
        m: int,
        n: int,
        t: int,
        packets: Sequence[bytes] = (),
        watch: Callable[[Retired], None] | None = None,
    ) -> Run:
        """Run from an address to `halt` or to an error.

        Args:
            pc: START_PC.
            m, n, t: PARAM_M, PARAM_N, PARAM_T.
            packets: operand packets in the order in which the program reads them.
            watch: called after each instruction.

        Raises:
            MceError: ``iss-packets`` - the program ended without taking all packets;
                ``iss-undefined`` - see the class. The state is then that of the moment.
        """
        self._dirty = True
        job = _Job(self, pc, (m, n, t), packets, watch)
        try:
            job.execute()
        except FaultError as fault:
            self.wipe()
            return job.result((fault.code, job.pc))
        if job.left:
            raise MceError("iss-packets", f"{len(job.left)} packets are left over",
                           "give only what the program reads")
        return job.result(None)


class _Job:
    """One run of a program."""

    def __init__(
        self,
        machine: Machine,
        pc: int,
        params: tuple[int, int, int],
        packets: Sequence[bytes],
        watch: Callable[[Retired], None] | None,
    ) -> None:
        self.core, self.state, self.memory = machine.core, machine.state, machine.memory
        self.pc, self.params, self.watch = pc, params, watch
        self.left = list(packets)[::-1]
        self.outputs: list[bytes] = []
        self.cycles = timing.start(self.core)
        self.retired = 0
        self.loops = Loops()
        self.strict = machine.strict
        self.context: Context | None = None

    def result(self, error: tuple[int, int] | None) -> Run:
        """What the run came to."""
        x = self.context
        reject = x is not None and x.reject and error is None
        return Run(self.outputs, reject, error, self.cycles, self.retired,
                   x is not None and x.met_undefined)

    def execute(self) -> None:
        """Run to `halt`.

        Raises:
            FaultError: a job error; `pc` is its address.
        """
        m, n, t = self.params
        if not self.core.accepts(m, n, t):
            raise FaultError(CODE["PARAM_RANGE"])
        self.state.begin(m, n, t)
        self.context = Context(self.core, self.state, field(m), self.strict)
        while self.step(self.context):
            pass

    def step(self, x: Context) -> bool:
        """Execute one instruction; False after `halt`."""
        if self.pc >= self.core.num_inst:
            raise FaultError(CODE["PC_RANGE"])
        word = self.memory[self.pc]
        found = decode(self.core, word)
        if isinstance(found, int):
            raise FaultError(found)
        self._operands(x, found)
        x.packet, x.out = b"", None
        if need := found.semantics.packet_in(x.shape):
            x.packet = self._take(need)
        found.semantics.execute(x)
        if x.out is not None:
            self.outputs.append(x.out)
        return self._advance(x, found)

    def _operands(self, x: Context, found: Decoded) -> None:
        """Scalars, ranges, and what a loop needs."""
        x.d, x.a, x.b, x.imm, x.mask, x.pc = (
            found.d, found.a, found.b, found.imm, found.mask, self.pc)
        m, n, t = self.params
        length = x.scalar(found.len) if found.len else 0
        arg = x.scalar(found.arg) if found.arg else 0
        x.shape = Shape(m, n, t, length, arg, found.d, found.a, len(self.state.message),
                        found.b)
        if not found.semantics.legal(self.core, x.shape):
            raise FaultError(CODE["LENGTH_RANGE"])
        if found.instruction.name == "loop":
            if check(found.word, self.core.build, self.pc):
                raise FaultError(CODE["BAD_OPERAND"])
            self.loops.push(self.pc + 1, found.imm, length)

    def _take(self, need: int) -> bytes:
        """The next packet, which must have `need` bytes."""
        if not self.left:
            raise FaultError(CODE["STREAM_TIMEOUT"])
        packet = self.left.pop()
        if len(packet) != need:
            raise FaultError(CODE["PKT_SHORT" if len(packet) < need else "PKT_LONG"])
        return packet

    def _advance(self, x: Context, found: Decoded) -> bool:
        """Count, find the next instruction, tell who watches."""
        name, pc, going = found.semantics.name, self.pc, True
        if name == "halt":
            following, cycles, going = pc, timing.HALT, False
        else:
            following, left = self.loops.next(pc) if name != "loop" else (pc + 1, 0)
            cycles = timing.instruction(self.core, name, x.shape)
            cycles += timing.LEAVING_BOTH * (left == 2)
        self.cycles += cycles
        if self.watch:
            self.watch(Retired(self.retired, pc, found.word,
                               disassemble_word(found.word, self.core.build, pc), following,
                               self.state.flags, cycles, self._changed(x, found.semantics)))
        self.retired += 1
        self.pc = following
        return going

    def _changed(self, x: Context, semantics: Semantics) -> tuple[Change, ...]:
        values: list[Change] = []
        for name in dict.fromkeys(semantics.writes(x)):
            number = int(name[1:])
            if name[0] == "p":
                values.append((name, self.state.coefficients(number)))
            else:
                values.append((name, (self.state.v if name[0] == "v" else self.state.s)[number]))
        return tuple(values)
