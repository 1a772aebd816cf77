# SPDX-License-Identifier: Apache-2.0
"""Several words or encapsulations in one pass of a public key, on the whole core with BATCH = 4."""

from __future__ import annotations

import numpy as np
import pytest

import batch_jobs
import codes
from mce import backend, bits, params, pke
from mce.backend import EncryptJob
from mce.backend_iss import batch_cycles
from mce.backend_rtl import encrypt_batch_job, encrypt_job
from mce.driver import batch
from mce.driver.batch import Encrypted, Shared
from rtl_session import run_jobs
from runner import have, seed

SMALL = (12, 501, 5)
"""Padding bits in message, error vector and public key."""

MOST = 1.05
"""Four words in the time of so many single ones."""

SETS = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
        "mceliece8192128")

pytestmark = pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Stimulus of one test."""
    return np.random.default_rng([seed(), *request.node.name.encode()])


def test_batches_are_answered_as_the_model_does_in_the_time_of_the_simulator(
    rng: np.random.Generator,
) -> None:
    """Words and encapsulations, two and four, and a padding bit in every operand."""
    jobs = list(batch_jobs.every(codes.small(*SMALL), rng))
    model, iss, rtl = (backend.load(name).run(jobs) for name in ("model", "iss", "rtl"))
    assert rtl == model == iss
    found = [r for r in rtl if isinstance(r, Encrypted | Shared)]
    assert [r.reject for r in found] == 2 * [False, True, True, True, False, True, True]
    assert [r.cycles for r in found] == [
        r.cycles for r in iss if isinstance(r, Encrypted | Shared)]


@pytest.mark.parametrize("name", [
    SETS[0], *(pytest.param(name, marks=pytest.mark.slow) for name in SETS[1:])])
def test_four_words_take_little_more_than_one(name: str, rng: np.random.Generator) -> None:
    """Each of the four different words is the model's."""
    k = codes.key(params.get(name))
    p, several = k.params, batch_jobs.words(k, 4, rng)
    single = EncryptJob(p, k.pair.pk, several.messages[0], several.errors[0])
    one, four = run_jobs([encrypt_job(single), encrypt_batch_job(several)],
                         parameters=batch.BUILD).results
    expected = [pke.encrypt(p, k.pair.pk, x, bits.unpack(e, p.n)).c
                for x, e in zip(several.messages, several.errors, strict=True)]
    assert len(set(expected)) == 4
    assert (one.outputs, four.outputs) == ((expected[0],), tuple(expected))
    assert not four.reject
    assert (one.cycles, four.cycles) == batch_cycles(p)
    assert four.cycles <= MOST * one.cycles
