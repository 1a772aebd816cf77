# SPDX-License-Identifier: Apache-2.0
"""The loader of isa.yml refuses every kind of fault and says where it is."""

from __future__ import annotations

import pytest

from mce.errors import FormatError
from mce.isa.spec import ISA_FILE, from_text, load

TEXT = ISA_FILE.read_text(encoding="utf-8")

HALT = "  - name: halt\n    opcode: 0x01\n    unit: control\n    operands: []\n"

# (text to replace, replacement, line of the fault counted from the replaced text, path, message)
FAULTS = {
    "unknown top key": ("version: 1", "versoin: 1", 0, "versoin", "did you mean 'version'?"),
    "missing top key": ("version: 1\n", "", None, "(top)", "missing key 'version'"),
    "key twice": ("version: 1", "version: 1\nversion: 1", 1, "version", "key 'version' twice"),
    "no mapping": ("units:\n", "units: []\nxunits:\n", None, "xunits", "unknown key 'xunits'"),
    "word size": ("word_bits: 32", "word_bits: 33", 0, "word_bits", "not an integer in 32..32"),
    "op field moved": ("op: [31, 26]", "op: [31, 25]", 0, "fields", "field op must be"),
    "field upside down": (
        "d: [25, 21]", "d: [21, 25]", 0, "fields.d[1]",
        "not an integer in 0..21"),
    "field of three": ("d: [25, 21]", "d: [25, 21, 3]", 0, "fields.d", "not two numbers"),
    "unknown kind": ("  preg: {", "  prag: {", 0, "kinds.prag", "did you mean 'preg'?"),
    "bad limit": ("NUM_REGS-1", "NUM_REGS+1", 0, "kinds.preg.last", "is no limit"),
    "scalar number twice": (
        "name: k, number: 2", "name: k, number: 1", 0, "scalars[2].number", "0x01 twice"),
    "scalar constant twice": (
        "constant: MT", "constant: N", 0, "scalars[3].constant", "constant N' twice"),
    "flag bit twice": ("    bit: 1\n", "    bit: 0\n", 0, "flags[1].bit", "flag bit 0x00 twice"),
    "flag bit too high": (
        "    bit: 4\n", "    bit: 8\n", 0, "flags[4].bit", "not an integer in 0..7"),
    "flag name twice": ("name: recheck", "name: weight", 0, "flags[1].name", "'weight' twice"),
    "error code twice": (
        "PC_RANGE, code: 3", "PC_RANGE, code: 2", 0, "errors[2].code", "error code 0x02 twice"),
    "error class": (
        "code: 1, class: job", "code: 1, class: jobs", 0, "errors[0].class", "did you mean 'job'?"),
    "decoder error missing": (
        "name: BAD_OPCODE", "name: BAD_CODE", None, "errors", "no error BAD_OPCODE"),
    "error without cure": (
        "\n     cure: end every program with halt}", "}", -1, "errors[2]", "missing key 'cure'"),
    "opcode twice": (
        "opcode: 0x02", "opcode: 0x01", 0, "instructions[1].opcode", "opcode 0x01 is halt's"),
    "opcode reserved": (
        "opcode: 0x02", "opcode: 0x07", None, "reserved[1]", "opcode 0x07 is nop's"),
    "opcode beyond six bits": (
        "opcode: 0x02", "opcode: 0x42", 0, "instructions[1].opcode", "not an integer in 0..63"),
    "opcode forgotten": (
        "first: 0x0e", "first: 0x0f", None, "reserved", "opcodes 0x0e missing"),
    "reserved twice": (
        "last: 0x0f", "last: 0x10", 0, "reserved[2]", "opcode 0x10 is vld's"),
    "mnemonic twice": ("name: nop", "name: halt", 0, "instructions[1]", "instruction 'halt' twice"),
    "mnemonic no word": (
        "name: nop", "name: n-op", 0, "instructions[1].name", "'n-op' is not a name"),
    "unknown instruction key": (
        "    summary: stop", "    sumary: stop", 0, "instructions[0].sumary",
        "did you mean 'summary'?"),
    "cycles missing": (
        "unit: control\n    operands: []\n    summary: nothing", "unit: control\n    operands: []",
        -2, "instructions[1]", "missing key 'summary'"),
    "text missing": (
        "summary: stop", "summary: ''", 0, "instructions[0].summary", "not a text"),
    "number as text": (
        "summary: stop", "summary: 5", 0, "instructions[0].summary", "not a text"),
    "unknown unit": ("unit: eval", "unit: eva", 0, "instructions[34].unit", "did you mean 'eval'?"),
    "unknown field": (
        "{field: imm16, kind: imm}", "{field: imm61, kind: imm}", 0,
        "instructions[2].operands[1].field", "did you mean 'imm16'?"),
    "unknown operand kind": (
        "{field: imm16, kind: imm}", "{field: imm16, kind: im}", 0,
        "instructions[2].operands[1].kind", "did you mean 'imm'?"),
    "operands overlap": (
        "{field: f, kind: mask}\n    summary: \"v_d", "{field: d, kind: mask}\n    summary: \"v_d",
        None, "instructions[9].operands[1].field", "field d overlaps another"),
    "constant over scalar": (
        "{field: imm16, kind: target}", "{field: a, kind: sreg, access: read}", 0,
        "instructions[5].operands[1].field", "field a overlaps another"),
    "kind wider than field": (
        "{field: imm16, kind: imm}", "{field: l, kind: imm}", 0,
        "instructions[2].operands[1].kind", "imm does not fit l"),
    "access of a constant": (
        "{field: imm16, kind: imm}", "{field: imm16, kind: imm, access: read}", 0,
        "instructions[2].operands[1]", "access does not go with kind imm"),
    "register without access": (
        "{field: d, kind: ppair, access: write}", "{field: d, kind: ppair}", 0,
        "instructions[34].operands[0]", "access does not go with kind ppair"),
    "distinct without operand": (
        "distinct: [d, a]", "distinct: [d, b]", 0, "instructions[16].distinct[1]", "unknown 'b'"),
    "unknown flag": (
        "sets: [recheck]", "sets: [rechek]", 0, "instructions[35].sets[0]",
        "did you mean 'recheck'?"),
    "flag twice": (
        "sets: [recheck]", "sets: [recheck, recheck]", 0, "instructions[35].sets[1]", "twice"),
    "packet neither in nor out": (
        "packet: {in: 4*2^m}", "packet: {inn: 4*2^m}", 0, "instructions[34].packet.inn", "'in'"),
    "operands no list": (
        HALT, HALT.replace("[]", "none"), 3, "instructions[0].operands", "not a list"),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_refused_at_its_place(name: str) -> None:
    old, new, offset, path, message = FAULTS[name]
    assert old in TEXT
    at = TEXT.index(old)
    with pytest.raises(FormatError) as caught:
        from_text(TEXT.replace(old, new, 1))
    assert caught.value.code == "isa-spec"
    assert f": {path}: " in caught.value.message
    assert message in str(caught.value)
    if offset is not None:
        line = TEXT.count("\n", 0, at) + 1 + offset
        assert caught.value.message.startswith(f"isa.yml:{line}: ")


@pytest.mark.parametrize("text", ["", "a: [1", "# only a comment\n"])
def test_text_that_is_no_yaml_mapping_is_refused(text: str) -> None:
    with pytest.raises(FormatError, match=r"isa\.yml"):
        from_text(text)


def test_committed_specification_loads() -> None:
    assert from_text(TEXT) == load()


def test_error_codes_are_those_of_the_register_interface() -> None:
    codes = {error.name: error.code for error in load().errors.values()}
    assert codes == {
        "BAD_OPCODE": 1, "BAD_OPERAND": 2, "PC_RANGE": 3, "LENGTH_RANGE": 4, "PARAM_RANGE": 5,
        "START_BUSY": 6, "WRITE_BUSY": 7, "PKT_SHORT": 8, "PKT_LONG": 9, "BAD_TKEEP": 10,
        "STREAM_TIMEOUT": 11, "ABORTED": 12, "BAD_ADDRESS": 13, "PARTIAL_STROBE": 14,
    }  # fmt: skip
