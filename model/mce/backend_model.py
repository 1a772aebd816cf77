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
    EncapJob,
    EncryptJob,
)
from mce.driver.kem import Decapsulated, Encapsulated
from mce.keys import PrivateKey


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


def _decode(job: DecodeJob) -> Decoded:
    """One error search."""
    key = PrivateKey.from_bytes(job.params, job.private)
    found = key.code.decode(bits.unpack(job.word, job.params.n))
    return Decoded(bits.pack(found.error), found.weight_ok, found.recheck_ok, found.accept)


def create() -> Backend:
    """The backend, as ``mce.backend.load`` wants it."""
    return ModelBackend()
