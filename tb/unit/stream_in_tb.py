# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of stream_in: a sender with gaps, a unit with pauses, and every way to be wrong."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import cocotb

from mce.isa.spec import load
from pins import Pins, Sample, often, reset, rng

INPUTS = ("clear_i", "tdata", "tkeep", "tvalid", "tlast", "start_i", "bytes_i", "out_ready_i",
          "drain_i")
OUTPUTS = ("tready", "active_o", "out_valid_o", "out_data_o", "out_last_o", "err_o", "err_code_o",
           "drained_o")
ERRORS = load().errors
PACES = ((1.0, 1.0), (0.4, 0.7), (0.8, 0.4))
LIMIT = 400


class Beat(NamedTuple):
    """One beat on the wire."""

    data: int
    keep: int
    last: int


def pack(data: bytes, width: int, junk: random.Random) -> list[Beat]:
    """A correct packet; bytes above TKEEP are junk."""
    size, beats = width // 8, []
    for at in range(0, len(data), size):
        part = data[at : at + size]
        word = junk.getrandbits(width) & ~((1 << 8 * len(part)) - 1)
        word |= int.from_bytes(part, "little")
        beats.append(Beat(word, (1 << len(part)) - 1, int(at + size >= len(data))))
    return beats


def verdict(beats: Iterable[Beat], length: int, width: int) -> tuple[int, int] | None:
    """Index of the first faulty beat and its code (contract: job errors 8, 9, 10), or None."""
    size, count = width // 8, 0
    for index, beat in enumerate(beats):
        ones = beat.keep.bit_count()
        if beat.keep != (1 << ones) - 1 or ones == 0 or (ones < size and not beat.last):
            return index, ERRORS["BAD_TKEEP"].code
        count += ones
        if beat.last and count < length:
            return index, ERRORS["PKT_SHORT"].code
        if count > length or (count == length and not beat.last):
            return index, ERRORS["PKT_LONG"].code
        if beat.last:
            return None
    raise AssertionError("the packet of the test has no end")


