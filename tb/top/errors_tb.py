# SPDX-License-Identifier: Apache-2.0
"""Every job error code, provoked through the ports; after each the next job must be right."""

import os

import cocotb
import pytest
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiStreamFrame

import codes
from mce.driver import regs
from mce.driver.device import JobError
from mce.isa.asm import assemble
from mce.isa.spec import load
from mce.isa.words import Build
from top_bus import CODE, SEED, Rig

M, N, T = 6, 61, 3
NUM_INST, NUM_REGS, T_MAX, RCAP = 64, 8, 3, 4
BYTES = int(os.environ.get("AXIS_WIDTH", "64")) // 8  # of a beat


class Bench(Rig):
    """A rig with a ready key, two jobs that must always work, and room for a test program."""

    async def ready(self):
        """Open the core; returns self."""
        await self.open()
        self.key = codes.small(M, N, T)
        p = self.key.params
        self.decryption = codes.decrypt(self.key, codes.word(self.key, "valid", self.rng))
        self.encryption = codes.encrypt(self.key, codes.random_message(p, self.rng),
                                        codes.errors(p, T, self.rng))
        self.base = len(self.program.words)
        return self

    async def good(self, *, both=False):
        """The next job gives the right answer, without any reset in between."""
        await self.run(self.decryption)
        if both:
            await self.run(self.encryption)

    async def put(self, *words):
        """Write words behind the programs; returns their address."""
        for offset, word in enumerate(words):
            await self.bus.write(regs.IMEM + 4 * (self.base + offset), word)
        await self.device.idle()
        return self.base

    async def text(self, *lines):
        """Assemble lines behind the programs; labels do not cross `lines`."""
        source = "\n".join([".entry probe", *lines, ""])
        pad = "nop\n" * self.base
        words = assemble(pad + source, build=Build()).words
        return await self.put(*words[self.base :])


async def bench(dut, name):
    """A started bench."""
    rig = await Rig.start(dut, name)
    rig.__class__ = Bench
    return await rig.ready()


@cocotb.test()
async def words_that_are_no_instruction(dut):
    """BAD_OPCODE: empty memory, reserved opcodes."""
    b = await bench(dut, "opcode")
    known = {i.opcode for i in load().instructions.values()}
    for opcode in (code for code in range(64) if code not in known):
        pc = await b.put(opcode << 26)
        await b.fails(pc, [], "BAD_OPCODE", at=pc)
    await b.good(both=True)


@cocotb.test()
async def operands_that_do_not_exist(dut):
    """BAD_OPERAND: unused bits, registers beyond the build, equal registers, wrong loops."""
    b = await bench(dut, "operand")
    halt, nop, vclr, vgather = 0x01 << 26, 0x02 << 26, 0x12 << 26, 0x1C << 26
    vslice, pld, li, loop = 0x16 << 26, 0x20 << 26, 0x03 << 26, 0x06 << 26
    bad = [halt | 1, nop | 1 << 25, vclr | 8 << 21, vclr | 1 << 16, vclr | 1, vslice,
           vgather | 1 << 7, vgather | 1 << 21 | 1 << 16 | 1 << 7, pld | NUM_REGS << 21 | 4 << 7,
           li | 3 << 21, li | 16 << 21, li | 8 << 21 | 1 << 16, loop | 4 << 16 | NUM_INST + 1,
           loop | 4 << 16 | b.base + 1, loop | 4 << 16, 0x09 << 26 | 0x100, 0x28 << 26 | 6 << 21]
    for word in bad[:-1]:
        pc = await b.put(word)
        await b.fails(pc, [], "BAD_OPERAND", at=pc)
    pc = await b.put(*[loop | 4 << 16 | b.base + 4] * 3, nop, halt)
    await b.fails(pc, [], "BAD_OPERAND", at=pc + 2)
    await b.good(both=True)


@cocotb.test()
async def programs_without_an_end(dut):
    """PC_RANGE: a start beyond the memory, and a program that runs out of it."""
    b = await bench(dut, "pc")
    await b.bus.write(regs.IMEM + 4 * (NUM_INST - 1), 0x02 << 26)
    await b.device.idle()
    await b.fails(NUM_INST - 1, [], "PC_RANGE", at=NUM_INST)
    for pc in (NUM_INST, 4095):
        await b.fails(pc, [], "PC_RANGE", at=pc)
    await b.good()


