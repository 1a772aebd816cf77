# SPDX-License-Identifier: Apache-2.0
"""The assembler: what it accepts, and messages that show place and cure."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from mce.errors import FormatError
from mce.isa.asm import Source, assemble, assemble_files, assemble_sources
from mce.isa.diagnostics import AsmError, Diagnostic
from mce.isa.program import Program, read_words
from mce.isa.spec import Build

SW = Path(__file__).resolve().parents[2] / "sw" / "asm"
LI_S8 = 0x03 << 26 | 8 << 21
AT_MOST = ("at most 256 (NUM_INST); for a larger build give --num-inst 512 "
           "(of mce run: --param NUM_INST=512)")  # fmt: skip


def errors(text: str, build: Build | None = None) -> list[Diagnostic]:
    """Diagnostics of a text that must not assemble."""
    with pytest.raises(AsmError) as caught:
        assemble(text, "x.s", build)
    return caught.value.diagnostics


def constant(expression: str, before: str = "") -> int:
    """Value of an expression, seen through li."""
    return assemble(f"{before}\n li s8, {expression}").words[0] - LI_S8


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("0", 0),
        ("1_000", 1000),
        ("0xFF", 255),
        ("0b101", 5),
        ("0o17", 15),
        ("2+3*4", 14),
        ("(2+3)*4", 20),
        ("20-3-4", 13),
        ("100/7", 14),
        ("100%7", 2),
        ("1<<4|1", 17),
        ("1<<2+1", 8),
        ("0xF0&0x3C^1", 0x31),
        ("-1+2", 1),
        ("-(-5)", 5),
        ("~0&0xFFFF", 65535),
        ("65535", 65535),
    ],
)
def test_expression_has_its_value(expression: str, value: int) -> None:
    assert constant(expression) == value


def test_constant_may_use_constants_and_labels_defined_later() -> None:
    program = assemble(".equ A, B+end\n.equ B, 40\n li s8, A\n nop\nend: halt")
    assert program.words[0] == LI_S8 + 42


EXACT = {
    "unknown instruction": (
        "  vldd v0, n\n",
        "x.s:1:3: error: unknown instruction 'vldd'\n"
        "      vldd v0, n\n"
        "      ^^^^\n"
        "    cure: did you mean 'vld'?",
    ),
    "tab before the place": (
        "\n\tvclr\tv9\n",
        "x.s:2:7: error: 'v9' is not a vector register\n"
        "    \tvclr\tv9\n"
        "    \t    \t^^\n"
        "    cure: use v0..v7",
    ),
    "span over several tokens": (
        "li s8, 300 * 300 # too much\n",
        "x.s:1:8: error: 90000 is out of range\n"
        "    li s8, 300 * 300 # too much\n"
        "           ^^^^^^^^^\n"
        "    cure: allowed is 0..65535",
    ),
}


@pytest.mark.parametrize("name", EXACT)
def test_message_has_exactly_this_text(name: str) -> None:
    text, expected = EXACT[name]
    assert [d.render() for d in errors(text)] == [expected]


# source with the faulty place in «», message, cure
PLACES = [
    ("«vxor v0»", "vxor takes 2 operands, not 1", "write `vxor vd, va`"),
    ("«halt 3»", "halt takes 0 operands, not 1", "write `halt`"),
    ("«vclr»", "vclr takes 1 operand, not 0", "write `vclr vd`"),
    ("vxor v0, «,» v1", "operand missing before ','", None),
    ("vxor v0, v1«,»", "operand missing after ','", "write it or remove the comma"),
    ("vld v0, «kk»", "'kk' is not a scalar register", "did you mean 'k'?"),
    ("vld v0, «v1»", "'v1' is not a scalar register",
     "use s0..s15 or zero, n, k, mt, t, t2, N, t1"),
    ("vld «p0», n", "'p0' is not a vector register", "use v0..v7"),
    ("vld «v0 + 1», n", "'v0 + 1' is not a vector register", "use v0..v7"),
    ("li «n», 5", "'n' is not a scalar register that programs may write", "use s8..s15"),
    ("li «s7», 5", "'s7' is not a scalar register that programs may write", "use s8..s15"),
    ("li s8, «s9»", "'s9' is a register, not a number",
     "scalars are known at run time only: use sadd, ssub"),
    ("li s8, «-1»", "-1 is out of range", "allowed is 0..65535"),
    ("li s8, «65536»", "65536 is out of range", "allowed is 0..65535"),
    ("li s8, «08»", "'08' is not a number", "write decimal (no leading 0), 0x, 0o or 0b"),
    ("li s8, «0xg»", "'0xg' is not a number", None),
    ("li s8, 1«+»", "expression ends after '+'", "complete it"),
    ("li s8, 1 «2»", "unexpected '2' in expression", "remove it"),
    ("li s8, «*»2", "unexpected '*' in expression", "write a value here"),
    ("li s8, «(»1+2", "'(' without ')'", "close it"),
    ("li s8, 1«/»0", "division by zero", None),
    ("li s8, 1«<<»99", "shift by 99", "shift by 0..64"),
    ("li s8, «lost»", "undefined 'lost'", "define it with .equ or as a label"),
    (".equ LAST, 1\nli s8, «LOST»", "undefined 'LOST'", "did you mean 'LAST'?"),
    ("li s8, 5 «$»", "unexpected character '$'", "remove it"),
    ("verdict «weigt»", "unknown flag 'weigt'", "did you mean 'weight'?"),
    ("verdict weight|«t»", "unknown flag 't'", "known: weight, recheck, padok, equal, drawn"),
    ("vsel v0, v1, «0x21»", "33 names flags that do not exist",
     "use weight|recheck|padok|equal|drawn"),
    ("vmv v2, «v2», mt, k", "vmv needs two different registers", "copy one with vmov first"),
    ("esyn «p6», v0", "'p6' is not a polynomial register pair pN, pN+2", "use p0..p5"),
    ("pld «p8», t1", "'p8' is not a polynomial register", "use p0..p7"),
    ("«.foo» 1", "unknown directive '.foo'", "known: .equ, .entry, .word"),
    ("«.equ A»", ".equ takes a name and a value", "write `.equ NAME, value`"),
    (".equ «5», 5", "'5' is no name", "start it with a letter or _"),
    (".equ «t», 5", "'t' is the name of a register or flag", "rename it"),
    ("«v3»: nop", "'v3' is the name of a register or flag", "rename it"),
    ("«padok»: nop", "'padok' is the name of a register or flag", "rename it"),
    ("«7»: nop", "'7' is no name", None),
    ("a: nop\n«a»: nop", "'a' is already defined in line 1", "rename one"),
    (".entry a\n.equ «a», 1", "'a' is already defined in line 1", "rename one"),
    ("«.entry»", ".entry takes one name", "write `.entry NAME`"),
    ("«.entry a, b»", ".entry takes one name", "write `.entry NAME`"),
    (".equ A, «A»", "'A' is defined by itself", "break the circle"),
    ("«.word»", ".word takes one value", "write `.word value`"),
    (".word «1<<32»", "4294967296 is out of range", "allowed is 0..4294967295"),
    ("loop s8, «end»\nend: nop", "the loop has no body",
     "put the label behind the last instruction of the body"),
    ("a: nop\nloop s8, «a»", "the loop has no body", None),
    ("loop s8, «257»", "the loop ends at 257", AT_MOST),
    ("loop s8, a\nloop s9, «b»\nnop\na: nop\nb: halt",
     "the loop crosses the end of the loop in line 1", "close the inner loop first"),
    ("loop s8, a\nloop s9, b\n«loop» s10, c\nnop\nc: nop\nb: nop\na: halt",
     "more than 2 nested loops", "unroll one"),
    ("li s8, " + "(" * 64 + "«(»1" + ")" * 65, "expression nested too deeply", None),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "message", "cure"), PLACES)
def test_error_points_at_its_place(marked: str, message: str, cure: str | None) -> None:
    before, place, _ = re.split("[«»]", marked)
    found = errors(marked.replace("«", "").replace("»", ""))
    assert len(found) == 1
    span = found[0].span
    line = before.count("\n") + 1
    column = len(before) - (before.rfind("\n") + 1) + 1
    assert (span.file, span.line, span.column, span.length) == ("x.s", line, column, len(place))
    assert found[0].message == message
    assert cure is None or found[0].cure == cure


def test_all_errors_of_all_files_come_at_once_in_source_order() -> None:
    first = Source("vldd v0, n\nli s8, @\nhalt\nvclr v8\n", "a.s")
    second = Source("li s8, lost\n.equ A, B\nli s9, A\n", "b.s")
    with pytest.raises(AsmError) as caught:
        assemble_sources([first, second])
    places = [(d.span.file, d.span.line) for d in caught.value.diagnostics]
    assert places == [("a.s", 1), ("a.s", 2), ("a.s", 4), ("b.s", 1), ("b.s", 2)]
    assert str(caught.value).startswith("[asm] 5 errors\na.s:1:1: error: ")


def test_statement_with_an_error_keeps_its_address() -> None:
    assert [d.span.line for d in errors("loop s8, end\nbad\nnop\nend: vclr v9\n")] == [2, 4]


def test_registers_are_those_of_the_build() -> None:
    assert assemble("esyn p1, v0", build=Build(num_regs=4)).num_regs == 4
    assert errors("esyn p2, v0", Build(num_regs=4))[0].cure == "use p0..p1"
    assert assemble("pst p31, t", build=Build(num_regs=32)).words[0] >> 16 & 31 == 31


def test_program_may_fill_the_instruction_memory_and_no_more() -> None:
    build = Build(num_inst=64)
    assert len(assemble("nop\n" * 64, build=build).words) == 64
    found = errors("nop\n" * 66, build)
    assert [(d.span.line, d.message) for d in found] == [(65, "program too long")]


def test_nested_loops_may_end_together() -> None:
    program = assemble("loop s8, e\nloop s9, e\nnop\ne: halt")
    assert [word & 0xFFFF for word in program.words[:2]] == [3, 3]


def test_label_is_the_address_behind_the_instructions_before_it() -> None:
    program = assemble("a: nop\n b: c: nop\n.equ D, c+1\n d:\n loop s8, D + 3\n nop\n nop\n")
    values = {symbol.name: symbol.value for symbol in program.symbols}
    assert values == {"a": 0, "b": 1, "c": 1, "D": 2, "d": 2}
    assert program.words[2] & 0xFFFF == 5


def test_files_share_an_image_but_not_their_labels() -> None:
    text = ".equ C, {0}\n.entry {1}\n loop s8, end\n nop\nend: li s8, C\n"
    program = assemble_sources(
        [Source(text.format(7, "one"), "1"), Source(text.format(9, "two"), "2")]
    )
    assert program.entries == {"one": 0, "two": 3}
    assert [word & 0xFFFF for word in program.words] == [2, 0, 7, 5, 0, 9]
    assert program.entry("two") == 3


def test_entry_of_two_files_is_refused() -> None:
    sources = [Source(".entry a\nhalt", "1.s"), Source(".entry a\nhalt", "2.s")]
    with pytest.raises(AsmError, match=r"2\.s:1:8: error: another file has the entry 'a'"):
        assemble_sources(sources)


def test_unknown_entry_is_refused() -> None:
    with pytest.raises(FormatError, match="no entry 'b'"):
        assemble(".entry a\nhalt").entry("b")


def test_word_is_taken_unchecked() -> None:
    assert assemble(".word 0xdeadbeef").words == (0xDEADBEEF,)


def test_comments_and_empty_lines_make_no_words() -> None:
    assert assemble("# a\n; b\n\n   \nhalt # c ; d\n").words == (0x04000000,)


def test_json_holds_the_whole_program() -> None:
    program = assemble_files([SW / "decode.s"])
    assert Program.from_json(program.to_json()) == program


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"format": "mce-program"}'])
def test_other_json_is_refused(text: str) -> None:
    with pytest.raises(FormatError) as caught:
        Program.from_json(text)
    assert caught.value.code == "program-json"


def test_hex_reads_back(tmp_path: Path) -> None:
    program = assemble_files([SW / "decrypt.s"])
    path = tmp_path / "p.hex"
    path.write_text(program.to_hex(), encoding="utf-8")
    assert read_words(path) == list(program.words)


@pytest.mark.parametrize("text", ["xyz", "123456789", "-1"])
def test_hex_that_is_no_word_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "p.hex"
    path.write_text(f"00000000\n{text}\n", encoding="utf-8")
    with pytest.raises(FormatError, match=r"p\.hex:2"):
        read_words(path)


def test_missing_source_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="No such file"):
        assemble_files([tmp_path / "lost.s"])


@pytest.mark.parametrize("name", ["encrypt", "decrypt", "decode"])
def test_program_fits_the_smallest_build_and_has_its_entry(name: str) -> None:
    program = assemble_files([SW / f"{name}.s"], Build(num_regs=4, num_inst=64))
    assert program.entries == {name: 0}
    assert program.lines[-1].source == "halt"


def test_decrypt_is_these_instructions() -> None:
    sources = [line.source for line in assemble_files([SW / "decrypt.s"]).lines]
    assert sources == [
        "vld v0, n", "esyn p0, v0", "pbm", "eroot v1, p0", "vgather v2, v1, n", "vpop v2, n, t",
        "vxor v0, v2", "vslice v3, v0, mt, k", "vkeep v3, weight|recheck|padok",
        "vst v3, k", "verdict weight|recheck|padok", "halt",
    ]  # fmt: skip


def test_the_largest_memory_has_no_larger_build_for_cure() -> None:
    cure = errors("nop\n" * 4097, Build(num_inst=4096))[0].cure
    assert "4096" in cure and "--num-inst" not in cure


def test_of_many_errors_twenty_are_shown_and_the_others_counted() -> None:
    with pytest.raises(AsmError) as caught:
        assemble("wrong\n" * 57)
    text = str(caught.value)
    assert (text.count("unknown instruction"), len(caught.value.diagnostics)) == (20, 57)
    assert "57 errors" in text and "... and 37 more" in text


def test_a_source_that_is_not_there_is_named_once() -> None:
    with pytest.raises(FormatError) as caught:
        assemble_files([Path("lost.s")])
    assert caught.value.message == "cannot read lost.s: No such file or directory"
