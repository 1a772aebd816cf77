# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of the sequencer: programs that end well, their order, operands and cycles."""

from __future__ import annotations

import itertools
from typing import Any

import cocotb

from pins import Sample
from sequencer_bench import (
    BUILD,
    ISA,
    PRODUCT,
    SETUP,
    TURN,
    Job,
    Machine,
    Speed,
    fetches,
    started,
    timeline,
)

STRAIGHT = "li s8, 9\n vld v0, s8\n vxor v1, v0\n vpop v1, s8, t\n pbm\n eroot v2, p0\n halt"
PROGRAMS = {
    "straight": STRAIGHT,
    "matrix": "vmv v1, v0, mt, k\n vst v1, mt\n halt",
    "loop": "loop t, e\n nop\n vxor v1, v0\ne: halt",
    "once": "li s8, 1\n loop s8, e\n nop\ne: halt",
    "nested": "li s8, 2\n loop t, e\n nop\n loop s8, i\n vclr v0\ni: nop\ne: halt",
    "together": "li s8, 2\n loop t, e\n loop s8, e\n vclr v0\ne: halt",
    "together once": "li s8, 1\n loop s8, e\n loop s8, e\n nop\ne: halt",
    "twice": "li s8, 2\n loop s8, a\n nop\na: loop s8, b\n nop\nb: loop s8, c\n nop\nc: halt",
    "inside": "li s8, 2\n loop s8, e\n loop s8, a\n nop\na: loop s8, b\n nop\nb: nop\ne: halt",
    "wipe": "vclr v0\n wipe\n vclr v1\n halt",
    "wipe in loop": "loop t, e\n nop\n wipe\ne: halt",
}
SPEEDS = (Speed(), Speed(unit=7, wipe=1), Speed(unit=2, stream_in=9, stream_out=4, wipe=0),
          Speed(unit=9, stream_in=2, stream_out=12, wipe=11))


def visible(sample: Sample) -> dict[str, int]:
    """Everything but the one output that flags may change."""
    return {name: value for name, value in sample.items() if name != "reject_o"}


