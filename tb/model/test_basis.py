# SPDX-License-Identifier: Apache-2.0
"""The additive-FFT basis: stated constants, proved lengths, and every fast form equals the slow."""

from __future__ import annotations

import numpy as np
import pytest

from mce import poly
from mce.basis import basis, chain_lengths, find_b, longest_chain, prove_length
from mce.errors import ParameterError

DEGREES = range(4, 17)
LONGEST = {4: 4, 5: 3, 6: 5, 7: 6, 8: 8, 9: 8, 10: 7, 11: 9, 12: 10, 13: 9, 14: 12, 15: 14, 16: 16}
SMALL = [4, 5, 6, 8, 10]


# b, then beta: key images in use depend on them.
STATED = {
    4: "1 1 6 2 a",
    12: "68 68 d83 d21 482 83 328 207 592 9bf b8 1 8",
    13: "100d 100d a80 fbb 447 aad 57b 177 5f c3 1 2 4 200",
    14: "5e8 5e8 1807 307e 10c1 292c 1f 3bce 3c7 8f 33c1 201b 1fe 1 2",
}


@pytest.mark.parametrize("m", STATED)
def test_constants_are_the_stated_ones(m: int) -> None:
    b = basis(m)
    assert " ".join(f"{x:x}" for x in (b.b, *b.beta)) == STATED[m]


@pytest.mark.parametrize("m", DEGREES)
def test_longest_chain(m: int) -> None:
    assert longest_chain(m) == LONGEST[m]


@pytest.mark.parametrize("m", DEGREES)
def test_kernel_criterion_proves_the_chain_length(m: int) -> None:
    b = basis(m).b
    assert prove_length(m, b) == chain_lengths(m)[b] == basis(m).r == longest_chain(m)


@pytest.mark.parametrize("m", [4, 5, 6, 7])
def test_chain_lengths_of_every_b_equal_the_kernel_criterion(m: int) -> None:
    assert [prove_length(m, b) for b in range(1, 1 << m)] == chain_lengths(m)[1:].tolist()


@pytest.mark.parametrize("m", DEGREES)
def test_chain_obeys_its_recurrence(m: int) -> None:
    b = basis(m)
    f = b.field
    for earlier, later in zip(b.beta, b.beta[1 : b.r], strict=False):
        y = np.uint16(later)
        assert f.sqr(y) ^ f.mul(np.uint16(b.b), y) == earlier
    assert b.beta[0] == b.b


@pytest.mark.parametrize("m", DEGREES)
def test_points_are_a_permutation_of_the_field(m: int) -> None:
    b = basis(m)
    assert np.array_equal(np.sort(b.order), np.arange(b.field.q))
    assert np.array_equal(b.number_of(b.order), np.arange(b.field.q))
    assert b.pt(0) == 0 and b.pt(1) == b.beta[0] and b.pt(3) == b.beta[0] ^ b.beta[1]


@pytest.mark.parametrize("m", DEGREES)
def test_shat_depends_on_high_bits_only_and_steps_by_one(m: int) -> None:
    b = basis(m)
    a = np.arange(b.field.q)
    for j in range(b.r):
        assert np.array_equal(b.shat(j, a), b.shat(j, a >> j << j))
        assert np.array_equal(b.shat(j, a ^ (1 << j)), b.shat(j, a) ^ 1)


@pytest.mark.parametrize("m", [5, 13])
def test_shat_is_the_iterated_polynomial(m: int) -> None:
    b = basis(m)
    f, s = b.field, b.order
    for j in range(b.r):
        assert np.array_equal(b.shat(j, np.arange(f.q)), f.div(s, np.uint16(b.b)))
        s = f.sqr(s) ^ f.mul(np.uint16(b.b), s)


def test_unknown_chain_length_is_refused() -> None:
    with pytest.raises(ParameterError, match="no chain of length 8"):
        find_b(10, 8)


def test_a_shorter_chain_has_another_number() -> None:
    assert (basis(13).number, basis(13, 8).number, basis(10).number) == (9, 8, 7)
    assert basis(13, 8).beta[:8] == basis(13).beta[:8] and basis(13, 8).beta[8] == 1


@pytest.mark.parametrize("m", SMALL)
def test_basis_change_list_equals_back_substitution(m: int, rng: np.random.Generator) -> None:
    b = basis(m)
    for levels in range(b.r + 1):
        c = rng.integers(0, b.field.q, 1 << levels).astype(np.uint16)
        assert np.array_equal(b.change(c), b.change_direct(c))


@pytest.mark.parametrize("m", [12, 13])
def test_basis_change_list_equals_back_substitution_at_full_size(
    m: int, rng: np.random.Generator
) -> None:
    b = basis(m)
    c = rng.integers(0, b.field.q, 256).astype(np.uint16)
    assert np.array_equal(b.change(c), b.change_direct(c))
    assert np.array_equal(b.change_transpose(c), b.change_transpose_direct(c))


@pytest.mark.parametrize("m", SMALL)
def test_novel_evaluation_equals_horner(m: int, rng: np.random.Generator) -> None:
    b = basis(m)
    c = rng.integers(0, b.field.q, 1 << b.r).astype(np.uint16)
    values = b.novel_eval(b.change(c), np.arange(b.field.q))
    assert np.array_equal(values, poly.horner(b.field, c, b.order))


@pytest.mark.parametrize("m", DEGREES)
def test_fft_equals_horner(m: int, rng: np.random.Generator) -> None:
    b = basis(m)
    for levels in {0, 1, min(b.r, 7), b.r}:
        c = rng.integers(0, b.field.q, 1 << levels).astype(np.uint16)
        assert np.array_equal(b.fft(b.change(c)), poly.horner(b.field, c, b.order))


@pytest.mark.parametrize("m", SMALL)
def test_transposed_change_turns_novel_sums_into_power_sums(
    m: int, rng: np.random.Generator
) -> None:
    b = basis(m)
    w = rng.integers(0, b.field.q, b.field.q).astype(np.uint16)
    sums = b.novel_sums(w, 1 << b.r)
    assert np.array_equal(b.change_transpose(sums), b.power_sums(w, 1 << b.r))


def test_change_and_its_transpose_are_adjoint(rng: np.random.Generator) -> None:
    b = basis(13)
    x, y = rng.integers(0, 8192, (2, 256)).astype(np.uint16)
    left = np.bitwise_xor.reduce(b.field.mul(b.change(x), y))
    right = np.bitwise_xor.reduce(b.field.mul(x, b.change_transpose(y)))
    assert left == right


def test_butterfly_count_of_the_published_cycles() -> None:
    def count(levels: int) -> int:
        return sum(2 * len(base) for _, _, base in basis(13).butterflies(levels))

    assert (count(7), count(8)) == (2 * 672, 2 * 1792)
