# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of gear_in and gear_out against the one definition of a packet's bytes."""

from __future__ import annotations

from typing import Any

import cocotb

from pins import Pins, Sample, often, reset, rng, value

GI_INPUTS = ("clear_i", "in_valid_i", "in_data_i", "in_last_i", "ck_ready_i")
GI_OUTPUTS = ("in_ready_o", "ck_valid_o", "ck_data_o")
GO_INPUTS = ("start_i", "bytes_i", "ck_valid_i", "ck_data_i", "out_ready_i")
GO_OUTPUTS = ("ck_ready_o", "out_valid_o", "out_data_o")
PACES = ((1.0, 1.0), (0.4, 0.8), (0.8, 0.4))
LIMIT = 300


def cut(data: bytes, size: int) -> list[int]:
    """Bytes as little-endian words of `size` bytes, the last one filled with zeros."""
    return [int.from_bytes(data[i : i + size], "little") for i in range(0, len(data), size)]


class Bench:
    """One gear between a queue of words that holds its offer and a sink with pauses.

    `name` is "in", "wide" (gear_in with chunks of 128 bits) or "out".
    """

    def __init__(self, dut: Any, name: str) -> None:
        self.dut = dut
        self.beat = len(dut.si_tdata) // 8
        self.out = name == "out"
        self.chunk = 16 if name == "wide" else 8
        self.gear = getattr(dut, {"in": "u_gear_in", "wide": "u_gear_wide",
                                  "out": "u_gear_out"}[name])
        self.pins = (Pins(dut, "go_", GO_INPUTS, GO_OUTPUTS) if self.out
                     else Pins(dut, "gw_" if name == "wide" else "gi_", GI_INPUTS, GI_OUTPUTS))
        self.rng = rng("gear")
        self.pace = PACES[0]
        self.queue: list[int] = []
        self.offer: int | None = None
        self.taken: list[int] = []
        self.held: int | None = None

    async def begin(self) -> None:
        """Reset."""
        await reset(self.dut, self.pins, ("rst_n", "go_rst_n"))

    async def step(self, quiet: bool = False, **inputs: int) -> Sample:
        """One cycle; when `quiet` neither side moves."""
        if self.offer is None and self.queue and often(self.rng, self.pace[0]) and not quiet:
            self.offer = self.queue.pop(0)
        ready = 0 if quiet else often(self.rng, self.pace[1])
        a, b = ("ck", "out") if self.out else ("in", "ck")
        if not self.out:
            # Behind the last beat of a packet the flag is anything.
            inputs.setdefault("in_last_i", int(not self.queue))
        data = self.rng.getrandbits(32) if self.offer is None else self.offer
        got = await self.pins.step(**{f"{a}_valid_i": int(self.offer is not None),
                                      f"{a}_data_i": data, f"{b}_ready_i": ready, **inputs})
        if self.offer is not None and got[f"{a}_ready_o"]:
            self.offer = None
        valid, word = got[f"{b}_valid_o"], got[f"{b}_data_o"]
        assert self.held is None or (valid and word == self.held), "a word that waits holds"
        self.held = word if valid and not ready else None
        if valid and ready:
            self.taken.append(word)
        return got

    async def run(self, expected: list[int]) -> int:
        """Step until as many words as expected are taken; cycles used."""
        self.taken.clear()
        for cycle in range(1, LIMIT):
            await self.step()
            if len(self.taken) == len(expected):
                assert self.taken == expected
                return cycle
        raise AssertionError("words are missing")


def lengths(beat: int, chunk: int = 8) -> list[int]:
    """Even lengths up to three beats and a bit: what packets of 16-bit words have. Those with
    chunks of 16 bytes are whole chunks."""
    step = 16 if chunk == 16 else 2
    return list(range(step, 3 * max(beat, chunk) + 6, step))


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(name=["in", "wide"])
async def gear_in_makes_every_chunk_of_every_length(dut: Any, name: str) -> None:
    """The unit takes all chunks with data; what a wide beat has beyond them goes with clear_i."""
    bench = Bench(dut, name)
    await bench.begin()
    for bench.pace in PACES:
        for length in lengths(bench.beat, bench.chunk):
            data = bench.rng.randbytes(length)
            await bench.step(quiet=True, clear_i=1)
            bench.held = None
            bench.queue = cut(data, bench.beat)
            beats, chunks = len(bench.queue), len(cut(data, bench.chunk))
            await bench.step(quiet=True, clear_i=0)
            cycles = await bench.run(cut(data, bench.chunk))
            assert not bench.queue and bench.offer is None
            if bench.pace == PACES[0]:
                fill = 1 if bench.beat > bench.chunk else 0
                assert cycles == max(beats, chunks + fill), "a chunk or a beat a cycle"


