# SPDX-License-Identifier: Apache-2.0
"""Every instruction by a program of its own, on the simulator and on the RTL, against answers that
come from neither."""

from __future__ import annotations

from functools import cache

import pytest

from cores import CORES
from mce.iss import Core, Machine, Retired
from pairs import HERE, PAIRS, Pair
from reference import ANSWERS
from runner import BUILD, have
from script import Job, Trace, run_rtl
from walker import ISA

EACH = pytest.mark.parametrize("name", PAIRS)


def job(pair: Pair) -> Job:
    """The pair as a run; writing its program wipes."""
    return Job(0, pair.m, pair.n, pair.t, pair.packets, ((0, pair.words),))


@cache
def traces(core: str) -> dict[str, Trace]:
    """All pairs of a build in one simulation."""
    pairs = [pair for pair in PAIRS.values() if pair.core == core]
    found = run_rtl([job(pair) for pair in pairs], CORES[core], BUILD / "lockstep" / f"isa-{core}")
    return {pair.name: trace for pair, trace in zip(pairs, found, strict=True)}


def test_every_instruction_has_a_program() -> None:
    assert set(PAIRS) == set(ISA.instructions) == {path.stem for path in HERE.glob("*.s")}


@EACH
def test_program_is_about_its_instruction(name: str) -> None:
    assert ISA.instructions[name].opcode in {word >> 26 for word in PAIRS[name].words}


@EACH
def test_answer_is_that_of_the_school_method(name: str) -> None:
    pair = PAIRS[name]
    assert ANSWERS[name](pair.packets) == list(pair.outputs)


@EACH
def test_simulator_gives_the_answer_in_time(name: str) -> None:
    pair, steps = PAIRS[name], list[Retired]()
    machine = Machine(Core.from_parameters(CORES[pair.core]))
    machine.load(pair.words)
    run = machine.run(0, m=pair.m, n=pair.n, t=pair.t, packets=pair.packets, watch=steps.append)
    assert run.error is None
    assert run.outputs == list(pair.outputs)
    assert (steps[-1].flags, run.reject, run.cycles) == (pair.flags, pair.reject, pair.cycles)


@pytest.mark.skipif(not have("verilator"), reason="run `make setup`")
@EACH
def test_rtl_gives_the_answer_in_time(name: str) -> None:
    pair = PAIRS[name]
    trace = traces(pair.core)[name]
    assert trace.error is None
    assert trace.outputs == list(pair.outputs)
    flags = trace.records[-1].flags
    assert (flags, trace.reject, trace.cycles) == (pair.flags, pair.reject, pair.cycles)
