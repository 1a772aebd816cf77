# SPDX-License-Identifier: Apache-2.0
"""The golden model as a backend."""

from __future__ import annotations

from collections.abc import Sequence

from mce import bits, pke
from mce.backend import Backend, Decoded, DecodeJob, Decrypted, DecryptJob, EncryptJob
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


def _decode(job: DecodeJob) -> Decoded:
    """One error search."""
    key = PrivateKey.from_bytes(job.params, job.private)
    found = key.code.decode(bits.unpack(job.word, job.params.n))
    return Decoded(bits.pack(found.error), found.weight_ok, found.recheck_ok, found.accept)


def create() -> Backend:
    """The backend, as ``mce.backend.load`` wants it."""
    return ModelBackend()
