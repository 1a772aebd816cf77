# SPDX-License-Identifier: Apache-2.0
"""Linear algebra over GF(2) on rows packed 64 bits a word (method of the four Russians).

Column j is bit (j mod 64) of word j // 64, which on bytes is the order of `mce.bits`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mce.bits import U8

Words = NDArray[np.uint64]
"""Packed rows: rows x words, little-endian uint64."""


def to_words(rows: U8) -> Words:
    """Packed bytes (rows x bytes) padded with zeros to whole words."""
    count, width = rows.shape
    padded = np.zeros((count, (width + 7) // 8 * 8), dtype=np.uint8)
    padded[:, :width] = rows
    return padded.view("<u8")


def identity(size: int) -> Words:
    """The size x size identity."""
    return to_words(np.packbits(np.eye(size, dtype=np.uint8), axis=1, bitorder="little"))


def _combinations(rows: Words) -> Words:
    """All 2^len(rows) sums; entry i sums the rows at the set bits of i."""
    table = np.zeros((1 << len(rows), rows.shape[1]), dtype=np.uint64)
    for bit, row in enumerate(rows):
        np.bitwise_xor(table[: 1 << bit], row, out=table[1 << bit : 2 << bit])
    return table


def _strip_pivots(mat: Words, byte: int, width: int, start: int) -> list[int]:
    """Pivots among `width` columns of one byte; moves their rows to `start`, ...

    Only these rows are brought up to date: reduced among themselves, each has a one in its own
    pivot column and zeros in those of the others. Returns the pivot columns, within the byte.
    """
    strip = mat.view(np.uint8)[:, byte]
    live = strip.copy()  # the strip as if every pivot so far had been cleared from all rows
    pivots: list[int] = []
    for bit in range(width):
        r = start + len(pivots)
        ones = live[r:] >> bit & 1
        p = r + int(ones.argmax()) if ones.size else r
        if not ones.size or not ones[p - r]:
            continue
        mat[[r, p]] = mat[[p, r]]
        live[[r, p]] = live[[p, r]]
        stale = int(strip[r])
        for i, column in enumerate(pivots):
            if stale >> column & 1:
                mat[r] ^= mat[start + i]
        for i in range(len(pivots)):
            if strip[start + i] >> bit & 1:
                mat[start + i] ^= mat[r]
        value, mask = live[r], live >> bit & 1
        mask[r] = 0
        live ^= mask * value
        pivots.append(bit)
    return pivots


def echelon(mat: Words, columns: int, required: int) -> list[int] | None:
    """Reduced row echelon form of the first `columns` columns, in place on whole rows.

    Returns the pivot columns, or None as soon as one of the first `required` columns has none
    (the matrix is then half done).
    """
    pivots: list[int] = []
    for byte in range((columns + 7) // 8):
        start = len(pivots)
        width = min(8, columns - 8 * byte)
        found = _strip_pivots(mat, byte, width, start)
        if len(found) < min(width, max(0, required - 8 * byte)):
            return None
        pivots += [8 * byte + bit for bit in found]
        active = mat[:, byte // 8 :]  # columns further left are done
        rows = np.zeros((8, active.shape[1]), dtype=np.uint64)
        rows[found] = active[start : start + len(found)]
        index = mat.view(np.uint8)[:, byte].copy()
        index[start : start + len(found)] = 0
        active ^= _combinations(rows).take(index, axis=0)
    return pivots


def multiply(a: Words, b: Words) -> Words:
    """a·b; a has at least len(b) columns, those beyond must be zero."""
    product = np.zeros((len(a), b.shape[1]), dtype=np.uint64)
    index = a.view(np.uint8)
    for byte in range((len(b) + 7) // 8):
        product ^= _combinations(b[8 * byte : 8 * byte + 8]).take(index[:, byte], axis=0)
    return product


def _drawn(rows: int, columns: int, random: Callable[[int], bytes]) -> Words:
    """Uniform rows x columns, row by row from whole bytes, the bits above a row dropped."""
    width = (columns + 7) // 8
    data = np.frombuffer(random(rows * width), dtype=np.uint8).reshape(rows, width).copy()
    data[:, -1] &= 0xFF >> (-columns % 8)
    return to_words(data)


def _columns(words: Words, at: NDArray[np.intp]) -> Words:
    """The given columns as a matrix of their own."""
    bits = words.view(np.uint8)[:, at >> 3] >> (at & 7).astype(np.uint8) & 1
    return to_words(np.packbits(bits, axis=1, bitorder="little"))


TAIL = 64
"""Rows that `random_invertible` draws again until they complete the others to a basis."""


def random_invertible(size: int, random: Callable[[int], bytes]) -> tuple[Words, Words]:
    """A uniform invertible size x size matrix and its inverse.

    The first size - TAIL rows are independent but with chance 2^-TAIL. Every independent choice
    of them has equally many completions, so drawing only the last rows again keeps the
    distribution uniform and the elimination is done once, where plain rejection does it 3.5 times.

    Args:
        size: at least 1.
        random: called with a number of bytes, returns that many.
    """
    tail = min(TAIL, size)
    head = size - tail
    while True:
        first = _drawn(head, size, random)
        width = first.shape[1]
        both = np.concatenate([first, identity(size)[:head]], axis=1)
        pivots = np.array(echelon(both, size, 0), dtype=np.intp)
        if len(pivots) == head:
            break
    reduced, done = both[:, :width], np.ascontiguousarray(both[:, width:])  # done·first = reduced
    free = np.setdiff1d(np.arange(size), pivots)
    corner = _columns(reduced, free)
    while True:
        last = _drawn(tail, size, random)
        at_pivots = _columns(last, pivots)
        inverse = inverted(_columns(last, free) ^ multiply(at_pivots, corner), tail)
        if inverse is not None:
            break
    # Rows of the inverse at the free columns, then those at the pivots by back substitution.
    rest = multiply(at_pivots, done) ^ identity(size)[head:]
    result = np.empty((size, width), dtype=np.uint64)
    result[free] = multiply(inverse, rest)
    result[pivots] = done ^ multiply(corner, result[free])
    return np.concatenate([first, last]), result


def inverted(square: Words, size: int) -> Words | None:
    """The inverse of a size x size matrix, or None when it is singular."""
    both = np.concatenate([square, identity(size)], axis=1)
    if echelon(both, size, size) is None:
        return None
    return np.ascontiguousarray(both[:, square.shape[1] :])
