# SPDX-License-Identifier: Apache-2.0
"""RTL and instruction-level simulator in lock-step over random programs."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from cores import CORES, QUICK, build_of
from lockstep import Coverage, lockstep
from mce.isa.asm import assemble
from runner import BUILD, have, seed
from script import Job, run_rtl
from walker import ISA, Walker

PROGRAMS = 700
"""Runs a build in `make test`."""

SLOW_CHUNKS, SLOW_PROGRAMS = 18, 900
"""Chunks a build of `make test-full`, each with its own seed, and the runs of one: together more
than a million instructions."""

needs_verilator = pytest.mark.skipif(not have("verilator"), reason="run `make setup`")


def run(core: str, chunk: str, programs: int) -> Coverage:
    """One simulation of random programs."""
    name = f"{seed()} {core} {chunk}"
    print(f"lock-step seed: {name}")
    return lockstep(CORES[core], name, programs, folder(core, chunk))


def folder(core: str, chunk: str) -> Path:
    """Where the scripts and traces of a chunk are."""
    return BUILD / "lockstep" / f"{core}-{chunk}"


def legal(core: str) -> set[str]:
    """Mnemonics that some word of a build may have; four registers leave none for pmul."""
    few, plain = CORES[core]["NUM_REGS"] == 4, CORES[core]["HASH"] == 0
    one = CORES[core].get("BATCH", 1) == 1
    return {name for name, instruction in ISA.instructions.items()
            if not (few and name == "pmul") and not (plain and instruction.unit == "hash")
            and not (one and name == "vmvb")}


@needs_verilator
@pytest.mark.parametrize("core", QUICK)
def test_random_programs_do_the_same_on_both_sides(core: str) -> None:
    """After every instruction. Every legal opcode retires, every other gives BAD_OPCODE, and
    every error an instruction can cause occurs."""
    seen = run(core, "quick", PROGRAMS)
    assert set(seen.retired) == legal(core)
    opcodes = {ISA.instructions[name].opcode for name in legal(core)}
    assert set(seen.refused) == set(range(64)) - opcodes - {ISA.instructions["pmul"].opcode}
    causes = ("BAD_OPCODE", "BAD_OPERAND", "PC_RANGE", "LENGTH_RANGE", "PARAM_RANGE", "PKT_SHORT",
              "PKT_LONG", "STREAM_TIMEOUT")
    assert set(seen.errors) == {ISA.errors[name].code for name in causes}


SHAPES = {
    "vld v0, s8": (900, 0), "pld p0, s8": (40, 0), "vgather v0, v1, s8": (37, 0),
    "vsamp v0, s8": (37, 0), "hstr s8": (1900, 0),
    "esyn p0, v0": (0, 0), "vmv v0, v1, s8, s9": (20, 12), "vmv v0, v1, s9, s8": (200, 7),
    "vmvb v4, v1, 3, s8, s9": (200, 12), "vmvb v0, v4, 2, s9, s8": (200, 7),
    "vvm v0, v1, s8, s9": (20, 12), "vvm v0, v1, s9, s8": (200, 7),
}
"""Instructions that read a packet, and s8, s9: rows that end inside a beat among them."""


@needs_verilator
def test_a_packet_that_stops_anywhere_times_out() -> None:
    """Also when the missing beat is one that is looked at and not taken; the next job runs."""
    core, m = CORES["m11"], 8
    jobs, wanted = [], []
    for text, (s8, s9) in SHAPES.items():
        source = f"li s8, {s8}\nli s9, {s9}\n{text}\nhalt"
        words = assemble(source, build=build_of(core)).words
        walker = Walker(core)
        walker.begin(m, 256, 5)
        size = sum(step.bytes_in for step in walker.steps(words, 0))
        beats = -(-8 * size // core["AXIS_WIDTH"])
        for cut in sorted({0, 1, 2, beats // 2, beats - 1, beats} & set(range(beats + 1))):
            jobs.append(Job(0, m, 256, 5, (bytes(size),), ((0, words),), cut=cut))
            wanted.append((ISA.errors["STREAM_TIMEOUT"].code, 2) if cut else None)
    traces = run_rtl(jobs, core, folder("m11", "timeout"))
    assert [trace.error for trace in traces] == wanted


@needs_verilator
@pytest.mark.slow
@pytest.mark.parametrize("core", CORES)
@pytest.mark.parametrize("chunk", range(SLOW_CHUNKS))
def test_a_million_instructions_do_the_same_on_both_sides(core: str, chunk: int) -> None:
    """One chunk; a run that was cut short goes on with the others (`-k "m8 and 17"` is one)."""
    seen: Counter[str] = run(core, f"slow{chunk}", SLOW_PROGRAMS).retired
    assert seen.total() * SLOW_CHUNKS * len(CORES) > 1_000_000
    shutil.rmtree(folder(core, f"slow{chunk}"))
