# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of decode: every opcode against the specification of the instruction set."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from typing import Any

import cocotb
from cocotb.triggers import Timer

from mce.isa.spec import Build, check, load
from mce.isa.words import Instruction
from pins import rng

BUILDS = {"4": Build(num_regs=4), "8": Build(batch=4),
          "32": Build(num_regs=32, batch=2),
          "_plain": Build(hash=0)}
ISA = load()
UNITS = {"vector": "vec", "poly": "poly", "eval": "eval", "hash": "hash"}
# The vector core sends what habs takes and stores what hsq gives.
ALSO_VECTOR = {"habs", "hsq"}


def words(opcode: int, numbers: random.Random) -> Iterator[int]:
    """Words of one opcode: corners of every field, each bit alone, legal ones, anything."""
    base = opcode << 26
    yield from (base, base | 0x03FFFFFF)
    yield from (base | 1 << bit for bit in range(26))
    for d in (0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 16, 29, 30, 31):
        for a in (0, 2, 3, 4, 7, 8, 15, 16, 31, d):
            yield base | d << 21 | a << 16
            yield base | d << 21 | a << 16 | numbers.getrandbits(16)
    # Two sources, the second in b; p0..p3 are no operands of the product.
    registers = (0, 3, 4, 7, 8, 31)
    for d, a, b in itertools.product(registers, repeat=3):
        yield base | d << 21 | a << 16 | b << 11
    for _ in range(60):
        yield base | numbers.getrandbits(26)
    if opcode in ISA.by_opcode:
        instruction = ISA.by_opcode[opcode]
        for _ in range(100):
            legal = base | numbers.getrandbits(26) & ~ISA.must_be_zero(instruction)
            yield legal
            yield legal ^ 1 << numbers.randrange(26)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def every_word_has_the_error_of_the_specification(dut: Any) -> None:
    """All 64 opcodes, in builds of 4, 8 and 32 registers, and without a hash unit; 1, 4 and 2
    vectors at once."""
    numbers, legal = rng("decode"), dict.fromkeys(ISA.by_opcode, 0)
    outputs = [getattr(dut, f"de_err{build}_o") for build in BUILDS]
    for opcode in range(64):
        for word in words(opcode, numbers):
            dut.de_instr_i.value = word
            await Timer(1, "ns")
            got = [int(output.value) for output in outputs]
            assert got == [check(word, build) for build in BUILDS.values()], hex(word)
            if not got[1]:
                legal[opcode] += 1
    assert min(legal.values()) > 0, "every instruction was legal at least once"


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def every_instruction_has_its_unit_and_streams(dut: Any) -> None:
    for instruction in ISA.instructions.values():
        dut.de_instr_i.value = instruction.opcode << 26
        await Timer(1, "ns")
        for unit, name in UNITS.items():
            starts = instruction.unit == unit
            starts |= name == "vec" and instruction.name in ALSO_VECTOR
            assert int(getattr(dut, f"de_{name}_o").value) == starts, instruction.name
        assert int(dut.de_reads_o.value) == bool(instruction.packet_in), instruction.name
        assert int(dut.de_writes_o.value) == bool(instruction.packet_out), instruction.name


# The kind of length of each instruction, from the "length" and "packet" entries of isa.yml.
KINDS_OF_LENGTH: dict[str, Callable[[Instruction], bool]] = {
    "bits_len": lambda i: i.length.startswith("1 <= len") and "2^M" in i.length,
    "span_len": lambda i: "s + len <= 2^M" in i.length,
    "cell_len": lambda i: "len <= 2*T_MAX + 1" in i.length,
    "elem_len": lambda i: i.length.startswith("1 <= len <= RCAP"),
    "matrix": lambda i: i.packet_in == "len * ceil(s/8)",
    "pairs": lambda i: i.packet_in == "4*2^m",
    "values": lambda i: i.packet_out == "2*2^m",
    "words": lambda i: "2*len" in (i.packet_in, i.packet_out),
}


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def every_instruction_has_its_kind_of_length(dut: Any) -> None:
    """What operands checks and how it counts the packet."""
    seen = dict.fromkeys(KINDS_OF_LENGTH, 0)
    for opcode in range(64):
        dut.de_instr_i.value = opcode << 26
        await Timer(1, "ns")
        instruction = ISA.by_opcode.get(opcode)
        for name, rule in KINDS_OF_LENGTH.items():
            wanted = instruction is not None and rule(instruction)
            assert int(getattr(dut, f"de_{name}_o").value) == wanted, (opcode, name)
            seen[name] += wanted
    assert min(seen.values()) > 0, seen
