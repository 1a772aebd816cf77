# SPDX-License-Identifier: Apache-2.0
"""The command line: what is printed where, and the exit status."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from mce.cli import LATE, app, load_commands
from mce.isa import gen
from mce.isa.asm import assemble_files
from mce.isa.spec import load

ROOT = Path(__file__).resolve().parents[2]
DECRYPT = ROOT / "sw" / "asm" / "decrypt.s"


def mce(*arguments: str | Path) -> Result:
    """Run one command in this process."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def test_help_lists_every_command() -> None:
    result = mce("--help")
    assert result.exit_code == 0
    for names in LATE.values():
        for name in names:
            assert f" {name} " in result.stdout


def test_help_imports_no_numpy() -> None:
    code = (
        "import sys; from mce.cli import app; sys.argv = ['mce', '--help']\n"
        "try: app()\nexcept SystemExit: pass\n"
        "sys.exit(any(m in sys.modules for m in ('numpy', 'mce.cli_isa')))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT / "model", timeout=60, check=False,
                         capture_output=True)  # fmt: skip
    assert run.returncode == 0, run.stderr


@pytest.mark.parametrize("module", LATE)
def test_listed_commands_are_those_of_the_module(module: str) -> None:
    commands = load_commands(module)
    first_lines = {name: (command.help or "").split("\n")[0] for name, command in commands.items()}
    assert first_lines == LATE[module]


def test_unknown_command_ends_with_status_2() -> None:
    assert mce("asn").exit_code == 2


def test_asm_prints_hex() -> None:
    result = mce("asm", DECRYPT)
    assert result.exit_code == 0
    assert result.stdout == assemble_files([DECRYPT]).to_hex()


def test_asm_writes_the_format_of_the_suffix(tmp_path: Path) -> None:
    image = tmp_path / "p.json"
    result = mce("asm", DECRYPT, "-o", image)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.splitlines() == [f"{image}: 12 words", "  START_PC 0x000 decrypt"]
    assert json.loads(image.read_text(encoding="utf-8"))["entries"] == {"decrypt": 0}


def test_asm_of_an_unknown_suffix_is_refused(tmp_path: Path) -> None:
    result = mce("asm", DECRYPT, "-o", tmp_path / "p.bin")
    assert result.exit_code == 2
    assert "[format]" in result.stderr


def test_asm_shows_errors_and_writes_nothing(tmp_path: Path) -> None:
    source, image = tmp_path / "bad.s", tmp_path / "bad.hex"
    source.write_text("vldd v0, n\nvclr v8\n", encoding="utf-8")
    result = mce("asm", source, "-o", image)
    assert result.exit_code == 2
    assert result.stderr.splitlines() == [
        "error: [asm] 2 errors",
        f"{source}:1:1: error: unknown instruction 'vldd'",
        "    vldd v0, n",
        "    ^^^^",
        "    cure: did you mean 'vld'?",
        f"{source}:2:6: error: 'v8' is not a vector register",
        "    vclr v8",
        "         ^^",
        "    cure: use v0..v7",
    ]
    assert not image.exists()


def test_asm_checks_for_the_build(tmp_path: Path) -> None:
    source = tmp_path / "p.s"
    source.write_text("pst p5, t\n", encoding="utf-8")
    assert mce("asm", source).exit_code == 0
    assert mce("asm", source, "--num-regs", "4").exit_code == 2


def test_a_build_without_the_register_says_so(tmp_path: Path) -> None:
    source = tmp_path / "p.s"
    source.write_text("pmul p4, p4, p4\n", encoding="utf-8")
    result = mce("asm", source, "--num-regs", "4")
    assert "cure: a build with NUM_REGS = 4 has none" in result.stderr


OPERANDS = {"vd": "v1", "va": "v4", "pd": "p4", "pa": "p4", "pb": "p4", "sd": "s9", "sa": "n",
            "sb": "t", "ss": "t", "sl": "n", "imm16": "77", "flags": "weight|equal",
            "label": "3", "count": "2"}  # fmt: skip


@pytest.mark.parametrize("name", load().instructions)
def test_every_instruction_goes_through_asm_and_dis(name: str, tmp_path: Path) -> None:
    instruction = load().instructions[name]
    operands = ", ".join(OPERANDS[operand.text] for operand in instruction.operands)
    line = f"{name} {operands}".strip()
    (tmp_path / "p.s").write_text(f"{line}\nnop\nnop\nhalt\n", encoding="utf-8")
    assert mce("asm", tmp_path / "p.s", "-o", tmp_path / "p.hex").exit_code == 0
    shown = mce("dis", tmp_path / "p.hex").stdout.splitlines()[0].partition("#")[0]
    assert shown.split() == line.split()


@pytest.mark.parametrize("suffix", ["hex", "json"])
def test_dis_prints_what_assembles_to_the_same_image(tmp_path: Path, suffix: str) -> None:
    image, text = tmp_path / f"p.{suffix}", tmp_path / "p.s"
    assert mce("asm", DECRYPT, "-o", image).exit_code == 0
    result = mce("dis", image)
    assert result.exit_code == 0
    text.write_text(result.stdout, encoding="utf-8")
    assert assemble_files([text]).words == assemble_files([DECRYPT]).words


def test_dis_of_a_missing_file_is_refused(tmp_path: Path) -> None:
    result = mce("dis", tmp_path / "lost.hex")
    assert result.exit_code == 2
    assert result.stderr.startswith("error: [")


def test_isa_lists_the_instructions() -> None:
    result = mce("isa")
    assert result.exit_code == 0
    assert "vgather vd, va, sl" in result.stdout


def test_isa_explains_one_instruction() -> None:
    result = mce("isa", "vmv")
    assert result.exit_code == 0
    assert "packet in     len * ceil(s/8) bytes" in result.stdout


def test_isa_of_an_unknown_instruction_suggests_one() -> None:
    result = mce("isa", "vgathr")
    assert result.exit_code == 2
    assert "did you mean 'vgather'?" in result.stderr


def test_gen_check_names_stale_files(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gen, "stale", lambda: ["rtl/gen/x.vh"])
    result = mce("gen", "--check")
    assert result.exit_code == 1
    assert result.stderr == "stale: rtl/gen/x.vh; run `mce gen`\n"


def test_gen_check_is_quiet_when_all_is_fresh() -> None:
    result = mce("gen", "--check")
    assert (result.exit_code, result.output) == (0, "")
