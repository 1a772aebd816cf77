# SPDX-License-Identifier: Apache-2.0
"""Vector instructions of the simulator, each against its definition bit by bit."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

from iss_programs import Bench, bit, packed
from mce.iss import Core

Rng = np.random.Generator
BITS = 64
WEIGHT, RECHECK, PADOK, EQUAL, DRAWN = 1, 2, 4, 8, 16
LENGTHS = (1, 7, 8, 9, 63, 64)


def random_vector(rng: Rng) -> int:
    return int.from_bytes(rng.bytes(BITS // 8), "little")


def prepared(rng: Rng) -> tuple[Bench, int, int]:
    """A bench with random v1 and v2."""
    bench = Bench()
    d, a = random_vector(rng), random_vector(rng)
    bench.vector(1, d)
    bench.vector(2, a)
    return bench, d, a


def from_bits(function: Callable[[int], int], count: int = BITS) -> int:
    """The vector whose bit i is function(i)."""
    return sum(function(i) << i for i in range(count))


@pytest.mark.parametrize("length", LENGTHS)
def test_vld_takes_bit_i_from_byte_i_div_8_and_clears_the_rest(rng: Rng, length: int) -> None:
    bench, _, _ = prepared(rng)
    data = bytearray(rng.bytes((length + 7) // 8))
    data[-1] &= 0xFF >> (-length % 8)
    bench.run(f"li s8, {length}\nvld v1, s8", [bytes(data)])
    expected = from_bits(lambda i: data[i // 8] >> (i % 8) & 1 if i < length else 0)
    assert bench.machine.state.v[1] == expected
    assert bench.machine.state.flags == PADOK


def test_vld_clears_padok_for_a_padding_bit_and_drops_it() -> None:
    bench = Bench()
    bench.run("li s8, 3\nvld v1, s8", [b"\x0d"])
    assert (bench.machine.state.v[1], bench.machine.state.flags) == (5, 0)


@pytest.mark.parametrize("length", LENGTHS)
def test_vst_sends_the_first_bits_and_zero_padding(rng: Rng, length: int) -> None:
    bench, d, _ = prepared(rng)
    (data,) = bench.run(f"li s8, {length}\nvst v1, s8").outputs
    assert len(data) == (length + 7) // 8
    assert int.from_bytes(data, "little") == d % (1 << length)


def test_word_wise_instructions(rng: Rng) -> None:
    cases: dict[str, Callable[[int, int], int]] = {
        "vmov": lambda d, a: a, "vxor": lambda d, a: d ^ a, "vand": lambda d, a: d & a
    }  # fmt: skip
    for name, function in cases.items():
        bench, d, a = prepared(rng)
        bench.run(f"{name} v1, v2")
        assert bench.machine.state.v[1] == function(d, a), name


def test_vclr_clears_one_register_only(rng: Rng) -> None:
    bench, _, a = prepared(rng)
    bench.run("vclr v1")
    assert bench.machine.state.v[1:3] == [0, a]


@pytest.mark.parametrize(("start", "length"), [(0, 64), (1, 63), (5, 9), (63, 1), (0, 1)])
def test_vslice_moves_a_window_down_and_clears_the_rest(rng: Rng, start: int, length: int) -> None:
    bench, _, a = prepared(rng)
    bench.run(f"li s8, {start}\nli s9, {length}\nvslice v1, v2, s8, s9")
    expected = from_bits(lambda i: bit(a, start + i) if i < length else 0)
    assert bench.machine.state.v[1] == expected


@pytest.mark.parametrize(("start", "length"), [(0, 64), (1, 63), (5, 9), (63, 1), (0, 1)])
def test_vplace_moves_a_window_up_and_keeps_the_rest(rng: Rng, start: int, length: int) -> None:
    bench, d, a = prepared(rng)
    bench.run(f"li s8, {start}\nli s9, {length}\nvplace v1, v2, s8, s9")
    inside = range(start, start + length)
    expected = from_bits(lambda i: bit(a, i - start) if i in inside else bit(d, i))
    assert bench.machine.state.v[1] == expected


@pytest.mark.parametrize("off_by", [-1, 0, 1])
def test_vpop_sets_weight_only_for_the_exact_number_of_ones(rng: Rng, off_by: int) -> None:
    bench, d, _ = prepared(rng)
    ones = sum(bit(d, i) for i in range(40))
    bench.run(f"li s8, 40\nli s9, {ones + off_by}\nvpop v1, s8, s9")
    assert bench.machine.state.flags == PADOK | (WEIGHT if off_by == 0 else 0)


def test_veq_looks_at_the_first_bits_only(rng: Rng) -> None:
    bench, d, _ = prepared(rng)
    bench.vector(2, d ^ 1 << 20)
    bench.run("li s8, 20\nveq v1, v2, s8")
    assert bench.machine.state.flags == PADOK | EQUAL
    bench.run("li s8, 21\nveq v1, v2, s8")
    assert bench.machine.state.flags == PADOK


@pytest.mark.parametrize("flags", range(4))
def test_vsel_keeps_d_only_when_all_flags_are_set(rng: Rng, flags: int) -> None:
    bench, d, a = prepared(rng)
    setup = f"li s8, 1\nli s9, {0 if flags & 1 else 1}\nvclr v3\nvpop v3, s8, s9\n"
    other = "v4" if flags & 2 else "v5"
    bench.vector(5, 1)
    bench.run(f"{setup}veq v3, {other}, s8\nvsel v1, v2, weight|equal")
    assert bench.machine.state.v[1] == (d if flags == 3 else a)


def test_vkeep_clears_d_unless_all_flags_are_set(rng: Rng) -> None:
    bench, d, a = prepared(rng)
    bench.run("veq v1, v1, n\nvkeep v1, equal|padok\nvkeep v2, equal|drawn")
    assert bench.machine.state.v[1:3] == [d, 0] and a


@pytest.mark.parametrize("text", ["vsel v1, v2, 0", "vkeep v1, 0"])
def test_an_empty_mask_keeps_d(rng: Rng, text: str) -> None:
    bench, d, _ = prepared(rng)
    bench.run(text)
    assert bench.machine.state.v[1] == d


def test_vflg_shows_the_flags_byte(rng: Rng) -> None:
    bench, _, _ = prepared(rng)
    bench.run("vflg v1")
    assert bench.machine.state.v[1] == PADOK


def matrix(rng: Rng, rows: int, columns: int) -> tuple[np.ndarray, bytes]:
    """Bits, and the byte-aligned rows that hold them."""
    bits = rng.integers(0, 2, (rows, columns)).astype(np.uint8)
    return bits, np.packbits(bits, axis=1, bitorder="little").tobytes()


SHAPES = [(1, 1), (3, 8), (20, 13), (64, 64), (5, 61)]


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_vmv_is_the_matrix_times_the_vector(rng: Rng, rows: int, columns: int) -> None:
    bench, _, a = prepared(rng)
    bits, data = matrix(rng, rows, columns)
    bench.run(f"li s8, {rows}\nli s9, {columns}\nvmv v1, v2, s8, s9", [data])
    vector = [bit(a, i) for i in range(columns)]
    expected = bits.astype(int) @ vector % 2
    assert bench.machine.state.v[1] == from_bits(lambda i: int(expected[i]), rows)
    assert bench.machine.state.flags == PADOK


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
def test_vvm_is_the_vector_times_the_matrix(rng: Rng, rows: int, columns: int) -> None:
    bench, _, a = prepared(rng)
    bits, data = matrix(rng, rows, columns)
    bench.run(f"li s8, {rows}\nli s9, {columns}\nvvm v1, v2, s8, s9", [data])
    vector = [bit(a, i) for i in range(rows)]
    expected = np.asarray(vector) @ bits.astype(int) % 2
    assert bench.machine.state.v[1] == from_bits(lambda i: int(expected[i]), columns)
    assert bench.machine.state.flags == PADOK


@pytest.mark.parametrize(("rows", "columns"), SHAPES)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_vmvb_adds_the_products_to_as_many_vectors(
    rng: Rng, rows: int, columns: int, count: int
) -> None:
    bench = Bench(Core(m=6, n_max=64, t_max=4, fields=(5, 6), gather_ports=4, batch=4))
    before = [random_vector(rng) for _ in range(8)]
    for number, value in enumerate(before):
        bench.vector(number, value)
    bits, data = matrix(rng, rows, columns)
    bench.run(f"li s8, {rows}\nli s9, {columns}\nvmvb v4, v0, {count}, s8, s9", [data])
    expected = list(before)
    for j in range(count):
        vector = [bit(before[j], i) for i in range(columns)]
        product = bits.astype(int) @ vector % 2
        expected[4 + j] ^= from_bits(lambda i, product=product: int(product[i]), rows)
    assert bench.machine.state.v == expected
    assert bench.machine.state.flags == PADOK


@pytest.mark.parametrize(("start", "length"), [(0, 64), (1, 63), (5, 9), (63, 1), (0, 1)])
def test_vxplace_adds_to_a_window_and_keeps_the_rest(rng: Rng, start: int, length: int) -> None:
    bench, d, a = prepared(rng)
    bench.run(f"li s8, {start}\nli s9, {length}\nvxplace v1, v2, s8, s9")
    assert bench.machine.state.v[1] == d ^ (a % (1 << length)) << start


@pytest.mark.parametrize("name", ["vmv", "vvm"])
def test_a_padding_bit_of_any_row_clears_padok_and_counts_for_nothing(name: str) -> None:
    bench = Bench()
    bench.vector(2, 0)
    bench.run(f"li s8, 3\nli s9, 5\n{name} v1, v2, s8, s9", [b"\x1f\x3f\x1f"])
    assert (bench.machine.state.v[1], bench.machine.state.flags) == (0, 0)


def test_vgather_takes_the_bit_of_each_index(rng: Rng) -> None:
    bench, _, a = prepared(rng)
    index = rng.integers(0, BITS, 50)
    bench.run("li s8, 50\nvgather v1, v2, s8", [packed(index)])
    assert bench.machine.state.v[1] == from_bits(lambda i: bit(a, int(index[i])), 50)


def test_vgather_gives_zero_for_an_index_beyond_the_field_of_the_run() -> None:
    bench = Bench()
    bench.vector(2, (1 << BITS) - 1)
    index = [31, 32, 63, 64, 0xFFFF, 0]
    bench.run("li s8, 6\nvgather v1, v2, s8", [packed(index)], code=(5, 32, 3))
    assert bench.machine.state.v[1] == 0b100001


@pytest.mark.parametrize("imm", [0, 1, 0x7FFF, 0x8000, 0xFFFF])
def test_vli_repeats_the_sign_up_to_the_end_of_the_register(rng: Rng, imm: int) -> None:
    bench, _, _ = prepared(rng)
    bench.run(f"vli v1, {imm}")
    assert bench.machine.state.v[1] == from_bits(lambda i: imm >> min(i, 15) & 1)


def drawn(words: list[int], code: tuple[int, int, int] = (6, 60, 3), before: int = 0) -> Bench:
    """A bench after vsamp of these words into v1 that holds `before`, DRAWN set or not."""
    bench = Bench()
    bench.vector(1, before)
    bench.run(f"li s8, {len(words)}\nvsamp v1, s8", [packed(words)], code)
    return bench


# words of m = 6, n = 60, t = 3: the positions taken, and whether they are a draw
DRAWS = [
    ([59, 0, 7], [59, 0, 7], True),
    ([60, 59, 63, 0, 62, 7], [59, 0, 7], True),
    ([5, 4, 3, 2, 5], [5, 4, 3], True),
    ([5, 4], [5, 4], False),
    ([60, 61, 62, 63, 5, 4], [5, 4], False),
    ([5, 4, 5], [5, 4], False),
    ([5, 5, 4, 3], [5, 4], False),
    ([60], [], False),
    ([0x40 | 9, 0xFFC0 | 8, 0x8000 | 7], [9, 8, 7], True),
]


@pytest.mark.parametrize(("words", "positions", "good"), DRAWS, ids=str)
def test_vsamp_takes_the_first_t_words_below_n(
    words: list[int], positions: list[int], good: bool
) -> None:
    state = drawn(words).machine.state
    assert state.v[1] == sum(1 << p for p in set(positions))
    assert state.flags == PADOK | DRAWN * good


def test_vsamp_counts_a_bit_that_stood_before_as_drawn_twice_and_keeps_the_others() -> None:
    for before, good in ((1 << 20, True), (1 << 7 | 1 << 20, False)):
        state = drawn([59, 0, 7], before=before).machine.state
        assert (state.v[1], state.flags) == (before | 1 << 59 | 1 << 0 | 1 << 7,
                                             PADOK | DRAWN * good)


def test_a_vsamp_without_enough_positions_clears_drawn() -> None:
    bench = Bench()
    bench.run("vsamp v1, t\nvsamp v2, t", [packed([1, 2, 3]), packed([1, 2, 60])])
    assert bench.machine.state.flags == PADOK


@pytest.mark.parametrize("code", [(5, 32, 3), (5, 20, 2), (6, 64, 4), (6, 41, 3)])
def test_vsamp_is_the_fixed_weight_of_the_specification(
    rng: Rng, code: tuple[int, int, int]
) -> None:
    """Steps 2 to 6, word by word, with a list of positions."""
    m, n, t = code
    for _ in range(20):
        words = [int(w) for w in rng.integers(0, 1 << 16, 2 * t)]
        chosen: list[int] = []
        for word in words:
            if word % 2**m < n and len(chosen) < t:
                chosen.append(word % 2**m)
        good = len(chosen) == t and len(set(chosen)) == t
        state = drawn(words, code).machine.state
        assert state.v[1] == sum(1 << p for p in set(chosen))
        assert state.flags == PADOK | DRAWN * good


@pytest.mark.parametrize(
    ("width", "late"), [(32, (0, 0, 1, 1, 1)), (64, (0,) * 5), (128, (1,) * 5), (512, (1,) * 5)]
)
def test_vsamp_takes_four_cycles_a_word_and_waits_for_the_first_chunk(
    width: int, late: tuple[int, ...]
) -> None:
    """On a narrow stream two words are one beat, and all the chunk there is."""
    core = Core(m=6, n_max=64, t_max=4, fields=(6,), gf2mult_factor=2, axis_width=width)
    for length, wait in zip((1, 2, 3, 8, 13), late, strict=True):
        bench = Bench(core)
        bench.run(f"li s8, {length}\nvsamp v1, s8", [bytes(2 * length)])
        assert bench.seen[1].cycles == 5 + 4 * length + 1 + wait, length