@cocotb.test()
async def lengths_out_of_range(dut):
    """LENGTH_RANGE: zero and too long, in every place of an instruction that takes a length."""
    b = await bench(dut, "length")
    for number, lines in enumerate([
        ("vld v0, zero",), ("vst v0, zero",), ("li s8, 65", "vld v0, s8"),
        ("li s8, 65", "vst v0, s8"), ("li s8, 60", "li s9, 5", "vslice v0, v1, s8, s9"),
        ("li s8, 65", "vplace v0, v1, s8, t"), ("li s8, 65", "vpop v0, s8, t"),
        ("vmv v0, v1, zero, t",), ("vmv v0, v1, t, zero",), ("li s8, 65", "vmv v0, v1, t, s8"),
        ("li s8, 65", "vgather v0, v1, s8"), ("pld p0, zero",),
        ("li s8, 8", "pld p0, s8"), ("li s8, 8", "pst p0, s8"), ("li s8, 5", "pld p6, s8"),
        ("li s8, 5", "pst p7, s8"), ("loop zero, end", "nop", "end: nop"),
        ("ssub s8, zero, t", "vld v0, s8"),
    ]):
        pc = await b.text(*lines, "halt")
        first = next(i for i, ln in enumerate(lines) if not ln.startswith(("li", "ssub")))
        await b.fails(pc, [], "LENGTH_RANGE", at=pc + first)
        if number % 6 == 0:
            await b.good()
    await b.good(both=True)


@cocotb.test()
async def codes_that_the_build_cannot_run(dut):
    """PARAM_RANGE: m not in the build; t below 2 or above T_MAX; n beyond N_MAX, 2^m or k = 0."""
    b = await bench(dut, "params")
    pc = b.program.entry("decrypt")
    for m, n, t in [(4, 16, 2), (7, 64, 3), (0, 64, 3), (16, 64, 3), (31, 64, 3), (6, 64, 0),
                    (6, 64, 1), (6, 64, 4), (6, 64, 0x8003), (6, 65, 3), (6, 0x10040, 3),
                    (5, 33, 2), (6, 18, 3), (6, 17, 3), (6, 0, 2)]:
        await b.device.set_code(m, n, t)
        await b.fails(pc, [], "PARAM_RANGE", at=pc)
    await b.good(both=True)


def damaged(packet):
    """(error, what to send in place of a packet) in every way a packet can be wrong."""
    end = len(packet) % BYTES or BYTES
    yield "PKT_SHORT", packet[:-1]
    if len(packet) > BYTES:
        yield "PKT_SHORT", packet[:-end]
        yield "PKT_SHORT", packet[:1]
        # A beat that is partial and not the last one.
        keep = [1] * len(packet)
        keep[3:BYTES] = [0] * (BYTES - 3)
        yield "BAD_TKEEP", AxiStreamFrame(packet, tkeep=keep)
    yield "PKT_LONG", packet + bytes(1)
    yield "PKT_LONG", packet + bytes(2 * BYTES)
    if end > 1:
        hole = [1] * len(packet)
        hole[-end] = 0
        yield "BAD_TKEEP", AxiStreamFrame(packet, tkeep=hole)


@cocotb.test()
async def packets_of_a_wrong_form(dut):
    """PKT_SHORT, PKT_LONG, BAD_TKEEP: every packet of encrypt and decrypt in turn."""
    b = await bench(dut, "packets")
    for job in (b.encryption, b.decryption):
        start = b.program.entry(job.program)
        for number, packet in enumerate(job.packets):
            for name, sent in damaged(packet):
                packets = [*job.packets[:number], sent, *job.packets[number + 1 :]]
                await b.device.set_code(job.m, job.n, job.t)
                await b.fails(start, packets, name, outputs=1)
                await b.run(b.encryption if job is b.decryption else b.decryption)


