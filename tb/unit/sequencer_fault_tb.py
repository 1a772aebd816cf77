# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the sequencer: errors, aborts, resets and wipes, each followed by a good job."""

from __future__ import annotations

from typing import Any

import cocotb

from sequencer_bench import (
    CODE,
    NUM_INST,
    Job,
    Machine,
    N,
    Speed,
    T,
    fetches,
    packets,
    started,
    timeline,
)

SHORT = "li s8, 2\n loop s8, e\n vld v0, n\ne: wipe\n vst v0, k\n halt"
GOOD = "loop t, e\n nop\ne: vld v1, n\n halt"


async def good_job(machine: Machine) -> None:
    """A job after trouble runs as if nothing had been."""
    speed, kept = machine.speed, list(machine.mem)
    assert not machine.open
    machine.speed, machine.in_fault = Speed(unit=2, stream_in=3), None
    machine.load(GOOD)
    line, _ = timeline(machine.mem, machine.speed)
    job = await machine.job(tail=3)
    assert job.done == [len(line) - 1] and job.error == (0, 0)
    wanted = fetches(machine.mem, machine.speed)
    assert [got.fetch_addr_o for got in job.trace[1 : len(line)]] == wanted[1:]
    machine.speed, machine.mem = speed, kept


def ended_badly(job: Job, code: int, pc: int) -> None:
    """One report, after one kill, a drain and one complete wipe.

    The kill is the cycle after the fault. A unit may start in the cycle of the fault, and after an
    abort with the kill: the kill resets it. No packet does. From the kill to the next start nothing
    may be taken that has not begun: drain_o stays high, and is low from the start (index 0 still
    shows the end of what came before) to the fault.
    """
    assert len(job.done) == 1, "done exactly once"
    assert job.error == (code, pc)
    assert job.kills == 1
    end, kill = job.done[0], [got.kill_o for got in job.trace].index(1)
    wipe = max(i for i, got in enumerate(job.trace[: end + 1]) if got.unit_wipe_o)
    drains = [i for i, got in enumerate(job.trace) if got.drain_o]
    closes = [i for i, got in enumerate(job.trace) if got.close_o]
    assert kill < wipe < end
    assert [i for i in drains if i > 0] == list(range(kill, len(job.trace)))
    assert closes == [kill]
    assert not job.trace[end].reject_o
    assert not any(started(g) for g in job.trace[kill + (code == CODE["ABORTED"]) :])
    assert not any(packets(g) for g in job.trace[kill - 1 :])


def starts_up_to(good: Job, job: Job, cycle: int) -> None:
    """Units and packets that start in a job stopped in this cycle.

    They are those of the undisturbed job before it. The start of a unit is a register: one that is
    under way by then comes all the same, in this cycle or in the next one, that of the kill.
    """
    for kind, last in ((started, cycle + 1), (packets, cycle - 1)):
        wanted = [kind(got) if at <= last else 0 for at, got in enumerate(good.trace)]
        got = [kind(got) for got in job.trace]
        assert got[: len(wanted)] == wanted[: len(got)] and not any(got[cycle + 2 :])


