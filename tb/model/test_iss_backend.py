# SPDX-License-Identifier: Apache-2.0
"""The backend `iss`: the programs of sw/asm give what the golden model gives."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

import codes
import kem_jobs
from mce import backend, bits, keyimage, params, pke
from mce.backend import DecodeJob, DecryptJob, EncryptJob
from mce.backend_iss import run
from mce.driver.device import JobError
from mce.keygen import KeyPair, seeded_keygen
from mce.params import Params

Rng = np.random.Generator
CODES = ((6, 60, 3), (8, 128, 4), (10, 300, 8), (12, 200, 4), (13, 150, 5))


@cache
def key_of(code: tuple[int, int, int]) -> tuple[Params, KeyPair]:
    """A small code and a key for it."""
    p = params.custom(*code)
    return p, seeded_keygen(p, bytes(32))


def job(rng: Rng, code: tuple[int, int, int], weight: int) -> tuple[Params, KeyPair, bytes, bytes]:
    """A random message and an error of some weight."""
    p, key = key_of(code)
    message = bits.pack(rng.integers(0, 2, p.k))
    return p, key, message, bits.pack(bits.from_positions(rng.permutation(p.n)[:weight], p.n))


@pytest.mark.parametrize("code", CODES)
def test_words_messages_and_errors_are_the_models(rng: Rng, code: tuple[int, int, int]) -> None:
    iss, model = backend.load("iss"), backend.load("model")
    for weight in (code[2], code[2], code[2] - 1, code[2] + 1, 0):
        p, key, message, errors = job(rng, code, weight)
        word = iss.encrypt_word(p, key.pk, message, errors)
        assert word == pke.encrypt(p, key.pk, message, bits.unpack(errors, p.n)).c
        opened = iss.decrypt_words([DecryptJob(p, key.sk, word)])
        assert opened == model.decrypt_words([DecryptJob(p, key.sk, word)])
        if weight <= code[2]:  # beyond t another code word may be near
            assert opened[0].reject == (weight < code[2])
        found = iss.decode_words([DecodeJob(p, key.sk, word)])
        assert found == model.decode_words([DecodeJob(p, key.sk, word)])


@pytest.mark.parametrize("code", [(8, 128, 4), (9, 500, 5), (10, 300, 8), (12, 200, 4)])
def test_encapsulations_and_decapsulations_are_the_models(
    rng: Rng, code: tuple[int, int, int]
) -> None:
    key = key_of(code)[1]
    # The draw of a short code would be long; the core draws at most eight words an error.
    k = codes.Key(replace(key.params, tau_override=2 * key.params.t), key,
                  keyimage.build(key.params, key.sk))  # fmt: skip
    jobs = list(kem_jobs.every(k, rng))
    found = [backend.load(name).run(jobs) for name in ("iss", "model")]
    assert found[0] == found[1] and len(jobs) >= 10


def test_a_padding_bit_gives_a_zero_word(rng: Rng) -> None:
    p, key, message, errors = job(rng, (6, 60, 3), 3)
    bad = errors[:-1] + bytes([errors[-1] | 0x80])
    (word,) = backend.load("iss").encrypt_words([EncryptJob(p, key.pk, message, bad)])
    assert word == bytes(p.n_bytes)


def test_an_error_of_the_machine_names_code_and_address(rng: Rng) -> None:
    p, _, message, errors = job(rng, (6, 60, 3), 3)
    with pytest.raises(JobError, match="PKT_SHORT"):
        run("encrypt", p, (message, errors, b"\0"))


def test_the_machine_works_again_after_an_error(rng: Rng) -> None:
    p, key, message, errors = job(rng, (6, 60, 3), 3)
    with pytest.raises(JobError):
        run("encrypt", p, (b"",))
    (word,) = run("encrypt", p, (message, errors, key.pk)).outputs
    assert word == pke.encrypt(p, key.pk, message, bits.unpack(errors, p.n)).c
