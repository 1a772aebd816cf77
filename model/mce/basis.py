# SPDX-License-Identifier: Apache-2.0
"""The basis of the additive FFT, and reference forms of everything the evaluation unit computes.

Chain: s_0(x) = x, s_{j+1}(x) = s_j(x)^2 + b·s_j(x), one constant b. beta_0 = b, beta_{j+1} is a
root of y^2 + b·y = beta_j, and r such elements are completed to a basis of GF(2^m). Point number a
is pt(a) = sum of a_i·beta_i ("evaluation order"). With shat_j = s_j/b the novel basis is
X_k = prod over the bits k_j of shat_j^{k_j} (Cantor; Gao and Mateer; Lin, Chung and Han).

A chain of length r exists iff the kernel of B^r, B(y) = y^2 + b·y, has dimension r. A decoder
needs r >= log2(2t); every field uses the longest chain it has, so that one key image fits every
build of that field.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mce import poly
from mce.errors import ParameterError
from mce.field import U16, Field, field

CHOSEN_B = {13: 0x100D}
"""b of m = 13: 0x100d = 1/z costs next to nothing to multiply by. Any other m takes the smallest b
whose chain is long enough."""


def _b_map(f: Field, b: int) -> U16:
    """Table of B(y) = y^2 + b·y over the whole field."""
    y = np.arange(f.q, dtype=np.uint32).astype(np.uint16)
    table: U16 = f.sqr(y) ^ f.mul(np.uint16(b), y)
    return table


@cache
def chain_lengths(m: int) -> NDArray[np.int64]:
    """Longest chain length for every b at once; entry b, entry 0 is 0.

    y^2 + b·y = beta has the solutions b·u with u^2 + u = beta/b^2, so that one table of the roots
    of u^2 + u serves all b. Which of the two roots is taken does not matter: they differ by b,
    and b is in the image of B as soon as the chain has two elements.
    """
    f = field(m)
    u = np.arange(f.q, dtype=np.uint32).astype(np.uint16)
    root = np.zeros(f.q, dtype=np.uint16)
    solvable = np.zeros(f.q, dtype=bool)
    root[(f.sqr(u) ^ u)[::-1]] = u[::-1]  # reversed: the smaller root is written last
    solvable[f.sqr(u) ^ u] = True
    lengths = np.zeros(f.q, dtype=np.int64)
    alive, beta = u != 0, u.copy()
    inverse_square = f.sqr(f.inv(u))
    while alive.any():
        lengths[alive] += 1
        if lengths.max() == m:
            break
        quotient = f.mul(beta, inverse_square)
        alive &= solvable[quotient]
        beta = f.mul(u, root[quotient])
    return lengths


def longest_chain(m: int) -> int:
    """Longest r any b reaches in GF(2^m)."""
    return int(chain_lengths(m).max())


def find_b(m: int, r: int) -> int:
    """The b a basis with a chain of length r uses: the chosen one, or the smallest that works.

    Raises:
        ParameterError: no chain is that long.
    """
    lengths = chain_lengths(m)
    chosen = CHOSEN_B.get(m)
    if chosen is not None and lengths[chosen] >= r:
        return chosen
    candidates = np.flatnonzero(lengths >= r)
    if r < 1 or not candidates.size:
        raise ParameterError(
            "chain-length", f"GF(2^{m}) has no chain of length {r}", f"use 1..{longest_chain(m)}"
        )
    return int(candidates[0])


def prove_length(m: int, b: int) -> int:
    """Longest chain of b by the kernel criterion, independent of `chain_lengths`.

    Counts the kernel of B^r over the whole field and returns the largest r for which its
    dimension is r for all powers up to r.
    """
    step = _b_map(field(m), b)
    image, r = step, 0
    while r < m and np.count_nonzero(image == 0) == 2 << r:
        r, image = r + 1, step[image]
    return r


def _span_contains(pivots: dict[int, int], value: int) -> bool:
    """Reduce value by an echelon set of vectors; adds it when it is independent."""
    while value:
        top = value.bit_length()
        if top not in pivots:
            pivots[top] = value
            return False
        value ^= pivots[top]
    return True


class Basis:
    """One basis of GF(2^m) with a chain of length r.

    Args:
        m: field degree, 4..16.
        r: chain length; default the longest of the field, the one the hardware uses.

    Attributes:
        b: the constant of the chain.
        beta: the m basis elements, beta[0..r-1] the chain.
        number: basis number for the header of a key image; it is r, which with m fixes the rest.
        order: pt(a) for a = 0..2^m-1.
        shat_const: shat_const[j][i] = shat_j(beta_i), for j < r.
    """

    def __init__(self, m: int, r: int | None = None) -> None:
        self.field = field(m)
        self.m = m
        self.r = longest_chain(m) if r is None else r
        self.number = self.r
        self.b = find_b(m, self.r)
        self.beta = self._complete(self._chain())
        self.order = self._span(self.beta)
        self._number_of = np.zeros(self.field.q, dtype=np.uint16)
        self._number_of[self.order] = np.arange(self.field.q)
        self.shat_const = self._shat_constants()

    def _chain(self) -> list[int]:
        """beta_0..beta_{r-1}: always the smaller root."""
        b_map, beta = _b_map(self.field, self.b), [self.b]
        while len(beta) < self.r:
            beta.append(int(np.flatnonzero(b_map == beta[-1])[0]))
        return beta

    def _complete(self, beta: list[int]) -> tuple[int, ...]:
        """Add the smallest powers of z that are independent of all before."""
        pivots: dict[int, int] = {}
        for element in beta:
            _span_contains(pivots, element)
        units = [1 << i for i in range(self.m)]
        return tuple(beta + [u for u in units if not _span_contains(pivots, u)])

    def _span(self, constants: Any) -> U16:
        """Sum of a_i·constants[i] for all a."""
        table = np.zeros(1, dtype=np.uint16)
        for c in constants:
            table = np.concatenate([table, table ^ np.uint16(c)])
        return table

    def _shat_constants(self) -> list[tuple[int, ...]]:
        f, rows = self.field, []
        s_j = np.array(self.beta, dtype=np.uint16)
        for _ in range(self.r):
            rows.append(tuple(int(v) for v in f.div(s_j, np.uint16(self.b))))
            s_j = f.sqr(s_j) ^ f.mul(np.uint16(self.b), s_j)
        return rows

    def pt(self, a: Any) -> Any:
        """Element(s) with point number(s) a."""
        return self.order[a]

    def number_of(self, element: Any) -> Any:
        """Point number(s) of element(s): the inverse of pt."""
        return self._number_of[element]

    def shat(self, j: int, a: Any) -> Any:
        """shat_j(pt(a)), from the linear form in the bits of a. j < r."""
        return self._span(self.shat_const[j])[a]

    def novel(self, k: int, a: Any) -> U16:
        """X_k(pt(a)). k < 2^r."""
        value = np.ones_like(np.asarray(a), dtype=np.uint16)
        for j in range(k.bit_length()):
            if k >> j & 1:
                value = self.field.mul(value, self.shat(j, a))
        return value

    def novel_eval(self, c: Any, a: Any) -> U16:
        """sum of c_k·X_k(pt(a)), term by term."""
        value = np.zeros_like(np.asarray(a), dtype=np.uint16)
        for k, coefficient in enumerate(np.asarray(c, dtype=np.uint16)):
            value ^= self.field.mul(coefficient, self.novel(k, a))
        return value

    def fft(self, c: Any) -> U16:
        """All values sum of c_k·X_k(pt(a)), a = 0..2^m-1, by the stages of the pipeline.

        len(c) = 2^L <= 2^r. Stage j = L-1..0 turns (lo, hi) into A = lo + shat_j(a)·hi and
        B = A + hi, the values for a_j = 0 and a_j = 1.
        """
        f, levels = self.field, (len(c) - 1).bit_length()
        a = np.arange(f.q >> levels) << levels
        values = np.repeat(np.asarray(c, dtype=np.uint16)[None, :], len(a), axis=0)
        for j in range(levels - 1, -1, -1):
            # values[block]: 2^(j+1) coefficients of the block whose points have high part a
            low, high = values[:, : 1 << j], values[:, 1 << j :]
            even = low ^ f.mul(self.shat(j, a)[:, None], high)
            values = np.stack([even, even ^ high], axis=1).reshape(-1, 1 << j)
            a = np.stack([a, a | 1 << j], axis=1).reshape(-1)
        return values[:, 0]

    def novel_sums(self, w: Any, count: int) -> U16:
        """y_k = sum over a of w_a·X_k(pt(a)), k < count, term by term. len(w) = 2^m."""
        a = np.arange(self.field.q)
        terms = [self.field.mul(w, self.novel(k, a)) for k in range(count)]
        return np.array([np.bitwise_xor.reduce(x) for x in terms], dtype=np.uint16)

    def power_sums(self, w: Any, count: int) -> U16:
        """s_k = sum over a of w_a·pt(a)^k, k < count, term by term. len(w) = 2^m."""
        f, term = self.field, np.asarray(w, dtype=np.uint16)
        sums = np.zeros(count, dtype=np.uint16)
        for k in range(count):
            sums[k] = np.bitwise_xor.reduce(term)
            term = f.mul(term, self.order)
        return sums

    def novel_matrix(self, count: int) -> U16:
        """Row k: the coefficients of X_k in powers of x, count x count, lower triangular."""
        f = self.field
        s: list[U16] = []
        s_j = np.array([0, 1], dtype=np.uint16)
        while 1 << len(s) < count:
            s.append(f.div(s_j, np.uint16(self.b)))
            square = np.zeros(2 * len(s_j) - 1, dtype=np.uint16)
            square[::2] = f.sqr(s_j)
            square[: len(s_j)] ^= f.mul(np.uint16(self.b), s_j)
            s_j = square
        matrix = np.zeros((count, count), dtype=np.uint16)
        for k in range(count):
            x_k = np.ones(1, dtype=np.uint16)
            for j in range(k.bit_length()):
                if k >> j & 1:
                    x_k = poly.mul(f, x_k, s[j])
            matrix[k, : len(x_k)] = x_k
        return matrix

    def change_direct(self, coeffs: Any) -> U16:
        """Coefficients c_k of sum c_k·X_k = f from those of f, by back substitution."""
        f, matrix = self.field, self.novel_matrix(len(coeffs))
        rest = np.array(coeffs, dtype=np.uint16)
        c = np.zeros_like(rest)
        for k in range(len(rest) - 1, -1, -1):
            c[k] = f.div(rest[k], matrix[k, k])
            rest ^= f.mul(c[k], matrix[k])
        return c

    def change_transpose_direct(self, y: Any) -> U16:
        """Power sums s_i from y_k: the s with sum over i of matrix[k, i]·s_i = y_k."""
        f, matrix = self.field, self.novel_matrix(len(y))
        s = np.array(y, dtype=np.uint16)
        for k in range(len(s)):
            known = np.bitwise_xor.reduce(f.mul(matrix[k, :k], s[:k])) if k else np.uint16(0)
            s[k] = f.div(s[k] ^ known, matrix[k, k])
        return s

    def butterflies(self, levels: int) -> Iterator[tuple[int, int, U16]]:
        """The list (p, base indices, constant c) of the in-place change of 2^levels coefficients.

        Yields p, c and the array of bases; all bases of one step are independent of each other.
        """
        index = np.arange(1 << levels)
        for j in range(levels - 1):
            for p in range(levels - 2, j - 1, -1):
                c = int(self.field.pow(np.uint16(self.b), 1 << (p - j)))
                yield p, c, index[(index >> p) & 3 == 0]

    def _popcount_powers(self, count: int) -> U16:
        """b^popcount(k)."""
        powers = [int(self.field.pow(np.uint16(self.b), k.bit_count())) for k in range(count)]
        return np.array(powers, dtype=np.uint16)

    def change(self, coeffs: Any) -> U16:
        """The basis change by the in-place list; len(coeffs) a power of two."""
        f, out = self.field, np.array(coeffs, dtype=np.uint16)
        for p, c, base in self.butterflies((len(out) - 1).bit_length()):
            out[base + (2 << p)] ^= f.mul(np.uint16(c), out[base + (3 << p)])
            out[base + (1 << p)] ^= f.mul(np.uint16(c), out[base + (2 << p)])
        result: U16 = f.mul(out, self._popcount_powers(len(out)))
        return result

    def change_transpose(self, y: Any) -> U16:
        """The transposed change, the same list backwards: power sums from the y_k."""
        f = self.field
        out = f.mul(np.asarray(y, dtype=np.uint16), self._popcount_powers(len(y)))
        for p, c, base in reversed(list(self.butterflies((len(out) - 1).bit_length()))):
            out[base + (2 << p)] ^= f.mul(np.uint16(c), out[base + (1 << p)])
            out[base + (3 << p)] ^= f.mul(np.uint16(c), out[base + (2 << p)])
        result: U16 = out
        return result


@cache
def basis(m: int, r: int | None = None) -> Basis:
    """The basis of degree m, built once."""
    return Basis(m, r)
