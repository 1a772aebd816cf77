# SPDX-License-Identifier: Apache-2.0
"""Which words are legal, and that text and word are the same thing."""

from __future__ import annotations

import itertools
import os

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from mce.isa.asm import assemble
from mce.isa.disasm import disassemble, disassemble_word
from mce.isa.spec import Build, check, load
from mce.isa.words import Instruction, Operand

ISA = load()
SEED = int(os.environ.get("SEED", "1"))
PLAIN = Build(hash=0)
BUILDS = [Build(num_regs=r, batch=4) for r in (4, 8, 16, 32)]

BAD_OPCODE, BAD_OPERAND = 1, 2

# Opcodes of the interface description, written down a second time on purpose.
OPCODES = {
    "halt": 0x01, "nop": 0x02, "li": 0x03, "sadd": 0x04, "ssub": 0x05, "loop": 0x06, "wipe": 0x08,
    "verdict": 0x09, "vflg": 0x0A, "vkeep": 0x0B, "vld": 0x10, "vst": 0x11, "vclr": 0x12,
    "vmov": 0x13, "vxor": 0x14, "vand": 0x15, "vslice": 0x16, "vplace": 0x17, "vpop": 0x18,
    "vsel": 0x19, "vmv": 0x1A, "vvm": 0x1B, "vgather": 0x1C, "veq": 0x1D,
    "pld": 0x20, "pst": 0x21, "pbm": 0x22,
    "pmul": 0x23, "padd": 0x24, "pmov": 0x25, "pscale": 0x26, "pshift": 0x27, "esyn": 0x28,
    "eroot": 0x29, "eval": 0x2A, "emul": 0x2C, "esqr": 0x2D, "einv": 0x2E, "pli": 0x2F,
    "vli": 0x1E, "vsamp": 0x1F, "habs": 0x30, "hstr": 0x31, "hsq": 0x32,
    "vmvb": 0x0C, "vxplace": 0x0D,
}  # fmt: skip


def word(
    op: str, *, d: int = 0, a: int = 0, b: int = 0, sl: int = 0, ss: int = 0, low: int = 0
) -> int:
    """op[31:26] d[25:21] a[20:16] b[15:11] l[10:7] s[6:3], and imm16 or f as `low`."""
    return OPCODES[op] << 26 | d << 21 | a << 16 | b << 11 | sl << 7 | ss << 3 | low


KNOWN = {
    "halt": word("halt"),
    "li s8, 0xffff": word("li", d=8, low=0xFFFF),
    "sadd s15, n, t1": word("sadd", d=15, a=1, b=7),
    "ssub s8, N, zero": word("ssub", d=8, a=6, b=0),
    "loop t2, 255": word("loop", a=5, low=255),
    "verdict weight|recheck|padok": word("verdict", low=7),
    "vld v7, k": word("vld", d=7, sl=2),
    "vst v3, s15": word("vst", a=3, sl=15),
    "vmv v2, v0, mt, k": word("vmv", d=2, a=0, sl=3, ss=2),
    "vslice v3, v0, mt, k": word("vslice", d=3, a=0, ss=3, sl=2),
    "vplace v2, v0, mt, k": word("vplace", d=2, a=0, ss=3, sl=2),
    "vpop v2, n, t": word("vpop", a=2, sl=1, ss=4),
    "vsel v3, v4, equal|drawn": word("vsel", d=3, a=4, low=0x18),
    "vgather v2, v1, n": word("vgather", d=2, a=1, sl=1),
    "pld p7, t1": word("pld", d=7, sl=7),
    "pst p0, t": word("pst", a=0, sl=4),
    "esyn p5, v6": word("esyn", d=5, a=6),
    "eroot v1, p7": word("eroot", d=1, a=7),
    "vvm v2, v0, k, n": word("vvm", d=2, a=0, sl=2, ss=1),
    "veq v2, v2, n": word("veq", d=2, a=2, sl=1),
    "pmul p4, p5, p7": word("pmul", d=4, a=5, b=7),
    "pscale p1, p2, p3, t, s9": word("pscale", d=1, a=2, b=3, sl=9, ss=4),
    "padd p7, p6, p5, t1": word("padd", d=7, a=6, b=5, sl=7),
    "eval p3": word("eval", a=3),
    "pli p2, 0x1234": word("pli", d=2, low=0x1234),
    "vli v7, 0x8001": word("vli", d=7, low=0x8001),
    "vsamp v1, t2": word("vsamp", d=1, sl=5),
    "habs v6, n": word("habs", a=6, sl=1),
    "hstr s9": word("hstr", sl=9),
    "hsq v2, s15": word("hsq", d=2, sl=15),
    "verdict drawn": word("verdict", low=16),
    "vmvb v4, v0, 4, mt, k": word("vmvb", d=4, a=0, b=4, sl=3, ss=2),
    "vxplace v4, v0, mt, k": word("vxplace", d=4, a=0, ss=3, sl=2),
}


