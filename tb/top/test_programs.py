# SPDX-License-Identifier: Apache-2.0
"""Every program of sw/asm on the RTL gives the model's answer; the BCH decoder that of `galois`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

import galois
import numpy as np
import pytest

import builds
import codes
import program_jobs
from codes import Job
from mce import bits, params
from mce.bits import U8
from mce.driver.programs import OTHERS, image
from mce.field import field
from mce.iss import Core, Machine
from rtl_session import RtlJob, RtlResult, run_jobs
from runner import have, seed, simulate

TESTS = ["programs_match_the_model", "bch_words_are_decoded_as_elsewhere", "the_self_test_passes",
         "the_self_test_of_the_kem_passes", "the_self_test_of_the_product_passes"]
SMALL = {
    "six": (builds.SIX, [(6, 61, 3), (6, 64, 3), (5, 29, 2)], [(6, 63, 3), (5, 31, 2)], TESTS),
    "four": (builds.FOUR, [(4, 13, 2), (4, 16, 2)], [(4, 15, 2)], TESTS[:4]),
}
NEEDS_VERILATOR = pytest.mark.skipif(not have("verilator"),
                                     reason="verilator missing: run `make setup`")


@cache
def bch_code(m: int, n: int, t: int) -> Any:
    """The code of `galois` on the field and the generator of the model.

    Interpreted where the fields' elements are bytes: quicker than compiling it.
    """
    f = field(m)
    mode: Literal["python-calculate", "auto"] = "python-calculate" if m <= 8 else "auto"
    galois.GF2.compile(mode)
    GF = galois.GF(2**m, irreducible_poly=f.modulus, primitive_element=f.generator, compile=mode)
    return galois.BCH(n, d=2 * t + 1, extension_field=GF, alpha=GF(f.generator))


def bch_words(m: int, n: int, t: int, weights: list[int]) -> Iterator[tuple[U8, U8 | None]]:
    """Received words and what `galois` makes of them; galois writes high powers first."""
    code, rng = bch_code(m, n, t), np.random.default_rng([seed(), m, n, t])
    for weight in weights:
        word = np.array(code.encode(galois.GF2.Random(code.k, seed=rng)), dtype=np.uint8)
        sent = word.copy()
        word[rng.choice(n, weight, replace=False)] ^= 1
        corrected, count = code.decode(galois.GF2(word), output="codeword", errors=True)
        assert int(count) == (weight if weight <= t else -1)
        assert weight > t or np.array_equal(corrected, sent)
        yield word[::-1], None if weight > t else np.array(corrected, dtype=np.uint8)[::-1]


def bch_row(m: int, n: int, t: int, word: U8, corrected: U8 | None) -> list[object]:
    """A word for the bench."""
    answer = None if corrected is None else bits.pack(corrected).hex()
    return [m, n, t, bits.pack(word).hex(), answer]


@NEEDS_VERILATOR
@pytest.mark.parametrize("case", SMALL)
def test_programs_on_small_builds(case: str) -> None:
    parameters, chosen, bch, tests = SMALL[case]
    rows = [bch_row(*code, *pair) for code in bch
            for pair in bch_words(*code, list(range(code[2] + 1)))]
    env = {"CODES": json.dumps(chosen), "BCH": json.dumps(rows)}
    simulate("mce_top", "programs_tb", parameters=parameters, testcase=tests, env=env)


@pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install iverilog")
def test_self_test_passes_in_icarus_on_the_smallest_build() -> None:
    simulate("mce_top", "programs_tb", sim="icarus", parameters=builds.FOUR,
             testcase="the_self_test_passes", env={"CODES": json.dumps([(4, 13, 2)])})


def on_rtl(jobs: list[Job], parameters: dict[str, object]) -> list[RtlResult]:
    """Run jobs on one core; every answer is the expected one."""
    rows = [RtlJob(j.program, j.m, j.n, j.t, j.packets, tuple(map(len, j.outputs))) for j in jobs]
    results = run_jobs(rows, parameters=parameters, program=image(OTHERS)).results
    for job, got in zip(jobs, results, strict=True):
        what = f"{job.program} {job.kind}"
        assert got.error is None, what
        assert (got.outputs, got.reject) == (job.outputs, job.reject), what
    return results


@NEEDS_VERILATOR
def test_programs_on_the_default_build() -> None:
    """One standard set, self-tests of the largest and a tiny code, a long BCH code: the
    answers are the model's, the cycles those of the instruction-level simulator."""
    rng = np.random.default_rng(seed())
    k = codes.key(params.get("mceliece348864"))
    jobs = list(program_jobs.cryptography(k, rng))
    for m, n, t in ((13, 8192, 128), (12, 48, 2)):
        jobs += [program_jobs.self_test(m, n, t, part=part) for part in ("", "pmul", "kem")]
    errors = bits.from_positions(rng.choice(8191, 100, replace=False), 8191)
    jobs.append(program_jobs.bch_decode(13, 8191, 100, errors, np.zeros(8191, dtype=np.uint8)))
    machine = Machine()
    machine.load(image(OTHERS).words)
    for job, got in zip(jobs, on_rtl(jobs, {}), strict=True):
        entry, what = image(OTHERS).entry(job.program), f"{job.program} {job.kind}"
        # The simulator's time does not look at data, so neither does the core's. Its wipe, which
        # only self-tests have, is some cycles longer than the core's in the largest field.
        if not job.program.startswith("selftest"):
            simulated = machine.run(entry, m=job.m, n=job.n, t=job.t, packets=job.packets)
            assert got.cycles == simulated.cycles, what


@pytest.mark.parametrize("weights", [[0, 1, 9, 10], [11, 14]])
def test_bch_decoder_equals_galois_on_the_instruction_level_simulator(weights: list[int]) -> None:
    m, n, t = 8, 255, 10
    machine = Machine(Core(m=m, n_max=256, t_max=16, fields=(m,)))
    machine.load(image(("bch_decode",)).words)
    for word, corrected in bch_words(m, n, t, weights):
        job = program_jobs.bch_decode(m, n, t, word, corrected)
        got = machine.run(0, m=m, n=n, t=t, packets=job.packets)
        assert (tuple(got.outputs), got.reject) == (job.outputs, job.reject)


@pytest.mark.slow
@NEEDS_VERILATOR
def test_long_bch_code_equals_galois() -> None:
    """BCH(1023) with t = 40; `galois` compiles its field first."""
    m, n, t = 10, 1023, 40
    jobs = [program_jobs.bch_decode(m, n, t, *pair)
            for pair in bch_words(m, n, t, [*range(0, t + 1, 8), t, t + 1, t + 6])]
    on_rtl(jobs, {"M": m, "FIELDS": 1 << m, "N_MAX": 1 << m, "T_MAX": 64})
