# SPDX-License-Identifier: Apache-2.0
"""Driver of poly_unit's ports and the expected values of its instructions.

Inputs change at the falling edge, where the outputs of registers are stable, so a handshake is
decided by the ready (or valid) seen there and the valid (or ready) driven there.
"""

import os
import random

import cocotb
import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, with_timeout
from cocotb.utils import get_sim_time

from mce.field import Field

PERIOD = 10
OP_PLD, OP_PST, OP_PBM = 0x20, 0x21, 0x22
OP_PMUL, OP_PADD, OP_PMOV, OP_PSCALE, OP_PSHIFT = 0x23, 0x24, 0x25, 0x26, 0x27
OP_EMUL, OP_ESQR, OP_EINV, OP_PLI = 0x2C, 0x2D, 0x2E, 0x2F
# Cycles a coefficient of the instructions that go through a polynomial.
PACE = {OP_PADD: 3, OP_PMOV: 2, OP_PSCALE: 2, OP_PSHIFT: 2, OP_EMUL: 3, OP_ESQR: 2, OP_EINV: 12}
INPUTS = (
    "start_i", "op_i", "d_i", "a_i", "b_i", "imm_i", "len_i", "arg_i", "m_i", "t_i", "ck_valid_i",
    "ck_data_i", "out_ready_i", "xw_start_i", "xw_reg_i", "xw_valid_i", "xw_data_i", "xr_start_i",
    "xr_reg_i", "xr_len_i", "wipe_i",
)


