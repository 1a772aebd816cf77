# SPDX-License-Identifier: Apache-2.0
"""Goppa codes: parity checks, both forms of Berlekamp-Massey, and the decoder's traps."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest

from mce import gf2, goppa, keygen, params, poly
from mce.bits import from_positions
from mce.field import Field, field
from mce.goppa import Code

TAPS = {(10, 16): {0: 2, 5: 1, 11: 1}, (13, 31): {0: 1, 3: 1}}
SIZES = [(4, 16, 2), (5, 30, 3), (6, 61, 4), (8, 200, 9), (10, 700, 16), (13, 1600, 31)]


def make_code(m: int, n: int, t: int, rng: np.random.Generator, zero_at: int | None = 0) -> Code:
    """A code with a random irreducible g; element 0 stands at `zero_at`, or nowhere."""
    f, p = field(m), params.custom(m, n, t, TAPS.get((m, t)))
    g = None
    while g is None:
        g = keygen.goppa_polynomial(p, rng.integers(0, f.q, t).astype(np.uint16))
    alpha = rng.permutation(np.arange(1, f.q))[:n].astype(np.uint16)
    if len(alpha) < n:  # n = q: zero has to be in
        alpha = np.append(alpha, np.uint16(0))
        zero_at = n - 1 if zero_at is None else zero_at
        alpha[[zero_at, n - 1]] = alpha[[n - 1, zero_at]]
    elif zero_at is not None:
        alpha[zero_at] = 0
    return Code(f, g, alpha)


def random_error(n: int, weight: int, rng: np.random.Generator) -> Any:
    return from_positions(rng.choice(n, weight, replace=False), n)


def binary(matrix: Any, m: int) -> Any:
    packed = goppa.pack_binary_rows(matrix, m)
    return np.unpackbits(packed, axis=1, bitorder="little")[:, : matrix.shape[1]]


@pytest.mark.parametrize(("m", "n", "t"), SIZES[:4])
def test_weights_1_over_g_squared_check_2t_rows_on_every_codeword(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng)
    h = gf2.to_words(goppa.pack_binary_rows(goppa.parity_check(code.field, code.g, code.alpha), m))
    pivots = gf2.echelon(h, n, 0)
    assert pivots is not None
    free = [c for c in range(n) if c not in pivots]
    rows = np.unpackbits(h.view(np.uint8), axis=1, bitorder="little")[:, :n]
    for c in free[:5]:
        word = np.zeros(n, dtype=np.uint8)
        word[c], word[pivots] = 1, rows[: len(pivots), c]
        assert not code.syndrome(word).any()
        assert not (
            binary(goppa.parity_check_2t(code.field, code.g, code.alpha), m) @ word % 2
        ).any()


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_syndrome_is_the_product_with_the_parity_check(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng)
    v = rng.integers(0, 2, n).astype(np.uint8)
    h = goppa.parity_check_2t(code.field, code.g, code.alpha)
    assert np.array_equal(code.syndrome(v), np.bitwise_xor.reduce(h * v, axis=1))


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_t_errors_are_found(m: int, n: int, t: int, rng: np.random.Generator) -> None:
    code = make_code(m, n, t, rng)
    for _ in range(5):
        e = random_error(n, t, rng)
        found = code.decode(e)
        assert found.accept and np.array_equal(found.error, e)


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_locator_of_t_errors_is_the_product_of_their_linear_factors(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng)
    e = random_error(n, t, rng)
    product = np.ones(1, dtype=np.uint16)
    for a in code.alpha[np.flatnonzero(e)]:
        product = poly.mul(code.field, product, [a, 1])
    assert np.array_equal(code.decode(e).locator, product)


def test_every_pattern_of_a_small_code() -> None:
    code = make_code(4, 16, 2, np.random.default_rng(1))
    for weight in range(4):
        for positions in combinations(range(16), weight):
            found = code.decode(from_positions(positions, 16))
            exact = np.array_equal(found.error, from_positions(positions, 16))
            assert found.accept == (found.roots_found == 2 and found.recheck_ok)
            assert exact if weight == 2 else not (found.accept and exact)


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_t_minus_1_errors_pass_the_weight_check_and_fail_the_recheck(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng, zero_at=3)
    e = random_error(n, t - 1, rng)
    e[3], e[(np.flatnonzero(e == 0))[-1]] = 0, e[3]
    found = code.decode(e)
    assert found.weight_ok and not found.recheck_ok and not found.accept
    assert found.error[3] == 1


@pytest.mark.parametrize(("m", "n", "t"), [(5, 29, 3), (8, 200, 9)])
def test_t_minus_1_errors_fail_the_weight_check_without_zero_in_the_support(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng, zero_at=None)
    found = code.decode(random_error(n, t - 1, rng))
    assert found.roots_found == t - 1 and found.recheck_ok and not found.accept


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_zero_word_has_locator_z_to_the_t(m: int, n: int, t: int, rng: np.random.Generator) -> None:
    found = make_code(m, n, t, rng, zero_at=1).decode(np.zeros(n, dtype=np.uint8))
    assert found.locator.tolist() == [0] * t + [1]
    assert found.roots_found == 1 and not found.accept


@pytest.mark.parametrize(("m", "n", "t"), SIZES)
def test_error_at_the_zero_element_is_found(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    code = make_code(m, n, t, rng, zero_at=2)
    e = random_error(n, t, rng)
    if not e[2]:
        e[np.flatnonzero(e)[0]], e[2] = 0, 1
    found = code.decode(e)
    assert found.accept and found.locator[0] == 0 and np.array_equal(found.error, e)


@pytest.mark.parametrize(("m", "n", "t"), SIZES[:4])
def test_first_power_sum_of_one_is_decoded(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    # B = 1 as start value, a published mistake, fails exactly here.
    code = make_code(m, n, t, rng)
    for _ in range(20 << m):
        e = random_error(n, t, rng)
        if np.bitwise_xor.reduce(code.weights[np.flatnonzero(e)]) == 1:
            break
    found = code.decode(e)
    assert found.syndrome[0] == 1
    assert found.accept and np.array_equal(found.error, e)


@pytest.mark.parametrize("t", [2, 3, 8, 16, 31, 64, 96, 119, 128])
@pytest.mark.parametrize("kind", ["arbitrary", "sparse", "zero", "late", "short"])
def test_both_forms_of_berlekamp_massey_agree(t: int, kind: str, rng: np.random.Generator) -> None:
    f = field(13)
    for _ in range(4):
        s = rng.integers(0, f.q, 2 * t).astype(np.uint16)
        if kind == "sparse":
            s *= rng.integers(0, 4, 2 * t) == 0
        elif kind == "zero":
            s[:] = 0
        elif kind == "late":
            s[: int(rng.integers(1, 2 * t))] = 0
        elif kind == "short":  # the sums of few points
            x, w = rng.integers(1, f.q, (2, 1 + t // 2)).astype(np.uint16)
            s = goppa.power_sums(f, w, x, 2 * t)
        a = goppa.berlekamp_massey(f, s, t)
        assert np.array_equal(a, goppa.berlekamp_massey_reformulated(f, s, t))
        assert len(a) == t + 1 and a[t] == 1


def untruncated(f: Field, s: Any, t: int) -> tuple[Any, int]:
    """Textbook Berlekamp-Massey that keeps every coefficient: (C, L)."""
    C, B = np.zeros((2, 4 * t + 2), dtype=np.uint16)
    C[0], B[1], L, b = 1, 1, 0, np.uint16(1)
    for N in range(2 * t):
        d = np.bitwise_xor.reduce(f.mul(C[: N + 1], s[: N + 1][::-1]))
        T, C = C, C ^ f.mul(f.div(d, b), B)
        if d and N >= 2 * L:
            L, B, b = N + 1 - L, T, d
        B = np.roll(B, 1)
    return C, L


@pytest.mark.parametrize("m", [4, 5, 6])
def test_both_forms_agree_in_small_fields_up_to_length_t(m: int, rng: np.random.Generator) -> None:
    f, longer = field(m), 0
    for t in (2, 3, 4):
        for _ in range(200):
            s = rng.integers(0, f.q, 2 * t).astype(np.uint16)
            C, L = untruncated(f, s, t)
            a = goppa.berlekamp_massey_reformulated(f, s, t)
            assert np.array_equal(a, C[: t + 1][::-1])
            assert t < L or np.array_equal(a, goppa.berlekamp_massey(f, s, t))
            longer += t < L
    assert longer


def test_forms_differ_on_a_sequence_longer_than_t() -> None:
    # Found by search; such a word is never accepted.
    f, s = field(5), np.array([7, 4, 30, 31, 19, 18], dtype=np.uint16)
    assert untruncated(f, s, 3)[1] > 3
    assert goppa.berlekamp_massey(f, s, 3).tolist() == [0, 14, 13, 1]
    assert goppa.berlekamp_massey_reformulated(f, s, 3).tolist() == [0, 18, 24, 1]
