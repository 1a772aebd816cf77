# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of packet_io: when a stream counts as waited for, and the time-out of a wait."""

from __future__ import annotations

from typing import Any

import cocotb

from pins import Pins, Sample, often, reset, rng

INPUTS = ("kill_i", "soft_reset_i", "clear_in_i", "s_axis_tdata", "s_axis_tkeep", "s_axis_tvalid",
          "s_axis_tlast", "m_axis_tready", "in_start_i", "out_start_i", "bytes_i", "chunks_i",
          "pairs_i", "timeout_i", "waits_i", "drain_i", "close_i", "in_ready_i", "in_due_i",
          "out_valid_i", "out_data_i", "ck_ready_i", "pairs_ready_i", "pck_valid_i", "pck_data_i")
OUTPUTS = ("in_active_o", "out_active_o", "in_valid_o", "m_axis_tvalid", "stall_in_o",
           "stall_out_o", "expired_o", "drained_o")
LIMITS = (1, 2, 3, 5, 8, 16)


class Bench:
    """A packet_io whose ports are driven by hand; starts and closes last one cycle."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.pins = Pins(dut, "", INPUTS, OUTPUTS)
        self.keep = (1 << len(dut.s_axis_tkeep)) - 1

    async def begin(self) -> None:
        """Reset."""
        await reset(self.dut, self.pins)

    async def step(self, **inputs: int) -> Sample:
        """One cycle."""
        return await self.pins.step(**{"in_start_i": 0, "out_start_i": 0, "close_i": 0,
                                       "clear_in_i": 0, **inputs})

    async def forget(self) -> None:
        """Whatever is under way ends, and nothing is waited for."""
        await self.step(clear_in_i=1, soft_reset_i=1, waits_i=0, drain_i=0, in_ready_i=0,
                        in_due_i=0, s_axis_tvalid=0, m_axis_tready=0, out_valid_i=0)
        await self.step(soft_reset_i=0)
        for _ in range(3):
            got = await self.step()
        assert not (got.in_active_o or got.out_active_o or got.stall_in_o or got.stall_out_o)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_wait_shows_in_the_cycle_after(dut: Any) -> None:
    """For a beat that is taken or only due, and for a receiver; never in a drain or between
    instructions."""
    bench, numbers = Bench(dut), rng("waits")
    await bench.begin()
    seen = [0, 0]
    for _ in range(40):
        await bench.forget()
        size = numbers.randrange(2, 9) * (bench.keep.bit_length())
        await bench.step(in_start_i=1, out_start_i=1, bytes_i=size, chunks_i=0)
        wanted = (0, 0)
        beats = size // bench.keep.bit_length()
        valid = 0
        for _ in range(60):
            valid = int(beats > 0 and (valid or often(numbers, 0.3)))
            now = {"waits_i": often(numbers, 0.9), "in_ready_i": often(numbers, 0.4),
                   "in_due_i": often(numbers, 0.3), "m_axis_tready": often(numbers, 0.5)}
            drain = often(numbers, 0.03)
            got = await bench.step(s_axis_tvalid=valid, s_axis_tlast=int(beats == 1),
                                   s_axis_tkeep=bench.keep, out_valid_i=often(numbers, 0.5),
                                   drain_i=drain, **now)
            assert (got.stall_in_o, got.stall_out_o) == wanted
            seen = [n + s for n, s in zip(seen, wanted, strict=True)]
            wanted = (int(now["waits_i"] and not drain and got.in_active_o and not got.in_valid_o
                          and (now["in_ready_i"] or now["in_due_i"])),
                      int(now["waits_i"] and not drain and got.m_axis_tvalid
                          and not now["m_axis_tready"]))
            if drain:
                break
            if valid and got.in_valid_o and now["in_ready_i"]:
                beats, valid = beats - 1, 0
    assert min(seen) > 50, seen


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_packet_of_chunks_is_waited_for_when_it_is_due(dut: Any) -> None:
    """Whether or not the unit shows ready."""
    bench = Bench(dut)
    await bench.begin()
    for ready, due in ((1, 0), (0, 1), (1, 1)):
        await bench.forget()
        await bench.step(in_start_i=1, bytes_i=64, chunks_i=1, waits_i=1, ck_ready_i=ready,
                         in_due_i=due)
        got = [(await bench.step()).stall_in_o for _ in range(8)]
        assert got == [0] + [1] * 7, (ready, due)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_wait_expires_after_its_limit(dut: Any) -> None:
    """Two cycles after the last one that counts; and again, when the wait goes on."""
    bench = Bench(dut)
    await bench.begin()
    for limit in LIMITS:
        for due in ("in_ready_i", "in_due_i"):
            await bench.forget()
            await bench.step(in_start_i=1, bytes_i=64, chunks_i=0, waits_i=1, timeout_i=limit,
                             **{due: 1})
            seen = [(await bench.step()).expired_o for _ in range(2 * limit + 4)]
            assert seen.index(1) == limit + 1, limit
            assert seen[2 * limit + 1] and sum(seen[: 2 * limit + 2]) == 2


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_drain_counts_anew_whenever_the_job_ends(dut: Any) -> None:
    """The first cycle of the drain, that of close_i, may still show the end of the job's wait; what
    comes then is the sender's whole limit."""
    bench = Bench(dut)
    await bench.begin()
    for limit in LIMITS:
        for waited in range(2 * limit + 4):
            await bench.forget()
            await bench.step(in_start_i=1, bytes_i=64, chunks_i=0, waits_i=1, timeout_i=limit,
                             in_ready_i=1)
            for _ in range(waited):
                await bench.step()
            await bench.step(drain_i=1, close_i=1)
            seen = [(await bench.step()).expired_o for _ in range(limit + 4)]
            assert seen.index(1) == limit + 1, (limit, waited, seen)
