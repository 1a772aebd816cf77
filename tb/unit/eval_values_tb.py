# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_values bench: a pipeline that cannot be held feeds the unit."""

from collections import deque

import cocotb
from cocotb.triggers import Timer

from eval_pump import clear, pack, rng, setting, settle, start_clock

M, LATENCY, POINTS = setting("M"), setting("LATENCY"), setting("POINTS")
PRIMING = 5  # feedings at the start of a run that bring nothing


async def run(dut, words, random, *, pause: float, source: float = 0.0):
    """All words through the unit; the chunks taken and the cycle of the last one.

    pause, source: share of cycles in which the stream takes nothing, the feeding rests.
    """
    await clear(dut, wipe_i=0, feed_i=0, primed_i=0, valid_i=0, out_ready_i=0)
    pipe, chunks, fed, waiting = deque([None] * LATENCY), [], 0, None
    for cycle in range(40 * len(words) + 500):
        due = pipe.popleft()
        dut.valid_i.value = int(due is not None)
        dut.data_i.value = 1 if due is None else due
        dut.out_ready_i.value = int(random.random() >= pause)
        feed = int(dut.go_o.value) and random.random() >= source
        dut.feed_i.value, dut.primed_i.value = int(feed), int(fed >= PRIMING)
        fresh = feed and PRIMING <= fed < PRIMING + len(words)
        pipe.append(words[fed - PRIMING] if fresh else None)
        fed += int(feed)
        await Timer(1, "ns")
        valid, data = int(dut.out_valid_o.value), int(dut.out_data_o.value)
        assert waiting is None or (valid, data) == (1, waiting), "an offer was taken back"
        if valid and int(dut.out_ready_i.value):
            chunks.append(data)
        waiting = data if valid and not int(dut.out_ready_i.value) else None
        await settle(dut)
        if 4 * len(chunks) == POINTS * len(words):
            assert int(dut.empty_o.value) and int(dut.out_data_o.value) == 0
            return chunks, cycle
    raise AssertionError(f"{len(chunks)} chunks")


def random_values(random, count: int):
    """A row for each of `count` words."""
    return random.integers(0, 1 << M, (count, POINTS))


def joined(values):
    """Chunks of four values of 16 bits, low first."""
    return pack(values.reshape(-1, 4), 16)


@cocotb.test()
async def no_value_is_lost_whatever_the_stream_does(dut):
    start_clock(dut)
    random = rng()
    for pause in (0.0, 0.05, 0.5, 0.8, 0.97):
        for source in (0.0, 0.3):
            values = random_values(random, 150)
            chunks, _ = await run(dut, pack(values, M), random, pause=pause, source=source)
            assert chunks == joined(values), f"pause {pause} source {source}"


@cocotb.test()
async def a_word_a_cycle_without_pauses(dut):
    """Two cycles from the last word's arrival to the cycle in which its chunk is taken."""
    start_clock(dut)
    random = rng()
    words = pack(random_values(random, 200), M)
    _, last = await run(dut, words, random, pause=0.0)
    assert last == PRIMING + len(words) - 1 + LATENCY + 2


@cocotb.test()
async def wipe_clears_the_buffer(dut):
    """After a run that is cut off, a wipe of as many cycles as cells leaves zeros."""
    start_clock(dut)
    random = rng()
    await clear(dut, wipe_i=0, feed_i=0, primed_i=1, valid_i=1, out_ready_i=0)
    memory = dut.u_buffer.mem
    for word in pack(1 | random_values(random, len(memory)), M):
        dut.data_i.value = word
        await settle(dut)
    assert sum(int(word.value) != 0 for word in memory) == len(memory)
    await clear(dut, wipe_i=1, valid_i=0)
    for _ in range(len(memory)):
        await settle(dut)
    dut.wipe_i.value = 0
    await settle(dut)
    assert not any(int(word.value) for word in memory)
    assert int(dut.empty_o.value) and int(dut.out_data_o.value) == 0
