# SPDX-License-Identifier: Apache-2.0
"""Bus errors, interrupts and wipes of the whole core, through its ports.

The probe program behind the three others writes what v1 and p1 hold: that is how a bench sees
whether secrets of an earlier run are still there.
"""

import cocotb
from cocotb.triggers import ClockCycles
from cocotbext.axi import AxiResp

import codes
from errors_tb import CODE, NUM_INST, N, T, bench, cut
from mce.driver import regs

OKAY, SLVERR = AxiResp.OKAY, AxiResp.SLVERR
START, WIPE = regs.put(regs.CTRL_START, 1), regs.put(regs.CTRL_WIPE, 1)
DONE, ERROR = 1, 2  # bits of the three interrupt registers


async def refused(b, name, address, value=None, strobes=15):
    """An access that must be answered SLVERR and recorded; clears the record."""
    resp, data = await b.bus.access(address, value, strobes=strobes)
    assert resp == SLVERR, f"{address:#x} answered {resp.name}"
    assert data == 0 or value is not None, "a refused read shows data"
    record = await b.bus.read(regs.BUS_ERROR)
    assert regs.get(record, regs.BUS_ERROR_CODE) == CODE[name], f"{address:#x}: {record:#x}"
    assert regs.get(record, regs.BUS_ERROR_ADDR) & ~3 == address
    await b.bus.write(regs.BUS_ERROR, 0)
    assert await b.bus.read(regs.BUS_ERROR) == 0


@cocotb.test()
async def addresses_without_a_register(dut):
    """BAD_ADDRESS: holes, beyond the instruction memory, writes to what only reads."""
    b = await bench(dut, "address")
    for address in (0x1C, 0x5C, 0x100, 0x3FFC, 0x4000 + 4 * NUM_INST, 0x7FFC, 0x8000, 0xFFFC):
        await refused(b, "BAD_ADDRESS", address)
        await refused(b, "BAD_ADDRESS", address, 1)
    for address in (regs.ID, regs.VERSION, regs.CAPS0, regs.CAPS4, regs.STATUS, regs.ERROR,
                    regs.CYCLES, regs.STALL_IN, regs.STALL_OUT):
        await refused(b, "BAD_ADDRESS", address, 0)
    await b.good()


@cocotb.test()
async def writes_of_less_than_a_word(dut):
    """PARTIAL_STROBE, without effect: contiguous strobes of one to three bytes."""
    b = await bench(dut, "strobe")
    for strobes in (1, 2, 4, 8, 3, 6, 12, 7, 14):
        for address in (regs.PARAM_N, regs.CTRL, regs.TIMEOUT, regs.IMEM):
            before = await b.bus.read(address)
            await refused(b, "PARTIAL_STROBE", address, 0xFFFFFFFF, strobes)
            assert await b.bus.read(address) == before
    await b.good()


@cocotb.test()
async def only_the_first_misuse_is_kept(dut):
    """BUS_ERROR names the first one until it is cleared."""
    b = await bench(dut, "first")
    assert (await b.bus.access(0x1C))[0] == SLVERR
    assert (await b.bus.access(regs.PARAM_N, 0, strobes=1))[0] == SLVERR
    record = await b.bus.read(regs.BUS_ERROR)
    assert record == CODE["BAD_ADDRESS"] | 0x1C << 16
    await b.bus.write(regs.BUS_ERROR, 0xFFFFFFFF)
    assert await b.bus.read(regs.BUS_ERROR) == 0


@cocotb.test()
async def accesses_while_a_program_runs(dut):
    """START_BUSY and WRITE_BUSY leave the job alone; its answer is right."""
    b = await bench(dut, "busy")
    job = b.decryption
    await b.device.set_code(job.m, job.n, job.t)
    await b.bus.write(regs.START_PC, b.program.entry("decrypt"))
    await b.bus.write(regs.CTRL, START)
    await b.bus.send(job.packets[0])
    for command in (START, WIPE):
        await refused(b, "START_BUSY", regs.CTRL, command)
    for address in (regs.IMEM, regs.IMEM + 4 * 20, regs.PARAM_M, regs.PARAM_N, regs.PARAM_T,
                    regs.START_PC):
        await refused(b, "WRITE_BUSY", address, 0)
    await refused(b, "WRITE_BUSY", regs.IMEM)
    assert await b.bus.read(regs.PARAM_N) == N
    status = await b.bus.read(regs.STATUS)
    assert status == regs.put(regs.STATUS_BUSY, 1)
    for packet in job.packets[1:]:
        await b.bus.send(packet)
    await b.bus.interrupt()
    assert (await b.device._finish(1)).outputs == job.outputs
    await b.good(both=True)


@cocotb.test()
async def a_start_while_a_wipe_runs_is_refused(dut):
    """START_BUSY; STATUS shows BUSY and WIPING until the wipe is done."""
    b = await bench(dut, "wiping")
    await b.bus.write(regs.CTRL, WIPE)
    resp, _ = await b.bus.access(regs.CTRL, START)
    assert resp == SLVERR, "the wipe was over too soon for this test"
    await b.device.idle()
    assert await b.bus.read(regs.BUS_ERROR) == CODE["START_BUSY"] | regs.CTRL << 16
    await b.bus.write(regs.CTRL, WIPE)
    both = regs.put(regs.STATUS_BUSY, 1) | regs.put(regs.STATUS_WIPING, 1)
    assert await b.bus.read(regs.STATUS) & both == both
    await b.device.idle()
    await b.good()


