# SPDX-License-Identifier: Apache-2.0
"""The golden model as a backend."""

from __future__ import annotations

from collections.abc import Sequence

from mce import bits, kem, pke
from mce.backend import (
    Backend,
    DecapJob,
    Decoded,
    DecodeJob,
    Decrypted,
    DecryptJob,
    EncapBatchJob,
    EncapJob,
    EncryptBatchJob,
    EncryptJob,
)
from mce.driver.batch import Encrypted, Shared
from mce.driver.kem import Decapsulated, Encapsulated
from mce.keys import PrivateKey, PublicKey
from mce.params import HASH_BYTES


class ModelBackend(Backend):
    """Answers each job from the model; nothing is gained by batches."""

    name = "model"

    def encrypt_words(self, jobs: Sequence[EncryptJob]) -> list[bytes]:
        """See ``Backend``."""
        return [
            pke.encrypt(j.params, j.public, j.message, bits.unpack(j.errors, j.params.n)).c
            for j in jobs
        ]

    def decrypt_words(self, jobs: Sequence[DecryptJob]) -> list[Decrypted]:
        """See ``Backend``."""
        results = (pke.decrypt(j.params, j.private, j.word) for j in jobs)
        return [Decrypted(r.message, r.reject) for r in results]

    def decode_words(self, jobs: Sequence[DecodeJob]) -> list[Decoded]:
        """See ``Backend``."""
        return [_decode(job) for job in jobs]

    def encapsulations(self, jobs: Sequence[EncapJob]) -> list[Encapsulated]:
        """See ``Backend``."""
        made = (kem.encapsulate(j.params, j.public, j.source()) for j in jobs)
        return [Encapsulated(e.ret, e.ct, e.ss, e.drawn.draws) for e in made]

    def decapsulations(self, jobs: Sequence[DecapJob]) -> list[Decapsulated]:
        """See ``Backend``."""
        opened = (kem.decapsulate(j.params, j.private, j.ciphertext) for j in jobs)
        return [Decapsulated(d.ret, d.ss) for d in opened]

    def encrypted_batches(self, jobs: Sequence[EncryptBatchJob]) -> list[Encrypted]:
        """As many single encryptions; all words are zero when one is refused."""
        return [_encrypted(job) for job in jobs]

    def shared_batches(self, jobs: Sequence[EncapBatchJob]) -> list[Shared]:
        """As many single encapsulations."""
        return [_shared(job) for job in jobs]


def _encrypted(job: EncryptBatchJob) -> Encrypted:
    """One batch of encryptions; the core finds set padding bits where the model refuses them."""
    p = job.params
    clean = all(bits.padding_is_zero(x, p.k) for x in job.messages) and all(
        bits.padding_is_zero(e, p.n) for e in job.errors)
    words: list[bytes] = []
    if clean:
        made = [pke.encrypt(p, job.public, x, bits.unpack(e, p.n))
                for x, e in zip(job.messages, job.errors, strict=True)]
        clean, words = all(m.ret == 0 for m in made), [m.c for m in made]
    zero = (bytes(p.n_bytes),) * len(job.messages)
    return Encrypted(tuple(words) if clean else zero, not clean)


def _shared(job: EncapBatchJob) -> Shared:
    """One batch of encapsulations."""
    p, count = job.params, len(job.errors)
    clean = all(bits.padding_is_zero(e, p.n) for e in job.errors) and PublicKey.from_bytes(
        p, job.public).padding_ok
    if not clean:
        return Shared((bytes(p.syndrome_bytes),) * count, (bytes(HASH_BYTES),) * count, True)
    made = [kem.encapsulate_errors(p, job.public, bits.unpack(e, p.n)) for e in job.errors]
    return Shared(tuple(ct for ct, _ in made), tuple(ss for _, ss in made), False)


def _decode(job: DecodeJob) -> Decoded:
    """One error search."""
    key = PrivateKey.from_bytes(job.params, job.private)
    found = key.code.decode(bits.unpack(job.word, job.params.n))
    return Decoded(bits.pack(found.error), found.weight_ok, found.recheck_ok, found.accept)


def create() -> Backend:
    """The backend, as ``mce.backend.load`` wants it."""
    return ModelBackend()
