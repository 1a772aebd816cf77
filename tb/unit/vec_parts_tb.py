# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the benches of vec_core's parts; PART (environment) names the module on top."""

from __future__ import annotations

import os
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer

from vec_ref import gather, matrix_vector, ones, pack_rows, row_bytes

PART = os.environ["PART"]
WIDTH = int(os.environ["WIDTH"])


def rng() -> random.Random:
    return random.Random(int(os.environ["SEED"]))


def only(part: str) -> bool:
    """Value of `skip`: true when another module is on top."""
    return part != PART


async def begin(dut: Any, *inputs: str) -> None:
    """Clock, named inputs zero, one reset, one cycle of clear_i."""
    for name in inputs:
        getattr(dut, name).value = 0
    dut.clear_i.value = 1
    if hasattr(dut, "rst_n"):
        dut.rst_n.value = 0
    cocotb.start_soon(Clock(dut.clk, 10, unit="ns", impl="gpi").start())
    for _ in range(2):
        await FallingEdge(dut.clk)
    dut.clear_i.value = 0
    if hasattr(dut, "rst_n"):
        dut.rst_n.value = 1


@cocotb.test(skip=only("vec_rotl"))
async def rotation_by_every_amount(dut: Any) -> None:
    r, unit = rng(), int(os.environ["UNIT"])
    for amount in range(WIDTH // unit):
        x, by = r.getrandbits(WIDTH), amount * unit
        dut.data_i.value, dut.amount_i.value = x, amount
        await Timer(1, "ns")
        assert int(dut.data_o.value) == (x << by | x >> (WIDTH - by)) & ones(WIDTH)


@cocotb.test(skip=only("vec_pop"))
async def weight_is_reported_four_cycles_after_the_last_word(dut: Any) -> None:
    r = rng()
    await begin(dut, "valid_i", "last_i", "data_i", "want_i")
    for words in (1, 2, 5):
        for off in (0, 1, -1):
            data = [r.choice((0, ones(WIDTH), r.getrandbits(WIDTH))) for _ in range(words)]
            data[0] |= 1
            weight = sum(x.bit_count() for x in data)
            dut.want_i.value = weight + off
            dut.clear_i.value = 1
            await FallingEdge(dut.clk)
            dut.clear_i.value = 0
            for i, x in enumerate(data):
                dut.valid_i.value, dut.last_i.value = 1, int(i == words - 1)
                dut.data_i.value = x
                await FallingEdge(dut.clk)
                # A pause between words.
                dut.valid_i.value = dut.data_i.value = 0
                if i < words - 1:
                    await FallingEdge(dut.clk)
            dut.last_i.value = 0
            for _ in range(3):
                assert not int(dut.done_o.value)
                await FallingEdge(dut.clk)
            assert int(dut.done_o.value)
            assert int(dut.equal_o.value) == int(off == 0)
            await FallingEdge(dut.clk)
            assert not int(dut.done_o.value)


@cocotb.test(skip=only("vec_look"))
async def bit_arrives_two_cycles_after_its_index(dut: Any) -> None:
    r = rng()
    await begin(dut, "index_i", "rdata_i")
    want: list[int] = []
    word = 0
    for i in range(3 * WIDTH):
        if i >= 2:
            assert int(dut.bit_o.value) == want[i - 2]
        dut.rdata_i.value = word      # the word of the index before
        index, word = r.randrange(WIDTH), r.getrandbits(WIDTH)
        dut.index_i.value = index
        want.append(word >> index & 1)
        await FallingEdge(dut.clk)


@cocotb.test(skip=only("vec_collect"))
async def words_hold_the_bits_in_order_and_zero_after_the_last(dut: Any) -> None:
    r, most = rng(), len(dut.bits_i)
    await begin(dut, "clear_i", "fill_i", "valid_i", "last_i", "many_i", "bits_i")
    for step in (1, most):
        size = WIDTH if step == 1 else 2 * WIDTH
        for batches in (1, 7, 8, 9, WIDTH // step - 1, WIDTH // step, WIDTH // step + 1, 3 * WIDTH):
            dut.clear_i.value = 1
            await FallingEdge(dut.clk)
            dut.clear_i.value, dut.many_i.value = 0, int(step != 1)
            bits = [r.getrandbits(step) for _ in range(batches)]
            words: list[tuple[int, int]] = []
            todo = list(enumerate(bits))
            for _ in range(4 * batches + 8):
                if int(dut.full_o.value):
                    pair = int(dut.word1_o.value) << WIDTH | int(dut.word0_o.value)
                    words.append((pair >> (2 * WIDTH - size), int(dut.final_o.value)))
                dut.valid_i.value, dut.last_i.value = 0, r.getrandbits(1)
                dut.bits_i.value = r.getrandbits(most)
                if todo and r.random() < 0.8:
                    i, value = todo.pop(0)
                    dut.valid_i.value = 1
                    dut.bits_i.value = value if step > 1 else value * ones(most)
                    dut.last_i.value = int(i == batches - 1)
                await FallingEdge(dut.clk)
            assert not todo
            total = sum(v << (step * i) for i, v in enumerate(bits))
            count = -(-batches * step // size)
            want = [(total >> (size * i) & ones(size), int(i == count - 1)) for i in range(count)]
            assert words == want, (step, batches)
            assert not int(dut.word0_o.value) and not int(dut.word1_o.value)
    dut.fill_i.value = 1
    await FallingEdge(dut.clk)
    dut.fill_i.value = 0
    assert int(dut.word0_o.value) == int(dut.word1_o.value) == ones(WIDTH)


@cocotb.test(skip=only("vec_gather"))
async def groups_are_looked_up_in_order_whatever_the_holds(dut: Any) -> None:
    r, m, ports = rng(), 8, len(dut.look_bit_i)
    await begin(dut, "start_i", "len_i", "m_i", "hold_i", "ck_valid_i", "ck_data_i", "look_bit_i")
    for length in (1, 2, 3, 4, 5, 31, 200, 1 << m):
        a = r.getrandbits(1 << m)
        index = [r.choice((r.randrange(1 << m), r.randrange(1 << 16))) for _ in range(length)]
        packed = sum(x << (16 * i) for i, x in enumerate(index))
        chunks = [packed >> (64 * i) & ones(64) for i in range((length + 3) // 4)]
        dut.len_i.value, dut.m_i.value = length, m
        await FallingEdge(dut.clk)              # operands stand a cycle before the start
        dut.start_i.value = 1
        got: list[int] = []
        last, late, offered = 0, [0, 0], False
        for _ in range(10 * length + 20):
            await FallingEdge(dut.clk)
            dut.start_i.value = 0
            dut.look_bit_i.value, late = late[0], late[1:]
            dut.hold_i.value = int(r.random() < 0.2)
            offered = bool(chunks) and (offered or r.random() < 0.7)
            dut.ck_valid_i.value = int(offered)
            dut.ck_data_i.value = chunks[0] if offered else r.getrandbits(64)
            await RisingEdge(dut.clk)
            if int(dut.bits_valid_o.value):
                got.append(int(dut.bits_o.value))
                last = int(dut.bits_last_o.value)
            if int(dut.ck_ready_o.value) and offered:
                chunks.pop(0)
                offered = False
            at = int(dut.look_idx_o.value)
            late.append(gather(a, [at >> (m * p) & ones(m) for p in range(ports)], m))
            if last:
                break
        await FallingEdge(dut.clk)
        assert not chunks and len(got) == -(-length // ports)
        assert sum(v << (ports * i) for i, v in enumerate(got)) == gather(a, index, m), length


@dataclass
class Products:
    """What a run of vec_mv gave: cycle of the last bit, the bits of each vector, padbad pulses,
    pauses and the cycles in them."""

    cycle: int
    bits: list[list[int]]
    pads: int = 0
    holds: int = 0
    held: int = 0


async def matrix(
    dut: Any, r: random.Random, vectors: Sequence[int], rows: Sequence[int], cols: int, *,
    gap: float, batch: bool = False, pause: int = 1,
) -> Products:
    """One product on vec_mv. `resume_i` comes so many cycles after the first one of a pause, in
    which the memory answers others."""
    packet, step = pack_rows(rows, cols), WIDTH // 8
    beats = [int.from_bytes(packet[i : i + step], "little") for i in range(0, len(packet), step)]
    dut.start_i.value, dut.rows_i.value, dut.cols_i.value = 1, len(rows), cols
    dut.batch_i.value = int(batch)
    got = Products(0, [[] for _ in vectors])
    offered, left = False, 0
    while True:
        await RisingEdge(dut.clk)
        got.pads += int(dut.padbad_o.value)
        if int(dut.bit_valid_o.value):
            for v, bits in enumerate(got.bits):
                bits.append(int(dut.bits_o.value) >> v & 1)
            if batch:
                full = len(got.bits[0]) % WIDTH == 0
                assert int(dut.hold_o.value) == (full or int(dut.bit_last_o.value))
                assert not int(dut.hold_o.value) or (
                    int(dut.hold_last_o.value) == int(dut.bit_last_o.value))
            if int(dut.bit_last_o.value):
                break
        # The pause after the last row of a batch lasts until the next start.
        holding = int(dut.hold_o.value) and got.cycle > 0
        if holding:
            assert batch and not int(dut.in_ready_o.value)
            got.held += 1
            got.holds += left == 0
        if int(dut.in_ready_o.value) and offered:
            beats.pop(0)
            offered = False
        word = int(dut.rd_word_o.value) if int(dut.rd_en_o.value) else None
        await FallingEdge(dut.clk)
        if word is not None:
            read = (a >> (word * WIDTH) & ones(WIDTH) for a in vectors)
            dut.rd_data_i.value = sum(x << (WIDTH * v) for v, x in enumerate(read))
        elif holding and left != 1:
            dut.rd_data_i.value = r.getrandbits(WIDTH * len(vectors))
        if holding and left == 0:
            left = pause
        elif left:
            left -= 1
        dut.resume_i.value = int(left == 1)
        dut.start_i.value = 0
        offered = bool(beats) and (offered or r.random() >= gap)
        dut.in_valid_i.value = int(offered)
        dut.in_data_i.value = beats[0] if offered else r.getrandbits(WIDTH)
        got.cycle += 1
        assert got.cycle < 40 * (len(rows) + len(beats)) + 100, "no last bit"
    assert not beats
    dut.resume_i.value = 0
    await FallingEdge(dut.clk)
    return got


MV_INPUTS = ("start_i", "batch_i", "rows_i", "cols_i", "rd_data_i", "in_valid_i", "in_data_i",
             "resume_i")


def value(bits: Sequence[int]) -> int:
    """Bits as an integer, the first one lowest."""
    return sum(b << i for i, b in enumerate(bits))


@cocotb.test(skip=only("vec_mv"))
async def parities_come_one_step_a_cycle(dut: Any) -> None:
    """Without a batch, whatever the number of vectors that the build could take."""
    r, size = rng(), 1 << 9
    await begin(dut, *MV_INPUTS)
    for gap in (0.0, 0.3):
        for cols in [r.randint(1, size) for _ in range(20)] + [1, 7, 8, WIDTH, size // 2 + 1, size]:
            vectors = [r.getrandbits(size) for _ in range(len(dut.bits_o))]
            count = r.randint(1, 24)
            rows = [r.getrandbits(cols) for _ in range(count)]
            got = await matrix(dut, r, vectors, rows, cols, gap=gap)
            assert [value(bits) for bits in got.bits] == [
                matrix_vector(rows, cols, a) for a in vectors]
            assert len(got.bits[0]) == count and got.pads == 0
            if not gap:
                beats = -(-count * row_bytes(cols) * 8 // WIDTH)
                assert got.cycle == max(beats, count) + 6, (count, cols)


@cocotb.test(skip=only("vec_mv"))
async def a_batch_pauses_after_each_word_of_results(dut: Any) -> None:
    r, size, lanes = rng(), 1 << 9, len(dut.bits_o)
    if lanes == 1:
        return
    await begin(dut, *MV_INPUTS)
    for gap in (0.0, 0.3):
        for count in (1, WIDTH - 1, WIDTH, min(WIDTH + 1, size), size, r.randint(1, 200)):
            for cols in (r.randint(1, 24), r.randint(1, min(size, 2 * WIDTH))):
                vectors = [r.getrandbits(size) for _ in range(lanes)]
                rows = [r.getrandbits(cols) for _ in range(count)]
                pause = r.randint(2, 8)
                got = await matrix(dut, r, vectors, rows, cols, gap=gap, batch=True, pause=pause)
                assert [value(bits) for bits in got.bits] == [
                    matrix_vector(rows, cols, a) for a in vectors], (count, cols)
                assert got.pads == 0
                pauses = -(-count // WIDTH) - 1
                assert got.held == pauses * (pause + 1)
                if not gap:
                    beats = -(-count * row_bytes(cols) * 8 // WIDTH)
                    assert got.cycle == max(beats, count) + 6 + pauses * (pause + 1), (count, cols)


@cocotb.test(skip=only("vec_vm"))
async def rows_take_each_beat_once_and_keep_their_bit(dut: Any) -> None:
    r, step, size = rng(), WIDTH // 8, 1 << 9
    await begin(dut, "start_i", "ce_i", "run_i", "lead0_i", "last0_i", "lead_i", "valid_i",
                "last_i", "rows_i", "last_bit_i", "looked_i", "beat_i")
    for cols in [r.randint(1, size) for _ in range(20)] + [1, 7, 8, WIDTH, WIDTH + 1, size]:
        count, length, words = r.randint(1, 30), row_bytes(cols), -(-cols // WIDTH)
        dut.start_i.value, dut.rows_i.value, dut.last_bit_i.value = 1, count, (cols - 1) % WIDTH
        dut.valid_i.value = dut.last_i.value = 0
        await FallingEdge(dut.clk)
        dut.start_i.value, dut.run_i.value, dut.lead0_i.value = 0, 1, 1
        await Timer(1, "ns")
        beats, following = 0, int(dut.take0_o.value)
        for row in range(count):
            first = row * length
            bit = r.getrandbits(1)
            # A lead, the words, and a pause as vec_alu makes it. A token is in step 0 while the one
            # before it is in step 1; the first lead comes alone.
            tokens = max(words + 1, 4)
            for token in range(tokens):
                is_word, is_last = 1 <= token <= words, token == words
                takes = following
                dut.lead_i.value, dut.valid_i.value = int(token == 0), int(is_word)
                dut.last_i.value = int(is_last)
                dut.lead0_i.value = int(token == tokens - 1)
                dut.last0_i.value = int(token == words - 1)
                while r.random() < 0.3:
                    await FallingEdge(dut.clk)
                dut.ce_i.value = 1
                await Timer(1, "ns")
                if token == 0:
                    assert int(dut.turn_o.value) == -8 * (first % step) % WIDTH
                    assert int(dut.word_o.value) * WIDTH + int(dut.bit_o.value) == row
                following = int(dut.take0_o.value)
                beats += takes * int(token <= words)
                # All bytes of the row up to this word are there, and no beat too many.
                need = first + min(token * step, length) if token else first + 1
                assert beats >= -(-need // step)
                assert beats <= -(-(first + length) // step)
                if is_last:
                    assert int(dut.last_row_o.value) == int(row == count - 1)
                await FallingEdge(dut.clk)
                dut.ce_i.value, dut.looked_i.value = 0, r.getrandbits(1)
                if token == 0:            # the bit comes two cycles after the lead, held or not
                    dut.valid_i.value = dut.lead_i.value = 0
                    await FallingEdge(dut.clk)
                    dut.looked_i.value = bit
                    await FallingEdge(dut.clk)
                    dut.looked_i.value = 1 - bit
                await Timer(1, "ns")
                assert int(dut.skip_o.value) == 1 - bit
                assert not is_word or int(dut.old_o.value) == int(row > 0)
                if is_last:
                    place, pad = 8 * ((first + length - 1) % step), 0xFE << (cols - 1) % 8 & 0xFF
                    for bit_set in (1 << k for k in range(8)):
                        dut.beat_i.value = bit_set << place
                        await FallingEdge(dut.clk)
                        assert int(dut.padbad_o.value) == int(bit_set & pad != 0)
        assert beats == -(-count * length // step), (count, cols)
        dut.run_i.value = 0
