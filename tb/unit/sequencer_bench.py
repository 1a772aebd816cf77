# SPDX-License-Identifier: Apache-2.0
"""Units and streams of Python around a sequencer, and the time-line a program must have.

Cycle 0 is that of start_i. A job then takes `SETUP` cycles, and an instruction `TURN`; an
instruction of a unit takes as much longer as the slowest of unit and streams works, and one more.
The address of the instruction memory is that of the next instruction from the second cycle on.
Rules of the program, of faults, kills and wipes: docs/isa.md, docs/architecture.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from mce.isa.asm import assemble
from mce.isa.spec import Build, check, load
from pins import Pins, Sample, reset

INPUTS = ("start_i", "start_pc_i", "abort_i", "soft_reset_i", "wipe_i", "m_i", "n_i", "t_i",
          "imem_write_i", "fetch_data_i", "unit_done_i", "unit_wiping_i", "all_set_i",
          "in_active_i", "out_active_i", "in_err_i", "in_err_code_i", "expired_i", "drained_i")
OUTPUTS = ("running_o", "wiping_o", "done_o", "fetch_addr_o", "vec_start_o", "poly_start_o",
           "eval_start_o", "hash_start_o", "kill_o", "unit_wipe_o", "new_job_o", "in_start_o",
           "out_start_o", "drain_o", "close_o", "clear_o")
# Of interest at a start and at the end only (and in every cycle when `Machine.full` is set).
LATE = ("reject_o", "err_code_o", "err_pc_o", "instr_o", "len_o", "arg_o", "bytes_o", "chunks_o",
        "pairs_o", "waits_o")
ISA = load()
CODE = {name: error.code for name, error in ISA.errors.items()}
NUM_INST = 64
BUILD = Build(num_regs=8, num_inst=NUM_INST)
M, N, T, RCAP = 6, 64, 3, 4
PRODUCT = max(M, 11) + 2
SETUP, TURN = PRODUCT + 1, 4
# A bad instruction is refused in its third cycle, a matrix after the product.
CHECK = 3
MATRICES = {ISA.instructions[name].opcode for name in ("vmv", "vvm")}
LIMIT = 3000


@dataclass
class Speed:
    """Cycles that units, streams and wipes work; `left_open` is what a drain must still take."""

    unit: int = 1
    stream_in: int = 0
    stream_out: int = 0
    wipe: int = 3
    left_open: int = 0


@dataclass
class Job:
    """What a job did."""

    trace: list[Sample] = field(default_factory=list)
    done: list[int] = field(default_factory=list)
    wipes: int = 0
    kills: int = 0
    issued: list[Sample] = field(default_factory=list)

    @property
    def error(self) -> tuple[int, int]:
        """Code and address at the end."""
        end = self.trace[self.done[0]]
        return end.err_code_o, end.err_pc_o


def started(got: Sample) -> int:
    """Units that start in this cycle."""
    return got.vec_start_o + got.poly_start_o + got.eval_start_o + got.hash_start_o


def packets(got: Sample) -> int:
    """Packets that start in this cycle."""
    return got.in_start_o + got.out_start_o


class Machine:
    """A sequencer with instruction memory, one unit, two streams; checks its promises to them."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.full = False
        self.pins = Pins(dut, "", INPUTS, OUTPUTS, late=LATE, when=lambda got: bool(
            self.full or got.done_o or started(got)))
        self.mem = [0] * NUM_INST
        self.speed = Speed()
        self.all_set = 0
        self.in_fault: tuple[int, int] | None = None
        self.fetched = self.unit = self.stream_in = self.stream_out = self.wiping = self.open = 0
        self.age = 0

    async def begin(self, *, skip_wipe: bool = True) -> None:
        """Reset and, unless told otherwise, the wipe that follows it."""
        await reset(self.dut, self.pins)
        await self.pins.step(m_i=M, n_i=N, t_i=T)
        while skip_wipe and (await self.step()).wiping_o:
            pass

    def load(self, text: str, at: int = 0) -> None:
        """Assemble a program (or take words) and put it into memory."""
        words = assemble(text, build=BUILD).words
        self.mem[at : at + len(words)] = words

    async def step(self, **inputs: int) -> Sample:
        """One cycle of everything."""
        fault = self.in_fault is not None and self.stream_in and self.age == self.in_fault[0]
        if fault:
            self.stream_in = 0
        got = await self.pins.step(
            fetch_data_i=self.fetched, unit_done_i=int(self.unit == 1),
            unit_wiping_i=int(self.wiping > 0), all_set_i=self.all_set,
            in_active_i=int(self.stream_in > 0), out_active_i=int(self.stream_out > 0),
            in_err_i=int(fault), in_err_code_i=self.in_fault[1] if self.in_fault else 0,
            drained_i=int(self.open == 0),
            **{"start_i": 0, "abort_i": 0, "soft_reset_i": 0, "wipe_i": 0, "imem_write_i": 0,
               "expired_i": 0, **inputs})
        self._check(got)
        self._advance(got)
        return got

    def _check(self, got: Sample) -> None:
        """Rules between sequencer and units that hold in every cycle."""
        starts = started(got)
        # habs and hsq are at work in two units.
        assert starts <= 1 + (got.vec_start_o and got.hash_start_o)
        assert not packets(got) or (starts and not got.kill_o)
        assert not starts or not (self.unit or self.wiping or self.stream_in or self.stream_out)
        assert not self.wiping or got.wiping_o or got.kill_o, "wiping_o covers the units' wipes"
        assert not got.unit_wipe_o or (not self.unit and not starts), "wipe only when idle"
        assert not got.done_o or not (self.unit or self.wiping or starts)
        assert not got.done_o or got.running_o

    def _advance(self, got: Sample) -> None:
        """Units and streams go on to the next cycle."""
        starts = started(got)
        self.fetched = self.mem[got.fetch_addr_o % NUM_INST]
        self.age += 1
        self.unit = max(self.unit - 1, 0)
        self.stream_in = max(self.stream_in - 1, 0)
        self.stream_out = max(self.stream_out - 1, 0)
        self.wiping = max(self.wiping - 1, 0)
        if starts:
            self.unit, self.age = self.speed.unit, 1
            self.stream_in = self.speed.stream_in if got.in_start_o else 0
            self.stream_out = self.speed.stream_out if got.out_start_o else 0
        if got.drain_o:
            self.open = max(self.open - 1, 0)
            self.stream_in = 0
        if got.close_o:
            self.open = self.speed.left_open
        if got.close_o or got.clear_o:
            self.stream_out = 0
        if got.unit_wipe_o:
            self.wiping = self.speed.wipe
        # A kill is a reset of the units, so it beats everything else.
        if got.kill_o:
            self.unit = self.wiping = 0
        if got.clear_o:
            self.open = self.stream_in = 0

    async def job(self, pc: int = 0, events: dict[int, dict[str, int]] | None = None,
                  tail: int = 12) -> Job:
        """Start at `pc`; `events` are inputs at cycles of the job; ends `tail` after done_o."""
        job, events = Job(), events or {}
        for cycle in range(LIMIT):
            extra = events.get(cycle, {})
            if cycle == 0:
                extra = {"start_i": 1, "start_pc_i": pc, **extra}
            got = await self.step(**extra)
            self._record(job, got, cycle)
            quiet = not got.running_o and not got.wiping_o and cycle > max(events, default=0) + 1
            if (job.done and cycle >= job.done[0] + tail) or (quiet and cycle and not job.done):
                return job
        raise AssertionError("the job does not end")

    @staticmethod
    def _record(job: Job, got: Sample, cycle: int) -> None:
        job.trace.append(got)
        job.wipes += got.unit_wipe_o
        job.kills += got.kill_o
        if got.done_o:
            job.done.append(cycle)
        if started(got):
            job.issued.append(got)