class Bench:
    """A stream_in with a queue of beats in front; keeps what was accepted and what came out."""

    def __init__(self, dut: Any, salt: str) -> None:
        self.dut = dut
        self.pins = Pins(dut, "si_", INPUTS, OUTPUTS)
        self.width = len(dut.si_tdata)
        self.size = self.width // 8
        self.rng = rng(salt)
        self.pace = PACES[0]
        self.queue: list[Beat] = []
        self.accepted: list[Beat] = []
        self.offer: Beat | None = None
        self.held: tuple[int, int] | None = None

    async def begin(self) -> None:
        """Reset."""
        await reset(self.dut, self.pins)

    async def step(self, **inputs: int) -> Sample:
        """One cycle: the sender offers its next beat and holds it; the unit is ready or not."""
        if self.offer is None and self.queue and often(self.rng, self.pace[0]):
            self.offer = self.queue.pop(0)
        beat = self.offer or Beat(self.rng.getrandbits(self.width), 0, often(self.rng, 0.5))
        ready = inputs.setdefault("out_ready_i", often(self.rng, self.pace[1]))
        got = await self.pins.step(
            tvalid=int(self.offer is not None), tdata=beat.data, tkeep=beat.keep, tlast=beat.last,
            **{"start_i": 0, "drain_i": 0, "clear_i": 0, **inputs})
        if self.offer is not None and got.tready:
            self.accepted.append(self.offer)
            self.offer = None
        kept = got.out_valid_o and not ready
        if self.held and not inputs.get("drain_i"):
            assert (got.out_valid_o, got.out_data_o) == self.held, "a beat that waits holds"
        self.held = (1, got.out_data_o) if kept and not inputs.get("clear_i") else None
        return got

    async def take(self, length: int) -> tuple[list[int], int, tuple[int, int] | None]:
        """One job of `length` bytes: (beats out, cycles active, (index of last beat, code))."""
        await self.step(start_i=1, bytes_i=length)
        out: list[int] = []
        moved = 0
        for cycle in range(LIMIT):
            got = await self.step()
            if got.err_o:
                assert moved, "an error comes one cycle after its beat"
                assert not got.active_o
                return out, cycle, (len(out) - 1, got.err_code_o)
            if not got.active_o:
                assert not got.out_valid_o
                return out, cycle, None
            moved = got.out_valid_o and self.pins.held["out_ready_i"]
            if moved:
                out.append(got.out_data_o)
                assert got.out_last_o == (len(out) == -(-length // self.size))
        raise AssertionError("the packet does not end")

    async def drain(self, cycles: int = 0) -> None:
        """Drain until drained, at least `cycles`; no packet may begin meanwhile."""
        before, idle = len(self.accepted), 0
        for _ in range(LIMIT):
            got = await self.step(drain_i=1)
            idle += got.drained_o
            if idle > cycles:
                break
        else:
            raise AssertionError("never drained")
        assert not self.is_open()
        for index in range(before, len(self.accepted)):
            begins = index == 0 or self.accepted[index - 1].last
            assert not begins, "draining took a packet that had not begun"

    def is_open(self) -> bool:
        """Whether the sender is inside a packet."""
        return bool(self.accepted) and not self.accepted[-1].last

    def packet(self, length: int) -> tuple[bytes, list[Beat]]:
        """Random content and its beats."""
        data = self.rng.randbytes(length)
        return data, pack(data, self.width, self.rng)

    def words(self, data: bytes) -> list[int]:
        """Content as beats with a zero tail."""
        return [int.from_bytes(data[i : i + self.size], "little")
                for i in range(0, len(data), self.size)]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def every_length_arrives_whole_and_junk_above_it_is_zeroed(dut: Any) -> None:
    """1 to 5 beats with every number of bytes, packets back to back."""
    bench = Bench(dut, "lengths")
    await bench.begin()
    for pace in PACES:
        bench.pace = pace
        step = 1 if bench.size < 32 else 3
        lengths = [*range(1, 5 * bench.size + 1, step), 5 * bench.size]
        contents = [bench.packet(length) for length in lengths]
        bench.queue += [beat for _, beats in contents for beat in beats]
        if pace == PACES[0]:
            for _ in range(3):
                await bench.step(out_ready_i=0)
        for data, _ in contents:
            out, cycles, fault = await bench.take(len(data))
            assert (out, fault) == (bench.words(data), None)
            assert pace != PACES[0] or cycles == len(out), "a beat a cycle"
        assert not bench.queue and bench.offer is None
        assert (await bench.step()).drained_o


def faulty(bench: Bench) -> Iterator[tuple[int, list[Beat]]]:
    """Packets that are wrong for their length: (length, beats)."""
    size, full = bench.size, (1 << bench.size) - 1
    tails = {1, size - 1, size, bench.rng.randrange(1, size)}
    for count in (1, 2, 3, 4):
        for tail in tails:
            length = (count - 1) * size + tail
            for other in {*range(1, count * size + 3 * size, max(1, size // 4 - 1)), length - 1,
                          length + 1, (count - 1) * size, count * size, count * size + 1}:
                if other not in {length, 0}:
                    yield length, bench.packet(other)[1]
            for at in range(count):
                good = bench.packet(length)[1]
                for keep in (0, full & ~1, full ^ (1 << size // 2), full >> 1, 2, 1 << (size - 1)):
                    bad = [b._replace(keep=keep) if i == at else b for i, b in enumerate(good)]
                    if verdict(bad, length, bench.width):
                        yield length, bad


@cocotb.test(timeout_time=40, timeout_unit="ms")
async def every_fault_has_its_code_one_cycle_after_its_beat(dut: Any) -> None:
    """The faulty packet is drained to TLAST; the next that had not begun arrives whole."""
    bench = Bench(dut, "faults")
    await bench.begin()
    cases = list(faulty(bench))
    for number, (length, beats) in enumerate(bench.rng.sample(cases, min(len(cases), 200))):
        bench.pace = PACES[number % len(PACES)]
        good, good_beats = bench.packet(bench.rng.randrange(1, 3 * bench.size))
        bench.accepted.clear()
        bench.queue += beats
        out, _, fault = await bench.take(length)
        assert fault == verdict(beats, length, bench.width), (length, beats)
        content = [b.data for b in beats[: len(out) - 1]]
        assert out[:-1] == content, "what came before the fault is right"
        assert out[-1] & ~((1 << 8 * (length - (len(out) - 1) * bench.size)) - 1) == 0
        # The sender of the next packet is ready at once, or only later.
        bench.queue += good_beats
        await bench.drain(number % 3)
        if bench.accepted[-1] is good_beats[-1]:
            # It had begun before the drain, so it went with it.
            assert bench.accepted[len(beats) :] == good_beats
        else:
            assert len(bench.accepted) == len(beats)
            assert (await bench.take(len(good)))[::2] == (bench.words(good), None)
        assert not bench.queue and bench.offer is None


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def a_drain_at_any_cycle_takes_begun_packets_only(dut: Any) -> None:
    """A drain starts at every cycle of a job, in the next packet and between packets."""
    bench = Bench(dut, "drain")
    await bench.begin()
    for delay in range(60):
        bench.pace = PACES[delay % len(PACES)]
        contents = [bench.packet(bench.rng.randrange(1, 4 * bench.size)) for _ in range(4)]
        bench.accepted.clear()
        bench.queue = [beat for _, beats in contents for beat in beats]
        await bench.step(start_i=1, bytes_i=len(contents[0][0]))
        for _ in range(delay // 3):
            await bench.step()
        await bench.drain(delay % 4)
        # The first packet not begun is the next one delivered.
        done = sum(beat.last for beat in bench.accepted)
        for data, _ in contents[done:]:
            assert (await bench.take(len(data)))[::2] == (bench.words(data), None)
        assert not bench.queue and bench.offer is None


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def no_beat_leaves_while_draining(dut: Any) -> None:
    """In the first cycle of a drain, that of the kill, a beat may leave; in no later one."""
    bench = Bench(dut, "quiet")
    await bench.begin()
    bench.queue += bench.packet(5 * bench.size)[1]
    await bench.step(start_i=1, bytes_i=5 * bench.size)
    await bench.step()
    await bench.step()
    await bench.step(drain_i=1, out_ready_i=1)
    for _ in range(6):
        assert not (await bench.step(drain_i=1, out_ready_i=1)).out_valid_o


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def clear_at_any_cycle_forgets_everything(dut: Any) -> None:
    """After a clear no packet is open and a new one arrives whole."""
    bench = Bench(dut, "clear")
    await bench.begin()
    for delay in range(24):
        bench.pace = PACES[delay % len(PACES)]
        data, beats = bench.packet(bench.rng.randrange(1, 4 * bench.size))
        broken = [beats[0]._replace(keep=0), *beats[1:]] if delay % 4 == 0 else beats
        bench.queue = list(broken)
        await bench.step(start_i=1, bytes_i=len(data))
        for _ in range(delay // 2):
            await bench.step()
        bench.queue, bench.offer = [], None
        await bench.step(clear_i=1)
        bench.accepted.clear()
        got = await bench.step()
        assert (got.active_o, got.out_valid_o, got.err_o, got.drained_o) == (0, 0, 0, 1)
        bench.queue = list(beats)
        assert (await bench.take(len(data)))[::2] == (bench.words(data), None)