BAD = {
    "no opcode": ("nop\n .word 0", 0), "reserved opcode": ("nop\n .word 0x6c000000", 0),
    "unused bits": ("nop\n .word 0x08000001", 0), "pair beyond": ("nop\n .word 0xa0c00000", 0),
    "alias": ("nop\n .word 0x70210080", 0), "write to s0": ("nop\n .word 0x0c000001", 0),
    "length 0": ("vclr v0\n vld v0, zero", 0), "length 65": ("li s8, 65\n vst v0, s8", 0),
    "window": ("li s8, 1\n vslice v0, v1, s8, n", 0), "cells": ("li s8, 8\n pld p0, s8", 0),
    "cells beyond the last": ("li s8, 5\n pst p6, s8", 0),
    "count 0": ("loop zero, e\n nop\ne: halt", 0),
    "empty body": ("nop\n .word 0x18040002\n halt", 0), "backward": ("nop\n .word 0x18040000", 0),
    "end beyond": ("nop\n .word 0x18040041\n halt", 0),
    "third level": ("loop t, c\n loop t, b\n .word 0x18040006\n nop\n nop\nb: nop\nc: halt", 0),
    "off the end": ("nop", NUM_INST - 1), "start beyond": ("nop", NUM_INST),
    "start far beyond": ("nop", 4095),
    "loop to the end": ("loop t, 64\n nop", NUM_INST - 2),
}


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def every_bad_program_stops_with_code_and_address(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    seen, late = set(), 0
    for name, (text, pc) in BAD.items():
        machine.mem = [0] * NUM_INST
        for at, word in enumerate(_words(text)):
            machine.mem[(pc + at) % NUM_INST] = word
        machine.speed = Speed(unit=3, stream_in=4)
        line, code = timeline(machine.mem, machine.speed, pc)
        job = await machine.job(pc)
        assert code != 0, name
        ended_badly(job, code, line[-1])
        assert [got.kill_o for got in job.trace].index(1) == len(line), name
        seen.add(code)
        late += started(job.trace[len(line) - 1])
        await good_job(machine)
    assert late, "a unit started with a refused instruction"
    assert seen == {CODE[n] for n in ("BAD_OPCODE", "BAD_OPERAND", "PC_RANGE", "LENGTH_RANGE")}


def _words(text: str) -> list[int]:
    machine = Machine.__new__(Machine)
    machine.mem = [0] * NUM_INST
    machine.load(text)
    return machine.mem[: text.count("\n") + 1]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def bad_parameters_stop_before_the_first_instruction(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.load("vclr v0\n halt", at=7)
    for values in ({"m_i": 5}, {"n_i": N + 1}, {"n_i": 18}, {"t_i": 1}, {"t_i": T + 1}):
        job = await machine.job(7, {0: values})
        ended_badly(job, CODE["PARAM_RANGE"], 7)
        assert not job.issued
        await machine.step(m_i=6, n_i=N, t_i=T)
        await good_job(machine)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def a_fault_of_a_packet_wins_at_any_moment_of_the_instruction(dut: Any) -> None:
    """Before, with and after the unit's end; the time-out likewise."""
    machine = Machine(dut)
    await machine.begin()
    machine.load("nop\n vld v0, n\n verdict 0\n halt")
    issue = len([pc for pc in timeline(machine.mem, Speed())[0] if pc == 0]) + 2
    for unit in (1, 2, 3, 4, 5, 9):
        for name in ("PKT_SHORT", "PKT_LONG", "BAD_TKEEP"):
            machine.speed, machine.in_fault = Speed(unit=unit, stream_in=6), (4, CODE[name])
            ended_badly(await machine.job(), CODE[name], 1)
            await good_job(machine)
        machine.speed = Speed(unit=unit, stream_in=6)
        for cycle in range(1, max(unit, 6) + 2):
            job = await machine.job(events={issue + cycle: {"expired_i": 1}})
            ended_badly(job, CODE["STREAM_TIMEOUT"], 1)


@cocotb.test(timeout_time=40, timeout_unit="ms")
async def abort_at_every_cycle(dut: Any) -> None:
    """Code ABORTED with the address at work; the job after it is a good one."""
    machine = Machine(dut)
    await machine.begin()
    for left_open in (0, 5):
        machine.load(SHORT)
        machine.speed = Speed(unit=3, stream_in=2, stream_out=4, left_open=left_open)
        line, _ = timeline(machine.mem, machine.speed)
        good = await machine.job()
        for cycle in range(1, len(line)):
            job = await machine.job(events={cycle: {"abort_i": 1}})
            ended_badly(job, CODE["ABORTED"], line[cycle])
            starts_up_to(good, job, cycle)
            assert [got.kill_o for got in job.trace].index(1) == cycle + 1
            await good_job(machine)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def abort_of_no_job_or_of_an_ended_one_does_nothing(dut: Any) -> None:
    """Neither idle, nor while the first fault is drained and wiped, nor in a commanded wipe."""
    machine = Machine(dut)
    await machine.begin()
    machine.load("nop\n .word 0")
    machine.speed = Speed(left_open=4, wipe=5)
    line, code = timeline(machine.mem, machine.speed)
    for late in range(1, 16):
        job = await machine.job(events={len(line) - 1 + late: {"abort_i": 1}}, tail=30)
        ended_badly(job, code, 1)
        assert job.wipes == 1
    await machine.step(wipe_i=1)
    for _ in range(12):
        got = await machine.step(abort_i=1)
        assert (got.running_o, got.done_o, got.kill_o, got.close_o) == (0, 0, 0, 0)
    await good_job(machine)


@cocotb.test(timeout_time=40, timeout_unit="ms")
async def soft_reset_at_every_cycle(dut: Any) -> None:
    """No report, streams cleared, units killed and wiped; the job after it is a good one."""
    machine = Machine(dut)
    await machine.begin()
    machine.load(SHORT)
    machine.speed = Speed(unit=3, stream_in=2, stream_out=4, left_open=3)
    cycles = len(timeline(machine.mem, machine.speed)[0])
    good = await machine.job()
    cases: list[tuple[int, dict[int, dict[str, int]]]] = [(at, {}) for at in range(1, cycles)]
    # Again in the drain and wipe of an abort.
    cases += [(40 + late, {40: {"abort_i": 1}}) for late in range(10)]
    for cycle, others in cases:
        events = {**others, cycle: {**others.get(cycle, {}), "soft_reset_i": 1}}
        job = await machine.job(events=events)
        assert job.done == [], "no report of a dropped job"
        starts_up_to(good, job, min([cycle, *others]))
        got, after, wipe = job.trace[cycle : cycle + 3]
        assert got.clear_o
        assert (after.kill_o, after.running_o, after.wiping_o, after.unit_wipe_o) == (1, 0, 1, 0)
        assert (wipe.kill_o, wipe.wiping_o, wipe.unit_wipe_o) == (0, 1, 1)
        await good_job(machine)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def soft_reset_when_idle_or_again_while_wiping_wipes_to_the_end(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.speed = Speed(wipe=5)
    for again in range(8):
        trace = [await machine.step(soft_reset_i=int(cycle in {0, again})) for cycle in range(20)]
        last = max(i for i, got in enumerate(trace) if got.unit_wipe_o)
        assert last == again + 2
        assert [got.wiping_o for got in trace[1:]] == [1] * (last + 7) + [0] * (12 - last)
        assert not any(got.done_o or got.running_o for got in trace)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def reset_wipes_and_reports_nothing(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin(skip_wipe=False)
    machine.speed = Speed(wipe=9)
    trace = [await machine.step() for _ in range(20)]
    assert not any(got.done_o or got.running_o for got in trace)
    assert not trace[-1].wiping_o


async def wipes_after(machine: Machine, **inputs: int) -> int:
    """Wipes that follow one command or write."""
    trace = [await machine.step(**inputs)] + [await machine.step() for _ in range(20)]
    assert not any(got.done_o or got.running_o or got.kill_o for got in trace)
    assert not trace[-1].wiping_o
    return sum(got.unit_wipe_o for got in trace)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def the_first_program_word_written_after_a_run_wipes_once(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.load("vclr v0\n wipe\n halt\n .word 0")
    assert await wipes_after(machine, imem_write_i=1) == 0, "nothing ran yet"
    for _ in range(2):
        await machine.job()
        assert await wipes_after(machine, imem_write_i=1) == 1
        assert await wipes_after(machine, imem_write_i=1) == 0
    await machine.job()
    assert await wipes_after(machine, wipe_i=1) == 1
    assert await wipes_after(machine, imem_write_i=1) == 0, "the command has wiped"
    await machine.job(pc=3)
    assert await wipes_after(machine, imem_write_i=1) == 0, "the error has wiped"
    await machine.job(events={30: {"soft_reset_i": 1}})
    assert await wipes_after(machine, imem_write_i=1) == 0, "the soft reset has wiped"
    # The write may come in the very next cycle after done, and more while the wipe runs.
    await machine.job(tail=0)
    trace = [await machine.step(imem_write_i=1) for _ in range(4)]
    trace += [await machine.step() for _ in range(12)]
    assert sum(got.unit_wipe_o for got in trace) == 1 and not trace[-1].wiping_o


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def a_drain_without_end_is_given_up_at_the_time_out(dut: Any) -> None:
    """clear_o in that cycle, then the wipe and the report of the first fault."""
    machine = Machine(dut)
    await machine.begin()
    machine.load("nop\n .word 0")
    machine.speed = Speed(left_open=10**6)
    fault = len(timeline(machine.mem, machine.speed)[0]) - 1
    for late in range(2, 12):
        job = await machine.job(events={fault + late: {"expired_i": 1}})
        ended_badly(job, CODE["BAD_OPCODE"], 1)
        assert [i for i, got in enumerate(job.trace) if got.clear_o] == [fault + late]
        await good_job(machine)
