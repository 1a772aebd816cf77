# SPDX-License-Identifier: Apache-2.0
"""Polynomials over GF(2^m): arrays of uint16 coefficients, low degree first."""

from __future__ import annotations

from typing import Any

import numpy as np

from mce.field import U16, Field, prime_factors


def horner(f: Field, coeffs: Any, points: Any) -> U16:
    """Values of a polynomial at `points` (any shape), one coefficient after the other."""
    points = np.asarray(points, dtype=np.uint16)
    value: U16 = np.zeros_like(points)
    next_power = f.times(points)
    for c in np.asarray(coeffs, dtype=np.uint16)[::-1]:
        value = next_power(value) ^ c
    return value


def monic(low: Any) -> U16:
    """Append the implied leading coefficient 1."""
    return np.append(np.asarray(low, dtype=np.uint16), np.uint16(1))


def degree(a: Any) -> int:
    """Degree; -1 for the zero polynomial."""
    support = np.flatnonzero(a)
    return int(support[-1]) if support.size else -1


def mul(f: Field, a: Any, b: Any) -> U16:
    """a·b, of len(a) + len(b) - 1 coefficients."""
    a, b = np.asarray(a, dtype=np.uint16), np.asarray(b, dtype=np.uint16)
    rows, width = len(a), len(a) + len(b) - 1
    # Row i of the products shifted right by i: pad to width + 1, then re-cut at width.
    skew = np.zeros((rows, width + 1), dtype=np.uint16)
    skew[:, : len(b)] = f.mul(a[:, None], b[None, :])
    flat = skew.reshape(-1)[: rows * width].reshape(rows, width)
    result: U16 = np.bitwise_xor.reduce(flat, axis=0)
    return result


def mod(f: Field, a: Any, modulus: Any) -> U16:
    """Remainder of a by a monic modulus of degree t: t coefficients."""
    modulus, rest = np.asarray(modulus, dtype=np.uint16), np.array(a, dtype=np.uint16)
    t = len(modulus) - 1
    taps = [int(i) for i in np.flatnonzero(modulus[:t])]
    # Coefficients that one fold takes off the top: nothing below depends on what it changes.
    fold = t - taps[-1] if taps else len(rest)
    while len(rest) > t:
        top = max(t, len(rest) - fold)
        high, shift = rest[top:], top - t
        for i in taps:
            rest[shift + i : shift + i + len(high)] ^= f.mul(high, modulus[i])
        rest = rest[:top]
    return np.concatenate([rest, np.zeros(t - len(rest), dtype=np.uint16)])


def mulmod(f: Field, a: Any, b: Any, modulus: Any) -> U16:
    """a·b mod a monic modulus."""
    return mod(f, mul(f, a, b), modulus)


def gcd(f: Field, a: Any, b: Any) -> U16:
    """Monic greatest common divisor, without leading zeros; empty when both are zero."""
    a, b = np.asarray(a, dtype=np.uint16), np.asarray(b, dtype=np.uint16)
    a, b = a[: degree(a) + 1], b[: degree(b) + 1]
    while b.size:
        b = f.mul(b, f.inv(b[-1]))
        a, b = b, mod(f, a, b)
        b = b[: degree(b) + 1]
    return np.asarray(f.mul(a, f.inv(a[-1])) if a.size else a, dtype=np.uint16)


def frobenius(f: Field, a: Any, modulus: Any, times: int) -> U16:
    """a^(2^times) mod a monic modulus."""
    a = np.array(a, dtype=np.uint16)
    for _ in range(times):
        square = np.zeros(2 * len(a), dtype=np.uint16)
        square[::2] = f.sqr(a)
        a = mod(f, square, modulus)
    return np.asarray(a, dtype=np.uint16)


def is_irreducible(f: Field, coeffs: Any) -> bool:
    """Rabin's test for a monic polynomial of degree t >= 1 over GF(q).

    Irreducible iff y^(q^t) = y modulo it, and y^(q^(t/p)) - y is prime to it for every prime
    p that divides t.
    """
    coeffs = np.asarray(coeffs, dtype=np.uint16)
    t = len(coeffs) - 1
    elements = np.arange(f.q, dtype=np.uint32).astype(np.uint16)
    if t > 1 and not horner(f, coeffs, elements).all():
        return False  # a root: the quick and most frequent case
    y = mod(f, [0, 1], coeffs)
    power, checks = y, {t // p for p in prime_factors(t)}
    for i in range(1, t + 1):
        power = frobenius(f, power, coeffs, f.m)
        if i in checks and degree(gcd(f, power ^ y, coeffs)) != 0:
            return False
    return bool(np.array_equal(power, y))