def ended_well(job: Job, machine: Machine, pc: int = 0) -> None:
    """The job ran exactly as its time-line says and reported success once."""
    line, code = timeline(machine.mem, machine.speed, pc)
    assert code == 0
    wanted = fetches(machine.mem, machine.speed, pc)
    assert [got.fetch_addr_o for got in job.trace[1 : len(line)]] == wanted[1:]
    assert job.done == [len(line) - 1]
    assert job.error == (0, 0) and job.kills == 0
    assert all(got.running_o == (0 < cycle < len(line)) for cycle, got in enumerate(job.trace))
    assert [got.new_job_o for got in job.trace].count(1) == job.trace[0].new_job_o == 1


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def programs_take_the_stated_path_and_cycles(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    for text in PROGRAMS.values():
        machine.load(text)
        for machine.speed in SPEEDS:
            ended_well(await machine.job(), machine)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def cycles_of_a_program_with_instant_units_are_a_formula(dut: Any) -> None:
    """1 + setup + 4 an instruction, 2 more in a unit, PRODUCT more for vmv, 1 less for halt."""
    machine = Machine(dut)
    await machine.begin()
    machine.load(STRAIGHT)
    assert (await machine.job()).done == [SETUP + 7 * TURN + 5 * 2 - 1]
    machine.load(PROGRAMS["matrix"])
    assert (await machine.job()).done == [SETUP + 3 * TURN + 2 * 2 + PRODUCT - 1]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def flags_change_nothing_but_the_verdict(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.load("vld v0, n\n vsel v0, v1, weight\n vflg v2\n verdict padok\n loop t, e\n vand "
                 "v1, v0\ne: vst v0, k\n halt")
    machine.speed = SPEEDS[2]
    traces = []
    await machine.job()
    machine.full = True
    for machine.all_set in (0, 1, 0):
        job = await machine.job()
        ended_well(job, machine)
        assert job.trace[job.done[0]].reject_o == 1 - machine.all_set
        traces.append([visible(got) for got in job.trace])
    assert traces[0] == traces[1] == traces[2]


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def the_last_verdict_counts_and_a_start_clears_it(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.load("verdict padok\n halt\n halt")
    machine.all_set = 0
    job = await machine.job()
    assert job.trace[job.done[0]].reject_o == 1
    job = await machine.job(pc=2)
    assert job.trace[job.done[0]].reject_o == 0


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def units_and_streams_get_their_operands(dut: Any) -> None:
    """Start strobes, instruction, lengths and packet bytes of one instruction of each kind; what a
    unit decodes stands a cycle before its start."""
    machine = Machine(dut)
    await machine.begin()
    machine.speed, machine.full = Speed(unit=5, stream_in=3, stream_out=3), True
    machine.load("""
        li   s8, 65535
        li   s9, 3
        sadd s10, s8, s9        # 65538
        ssub s11, s9, s8        # 2^17 - 65532
        sadd s12, s10, s11      # 6
        vld  v1, s12
        vst  v2, n
        vslice v3, v1, s9, s12
        vgather v4, v1, n
        vmv  v5, v1, mt, k
        pld  p2, t2
        pst  p3, t1
        esyn p4, v6
        eroot v7, p1
        pbm
        vsamp v3, t2
        habs v1, n
        hstr s12
        hsq  v2, k
        halt""")
    job = await machine.job()
    ended_well(job, machine)
    # name: (unit, len, arg, bytes in, bytes out, chunks); None where it does not matter
    # habs and hsq start the vector core too.
    wanted: list[tuple[str, str, int | None, int | None, int, int, int]] = [
        ("vld", "vec", 6, None, 1, 0, 0), ("vst", "vec", 64, None, 0, 8, 0),
        ("vslice", "vec", 6, 3, 0, 0, 0), ("vgather", "vec", 64, None, 128, 0, 1),
        ("vmv", "vec", 18, 46, 18 * 6, 0, 0), ("pld", "poly", 6, None, 12, 0, 1),
        ("pst", "poly", 4, None, 0, 8, 1), ("esyn", "eval", None, None, 256, 0, 1),
        ("eroot", "eval", None, None, 0, 0, 0), ("pbm", "poly", None, None, 0, 0, 0),
        ("vsamp", "vec", 6, None, 12, 0, 1), ("habs", "hash vec", 64, None, 0, 0, 0),
        ("hstr", "hash", 6, None, 1, 0, 0), ("hsq", "hash vec", 46, None, 0, 0, 0)]
    assert len(job.issued) == len(wanted)
    for before, got in itertools.pairwise(job.trace):
        assert not started(got) or (
            not started(before) and all(before[k] == got[k] for k in ("instr_o", "len_o", "arg_o")))
    for got, (name, units, length, arg, bytes_in, bytes_out, chunks) in zip(
            job.issued, wanted, strict=True):
        assert got.instr_o >> 26 == ISA.instructions[name].opcode
        starts = [u for u in ("eval", "hash", "poly", "vec") if got[f"{u}_start_o"]]
        assert starts == units.split(), name
        assert length in {None, got.len_o} and arg in {None, got.arg_o}, name
        assert (got.in_start_o, got.out_start_o) == (bytes_in > 0, bytes_out > 0), name
        if bytes_in or bytes_out:
            assert (got.bytes_o, got.chunks_o) == (bytes_in or bytes_out, chunks), name
            assert got.pairs_o == (name == "esyn"), name


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def operands_hold_until_the_unit_is_done(dut: Any) -> None:
    machine = Machine(dut)
    await machine.begin()
    machine.load("vmv v5, v1, mt, k\n halt")
    machine.speed, machine.full = Speed(unit=30, stream_in=25), True
    job = await machine.job()
    at = job.trace.index(job.issued[0])
    names = ("instr_o", "len_o", "arg_o", "bytes_o", "chunks_o", "pairs_o")
    for got in job.trace[at : at + 31]:
        assert all(got[name] == job.issued[0][name] for name in names)
        assert got.waits_o


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def a_program_may_start_and_end_anywhere(dut: Any) -> None:
    """START_PC in the middle and at the last word."""
    machine = Machine(dut)
    await machine.begin()
    machine.load("halt", at=BUILD.num_inst - 1)
    ended_well(await machine.job(pc=BUILD.num_inst - 1), machine, BUILD.num_inst - 1)
    machine.load("nop\n halt", at=40)
    ended_well(await machine.job(pc=40), machine, 40)


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def a_start_while_running_or_wiping_is_ignored(dut: Any) -> None:
    """The register block refuses it; one that comes all the same changes nothing."""
    machine = Machine(dut)
    await machine.begin()
    machine.load("nop\n vclr v0\n wipe\n halt")
    machine.load("halt", at=32)
    for cycle in range(1, len(timeline(machine.mem, machine.speed)[0]) - 1):
        job = await machine.job(events={cycle: {"start_i": 1, "start_pc_i": 32}})
        line, _ = timeline(machine.mem, machine.speed)
        assert job.done == [len(line) - 1] and job.error == (0, 0)
    await machine.step(wipe_i=1)
    for _ in range(machine.speed.wipe):
        got = await machine.step(start_i=1)
        assert (got.running_o, got.wiping_o) == (0, 1)
    for _ in range(40):
        assert not (await machine.step()).running_o
