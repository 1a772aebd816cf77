# SPDX-License-Identifier: Apache-2.0
"""Places of packets in the bench memory: nothing is overwritten while a job still needs it."""

from __future__ import annotations

import random

import pytest

from fast_bus import MEMORY_BYTES, RESULT_BYTES
from mce.errors import MceError
from places import Places
from runner import ROOT, seed

SIZE, RESULTS = 8192, 1024


def load(places: Places, memory: bytearray, packet: bytes) -> int:
    """Address of an operand, whose bytes stand there now."""
    address, new = places.operand(packet)
    if new:
        memory[address : address + len(packet)] = packet
    return address


def test_operands_of_a_job_outlast_one_another_and_all_results() -> None:
    """500 jobs with packets that come again; their memory starts anew many times."""
    rng = random.Random(seed())
    pool = [rng.randbytes(rng.randint(1, 900)) for _ in range(30)]
    places, memory = Places(SIZE, RESULTS), bytearray(SIZE)
    for _ in range(500):
        wanted = rng.choices(pool, k=rng.randint(1, 3))
        sizes = [rng.randint(1, 256) for _ in range(rng.randint(0, 4))]
        results = [(places.result(size), size) for size in sizes]
        operands = [(load(places, memory, packet), packet) for packet in wanted]
        for number, (address, size) in enumerate(results, start=1):
            memory[address : address + size] = bytes([number]) * size
        for address, packet in operands:
            assert memory[address : address + len(packet)] == packet
        for number, (address, size) in enumerate(results, start=1):
            assert memory[address : address + size] == bytes([number]) * size
        places.ended()
        places.emptied()


def test_a_packet_that_is_there_is_not_loaded_again() -> None:
    places = Places(SIZE, RESULTS)
    first = places.operand(b"key")
    places.ended()
    assert first == (RESULTS, True)
    assert places.operand(b"key") == (RESULTS, False)


def test_results_beyond_their_room_are_refused() -> None:
    places = Places(SIZE, RESULTS)
    places.result(RESULTS - 64)
    places.result(64)
    with pytest.raises(MceError, match="results of 1025 bytes"):
        places.result(1)
    places.emptied()
    assert places.result(1) == 0


@pytest.mark.parametrize("lengths", [(SIZE - RESULTS + 1,), (SIZE - RESULTS - 64, 65), (4000,) * 2])
def test_operands_of_one_job_beyond_the_memory_are_refused(lengths: tuple[int, ...]) -> None:
    """Not even in the place of an earlier one of the job, which may not have been read yet."""
    places = Places(SIZE, RESULTS)
    *others, last = (bytes([i]) * length for i, length in enumerate(lengths))
    for packet in others:
        places.operand(packet)
    with pytest.raises(MceError, match="operands of one job"):
        places.operand(last)


def test_memory_is_as_large_as_the_design_says_and_holds_all_results_of_the_largest_field() -> None:
    """A descriptor FIFO of 16 results; none is longer than the values of 2^16 points."""
    source = (ROOT / "tb/lib/fast_top.v").read_text()
    assert f"parameter MEM_BYTES = {MEMORY_BYTES}\n" in source
    assert RESULT_BYTES >= 16 * 2 * (1 << 16)
