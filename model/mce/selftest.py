# SPDX-License-Identifier: Apache-2.0
"""Known questions and answers for sw/asm/selftest.s, selftest_pmul.s and selftest_kem.s.

Any (m, n, t) that the build accepts. Every datum is drawn from a seed, nothing is secret. The steps
are those of the program's comments, computed here by the field and bit arithmetic of the model.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from mce import poly
from mce.basis import basis
from mce.bits import U8, from_positions, nbytes, pack, words_to_bytes
from mce.field import U16
from mce.keyimage import OUTSIDE, KeyImage
from mce.params import Params

RECORD_BITS, CONSTANT = 13, 5  # as in selftest.s
RECORD = 0x2FC
"""Flags after the steps polynomial (bits 0 to 3), vector and negative."""

SIGNED, PADOK, DRAWN = 0x8123, 4, 16  # as in selftest_kem.s and isa.yml


@dataclass(frozen=True)
class Exam:
    """Operand packets and the result packets of a sound core, which does not set REJECT."""

    packets: tuple[bytes, ...]
    outputs: tuple[bytes, ...]


@dataclass(frozen=True, eq=False)
class _Draw:
    """Random data of one exam."""

    params: Params
    rng: np.random.Generator

    def image(self) -> KeyImage:
        """A random support with random weights: a generalised Reed-Solomon code, no key."""
        p, rng = self.params, self.rng
        idx = rng.permutation(p.q)[: p.n].astype(np.uint16)
        pos = np.full(p.q, OUTSIDE, dtype=np.uint16)
        w = np.zeros(p.q, dtype=np.uint16)
        pos[idx], w[idx] = np.arange(p.n), rng.integers(1, p.q, p.n)
        return KeyImage(p, basis(p.m), pos, w, idx, bytes(p.n_bytes))

    def coefficients(self, count: int, least: int = 0) -> U16:
        """Field elements from `least` on."""
        return self.rng.integers(least, self.params.q, count).astype(np.uint16)

    def splitting(self, other: U16) -> tuple[U16, U8]:
        """A monic polynomial with t different roots, and these in evaluation order.

        They are not all of `other`, the points of the errors whose sums wait for a re-check, and
        one number is in t + k..n-1, where only the vclr of step "vector" clears it.
        """
        p = self.params
        while True:
            first = self.rng.integers(p.t + p.k, p.n)
            rest = self.rng.permutation(p.q)
            points = np.append(rest[rest != first][: p.t - 1], first)
            order = basis(p.m).order
            if set(order[points].tolist()) != set(other.tolist()):
                break
        f = np.ones(1, dtype=np.uint16)
        for root in order[points]:
            f = poly.mul(p.field, f, np.array([root, 1], dtype=np.uint16))
        return f, from_positions(points, p.q)

    def errors(self) -> U8:
        """n bits of weight t."""
        p = self.params
        return from_positions(self.rng.permutation(p.n)[: p.t], p.n)

    def positions(self) -> tuple[U16, U16]:
        """2t random words with t different positions below n among them, and the first t of these;
        bits above m are no part of a position."""
        p, rng = self.params, self.rng
        good = rng.permutation(p.n)[: p.t]
        wrong = rng.permutation(np.arange(p.n, p.q))[: p.t // 2]
        words = rng.permutation(np.concatenate([good, wrong]))
        # What follows the t positions is not taken, whatever it is.
        words = np.concatenate([words, rng.integers(0, p.q, 2 * p.t - len(words))])
        high = rng.integers(0, 1 << 16, 2 * p.t) >> p.m << p.m
        return (words | high).astype(np.uint16), good.astype(np.uint16)

    def matrix(self, columns: int) -> U8:
        """t rows of bits."""
        return self.rng.integers(0, 2, (self.params.t, columns)).astype(np.uint8)


def _draw(m: int, n: int, t: int, seed: int) -> _Draw:
    return _Draw(Params(f"selftest m={m} n={n} t={t}", m, n, t, ()), np.random.default_rng(seed))


def _rows(matrix: U8) -> bytes:
    return b"".join(pack(row) for row in matrix)


def _thirteen(value: int) -> bytes:
    return value.to_bytes(nbytes(RECORD_BITS), "little")


def _vector(v: U8, first: U8, second: U8) -> U8:
    """Step "vector": (y | y·M_2) + v, and on it its own slice masked by v."""
    t, k = second.shape
    y = first @ v % 2
    z = y @ second % 2
    out = v.copy()
    out[: t + k] ^= np.concatenate([y, z]).astype(np.uint8)
    piece = out[t : t + k] & v[:k]
    out[:k] ^= piece
    return out


def exam(m: int, n: int, t: int, seed: int = 0) -> Exam:
    """Packets of selftest.s.

    Raises:
        ParameterError: no code has these parameters (``code-shape``).
    """
    draw = _draw(m, n, t, seed)
    p, f = draw.params, draw.params.field
    image, first, second = draw.image(), draw.errors(), draw.errors()
    points = image.alpha[first != 0]
    goal, roots = draw.splitting(points)
    a = draw.coefficients(t + 1, least=1)
    cube = f.pow(f.inv(a), 3)
    shifted = np.concatenate([np.zeros(1, dtype=np.uint16), cube[:-1]])
    correction = goal ^ f.mul(shifted, f.pow(cube[t], 4))
    correction[0] ^= CONSTANT
    m1, m2 = draw.matrix(n), draw.matrix(p.k)
    packets = (
        _thirteen(0x9000),  # bit 12 for the wipe, and one padding bit
        pack(first), image.pairs, words_to_bytes(a), words_to_bytes(correction), pack(roots),
        pack(second), image.pairs, image.indices, _rows(m1), _rows(m2),
        pack(_vector(second, m1, m2)),
        _thirteen(0x2000),  # one padding bit
        _thirteen(RECORD),
    )  # fmt: skip
    values = poly.horner(f, goal, basis(m).order)
    return Exam(packets, (words_to_bytes(goal), words_to_bytes(values), _thirteen(RECORD)))


def exam_pmul(m: int, n: int, t: int, seed: int = 0) -> Exam:
    """Packets of selftest_pmul.s.

    Raises:
        ParameterError: no code has these parameters (``code-shape``).
    """
    draw = _draw(m, n, t, seed)
    f = draw.params.field
    goal, roots = draw.splitting(np.zeros(0, dtype=np.uint16))
    a, b, h = (draw.coefficients(t) for _ in range(3))
    product = poly.mulmod(f, a, b, poly.monic(h))
    correction = goal.copy()
    correction[:t] ^= product
    packets = tuple(map(words_to_bytes, (a, b, h, correction)))
    return Exam((*packets, pack(roots)), (words_to_bytes(goal),))


def _shake(message: bytes, size: int) -> int:
    """SHAKE256 as a vector."""
    return int.from_bytes(hashlib.shake_256(message).digest(size), "little")


def exam_kem(m: int, n: int, t: int, seed: int = 0) -> Exam:
    """Packets of selftest_kem.s.

    Raises:
        ParameterError: no code has these parameters (``code-shape``).
    """
    draw = _draw(m, n, t, seed)
    p = draw.params
    vector = pack(draw.rng.integers(0, 2, n).astype(np.uint8))
    piece = draw.rng.bytes(p.n_bytes)
    refused = draw.rng.integers(0, n, t).astype(np.uint16)
    words, good = draw.positions()
    size = p.q // 8
    constant = SIGNED.to_bytes(2, "little") + bytes([255]) * (size - 2)
    message = b"".join((
        bytes([1]), vector, piece, bytes([PADOK]), pack(from_positions(good, n)),
        bytes([PADOK | DRAWN]), constant))  # fmt: skip
    answer = (_shake(message, size) ^ _shake(b"", size)).to_bytes(size, "little")
    packets = (vector, piece, words_to_bytes(refused), words_to_bytes(words), answer)
    return Exam(packets, (answer,))
