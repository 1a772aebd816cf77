# SPDX-License-Identifier: Apache-2.0
"""What `make sim` runs: jobs for the simulated core and what the model says they must give."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mce import backend_rtl, bits, cli_textbook, kem, keycache, keyimage, params, pke, textbook
from mce.backend import DecapJob, DecryptJob, EncapJob, EncryptJob
from mce.drbg import SEED_BYTES, Drbg
from mce.keygen import KeyPair, seeded_keygen


@dataclass(frozen=True)
class Case:
    """An operation and what it must give.

    Attributes:
        set, op: as in `mce.simulation.Row`.
        job: for `rtl_session.run_jobs`.
        operands: all bytes that are streamed in.
        expected: result packets of a program; ciphertext and session key, or session key.
        image_bytes: size of the key image, None where none is used.
    """

    set: str
    op: str
    job: Any
    operands: bytes
    expected: tuple[bytes, ...]
    image_bytes: int | None


def _random_errors(p: params.Params, rng: np.random.Generator) -> Any:
    e = np.zeros(p.n, dtype=np.uint8)
    e[rng.choice(p.n, p.t, replace=False)] = 1
    return e


def cases_of(name: str, seed: int, kinds: Sequence[str]) -> list[Case]:
    """For each kind an operation with the public key and one with the private key, by the model."""
    p = params.get(name)
    rng = np.random.default_rng([seed, p.n, p.t])
    made: list[Case] = []
    if set(kinds) - {"kem"}:
        key = seeded_keygen(p, rng.bytes(params.DELTA_BYTES))
        made += _pke_cases(key, rng) if "pke" in kinds else []
        made += _textbook_cases(key, rng) if "textbook" in kinds else []
    if "kem" in kinds:
        pk, sk = keycache.count0(p)
        for variant in (p, p.with_pc()):
            made += _kem_cases(variant, pk, sk, np.random.default_rng([seed, p.n, p.t, p.nu]))
    return made


def _draw(p: params.Params, rng: np.random.Generator) -> Iterator[tuple[bytes, Any]]:
    """Messages and error vectors."""
    while True:
        yield bits.pack(rng.integers(0, 2, p.k).astype(np.uint8)), _random_errors(p, rng)


def _program(op: str, p: params.Params, job: Any, expected: bytes, image: int | None) -> Case:
    return Case(p.name, op, job, b"".join(job.packets), (expected,), image)


def _pke_cases(key: KeyPair, rng: np.random.Generator) -> list[Case]:
    p, drawn = key.params, _draw(key.params, rng)
    (x, e), (y, f) = next(drawn), next(drawn)
    word, other = pke.encrypt(p, key.pk, x, e).c, pke.encrypt(p, key.pk, y, f).c
    image = len(keyimage.build(p, key.sk).to_bytes())
    encrypt = backend_rtl.encrypt_job(EncryptJob(p, key.pk, x, bits.pack(e)))
    decrypt = backend_rtl.decrypt_job(DecryptJob(p, key.sk, other))
    return [_program("encrypt", p, encrypt, word, None), _program("decrypt", p, decrypt, y, image)]


def _textbook_cases(key: KeyPair, rng: np.random.Generator) -> list[Case]:
    p, drawn = key.params, _draw(key.params, rng)
    pair = textbook.disguise(key, Drbg(rng.bytes(SEED_BYTES)))
    (x, e), (y, f) = next(drawn), next(drawn)
    word, other = (textbook.encrypt(p, pair.public, *z).c for z in ((x, e), (y, f)))
    image = len(keyimage.build(p, key.sk).to_bytes())
    job = backend_rtl.session().RtlJob
    encrypt = job("textbook_encrypt", p.m, p.n, p.t,
                  tuple(cli_textbook.encrypt_packets(pair.public, x, bits.pack(e))), (len(word),))
    decrypt = job("textbook_decrypt", p.m, p.n, p.t,
                  tuple(cli_textbook.decrypt_packets(pair.private, other)), (len(y),))
    return [_program(encrypt.program, p, encrypt, word, None),
            _program(decrypt.program, p, decrypt, y, image)]


def _kem_cases(p: params.Params, pk: bytes, sk: bytes, rng: np.random.Generator) -> list[Case]:
    """An encapsulation whose first draw is good, and the decapsulation of another one."""
    draws: list[bytes] = []

    def random(length: int) -> bytes:
        draws.append(rng.bytes(length))
        return draws[-1]

    made, other = kem.encapsulate(p, pk, random), kem.encapsulate(p, pk, rng.bytes)
    good, image = draws[made.drawn.draws - 1], keyimage.build(p, sk)
    suffix = "_pc" if p.pc else ""
    encap = backend_rtl.encap_job(EncapJob(p, pk, (good,)))
    decap = backend_rtl.decap_job(DecapJob(p, sk, other.ct))
    secret = other.ct + image.pairs + image.indices + image.s
    return [Case(p.name, f"encap{suffix}", encap, good + pk, (made.ct, made.ss), None),
            Case(p.name, f"decap{suffix}", decap, secret, (other.ss,), len(image.to_bytes()))]
