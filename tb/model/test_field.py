# SPDX-License-Identifier: Apache-2.0
"""The fields agree with an independent implementation (galois) and with the reference's triples."""

from __future__ import annotations

from functools import cache
from typing import Any

import galois
import numpy as np
import pytest

from mce import spec
from mce.errors import ParameterError
from mce.field import clmul_mod, field

DEGREES = range(4, 17)


@cache
def other(m: int) -> Any:
    """The same field in galois, without its just-in-time compiler: that costs seconds a field."""
    f = field(m)
    return galois.GF(
        2**m,
        irreducible_poly=f.modulus,
        primitive_element=f.generator,
        compile="python-calculate",
    )


def shift_and_add(m: int, a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> Any:
    """Products without tables, for all elements at once."""
    wide, modulus = np.zeros(len(a), dtype=np.uint64), np.uint64(field(m).modulus)
    for i in range(m):
        wide ^= (a.astype(np.uint64) << np.uint64(i)) * (b.astype(np.uint64) >> np.uint64(i) & 1)
    for i in range(2 * m - 2, m - 1, -1):
        wide ^= (modulus << np.uint64(i - m)) * (wide >> np.uint64(i) & 1)
    return wide.astype(np.uint16)


def elements(m: int) -> np.ndarray[Any, Any]:
    return np.arange(1 << m, dtype=np.uint32).astype(np.uint16)


def test_params_file_has_a_field_for_every_degree() -> None:
    assert sorted(spec.fields()) == list(DEGREES)


@pytest.mark.parametrize("m", DEGREES)
def test_modulus_is_irreducible(m: int) -> None:
    assert galois.Poly.Int(field(m).modulus).is_irreducible()


@pytest.mark.parametrize("m", DEGREES)
def test_products_agree_with_galois(m: int, rng: np.random.Generator) -> None:
    f, gf = field(m), other(m)
    if m <= 6:
        a, b = (x.reshape(-1) for x in np.meshgrid(elements(m), elements(m)))
    else:
        a, b = rng.integers(0, f.q, (2, 2000)).astype(np.uint16)
        a[:3], b[:3] = [0, 0, f.q - 1], [0, f.q - 1, f.q - 1]
    assert np.array_equal(f.mul(a, b), np.asarray(gf(a) * gf(b)))


@pytest.mark.parametrize("m", DEGREES)
def test_products_agree_with_shift_and_add(m: int, rng: np.random.Generator) -> None:
    f = field(m)
    if m <= 8:
        a, b = (x.reshape(-1) for x in np.meshgrid(elements(m), elements(m)))
    else:
        a, b = rng.integers(0, f.q, (2, 200_000)).astype(np.uint16)
    assert np.array_equal(f.mul(a, b), shift_and_add(m, a, b))
    assert np.array_equal(f.times(b)(a), shift_and_add(m, a, b))


@pytest.mark.parametrize("m", DEGREES)
def test_inverses_agree_with_galois(m: int, rng: np.random.Generator) -> None:
    x = rng.integers(1, 1 << m, 300).astype(np.uint16)
    assert np.array_equal(field(m).inv(x), np.asarray(other(m)(x) ** -1))


@pytest.mark.parametrize("m", DEGREES)
def test_every_element_times_its_inverse_is_one(m: int) -> None:
    x = elements(m)[1:]
    assert (shift_and_add(m, x, field(m).inv(x)) == 1).all()


@pytest.mark.parametrize("m", DEGREES)
def test_inverse_of_zero_is_zero(m: int) -> None:
    assert field(m).inv(np.uint16(0)) == 0
    assert field(m).div(np.uint16(3), np.uint16(0)) == 0


@pytest.mark.parametrize("m", DEGREES)
def test_square_root_undoes_square_for_every_element(m: int) -> None:
    f, x = field(m), elements(m)
    assert np.array_equal(f.sqrt(f.sqr(x)), x)
    assert np.array_equal(f.sqr(x), f.mul(x, x))


@pytest.mark.parametrize("m", DEGREES)
def test_power_is_repeated_product(m: int, rng: np.random.Generator) -> None:
    f = field(m)
    x = np.append(rng.integers(0, f.q, 50), [0, 1]).astype(np.uint16)
    product = np.ones_like(x)
    for e in range(9):
        assert np.array_equal(f.pow(x, e), product)
        product = f.mul(product, x)


@pytest.mark.parametrize("m", DEGREES)
def test_half_of_all_elements_have_trace_one(m: int) -> None:
    trace = field(m).trace(elements(m))
    assert set(trace.tolist()) == {0, 1}
    assert int(trace.sum()) == field(m).q // 2


def test_z_does_not_generate_for_exactly_four_degrees() -> None:
    def order_of_z(m: int) -> int:
        element, order = 2, 1
        while element != 1:
            element, order = clmul_mod(element, 2, m, field(m).modulus), order + 1
        return order

    assert [m for m in DEGREES if order_of_z(m) != (1 << m) - 1] == [8, 12, 14, 16]


def test_unknown_degree_is_refused_with_words() -> None:
    with pytest.raises(ParameterError, match="no field of degree 17"):
        field.__wrapped__(17)


@pytest.mark.parametrize("m", [12, 13])
def test_reference_triples(m: int, vectors: Any) -> None:
    f, data = field(m), vectors("gf_units")[f"m{m}"]

    def column(rows: list[list[Any]], i: int) -> np.ndarray[Any, Any]:
        return np.array([int(r[i], 16) if isinstance(r[i], str) else r[i] for r in rows], np.uint16)

    mul, inv, frac = data["mul"], data["inv"], data["frac_den_num_result"]
    assert np.array_equal(f.mul(column(mul, 0), column(mul, 1)), column(mul, 2))
    assert np.array_equal(f.inv(column(inv, 0)), column(inv, 1))
    assert np.array_equal(f.div(column(frac, 1), column(frac, 0)), column(frac, 2))
