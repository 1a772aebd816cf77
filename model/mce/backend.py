# SPDX-License-Identifier: Apache-2.0
"""Who computes: the golden model or the simulated RTL, behind one small interface.

A backend answers three kinds of job, always in batches, so that a simulator can run many words in
one process. Everything around them (keys, KEM hashing, comparison with vector files) is the same
for all backends. The raw scheme is a primitive: one-way only, see ``mce encrypt --help``.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mce.errors import MceError
from mce.params import Params


@dataclass(frozen=True)
class EncryptJob:
    """c = (T·x | x) + e.

    Attributes:
        params: the set.
        public: official public key: m·t rows of ceil(k/8) bytes.
        message: ceil(k/8) bytes, padding bits zero.
        errors: ceil(n/8) bytes, padding bits zero; the weight is the caller's business.
    """

    params: Params
    public: bytes
    message: bytes
    errors: bytes


@dataclass(frozen=True)
class DecryptJob:
    """Raw decryption of one word.

    Attributes:
        params: the set.
        private: official private key: delta | pivots | g | control bits | s.
        word: ceil(n/8) bytes.
    """

    params: Params
    private: bytes
    word: bytes


@dataclass(frozen=True)
class DecodeJob:
    """Error search in one word.

    Attributes:
        params: the set.
        private: official private key.
        word: ceil(n/8) bytes; for a KEM ciphertext its m·t bits, then zeros.
    """

    params: Params
    private: bytes
    word: bytes


@dataclass(frozen=True)
class Decrypted:
    """Result of a decryption.

    Attributes:
        message: ceil(k/8) bytes, all zero when rejected.
        reject: the word has no decoding with t errors (or non-zero padding bits).
    """

    message: bytes
    reject: bool


@dataclass(frozen=True)
class Decoded:
    """Result of an error search.

    Attributes:
        errors: ceil(n/8) bytes, one bit at each position whose support element is a root of the
            locator, whatever the flags say.
        weight_ok: the number of these bits is t (flag WEIGHT).
        recheck_ok: they have the syndrome of the word (flag RECHECK).
        accept: the verdict: both flags.
    """

    errors: bytes
    weight_ok: bool
    recheck_ok: bool
    accept: bool


Job: TypeAlias = EncryptJob | DecryptJob | DecodeJob
Result: TypeAlias = bytes | Decrypted | Decoded


class Backend(ABC):
    """Computes batches of jobs; jobs of one batch may use different keys and sets.

    A batch is ordered so that jobs of one key stand together; results come in the order of jobs.

    Attributes:
        name: as on the command line.
        whole_files: the vector runner puts all jobs of a file into one batch, and runs in its own
            process, because starting the backend is expensive.
        sections: the sections of vector files it can run, full or short names; None for all.
    """

    name: str
    whole_files: bool = False
    sections: frozenset[str] | None = None

    @abstractmethod
    def encrypt_words(self, jobs: Sequence[EncryptJob]) -> list[bytes]:
        """The word of each job, ceil(n/8) bytes."""

    @abstractmethod
    def decrypt_words(self, jobs: Sequence[DecryptJob]) -> list[Decrypted]:
        """Message and verdict of each job."""

    @abstractmethod
    def decode_words(self, jobs: Sequence[DecodeJob]) -> list[Decoded]:
        """Roots, flags and verdict of each job."""

    def run(self, jobs: Sequence[Job]) -> list[Result]:
        """A mixed batch: one call for each kind of job, results in the order of jobs."""
        results: dict[int, Result] = {}
        encrypts = [(i, job) for i, job in enumerate(jobs) if isinstance(job, EncryptJob)]
        decrypts = [(i, job) for i, job in enumerate(jobs) if isinstance(job, DecryptJob)]
        decodes = [(i, job) for i, job in enumerate(jobs) if isinstance(job, DecodeJob)]
        if encrypts:
            words = self.encrypt_words([job for _, job in encrypts])
            results.update(zip((i for i, _ in encrypts), words, strict=True))
        if decrypts:
            messages = self.decrypt_words([job for _, job in decrypts])
            results.update(zip((i for i, _ in decrypts), messages, strict=True))
        if decodes:
            found = self.decode_words([job for _, job in decodes])
            results.update(zip((i for i, _ in decodes), found, strict=True))
        return [results[i] for i in range(len(jobs))]

    def encrypt_word(self, params: Params, public: bytes, message: bytes, errors: bytes) -> bytes:
        """One encryption."""
        return self.encrypt_words([EncryptJob(params, public, message, errors)])[0]

    def decrypt_word(self, params: Params, private: bytes, word: bytes) -> Decrypted:
        """One decryption."""
        return self.decrypt_words([DecryptJob(params, private, word)])[0]

    def decode(self, params: Params, private: bytes, word: bytes) -> Decoded:
        """One error search."""
        return self.decode_words([DecodeJob(params, private, word)])[0]


NAMES = ("model", "iss", "rtl")
"""The backends that ``load`` knows."""


def load(name: str) -> Backend:
    """The backend of this name: `model`, `iss` for the instruction-level simulator, or `rtl` for
    the simulated core.

    Raises:
        MceError: no such backend (``backend``), or its simulator is not set up
            (``backend-setup``).
    """
    modules = {name: f"mce.backend_{name}" for name in NAMES}
    if name not in modules:
        raise MceError("backend", f"no backend {name!r}", f"use one of {', '.join(NAMES)}")
    try:
        module = importlib.import_module(modules[name])
    except ImportError as error:
        raise MceError(
            "backend-setup",
            f"the {name} backend does not load: {error}",
            "install the simulator with `make setup`, or use --backend model",
        ) from error
    backend: Backend = module.create()
    return backend
