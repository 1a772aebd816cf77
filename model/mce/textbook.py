# SPDX-License-Identifier: Apache-2.0
"""McEliece as in the textbook: a public generator matrix G' = S·G·P. Hazmat, as `mce.pke`.

R. J. McEliece, "A public-key cryptosystem based on algebraic coding theory" (1978). The Goppa code
is that of a Classic McEliece key, H = (I | T), so G = (T^T | I): a message u of k bits has the
code word (T·u | u). S is a uniform invertible k x k matrix, P a uniform permutation of the n
positions. Encryption c = x·G' + e, decryption x = (message part of the decoded c·P^-1)·S^-1.

Direction of P: position i of the code is position order_i of the word, (u·P)[order_i] = u_i, so
c·P^-1 is the gather c[order_i], which is what `vgather` does with `order` as its index packet.

Files of a key:

    public    k rows of ceil(n/8) bytes: G', padding bits zero
    private   official private key of the Goppa code | order, n words of 16 bits, little endian |
              k rows of ceil(k/8) bytes: S^-1, padding bits zero
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mce import gf2
from mce import params as sets
from mce.bits import (
    U8,
    bytes_to_words,
    nbytes,
    need_length,
    pack,
    padding_is_zero,
    unpack,
    words_to_bytes,
)
from mce.drbg import RandomBytes
from mce.errors import FormatError, LengthError
from mce.field import U16
from mce.keygen import KeyPair, seeded_keygen
from mce.keys import PrivateKey, PublicKey
from mce.niederreiter import need_bits
from mce.params import DELTA_BYTES, Params
from mce.pke import Decryption, Encryption

Progress = Callable[[str], None]
"""Told the step that begins."""
ROWS = 256  # rows unpacked at a time, one byte a bit


def _silent(_step: str) -> None:
    """Progress nobody looks at."""


@dataclass(frozen=True, eq=False)
class TextbookKey:
    """The private parts, as the programs stream them.

    Attributes:
        params: the set of the Goppa code.
        goppa: its official private key.
        order: n positions of a word, in the order of the code.
        unscramble: S^-1, k rows of ceil(k/8) bytes.
    """

    params: Params
    goppa: bytes
    order: U16
    unscramble: bytes

    def to_bytes(self) -> bytes:
        """The private file."""
        return self.goppa + words_to_bytes(self.order) + self.unscramble

    @staticmethod
    def from_bytes(params: Params, data: bytes) -> TextbookKey:
        """Read a private file. Padding bits of S^-1 are kept; decryption rejects them.

        Raises:
            LengthError: not the length of this set's private files.
            FormatError: the order is no permutation (``textbook-order``).
        """
        need_length(data, private_bytes(params), f"textbook private key of {params.name}")
        cut = params.sk_bytes + 2 * params.n
        order = bytes_to_words(data[params.sk_bytes : cut])
        if not np.array_equal(np.sort(order), np.arange(params.n)):
            raise FormatError(
                "textbook-order", "the order is no permutation", "restore the private key"
            )
        return TextbookKey(params, data[: params.sk_bytes], order, data[cut:])


@dataclass(frozen=True, eq=False)
class TextbookPair:
    """Public file and private key."""

    public: bytes
    private: TextbookKey


def public_bytes(params: Params) -> int:
    """Bytes of a public file."""
    return params.k * params.n_bytes


def private_bytes(params: Params) -> int:
    """Bytes of a private file."""
    return params.sk_bytes + 2 * params.n + params.k * params.row_bytes


def from_key_length(length: int) -> Params:
    """The set whose public or private file has this many bytes.

    Raises:
        LengthError: no set has such a file (``key-length``).
    """
    for name in sets.names():
        params = sets.get(name)
        if not params.semi and length in (public_bytes(params), private_bytes(params)):
            return params
    raise LengthError(
        "key-length",
        f"{length} bytes is the length of no textbook key",
        "give a file of `mce keygen --textbook`, or leave out --textbook",
    )


def permutation(count: int, random: RandomBytes) -> U16:
    """A uniform permutation of 0..count-1: the order of as many random 64-bit words."""
    while True:
        words = np.frombuffer(random(8 * count), dtype="<u8")
        order = np.argsort(words, kind="stable")
        if (np.diff(words[order]) != 0).all():
            return order.astype(np.uint16)


def generator(params: Params, scramble: gf2.Words, pk: bytes, order: U16) -> bytes:
    """The public file: rows of S·(T^T | I)·P.

    Args:
        params: the set.
        scramble: S, k rows.
        pk: official public key, the rows of T.
        order: see the head of this module.
    """
    T = np.unpackbits(PublicKey.from_bytes(params, pk).rows, axis=1, bitorder="little")
    transposed = np.ascontiguousarray(T[:, : params.k].T)
    parity = gf2.multiply(scramble, gf2.to_words(_packed(transposed)))
    at = np.empty(params.n, dtype=np.intp)
    at[order] = np.arange(params.n)
    blocks = []
    for first in range(0, params.k, ROWS):
        rows = slice(first, first + ROWS)
        left, right = _bits(parity[rows], params.mt), _bits(scramble[rows], params.k)
        blocks.append(_packed(np.concatenate([left, right], axis=1)[:, at]))
    return np.concatenate(blocks).tobytes()


def _packed(bits: U8) -> U8:
    return np.packbits(bits, axis=1, bitorder="little")


def _bits(words: gf2.Words, columns: int) -> U8:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little", count=columns)


def disguise(pair: KeyPair, random: RandomBytes, progress: Progress = _silent) -> TextbookPair:
    """Textbook key of an existing Classic McEliece key; S, then P are drawn from `random`."""
    p = pair.params
    progress(f"S and its inverse, {p.k} x {p.k}")
    scramble, inverse = gf2.random_invertible(p.k, random)
    order = permutation(p.n, random)
    progress(f"G' = S G P, {p.k} x {p.n}")
    public = generator(p, scramble, pair.pk, order)
    rows = np.ascontiguousarray(inverse.view(np.uint8)[:, : p.row_bytes])
    return TextbookPair(public, TextbookKey(p, pair.sk, order, rows.tobytes()))


def keygen(params: Params, random: RandomBytes, progress: Progress = _silent) -> TextbookPair:
    """A textbook key: delta of the Goppa code, S and P are drawn from `random` in this order.

    Raises:
        KeygenError: as `mce.keygen.seeded_keygen`.
    """
    progress("Goppa code")
    return disguise(seeded_keygen(params, random(DELTA_BYTES)), random, progress)


def _matrix(data: bytes, rows: int, columns: int, what: str) -> tuple[U8, bool]:
    """A matrix of whole-byte rows, and whether all its padding bits are zero."""
    need_length(data, rows * nbytes(columns), what)
    matrix = np.frombuffer(data, dtype=np.uint8).reshape(rows, nbytes(columns))
    used = columns % 8
    return matrix, used == 0 or not (matrix[:, -1] >> used).any()


def _times(vector: U8, matrix: U8, columns: int) -> U8:
    """Row vector times packed matrix: `columns` bits."""
    total = np.bitwise_xor.reduce(matrix[vector != 0], axis=0)
    return np.unpackbits(total, bitorder="little")[:columns]


def encrypt(params: Params, public: bytes, message: bytes, e: Any) -> Encryption:
    """c = x·G' + e. `e` is a vector of n bits; its weight is the caller's duty (t, uniform).

    Raises:
        LengthError: wrong number of bytes or bits.
        FormatError: non-zero padding bits in the message.
    """
    x = unpack(message, params.k)
    if not padding_is_zero(message, params.k):
        raise FormatError("message-padding", "padding bits of the message are set", "clear them")
    matrix, clean = _matrix(public, params.k, params.n, f"textbook public key of {params.name}")
    word = _times(x, matrix, params.n) ^ need_bits(e, params.n, "error vector")
    return Encryption(0, pack(word)) if clean else Encryption(-1, bytes(params.n_bytes))


def decrypt(key: TextbookKey, c: bytes) -> Decryption:
    """x from c = x·G' + e, or a zero message and `reject`.

    Rejected: more or fewer than t errors, non-zero padding bits of the word or of S^-1.
    `decoding` is that of c·P^-1, in the order of the code.

    Raises:
        LengthError: c or a part of the key of the wrong length.
    """
    p = key.params
    need_length(c, p.n_bytes, "word")
    word = unpack(c, p.n)[key.order]
    found = PrivateKey.from_bytes(p, key.goppa).code.decode(word)
    matrix, clean = _matrix(key.unscramble, p.k, p.k, "S^-1")
    if not (found.accept and clean and padding_is_zero(c, p.n)):
        return Decryption(bytes(nbytes(p.k)), True, found)
    return Decryption(pack(_times((word ^ found.error)[p.mt :], matrix, p.k)), False, found)
