# SPDX-License-Identifier: Apache-2.0
"""The KEM through the driver on the simulated core: model and an independent library agree."""

from __future__ import annotations

import importlib
from typing import Any

import numpy as np
import pytest

import codes
import kem_jobs
from mce import backend, keycache, params
from mce.backend import DecapJob, EncapJob
from mce.backend_rtl import build_for, decap_job, encap_job
from mce.driver.kem import MAX_DRAWS, Decapsulated, Encapsulated
from mce.errors import MceError
from mce.params import Params
from rtl_session import run_jobs
from runner import have, seed

SMALL = (9, 500, 5)
"""Padding bits in ciphertext, public key and s."""

pytestmark = pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """Stimulus of one test."""
    return np.random.default_rng([seed(), *request.node.name.encode()])


def small() -> codes.Key:
    """A key of the small code whose support holds 0."""
    return next(k for i in range(20) if (k := codes.small(*SMALL, i)).zero_at is not None)


@pytest.mark.parametrize("size", ["small", "348864"])
def test_every_case_is_answered_as_the_model_does(size: str, rng: np.random.Generator) -> None:
    k = small() if size == "small" else codes.key(params.get("mceliece348864"))
    jobs = list(kem_jobs.every(k, rng))
    expected = backend.load("model").run(jobs)
    # The stimulus is what it says: all returns, keys of rejection, three draws.
    rets = {r.ret for r in expected if isinstance(r, (Encapsulated, Decapsulated))}
    assert rets == ({0, -1} if size == "small" else {0})
    assert {r.draws for r in expected if isinstance(r, Encapsulated)} == {1, 3}
    assert backend.load("rtl").run(jobs) == expected


def test_cycles_are_those_of_the_instruction_level_simulator(rng: np.random.Generator) -> None:
    jobs = list(kem_jobs.every(small(), rng))
    cycles = [[r.cycles for r in backend.load(name).run(jobs)  # type: ignore[union-attr]
               ] for name in ("rtl", "iss")]
    assert cycles[0] == cycles[1] and min(cycles[0]) > 500


@pytest.mark.slow
@pytest.mark.parametrize("variant", [0, 2])
def test_other_variants_of_the_hash_unit(variant: int, rng: np.random.Generator) -> None:
    """Two rounds a cycle answer the same; a core without the unit refuses, and says how to mend."""
    k = small()
    jobs = list(kem_jobs.every(k, rng))
    rows = [encap_job(j) if isinstance(j, EncapJob) else decap_job(j) for j in jobs]
    done = run_jobs(rows, parameters={**build_for(k.params), "HASH": variant})
    assert f"HASH={variant}" in done.build
    if not variant:
        assert {r.refused[0] for r in done.results if r.refused} == {"no-hash"}
        assert all(r.refused for r in done.results)
        return
    for job, got, want in zip(jobs, done.results, backend.load("model").run(jobs), strict=True):
        assert not got.error and not got.refused
        if isinstance(job, EncapJob):
            assert isinstance(want, Encapsulated) and got.outputs == (want.ct, want.ss)
        else:
            assert isinstance(want, Decapsulated) and got.outputs == (want.ss,)


def test_a_random_source_that_repeats_itself_ends_the_encapsulation() -> None:
    k = small()
    stuck = (bytes(2 * k.params.tau),) * MAX_DRAWS
    with pytest.raises(MceError, match="random-source"):
        backend.load("rtl").encapsulate(k.params, k.pair.pk, stuck)


def other(p: Params) -> Any:
    """The set in the independent library."""
    importlib.import_module("pqcrypto.kem")
    return importlib.import_module(f"pqcrypto.kem.{p.name.replace('mceliece', 'mceliece_')}")


SETS = [name if name == "mceliece348864" else pytest.param(name, marks=pytest.mark.slow)
        for name in params.names()]


@pytest.mark.parametrize("name", SETS)
def test_the_core_and_an_independent_library_agree_both_ways(
    name: str, rng: np.random.Generator
) -> None:
    p = params.get(name)
    pk, sk = keycache.count0(p)
    ct, ss = other(p).encaps(pk)
    wrong = kem_jobs.flip(bytes(ct), int(rng.integers(p.mt)))
    made, opened, rejected = backend.load("rtl").run(
        [EncapJob(p, pk, kem_jobs.draws(p, 2, rng)), DecapJob(p, sk, bytes(ct)),
         DecapJob(p, sk, wrong)])  # fmt: skip
    assert isinstance(made, Encapsulated) and isinstance(opened, Decapsulated)
    assert isinstance(rejected, Decapsulated)
    assert bytes(other(p).decaps(sk, made.ct)) == made.ss
    assert opened.ss == bytes(ss)
    assert rejected.ss == bytes(other(p).decaps(sk, wrong)) != opened.ss