def values_of(operand: Operand, build: Build) -> st.SearchStrategy[int]:
    """Legal values of an operand for an instruction at address 0."""
    kind = operand.kind
    if kind.name == "mask":
        return st.integers(0, 31)
    if kind.name == "target":
        return st.integers(2, build.num_inst)
    return st.integers(kind.first, kind.last_in(build))


@st.composite
def legal_words(draw: st.DrawFn, instruction: Instruction, build: Build) -> int:
    """A legal word of an instruction."""
    values = {o.field.name: draw(values_of(o, build)) for o in instruction.operands}
    if instruction.distinct and values["d"] == values["a"]:
        values["d"] = (values["d"] + 1) % 8
    if instruction.blocks:
        low = draw(st.integers(0, 8 - 2 * values["b"]))
        high = draw(st.integers(low + values["b"], 8 - values["b"]))
        values["d"], values["a"] = draw(st.sampled_from([(low, high), (high, low)]))
    return ISA.encode(instruction, values)


@pytest.mark.parametrize("text", KNOWN)
def test_known_word(text: str) -> None:
    assert assemble(text).words == (KNOWN[text],)


def test_instructions_are_those_of_the_interface() -> None:
    assert {i.name: i.opcode for i in ISA.instructions.values()} == OPCODES


@pytest.mark.parametrize("name", OPCODES)
@pytest.mark.parametrize("build", BUILDS, ids=lambda b: f"regs{b.num_regs}")
def test_legal_word_survives_disassembly_and_assembly(name: str, build: Build) -> None:
    if name == "pmul" and build.num_regs == 4:
        pytest.skip("no register from p4 on: test_sources_b_and_registers_of_the_product")

    @seed(SEED)
    @settings(max_examples=12, deadline=None, database=None)
    @given(legal_words(ISA.instructions[name], build))
    def holds(value: int) -> None:
        assert check(value, build, 0) == 0
        text = disassemble_word(value, build, 0)
        assert text.split()[0] == name
        assert assemble(text, build=build).words == (value,)

    holds()


@seed(SEED)
@settings(max_examples=300, deadline=None, database=None)
@given(st.integers(0, 2**32 - 1), st.sampled_from(BUILDS))
def test_any_word_survives_disassembly_and_assembly(value: int, build: Build) -> None:
    text = disassemble_word(value, build, 0)
    assert text.startswith(".word") == (check(value, build, 0) != 0)
    assert assemble(text, build=build).words == (value,)


@pytest.mark.parametrize("opcode", sorted(set(range(64)) - set(OPCODES.values())))
def test_opcode_that_is_no_instruction_is_bad(opcode: int) -> None:
    for rest in (0, 1, 0x03FFFFFF, 1 << 21, 1 << 16):
        assert check(opcode << 26 | rest, Build()) == BAD_OPCODE


def test_a_build_without_hash_lacks_the_opcodes_of_the_unit_and_no_other() -> None:
    for name, opcode in OPCODES.items():
        for rest in (0, 1 << 21 | 4, 0x03FFFFFF):
            value = opcode << 26 | rest
            without = BAD_OPCODE if name in {"habs", "hstr", "hsq"} else check(value, Build())
            assert check(value, PLAIN) == without, name


def test_a_hash_word_of_a_build_without_hash_says_so() -> None:
    assert disassemble([word("hsq", d=2, sl=15)], PLAIN) == [
        ".word 0xc8400780 # BAD_OPCODE: hsq: the build has no hash unit (HASH = 0)"]


@pytest.mark.parametrize("name", OPCODES)
def test_each_bit_that_must_be_zero_is_checked(name: str) -> None:
    instruction = ISA.instructions[name]
    base = {o.field.name: o.kind.first for o in instruction.operands}
    if instruction.distinct:
        base["d"] = 1
    if instruction.blocks:
        base["d"] = 4
    build = Build(num_regs=32, batch=4)
    good = ISA.encode(instruction, base)
    assert check(good, build) == 0
    in_no_operand = 0x03FFFFFF & ~sum(o.field.mask for o in instruction.operands)
    must_be_zero = ISA.must_be_zero(instruction)
    assert in_no_operand & ~must_be_zero == 0
    for bit in (1 << i for i in range(26)):
        if must_be_zero & bit:
            assert check(good ^ bit, build) == BAD_OPERAND


