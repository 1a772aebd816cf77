# SPDX-License-Identifier: Apache-2.0
"""Instructions of the polynomial and evaluation units, against shift-and-add arithmetic and the
golden model; what isa.yml leaves undefined is None."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from iss_programs import SMALL, Bench, M, N, T, packed
from mce import goppa, poly
from mce.basis import basis
from mce.errors import MceError
from mce.field import clmul_mod, field
from mce.iss import Core

Rng = np.random.Generator
F = field(M)
CAP = SMALL.rcap
MONIC = Core(m=6, n_max=64, t_max=4, fields=(6,))


def times(a: int, b: int) -> int:
    """Field product by shift and add."""
    return clmul_mod(a, b, M, F.modulus)


def power(a: int, exponent: int) -> int:
    """a^exponent by repeated products."""
    result = 1
    for _ in range(exponent):
        result = times(result, a)
    return result


def elements(rng: Rng, count: int = CAP) -> list[int]:
    """Random field elements with 0 and 1 among them."""
    values = rng.integers(0, F.q, count)
    values[rng.permutation(count)[:2]] = [0, 1]
    return [int(v) for v in values]


def prepared(rng: Rng) -> tuple[Bench, list[int], list[int], list[int]]:
    """A bench with random p4 (d), p5 (a), p6 (b)."""
    bench, (d, a, b) = Bench(), [elements(rng) for _ in range(3)]
    for number, values in zip((4, 5, 6), (d, a, b), strict=True):
        bench.poly(number, values)
    return bench, d, a, b


LENGTHS = (1, 2, CAP - 1, CAP)
OPERATIONS: dict[str, Any] = {
    "padd p4, p5, p6, s8": lambda a, b: [x ^ y for x, y in zip(a, b, strict=True)],
    "pmov p4, p5, s8": lambda a, b: a,
    "emul p4, p5, p6, s8": lambda a, b: [times(x, y) for x, y in zip(a, b, strict=True)],
    "esqr p4, p5, s8": lambda a, b: [times(x, x) for x in a],
    "einv p4, p5, s8": lambda a, b: [power(x, F.q - 2) for x in a],
    "pscale p4, p5, p6, s9, s8": lambda a, b: [times(x, b[3]) for x in a],
    "pshift p4, p5, s8": lambda a, b: [0, *a[:-1]],
}


@pytest.mark.parametrize("length", LENGTHS)
@pytest.mark.parametrize("text", OPERATIONS)
def test_elementwise_instructions_change_the_first_coefficients_only(
    rng: Rng, text: str, length: int
) -> None:
    bench, d, a, b = prepared(rng)
    bench.run(f"li s8, {length}\nli s9, 3\n{text}")
    assert bench.coefficients(4) == (*OPERATIONS[text](a, b)[:length], *d[length:])


@pytest.mark.parametrize("text", OPERATIONS)
def test_destination_may_be_the_source(rng: Rng, text: str) -> None:
    bench, _, a, b = prepared(rng)
    bench.run(f"li s8, {CAP}\nli s9, 3\n{text.replace('p4', 'p5')}")
    assert bench.coefficients(5) == tuple(OPERATIONS[text](a, b))


@pytest.mark.parametrize("text", OPERATIONS)
def test_undefined_coefficients_make_undefined_ones(rng: Rng, text: str) -> None:
    bench, _, a, b = prepared(rng)
    bench.machine.state.unknown[5, 1] = True
    bench.run(f"li s8, {CAP}\nli s9, 3\n{text}")
    expected: list[int | None] = OPERATIONS[text](a, b)
    expected[2 if text.startswith("pshift") else 1] = None
    assert bench.coefficients(4) == tuple(expected)


def test_pscale_by_an_undefined_factor_is_undefined(rng: Rng) -> None:
    bench, d, _, _ = prepared(rng)
    bench.machine.state.unknown[6, 3] = True
    bench.run("li s8, 2\nli s9, 3\npscale p4, p5, p6, s9, s8")
    assert bench.coefficients(4) == (None, None, *d[2:])


def test_pli_is_a_constant_without_the_bits_above_m(rng: Rng) -> None:
    bench, _, _, _ = prepared(rng)
    bench.run(f"pli p4, {F.q + 5}")
    assert bench.coefficients(4) == (5,) + (0,) * (CAP - 1)


@pytest.mark.parametrize("length", [1, CAP, CAP + 1, 2 * SMALL.t_max + 1])
def test_pld_fills_a_pair_and_clears_the_rest_of_what_it_needs(rng: Rng, length: int) -> None:
    bench, _, _, b = prepared(rng)
    words = rng.integers(0, 1 << 16, length)
    bench.run(f"li s8, {length}\npld p4, s8", [packed(words)])
    cells = [int(w) % F.q for w in words] + [0] * (2 * CAP - length)
    assert bench.coefficients(4) == tuple(cells[:CAP])
    assert bench.coefficients(6) == tuple(cells[CAP:] if length > CAP else b)


@pytest.mark.parametrize("length", [1, CAP, CAP + 1, 2 * SMALL.t_max + 1])
def test_pst_sends_a_pair(rng: Rng, length: int) -> None:
    bench, d, _, b = prepared(rng)
    (data,) = bench.run(f"li s8, {length}\npst p4, s8").outputs
    assert data == packed((d + b)[:length])


@pytest.mark.parametrize("text", ["pmul p4, p5, p6", "pmul p5, p5, p6", "pmul p6, p5, p5"])
def test_pmul_is_the_product_modulo_a_monic_polynomial(rng: Rng, text: str) -> None:
    bench, _, a, b = prepared(rng)
    g = elements(rng)
    bench.poly(2, g)
    bench.run(text)
    second = a if text.endswith("p5, p5") else b
    product = poly.mulmod(F, a[:T], second[:T], poly.monic(g[:T])).tolist()
    assert bench.coefficients(int(text[6])) == (*product, *[0] * (CAP - T))
    assert [bench.coefficients(r)[0] for r in (0, 1, 2, 3)] == [None, None, g[0], None]


@pytest.mark.parametrize("kind", ["errors", "arbitrary"])
def test_pbm_finds_the_locator_in_both_registers_of_the_pair(rng: Rng, kind: str) -> None:
    t, bench = SMALL.t_max, Bench()
    s = elements(rng, 2 * t)
    if kind == "errors":
        s = goppa.power_sums(F, elements(rng, t), rng.permutation(F.q)[:t], 2 * t).tolist()
    bench.poly(0, s + [9] * (2 * CAP - 2 * t))
    bench.run("pbm", code=(M, N, t))
    expected = goppa.berlekamp_massey_reformulated(F, np.array(s, dtype=np.uint16), t).tolist()
    assert bench.coefficients(0) == (*expected, *[0] * (CAP - t - 1))
    for number in (1, 2, 3):
        assert bench.coefficients(number) == (None,) * CAP


def pairs(rng: Rng) -> tuple[Any, Any, bytes]:
    """Positions (some beyond n), weights, and the packet."""
    position = rng.permutation(F.q)
    position[:3] = 0xFFFF
    weight = rng.integers(0, F.q, F.q)
    return position, weight, packed(np.stack([position, weight], axis=1))


def syndrome(position: Any, weight: Any, vector: int, count: int) -> list[int]:
    """Power sums, point by point."""
    sums = [0] * count
    for point, at, w in zip(basis(M).order.tolist(), position.tolist(), weight.tolist(),
                            strict=True):  # fmt: skip
        if at < N and vector >> at & 1:
            for k in range(count):
                sums[k] ^= times(w, power(point, k))
    return sums


def test_esyn_sums_the_chosen_weights_into_the_pair_and_keeps_other_cells(rng: Rng) -> None:
    bench, d, _, b = prepared(rng)
    position, weight, packet = pairs(rng)
    vector = int.from_bytes(rng.bytes(8), "little")
    bench.vector(1, vector)
    bench.run("esyn p4, v1", [packet], code=(M, N, 4))
    sums = syndrome(position, weight, vector, 8)
    assert bench.coefficients(4) + bench.coefficients(6) == (*sums, *(d + b)[8:])


def rooted(points: list[int]) -> list[int]:
    """The monic polynomial with these roots."""
    coefficients = np.array([1], dtype=np.uint16)
    for point in points:
        coefficients = poly.mul(F, coefficients, [point, 1])
    return [int(c) for c in coefficients]


def test_eroot_marks_the_roots_in_evaluation_order(rng: Rng) -> None:
    bench = Bench()
    numbers = sorted(int(a) for a in rng.permutation(F.q)[:T])
    bench.poly(5, [*rooted([int(basis(M).order[a]) for a in numbers]), 7, 7])
    bench.vector(2, (1 << 64) - 1)
    bench.run("eroot v2, p5")
    assert [a for a in range(64) if bench.machine.state.v[2] >> a & 1] == numbers


@pytest.mark.parametrize("flip", [False, True])
def test_recheck_tells_whether_the_roots_have_the_syndrome_of_the_word(
    rng: Rng, flip: bool
) -> None:
    bench = Bench()
    position, _, _ = pairs(rng)
    numbers = [a for a in range(F.q) if position[a] < N][:T]
    packet = packed(np.stack([position, np.full(F.q, 1)], axis=1))
    word = sum(1 << int(position[a]) for a in numbers[flip:])
    bench.vector(1, word)
    bench.poly(5, rooted([int(basis(M).order[a]) for a in numbers]))
    bench.run("esyn p0, v1\neroot v2, p5", [packet])
    assert bool(bench.machine.state.flags & 2) != flip


def test_a_second_eroot_compares_with_what_the_first_one_left(rng: Rng) -> None:
    bench = Bench()
    _, _, packet = pairs(rng)
    bench.poly(5, rooted([int(basis(M).order[a]) for a in (5, 6, 7)]))
    bench.run("esyn p0, v1\neroot v2, p5\nvflg v3\neroot v2, p5", [packet])
    flags = [r.flags & 2 for r in bench.seen if r.text.startswith("eroot")]
    assert flags == [0, 2]


def test_recheck_holds_after_a_wipe_because_all_weights_are_zero(rng: Rng) -> None:
    bench = Bench()
    bench.run("pli p5, 0\neroot v2, p5")
    assert (bench.machine.state.v[2], bench.machine.state.flags & 2) == ((1 << 64) - 1, 2)


@pytest.mark.parametrize("t", [2, 3])
def test_eval_sends_the_values_at_all_points(rng: Rng, t: int) -> None:
    bench, _, a, _ = prepared(rng)
    (data,) = bench.run("eval p5", code=(M, N, t)).outputs
    expected = []
    for point in basis(M).order.tolist():
        value = 0
        for k in range(t + 1):
            value ^= times(a[k], power(point, k))
        expected.append(value)
    assert data == packed(expected)


@pytest.mark.parametrize("name", ["eval p5", "eroot v2, p5"])
def test_the_top_coefficient_of_the_largest_degree_counts_as_one(rng: Rng, name: str) -> None:
    results = []
    for top in (0, 1, 9):
        bench = Bench(MONIC)
        bench.poly(5, [3, 0, 1, 5, top])
        outcome = bench.run(name, code=(M, N, 4))
        results.append((tuple(outcome.outputs), bench.machine.state.v[2]))
    assert results[0] == results[1] == results[2]
    wanted = poly.horner(F, [3, 0, 1, 5, 1], basis(M).order)
    if name.startswith("eval"):
        assert results[0][0] == (packed(wanted),)
    else:
        assert results[0][1] == sum(1 << int(a) for a in np.flatnonzero(wanted == 0))


def test_eval_leaves_the_sums_of_esyn_alone(rng: Rng) -> None:
    bench = Bench()
    _, _, packet = pairs(rng)
    bench.poly(5, [1])
    bench.run("esyn p0, v1\neval p5\neroot v2, p5", [packet])
    assert bench.machine.state.flags & 2


LEAKS = ["pst p1, t", "eroot v2, p1", "eval p1", "vld v0, s15"]


@pytest.mark.parametrize("text", LEAKS)
def test_reading_what_is_undefined_is_an_error(text: str) -> None:
    with pytest.raises(MceError, match="iss-undefined"):
        Bench().run(f"pbm\n{text}", [b"\0"])


@pytest.mark.parametrize("text", LEAKS[:3])
def test_without_strictness_it_reads_as_zero_and_marks_the_run(text: str) -> None:
    assert Bench(strict=False).run(f"pbm\n{text}").undefined


def test_an_element_of_a_larger_field_is_undefined_in_a_smaller_one() -> None:
    bench = Bench()
    bench.poly(4, [31, 32, 63])
    bench.run("nop", code=(5, 32, 3))
    assert bench.coefficients(4) == (31, None, None, 0, 0, 0)


def test_weights_of_another_field_are_undefined(rng: Rng) -> None:
    bench = Bench()
    bench.run("esyn p0, v1", [pairs(rng)[2]])
    with pytest.raises(MceError, match="weights of another field"):
        bench.run("pli p4, 1\neroot v2, p4", code=(5, 32, 3))
