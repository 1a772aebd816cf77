# SPDX-License-Identifier: Apache-2.0
"""Cycles of every operation on a build, by the instruction-level simulator, and where they go.

The simulator counts as the register CYCLES of the RTL does, which tests assert. Durations do not
depend on data, so all packets are zeros.

With latency: before the first beat of every packet in either direction the memory and the host take
30 + 40 cycles (tb/lib/rtl_session.py), one packet after the other, beside what the core does
meanwhile. `Memory` replays that on the instructions; a test compares it with the RTL.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from mce import params, simulation
from mce.driver.programs import image
from mce.isa.course import course
from mce.isa.spec import load
from mce.iss import Core, Machine
from mce.iss.timing import product
from ppa_builds import Config

LATENCY = 30 + 40
"""Cycles before the first beat of a packet: memory, DMA programming."""

FIRST_PUSH = 3
"""From the start bit to the first descriptor of the host."""

_NEED = {"vmv": 4, "vvm": 0, "esyn": 0, "vgather": 0, "vsamp": 0, "pld": 0}
_NEED_OTHERS = 2
"""From the end of an instruction to the beat that the next one takes first, when the beat is there;
the product of a matrix's length comes on top."""

_FIRST_RESULT = 10
"""From the end of an instruction to the first result beat of the next one."""

_SLOW = frozenset({"esyn", "vgather", "vsamp", "pld"})
"""They take less than a beat a cycle, so that their packet ends about when they do."""

_GATHER_TAIL = 11
"""From the last index that `vgather` takes to the bit that it becomes."""

AHEAD = 3
"""Beats of a packet that wait between memory and unit."""

PHASES = ("load", "esyn", "pbm", "eroot", "gather", "hash", "rest")
"""load: packets that fill registers and matrices; the others are instructions of these names."""

_PHASE_OF = {"vld": "load", "pld": "load", "vmv": "load", "vvm": "load", "esyn": "esyn",
             "pbm": "pbm", "eroot": "eroot", "vgather": "gather",
             "habs": "hash", "hstr": "hash", "hsq": "hash"}

OPERATIONS = ("encrypt", "decrypt", "textbook_encrypt", "textbook_decrypt", "encap", "decap",
              "encap_pc", "decap_pc")


@dataclass
class Count:
    """Cycles of an operation.

    Attributes:
        cycles, latency: ideal memory; with latency.
        phases: of the ideal memory, by `PHASES`.
        stream_in, stream_out: bytes of all packets.
    """

    cycles: int = 0
    latency: int = 0
    phases: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PHASES, 0))
    stream_in: int = 0
    stream_out: int = 0


class Memory:
    """Both packet streams with latency, one packet after the other in each.

    Args:
        core: the build.
    """

    def __init__(self, core: Core) -> None:
        self.core = core
        self.source = FIRST_PUSH  # cycle in which the DMA is done with the packet before
        self.sink = -LATENCY      # room for the first result is made before the start

    def wait(self, name: str, cycles: int, clock: int, taken: int, sent: int) -> int:
        """Cycles that an instruction waits.

        Args:
            name: mnemonic.
            cycles: with an ideal memory.
            clock: cycle in which the instruction before it ends.
            taken, sent: bytes of its packets, 0 for none.
        """
        if taken:
            return self._take(name, cycles, clock, taken)
        if sent:
            wait = max(0, self.sink + LATENCY - clock - _FIRST_RESULT)
            self.sink = clock + wait + cycles
            return wait
        return 0

    def _take(self, name: str, cycles: int, clock: int, taken: int) -> int:
        beats = -(-taken * 8 // self.core.axis_width)
        need, there = clock + _NEED.get(name, _NEED_OTHERS), self.source + LATENCY
        if name in ("vmv", "vvm"):
            need += product(self.core)
        wait = max(0, there - need)
        end = clock + wait + cycles if name in _SLOW else need + beats
        if name == "vgather":
            # The last index is taken well before the end: the rest of the register is cleared.
            words = -(-taken // 2 // self.core.axis_width)
            end -= _GATHER_TAIL + (self.core.vector_words - words // 2 * 2) // 2
        self.source = max(there + beats - 1, end - AHEAD)
        return wait


def programs(op: str, p: params.Params) -> tuple[str, ...]:
    """Entries that an operation runs, one job each, in order."""
    if op.startswith("encap"):
        return f"sample{p.tau // p.t}", op
    return (op,)


def source_of(entry: str) -> str:
    """The program of sw/asm that has an entry."""
    return "sample" if entry.startswith("sample") else entry


def operations(core: Core) -> tuple[str, ...]:
    """What a build can do: the KEM needs the hash unit."""
    return tuple(op for op in OPERATIONS if core.hash or "cap" not in op)


def count(core: Core, op: str, p: params.Params) -> Count:
    """Cycles of one operation of one code."""
    total, machine = Count(), Machine(core, strict=False)
    for entry in programs(op, p):
        _job(machine, entry, p, total)
    return total


def _job(machine: Machine, entry: str, p: params.Params, total: Count) -> None:
    """Run one program and add what it takes."""
    core = machine.core
    program = image((source_of(entry),))
    start, code = program.entry(entry), (p.m, p.n, p.t)
    moving, _ = course(program.words, start, code, core.build)
    machine.load(program.words)
    retired: list[Any] = []
    done = machine.run(start, m=p.m, n=p.n, t=p.t, watch=retired.append,
                       packets=[bytes(step.packet_in) for step in moving if step.packet_in])
    assert done.error is None, f"{entry} stops with error {done.error} on {p.name}"
    packets = iter([(step.packet_in, step.packet_out) for step in moving])
    first = done.cycles - sum(r.cycles for r in retired)
    total.phases["rest"] += first
    clock, memory = first, Memory(core)
    moves = {i.name for i in load().instructions.values() if i.packet_in or i.packet_out}
    for r in retired:
        name = r.text.split()[0]
        total.phases[_PHASE_OF.get(name, "rest")] += r.cycles
        taken, sent = next(packets) if name in moves else (0, 0)
        clock += r.cycles + memory.wait(name, r.cycles, clock, taken, sent)
        total.stream_in += taken
        total.stream_out += sent
    total.cycles += done.cycles
    total.latency += clock


def codes(config: Config) -> Iterator[params.Params]:
    """What a build is measured on: its own codes, or those sizes of the sets that it runs."""
    own = [params.Params(f"m{m}n{n}t{t}", m, n, t, ()) for m, n, t in config.codes]
    for p in own or map(params.get, simulation.SIZES):
        if config.core.accepts(p.m, p.n, p.t):
            yield p


def table(config: Config) -> list[dict[str, Any]]:
    """Every operation of every code of a build."""
    rows = []
    for p in codes(config):
        for op in operations(config.core):
            found = count(config.core, op, p)
            rows.append({
                "set": p.name, "op": op, "cycles": found.cycles,
                "cycles_latency30": found.latency, "stream_in_bytes": found.stream_in,
                "stream_out_bytes": found.stream_out, "phases": found.phases, "source": "iss",
            })
    return rows
