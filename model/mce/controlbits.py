# SPDX-License-Identifier: Apache-2.0
"""Permutations as control bits of a Benes network, and back.

Classic McEliece: cryptosystem specification, section "Control bits"; formulas of Bernstein,
"Verified fast formulas for control bits for permutation networks" (2020), after Nassimi and Sahni.
All sub-problems of one recursion depth are handled in one array.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mce.bits import U8, pack, unpack

Perm = NDArray[np.int64]


def _composeinv(c: Perm, pi: Perm) -> Perm:
    """c composed with the inverse of pi: the value c[i] goes to place pi[i]."""
    result = np.empty_like(c)
    result[pi] = c
    return result


def _outer_layers(pi: Perm, levels: int) -> tuple[Perm, Perm, Perm]:
    """First layer f, last layer l, and the permutation M between, of blocks of 2^levels.

    `pi` holds permutations of consecutive blocks, its values counted over the whole array. A block
    starts at a multiple of its size, so that x^1 and min stay inside a block.
    """
    size = len(pi)
    index = np.arange(size)
    inverse = _composeinv(index, pi)
    p, q = pi[index ^ 1], pi ^ 1
    p, q = _composeinv(p, q), _composeinv(q, p)
    c = np.minimum(index, p)
    p, q = _composeinv(p, q), _composeinv(q, p)
    for _ in range(1, levels - 1):
        cp, p, q = _composeinv(c, q), _composeinv(p, q), _composeinv(q, p)
        c = np.minimum(c, cp)
    first = c[::2] & 1
    F = index ^ np.repeat(first, 2)
    Fpi = _composeinv(F, inverse)
    last = Fpi[::2] & 1
    L = index ^ np.repeat(last, 2)
    return first, last, _composeinv(Fpi, L)


def control_bits(pi: Any) -> U8:
    """Control bits of a permutation of 2^m elements: (2m-1)·2^(m-1) bits, layer by layer."""
    pi = np.asarray(pi, dtype=np.int64)
    m = (len(pi) - 1).bit_length()
    half = len(pi) // 2
    layers = np.zeros((2 * m - 1, half), dtype=np.uint8)
    for depth in range(m):
        # 2^depth blocks of 2^(m-depth); block number = parities taken so far, first one lowest.
        blocks, size = 1 << depth, 1 << (m - depth)
        if size == 2:
            layers[depth] = pi.reshape(blocks, size)[:, 0] & 1
            break
        first, last, middle = _outer_layers(pi, m - depth)
        layers[depth] = first.reshape(blocks, -1).T.reshape(-1)
        layers[2 * m - 2 - depth] = last.reshape(blocks, -1).T.reshape(-1)
        local = (middle.reshape(blocks, size) & (size - 1)) >> 1
        halves = np.concatenate([local[:, ::2], local[:, 1::2]])
        pi = (halves + (np.arange(2 * blocks) * (size // 2))[:, None]).reshape(-1)
    return layers.reshape(-1)


def permutation(bits: Any, m: int) -> Perm:
    """The permutation a network with these control bits makes of 0..2^m-1."""
    pi = np.arange(1 << m)
    for i, layer in enumerate(np.asarray(bits, dtype=bool).reshape(2 * m - 1, -1)):
        gap = 1 << min(i, 2 * m - 2 - i)
        pairs = pi.reshape(-1, 2, gap)
        swap = layer.reshape(-1, gap)
        low = np.where(swap, pairs[:, 1], pairs[:, 0])
        high = np.where(swap, pairs[:, 0], pairs[:, 1])
        pi = np.stack([low, high], axis=1).reshape(-1)
    return pi


def to_bytes(pi: Any) -> bytes:
    """Control bits as they stand in a private key."""
    return pack(control_bits(pi))


def from_bytes(data: bytes, m: int) -> Perm:
    """The permutation in a private key."""
    return permutation(unpack(data, (2 * m - 1) << (m - 1)), m)
