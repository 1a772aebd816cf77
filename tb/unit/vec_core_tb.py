# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the vec_core bench: every instruction against plain integers."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import cocotb

from vec_core_bench import Bench
from vec_ref import (
    constant,
    gather,
    matrix_vector,
    ones,
    pack_rows,
    place_bits,
    row_bytes,
    sample,
    slice_bits,
    vector_matrix,
)

COUNT = int(os.environ.get("COUNT", "6"))
GAPS = (0.0, 0.4)
NO_BATCH = os.environ.get("BATCH", "1") == "1"


async def started(dut: Any) -> Bench:
    bench = Bench(dut)
    await bench.reset()
    await bench.load_random()
    return bench


WHOLE: dict[str, Callable[[int, int], int]] = {
    "vmov": lambda d, a: a,
    "vxor": lambda d, a: d ^ a,
    "vand": lambda d, a: d & a,
}


def two_regs(bench: Bench) -> tuple[int, int]:
    d, a = bench.rng.sample(range(8), 2)
    return d, a


@cocotb.test()
async def vld_takes_len_bits_and_clears_the_rest(dut: Any) -> None:
    b = await started(dut)
    for gap in GAPS:
        for length in b.lengths(COUNT):
            value = b.rng.getrandbits(length)
            d = b.rng.randrange(8)
            packet = value.to_bytes((length + 7) // 8, "little")
            r = await b.run("vld", d, length=length, beats=b.beats(packet), gap=gap)
            b.regs[d] = value
            assert r.padbad == 0
            b.check(("vld", length), d)


@cocotb.test()
async def vld_reports_each_padding_bit(dut: Any) -> None:
    b = await started(dut)
    for length in [x for n in (8, b.width, 2 * b.width) for x in range(n - 7, n) if x < b.size]:
        for bad in range(length, (length + 7) // 8 * 8):
            value = b.rng.getrandbits(length)
            packet = (value | 1 << bad).to_bytes((length + 7) // 8, "little")
            r = await b.run("vld", 3, length=length, beats=b.beats(packet))
            b.regs[3] = value
            assert r.padbad == 1
        b.check(("vld padding", length), 3)


@cocotb.test()
async def vst_sends_len_bits(dut: Any) -> None:
    b = await started(dut)
    for gap in GAPS:
        for length in b.lengths(COUNT):
            a = b.rng.randrange(8)
            r = await b.run("vst", 0, a, length, gap=gap)
            got = sum(x << (i * b.width) for i, x in enumerate(r.beats))
            assert len(r.beats) == b.cycles.ceil(length)
            assert got == b.regs[a] & ones(length)
    b.check("vst")


@cocotb.test()
async def word_instructions_work_on_the_whole_register(dut: Any) -> None:
    b = await started(dut)
    for _ in range(COUNT):
        for op, f in WHOLE.items():
            for d, a in (two_regs(b), (5, 5)):
                await b.load(d, b.rng.getrandbits(b.size))
                await b.load(a, b.rng.getrandbits(b.size))
                await b.run(op, d, a)
                b.regs[d] = f(b.regs[d], b.regs[a])
                b.check((op, d, a), d)
        d = b.rng.randrange(8)
        await b.run("vclr", d)
        b.regs[d] = 0
        b.check(("vclr", d), d)
        flags = b.rng.getrandbits(8)
        await b.run("vflg", d, flags=flags)
        b.regs[d] = flags
        b.check(("vflg", d), d)


@cocotb.test()
async def vsel_keeps_d_on_true_and_takes_a_on_false(dut: Any) -> None:
    b = await started(dut)
    for cond in (0, 1, 1, 0):
        for d, a in (two_regs(b), (2, 2)):
            await b.load(d, b.rng.getrandbits(b.size))
            await b.run("vsel", d, a, cond=cond)
            b.regs[d] = b.regs[d] if cond else b.regs[a]
            b.check(("vsel", cond, d, a), d)


@cocotb.test()
async def vkeep_keeps_d_on_true_and_clears_it_on_false(dut: Any) -> None:
    """And the next write of any kind is not held back."""
    b = await started(dut)
    for cond in (0, 1, 1, 0):
        for op in ("vkeep", "vsel"):
            d, a = two_regs(b)
            await b.load(d, b.rng.getrandbits(b.size))
            await b.run("vkeep", d, cond=cond)
            b.regs[d] *= cond
            b.check(("vkeep", cond, d))
            await b.run(op, d, a, cond=1)
            await b.load(d, b.rng.getrandbits(b.size))
            b.check(("roots after", op), d)
            await b.run(op, d, a, cond=1)
            await b.run("vclr", d, cond=1)
            b.regs[d] = 0
            b.check(("vclr after", op), d)
    await b.load(1, b.rng.getrandbits(b.size))
    await b.run("vkeep", 1, cond=1)
    await b.wipe()
    b.check("wipe after vkeep")


def fields(b: Bench, count: int) -> list[tuple[int, int]]:
    """Pairs (start, length) with start + length <= 2^M: corners of both, then random."""
    size, w = b.size, b.width
    starts = sorted({s for s in (0, 1, 5, w - 1, w, w + 1, size - w, size - 1) if 0 <= s < size})
    out = [(s, n) for s in starts for n in {1, w - 1, w, w + 1, size - s} if 0 < n <= size - s]
    for _ in range(count):
        s = b.rng.randrange(size)
        out.append((s, b.rng.randint(1, size - s)))
    return out


@cocotb.test()
async def vslice_extracts_any_field(dut: Any) -> None:
    b = await started(dut)
    for start, length in fields(b, 3 * COUNT):
        d, a = two_regs(b)
        await b.load(a, b.rng.getrandbits(b.size))
        await b.run("vslice", d, a, length, start)
        b.regs[d] = slice_bits(b.regs[a], start, length)
        b.check(("vslice", start, length), d)


@cocotb.test()
async def vplace_replaces_any_field(dut: Any) -> None:
    b = await started(dut)
    for start, length in fields(b, 3 * COUNT):
        d, a = two_regs(b)
        await b.load(d, b.rng.getrandbits(b.size))
        await b.load(a, b.rng.getrandbits(b.size))
        await b.run("vplace", d, a, length, start)
        b.regs[d] = place_bits(b.regs[d], b.regs[a], start, length)
        b.check(("vplace", start, length), d)


@cocotb.test()
async def vxplace_adds_to_any_field(dut: Any) -> None:
    b = await started(dut)
    for start, length in fields(b, 3 * COUNT):
        d, a = two_regs(b)
        await b.load(d, b.rng.getrandbits(b.size))
        await b.load(a, b.rng.getrandbits(b.size))
        await b.run("vxplace", d, a, length, start)
        b.regs[d] ^= (b.regs[a] & ones(length)) << start
        b.check(("vxplace", start, length), d)


@cocotb.test()
async def vpop_compares_the_weight_of_len_bits(dut: Any) -> None:
    b = await started(dut)
    await b.load(6, ones(b.size))
    await b.load(7, 0)
    for length in b.lengths(COUNT):
        for a in (1, 6, 7):
            weight = (b.regs[a] & ones(length)).bit_count()
            for want in {weight, weight ^ 1, weight + 1, weight ^ 1 << b.rng.randrange(b.m)}:
                if want > b.size:
                    continue
                r = await b.run("vpop", 0, a, length, want)
                assert r.weight == [int(want == weight)], (length, a, want, weight)
    b.check("vpop")


@cocotb.test()
async def veq_compares_len_bits_and_only_those(dut: Any) -> None:
    b = await started(dut)
    for length in b.lengths(COUNT):
        d, a = two_regs(b)
        value = b.rng.getrandbits(b.size)
        for flip in {0, length - 1, length % b.size, b.rng.randrange(b.size)}:
            await b.load(d, value)
            await b.load(a, value ^ 1 << flip)
            r = await b.run("veq", d, a, length)
            assert r.equal == [int(flip >= length)], (length, flip)
            assert r.weight == []
        # All that stands behind the length differs.
        await b.load(a, value ^ ones(b.size) >> length << length)
        assert (await b.run("veq", d, a, length)).equal == [1], length
        r = await b.run("veq", 3, 3, length)
        assert r.equal == [1], ("d = a", length)
    b.check("veq")


async def row_sum(b: Bench, rows: int, cols: int, gap: float = 0.0) -> None:
    d, a = two_regs(b)
    await b.load(a, b.rng.choice((b.rng.getrandbits(b.size), ones(b.size), 1 << rows - 1)))
    matrix = [b.rng.getrandbits(cols) for _ in range(rows)]
    r = await b.run("vvm", d, a, rows, cols, beats=b.beats(pack_rows(matrix, cols)), gap=gap)
    b.regs[d] = vector_matrix(matrix, cols, b.regs[a])
    assert r.padbad == 0
    b.check(("vvm", rows, cols), d, a)


@cocotb.test()
async def vvm_is_right_for_every_row_length_in_bytes(dut: Any) -> None:
    b = await started(dut)
    for length in range(1, min(b.size // 8, 3 * b.width // 8 + 2) + 1):
        cols = max(8 * length - b.rng.randrange(8), 1)
        await row_sum(b, b.rng.randint(1, min(20, b.size)), cols, b.rng.choice(GAPS))


@cocotb.test()
async def vvm_is_right_for_random_shapes(dut: Any) -> None:
    b = await started(dut)
    for cols in b.lengths(COUNT):
        for gap in GAPS:
            most = min(b.size, 4 + 300 // max(4, b.cycles.ceil(cols)))
            await row_sum(b, b.rng.randint(1, most), cols, gap)
    for rows in (1, b.width - 1, b.width, b.width + 1, 2 * b.width + 3, min(b.size, 1024)):
        if rows <= b.size:
            await row_sum(b, rows, b.rng.randint(1, 20) % b.size or 1)


@cocotb.test()
async def vvm_reports_each_padding_bit_of_any_row_and_ignores_it(dut: Any) -> None:
    b = await started(dut)
    rows = 5
    lengths = (1, 2, 3, b.width // 8 + 1, 3 * b.width // 8)
    for a in (0, ones(b.size)):               # bad rows that are not added, bad rows that are
        await b.load(1, a)
        for cols in [8 * n - p for n in lengths for p in range(1, 8)]:
            if not 0 < cols <= b.size:
                continue
            for bad in range(cols, 8 * row_bytes(cols)):
                matrix = [b.rng.getrandbits(cols) for _ in range(rows)]
                sent = [row | b.rng.getrandbits(1) << bad for row in matrix]
                r = await b.run("vvm", 2, 1, rows, cols, beats=b.beats(pack_rows(sent, cols)),
                                gap=b.rng.choice(GAPS))
                b.regs[2] = vector_matrix(matrix, cols, a)
                assert r.padbad == sum(row >> bad & 1 for row in sent), (cols, bad, a)
            b.check(("vvm padding", cols), 2)


async def product(b: Bench, rows: int, cols: int, gap: float = 0.0) -> None:
    d, a = two_regs(b)
    matrix = [b.rng.getrandbits(cols) for _ in range(rows)]
    r = await b.run("vmv", d, a, rows, cols, beats=b.beats(pack_rows(matrix, cols)), gap=gap)
    b.regs[d] = matrix_vector(matrix, cols, b.regs[a])
    assert r.padbad == 0
    b.check(("vmv", rows, cols), d)


@cocotb.test()
async def vmv_is_right_for_every_row_length_in_bytes(dut: Any) -> None:
    b = await started(dut)
    for length in range(1, min(b.size // 8, 3 * b.width // 8 + 2) + 1):
        cols = max(8 * length - b.rng.randrange(8), 1)
        await product(b, b.rng.randint(1, min(20, b.size)), cols, b.rng.choice(GAPS))


@cocotb.test()
async def vmv_is_right_for_random_shapes(dut: Any) -> None:
    b = await started(dut)
    for cols in b.lengths(COUNT):
        for gap in GAPS:
            most = min(b.size, 4 + 4 * b.size // cols)
            await product(b, b.rng.randint(1, most), cols, gap)
    for rows in (1, b.width - 1, b.width, b.width + 1, 2 * b.width, b.size):
        if rows <= b.size:
            await product(b, rows, b.rng.randint(1, 20) % b.size or 1)


def blocks(b: Bench, count: int) -> tuple[int, int]:
    """First registers of two blocks that are apart."""
    low = b.rng.randint(0, 8 - 2 * count)
    high = b.rng.randint(low + count, 8 - count)
    return b.rng.choice(((low, high), (high, low)))


async def batch(b: Bench, rows: int, cols: int, gap: float = 0.0) -> None:
    count = b.rng.randint(2, b.batch)
    d, a = blocks(b, count)
    for reg in (*range(d, d + count), *range(a, a + count)):
        await b.load(reg, b.rng.getrandbits(b.size))
    matrix = [b.rng.getrandbits(cols) for _ in range(rows)]
    beats = b.beats(pack_rows(matrix, cols))
    r = await b.run("vmvb", d, a, rows, cols, count=count, beats=beats, gap=gap)
    for i in range(count):
        b.regs[d + i] ^= matrix_vector(matrix, cols, b.regs[a + i])
    assert r.padbad == 0
    b.check(("vmvb", count, rows, cols, d, a))


@cocotb.test(skip=NO_BATCH)
async def vmvb_adds_the_products_for_every_row_length_in_bytes(dut: Any) -> None:
    b = await started(dut)
    for length in range(1, min(b.size // 8, 2 * b.width // 8 + 2) + 1):
        cols = max(8 * length - b.rng.randrange(8), 1)
        await batch(b, b.rng.randint(1, min(20, b.size)), cols, b.rng.choice(GAPS))


@cocotb.test(skip=NO_BATCH)
async def vmvb_adds_the_products_of_random_shapes(dut: Any) -> None:
    """With as many rows as a word has bits, one more, and more words."""
    b = await started(dut)
    for cols in b.lengths(COUNT):
        for gap in GAPS:
            most = min(b.size, 4 + 4 * b.size // cols)
            await batch(b, b.rng.randint(1, most), cols, gap)
    for rows in (1, b.width - 1, b.width, b.width + 1, 2 * b.width, 2 * b.width + 1, b.size):
        for gap in GAPS:
            if rows <= b.size:
                await batch(b, rows, b.rng.randint(1, 20) % b.size or 1, gap)


@cocotb.test(skip=NO_BATCH)
async def vmvb_reports_padding_bits_once_a_row(dut: Any) -> None:
    b = await started(dut)
    for cols in [8 * n - p for n in (1, 2, 3) for p in range(1, 8)]:
        if not 0 < cols <= b.size:
            continue
        matrix = [b.rng.getrandbits(cols) for _ in range(7)]
        sent = list(matrix)
        bad = b.rng.randrange(cols, 8 * row_bytes(cols))
        sent[b.rng.randrange(7)] |= 1 << bad
        r = await b.run("vmvb", 2, 0, 7, cols, count=2, beats=b.beats(pack_rows(sent, cols)))
        for i in range(2):
            b.regs[2 + i] ^= matrix_vector(matrix, cols, b.regs[i])
        assert r.padbad == 1, (cols, bad)
        b.check(("vmvb padding", cols))


@cocotb.test(skip=NO_BATCH)
async def vmvb_takes_the_same_time_whatever_the_contents(dut: Any) -> None:
    b = await started(dut)
    rows, cols = min(b.width + 1, b.size), min(77, b.size)
    beats = len(b.beats(bytes(rows * row_bytes(cols))))
    seen = set()
    for fill in (0, ones(b.size), b.rng.getrandbits(b.size), 1):
        for reg in range(4):
            await b.load(reg, fill)
        data = fill & ones(b.width)
        r = await b.run("vmvb", 2, 0, rows, cols, count=2, beats=[data] * beats)
        seen.add((r.cycles, tuple(r.trace)))
    assert len(seen) == 1


@cocotb.test(skip=NO_BATCH)
async def reset_stops_vmvb_anywhere_and_the_next_one_is_right(dut: Any) -> None:
    b = await started(dut)
    rows, cols = min(b.width + 3, b.size), 5
    data = b.beats(bytes(rows))
    total = b.cycles.of("vmvb", rows, cols, 2)
    for kill_at in {1, 5, *range(b.width + 5, min(b.width + 14, total - 1)), total - 2}:
        if kill_at >= total:
            continue
        await b.run("vmvb", 4, 2, rows, cols, count=2, beats=data, kill_at=kill_at)
        b.regs[4], b.regs[5] = b.dump(4), b.dump(5)
        b.check(("killed", kill_at))
        await batch(b, 3, min(b.size, 77))
        await product(b, 3, min(b.size, 77))


@cocotb.test()
async def vmv_reports_each_padding_bit_and_ignores_it(dut: Any) -> None:
    b = await started(dut)
    await b.load(1, ones(b.size))
    for cols in [8 * n - p for n in (1, 2, 3, 9, b.size // 8) for p in range(1, 8)]:
        if not 0 < cols <= b.size:
            continue
        rows = 7
        for bad in range(cols, 8 * row_bytes(cols)):
            matrix = [b.rng.getrandbits(cols) for _ in range(rows)]
            sent = list(matrix)
            sent[b.rng.randrange(rows)] |= 1 << bad
            r = await b.run("vmv", 2, 1, rows, cols, beats=b.beats(pack_rows(sent, cols)))
            b.regs[2] = matrix_vector(matrix, cols, b.regs[1])
            assert r.padbad == 1, (cols, bad)
        b.check(("vmv padding", cols), 2)


@cocotb.test()
async def vgather_picks_bits_and_zero_out_of_range(dut: Any) -> None:
    b = await started(dut)
    for m in sorted({4, (b.m + 4) // 2, max(b.m - 1, 4), b.m}):
        for gap in GAPS:
            for length in [n for n in b.lengths(2) if n <= 1 << m]:
                d, a = two_regs(b)
                await b.load(a, b.rng.getrandbits(b.size))
                index = [b.rng.randrange(1 << m) for _ in range(length)]
                for _ in range(length // 3):
                    far = b.rng.choice((1 << m, 0xFFFF, b.rng.randrange(1 << m, 1 << 16)))
                    index[b.rng.randrange(length)] = far if m < 16 else 0
                await b.run("vgather", d, a, length, m=m, chunks=b.chunks(index), gap=gap)
                b.regs[d] = gather(b.regs[a], index, m)
                b.check(("vgather", m, length), d)


@cocotb.test()
async def vli_repeats_the_sign_up_to_the_end_of_the_register(dut: Any) -> None:
    """Also in the bits of a word, and in the word, that a register of 2^M < 2 W bits has not."""
    b = await started(dut)
    for imm in (0, 1, 0x7FFF, 0x8000, 0xFFFF, b.rng.getrandbits(16)):
        d = b.rng.randrange(8)
        await b.run("vli", d, imm=imm)
        b.regs[d] = constant(imm, b.stride * b.width)
        b.check(("vli", hex(imm)))


def draws(b: Bench, m: int, n: int, t: int) -> dict[str, list[int]]:
    """Words of one vsamp: enough different positions, none too many or some, too few, twice."""
    rng = b.rng
    below, above = rng.sample(range(n), t), range(n, 1 << m)
    wrong = [rng.choice(above) for _ in range(3)] if above else []
    mixed = rng.sample([*below, *wrong], t + len(wrong))
    anything = [rng.getrandbits(16) for _ in range(2 * t)]
    more = [*mixed, below[0], rng.randrange(n)]
    found = {"exact": below, "with wrong ones": mixed, "more than t": more,
             "one too few": [*below[1:], *wrong], "twice": [*below[:-1], below[0], *wrong],
             "borders": [n - 1, *wrong[:1], n % (1 << m), 0][: b.size], "anything": anything}
    # The bits above m are no part of a position.
    return {kind: [word % (1 << m) | rng.getrandbits(16) >> m << m for word in words]
            for kind, words in found.items() if words}


@cocotb.test()
async def vsamp_sets_the_first_t_positions_below_n(dut: Any) -> None:
    """In a cleared register and over random bits, which count as drawn before."""
    b = await started(dut)
    answers = set()
    for m in sorted({4, (b.m + 4) // 2, b.m}):
        for n in {1 << m, (1 << m) - 1, b.rng.randint(9, 1 << m)}:
            t = b.rng.choice((2, 3, min(n // 2, 20)))
            for kind, words in draws(b, m, n, t).items():
                for gap in GAPS:
                    d = b.rng.randrange(8)
                    await b.load(d, 0 if b.rng.random() < 0.8 else b.rng.getrandbits(b.size))
                    r = await b.run("vsamp", d, length=len(words), m=m, n=n, t=t, gap=gap,
                                    chunks=b.chunks(words))
                    b.regs[d], drawn = sample(b.regs[d], words, m, n, t)
                    assert r.drawn == [drawn], (kind, m, n, t, words)
                    b.check(("vsamp", kind, m, n, t), d)
                    answers.add((kind, drawn))
    assert {("exact", True), ("with wrong ones", True), ("more than t", True)} <= answers
    assert not {("one too few", True), ("twice", True)} & answers


@cocotb.test()
async def look_ups_answer_two_cycles_later_one_group_a_cycle(dut: Any) -> None:
    b = await started(dut)
    sent: list[int] = []
    for i in range(200):
        if i >= 2:
            assert int(dut.look_bit_o.value) == sent[i - 2], f"group {i - 2}"
        reg, at = b.rng.randrange(8), [b.rng.randrange(b.size) for _ in range(b.ports)]
        sent.append(gather(b.regs[reg], at, b.m))
        dut.look_valid_i.value, dut.look_reg_i.value = 1, reg
        dut.look_idx_i.value = sum(x << (p * b.m) for p, x in enumerate(at))
        await b.wait()
    dut.look_valid_i.value = 0
    b.check("look-ups")


@cocotb.test()
async def duration_and_handshakes_do_not_depend_on_contents(dut: Any) -> None:
    b = await started(dut)
    length, arg, rows = b.size - 3, 3, min(9, b.size)
    count = b.cycles.ceil(length)
    packed = b.beats(bytes(rows * row_bytes(length)))
    for op in ("vld", "vst", "vclr", "vmov", "vxor", "vand", "vslice", "vplace", "vpop", "vsel",
               "vkeep", "vflg", "vli", "vmv", "vvm", "veq", "vgather", "vsamp"):
        seen = set()
        # Four cycles a word: not a whole register of them.
        words = min(length, 61) if op == "vsamp" else length
        shape = (rows, length) if op in ("vmv", "vvm") else (words, arg * (op != "veq"))
        for fill in range(4):
            for reg in (1, 2):
                value = (0, ones(b.size), b.rng.getrandbits(b.size), 1)[fill]
                await b.load(reg, value)
            data = (0, ones(b.width), b.rng.getrandbits(b.width), 1)[fill]
            chunk = (0, ones(64), b.rng.getrandbits(64), 1)[fill]
            r = await b.run(
                op, 1, 2, *shape,
                cond=fill & 1, flags=data & 255, imm=0xA5A5, n=b.size - 1, t=2,
                beats=[data] * {"vld": count, "vmv": len(packed), "vvm": len(packed)}.get(op, 0),
                chunks=[chunk] * ((words + 3) // 4 if op in ("vgather", "vsamp") else 0))
            seen.add((r.cycles, tuple(r.trace)))
        assert len(seen) == 1, op


@cocotb.test()
async def reset_stops_any_instruction_and_the_next_one_is_right(dut: Any) -> None:
    b = await started(dut)
    length = b.size
    for op in ("vld", "vmv", "vvm", "vgather", "vsamp", "vst", "vxor", "vslice", "vpop", "veq",
               "vclr"):
        arg = length if op in ("vmv", "vvm") else 0
        total = b.cycles.of(op, length, arg)
        for kill_at in {1, 2, 4, 7, b.rng.randint(1, 40), min(total, 60) - 1}:
            if kill_at >= total:
                continue
            # The stream starves after a few words.
            await b.run(op, 1, 2, length, arg,
                        beats=[ones(b.width)] * 3 * (op in ("vld", "vmv", "vvm")),
                        chunks=[ones(64)] * 3 * (op in ("vgather", "vsamp")), kill_at=kill_at,
                        n=b.size, t=2)
            b.regs[1] = b.dump(1)
            b.check(("killed", op, kill_at))
            await product(b, 3, min(b.size, 77))
            await row_sum(b, 3, min(b.size, 77))
            index = [b.rng.randrange(b.size) for _ in range(5)]
            await b.run("vgather", 1, 3, 5, chunks=b.chunks(index))
            b.regs[1] = gather(b.regs[3], index, b.m)
            await b.run("vxor", 1, 4)
            b.regs[1] ^= b.regs[4]
            await b.run("vsamp", 1, length=5, n=b.size, t=5, chunks=b.chunks(index))
            b.regs[1], _ = sample(b.regs[1], index, b.m, b.size, 5)
            b.check(("after kill", op, kill_at))


@cocotb.test()
async def wipe_clears_every_memory_word_and_register(dut: Any) -> None:
    b = await started(dut)
    for reg in range(8):
        await b.load(reg, ones(b.size))
    all_ones = [ones(b.width)] * 3
    await b.run("vmv", 0, 1, 1, min(3 * b.width, b.size),
                beats=all_ones[: b.cycles.ceil(min(3 * b.width, b.size))])
    await b.run("vvm", 0, 1, 1, min(3 * b.width, b.size),
                beats=all_ones[: b.cycles.ceil(min(3 * b.width, b.size))])
    await b.run("vgather", 0, 1, 3, chunks=[0])
    await b.run("vsamp", 0, length=3, n=b.size, t=9, chunks=[ones(48)])
    await b.run("vpop", 0, 1, b.size, 1)
    await b.run("vplace", 0, 1, b.size - 1, 1)
    await b.run("vflg", 0, flags=31)
    await b.run("vst", 0, 1, b.size)
    assert await b.wipe() == 4 * b.stride + 1
    b.check("wipe")
    secret = {
        **{ram: ("a_rdata_o", "b_rdata_o") for ram in b.copies},
        **{dut.u_memory.gen_look[p].u_look: ("part_q",) for p in range(b.ports)},
        dut.u_alu.u_words: ("a_q", "b_q", "turned_q", "saved_q", "result_q", "const_q"),
        dut.u_alu.u_vm: ("skip_q",),
        dut.u_alu.u_pop: ("byte_q", "group_q", "word_q", "sum_q"),
        dut.u_bits.u_gather: ("group_q", "ok1_q", "ok2_q", "bits_q"),
        dut.u_sample: ("found_q", "twice_q", "counts_q", "pos_q", "word_q"),
        dut.u_bits.u_collect: ("byte_q", "word_q"),
    }
    lane = ("vec_q", "word0_q", "turn_q", "head_q", "saved_q", "win_q", "parity_q", "acc_q")
    secret |= {dut.u_bits.u_mv.gen_lane[i].u_lane: lane for i in range(b.batch)}
    if not NO_BATCH:
        secret[dut.u_bits.gen_batch.u_batch] = ("byte_q", "word_q")
    for unit, names in secret.items():
        for name in names:
            assert int(getattr(unit, name).value) == 0, name
    # The mask of vvm is all that an instruction's mask tells of contents: the bit of its last row.
    await b.load(1, ones(b.size))
    await b.run("vvm", 0, 1, 1, min(3 * b.width, b.size),
                beats=all_ones[: b.cycles.ceil(min(3 * b.width, b.size))])
    assert int(dut.u_alu.u_words.u_mask.mask_q.value) != 0
    await b.wipe()
    assert int(dut.u_alu.u_words.u_mask.mask_q.value) == 0


@cocotb.test(skip=os.environ.get("FULL_SIZE") != "1")
async def vmv_keeps_up_with_the_stream_on_public_key_rows(dut: Any) -> None:
    b = await started(dut)
    for cols in (2720, 3360, 5024, 5413, 6528):
        await product(b, 40, cols)


@cocotb.test(skip=os.environ.get("FULL_SIZE") != "1")
async def vvm_keeps_up_with_the_stream_on_generator_rows(dut: Any) -> None:
    b = await started(dut)
    for rows, cols in ((2720, 3488), (3360, 4608), (5024, 6688), (5413, 6960), (6528, 8192)):
        await row_sum(b, 30, cols)
        stream = rows * row_bytes(cols) * 8 / b.width
        assert b.cycles.of("vvm", rows, cols) <= 1.02 * stream + 4000
