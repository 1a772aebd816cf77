# SPDX-License-Identifier: Apache-2.0
"""Who computes: the golden model or the simulated RTL, behind one small interface.

A backend answers seven kinds of job, always in batches, so that a simulator can run many words in
one process. Everything around them (keys, comparison with vector files) is the same for all
backends. The raw scheme is a primitive: one-way only, see ``mce encrypt --help``.
"""

from __future__ import annotations

import importlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mce import kem
from mce.bits import bytes_to_words
from mce.drbg import RandomBytes
from mce.driver.batch import Encrypted, Shared
from mce.driver.kem import Decapsulated, Encapsulated
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
class EncapJob:
    """Ciphertext and session key for a public key.

    Attributes:
        params: the set; `params.pc` asks for plaintext confirmation.
        public: official public key, padding bits of any value.
        draws: draws in order, each tau words of 16 bits, low byte first; secret.
    """

    params: Params
    public: bytes
    draws: tuple[bytes, ...]

    def source(self) -> RandomBytes:
        """The draws as a random source; see `mce.kem.scripted` for its errors."""
        return kem.scripted(map(bytes_to_words, self.draws))


@dataclass(frozen=True)
class DecapJob:
    """Session key of a ciphertext.

    Attributes:
        params: the set; `params.pc` says whether the ciphertext carries plaintext confirmation.
        private: official private key.
        ciphertext: `Params.ct_bytes`, padding bits of any value.
    """

    params: Params
    private: bytes
    ciphertext: bytes


@dataclass(frozen=True)
class EncryptBatchJob:
    """Two or four encryptions for one key, in one pass of it on a core with BATCH.

    Attributes:
        params, public: as in `EncryptJob`.
        messages, errors: as in `EncryptJob`, of each word.
    """

    params: Params
    public: bytes
    messages: tuple[bytes, ...]
    errors: tuple[bytes, ...]


@dataclass(frozen=True)
class EncapBatchJob:
    """Two or four encapsulations of given error vectors for one key, in one pass of it.

    Attributes:
        params: the set, without plaintext confirmation.
        public: official public key.
        errors: ceil(n/8) bytes each, padding bits zero, weight t; secret.
    """

    params: Params
    public: bytes
    errors: tuple[bytes, ...]


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


Job: TypeAlias = (EncryptJob | DecryptJob | DecodeJob | EncapJob | DecapJob | EncryptBatchJob
                  | EncapBatchJob)
Result: TypeAlias = (bytes | Decrypted | Decoded | Encapsulated | Decapsulated | Encrypted
                     | Shared)


class Backend(ABC):
    """Computes batches of jobs; jobs of one batch may use different keys and sets.

    A batch is ordered so that jobs of one key stand together; results come in the order of jobs.

    Attributes:
        name: as on the command line.
        whole_files: the vector runner puts all jobs of a file into one batch, because starting
            the backend is expensive.
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

    @abstractmethod
    def encapsulations(self, jobs: Sequence[EncapJob]) -> list[Encapsulated]:
        """Ciphertext and session key of each job."""

    @abstractmethod
    def decapsulations(self, jobs: Sequence[DecapJob]) -> list[Decapsulated]:
        """Session key of each job."""

    @abstractmethod
    def encrypted_batches(self, jobs: Sequence[EncryptBatchJob]) -> list[Encrypted]:
        """The words of each job."""

    @abstractmethod
    def shared_batches(self, jobs: Sequence[EncapBatchJob]) -> list[Shared]:
        """Ciphertexts and session keys of each job."""

    def run(self, jobs: Sequence[Job]) -> list[Result]:
        """A mixed batch: one call for each kind of job, results in the order of jobs."""
        kinds: dict[type, Callable[[Any], Sequence[Result]]] = {
            EncryptJob: self.encrypt_words, DecryptJob: self.decrypt_words,
            DecodeJob: self.decode_words, EncapJob: self.encapsulations,
            DecapJob: self.decapsulations, EncryptBatchJob: self.encrypted_batches,
            EncapBatchJob: self.shared_batches,
        }  # fmt: skip
        results: dict[int, Result] = {}
        for kind, answer in kinds.items():
            mine = [i for i, job in enumerate(jobs) if isinstance(job, kind)]
            if mine:
                results.update(zip(mine, answer([jobs[i] for i in mine]), strict=True))
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

    def encapsulate(self, params: Params, public: bytes, draws: Sequence[bytes]) -> Encapsulated:
        """One encapsulation."""
        return self.encapsulations([EncapJob(params, public, tuple(draws))])[0]

    def decapsulate(self, params: Params, private: bytes, ciphertext: bytes) -> Decapsulated:
        """One decapsulation."""
        return self.decapsulations([DecapJob(params, private, ciphertext)])[0]


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