@cocotb.test()
async def streams_that_stand_still(dut):
    """STREAM_TIMEOUT: no packet, half a packet, a receiver that takes nothing; 0 waits for ever."""
    b = await bench(dut, "timeout")
    await b.bus.write(regs.TIMEOUT, 64)
    for job in (b.encryption, b.decryption):
        start = b.program.entry(job.program)
        for number in range(len(job.packets)):
            await b.device.set_code(job.m, job.n, job.t)
            await b.fails(start, job.packets[:number], "STREAM_TIMEOUT", outputs=1)
            await b.good()
    start = b.program.entry("decrypt")
    b.bus.sink.pause = True
    # The receiver stands still and is reset: the result it did not take must not reach the next.
    await b.fails(start, b.decryption.packets, "STREAM_TIMEOUT", outputs=1)
    b.bus.sink.pause = False
    await b.good(both=True)
    await b.bus.write(regs.TIMEOUT, 0)
    cocotb.start_soon(late(b, b.decryption.packets))
    got = await b.device.run(start, [], [1])
    assert got.outputs == b.decryption.outputs
    assert got.stall_in > 1000


async def late(b, packets):
    """A sender that begins 1000 cycles late."""
    await ClockCycles(b.dut.clk, 1200)
    for packet in packets:
        await b.bus.send(packet)


@cocotb.test()
async def a_sender_that_stops_inside_a_packet_is_given_up(dut):
    """STREAM_TIMEOUT, then the rest of the packet is waited for no longer than TIMEOUT."""
    b = await bench(dut, "half")
    await b.bus.write(regs.TIMEOUT, 64)
    start = b.program.entry("decrypt")
    await b.device.set_code(M, N, T)
    # After the word and about half of the pairs.
    word, pairs = (-(-len(packet) // BYTES) for packet in b.decryption.packets[:2])
    cocotb.start_soon(stall_source(b, word + pairs // 2 - 1))
    await b.fails(start, b.decryption.packets, "STREAM_TIMEOUT", outputs=1)
    b.bus.source.pause = False
    await b.good(both=True)


async def stall_source(b, beats):
    """Stop the sender for good after some beats."""
    left = beats
    while left:
        await ClockCycles(b.dut.clk, 1)
        left -= int(b.dut.s_axis_tvalid.value) and int(b.dut.s_axis_tready.value)
    b.bus.source.pause = True


async def cut(b, job, after, bit):
    """Start a job and write a CTRL bit some cycles later."""
    await b.device.set_code(job.m, job.n, job.t)
    await b.bus.write(regs.START_PC, b.program.entry(job.program))
    for packet in job.packets:
        await b.bus.send(packet)
    await b.bus.write(regs.CTRL, regs.put(regs.CTRL_START, 1))
    await ClockCycles(b.dut.clk, after)
    await b.bus.write(regs.CTRL, regs.put(bit, 1))


async def cuts(b, count):
    """Cycles at which to stop a decryption, over its whole length."""
    length = (await b.run(b.decryption)).cycles
    return sorted(int(c) for c in b.rng.integers(0, length, count))


@cocotb.test()
async def an_abort_at_any_cycle_leaves_the_machine_ready(dut):
    """ABORTED, packets end legally, and the next job is right."""
    b = await bench(dut, "abort")
    b.watch()
    for number, after in enumerate(await cuts(b, 24)):
        b.bus.pause(0.3 * (number % 2), SEED + number)
        await cut(b, b.decryption, after, regs.CTRL_ABORT)
        await b.bus.interrupt()
        with pytest.raises(JobError) as info:
            await b.device._finish(0)
        assert info.value.number == CODE["ABORTED"]
        await b.good()
    b.bus.pause(0, 0)
    await b.close()


@cocotb.test()
async def a_soft_reset_at_any_cycle_leaves_the_machine_ready(dut):
    """STATUS, ERROR and IRQ_STATUS are clear; parameters stay; the next job is right."""
    b = await bench(dut, "soft")
    for after in await cuts(b, 24):
        await cut(b, b.decryption, after, regs.CTRL_SOFT_RESET)
        await b.bus.stop()
        await b.device.idle()
        for register in (regs.STATUS, regs.ERROR, regs.IRQ_STATUS):
            assert await b.bus.read(register) == 0
        assert await b.bus.read(regs.PARAM_N) == N
        await b.good()


@cocotb.test()
async def an_abort_without_a_job_does_nothing(dut):
    """ABORT while idle: no status, no interrupt."""
    b = await bench(dut, "idle")
    await b.bus.write(regs.CTRL, regs.put(regs.CTRL_ABORT, 1))
    await ClockCycles(dut.clk, 10)
    assert await b.bus.read(regs.STATUS) == 0
    assert not int(dut.irq_o.value)
    await b.good()

