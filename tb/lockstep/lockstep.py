# SPDX-License-Identifier: Apache-2.0
"""Random programs on the RTL and on the instruction-level simulator, compared after every
instruction: address, next address, word, flags, destination registers, cycles."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from generator import FAULTS, NOP, Generator, Program
from mce.errors import MceError
from mce.iss import Core, Machine, Retired, Run
from script import Job, Record, Trace, run_rtl
from walker import ISA, Walker

Value = int | tuple[int | None, ...] | None
FAULT_SHARE = 0.3
MAX_PATCHES = 30
BAD_OPCODE = ISA.errors["BAD_OPCODE"].code


@dataclass(frozen=True)
class Expected:
    """A run as the simulator executed it; `registers` holds all of them when the job asks for a
    dump and ended with `halt`."""

    job: Job
    run: Run
    retired: tuple[Retired, ...]
    registers: dict[str, Value]


@dataclass
class Coverage:
    """What has been seen: mnemonics retired, opcodes refused, error codes."""

    retired: Counter[str] = field(default_factory=Counter)
    refused: Counter[int] = field(default_factory=Counter)
    errors: Counter[int] = field(default_factory=Counter)

    def add(self, expected: Expected, memory: list[int]) -> None:
        """Count a run."""
        for step in expected.retired:
            self.retired[ISA.by_opcode[step.word >> 26].name] += 1
        if expected.run.error:
            code, pc = expected.run.error
            self.errors[code] += 1
            if code == BAD_OPCODE:
                self.refused[memory[pc] >> 26] += 1


class UndefinedError(Exception):
    """A program reads what isa.yml leaves undefined, at this address."""

    def __init__(self, pc: int) -> None:
        super().__init__(pc)
        self.pc = pc


class Author:
    """Writes jobs and what the simulator makes of them, one image of two programs at a time.

    Args:
        parameters: synthesis parameters.
        seed: of everything random.
        names: mnemonics to use.
    """

    def __init__(self, parameters: dict[str, int], seed: str,
                 names: Collection[str] = tuple(ISA.instructions)) -> None:
        self.parameters, self.rng = parameters, random.Random(seed)
        self.generator = Generator(parameters, self.rng, names)
        self.machine = Machine(Core.from_parameters(parameters))
        self.walker = Walker(parameters)
        self.coverage = Coverage()
        self.generator.refused = self.coverage.refused

    def first(self) -> Expected:
        """Fills the instruction memory with zeros and the free scalars with numbers."""
        words = [Generator.encode("li", d=8 + i, imm16=self.rng.getrandbits(16)) for i in range(8)]
        words += [1 << 26] + [0] * (self.parameters["NUM_INST"] - 9)
        job = Job(0, *self.generator.code(), loads=((0, tuple(words)),), dump=True)
        self.machine.load(words)
        return self._expect(job)

    def image(self) -> list[Expected]:
        """Two programs, run one after the other, the second perhaps twice. Instructions that would
        read undefined values become `nop`."""
        while True:
            half = self.parameters["NUM_INST"] // 2
            programs = [self._program(part * half, half) for part in range(2)]
            for _ in range(MAX_PATCHES):
                found = self._attempt(programs)
                if isinstance(found, list):
                    return found
                if found is None:
                    break
                programs = [_patched(p, found) for p in programs]

    def _program(self, first: int, room: int) -> Program:
        rng = self.rng
        fault = rng.choice(FAULTS) if rng.random() < FAULT_SHARE else ""
        program = self.generator.program(first, room, fault)
        free = room - len(program.words)
        # What runs out of the memory stands at its end.
        at_end = fault == "run out" or rng.random() < 0.1
        move = free if at_end else rng.randint(0, free)
        if any(word >> 26 == 6 for word in program.words):
            # Loops name addresses.
            move = 0
        return Program(first + move, program.words, program.m, program.n, program.t, fault)

    def _attempt(self, programs: list[Program]) -> list[Expected] | int | None:
        """Expected runs; the address of an instruction that reads something undefined; or None
        when a program is too long."""
        machine, scalars = copy.deepcopy(self.machine), list(self.walker.scalars)
        try:
            found = self._runs(programs)
        except UndefinedError as undefined:
            self.machine, self.walker.scalars = machine, scalars
            return undefined.pc
        if found is None:
            self.machine, self.walker.scalars = machine, scalars
            return None
        for expected in found:
            self.coverage.add(expected, self.machine.memory)
        return found

    def _runs(self, programs: list[Program]) -> list[Expected] | None:
        rng, found = self.rng, []
        loads = tuple((p.base, p.words) for p in programs)
        for base, words in loads:
            self.machine.load(words, base)
        order = [*programs, programs[1]] if rng.random() < 0.3 else programs
        for number, program in enumerate(order):
            packets = self.generator.packets(self.walker, self.machine.memory, program)
            if packets is None:
                return None
            wipe = number > 0 and rng.random() < 0.1
            if wipe:
                self.machine.wipe()
            job = Job(program.base, program.m, program.n, program.t, tuple(packets),
                      loads if number == 0 else (), wipe, rng.random() < 0.25)
            found.append(self._expect(job))
        return found

    def _expect(self, job: Job) -> Expected:
        retired: list[Retired] = []
        try:
            run = self.machine.run(job.pc, m=job.m, n=job.n, t=job.t, packets=job.packets,
                                   watch=retired.append)
        except MceError as error:
            if error.code != "iss-undefined":
                raise
            raise UndefinedError(int(re.findall(r"instruction (\d+)", str(error))[0])) from error
        state, registers = self.machine.state, dict[str, Value]()
        self.walker.scalars[8:] = [s or 0 for s in state.s[8:]]
        if job.dump and run.error is None:
            for i, value in enumerate(state.v):
                registers[f"v{i}"] = value
            for i in range(self.parameters["NUM_REGS"]):
                registers[f"p{i}"] = state.coefficients(i)
        return Expected(job, run, tuple(retired), registers)


def _patched(program: Program, pc: int) -> Program:
    """The program with a `nop` at an address, if that is its own."""
    at = pc - program.base
    if not 0 <= at < len(program.words):
        return program
    words = (*program.words[:at], NOP, *program.words[at + 1 :])
    return Program(program.base, words, program.m, program.n, program.t, program.fault)


# ---- Comparison ----


def same(wanted: Value, got: int | tuple[int, ...] | None) -> bool:
    """Whether a register holds what the simulator says; undefined coefficients may be anything."""
    if isinstance(wanted, tuple) and all(w is None for w in wanted):
        return True
    if isinstance(wanted, tuple) and isinstance(got, tuple) and len(wanted) == len(got):
        return all(w is None or w == g for w, g in zip(wanted, got, strict=True))
    return wanted == got


def differences(step: Retired, record: Record, inexact: Collection[str]) -> Iterator[str]:
    """What differs in one instruction."""
    for name in ("pc", "word", "next_pc", "flags"):
        wanted, got = getattr(step, name), getattr(record, name)
        if wanted != got:
            yield f"{name}: simulator {wanted:#x}, RTL {got:#x}"
    if step.cycles != record.cycles and step.text.split()[0] not in inexact:
        yield f"cycles: simulator {step.cycles}, RTL {record.cycles}"
    for register, wanted in step.changed:
        got = record.registers.get(register)
        if not same(wanted, got):
            yield f"{register}: simulator {_show(wanted)}, RTL {_show(got)}"


def _show(value: Value) -> str:
    return f"{value:#x}" if isinstance(value, int) else str(value)


def compare(expected: Expected, trace: Trace, inexact: Collection[str]) -> Iterator[str]:
    """Every difference of a run, each with the instruction where it is."""
    for step, record in zip(expected.retired, trace.records, strict=False):
        for text in differences(step, record, inexact):
            yield f"instruction {step.index} at {step.pc}: {step.text}: {text}"
    run = expected.run
    if len(trace.records) != run.retired:
        yield f"retired: simulator {run.retired}, RTL {len(trace.records)}"
    for name in ("error", "reject", "outputs"):
        wanted, got = getattr(run, name), getattr(trace, name)
        if wanted != got:
            yield f"{name}: simulator {wanted}, RTL {got}"
    exact = not any(step.text.split()[0] in inexact for step in expected.retired)
    if run.error is None and exact and run.cycles != trace.cycles:
        yield f"cycles of the run: simulator {run.cycles}, RTL {trace.cycles}"
    for register, wanted in expected.registers.items():
        got = trace.records[-1].registers.get(register) if trace.records else None
        if not same(wanted, got):
            yield f"{register} at the end: simulator {_show(wanted)}, RTL {_show(got)}"


def lockstep(parameters: dict[str, int], seed: str, programs: int, folder: Path, *,
             names: Collection[str] = tuple(ISA.instructions),
             inexact: Collection[str] = ()) -> Coverage:
    """Run at least this many random programs on both sides.

    Args:
        parameters: all synthesis parameters.
        seed: of everything random; printed with a difference.
        programs: number of runs.
        folder: where scripts and traces go.
        names: mnemonics to use.
        inexact: mnemonics whose cycles are not compared.

    Raises:
        AssertionError: with every difference of the first run that has one.
    """
    author = Author(parameters, seed, names)
    wanted = [author.first()]
    while len(wanted) < programs:
        wanted += author.image()
    traces = run_rtl([e.job for e in wanted], parameters, folder)
    for number, (expected, trace) in enumerate(zip(wanted, traces, strict=True)):
        found = list(compare(expected, trace, inexact))
        if found:
            listing = "\n".join(f"  {s.pc:4} {s.text}" for s in expected.retired)
            job = expected.job
            raise AssertionError(f"seed {seed!r}, run {number}, m, n, t = {job.m}, {job.n}, {job.t}"
                                 f"\n{listing}\n" + "\n".join(found))
    return author.coverage