@cocotb.test(timeout_time=10, timeout_unit="ms")
@cocotb.parametrize(name=["in", "wide"])
async def gear_in_starts_afresh_after_a_clear_at_any_cycle(dut: Any, name: str) -> None:
    bench = Bench(dut, name)
    await bench.begin()
    for bench.pace in PACES:
        for at in range(14):
            bench.queue = cut(bench.rng.randbytes(4 * bench.beat), bench.beat)
            for _ in range(at):
                await bench.step(clear_i=0)
            # The clear stands in a cycle with traffic.
            await bench.step(clear_i=1)
            bench.queue, bench.offer, bench.held = [], None, None
            await bench.step(quiet=True, clear_i=0)
            data = bench.rng.randbytes(bench.beat + 6 if bench.chunk == 8 else 48)
            bench.queue = cut(data, bench.beat)
            await bench.run(cut(data, bench.chunk))
            await bench.step(quiet=True, clear_i=1)
            bench.held = None


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def gear_out_makes_every_beat_of_every_length(dut: Any) -> None:
    bench = Bench(dut, "out")
    await bench.begin()
    for bench.pace in PACES:
        for length in lengths(bench.beat):
            data = bench.rng.randbytes(length)
            await bench.step(quiet=True, start_i=1, bytes_i=length)
            bench.queue = cut(data, 8)
            beats, chunks = len(cut(data, bench.beat)), len(bench.queue)
            await bench.step(quiet=True, start_i=0)
            cycles = await bench.run(cut(data, bench.beat))
            assert not bench.queue and bench.offer is None
            if bench.pace == PACES[0]:
                fill = 1 if bench.beat > 8 else 0
                assert cycles == max(beats, chunks + fill), "a chunk or a beat a cycle"
            assert not (await bench.step())["out_valid_o"]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def gear_out_starts_afresh_after_a_kill_at_any_cycle(dut: Any) -> None:
    bench = Bench(dut, "out")
    await bench.begin()
    for bench.pace in PACES:
        for at in range(14):
            await bench.step(quiet=True, start_i=1, bytes_i=4 * bench.beat)
            bench.queue = cut(bench.rng.randbytes(4 * bench.beat), 8)
            for _ in range(at):
                await bench.step(start_i=0)
            dut.go_rst_n.value = 0
            await bench.step(start_i=0)
            dut.go_rst_n.value = 1
            bench.queue, bench.offer, bench.held = [], None, None
            data = bench.rng.randbytes(bench.beat + 6)
            await bench.step(quiet=True, start_i=1, bytes_i=len(data))
            await bench.step(quiet=True, start_i=0)
            bench.queue = cut(data, 8)
            await bench.run(cut(data, bench.beat))


REGISTERS = {
    4: {"in": ("gen_join", "low_q"), "wide": ("gen_fill", "low_q")},
    8: {"wide": ("gen_fill", "low_q")},
    32: {"in": ("gen_split", "beat_q"), "wide": ("gen_split", "beat_q"),
         "out": ("gen_join", "beat_q")},
}


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def an_idle_gear_holds_nothing_secret(dut: Any) -> None:
    """Two cycles after a packet or a kill the data register is zero."""
    for name, place in REGISTERS[len(dut.si_tdata) // 8].items():
        bench = Bench(dut, name)
        register = getattr(getattr(bench.gear, place[0]), place[1])
        await bench.begin()
        for bench.pace in PACES:
            for at in range(20):
                await start(bench)
                bench.queue = ([(1 << 64) - 1] * 8 if bench.out
                               else [(1 << 8 * bench.beat) - 1] * 4)
                if at == 0:
                    size, total = (bench.beat, 64) if bench.out else (bench.chunk, 4 * bench.beat)
                    await bench.run([(1 << 8 * size) - 1] * (total // size))
                else:
                    await kill(bench, at)
                await bench.step(quiet=True)
                await bench.step(quiet=True)
                assert value(register) == 0, (name, at)


async def start(bench: Bench) -> None:
    """Begin a packet of eight chunks, or of four beats."""
    if bench.out:
        await bench.step(quiet=True, start_i=1, bytes_i=64)
        await bench.step(quiet=True, start_i=0)
    else:
        await bench.step(quiet=True, clear_i=0)


async def kill(bench: Bench, at: int) -> None:
    """`at` cycles of traffic, a kill in the last, both sides silent after it."""
    for _ in range(at):
        await bench.step()
    if bench.out:
        bench.dut.go_rst_n.value = 0
        await bench.step()
        bench.dut.go_rst_n.value = 1
    else:
        await bench.step(clear_i=1)
        bench.pins.inputs["clear_i"].value = bench.pins.held["clear_i"] = 0
    bench.queue, bench.offer, bench.held = [], None, None
    await bench.step(quiet=True)
