# SPDX-License-Identifier: Apache-2.0
"""Key pairs of vector files, generated once in a process, with what the sections ask of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from mce import bits, goppa, kem, keygen, niederreiter, poly
from mce.backend import DecapJob, DecodeJob, DecryptJob, EncapJob, EncryptJob
from mce.drbg import SEED_BYTES, Drbg, RandomBytes
from mce.field import U16
from mce.keys import PrivateKey
from mce.params import DELTA_BYTES, Params


@dataclass(frozen=True)
class KeyRef:
    """A key pair by what it is generated from; equal references share one generation.

    Attributes:
        params: the code, without plaintext confirmation (keys do not depend on it).
        seed: 48 bytes for the generator of the known-answer tests, or 32 bytes delta.
        attempts: expected number of attempts, for scheduling only.
    """

    params: Params
    seed: bytes
    attempts: int = field(default=1, compare=False)

    @property
    def cost(self) -> float:
        """Work of the generation, in arbitrary units."""
        return float(self.attempts * self.params.mt**2 * self.params.n)


@dataclass(frozen=True)
class Drawn:
    """Errors of an encapsulation.

    Attributes:
        result: the error vector, its order of drawing and the number of draws.
        draws: the bytes of each draw; the last one was accepted.
    """

    result: kem.FixedWeight
    draws: tuple[bytes, ...]

    @staticmethod
    def take(params: Params, source: RandomBytes) -> Drawn:
        """Draw from a source."""
        draws: list[bytes] = []

        def recorded(length: int) -> bytes:
            draws.append(source(length))
            return draws[-1]

        result = kem.draw_fixed_weight(params, recorded)
        return Drawn(result, tuple(draws))


class Key:
    """A generated key pair.

    Attributes:
        params: the code.
        seed: what the key pair was generated from.
        delta: the seed of the first attempt.
        pair: pk, sk and how they came about.
    """

    def __init__(self, ref: KeyRef) -> None:
        self.params = ref.params
        self.seed = ref.seed
        self.delta = ref.seed
        if len(ref.seed) == SEED_BYTES:
            self.delta = Drbg(ref.seed)(DELTA_BYTES)
        self.pair = keygen.seeded_keygen(ref.params, self.delta)

    @property
    def private(self) -> PrivateKey:
        """The private key as an object."""
        return self.pair.private

    @cached_property
    def drawn(self) -> Drawn:
        """The encapsulation that follows the key generation in a known-answer test."""
        generator = Drbg(self.seed)
        generator(DELTA_BYTES)
        return Drawn.take(self.params, generator)

    @property
    def zero_position(self) -> int | None:
        """The code position with support element 0."""
        at = np.flatnonzero(self.private.code.alpha == 0)
        return int(at[0]) if len(at) else None

    @cached_property
    def parity_rows(self) -> bits.U8:
        """H before elimination: m·t rows of ceil(n/8) bytes, support not yet permuted."""
        code, pi = self.params, self.pair.expansion.pi
        assert pi is not None
        alpha = bits.bit_reverse(pi[: code.n], code.m)
        return goppa.pack_binary_rows(goppa.parity_check(code.field, self.private.g, alpha), code.m)

    def images(self, locator: Any) -> U16:
        """Values of a locator at the n support elements."""
        return poly.horner(self.params.field, locator, self.private.code.alpha)

    def find(self, ct: bytes) -> goppa.Decoding:
        """The model's decoder on (C_0, 0)."""
        return niederreiter.decode(self.params, self.pair.sk, ct[: self.params.syndrome_bytes])

    def syndrome_of(self, word: bytes) -> bytes:
        """H·v of a raw word with H = (I | T): equals the KEM ciphertext of its errors."""
        return self.syndrome(bits.unpack(word, self.params.n))

    def syndrome(self, v: bits.U8) -> bytes:
        """H·v of n bits."""
        return niederreiter.encode(self.params, self.pair.pk, v)

    def encrypt(self, message: bytes, errors: bytes) -> EncryptJob:
        """Job: encrypt with this key."""
        return EncryptJob(self.params, self.pair.pk, message, errors)

    def decrypt(self, word: bytes) -> DecryptJob:
        """Job: decrypt with this key."""
        return DecryptJob(self.params, self.pair.sk, word)

    def decode(self, word: bytes) -> DecodeJob:
        """Job: search the errors of a word with this key."""
        return DecodeJob(self.params, self.pair.sk, word)

    def encap(self, draws: tuple[bytes, ...], *, pc: bool = False) -> EncapJob:
        """Job: encapsulate for this key."""
        return EncapJob(self.params.with_pc(pc), self.pair.pk, draws)

    def decap(self, ct: bytes, *, pc: bool = False) -> DecapJob:
        """Job: decapsulate with this key."""
        return DecapJob(self.params.with_pc(pc), self.pair.sk, ct)


@lru_cache(maxsize=8)
def key(ref: KeyRef) -> Key:
    """The key pair of a reference."""
    return Key(ref)


def sha256(data: bytes) -> bytes:
    """SHA-256."""
    return hashlib.sha256(data).digest()
