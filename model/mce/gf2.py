# SPDX-License-Identifier: Apache-2.0
"""Linear algebra over GF(2) on rows packed 64 bits a word (method of the four Russians).

Column j is bit (j mod 64) of word j // 64, which on bytes is the order of `mce.bits`.
"""

from __future__ import annotations

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