@pytest.mark.parametrize("build", BUILDS, ids=lambda b: f"regs{b.num_regs}")
def test_registers_beyond_the_build_are_bad(build: Build) -> None:
    for number in range(32):
        single = 0 if number < build.num_regs else BAD_OPERAND
        pair = 0 if number + 2 < build.num_regs else BAD_OPERAND
        vector = 0 if number < 8 else BAD_OPERAND
        free = 0 if 8 <= number < 16 else BAD_OPERAND
        assert check(word("pld", d=number, sl=1), build) == single
        assert check(word("pst", a=number, sl=1), build) == single
        assert check(word("eroot", d=0, a=number), build) == single
        assert check(word("esyn", d=number, a=0), build) == pair
        assert check(word("vclr", d=number), build) == vector
        assert check(word("li", d=number), build) == free


@pytest.mark.parametrize("build", BUILDS, ids=lambda b: f"regs{b.num_regs}")
def test_sources_b_and_registers_of_the_product_are_checked(build: Build) -> None:
    """b of padd, pscale, emul exists; d, a, b of pmul start at p4."""
    for number in range(32):
        exists = 0 if number < build.num_regs else BAD_OPERAND
        free = BAD_OPERAND if number < 4 else exists
        for name in ("padd", "pscale", "emul"):
            assert check(word(name, b=number, sl=1), build) == exists
        for values in ({"d": number}, {"a": number}, {"b": number}):
            others = 0 if build.num_regs > 4 else BAD_OPERAND
            assert check(word("pmul", **{"d": 4, "a": 4, "b": 4, **values}), build) == free | others


@pytest.mark.parametrize("batch", [1, 2, 4])
def test_blocks_of_a_batch_must_be_apart_and_inside_v0_to_v7(batch: int) -> None:
    for d, a, b in itertools.product(range(8), range(8), range(32)):
        used = [*range(d, d + b), *range(a, a + b)]
        good = 2 <= b <= batch and len(set(used)) == 2 * b and max(used) < 8
        expected = BAD_OPCODE if batch == 1 else 0 if good else BAD_OPERAND
        assert check(word("vmvb", d=d, a=a, b=b, sl=3, ss=2), Build(batch=batch)) == expected


def test_a_batch_in_a_build_without_one_says_so() -> None:
    assert disassemble([word("vmvb", d=4, b=2)], Build()) == [
        ".word 0x30801000 # BAD_OPCODE: vmvb: the build multiplies one vector only (BATCH = 1)"]


@pytest.mark.parametrize("name", ["vslice", "vplace", "vxplace", "vmv", "vvm", "vgather"])
def test_same_register_twice_is_bad_where_a_unit_cannot_do_it(name: str) -> None:
    for d, a in itertools.product(range(8), repeat=2):
        expected = BAD_OPERAND if d == a else 0
        assert check(word(name, d=d, a=a, sl=1), Build()) == expected


@pytest.mark.parametrize("name", ["vxor", "vand", "vmov", "vsel", "veq"])
def test_same_register_twice_is_legal_elsewhere(name: str) -> None:
    assert check(word(name, d=3, a=3), Build()) == 0


@pytest.mark.parametrize("mask", range(256))
def test_only_existing_flags_may_be_named(mask: int) -> None:
    expected = 0 if mask < 32 else BAD_OPERAND
    assert check(word("verdict", low=mask), Build()) == expected
    assert check(word("vsel", d=1, a=2, low=mask), Build()) == expected


@pytest.mark.parametrize(
    ("end", "code"), [(0, BAD_OPERAND), (6, BAD_OPERAND), (7, 0), (64, 0), (65, BAD_OPERAND)]
)
def test_loop_at_5_of_64_must_end_behind_its_body(end: int, code: int) -> None:
    build = Build(num_inst=64)
    value = word("loop", a=4, low=end)
    assert check(value, build, 5) == code
    assert check(value, build) == 0


def test_illegal_words_show_the_reason() -> None:
    assert disassemble([0, word("vclr", d=9), word("vmv", d=1, a=1)], Build()) == [
        ".word 0x00000000 # BAD_OPCODE: opcode 0x00 is reserved for empty memory: "
        "it must stop with BAD_OPCODE",
        ".word 0x49200000 # BAD_OPERAND: vclr: field d is 9, allowed is v0..v7",
        ".word 0x68210000 # BAD_OPERAND: vmv: d and a must be different registers",
    ]
