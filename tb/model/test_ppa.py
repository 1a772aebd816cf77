# SPDX-License-Identifier: Apache-2.0
"""The scripts of `make ppa`: builds by name, counts of a netlist, caching, the guard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import baseline
import ppa
import ppa_area
import ppa_cycles
import ppa_rtl
import runner
from mce import params
from mce.errors import MceError, ParameterError
from mce.iss import Core
from ppa_builds import ROOT, Config, complete, defaults, find, named

RTL_ROWS = (("mceliece348864", "decrypt"), ("mceliece348864", "encap_pc"),
            ("mceliece348864", "decap"), ("mceliece460896", "encrypt"))

LATENCY_ERROR = 16
"""Cycles by which the model of the memory may miss; it missed by 1 on the RTL it was made for."""


def test_the_defaults_are_those_of_the_rtl() -> None:
    source = (ROOT / "rtl" / "mce_core.v").read_text()
    for name, value in defaults().items():
        told = f"17'h{value:05x}" if name == "FIELDS" else str(value)
        assert any(line.split()[-1].rstrip(",") == told for line in source.splitlines()
                   if line.strip().startswith("parameter") and f" {name} " in line), name


@pytest.mark.parametrize("name", named())
def test_named_builds_are_whole(name: str) -> None:
    config = named()[name]
    assert set(config.parameters) == set(defaults())
    try:
        assert list(ppa_cycles.codes(config))
    except ParameterError as error:
        assert error.code == "build"


def test_pairs_change_a_build() -> None:
    assert find("W=128,F=4").parameters == {**defaults(), "AXIS_WIDTH": 128, "GF2MULT_FACTOR": 4}
    assert find("large-f1,F=2").parameters == find("large-f2").parameters
    assert find("pke,HASH=2").parameters == find("hash2").parameters


def test_field_and_length_follow_m() -> None:
    made = complete({"M": 12})
    assert (made["N_MAX"], made["FIELDS"]) == (4096, 1 << 12)
    assert complete({"FIELDS": "12+13"})["FIELDS"] == complete({"FIELDS": "0x3000"})["FIELDS"]


@pytest.mark.parametrize("asked", ["nobody", "W", "default,W", "SPEED=9", "W=wide", "W=48"])
def test_a_build_that_is_none_is_refused(asked: str) -> None:
    with pytest.raises(MceError) as caught:
        find(asked)
    assert caught.value.code == "build"


def test_phases_are_all_cycles_of_every_operation() -> None:
    for row in ppa_cycles.table(find("default")):
        assert sum(row["phases"].values()) == row["cycles"] < row["cycles_latency30"]


def test_a_build_without_hash_unit_has_no_kem_rows() -> None:
    ops = {row["op"] for row in ppa_cycles.table(find("pke"))}
    assert ops == {"encrypt", "decrypt", "textbook_encrypt", "textbook_decrypt"}


def test_encryption_is_no_faster_than_its_stream() -> None:
    p = params.get("mceliece348864")
    found = ppa_cycles.count(Core(), "encrypt", p)
    assert found.stream_in == p.pk_bytes + p.n_bytes + p.row_bytes
    assert found.cycles > found.stream_in / 8


@pytest.mark.skipif(not runner.have("verilator"), reason="verilator missing: run `make setup`")
def test_the_rtl_takes_the_cycles_that_are_published() -> None:
    config = find("default")
    rows = [r for r in ppa_cycles.table(config) if (r["set"], r["op"]) in RTL_ROWS]
    measured = ppa_rtl.confirm(config, rows)  # raises when the ideal cycles differ
    off = [m["cycles_latency30"] - r["cycles_latency30"]
           for m, r in zip(measured, rows, strict=True)]
    assert len(off) == len(RTL_ROWS) and max(map(abs, off)) <= LATENCY_ERROR


def test_names_of_netlist_modules() -> None:
    assert ppa_area.plain("\\mce_top") == "mce_top"
    assert ppa_area.plain("$paramod$0a1b2c\\vec_core") == "vec_core"
    assert ppa_area.plain("$paramod\\gf_mul\\M=s32'00000000000000000000000000001101") == "gf_mul"


def test_cells_are_counted_through_the_hierarchy() -> None:
    modules = {
        "\\top": {"num_cells_by_type": {"LUT6": 1, "$paramod$1\\leaf": 2, "RAMB18E1": 1}},
        "$paramod$1\\leaf": {"num_cells_by_type": {"LUT2": 3, "FDRE": 4, "RAM32M": 1,
                                                   "CARRY4": 7}},
    }
    found = ppa_area.by_unit(modules)
    assert found["leaf"] == {"LUT": 7, "LUTRAM": 4, "FF": 4, "BRAM36": 0, "DSP": 0}
    assert found["top"] == {"LUT": 15, "LUTRAM": 8, "FF": 8, "BRAM36": 0.5, "DSP": 0}


def test_a_memory_primitive_without_a_weight_stops() -> None:
    with pytest.raises(RuntimeError, match="RAM4096X9"):
        ppa_area.figures({"RAM4096X9": 1})


def test_a_piece_depends_on_its_own_parameters_only() -> None:
    narrow, wide = complete({}), complete({"W": 512})
    assert ppa_area.settings("poly_unit", narrow) == ppa_area.settings("poly_unit", wide)
    assert ppa_area.settings("vec_core", narrow) != ppa_area.settings("vec_core", wide)
    many = complete({"F": 1})
    assert ppa_area.settings("poly_unit", narrow) != ppa_area.settings("poly_unit", many)
    assert ppa_area.settings("vec_core", narrow) == ppa_area.settings("vec_core", many)
    assert ppa_area.settings(ppa_area.REST, narrow) == ppa_area.settings(ppa_area.REST, many)


def test_a_piece_depends_on_the_files_that_it_needs() -> None:
    files = {p.stem for p in ppa_area.needed("poly_unit")}
    assert {"poly_unit", "poly_lane", "gf_mul"} <= files
    assert not files & {"vec_core", "eval_unit", "mce_core"}
    rest = ppa_area.needed(ppa_area.REST, ppa_area.PIECES)
    assert "poly_lane" not in {p.stem for p in rest}
    assert next(c for p, c in rest.items() if p.stem == "poly_unit").endswith(" ); endmodule")


def test_comments_do_not_change_the_name_of_a_run(tmp_path: Path,
                                                  monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "part.v"
    monkeypatch.setattr(ppa_area, "file_list", lambda: [file])
    names = []
    for text in ("module part; wire a; endmodule", "// told\nmodule part;\n  wire a;\nendmodule",
                 "module part; wire b; endmodule"):
        file.write_text(text)
        names.append(ppa_area.digest("part"))
    assert names[0] == names[1] != names[2]


def test_a_step_runs_once(tmp_path: Path) -> None:
    calls = []

    def make(part: Path) -> None:
        calls.append(part)
        part.write_text("done")

    kept = tmp_path / "new" / "step.txt"
    assert [ppa_area.once(kept, make), ppa_area.once(kept, make)] == ["done", "done"]
    assert len(calls) == 1


def test_a_step_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def make(part: Path) -> None:
        part.write_text("half")
        raise RuntimeError("stopped")

    kept = tmp_path / "step.txt"
    with pytest.raises(RuntimeError):
        ppa_area.once(kept, make)
    assert not kept.exists()


def test_times_and_area_time() -> None:
    row = {"cycles": 20_000, "cycles_latency30": 21_000}
    made = ppa.times(row, 12_000, 50.0)
    assert made["ms_100mhz"] == 0.2 and made["ms_fmax"] == 0.4
    assert made["lut_ms"] == 2_400 and made["lut_ms_latency30"] == 2_520
    assert ppa.times(row, None, None)["lut_ms"] is None


def _result(config: Config) -> dict[str, Any]:
    return ppa.measure(config, seeds=0, area=False)


def test_what_was_not_measured_is_said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(ppa_area, "WORK", tmp_path)
    told = ppa.markdown(_result(find("default")))
    assert "Clock: not measured (`make ppa CONFIG=default SEEDS=3`)" in told
    assert "Area: not measured" in told


def test_the_baseline_is_of_the_default_build_and_complete() -> None:
    marks = baseline.load()
    assert marks["build"] == find("default").text
    assert marks["lut"] and set(baseline.flat(marks["cycles"])) == set(
        baseline.flat(baseline.cycles_now()))


def test_cycles_have_not_grown() -> None:
    assert not baseline.grown_cycles()


def test_luts_have_not_grown() -> None:
    now, marks = baseline.luts_now(), baseline.load()["lut"]
    if not now or not marks:
        pytest.skip("no synthesis of these sources here: `make synth` measures and compares")
    assert not baseline.grown(marks, now, "LUT")


def test_the_changelog_tells_why_the_baseline_is_what_it_is() -> None:
    assert baseline.reason_is_told(baseline.load()["reason"], baseline.CHANGELOG.read_text())


def test_two_percent_is_the_limit() -> None:
    before = {"a": 1000, "b": 1000, "c": 1000, "gone": 5}
    now = {"a": 1020, "b": 1021, "c": 900}
    told = baseline.grown(before, now, "cycles")
    assert [line.split(":")[0] for line in told] == ["gone", "b"]


def test_a_reason_must_be_given_and_told() -> None:
    assert baseline.reason_is_told("more lanes", "- Baseline: more\n  lanes.")
    assert not baseline.reason_is_told("  ", "anything")
    assert not baseline.reason_is_told("more lanes", "- Fewer lanes.")
