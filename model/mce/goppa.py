# SPDX-License-Identifier: Apache-2.0
"""Binary Goppa codes: parity checks, syndromes, Berlekamp-Massey, decoding.

Classic McEliece: cryptosystem specification, sections "Matrix generation for Goppa codes" and
"Decoding"; the decoder works on 2t power sums with weights 1/g(alpha)^2, so that t errors of the
binary code are found (g is square-free, its code is the code of g^2).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from mce import poly
from mce.bits import U8, nbytes
from mce.field import U16, Field


def weights(f: Field, g: Any, alpha: Any) -> U16:
    """1/g(alpha_i)^2. `g` holds t coefficients, g_t = 1 implied."""
    result: U16 = f.sqr(f.inv(poly.horner(f, poly.monic(g), alpha)))
    return result


def parity_check(f: Field, g: Any, alpha: Any) -> U16:
    """t x n matrix alpha_j^i / g(alpha_j) over GF(2^m) (section "Matrix generation")."""
    row = f.inv(poly.horner(f, poly.monic(g), alpha))
    rows = []
    for _ in range(len(g)):
        rows.append(row)
        row = f.mul(row, alpha)
    return np.array(rows, dtype=np.uint16)


def parity_check_2t(f: Field, g: Any, alpha: Any) -> U16:
    """2t x n matrix alpha_j^i / g(alpha_j)^2: the one whose product with v is the syndrome."""
    row, rows = weights(f, g, alpha), []
    for _ in range(2 * len(g)):
        rows.append(row)
        row = f.mul(row, alpha)
    return np.array(rows, dtype=np.uint16)


def pack_binary_rows(matrix: U16, m: int) -> U8:
    """Each element as m binary rows: row i·m + b holds bit b of row i.

    Returns (m·rows) x ceil(n/8) bytes.
    """
    rows, n = matrix.shape
    packed = np.empty((rows, m, nbytes(n)), dtype=np.uint8)
    for b in range(m):
        bit = (matrix >> np.uint16(b) & 1).astype(np.uint8)
        packed[:, b] = np.packbits(bit, axis=1, bitorder="little")
    return packed.reshape(rows * m, nbytes(n))


def power_sums(f: Field, w: Any, x: Any, count: int) -> U16:
    """s_k = sum of w_i·x_i^k for k < count."""
    term, sums = np.asarray(w, dtype=np.uint16), np.zeros(count, dtype=np.uint16)
    next_power = f.times(x)
    for k in range(count):
        sums[k] = np.bitwise_xor.reduce(term)
        term = next_power(term)
    return sums


def berlekamp_massey(f: Field, s: Sequence[int] | U16, t: int) -> U16:
    """Error locator of 2t power sums by the reference's rule; t + 1 coefficients, the last is 1.

    C = 1, B = Z, L = 0, b = 1; step N: d = sum of C_i·s_{N-i}; C := C - (d/b)·B, and a length
    change when d is not 0 and N >= 2L. Reversed at the end, sigma_i = C_{t-i}, so that the roots
    are the support elements themselves. Defined for sequences of undecodable words too; C and B
    are then cut to degree t as the reference does.
    """
    s = np.asarray(s, dtype=np.uint16)
    C = np.zeros(t + 1, dtype=np.uint16)
    B = np.zeros(t + 1, dtype=np.uint16)
    C[0], B[1] = 1, 1
    L, b = 0, np.uint16(1)
    for N in range(2 * t):
        width = min(N, t) + 1
        d = np.bitwise_xor.reduce(f.mul(C[:width], s[N - width + 1 : N + 1][::-1]))
        T = C
        C = C ^ f.mul(f.div(d, b), B)
        if d and N >= 2 * L:
            L, B, b = N + 1 - L, T, d
        B = np.concatenate([np.zeros(1, dtype=np.uint16), B[:-1]])
    return C[::-1].copy()


def berlekamp_massey_reformulated(f: Field, s: Sequence[int] | U16, t: int) -> U16:
    """The same from two arrays of 2t + 1 cells without a discrepancy sum: the hardware's form.

    A = T = (s_0, ..., s_{2t-1}, 1); step r: d = A_0, T_{2t-1-r} := 0,
    A'_i = A_{i+1} + (d/b)·T_i, T' = A shifted on a length change; at the end C_i = A_i, i <= t.

    Equal to `berlekamp_massey` whenever the sequence has a recurrence of length L <= t. Beyond,
    this one keeps the coefficients above t that the reference drops, and the results may differ
    (about once in q^2 random words, seen in small fields only). No decoder accepts such a word:
    the power sums of t errors have L = t.
    """
    A = poly.monic(s)
    T, b, L = A.copy(), np.uint16(1), 0
    for r in range(2 * t):
        d = A[0]
        T[2 * t - 1 - r] = 0
        shifted = np.append(A[1:], np.uint16(0))
        A = shifted ^ f.mul(f.div(d, b), T)
        if d and r >= 2 * L:
            L, T, b = r + 1 - L, shifted.copy(), d
    return A[: t + 1][::-1].copy()


@dataclass(frozen=True)
class Decoding:
    """All a decoder finds out about one word.

    Attributes:
        syndrome: 2t power sums of the word.
        locator: t + 1 coefficients.
        roots_found: number of code positions whose alpha is a root.
        error: n bits, one at every such position, whatever the flags say.
        weight_ok: roots_found = t.
        recheck_ok: the error has the syndrome of the word.
    """

    syndrome: U16
    locator: U16
    roots_found: int
    error: U8
    weight_ok: bool
    recheck_ok: bool

    @property
    def accept(self) -> bool:
        """Both checks. Weight alone accepts words with t - 1 errors when 0 is in the support."""
        return self.weight_ok and self.recheck_ok


class Code:
    """A Goppa code given by g (t coefficients, monic) and its support alpha (n elements)."""

    def __init__(self, f: Field, g: Any, alpha: Any) -> None:
        self.field = f
        self.g = np.asarray(g, dtype=np.uint16)
        self.alpha = np.asarray(alpha, dtype=np.uint16)
        self.t, self.n = len(self.g), len(self.alpha)
        self.weights = weights(f, self.g, self.alpha)

    def syndrome(self, v: Any) -> U16:
        """2t power sums of a word of n bits."""
        at = np.flatnonzero(v)
        return power_sums(self.field, self.weights[at], self.alpha[at], 2 * self.t)

    def locate(self, locator: Any) -> U8:
        """n bits: 1 where alpha_i is a root of the polynomial, by Horner."""
        roots = poly.horner(self.field, locator, self.alpha) == 0
        return np.asarray(roots, dtype=np.uint8)

    def decode(self, v: Any) -> Decoding:
        """Decode a word of n bits (section "Decoding"; steps never stop early)."""
        s = self.syndrome(v)
        locator = berlekamp_massey(self.field, s, self.t)
        error = self.locate(locator)
        roots = int(np.count_nonzero(error))
        again = self.syndrome(error)
        return Decoding(s, locator, roots, error, roots == self.t, bool(np.array_equal(s, again)))
