# SPDX-License-Identifier: Apache-2.0
"""Scripts for lockstep_top and what its traces say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import runner

BENCH = (Path(__file__).with_name("lockstep_top.v"),)


@dataclass(frozen=True)
class Job:
    """One run, and what is written into the instruction memory before it.

    Attributes:
        loads: (base, words) to write first; the first write after a run wipes.
        wipe: give the wipe command first.
        pc, m, n, t: START_PC and parameters.
        packets: operand packets in order; lengths may be wrong on purpose.
        dump: print all registers when the run ends with `halt`.
        cut: this many beats at the end of the last packet never come.
    """

    pc: int
    m: int
    n: int
    t: int
    packets: tuple[bytes, ...] = ()
    loads: tuple[tuple[int, tuple[int, ...]], ...] = ()
    wipe: bool = False
    dump: bool = False
    cut: int = 0


@dataclass
class Record:
    """One instruction as the RTL executed it; `registers` by name: integers, for polynomials RCAP
    coefficients."""

    pc: int
    next_pc: int
    word: int
    flags: int
    cycles: int
    registers: dict[str, int | tuple[int, ...]] = field(default_factory=dict)


@dataclass
class Trace:
    """One run as the RTL executed it; fields as those of mce.iss.Run."""

    records: list[Record] = field(default_factory=list)
    outputs: list[bytes] = field(default_factory=list)
    reject: bool = False
    error: tuple[int, int] | None = None
    cycles: int = 0


class _Script:
    """Text of the two input files."""

    def __init__(self, width: int) -> None:
        self.bytes = width // 8
        self.lines: list[str] = []
        self.beats: list[str] = []

    def add(self, job: Job) -> None:
        """Append a job."""
        for base, words in job.loads:
            text = " ".join(f"{w:x}" for w in words)
            self.lines.append(f"1 {base:x} {len(words):x} {text}")
        if job.wipe:
            self.lines.append("2")
        before = len(self.beats)
        for packet in job.packets:
            self._packet(packet)
        if job.cut:
            del self.beats[-job.cut :]
        beats = len(self.beats) - before
        numbers = (job.pc, job.m, job.n, job.t, beats, job.dump)
        self.lines.append("3 " + " ".join(f"{x:x}" for x in numbers))

    def _packet(self, packet: bytes) -> None:
        for at in range(0, len(packet), self.bytes):
            part = packet[at : at + self.bytes]
            keep = (1 << len(part)) - 1
            last = at + self.bytes >= len(packet)
            value = (int(last) << self.bytes | keep) << 8 * self.bytes
            self.beats.append(f"{value | int.from_bytes(part, 'little'):x}")


class _Reader:
    """Takes a trace apart, line by line."""

    def __init__(self, width: int, m: int) -> None:
        self.width, self.m = width, m
        self.trace, self.beats = Trace(), b""

    def line(self, kind: str, rest: list[str]) -> Trace | None:
        """Digest a line; the run that it ends, if it does."""
        if kind == "R":
            pc, next_pc, word, flags, cycles = (int(x, 16) for x in rest)
            self.trace.records.append(Record(pc, next_pc, word, flags, cycles))
        elif kind == "O":
            self._beat(int(rest[0], 16))
        elif kind == "D":
            return self._end(*(int(x, 16) for x in rest))
        else:
            number, value = int(rest[0], 16), int(rest[1], 16)
            found = self._cells(value, len(rest[1])) if kind == "P" else value
            self.trace.records[-1].registers[f"{kind.lower()}{number}"] = found
        return None

    def _cells(self, value: int, digits: int) -> tuple[int, ...]:
        count, mask = 4 * digits // self.m, (1 << self.m) - 1
        return tuple(value >> self.m * i & mask for i in range(count))

    def _beat(self, value: int) -> None:
        keep = value >> self.width & (1 << self.width // 8) - 1
        data = (value & (1 << self.width) - 1).to_bytes(self.width // 8, "little")
        self.beats += data[: keep.bit_length()]
        if value >> (self.width + self.width // 8):
            self.trace.outputs.append(self.beats)
            self.beats = b""

    def _end(self, reject: int, code: int, pc: int, cycles: int) -> Trace:
        trace, self.trace = self.trace, Trace()
        trace.reject, trace.cycles = bool(reject), cycles
        trace.error = (code, pc) if code else None
        return trace


def traces(lines: Iterator[str], parameters: Mapping[str, int]) -> Iterator[Trace]:
    """The runs of a trace file, one by one."""
    reader = _Reader(parameters["AXIS_WIDTH"], parameters["M"])
    for line in lines:
        kind, *rest = line.split()
        found = reader.line(kind, rest)
        if found is not None:
            yield found


def run_rtl(jobs: Sequence[Job], parameters: Mapping[str, int], folder: Path) -> Iterator[Trace]:
    """Simulate jobs in order on one design.

    Args:
        jobs: what to run; the registers keep their contents from one to the next, as in hardware.
        parameters: all synthesis parameters.
        folder: where scripts and traces go.
    """
    script = _Script(parameters["AXIS_WIDTH"])
    for job in jobs:
        script.add(job)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "script.txt").write_text("\n".join([*script.lines, "0\n"]))
    (folder / "beats.txt").write_text("\n".join(script.beats) + "\n")
    runner.simulate("lockstep_top", "lockstep_tb", extra_sources=BENCH, parameters=parameters,
                    run_dir=folder)
    with open(folder / "trace.txt", encoding="ascii") as lines:
        yield from traces(lines, parameters)