class PolyBench:
    """poly_unit in a build that the pytest side describes in the environment."""

    def __init__(self, dut):
        self.dut = dut
        self.rng = random.Random(int(os.environ["SEED"]))
        env = {k: int(os.environ[k]) for k in ("M", "T_MAX", "NUM_REGS", "GF2MULT_FACTOR")}
        self.M, self.t_max, self.regs = env["M"], env["T_MAX"], env["NUM_REGS"]
        self.F = env["GF2MULT_FACTOR"]
        self.L = -(-(self.t_max + 1) // self.F)
        self.rcap = self.L * self.F
        self.fields = [int(m) for m in os.environ["FIELD_LIST"].split()]
        self.m = self.fields[-1]

    async def start(self):
        """Clock, reset, and the wipe that always follows a reset."""
        Clock(self.dut.clk, PERIOD, "ns", impl="gpi").start()
        for name in INPUTS:
            getattr(self.dut, name).value = 0
        self.dut.m_i.value = self.m
        self.dut.rst_n.value = 0
        await self.cycles(2)
        self.dut.rst_n.value = 1
        await self.wipe()

    async def cycles(self, count=1):
        for _ in range(count):
            await FallingEdge(self.dut.clk)

    @staticmethod
    def now():
        """Cycle number."""
        return round(get_sim_time("ns") / PERIOD - 0.5)

    def use_field(self, m):
        self.m = m
        self.dut.m_i.value = m

    def poly(self, length):
        """Random coefficients of the field in use."""
        return [self.rng.randrange(1 << self.m) for _ in range(length)]

    async def wipe(self):
        dut = self.dut
        dut.wipe_i.value = 1
        await self.cycles()
        dut.wipe_i.value = 0
        begin = self.now()
        while int(dut.wipe_busy_o.value):
            await self.cycles()
            assert self.now() - begin < self.regs * self.F + 20, "wipe does not end"

    async def issue(self, op, d=0, a=0, length=0, t=2, *, b=0, arg=0, imm=0):
        """One cycle of start, after one with its operands; returns its number."""
        dut = self.dut
        assert not int(dut.busy_o.value), "busy before start"
        dut.op_i.value, dut.d_i.value, dut.a_i.value = op, d, a
        dut.b_i.value, dut.arg_i.value, dut.imm_i.value = b, arg, imm
        dut.len_i.value, dut.t_i.value = length, t
        await self.cycles()
        dut.start_i.value = 1
        begin = self.now()
        await self.cycles()
        dut.start_i.value = 0
        return begin

    async def idle(self, limit):
        """Waits for the end of an instruction; returns the number of its last busy cycle."""
        begin = self.now()
        while int(self.dut.busy_o.value):
            await self.cycles()
            assert self.now() - begin < limit, "instruction does not end"
        return self.now() - 1

    async def pld(self, reg, words, idle=0.0, garbage=0):
        """Streams 16-bit words; `idle` is the chance of a pause. Returns cycles after start."""
        dut, length = self.dut, len(words)
        chunks = [words[i:i + 4] + [0] * (4 - len(words[i:i + 4])) for i in range(0, length, 4)]
        begin = await self.issue(OP_PLD, d=reg, length=length)
        valid, sent, limit = False, 0, self.now() + 40 * len(chunks) + 4 * self.F + 50
        while int(dut.busy_o.value):
            valid = sent < len(chunks) and (valid or self.rng.random() >= idle)
            dut.ck_valid_i.value = int(valid)
            word = sum(w << 16 * i for i, w in enumerate(chunks[sent])) if valid else garbage
            dut.ck_data_i.value = word
            if valid and int(dut.ck_ready_o.value):
                sent, valid = sent + 1, False
            else:
                assert sent < len(chunks) or not int(dut.ck_ready_o.value), "asks for too much"
            await self.cycles()
            assert self.now() < limit, "pld does not end"
        dut.ck_valid_i.value = 0
        assert sent == len(chunks)
        return self.now() - 1 - begin

    async def pst(self, reg, length, idle=0.0):
        """Returns (words, cycles after start); checks that a waiting chunk holds."""
        dut = self.dut
        begin = await self.issue(OP_PST, a=reg, length=length)
        words, held, limit = [], None, self.now() + 40 * length + 50
        while int(dut.busy_o.value):
            ready = self.rng.random() >= idle
            dut.out_ready_i.value = int(ready)
            valid, data = int(dut.out_valid_o.value), int(dut.out_data_o.value)
            assert valid or (held is None and data == 0), "valid dropped, or data without valid"
            assert held in (None, data), "data changed while waiting"
            held = data if valid and not ready else None
            if valid and ready:
                words += [data >> 16 * i & 0xFFFF for i in range(4)]
            await self.cycles()
            assert self.now() < limit, "pst does not end"
        dut.out_ready_i.value = 0
        assert len(words) == -(-length // 4) * 4
        assert words[length:] == [0] * (len(words) - length), "last chunk not zero-filled"
        return words[:length], self.now() - 1 - begin

    async def xw(self, reg, values, gap=0.0):
        """Sequential write, with gaps at random; returns when the last is in memory."""
        dut = self.dut
        dut.xw_start_i.value, dut.xw_reg_i.value = 1, reg
        await self.cycles()
        dut.xw_start_i.value = 0
        for value in values:
            while self.rng.random() < gap:
                await self.cycles()
            dut.xw_valid_i.value, dut.xw_data_i.value = 1, value
            await self.cycles()
            dut.xw_valid_i.value, dut.xw_data_i.value = 0, 0

    async def xr(self, reg, length):
        """Sequential read; asserts the latency of 3 and that nothing is missing or left over."""
        dut = self.dut
        dut.xr_start_i.value, dut.xr_reg_i.value, dut.xr_len_i.value = 1, reg, length
        values = []
        for cycle in range(1, length + 6):
            await self.cycles()
            dut.xr_start_i.value = 0
            assert int(dut.xr_valid_o.value) == int(3 <= cycle < 3 + length), f"cycle {cycle}"
            if int(dut.xr_valid_o.value):
                values.append(int(dut.xr_data_o.value))
        return values

    async def pbm(self, syndromes, t):
        """Locator of syndromes that are written to p0 first, and cycles from start to done."""
        await self.xw(0, syndromes)
        begin = await self.issue(OP_PBM, t=t)
        await with_timeout(RisingEdge(self.dut.done_o), 20 * self.pbm_cycles(t) * PERIOD, "ns")
        await self.cycles()
        taken = self.now() - begin
        assert int(self.dut.busy_o.value), "busy falls before done"
        await self.cycles()
        assert not int(self.dut.busy_o.value) and not int(self.dut.done_o.value)
        return await self.xr(0, self.rcap), taken

    async def run(self, op, **operands):
        """An instruction without streams, from start to done; asserts its cycles.

        Handshakes to the evaluation unit and outputs to the streams stay zero all the while.
        """
        dut, wanted = self.dut, self.cycles_of(op, **operands)
        begin = await self.issue(op, **operands)
        while not int(dut.done_o.value):
            assert int(dut.busy_o.value) and self.now() - begin < wanted, f"op {op:x}: too slow"
            for name in ("xr_valid_o", "ck_ready_o", "out_valid_o", "out_data_o"):
                assert not int(getattr(dut, name).value), name
            await self.cycles()
        assert self.now() - begin == wanted, f"op {op:x} {operands}: {self.now() - begin} cycles"
        await self.cycles()
        assert not int(dut.busy_o.value) and not int(dut.done_o.value)

    def cycles_of(self, op, length=0, t=2, arg=0, **_):
        """Cycles from start to done: formulas of model/spec/isa.yml."""
        if op == OP_PMUL:
            words = -(-t // self.L)
            loop = (t + 1) * max(words + 1, 4) + t * max(words, 4)
            return 4 * self.F + 41 + 10 * t + loop
        if op == OP_PLI:
            return self.F + 3
        return PACE[op] * length + 7 + (arg + 1 if op == OP_PSCALE else 0)

    def pbm_cycles(self, t):
        """Cycles from start to done: a formula of t and the build."""
        words = [min(2 * t, 3 * t - r) // self.L + 1 for r in range(2 * t)]
        loop = sum(max(7, w) for w in words)
        return 1 + max(7, words[0] + 2) + loop + self.F + t + 5


def power_sums(f: Field, elements, weights, count):
    """s_k = sum of w*x^k, k < count: what a word with errors at `elements` gives."""
    elements, terms = np.asarray(elements, np.uint16), np.asarray(weights, np.uint16)
    sums = []
    for _ in range(count):
        sums.append(int(np.bitwise_xor.reduce(terms)))
        terms = f.mul(terms, elements)
    return sums


def linear_complexity(f: Field, s):
    """Length of the shortest register that makes s; above t a word is not decodable.

    Massey's rule with nothing truncated, c and b of full length.
    """
    size = len(s) + 1
    s = np.asarray(s, np.uint16)
    c, b = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    c[0], b[1], length, last = 1, 1, 0, 1
    for n in range(len(s)):
        d = int(np.bitwise_xor.reduce(f.mul(c[: n + 1], s[n::-1])))
        old, c = c, c ^ f.mul(f.div(d, last), b)
        if d and 2 * length <= n:
            length, b, last = n + 1 - length, old, d
        b = np.append(np.uint16(0), b[:-1])
    return length


def secret_state(dut, bench):
    """Value of every memory word and data register by name."""
    state = {}
    for n in range(bench.L):
        lane = dut.u_lanes.gen_lane[n].u_lane
        for name, ram in (("even", lane.u_even), ("odd", lane.u_odd)):
            state |= {f"lane{n}.{name}.{i}": int(word.value) for i, word in enumerate(ram.mem)}
        state |= {f"lane{n}.{name}": int(getattr(lane, name).value) for name in ("a_q", "t_q")}
    copy = enumerate(dut.u_lanes.u_copy.mem)
    state |= {f"copy.{i}": int(word.value) for i, word in copy}
    for unit, names in {
        "u_matrix": ("rows_q",), "u_lanes": ("bcast_q", "next_q"), "u_write": ("buf_q", "bcast_q"),
        "u_read": ("rd_q", "gather_q", "out_q"),
        "u_scalar": ("d_q", "base_q", "p_q", "x_q", "y_q", "f_q"),
        "u_bm": ("e_q", "pending_q", "swap_q"), "u_elem": ("data_q",),
    }.items():
        state |= {f"{unit}.{n}": int(getattr(getattr(dut, unit), n).value) for n in names}
    return state | {"u_scalar.binv_q": int(dut.u_scalar.binv_q.value)}


def report(text):
    """A line that the runner repeats after the run."""
    cocotb.log.info(f"REPORT {text}")
