# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of stream_out: TLAST and TKEEP of every length, and packets closed at any cycle."""

from __future__ import annotations

from typing import Any, NamedTuple

import cocotb

from pins import Pins, Sample, often, reset, rng

INPUTS = ("clear_i", "start_i", "bytes_i", "in_valid_i", "in_data_i", "close_i", "tready")
OUTPUTS = ("active_o", "in_ready_o", "tdata", "tkeep", "tvalid", "tlast")
PACES = ((1.0, 1.0), (0.4, 0.8), (0.8, 0.4))
LIMIT = 400


class Beat(NamedTuple):
    """One beat on the wire."""

    data: int
    keep: int
    last: int


class Bench:
    """A stream_out between a unit with a queue of beats and a receiver; checks AXI stability."""

    def __init__(self, dut: Any, salt: str) -> None:
        self.dut = dut
        self.pins = Pins(dut, "so_", INPUTS, OUTPUTS)
        self.width = len(dut.so_tdata)
        self.size = self.width // 8
        self.rng = rng(salt)
        self.pace = PACES[0]
        self.unit: list[int] = []
        self.offer: int | None = None
        self.received: list[Beat] = []
        self.moved = 0
        self.held: Beat | None = None

    async def begin(self) -> None:
        """Reset."""
        await reset(self.dut, self.pins)

    async def step(self, **inputs: int) -> Sample:
        """One cycle."""
        if self.offer is None and self.unit and often(self.rng, self.pace[0]):
            self.offer = self.unit.pop(0)
        ready = inputs.setdefault("tready", often(self.rng, self.pace[1]))
        noise = self.rng.getrandbits(self.width)
        got = await self.pins.step(
            in_valid_i=int(self.offer is not None),
            in_data_i=noise if self.offer is None else self.offer,
            **{"start_i": 0, "close_i": 0, "clear_i": 0, **inputs})
        if self.offer is not None and got.in_ready_o:
            self.offer = None
            self.moved += 1
        beat = Beat(got.tdata, got.tkeep, got.tlast)
        assert got.tvalid or self.held is None, "TVALID fell"
        assert self.held in {None, beat}, "a beat on offer changed"
        self.held = beat if got.tvalid and not ready and not inputs.get("clear_i") else None
        if got.tvalid and ready:
            self.received.append(beat)
        return got

    def packet(self, length: int) -> tuple[list[int], list[Beat]]:
        """Random beats of the unit (zero tails), and the same on the wire."""
        data = self.rng.randbytes(length)
        parts = [data[i : i + self.size] for i in range(0, length, self.size)]
        words = [int.from_bytes(part, "little") for part in parts]
        wire = [Beat(word, (1 << len(part)) - 1, int(i == len(parts) - 1))
                for i, (word, part) in enumerate(zip(words, parts, strict=True))]
        return words, wire

    async def send(self, length: int) -> int:
        """One packet from start to end; (cycles after the start in which active_o is high)."""
        self.unit, wire = self.packet(length)
        await self.step(start_i=1, bytes_i=length)
        self.received.clear()
        for cycle in range(LIMIT):
            before = len(self.received)
            if not (await self.step()).active_o:
                assert self.received == wire and before == len(wire)
                assert not self.unit and self.offer is None
                return cycle
        raise AssertionError("the packet does not end")


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def every_length_has_its_last_beat_and_keep(dut: Any) -> None:
    """1 to 5 beats with every number of bytes; without pauses a beat a cycle."""
    bench = Bench(dut, "lengths")
    await bench.begin()
    for bench.pace in PACES:
        step = 1 if bench.size < 32 else 3
        for length in [*range(1, 5 * bench.size + 1, step), 5 * bench.size]:
            cycles = await bench.send(length)
            beats = -(-length // bench.size)
            assert bench.pace != PACES[0] or cycles == beats + 1
    bench.received.clear()
    for _ in range(20):
        await bench.step()
    assert bench.received == [], "nothing is left over"


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def nothing_is_taken_from_a_unit_without_a_packet(dut: Any) -> None:
    bench = Bench(dut, "idle")
    await bench.begin()
    bench.unit = [1, 2, 3]
    for _ in range(10):
        got = await bench.step()
        assert (got.in_ready_o, got.tvalid, got.active_o) == (0, 0, 0)


async def close_case(bench: Bench, at: int, again: int, gap: int) -> None:
    """Close a packet of four beats `at` cycles after its start (`again` later once more)."""
    length = 3 * bench.size + 5
    words, wire = bench.packet(length)
    bench.unit, bench.moved = list(words), 0
    bench.received.clear()
    await bench.step(start_i=1, bytes_i=length)
    for _ in range(at):
        await bench.step()
    await bench.step(close_i=1)
    # The unit is dead now: nothing more comes from it.
    bench.unit, bench.offer = [], None
    begun = bench.moved
    for cycle in range(1, gap):
        await bench.step(close_i=int(cycle == again))
    following, next_wire = bench.packet(bench.rng.randrange(1, 3 * bench.size))
    bench.unit = following
    await bench.step(start_i=1, bytes_i=sum(b.keep.bit_count() for b in next_wire))
    for _ in range(LIMIT):
        if not (await bench.step()).active_o:
            break
    ending = [Beat(0, (1 << bench.size) - 1, 1)] if 0 < begun < len(wire) else []
    assert bench.received == wire[:begun] + ending + next_wire, (at, again, gap)
    assert not bench.unit and bench.offer is None


@cocotb.test(timeout_time=30, timeout_unit="ms")
async def a_packet_closed_at_any_cycle_ends_once_and_the_next_is_right(dut: Any) -> None:
    """Close before the first beat, inside, with and after the last; once and twice."""
    bench = Bench(dut, "close")
    await bench.begin()
    for bench.pace in PACES:
        for at in range(9 if bench.pace == PACES[0] else 20):
            for again in (0, 1, 2, 3):
                await close_case(bench, at, again, bench.rng.choice((4, 5, 12)))
            await close_case(bench, at, 0, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_closed_packet_waits_for_the_receiver_and_holds(dut: Any) -> None:
    """The receiver sleeps through close and the start of the next packet."""
    bench = Bench(dut, "sleep")
    await bench.begin()
    first, wire = bench.packet(5 * bench.size)
    bench.unit = first
    await bench.step(start_i=1, bytes_i=5 * bench.size, tready=0)
    for _ in range(6):
        await bench.step(tready=0)
    bench.unit, bench.offer = [], None
    await bench.step(close_i=1, tready=0)
    bench.unit, next_wire = bench.packet(bench.size + 1)
    await bench.step(start_i=1, bytes_i=bench.size + 1, tready=0)
    for _ in range(6):
        got = await bench.step(tready=0)
        assert (got.active_o, got.in_ready_o) == (1, 0)
    for _ in range(10):
        await bench.step(tready=1)
    assert bench.received == [*wire[:2], Beat(0, (1 << bench.size) - 1, 1), *next_wire]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def clear_at_any_cycle_drops_everything_at_once(dut: Any) -> None:
    bench = Bench(dut, "clear")
    await bench.begin()
    for bench.pace in PACES:
        for at in range(12):
            bench.unit, _ = bench.packet(4 * bench.size)
            await bench.step(start_i=1, bytes_i=4 * bench.size)
            for _ in range(at):
                await bench.step(close_i=int(at % 3 == 0))
            bench.unit, bench.offer = [], None
            await bench.step(clear_i=1)
            bench.received.clear()
            got = await bench.step()
            assert (got.active_o, got.tvalid, bench.received) == (0, 0, [])
            await bench.send(bench.rng.randrange(1, 3 * bench.size))
