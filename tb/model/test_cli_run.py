# SPDX-License-Identifier: Apache-2.0
"""``mce run`` and ``mce trace``: packets in and out, exit status, messages, lines of a trace."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

import runner
from mce import backend_rtl, bits, cli_run, machine, params, pke
from mce.driver.programs import FOLDER
from mce.errors import MceError
from mce.isa.asm import assemble
from mce.isa.course import course
from mce.keygen import KeyPair
from mce.trace import flag_letters, polynomial_text, vector_text

APP = typer.Typer()
cli_run.register(APP)
CODE = ("-m", "12", "-n", "64", "-t", "2")
PACKETS = ("hex:0123456789abcdef", "hex:03", "hex:01", "hex:00")
ADD = """
.entry add
        vld     v0, n
        li      s8, 3
        loop    s8, done
        vld     v1, t
        vxor    v0, v1
done:   vst     v0, n
        halt
"""


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def given(packets: tuple[str, ...]) -> list[str]:
    return [part for packet in packets for part in ("--in", packet)]


@pytest.fixture
def source(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a program."""

    def write(text: str, name: str = "p.s") -> Path:
        (tmp_path / name).write_text(text, encoding="utf-8")
        return tmp_path / name

    return write


def test_run_shows_packets_verdict_and_counts(source: Callable[[str], Path]) -> None:
    result = mce("run", source(ADD), *CODE, *given(PACKETS))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[:5] == [
        "in  1:       8 bytes  vld v0, n",
        "in  2:       1 bytes  vld v1, t",
        "in  3:       1 bytes  vld v1, t",
        "in  4:       1 bytes  vld v1, t",
        "out 1:       8 bytes  vst v0, n  0323456789abcdef",
    ]
    assert lines[5].startswith("accepted, ") and lines[5].endswith(" cycles, 11 instructions")


def test_out_writes_files_and_json_says_the_same(
    source: Callable[[str], Path], tmp_path: Path
) -> None:
    result = mce("run", source(ADD), *CODE, *given(PACKETS), "--out", tmp_path / "o", "--json")
    facts = json.loads(result.stdout)
    assert (facts["status"], facts["error"]) == ("accept", None)
    assert facts["outputs"] == [(tmp_path / "o").read_bytes().hex()] == ["0323456789abcdef"]


def test_encryption_program_gives_the_word_of_the_model(
    pair: Callable[[str], KeyPair], tmp_path: Path, rng: np.random.Generator
) -> None:
    code, key = params.get("mceliece348864"), pair("mceliece348864")
    message = bits.pack(rng.integers(0, 2, code.k))
    errors = bits.from_positions(rng.permutation(code.n)[: code.t], code.n)
    for name, data in (("x", message), ("e", bits.pack(errors)), ("pk", key.pk)):
        (tmp_path / name).write_bytes(data)
    files = given(tuple(str(tmp_path / name) for name in ("x", "e", "pk")))
    result = mce("run", FOLDER / "encrypt.s", "--set", "348864", *files, "--out", tmp_path / "c")
    assert result.exit_code == 0, result.output
    assert (tmp_path / "c").read_bytes() == pke.encrypt(code, key.pk, message, errors).c


def test_rejecting_verdict_is_exit_status_3(source: Callable[[str], Path]) -> None:
    result = mce("run", source("verdict equal\nhalt\n"), *CODE)
    assert result.exit_code == 3 and result.stdout.startswith("REJECT, ")


def test_error_of_the_core_names_place_and_cure_and_writes_nothing(
    source: Callable[[str], Path], tmp_path: Path
) -> None:
    program = source("\nvclr v0\nvst v0, n\nvld v0, n\nhalt\n")
    result = mce("run", program, *CODE, "--in", "hex:00", "--out", tmp_path / "o")
    assert result.exit_code == 2
    assert "[PKT_SHORT]" in result.stderr
    assert f"at vld v0, n ({program}:4)" in result.stderr
    assert not (tmp_path / "o").exists()


