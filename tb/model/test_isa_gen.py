# SPDX-License-Identifier: Apache-2.0
"""Generated files: up to date, accepted by their compilers, and saying what the model says."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from mce.basis import basis
from mce.errors import FormatError
from mce.isa import gen, gen_docs
from mce.isa.spec import load
from mce.spec import fields

ROOT = Path(__file__).resolve().parents[2]
RTL_GEN = ROOT / "rtl" / "gen"

# beta of the two fields of Classic McEliece, as the evaluation unit was designed for.
BETA = {
    12: "068 d83 d21 482 083 328 207 592 9bf 0b8 001 008",
    13: "100d a80 fbb 447 aad 57b 177 05f 0c3 001 002 004 200",
}

BENCH = """`default_nettype none
module bench;
`include "mce_isa.vh"
`include "mce_fields.vh"
  integer m, i;
  initial begin
    for (m = 3; m <= 17; m = m + 1) begin
      $display("%0d %h %h %0d", m, field_poly(m), basis_b(m), chain_len(m));
      for (i = 0; i < m; i = i + 1) $display("%h", basis_beta(m, i));
    end
    $display("%h %h %h", OP_EROOT, MBZ_VLD, ERR_ABORTED);
  end
endmodule
"""


def needs(tool: str) -> str:
    """Path of a tool; skips the test visibly when it is missing."""
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed")
    return path


def test_committed_files_are_up_to_date() -> None:
    assert gen.stale() == []


def test_stale_and_missing_files_are_found_and_renewed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in gen.outputs():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    (tmp_path / "rtl/gen/mce_isa.vh").write_text("old", encoding="utf-8")
    (tmp_path / "sw/include/mce_isa.h").unlink()
    monkeypatch.setattr(gen, "ROOT", tmp_path)
    names = ["rtl/gen/mce_isa.vh", "sw/include/mce_isa.h"]
    assert gen.stale() == names
    assert gen.write() == names
    assert gen.stale() == []


def test_installed_package_without_sources_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gen, "ROOT", tmp_path)
    with pytest.raises(FormatError) as caught:
        gen.stale()
    assert caught.value.code == "no-source-tree"


def test_verilog_constants_are_those_of_the_model(tmp_path: Path) -> None:
    iverilog, vvp = needs("iverilog"), needs("vvp")
    source, image = tmp_path / "bench.v", tmp_path / "bench.vvp"
    source.write_text(BENCH, encoding="utf-8")
    command = [iverilog, "-g2005", "-Wall", f"-I{RTL_GEN}", "-o", str(image), str(source)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True)
    assert built.stdout + built.stderr == ""
    run = subprocess.run([vvp, str(image)], capture_output=True, text=True, timeout=60, check=True)
    expected = []
    for m in range(3, 18):
        polynomial = sum(1 << e for e in fields().get(m, ()))
        known = basis(m) if m in fields() else None
        b, r = (known.b, known.r) if known else (0, 0)
        beta = known.beta if known else [0] * m
        expected.append(f"{m} {polynomial:05x} {b:04x} {r}")
        expected += [f"{int(value):04x}" for value in beta]
    assert run.stdout.splitlines() == [*expected, "29 031ff87f 0c"]


@pytest.mark.parametrize("m", BETA)
def test_verilog_basis_is_the_designed_one(m: int) -> None:
    text = (RTL_GEN / "mce_fields.vh").read_text(encoding="utf-8")
    found = dict(re.findall(r"(\d+): basis_beta = 16'h(\w+);", text))
    assert [int(found[str(32 * m + i)], 16) for i in range(m)] == [
        int(value, 16) for value in BETA[m].split()
    ]


def test_verilog_constants_have_no_include_guard() -> None:
    for name in ("mce_isa.vh", "mce_fields.vh"):
        assert "`" not in re.sub(r"//.*", "", (RTL_GEN / name).read_text(encoding="utf-8"))


def test_c_header_compiles_and_holds_the_codes(tmp_path: Path) -> None:
    compiler = needs("cc")
    checks = [f"MCE_OP_{i.name.upper()} != {i.opcode}" for i in load().instructions.values()]
    checks += ["MCE_ERR_PC_RANGE != 3", "MCE_BUS_PARTIAL_STROBE != 14", "MCE_FLAG_PADOK != 4"]
    source = tmp_path / "t.c"
    source.write_text(
        '#include "mce_isa.h"\n#include "mce_isa.h"\n'
        + "".join(f"#if {check}\n#error {check}\n#endif\n" for check in checks)
        + "int main(void) { return mce_error_text(1)[0] == 0; }\n",
        encoding="utf-8",
    )
    flags = ["-std=c99", "-Wall", "-Wextra", "-Werror", f"-I{ROOT / 'sw' / 'include'}"]
    command = [compiler, *flags, "-fsyntax-only", str(source)]
    assert subprocess.run(command, capture_output=True, timeout=60, check=False).stderr == b""


@pytest.mark.parametrize("old", ["<!-- gen:flags -->", "<!-- /gen:summary -->"])
def test_document_without_a_marker_is_refused(old: str) -> None:
    text = (ROOT / "docs" / "isa.md").read_text(encoding="utf-8")
    with pytest.raises(FormatError) as caught:
        gen_docs.refresh(text.replace(old, ""), load())
    assert caught.value.code == "docs-markers"


def test_document_explains_every_instruction_and_code() -> None:
    text = (ROOT / "docs" / "isa.md").read_text(encoding="utf-8")
    for instruction in load().instructions.values():
        assert f"#### `{instruction.synopsis}`" in text
    for error in load().errors.values():
        assert f"| {error.code} | `{error.name}` |" in text