def _scalars() -> dict[int, int]:
    names = {"m": M, "n": N, "t": T}
    fixed = {s.number: eval(s.value.replace("^", "**"), {}, names) for s in ISA.scalars}
    return {**dict.fromkeys(range(8, 16), 0), **fixed}


def run_length(name: str, speed: Speed) -> int:
    """Cycles beyond a turn that an instruction of a unit works."""
    instruction = ISA.instructions[name]
    if instruction.unit == "control":
        return 0
    streams = [speed.stream_in] * bool(instruction.packet_in)
    streams += [speed.stream_out] * bool(instruction.packet_out)
    return max([speed.unit, *streams]) + 1 + (PRODUCT if name == "vmv" else 0)


class Step(NamedTuple):
    """One instruction executed: address, cycles, the code if it ends the job, what follows, loops
    left."""

    at: int
    cycles: int
    code: int | None = None
    following: int = 0
    left: int = 0


def timeline(mem: Sequence[int], speed: Speed, pc: int = 0) -> tuple[list[int], int]:
    """(address of the instruction at work in every cycle of a job, error code).

    The reference of the sequencer: docs/isa.md, and the cycles stated in its header.
    """
    steps = list(_instructions(mem, speed, pc))
    line = [pc] * (1 + SETUP) + [step.at for step in steps for _ in range(step.cycles)]
    assert steps[-1].code is not None
    return line, steps[-1].code