def test_json_of_an_error_has_code_and_place(source: Callable[[str], Path]) -> None:
    result = mce("run", source("vclr v0\n"), *CODE, "--json")
    facts = json.loads(result.stdout)
    assert facts["status"] == "error"
    assert (facts["error"]["code"], facts["error"]["pc"]) == ("BAD_OPCODE", 1)


def test_entry_chooses_among_several(source: Callable[[str], Path]) -> None:
    program = source(".entry good\nhalt\n.entry bad\nverdict equal\nhalt\n")
    unclear = mce("run", program, *CODE)
    assert unclear.exit_code == 2 and "--entry: good, bad" in unclear.stderr
    assert mce("run", program, *CODE, "--entry", "good").exit_code == 0
    assert mce("run", program, *CODE, "--entry", "bad").exit_code == 3
    assert mce("run", program, *CODE, "--entry", "0x1").exit_code == 3


@pytest.mark.parametrize("suffix", ["hex", "json"])
def test_images_run_like_their_sources(
    source: Callable[..., Path], tmp_path: Path, suffix: str
) -> None:
    program = assemble(ADD)
    text = program.to_hex() if suffix == "hex" else program.to_json()
    result = mce("run", source(text, f"p.{suffix}"), *CODE, *given(PACKETS))
    assert "0323456789abcdef" in result.stdout, result.output


def test_synthesis_parameters_change_the_core(source: Callable[[str], Path]) -> None:
    program = source("vld v0, n\nvst v0, n\nhalt\n")
    packet = ("--in", "hex:" + "00" * 8)
    assert mce("run", program, *CODE, *packet).exit_code == 0
    small = ("--param", "M=8", "--param", "T_MAX=4")
    refused = mce("run", program, *CODE, *packet, *small)
    assert refused.exit_code == 2 and "[PARAM_RANGE]" in refused.stderr
    fits = mce("run", program, "-m", "8", "-n", "64", "-t", "2", *packet, *small)
    assert fits.exit_code == 0, fits.output


def test_every_parameter_of_the_core_can_be_given() -> None:
    sizes = ("M=13", "N_MAX=8192", "T_MAX=64", "FIELDS=13", "NUM_INST=64", "NUM_REGS=4",
             "AXIS_WIDTH=128", "GF2MULT_FACTOR=4", "HASH=2", "POINTS=4", "GATHER_PORTS=4",
             "BATCH=2")  # fmt: skip
    names = {text.partition("=")[0] for text in sizes}
    assert set(cli_run._parameters(list(sizes))) == names == set(machine.parameter_names())


def test_a_batch_runs_on_a_build_that_multiplies_batches() -> None:
    code = ("-m", "12", "-n", "64", "-t", "2")
    packets = given(("hex:" + "00" * 5, "hex:" + "00" * 8) * 2 + ("hex:" + "00" * 120,))
    program = FOLDER / "encrypt_batch2.s"
    done = mce("run", program, *code, *packets, "--param", "BATCH=2")
    assert done.exit_code == 0, done.output
    assert [line[:5] for line in done.stdout.splitlines()] == [
        *(f"in  {i}" for i in range(1, 6)), "out 1", "out 2", "accep"]  # fmt: skip


LACKING = {
    "encrypt_batch.s": ("BATCH=4", ()),
    "encrypt_batch2.s": ("BATCH=2", ()),
    "encrypt_batch.s on 2": ("BATCH=4", ("--param", "BATCH=2")),
    "encap.s": ("HASH of 1 or 2", ("--param", "HASH=0")),
}


@pytest.mark.parametrize("case", LACKING)
def test_a_program_that_the_build_cannot_run_names_the_parameter(case: str) -> None:
    cure, options = LACKING[case]
    result = mce("run", FOLDER / case.split(maxsplit=1)[0], "--set", "348864", *options)
    assert result.exit_code == 2
    assert "[illegal-word]" in result.stderr and cure in result.stderr, result.stderr


