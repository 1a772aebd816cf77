# SPDX-License-Identifier: Apache-2.0
"""Python side of eval_wrap: runs of the evaluation unit and what the model expects of them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from cocotb.clock import Clock
from cocotb.handle import ArrayObject, HierarchyArrayObject, HierarchyObject
from cocotb.triggers import ClockCycles, FallingEdge, RisingEdge, with_timeout
from numpy.typing import NDArray

from eval_pump import pack
from mce import poly
from mce.basis import Basis, basis
from mce.field import U16

ESYN, EROOT, EVAL = 0x28, 0x29, 0x2A
PERIOD_NS = 10
TIMEOUT_NS = 400_000 * PERIOD_NS


@dataclass
class Build:
    """Parameters of the build under test, from the environment set by the pytest side."""

    m_max: int
    t_max: int
    width: int
    fields: tuple[int, ...]
    points: int

    @classmethod
    def from_env(cls) -> Build:
        """Reads M, T_MAX, AXIS_WIDTH, FIELD_LIST, POINTS."""
        fields = tuple(map(int, os.environ["FIELD_LIST"].split()))
        env = os.environ
        numbers = (int(env[name]) for name in ("M", "T_MAX", "AXIS_WIDTH"))
        return cls(*numbers, fields, int(env["POINTS"]))

    @property
    def levels(self) -> int:
        """Stages of the forward pipeline."""
        return max(2, (self.t_max - 1).bit_length())


@dataclass
class Pairs:
    """The packet of an esyn: per point a position and a weight. Shapes (2^m,)."""

    pos: U16
    weight: U16

    def chunks(self, points: int, junk: int) -> list[int]:
        """Chunks of some points, 32 bits each; junk is or-ed into the weights above bit m-1."""
        words = self.pos.astype(int) | (self.weight.astype(int) | junk) << 16
        return pack(words.reshape(-1, points), 32)


class Rig:
    """Drives eval_wrap. Every wait has a time-out; every run checks the interface monitor."""

    def __init__(self, dut: Any, rng: np.random.Generator) -> None:
        self.dut, self.rng, self.build = dut, rng, Build.from_env()
        self.folder = Path.cwd()

    async def start(self) -> None:
        """Clock, reset."""
        dut = self.dut
        Clock(dut.clk, PERIOD_NS, "ns", impl="gpi").start()
        for name in ("load_i", "dump_i", "start_i", "wipe_i", "op_i", "v_i", "p_i", "gap_i"):
            getattr(dut, name).value = 0
        dut.m_i.value, dut.n_i.value, dut.t_i.value = self.build.fields[-1], 1, 2
        await self.reset(3)

    async def reset(self, cycles: int = 1) -> None:
        """rst_n low for some cycles."""
        await FallingEdge(self.dut.clk)
        self.dut.rst_n.value = 0
        await ClockCycles(self.dut.clk, cycles)
        await FallingEdge(self.dut.clk)
        self.dut.rst_n.value = 1

    async def pulse(self, name: str) -> None:
        """One input high for one cycle."""
        await FallingEdge(self.dut.clk)
        getattr(self.dut, name).value = 1
        await FallingEdge(self.dut.clk)
        getattr(self.dut, name).value = 0

    def _write(self, name: str, values: Any, depth: int) -> None:
        padded = [*values, *[0] * (depth - len(values))]
        (self.folder / name).write_text("\n".join(f"{int(v):x}" for v in padded) + "\n")

    def _read(self, name: str) -> list[str]:
        lines = (self.folder / name).read_text().split("\n")
        return [ln for ln in lines if ln and not ln.startswith("//")]

    async def load(self, chunks: Any, bits: Any, coefficients: Any) -> None:
        """Contents of the stream, the vector memory and the source register of the next run."""
        self._write("chunks.hex", chunks, (1 << self.build.m_max) // self.build.points)
        self._write("bits.hex", bits, 1 << self.build.m_max)
        self._write("poly.hex", coefficients, 2 * self.build.t_max + 1)
        await self.pulse("load_i")

    async def _run(self, op: int, m: int, n: int, t: int, gap: int = 0) -> int:
        dut = self.dut
        await self.launch(op, m, n, t, gap)
        await with_timeout(RisingEdge(dut.finished_o), TIMEOUT_NS, "ns")
        assert int(dut.fault_o.value) == 0, f"interface fault {int(dut.fault_o.value):#x}"
        cycles = int(dut.cycles_o.value)
        await self.pulse("dump_i")
        await FallingEdge(dut.clk)
        return cycles

    async def launch(self, op: int, m: int, n: int, t: int, gap: int = 0) -> None:
        """Set the operands of a run and start it a cycle later."""
        dut = self.dut
        await FallingEdge(dut.clk)
        dut.op_i.value, dut.m_i.value, dut.n_i.value, dut.t_i.value = op, m, n, t
        dut.gap_i.value = gap
        dut.v_i.value, dut.p_i.value = int(self.rng.integers(8)), int(self.rng.integers(32))
        await self.pulse("start_i")

    async def esyn(
        self, m: int, n: int, t: int, pairs: Pairs, word: Any, *, gap: int = 0, junk: int = 0
    ) -> tuple[U16, int]:
        """One esyn: 2t syndromes and the cycles it took."""
        await self.load(pairs.chunks(self.build.points, junk), word, [])
        cycles = await self._run(ESYN, m, n, t, gap)
        assert int(self.dut.chunks_o.value) == (1 << m) // self.build.points
        assert int(self.dut.sums_o.value) == 2 * t
        lines = self._read("sums.hex")[: 2 * t]
        return np.array([int(ln, 16) for ln in lines], dtype=np.uint16), cycles

    async def eroot(self, m: int, t: int, coefficients: Any) -> tuple[U16, bool, int]:
        """One eroot: 2^m root bits, the re-check flag, the cycles it took."""
        await self.load([], [], coefficients)
        cycles = await self._run(EROOT, m, 1 << m, t)
        assert int(self.dut.recheck_seen_o.value) == 1
        words = [int(ln, 16) for ln in self._read("roots.hex")]
        bits = "".join(f"{word:0{self.build.width}b}"[::-1] for word in words)
        assert "1" not in bits[1 << m :], "bits beyond the last point are not zero"
        root_bits = np.array([int(c) for c in bits[: 1 << m]], dtype=np.uint16)
        return root_bits, bool(int(self.dut.recheck_o.value)), cycles

    async def eval(self, m: int, t: int, coefficients: Any, *, gap: int = 0) -> tuple[U16, int]:
        """One eval: 2^m values in evaluation order, the cycles it took."""
        await self.load([], [], coefficients)
        cycles = await self._run(EVAL, m, 1 << m, t, gap)
        assert int(self.dut.recheck_seen_o.value) == 0
        count = 1 << (m - 2)
        assert int(self.dut.sent_o.value) == count
        chunks = [int(ln, 16) for ln in self._read("values.hex")[:count]]
        values = np.array(chunks, dtype="<u8").view("<u2").astype(np.uint16)
        return values, cycles

    async def wipe(self) -> int:
        """One wipe; its cycles."""
        await self.pulse("wipe_i")
        await with_timeout(RisingEdge(self.dut.finished_o), TIMEOUT_NS, "ns")
        await FallingEdge(self.dut.clk)
        return int(self.dut.cycles_o.value)

    def random_pairs(self, m: int, n: int, zero_outside: bool = True) -> Pairs:
        """A random order of the positions on the points; beyond n weight 0 unless told."""
        pos = self.rng.permutation(1 << m).astype(np.uint16)
        weight = self.rng.integers(1, 1 << m, 1 << m).astype(np.uint16)
        if zero_outside:
            weight[pos >= n] = 0
        return Pairs(pos, weight)

    def random_word(self) -> U16:
        """2^M random bits: also beyond n, where they must not count."""
        return self.rng.integers(0, 2, 1 << self.build.m_max).astype(np.uint16)

    def points(self, m: int, count: int) -> NDArray[np.int64]:
        """Distinct random point numbers."""
        return self.rng.choice(1 << m, count, replace=False)

    def pairs_with_codeword(self, m: int, t: int) -> tuple[Pairs, U16]:
        """Weights for which the ones on a set of 2t+1 points have syndrome 0, and those ones.

        On the set w_a = 1/prod of (a - b) over the other elements b of it: the dual of a
        Reed-Solomon code. Elsewhere the weights are random. The point 0 has a weight in any case.
        """
        b, pairs = basis(m), self.random_pairs(m, 1 << m)
        chosen = self.points(m, min(2 * t + 1, 1 << m))
        elements, codeword = b.pt(chosen), np.zeros(1 << m, dtype=np.uint16)
        if len(chosen) < 2 * t + 1:
            return pairs, codeword
        product = np.ones(len(chosen), dtype=np.uint16)
        for e in elements:
            differences = elements ^ e
            product = b.field.mul(product, np.where(differences == 0, np.uint16(1), differences))
        pairs.weight[chosen] = b.field.inv(product)
        codeword[chosen] = 1
        return pairs, codeword


def syndromes(b: Basis, pairs: Pairs, word: U16, n: int, count: int) -> U16:
    """Power sums of the weights whose bit is set and whose position is below n."""
    at = np.minimum(pairs.pos, len(word) - 1)
    chosen = (word[at] == 1) & (pairs.pos < n)
    return b.power_sums(np.where(chosen, pairs.weight, 0).astype(np.uint16), count)


def root_bits(b: Basis, coefficients: Any) -> U16:
    """Per point 1 where the polynomial vanishes, by Horner."""
    values = poly.horner(b.field, np.asarray(coefficients, dtype=np.uint16), b.order)
    result: U16 = (values == 0).astype(np.uint16)
    return result


def values_of(b: Basis, coefficients: Any, levels: int) -> U16:
    """Values at all points by Horner, as eval sends them: coefficient 2^levels counts as 1."""
    c = np.asarray(coefficients, dtype=np.uint16) & np.uint16(b.field.q - 1)
    if len(c) > 1 << levels:
        c[1 << levels] = 1
    return np.asarray(poly.horner(b.field, c, b.order), dtype=np.uint16)


def locator_of(b: Basis, points: Any) -> U16:
    """Monic polynomial whose roots are the given points."""
    f, result = b.field, np.ones(1, dtype=np.uint16)
    for a in points:
        shifted = np.concatenate([np.zeros(1, dtype=np.uint16), result])
        shifted[:-1] ^= f.mul(result, b.pt(int(a)))
        result = shifted
    return result


# State that is the same for all data: counters, flags and addresses, constants of the field.
PUBLIC = re.compile(
    r"(^|\.)((state|first|m|t|wiped|count|count1|full|full1|full2|primed|tw|far"
    r"|fill|filling|fault|word1|word_no|word_end1|n|n1|low|next|group|last|past|exp|exponent1|hold"
    r"|idx1|idx2|load1|power|block|point|pow\d|const_[ab]\d|addr\d|we_\w+|b_even5|b_odd5|second_even5|second_odd5"
    r"|bank\d|odd\d|pair\d|lane\d|live\d|cross\w*|sel_\w+|write\d|layer\d|feed\d|emit\d|far1"
    r"|taken1|look1|valid\d?|valid_bits1|word_valid|in_code\d|keep1|final\d|last\d"
    r"|need\d|half|due|write|read)_q)$"
)


def _registers(handle: Any, path: str) -> Iterator[tuple[str, Any]]:
    """Every register and memory word below a handle."""
    for child in handle:
        name = f"{path}.{child._name.split('.')[-1]}"
        if isinstance(child, HierarchyObject | HierarchyArrayObject):
            yield from _registers(child, name)
        elif isinstance(child, ArrayObject):
            if name.endswith(".mem"):
                yield from ((f"{name}[{i}]", word) for i, word in enumerate(child))
        elif name.endswith("_q") or re.search(r"u_(ram|weights)\.rdata_o$", name):
            yield name, child


def secrets_not_zero(handle: Any) -> list[str]:
    """Names of the registers and memory words that may hold secrets and are not zero."""
    return [
        name
        for name, register in _registers(handle, "u_eval")
        if "mem[" in name or not PUBLIC.search(name)
        if str(register.value).strip("0")
    ]


__all__ = [
    "Build", "Pairs", "Rig", "basis", "locator_of", "root_bits", "secrets_not_zero", "syndromes",
    "values_of",
]