def fetches(mem: Sequence[int], speed: Speed, pc: int = 0) -> list[int]:
    """Address at the instruction memory in every cycle of a job that ends well.

    It is that of the next instruction from the second cycle on, one later for each loop left.
    """
    line = [pc] * (1 + SETUP)
    for step in _instructions(mem, speed, pc):
        line += [step.at] * (1 + step.left) + [step.following] * (step.cycles - 1 - step.left)
    return line


def _instructions(mem: Sequence[int], speed: Speed, pc: int) -> Iterator[Step]:
    """Every instruction of a job; the last one has a code, 0 for `halt`."""
    scalars, loops = _scalars(), list[list[int]]()
    while True:
        if bad := refused(mem, pc, scalars, loops):
            yield Step(pc, CHECK + PRODUCT * (mem[pc % NUM_INST] >> 26 in MATRICES), bad)
            return
        instruction, f = ISA.decode(mem[pc])  # type: ignore[misc]
        name = instruction.name
        cycles = TURN + run_length(name, speed) + (speed.wipe + 3) * (name == "wipe")
        if name in {"li", "sadd", "ssub"}:
            scalars[f["d"]] = arithmetic(name, f, scalars)
        following, left = after(pc + 1, loops if name != "loop" else [])
        if name == "loop":
            loops.append([pc + 1, f["imm16"], scalars[f["a"]]])
        if name == "halt":
            yield Step(pc, TURN - 1, 0, following, left)
            return
        yield Step(pc, cycles + (left == 2), None, following, left)
        pc = following


def refused(mem: Sequence[int], pc: int, scalars: dict[int, int], loops: list[list[int]]) -> int:
    """Error code of the instruction at an address, 0 for a good one."""
    if pc >= NUM_INST:
        return CODE["PC_RANGE"]
    if bad := check(mem[pc], BUILD):
        return bad
    instruction, f = ISA.decode(mem[pc])  # type: ignore[misc]
    if bad_length(instruction.name, f, scalars):
        return CODE["LENGTH_RANGE"]
    if instruction.name == "loop" and (len(loops) == 2 or not pc + 2 <= f["imm16"] <= NUM_INST):
        return CODE["BAD_OPERAND"]
    return 0


def after(pc: int, loops: list[list[int]]) -> tuple[int, int]:
    """(next address, loops left) when `pc` would be next."""
    left = 0
    while loops and loops[-1][1] == pc:
        loops[-1][2] -= 1
        if loops[-1][2]:
            return loops[-1][0], left
        loops.pop()
        left += 1
    return pc, left


def arithmetic(name: str, f: dict[str, int], scalars: dict[int, int]) -> int:
    """Result of li, sadd or ssub."""
    if name == "li":
        return f["imm16"]
    b = scalars[f["b"]]
    return (scalars[f["a"]] + (b if name == "sadd" else -b)) % (1 << 17)


def bad_length(name: str, f: dict[str, int], scalars: dict[int, int]) -> bool:
    """Whether the instruction's lengths are out of their range (docs/isa.md)."""
    if name == "loop":
        return scalars[f["a"]] == 0
    length, points = scalars[f["l"]] if "l" in f else 1, 1 << M
    start = scalars[f["s"]] if name in {"vslice", "vplace"} else 0
    if name in {"pld", "pst"}:
        register = f["d"] if name == "pld" else f["a"]
        top = RCAP if register + 2 >= BUILD.num_regs else 2 * T + 1
        return not 1 <= length <= top
    if name == "vmv" and not 1 <= scalars[f["s"]] <= points:
        return True
    return not (length >= 1 and start + length <= points)
