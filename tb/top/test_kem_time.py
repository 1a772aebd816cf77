# SPDX-License-Identifier: Apache-2.0
"""Encapsulation and decapsulation take the same number of cycles whatever is secret.

Decapsulation: 20 ciphertexts of each class, right ones, t - 1 errors that miss the support element
0 (only the re-check finds them), random, one bit of C_0 wrong, one bit of C_1 wrong. Encapsulation:
errors at random, in the first and in the last positions, after draws with all kinds of words. The
answers are compared with the model in the same runs. The smallest set here, the others in tests
marked `slow`.
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
from mce.driver.kem import Decapsulated, Encapsulated
from mce.params import Params
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
def test_one_number_of_cycles_for_each_program(name: str) -> None:
    k, rng = key(name), np.random.default_rng([seed(), *name.encode()])
    for p in (k.params, k.params.with_pc()):
        jobs: list[Job] = [*decapsulations(k, p, rng), *encapsulations(k, p, rng)]
        expected, got = (backend.load(b).run(jobs) for b in ("model", "rtl"))
        assert got == expected
        for kind in (Decapsulated, Encapsulated):
            cycles = [r.cycles for r in got if isinstance(r, kind)]
            assert len(cycles) > DRAWS and len(set(cycles)) == 1, f"{kind.__name__}: {set(cycles)}"
