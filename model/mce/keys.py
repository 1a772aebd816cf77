# SPDX-License-Identifier: Apache-2.0
"""Official public and private keys as bytes and as the objects they stand for.

Classic McEliece: cryptosystem specification, section "Representation of objects as byte strings":
private key delta | c (pivots) | g | control bits of alpha | s, public key T row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np

from mce import controlbits
from mce.bits import (
    U8,
    bit_reverse,
    bytes_to_words,
    need_length,
    words_to_bytes,
)
from mce.controlbits import Perm
from mce.errors import FormatError
from mce.field import U16
from mce.goppa import Code
from mce.params import DELTA_BYTES, PIVOT_BYTES, Params

SYSTEMATIC_PIVOTS = bytes.fromhex("ffffffff00000000")
"""The pivot field of a private key that is not semi-systematic."""


def field_elements(params: Params, pi: Any) -> U16:
    """alpha_i = sum of pi(i)_j·z^(m-1-j): the bits of pi(i) reversed (section "Field ordering")."""
    return bit_reverse(pi, params.m)


@dataclass(frozen=True, eq=False)
class PrivateKey:
    """A private key.

    Attributes:
        params: the set.
        delta: 32 bytes, the seed that succeeded.
        pivots: 8 bytes, column mask of the semi-systematic window.
        g: t coefficients of the Goppa polynomial, g_t = 1 implied.
        pi: permutation of 0..2^m-1 (after the column moves of an f variant).
        s: ceil(n/8) bytes for implicit rejection.
    """

    params: Params
    delta: bytes
    pivots: bytes
    g: U16
    pi: Perm
    s: bytes

    @cached_property
    def alpha(self) -> U16:
        """All 2^m elements in order; the first n are the support."""
        return field_elements(self.params, self.pi)

    @cached_property
    def code(self) -> Code:
        """The Goppa code, with its weights computed once."""
        return Code(self.params.field, self.g, self.alpha[: self.params.n])

    def to_bytes(self) -> bytes:
        """The official format."""
        control = controlbits.to_bytes(self.pi)
        return self.delta + self.pivots + words_to_bytes(self.g) + control + self.s

    @staticmethod
    def from_bytes(params: Params, data: bytes) -> PrivateKey:
        """Read the official format; the same bytes give the same object.

        Raises:
            LengthError: not the length of this set's private keys.
            FormatError: coefficients of g beyond the field, or g with a root in the support.
        """
        return _parse_private(params, bytes(data))


@lru_cache(maxsize=16)
def _parse_private(params: Params, data: bytes) -> PrivateKey:
    need_length(data, params.sk_bytes, f"private key of {params.name}")
    cuts = np.cumsum([DELTA_BYTES, PIVOT_BYTES, 2 * params.t, params.control_bytes])
    delta, pivots, g_bytes, control, s = (
        data[a:b] for a, b in zip([0, *cuts], [*cuts, len(data)], strict=True)
    )
    g = bytes_to_words(g_bytes)
    if (g >= params.q).any():
        raise FormatError("goppa-polynomial", "a coefficient of g is too large", "check the key")
    key = PrivateKey(params, delta, pivots, g, controlbits.from_bytes(control, params.m), s)
    if not key.code.weights.all():
        raise FormatError("goppa-polynomial", "g has a root in the support", "check the key")
    return key


@dataclass(frozen=True, eq=False)
class PublicKey:
    """A public key: `rows` is m·t x ceil(k/8) bytes."""

    params: Params
    rows: U8

    @cached_property
    def padding_ok(self) -> bool:
        """True when the padding bits of every row are zero."""
        used = self.params.k % 8
        return used == 0 or not (self.rows[:, -1] >> used).any()

    def times(self, x: Any) -> U8:
        """T·x for a vector of k bits: m·t bits."""
        at = np.flatnonzero(x)
        if len(at) < 512:  # few columns: gather them
            columns = self.rows[:, at >> 3] >> (at & 7).astype(np.uint8) & 1
            result: U8 = np.bitwise_xor.reduce(columns, axis=1)
            return result
        mask = np.packbits(np.asarray(x, dtype=np.uint8), bitorder="little")
        parity = np.bitwise_xor.reduce(self.rows & mask, axis=1)
        return np.asarray(np.bitwise_count(parity) & 1, dtype=np.uint8)

    @staticmethod
    def from_bytes(params: Params, data: bytes) -> PublicKey:
        """Read the official format. Padding bits are kept and reported, not refused.

        Raises:
            LengthError: not the length of this set's public keys.
        """
        need_length(data, params.pk_bytes, f"public key of {params.name}")
        rows = np.frombuffer(data, dtype=np.uint8).reshape(params.mt, params.row_bytes)
        return PublicKey(params, rows)