@cocotb.test()
async def interrupts_follow_enable_status_and_test(dut):
    """The line is high while an enabled bit is set; status bits come whether enabled or not."""
    b = await bench(dut, "irq")

    async def look(status, line):
        assert await b.bus.read(regs.IRQ_STATUS) == status
        assert int(dut.irq_o.value) == line

    async def finish(pc):
        await b.bus.write(regs.START_PC, pc)
        await b.bus.write(regs.CTRL, START)
        await b.device.idle()

    halt, bad = await b.put(0x01 << 26, 0), b.base + 1
    await b.bus.write(regs.IRQ_ENABLE, 0)
    await finish(halt)
    await look(DONE, 0)
    await b.bus.write(regs.IRQ_ENABLE, ERROR)
    await look(DONE, 0)
    await finish(bad)
    await look(DONE | ERROR, 1)
    await b.bus.write(regs.IRQ_STATUS, DONE)
    await look(ERROR, 1)
    await b.bus.write(regs.IRQ_STATUS, ERROR)
    await look(0, 0)
    await b.bus.write(regs.IRQ_ENABLE, DONE)
    await b.bus.write(regs.IRQ_TEST, ERROR)
    await look(ERROR, 0)
    await b.bus.write(regs.IRQ_TEST, DONE)
    await look(DONE | ERROR, 1)
    await b.bus.write(regs.IRQ_STATUS, DONE | ERROR)
    await look(0, 0)
    # A job that ends well raises DONE only; STATUS keeps the end until the next start.
    await finish(halt)
    await look(DONE, 1)
    assert await b.bus.read(regs.STATUS) == regs.put(regs.STATUS_DONE, 1)
    await finish(bad)
    assert await b.bus.read(regs.ERROR) == CODE["BAD_OPCODE"] | bad << 16
    await finish(halt)
    assert await b.bus.read(regs.ERROR) == 0
    await b.bus.write(regs.IRQ_STATUS, DONE | ERROR)
    await b.bus.write(regs.IRQ_ENABLE, DONE | ERROR)
    await b.good()


VECTOR, POLY = bytes(range(0xA1, 0xA9)), bytes(range(1, 9))


class Probe:
    """Leaves a vector and a polynomial in the core and looks whether they are still there."""

    def __init__(self, b, base):
        self.b, self.fill, self.show, self.wipe = b, base, base + 4, base + 8

    @staticmethod
    async def load(b):
        """Write the probe program."""
        base = await b.text("li s8, 61", "vld v1, s8", "pld p1, t1", "halt",
                            "li s8, 61", "vst v1, s8", "pst p1, t1", "halt",
                            "wipe", "halt")
        await b.device.set_code(6, N, T)
        return Probe(b, base)

    async def set(self):
        """Leave secrets and make sure that they are there."""
        await self.b.device.run(self.fill, [VECTOR[:7] + b"\x08", POLY], [])
        vector, poly = await self.read()
        assert vector == VECTOR[:7] + b"\x08"
        assert any(poly)

    async def read(self):
        """What v1 and p1 hold."""
        return (await self.b.device.run(self.show, [], [8, 8])).outputs

    async def gone(self, what):
        """Nothing may be left."""
        await self.b.device.idle()
        vector, poly = await self.read()
        assert not any(vector), f"{what} leaves {vector.hex()} in a vector"
        assert not any(poly), f"{what} leaves {poly.hex()} in a polynomial"


@cocotb.test()
async def everything_that_must_wipe_wipes(dut):
    """Command, instruction, error, abort, soft reset, first program word after a run."""
    b = await bench(dut, "wipe")
    probe = await Probe.load(b)
    await probe.set()
    await b.bus.write(regs.CTRL, WIPE)
    await probe.gone("the WIPE command")
    await probe.set()
    await b.device.run(probe.wipe, [], [])
    await probe.gone("the instruction")
    await probe.set()
    await b.fails(NUM_INST, [], "PC_RANGE")
    await probe.gone("an error")
    for bit in (regs.CTRL_ABORT, regs.CTRL_SOFT_RESET):
        await probe.set()
        await cut(b, codes.encrypt(b.key, b.encryption.packets[0], codes.errors(
            b.key.params, T, b.rng)), 30, bit)
        await b.device.idle()
        await b.bus.stop()
        await b.bus.write(regs.IRQ_STATUS, 3)
        await probe.gone(f"CTRL bit {bit[0]}")
    await probe.set()
    await b.bus.write(regs.IMEM + 4 * (NUM_INST - 1), 0)
    status = await b.bus.read(regs.STATUS)
    await probe.gone("the first write to instruction memory")
    assert regs.get(status, regs.STATUS_WIPING)
    await b.good()


@cocotb.test()
async def later_program_words_do_not_wipe_again(dut):
    """Loading a program costs one wipe, and none when nothing has run."""
    b = await bench(dut, "words")
    await b.good()
    await b.bus.write(regs.IMEM + 4 * (NUM_INST - 1), 0)
    assert regs.get(await b.bus.read(regs.STATUS), regs.STATUS_WIPING)
    await b.device.idle()
    for _ in range(3):
        await b.bus.write(regs.IMEM + 4 * (NUM_INST - 1), 0)
        assert await b.bus.read(regs.STATUS) & 1 == 0
    await b.good()


@cocotb.test()
async def secrets_live_from_run_to_run_until_then(dut):
    """Entry points of one image share registers: two runs in a row see the same vector."""
    b = await bench(dut, "keep")
    probe = await Probe.load(b)
    await probe.set()
    for _ in range(2):
        assert (await probe.read())[0] == VECTOR[:7] + b"\x08"
    await ClockCycles(dut.clk, 5)
    await b.close()
