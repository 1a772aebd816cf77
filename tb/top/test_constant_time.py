# SPDX-License-Identifier: Apache-2.0
"""A program looks the same from outside whatever the secret data are, in all five sizes: one number
of cycles and one trace of all outputs that are not data (`fast_top.trace_o`).

Decryption and decoding: 20 words of each class in every size. Encryption, which streams up to
1.36 MB a word: 20 of each class with mceliece348864, 3 of each with the larger sets here and 20
in the test marked `slow`. The answers are checked against the model in the same runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import pytest

import codes
from codes import Job, Key
from mce import bits, params
from mce.bits import U8
from rtl_session import RtlJob, RtlResult, run_jobs
from runner import have, seed

# Sets, and the number of the fixed key of each whose support holds 0.
SETS = {"mceliece348864": 0, "mceliece460896": 2, "mceliece6688128": 0, "mceliece6960119": 0,
        "mceliece8192128": 0}
WORDS = 20
FEW = 3
CLASSES = ("valid", "trap", "zero", "ones", "random", "foreign")

pytestmark = pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")


def rng_for(name: str, what: str) -> np.random.Generator:
    """Stimulus of one test."""
    return np.random.default_rng([seed(), *name.encode(), *what.encode()])


def words(name: str, make: Callable[[Key, bytes, str], Job], count: int) -> Iterator[Job]:
    """`count` words of each class for decrypt or decode."""
    k = codes.key(params.get(name), SETS[name])
    return words_of(k, make, count)


def words_of(k: Key, make: Callable[[Key, bytes, str], Job], count: int) -> Iterator[Job]:
    """The same for any key."""
    rng = rng_for(k.params.name, make.__name__)
    for kind in CLASSES:
        for _ in range(count):
            yield make(k, codes.word(k, kind, rng), kind)


def encryptions(name: str, count: int) -> Iterator[Job]:
    """Random, zero and all-one messages; errors of weight t, none at all, and of weight 1."""
    return encryptions_of(codes.key(params.get(name), SETS[name]), count)


def encryptions_of(k: Key, count: int) -> Iterator[Job]:
    """The same for any key."""
    p, rng = k.params, rng_for(k.params.name, "encrypt")
    zero, ones = np.zeros(p.k, dtype=np.uint8), np.ones(p.k, dtype=np.uint8)

    def message() -> U8:
        return rng.integers(0, 2, p.k).astype(np.uint8)

    for _ in range(count):
        for kind, x, weight in (("random", message(), p.t), ("zero", zero, p.t),
                                ("ones", ones, p.t), ("no error", message(), 0),
                                ("sparse", message(), 1)):
            yield codes.encrypt(k, bits.pack(x), codes.errors(p, weight, rng), kind=kind)


def simulate(jobs: list[Job], timings: Sequence[tuple[int, int]] = ((0, 0),),
             parameters: dict[str, int] | None = None) -> list[RtlResult]:
    """Run them on one core (default: full size), once for each (gap, latency).

    Every answer is the model's.
    """
    rows = [RtlJob(j.program, j.m, j.n, j.t, j.packets, tuple(map(len, j.outputs)), gap=gap,
                   latency=latency) for gap, latency in timings for j in jobs]
    results = run_jobs(rows, parameters=parameters).results
    for job, got in zip(jobs * len(timings), results, strict=True):
        what = f"{job.program} {job.kind}"
        assert got.error is None, what
        assert got.outputs == job.outputs, what
        assert got.reject == job.reject, what
    return results


def check_cycles(jobs: list[Job], results: list[RtlResult]) -> None:
    """Exactly one number of cycles and one trace of the outputs but data for each program."""
    for program in {job.program for job in jobs}:
        seen: dict[tuple[int, int], set[str]] = {}
        for job, got in zip(jobs, results, strict=True):
            if job.program == program:
                seen.setdefault((got.cycles, got.trace), set()).add(job.kind)
        assert len(seen) == 1, f"{program}: cycles or handshakes depend on the data: {seen}"


@pytest.mark.parametrize("name", SETS)
def test_decryption_takes_one_time_and_accepts_valid_words_only(name: str) -> None:
    jobs = [*words(name, codes.decrypt, WORDS), *words(name, codes.decode, WORDS)]
    assert all(job.reject == (job.kind != "valid") for job in jobs)
    flags = {job.outputs[1] for job in jobs if job.program == "decode" and job.kind == "trap"}
    # The weight is right, only the re-check tells.
    assert flags == {bytes([codes.WEIGHT | codes.PADOK])}
    check_cycles(jobs, simulate(jobs))


@pytest.mark.parametrize("name", SETS)
def test_encryption_takes_one_time(name: str) -> None:
    jobs = list(encryptions(name, WORDS if name == "mceliece348864" else FEW))
    check_cycles(jobs, simulate(jobs))


@pytest.mark.parametrize("width", [32, 512])
def test_every_program_takes_one_time_at_other_widths(width: int) -> None:
    k = codes.small(9, 509, 12, 1)
    jobs = [*words_of(k, codes.decrypt, FEW), *words_of(k, codes.decode, FEW),
            *encryptions_of(k, FEW)]
    build = {"M": 9, "N_MAX": 512, "T_MAX": 12, "FIELDS": 1 << 9, "AXIS_WIDTH": width}
    check_cycles(jobs, simulate(jobs, parameters=build))


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_encryption_takes_one_time_with_many_words(name: str) -> None:
    jobs = list(encryptions(name, WORDS))
    check_cycles(jobs, simulate(jobs))


def test_a_slow_memory_changes_the_time_but_no_answer() -> None:
    name = "mceliece348864"
    jobs = [*words(name, codes.decrypt, 1), *list(encryptions(name, 1))[:1]]
    timings = [(0, 0), (64, 0), (0, 70), (128, 30)]
    cycles = [got.cycles for got in simulate(jobs, timings)]
    ideal, *slow = [cycles[i : i + len(jobs)] for i in range(0, len(cycles), len(jobs))]
    for times in slow:
        assert all(late > early for late, early in zip(times, ideal, strict=True))
