# SPDX-License-Identifier: Apache-2.0
"""Batches through the driver, on the instruction-level simulator."""

from __future__ import annotations

import numpy as np
import pytest

import batch_jobs
import codes
from mce import backend, params
from mce.backend_iss import batch_cycles
from mce.driver.batch import Batch, encap_packets, encrypt_packets, entry
from mce.driver.device import JobError
from mce.driver.programs import BATCH, image
from mce.driver.simulated import SimulatedDevice, wait
from mce.errors import LengthError, MceError, ParameterError
from mce.iss import Core

CODES = ((8, 125, 4), (10, 300, 7), (12, 501, 5), (13, 150, 5))
SETS = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
        "mceliece8192128")


@pytest.mark.parametrize("code", CODES)
def test_batches_are_the_models(code: tuple[int, int, int], rng: np.random.Generator) -> None:
    jobs = list(batch_jobs.every(codes.small(*code), rng))
    assert backend.load("iss").run(jobs) == backend.load("model").run(jobs)


def test_two_words_on_a_core_of_two(rng: np.random.Generator) -> None:
    k = codes.small(8, 125, 4)
    core = Core(m=8, n_max=256, t_max=8, fields=(8,), axis_width=32, batch=2, gather_ports=2)
    chain = Batch(SimulatedDevice(core))
    wait(chain.load())
    job = batch_jobs.words(k, 2, rng)
    (expected,) = backend.load("model").encrypted_batches([job])
    assert wait(chain.encrypt(k.params, job.public, job.messages, job.errors)) == expected


@pytest.mark.parametrize("width", [64, 256])
@pytest.mark.parametrize("name", SETS)
def test_four_words_take_at_most_a_twentieth_more_than_one(name: str, width: int) -> None:
    one, four = batch_cycles(params.get(name), 4, Core(axis_width=width, batch=4))
    assert one < four <= 1.05 * one


def test_a_core_that_multiplies_fewer_vectors_is_named(rng: np.random.Generator) -> None:
    k = codes.small(12, 501, 5)
    for batch, count in ((1, 2), (1, 4), (2, 4)):
        job = batch_jobs.words(k, count, rng)
        chain = Batch(SimulatedDevice(Core(batch=batch)))
        with pytest.raises(MceError, match="no-batch"):
            wait(chain.encrypt(k.params, job.public, job.messages, job.errors))
        with pytest.raises(MceError, match="no-batch"):
            wait(chain.encapsulate(k.params, job.public, job.errors))


@pytest.mark.parametrize(("batch", "error"), [(1, "BAD_OPCODE"), (2, "BAD_OPERAND")])
def test_the_program_for_four_stops_on_a_core_of_fewer(
    batch: int, error: str, rng: np.random.Generator
) -> None:
    k = codes.small(12, 501, 5)
    job = batch_jobs.words(k, 4, rng)
    device = SimulatedDevice(Core(batch=batch))
    wait(device.load(image(BATCH)))
    wait(device.set_code(k.params.m, k.params.n, k.params.t))
    packets = encrypt_packets(k.params, job.public, job.messages, job.errors)
    with pytest.raises(JobError, match=error):
        wait(device.run(image(BATCH).entry("encrypt_batch"), packets, [k.params.n_bytes] * 4))


def test_wrong_operands_are_refused(rng: np.random.Generator) -> None:
    p = params.get("mceliece348864pc")
    good = params.get("mceliece348864")
    with pytest.raises(ParameterError, match="batch-size"):
        entry("encrypt_batch", 3)
    with pytest.raises(ParameterError, match="batch-pc"):
        encap_packets(p, bytes(p.pk_bytes), [bytes(p.n_bytes)] * 2)
    with pytest.raises(ParameterError, match="batch-size"):
        encrypt_packets(good, bytes(good.pk_bytes), [bytes(340)] * 2, [bytes(436)])
    with pytest.raises(LengthError):
        encrypt_packets(good, bytes(good.pk_bytes), [bytes(341)], [bytes(436)])
    with pytest.raises(LengthError):
        encap_packets(good, bytes(good.pk_bytes), [bytes(435)] * 2)