def test_an_illegal_word_is_named_before_the_packets_behind_it(
    source: Callable[..., Path],
) -> None:
    program = source(f"{assemble('nop').words[0]:08x}\nffffffff\n", "p.hex")
    result = mce("run", program, *CODE, "--in", "hex:00")
    assert "[illegal-word]" in result.stderr and "0x001" in result.stderr, result.output


def test_a_design_that_does_not_build_is_an_error_with_a_cure(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    class Side:
        @staticmethod
        def run_jobs(*_: object, **__: object) -> None:
            raise RuntimeError("build failed (x/build.log):\n%Error: a.v: no module mce_error_X")

    monkeypatch.setattr(backend_rtl, "session", Side)
    with pytest.raises(MceError, match="mce_error_X") as caught:
        backend_rtl.simulated([])
    assert caught.value.code == "build"


BAD: dict[str, tuple[str, str, tuple[str, ...]]] = {
    "no code": ("code", "halt", ()),
    "set and weight": ("code", "halt", ("--set", "348864", "-t", "2")),
    "unknown set": ("unknown-set", "halt", ("--set", "1")),
    "missing packet": ("packets-in", "vld v0, n\nhalt", CODE),
    "packet too many": ("packets-in", "halt", (*CODE, "--in", "hex:00")),
    "file too many": ("packets-out", "halt", (*CODE, "--out", "lost")),
    "no hexadecimal": ("packet-hex", "vld v0, n\nhalt", (*CODE, "--in", "hex:0g")),
    "bytes without hex:": ("packet-hex", "vld v0, n\nhalt", (*CODE, "--in", "00ff")),
    "missing file": ("file-read", "vld v0, n\nhalt", (*CODE, "--in", "lost")),
    "no such entry": ("entry", "halt", (*CODE, "--entry", "main")),
    "no address": ("entry", "halt", (*CODE, "--entry", "1x")),
    "address behind the memory": ("PC_RANGE", "halt", (*CODE, "--entry", "0x3000")),
    "impossible code": ("PARAM_RANGE", "halt", ("-m", "12", "-n", "20", "-t", "9")),
    "field of another build": ("PARAM_RANGE", "halt", ("-m", "8", "-n", "64", "-t", "2")),
    "no such parameter": ("parameter", "halt", (*CODE, "--param", "WIDTH=3")),
    "no number": ("parameter", "halt", (*CODE, "--param", "M=x")),
    "senseless build": ("build", "halt", (*CODE, "--param", "AXIS_WIDTH=48")),
    "endless loops": (
        "program-steps",
        "li s8, 65535\nloop s8, a\nloop s8, a\nnop\na: halt",
        CODE,
    ),
}


@pytest.mark.parametrize("case", BAD)
@pytest.mark.parametrize("command", ["run", "trace"])
def test_bad_input_is_refused_with_its_code(
    command: str, case: str, source: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mce.isa.course.MAX_STEPS", 1000)
    code, text, options = BAD[case]
    result = mce(command, source(text + "\n"), *options)
    assert (result.exit_code, f"[{code}]" in result.stderr) == (2, True), result.output


@pytest.mark.parametrize("text", ["", "[]", "{", '{"words": 3}', "\udcff"])
def test_an_image_that_is_none_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "p.json").write_bytes(text.encode(errors="surrogateescape"))
    result = mce("run", tmp_path / "p.json", *CODE)
    assert result.exit_code == 2 and "[program-json]" in result.stderr, result.output


def test_an_image_stands_alone(source: Callable[..., Path]) -> None:
    result = mce("run", source("halt\n"), source("04000000\n", "q.hex"), *CODE)
    assert result.exit_code == 2 and "[image-alone]" in result.stderr


def test_trace_has_a_line_for_each_instruction_that_runs(source: Callable[[str], Path]) -> None:
    result = mce("trace", source(ADD), *CODE, *given(PACKETS))
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["pc", "instruction", "cycles", "flags", "changed"]
    addresses = [line[:3] for line in lines[1:12]]
    assert addresses == [f"{pc:03x}" for pc in (0, 1, 2, 3, 4, 3, 4, 3, 4, 5, 6)]
    assert lines[1].endswith("..p..  v0 = 0123456789abcdef (weight 32)")
    assert lines[2].endswith("s8 = 3")


def test_trace_counts_the_cycles_of_the_run(source: Callable[[str], Path]) -> None:
    result = mce("trace", source(ADD), *CODE, *given(PACKETS), "--json")
    *steps, run = map(json.loads, result.stdout.splitlines())
    assert len(steps) == run["retired"]
    total = 0
    for step in steps:
        total += step["cycles"]
        assert step["cycles_so_far"] == total
    assert total <= run["cycles"]


def test_trace_stops_showing_at_its_limit(source: Callable[[str], Path]) -> None:
    result = mce("trace", source(ADD), *CODE, *given(PACKETS), "--limit", "2")
    lines = result.stdout.splitlines()
    assert lines[3] == "... 9 more instructions"
    assert "0323456789abcdef" in result.stdout


def test_trace_shows_padding_fault_in_the_flags(source: Callable[[str], Path]) -> None:
    result = mce("trace", source("vld v0, t\nhalt\n"), *CODE, "--in", "hex:ff")
    assert "  .....  v0 = 03 (weight 2)" in result.stdout


def test_full_vectors_are_not_cut(source: Callable[[str], Path]) -> None:
    program, packet = source("vld v0, k\nhalt\n"), "hex:" + "5a" * 30
    code = ("-m", "12", "-n", "264", "-t", "2")
    brief = mce("trace", program, *code, "--in", packet)
    assert "v0 = " + "5a" * 8 + "... (weight 120)" in brief.stdout
    full = mce("trace", program, *code, "--in", packet, "--vectors", "full")
    assert "v0 = " + "5a" * 30 + " (weight 120)" in full.stdout


def test_register_texts() -> None:
    assert flag_letters(0b01101) == "w.pe."
    assert vector_text(0, False) == "00 (weight 0)"
    assert vector_text(0x8001, False) == "0180 (weight 2)"
    assert polynomial_text((0, 0), False) == "[0]"
    assert polynomial_text((1, None, 0x1F, 0), False) == "[1 ? 1f]"
    assert polynomial_text((1,) * 9 + (0,), False) == "[1 1 1 1 1 1 ... degree 8]"
    assert polynomial_text((1,) * 9 + (0,), True) == "[1 1 1 1 1 1 1 1 1]"


def test_course_gives_the_bytes_of_every_kind_of_packet() -> None:
    text = """
        vld v0, n
        vmv v1, v0, t, n
        vvm v1, v0, t, n
        vgather v1, v0, t
        pld p0, t1
        esyn p0, v0
        eval p0
        pst p0, t1
        vst v0, n
        halt
    """
    program = assemble(text)
    steps, count = course(program.words, 0, (12, 61, 2))
    assert [s.packet_in for s in steps if s.packet_in] == [8, 16, 16, 4, 6, 4 * 4096]
    assert [s.packet_out for s in steps if s.packet_out] == [2 * 4096, 6, 8]
    assert count == 10


def test_course_follows_computed_scalars_and_nested_loops() -> None:
    program = assemble("li s8, 2\nsadd s9, s8, t\nssub s9, s9, s8\nloop s8, a\nloop s9, a\n"
                       "vld v0, s9\na: vst v0, s8\nhalt\n")  # fmt: skip
    steps, count = course(program.words, 0, (12, 64, 9))
    assert [s.packet_in for s in steps] == [2] * 18 + [0]
    assert count == 4 + 2 * (1 + 9) + 2


@pytest.mark.skipif(not runner.have("verilator"), reason="verilator missing: run `make setup`")
def test_rtl_gives_what_the_instruction_simulator_gives() -> None:
    program = assemble(ADD)
    setup = machine.Setup(program.words, 0, 12, 64, 2)
    packets = [bytes.fromhex(packet[4:]) for packet in PACKETS]
    expected = machine.on_iss(setup, packets)
    got = machine.on_rtl(setup, packets, [8])
    assert (got.outputs, got.cycles) == (expected.outputs, expected.cycles)
