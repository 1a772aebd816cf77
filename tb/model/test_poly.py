# SPDX-License-Identifier: Apache-2.0
"""Polynomial arithmetic agrees with galois, and every F(y) is irreducible."""

from __future__ import annotations

from typing import Any

import galois
import numpy as np
import pytest

from mce import params, poly
from mce.field import field


def as_galois(m: int, coeffs: Any) -> Any:
    f = field(m)
    gf = galois.GF(
        2**m,
        irreducible_poly=f.modulus,
        primitive_element=f.generator,
        compile="python-calculate",  # the just-in-time compiler costs seconds a field
    )
    return galois.Poly(np.asarray(coeffs)[::-1], field=gf)


def low_first(p: Any, length: int) -> np.ndarray[Any, Any]:
    coeffs = np.asarray(p.coeffs)[::-1].astype(np.uint16)
    return np.concatenate([coeffs, np.zeros(length - len(coeffs), dtype=np.uint16)])


@pytest.mark.parametrize("m", [4, 8, 13])
@pytest.mark.parametrize("dense", [False, True])
def test_product_and_remainder_agree_with_galois(
    m: int, dense: bool, rng: np.random.Generator
) -> None:
    f = field(m)
    a, b = rng.integers(0, f.q, (2, 11)).astype(np.uint16)
    modulus = np.zeros(8, dtype=np.uint16)
    modulus[:3] = 1, 5, 9
    if dense:
        modulus = rng.integers(1, f.q, 8).astype(np.uint16)
    modulus[-1] = 1
    product = as_galois(m, a) * as_galois(m, b)
    assert np.array_equal(poly.mul(f, a, b), low_first(product, 21))
    remainder = low_first(product % as_galois(m, modulus), 7)
    assert np.array_equal(poly.mulmod(f, a, b, modulus), remainder)


def test_horner_is_the_sum_of_powers(rng: np.random.Generator) -> None:
    f = field(9)
    coeffs, points = rng.integers(0, 512, 20).astype(np.uint16), np.arange(512, dtype=np.uint16)
    total = np.zeros(512, dtype=np.uint16)
    for i, c in enumerate(coeffs):
        total ^= f.mul(c, f.pow(points, i))
    assert np.array_equal(poly.horner(f, coeffs, points), total)


def test_gcd_finds_the_common_factor(rng: np.random.Generator) -> None:
    f = field(8)
    common, a, b = np.array([7, 1], np.uint16), [3, 0, 1], [200, 17, 1]
    expected = galois.gcd(
        as_galois(8, poly.mul(f, common, a)), as_galois(8, poly.mul(f, common, b))
    )
    result = poly.gcd(f, poly.mul(f, common, a), poly.mul(f, common, b))
    assert np.array_equal(result, low_first(expected, len(result)))
    assert poly.gcd(f, [0], [0]).size == 0


@pytest.mark.parametrize("t", range(1, 7))
def test_irreducibility_agrees_with_galois(t: int, rng: np.random.Generator) -> None:
    f, seen = field(4), set()
    for _ in range(40):
        coeffs = poly.monic(rng.integers(0, 16, t))
        mine = poly.is_irreducible(f, coeffs)
        assert mine == as_galois(4, coeffs).is_irreducible()
        seen.add(mine)
    assert seen == ({True} if t == 1 else {True, False})


@pytest.mark.parametrize("name", [n for n in params.names() if not n.endswith("f")])
def test_modulus_of_key_generation_is_irreducible(name: str) -> None:
    p = params.get(name)
    assert poly.is_irreducible(p.field, p.F)
