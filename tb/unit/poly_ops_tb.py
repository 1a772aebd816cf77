# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the poly_unit bench: polynomial and element arithmetic.

The bench keeps its own copy of all registers and works on it with the field and polynomials of the
model; after an instruction the destination must be equal, at the end of a test every register.
Cycles are asserted at every instruction by PolyBench.run.
"""

import os

import cocotb
import numpy as np

from mce import poly
from mce.field import field
from mce.goppa import berlekamp_massey_reformulated
from poly_bench import (
    OP_EINV,
    OP_EMUL,
    OP_ESQR,
    OP_PADD,
    OP_PLI,
    OP_PMOV,
    OP_PMUL,
    OP_PSCALE,
    OP_PSHIFT,
    PACE,
    PolyBench,
    report,
    secret_state,
)

FULL = int(os.environ["T_MAX"]) == 128
PMUL = int(os.environ["NUM_REGS"]) > 4
# A cell that nobody may look at any more: working space of pmul.
ANY = None


class Mirror:
    """The unit, and what its registers must hold."""

    def __init__(self, dut):
        self.bench = PolyBench(dut)
        self.rng = self.bench.rng
        self.regs = []

    async def start(self):
        await self.bench.start()
        await self.fill()

    async def fill(self):
        """New contents of all registers: random, sparse or a corner, each of any kind."""
        self.regs = [self.content() for _ in range(self.bench.regs)]
        for reg, words in enumerate(self.regs):
            await self.bench.xw(reg, words)
        await self.bench.cycles(3)

    def content(self):
        rng, size, top = self.rng, self.bench.rcap, 1 << self.bench.m
        kind = rng.randrange(6)
        if kind == 0:
            return [0] * size
        if kind == 1:
            return [top - 1] * size
        if kind == 2:
            return [1] + [0] * (size - 1)
        if kind == 3:
            return [0] * (size - 1) + [rng.randrange(top)]
        return [rng.randrange(top) if rng.random() < 0.8 else 0 for _ in range(size)]

    async def put(self, reg, words):
        """Writes the first coefficients of a register."""
        words = [int(w) for w in words]
        self.regs[reg][:len(words)] = words
        await self.bench.xw(reg, words)
        await self.bench.cycles(3)

    async def check(self, *regs):
        """The named registers, all by default, hold what they must."""
        for reg in regs or range(self.bench.regs):
            got = await self.bench.xr(reg, self.bench.rcap)
            wanted = [g if w is ANY else w for g, w in zip(got, self.regs[reg], strict=True)]
            assert got == wanted, f"p{reg} m={self.bench.m}: {got} instead of {wanted}"

    async def elements(self, op, d, a, b, length, *, arg=0):
        """One of the instructions that go through a polynomial; checks p_d."""
        f = field(self.bench.m)
        x = np.array(self.regs[a][:length], np.uint16)
        y = np.array(self.regs[b][:length], np.uint16)
        result = {
            OP_PADD: lambda: x ^ y,
            OP_PMOV: lambda: x,
            OP_PSCALE: lambda: f.mul(x, self.regs[b][arg]),
            OP_PSHIFT: lambda: np.append(np.uint16(0), x[:-1]),
            OP_EMUL: lambda: f.mul(x, y),
            OP_ESQR: lambda: f.sqr(x),
            OP_EINV: lambda: f.inv(x),
        }[op]()
        await self.bench.run(op, d=d, a=a, b=b, length=length, arg=arg)
        self.regs[d][:length] = [int(v) for v in result]
        await self.check(d)

    async def constant(self, d, imm):
        await self.bench.run(OP_PLI, d=d, imm=imm)
        self.regs[d] = [imm % (1 << self.bench.m)] + [0] * (self.bench.rcap - 1)
        await self.check(d)

    async def product(self, d, a, b, t):
        """pmul; checks p_d and that p2 keeps its value."""
        f = field(self.bench.m)
        modulus = poly.monic(self.regs[2][:t])
        result = [int(v) for v in poly.mulmod(f, self.regs[a][:t], self.regs[b][:t], modulus)]
        assert len(result) == t
        await self.bench.run(OP_PMUL, d=d, a=a, b=b, t=t)
        self.regs[d] = result + [0] * (self.bench.rcap - t)
        for reg in (0, 1, 3):
            self.regs[reg] = [ANY] * self.bench.rcap
        await self.check(d, 2)


async def mirror_of(dut):
    mirror = Mirror(dut)
    await mirror.start()
    return mirror


# ---- Coefficient by coefficient ------------------------------------------------------------------

def aliases(mirror):
    """(d, a, b): everything equal or different, in both banks, and neighbours p, p+2."""
    last = mirror.bench.regs - 1
    return [(0, 1, 2), (1, 0, last), (2, 2, 1), (3, 3, 3), (1, 3, 1), (0, 2, 0), (last, 1, 1),
            (2, 0, 0), (3, 1, last - 1)]


@cocotb.test()
async def every_instruction_with_every_alias(dut):
    """Sources and destination in both banks, equal or not; all other registers keep their value."""
    mirror = await mirror_of(dut)
    size = mirror.bench.rcap
    for op in PACE:
        for d, a, b in mirror.rng.sample(aliases(mirror), 2) if FULL else aliases(mirror):
            length = mirror.rng.choice((1, 2, size - 1, size, mirror.rng.randint(1, size)))
            await mirror.elements(op, d, a, b, max(1, length),
                                  arg=mirror.rng.randrange(size))
        await mirror.check()
        await mirror.fill()


@cocotb.test(skip=FULL)
async def lengths_from_one_to_the_capacity(dut):
    """Every length of a small register, 12 of a large one, and as many numbers of a factor."""
    mirror = await mirror_of(dut)
    size = mirror.bench.rcap
    for length in sorted(mirror.rng.sample(range(1, size + 1), min(size, 12))):
        for op in mirror.rng.sample(list(PACE), 3):
            d, a, b = (mirror.rng.randrange(mirror.bench.regs) for _ in range(3))
            await mirror.elements(op, d, a, b, length, arg=(length * 5 - 1) % size)
            await mirror.put(d, mirror.content())
    await mirror.elements(OP_PSCALE, 1, 0, 2, size, arg=size - 1)
    await mirror.elements(OP_PSHIFT, 0, 0, 0, 1)
    await mirror.check()


@cocotb.test(skip=FULL)
async def arithmetic_of_every_field(dut):
    """Products, squares and inverses of random elements, of 0, 1 and every single bit."""
    mirror = await mirror_of(dut)
    for m in mirror.bench.fields:
        mirror.bench.use_field(m)
        elements = [0, 1, (1 << m) - 1] + [1 << i for i in range(m)] + mirror.bench.poly(8)
        size = mirror.bench.rcap
        for begin in range(0, len(elements), size):
            await mirror.fill()
            part = elements[begin:begin + size]
            await mirror.put(1, part)
            for op in (OP_EINV, OP_ESQR, OP_EMUL, OP_PSCALE):
                await mirror.elements(op, 2, 1, 0, len(part))


@cocotb.test()
async def inverse_times_element_is_one(dut):
    """einv and emul after each other, in place; 0 stays 0."""
    mirror = await mirror_of(dut)
    length = mirror.bench.t_max
    words = [*mirror.bench.poly(length - 1), 0]
    await mirror.put(1, words)
    await mirror.elements(OP_EINV, 2, 1, 0, length)
    await mirror.elements(OP_EMUL, 2, 2, 1, length)
    assert mirror.regs[2][:length] == [int(w != 0) for w in words]


@cocotb.test()
async def constant_fills_a_register(dut):
    """The low m bits go to coefficient 0 of every register, all others become zero."""
    mirror = await mirror_of(dut)
    for d in range(mirror.bench.regs):
        await mirror.constant(d, mirror.rng.choice((0, 1, 0xFFFF, mirror.rng.randrange(1 << 16))))
    await mirror.check()


# ---- Products modulo -----------------------------------------------------------------------------

def sizes(bench):
    """Numbers of coefficients: one word and more, and the most."""
    if FULL:
        return (119, 128)
    return sorted({2, bench.rng.randint(2, bench.t_max), max(2, bench.t_max - 1), bench.t_max})


@cocotb.test(skip=not PMUL)
async def product_of_random_polynomials(dut):
    """Every field, small and large t; d, a and b in both banks, equal or not."""
    mirror = await mirror_of(dut)
    last = mirror.bench.regs - 1
    for m in mirror.bench.fields if not FULL else (mirror.bench.m,):
        mirror.bench.use_field(m)
        for t in sizes(mirror.bench):
            await mirror.fill()
            for d, a, b in mirror.rng.sample([
                (4, 5, last), (5, 4, 4), (4, 4, 5), (5, 4, 5), (5, 5, 5), (last, 5, 4),
                (4, last, last - 1),
            ], 1 if FULL else 2):
                await mirror.product(d, a, b, t)
            await mirror.check()


@cocotb.test(skip=not PMUL)
async def product_of_special_polynomials(dut):
    """0, 1, Z, the top coefficient alone, all ones; moduli Z^t, Z^t + 1 and all ones."""
    mirror = await mirror_of(dut)
    t, top = mirror.bench.t_max, (1 << mirror.bench.m) - 1
    corner = {
        "zero": [0] * t, "one": [1] + [0] * (t - 1), "top": [0] * (t - 1) + [top],
        "Z": [0, 1] + [0] * (t - 2), "ones": [top] * t,
    }
    moduli = [[0] * t, [1] + [0] * (t - 1), [top] * t, [0, *mirror.bench.poly(t - 1)]]
    pairs = [("zero", "ones"), ("one", "ones"), ("top", "top"), ("Z", "top"), ("ones", "ones"),
             ("top", "Z"), ("ones", "zero")]
    for modulus in moduli:
        for a, b in mirror.rng.sample(pairs, 1 if FULL else 3):
            await mirror.put(2, modulus)
            await mirror.put(4, corner[a])
            await mirror.put(5, corner[b])
            await mirror.product(4 if mirror.rng.random() < 0.5 else 5, 4, 5, t)


@cocotb.test(skip=not PMUL)
async def sum_products_and_copy_follow_each_other(dut):
    """Squarings of a sum, each of the result before, and a copy to the working space."""
    mirror = await mirror_of(dut)
    t = mirror.bench.t_max
    await mirror.elements(OP_PADD, 5, 5, 4, t)
    for _ in range(1 if FULL else 4):
        await mirror.product(5, 5, 5, t)
    await mirror.elements(OP_PMOV, 1, 5, 5, t)
    report(f"pmul t={t} F={mirror.bench.F}: {mirror.bench.cycles_of(OP_PMUL, t=t)} cycles")


# ---- Between other instructions, killing and wiping ----------------------------------------------

async def check_pbm(mirror):
    """Berlekamp-Massey is right whatever ran before."""
    bench = mirror.bench
    t = bench.t_max
    s = bench.poly(2 * t)
    got, cycles = await bench.pbm(s, t)
    wanted = [int(x) for x in berlekamp_massey_reformulated(field(bench.m), s, t)]
    assert got[:t + 1] == wanted and cycles == bench.pbm_cycles(t)
    mirror.regs[:4] = [[ANY] * bench.rcap for _ in range(4)]


async def some(mirror, op):
    """Operands of an instruction: length, and t and registers that pmul may have."""
    size, regs = mirror.bench.rcap, mirror.bench.regs
    first = 4 if op == OP_PMUL else 0
    d, a, b = (mirror.rng.randrange(first, regs) for _ in range(3))
    return {"d": d, "a": a, "b": b, "length": mirror.rng.randint(1, size),
            "arg": mirror.rng.randrange(size), "t": mirror.bench.t_max,
            "imm": mirror.rng.randrange(1 << 16)}


@cocotb.test()
async def locator_is_right_after_every_instruction(dut):
    mirror = await mirror_of(dut)
    for op in (OP_PADD, OP_EINV, OP_PMUL) if FULL else (*PACE, OP_PLI, OP_PMUL):
        if op != OP_PMUL or PMUL:
            await mirror.fill()
            await mirror.bench.run(op, **await some(mirror, op))
            await check_pbm(mirror)


@cocotb.test()
async def arithmetic_is_right_after_pbm(dut):
    """An inversion of pbm may still run when the next instruction starts."""
    mirror = await mirror_of(dut)
    for op in (OP_EMUL, OP_EINV) if FULL else PACE:
        await check_pbm(mirror)
        for reg in (1, 2, 3):
            await mirror.put(reg, mirror.content())
        await mirror.elements(op, 1, 2, 3, 2)


@cocotb.test()
async def reset_ends_an_instruction_and_the_next_one_is_right(dut):
    """One cycle of rst_n = 0 anywhere in an instruction."""
    mirror = await mirror_of(dut)
    bench = mirror.bench
    for op in [OP_PMUL] * 4 * PMUL + mirror.rng.sample([*PACE, OP_PLI], 4):
        operands = await some(mirror, op)
        await bench.issue(op, **operands)
        await bench.cycles(mirror.rng.randrange(bench.cycles_of(op, **operands)))
        dut.rst_n.value = 0
        await bench.cycles()
        dut.rst_n.value = 1
        for name in ("busy_o", "done_o", "ck_ready_o", "out_valid_o", "xr_valid_o"):
            assert int(getattr(dut, name).value) == 0, name
        await mirror.fill()
        await mirror.elements(mirror.rng.choice(list(PACE)), 1, 2, 3, 3)
        if PMUL:
            await mirror.product(4, 4, 5, 2)
    await check_pbm(mirror)


@cocotb.test(skip=os.environ.get("DUMP") != "1")
async def wipe_leaves_nothing_of_a_killed_instruction(dut):
    """Every memory word and data register is zero after a kill in the middle and a wipe."""
    mirror = await mirror_of(dut)
    bench = mirror.bench
    for op in [*PACE, OP_PLI] + [OP_PMUL] * 3 * PMUL:
        await mirror.fill()
        operands = await some(mirror, op)
        await bench.issue(op, **operands)
        await bench.cycles(mirror.rng.randrange(bench.cycles_of(op, **operands)))
        dut.rst_n.value = 0
        await bench.cycles()
        dut.rst_n.value = 1
        await bench.wipe()
        left = {name: value for name, value in secret_state(dut, bench).items() if value}
        assert not left, left
