# SPDX-License-Identifier: Apache-2.0
"""Encapsulation and decapsulation look the same from outside, cycle by cycle, whatever is secret.

Decapsulation: 20 ciphertexts of each class, right ones, t - 1 errors that miss the support element
0 (only the re-check finds them), random, one bit of C_0 wrong, one bit of C_1 wrong. Encapsulation:
errors at random, in the first and in the last positions, after draws with all kinds of words. The
answers are compared with the model in the same runs. One number of cycles, and one trace of all
outputs that are not data (`fast_top.trace_o`). The smallest set here, the others in tests marked
`slow`.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

import codes
import kem_jobs
from codes import Key
from mce import backend, bits, params
from mce.backend import DecapJob, EncapJob, Job
from mce.backend_rtl import decap_job, encap_job
from mce.driver.kem import Decapsulated
from mce.params import Params
from rtl_session import run_jobs
from runner import have, seed

CIPHERTEXTS = 20
DRAWS = 4

pytestmark = pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")

SETS = [name if name == "mceliece348864" else pytest.param(name, marks=pytest.mark.slow)
        for name in params.names()]


def key(name: str) -> Key:
    """A key whose support holds 0."""
    p = params.get(name)
    return next(k for i in range(20) if (k := codes.key(p, i)).zero_at is not None)


def decapsulations(k: Key, p: Params, rng: np.random.Generator) -> Iterator[DecapJob]:
    """`CIPHERTEXTS` of each class; padding bits too where a ciphertext has them."""
    for kind in kem_jobs.kinds(k, p):
        for _ in range(CIPHERTEXTS):
            yield DecapJob(p, k.pair.sk, kem_jobs.ciphertext(k, p, kind, rng))


def encapsulations(k: Key, p: Params, rng: np.random.Generator) -> Iterator[EncapJob]:
    """Errors at random and at both ends, the draw in which they come accepted at once."""
    for _ in range(DRAWS):
        yield EncapJob(p, k.pair.pk, kem_jobs.draws(p, 1, rng))
    for first in (0, p.n - p.t):
        words = np.full(p.tau, p.q - 1, dtype=np.uint16)
        words[: p.t] = np.arange(first, first + p.t)
        yield EncapJob(p, k.pair.pk, (bits.words_to_bytes(words),))
    if p.tau > p.t and p.n < p.q:  # words beyond n before the positions
        words = np.full(p.tau, p.q - 1, dtype=np.uint16)
        words[p.tau - p.t :] = rng.permutation(p.n)[: p.t]
        yield EncapJob(p, k.pair.pk, (bits.words_to_bytes(words),))


@pytest.mark.parametrize("name", SETS)
def test_one_time_and_one_trace_for_each_program(name: str) -> None:
    k, rng = key(name), np.random.default_rng([seed(), *name.encode()])
    for p in (k.params, k.params.with_pc()):
        jobs: list[Job] = [*decapsulations(k, p, rng), *encapsulations(k, p, rng)]
        expected = backend.load("model").run(jobs)
        rows = [decap_job(j) if isinstance(j, DecapJob) else encap_job(j) for j in jobs]
        got = run_jobs(rows).results
        for want, result in zip(expected, got, strict=True):
            answer = (want.ss,) if isinstance(want, Decapsulated) else (want.ct, want.ss)
            assert (result.outputs, result.reject) == (answer, want.ret != 0)
        for kind in (DecapJob, EncapJob):
            seen = {(r.cycles, r.trace) for j, r in zip(jobs, got, strict=True)
                    if isinstance(j, kind)}
            assert len(seen) == 1 and seen != {(0, 0)}, f"{kind.__name__}: {seen}"


def test_the_trace_tells_a_stall_of_one_beat() -> None:
    """The signature is not blind: another gap on the streams is another trace."""
    name = "mceliece348864"
    k, rng = key(name), np.random.default_rng([seed(), *name.encode(), 1])
    job = next(decapsulations(k, k.params, rng))
    ideal, gaps = run_jobs([decap_job(job), decap_job(job, gap=8)]).results
    assert ideal.trace != gaps.trace
