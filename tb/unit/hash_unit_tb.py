# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of hash_unit: SHAKE256 against hashlib, exact cycles, pauses, kill and wipe."""

from __future__ import annotations

import hashlib
import os
import random
from collections.abc import Sequence
from typing import Any

import cocotb

from pins import Pins, reset, rng

M, WIDTH, VARIANT = (int(os.environ[name]) for name in ("M", "AXIS_WIDTH", "VARIANT"))
BYTES = WIDTH // 8
LARGEST = (1 << M) // 8
RATE = 136
PERMUTATION = {1: 144, 2: 24}[VARIANT]
CLEARING = {1: 13, 2: 1}[VARIANT]
INPUTS = ("clear_i", "start_i", "squeeze_i", "len_i", "in_valid_i", "in_data_i", "out_ready_i",
          "wipe_i")
OUTPUTS = ("busy_o", "done_o", "in_ready_o", "out_valid_o", "out_data_o", "wipe_busy_o")
LIMIT = 20_000


class Bench:
    """The unit behind a sender and a receiver that pause with a given probability."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.pins = Pins(dut, "", INPUTS, OUTPUTS)
        self.pauses = 0.0
        self.numbers: random.Random = rng("pauses")

    async def begin(self) -> None:
        """Reset, then the wipe that follows a reset."""
        for name in INPUTS:
            getattr(self.dut, name).value = 0
        await reset(self.dut, self.pins)
        await self.wipe()

    async def wipe(self, name: str = "wipe_i") -> None:
        """Clear message and state; the unit must become idle."""
        await self.pins.step(**{name: 1})
        got = await self.pins.step(**{name: 0})
        assert got.wipe_busy_o and not got.busy_o
        for _ in range(LIMIT):
            if not (await self.pins.step()).wipe_busy_o:
                return
        raise AssertionError("the wipe does not end")

    def _pause(self) -> bool:
        return self.numbers.random() < self.pauses

    async def run(self, squeeze: bool, bits: int, data: bytes = b"") -> tuple[bytes, int]:
        """One instruction: bytes given and cycles from start to done."""
        beats = [int.from_bytes(data[i : i + BYTES], "little") for i in range(0, len(data), BYTES)]
        await self.pins.step(len_i=bits)      # operands stand a cycle before the start
        got = await self.pins.step(start_i=1, squeeze_i=int(squeeze), len_i=bits)
        assert not got.busy_o
        out, held, cycles = b"", None, 0
        valid = False
        while True:
            valid = bool(beats) and (valid or not self._pause())
            ready = not self._pause()
            got = await self.pins.step(start_i=0, in_valid_i=int(valid), out_ready_i=int(ready),
                                       in_data_i=beats[0] if valid else 0)
            cycles += 1
            assert got.busy_o and cycles < LIMIT
            if held is not None:
                assert (got.out_valid_o, got.out_data_o) == (1, held), "a beat on offer holds"
            held = None
            if valid and got.in_ready_o:
                beats.pop(0)
                valid = False
            if got.out_valid_o and ready:
                out += got.out_data_o.to_bytes(BYTES, "little")
            elif got.out_valid_o:
                held = got.out_data_o
            if got.done_o:
                break
        assert not beats, "every beat is taken"
        got = await self.pins.step(in_valid_i=0)
        assert not got.busy_o and not got.done_o and not got.in_ready_o
        assert got.out_data_o == 0, "an idle output is zero"
        return out, cycles

    async def absorb(self, data: bytes) -> int:
        """Append bytes to the message."""
        return (await self.run(False, 8 * len(data), data))[1]

    async def squeeze(self, count: int) -> tuple[bytes, int]:
        """Padding, output of some bytes, end of the message."""
        out, cycles = await self.run(True, 8 * count)
        assert len(out) == -(-count // BYTES) * BYTES
        return out[:count], cycles

    async def shake(self, parts: Sequence[bytes], count: int) -> bytes:
        """SHAKE256 of the parts."""
        for part in parts:
            await self.absorb(part)
        return (await self.squeeze(count))[0]


def shake(data: bytes, count: int) -> bytes:
    """The reference."""
    return hashlib.shake_256(data).digest(count)


def cut(data: bytes, numbers: random.Random, largest: int) -> list[bytes]:
    """The message in parts of random lengths."""
    parts = []
    while data:
        size = numbers.randint(1, largest)
        parts.append(data[:size])
        data = data[size:]
    return parts


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def every_length_of_0_to_300_bytes(dut: Any) -> None:
    """In parts of random sizes, with pauses; outputs of 1 to 64 bytes, as far as a register holds.

    At full size; other builds take the lengths around the borders of lanes and blocks.
    """
    borders = [0, 1, 7, 8, 9, RATE - 8, RATE - 1, RATE, RATE + 1, 2 * RATE - 1, 2 * RATE]
    bench, numbers = Bench(dut), rng("lengths")
    await bench.begin()
    for length in range(301) if M == 13 else borders:
        data = numbers.randbytes(length)
        bench.pauses = numbers.choice((0, 0, 0.3))
        count = numbers.randint(1, min(64, LARGEST))
        got = await bench.shake(cut(data, numbers, min(200, LARGEST)), count)
        assert got == shake(data, count), length


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def the_lengths_of_the_kem(dut: Any) -> None:
    """Prefix, error vector, ciphertext of all sizes; also in one register more than a block."""
    bench, numbers = Bench(dut), rng("kem")
    await bench.begin()
    for n, mt in ((3488, 768), (4608, 1248), (6688, 1664), (6960, 1547), (8192, 1664)):
        parts = [numbers.randbytes(-(-bits // 8)) for bits in (8, n, mt)]
        if max(map(len, parts)) <= LARGEST:
            assert await bench.shake(parts, min(32, LARGEST)) == shake(b"".join(parts), 32)


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def long_outputs(dut: Any) -> None:
    """Several blocks of output, borders included."""
    bench, numbers = Bench(dut), rng("outputs")
    await bench.begin()
    for count in (1, 7, 8, 9, 135, 136, 137, 271, 272, 273, 400):
        if count <= LARGEST:
            data = numbers.randbytes(20)
            bench.pauses = numbers.choice((0, 0.4))
            parts = cut(data, numbers, min(20, LARGEST))
            assert await bench.shake(parts, count) == shake(data, count)


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def cycles_are_the_formula(dut: Any) -> None:
    """Whatever the contents, without pauses, at 64 bits; the second message takes the same."""
    if WIDTH != 64:
        return
    bench, numbers = Bench(dut), rng("cycles")
    await bench.begin()
    for first in (1, 8, 135, 136, 137, 600):
        for second in (1, 7, 8, 100, 272):
            if max(first, second) > LARGEST:
                continue
            for data in (bytes(first + second), numbers.randbytes(first + second)):
                blocks = first // RATE
                expected = -(-first // 8) + blocks * PERMUTATION + 2
                assert await bench.absorb(data[:first]) == expected
                blocks = (first + second) // RATE - blocks
                expected = -(-second // 8) + blocks * PERMUTATION + 2
                assert await bench.absorb(data[first:]) == expected
                count = min(second, LARGEST)
                out, cycles = await bench.squeeze(count)
                blocks = 1 + (count - 1) // RATE
                assert cycles == -(-count // 8) + blocks * PERMUTATION + CLEARING + 5
                assert out == shake(data, count)


@cocotb.test(timeout_time=100, timeout_unit="ms")
async def a_kill_and_a_wipe_leave_nothing(dut: Any) -> None:
    """Killed at every cycle of a message; after the wipe, or the clear of a new job, it is as new.

    At full size; what other builds do not share are the gears, and those have a bench.
    """
    if M != 13:
        return
    bench, numbers = Bench(dut), rng("kill")
    await bench.begin()
    length = min(150, LARGEST)
    for stop in [*range(1, 40), *range(40, 200, 7)]:
        await bench.absorb(numbers.randbytes(min(30, LARGEST)))
        squeeze = numbers.random() < 0.5
        await bench.pins.step(len_i=8 * length)
        await bench.pins.step(start_i=1, squeeze_i=int(squeeze), len_i=8 * length)
        for _ in range(stop):
            await bench.pins.step(start_i=0, in_valid_i=int(not squeeze), out_ready_i=1,
                                  in_data_i=numbers.getrandbits(WIDTH))
        dut.rst_n.value = 0
        await bench.pins.step(in_valid_i=0)
        dut.rst_n.value = 1
        got = await bench.pins.step()
        assert not got.busy_o and not got.out_valid_o and not got.done_o
        await bench.wipe(numbers.choice(("wipe_i", "clear_i")))
        data = numbers.randbytes(min(20, LARGEST))
        assert await bench.shake([data], min(32, LARGEST)) == shake(data, min(32, LARGEST))
