# SPDX-License-Identifier: Apache-2.0
"""Tables, pictures and toggle counts are made from result files alone."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import gen_docs
import ppa_area
import ppa_tables
import toggles
from ppa_builds import ROOT, named

HAVE_PLOTS = importlib.util.find_spec("matplotlib") is not None

DUMP = """$timescale 1ps $end
$scope module fast_top $end
 $var wire 1 ! clk $end
 $scope module u_top $end
  $scope module u_core $end
   $var wire 1 " running_o $end
   $var wire 8 # data [7:0] $end
   $scope module u_units $end
    $scope module u_vec $end
     $var wire 8 # in_data_i [7:0] $end
     $var wire 1 $ bit $end
    $upscope $end
   $upscope $end
   $scope module u_flags $end
    $var wire 1 % flag $end
   $upscope $end
  $upscope $end
 $upscope $end
$upscope $end
$enddefinitions $end
#0
0!
0"
b00000000 #
0$
x%
#1
1!
b11111111 #
1$
#2
1"
b11110000 #
0$
#3
b1 #
1%
#4
0"
b0 #
1$
"""


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty results folder."""
    monkeypatch.setattr(ppa_tables, "RESULTS", tmp_path)
    monkeypatch.setattr(ppa_tables, "ROOT", tmp_path)
    (tmp_path / "ppa").mkdir()
    return tmp_path


def _row(op: str, cycles: int, lut: float) -> dict[str, Any]:
    ms = cycles / 1e5
    return {"set": "mceliece8192128", "op": op, "cycles": cycles, "cycles_latency30": cycles + 100,
            "phases": {"load": 1, "rest": cycles - 1}, "ms_100mhz": ms, "ms_fmax": None,
            "ms_100mhz_latency30": ms + 0.001, "lut_ms": lut * ms, "lut_ms_latency30": lut * ms + 1}


def _write(folder: Path, name: str, lut: int, cycles: int = 20_000, sources: str = "") -> None:
    unit = {"what": "whole core", "LUT": lut, "LUTRAM": 1, "FF": 2, "BRAM36": 6.5, "DSP": 0}
    (folder / "ppa" / f"{name}.json").write_text(json.dumps({
        "name": name, "what": "", "build": "M=13", "parameters": dict(named()[name].parameters),
        "sources": sources or ppa_area.digest("ooc_top"),
        "xc7": {"tool": "Yosys", "units": [{"unit": "mce_top", **unit},
                                           {"unit": "poly_unit", **unit, "LUT": 3000}]},
        "ecp5": {"device": "ECP5", "fmax_mhz": 101.5, "fmax_by_seed": {"1": 100.0, "2": 101.5},
                 "cells": {"LUT4": 5}},
        "cycles": [_row("decrypt", cycles, lut), _row("textbook_decrypt", 500_000, lut)]}))


@pytest.mark.parametrize("part", ppa_tables.PARTS)
def test_without_results_every_part_names_a_command(part: str, results: Path) -> None:
    told = ppa_tables.PARTS[part]()
    assert isinstance(told, ppa_tables.Gap) and "Not measured: `make " in told


def test_area_times_time_is_compared_with_the_published_product(results: Path) -> None:
    _write(results, "pke", 12_000)
    told = ppa_tables.factor()
    assert "12,300 LUT x 10.4 ms = 127,920" in told
    assert "| 8192128 | decrypt | 0.200 | 2,400 | 53.3 |" in told
    assert "| 8192128 | textbook decrypt | 5.000 | 60,000 | 2.1 |" in told


def test_the_factor_sweep_stands_beside_the_published_one(results: Path) -> None:
    for f, lut, cycles in ((1, 40_000, 10_000), (2, 30_000, 16_000)):
        _write(results, f"large-f{f}", lut, cycles)
    told = ppa_tables.large()
    assert "| 1 to 2 | -25 % | -25 % | +60 % | +68 % |" in told
    assert "| 4 to 5 | not measured (`make ppa CONFIG=large-f4`)" in told


def test_a_build_that_was_not_measured_is_a_row_with_its_command(results: Path) -> None:
    _write(results, "default", 15_000)
    told = ppa_tables.builds()
    assert "| default | - | 15,000 | 2 | 6.5 | 101.5 | 8192128 | 20,000 | 0.200 | 3,000 |" in told
    assert "not measured (`make ppa CONFIG=fast`)" in told


def test_results_of_other_sources_are_not_published(results: Path) -> None:
    _write(results, "default", 15_000, sources="older")
    assert isinstance(ppa_tables.units(), ppa_tables.Gap)


def test_a_gap_does_not_replace_a_measured_table(results: Path, tmp_path: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(gen_docs, "ROOT", tmp_path)
    page = "<!-- begin ppa-units -->\n{}<!-- end ppa-units -->\n"
    for old, new in (("| 1 |\n", "| 1 |\n"), ("", "Not measured: `make synth`.\n")):
        (tmp_path / "page.md").write_text(page.format(old))
        assert gen_docs.render("page.md") == page.format(new)


def test_encryption_stands_beside_the_beats_of_the_key(results: Path) -> None:
    cycles = {f"cycles_{op}_{size}": 40_000 for op in ("encrypt", "encap_without_hash")
              for size in ("348864", "460896", "6688128", "6960119", "8192128")}
    points = [{"F": 8, "W": w, "POINTS": 2, **cycles} for w in (64, 256, 512)]
    (results / "sweep.json").write_text(json.dumps(
        {"sources": ppa_area.digest("ooc_top"), "points": points}))
    told = ppa_tables.stream()
    # 261,120 bytes of key are 32,640 beats of 64 bits; at most 1.01 x 32,640 + 2,000.
    assert "| 64 | 348864 | 32,640 | 40,000 | 40,000 | 22.5 | 22.5 | 34,966 |" in told


def test_the_front_holds_what_no_other_point_beats() -> None:
    points = [{"a": 1, "t": 9}, {"a": 2, "t": 9}, {"a": 3, "t": 4}, {"a": 4, "t": 5},
              {"a": 5, "t": 1}]
    assert [p["a"] for p in ppa_tables.pareto(points, "a", "t")] == [1, 3, 5]


def test_toggles_of_an_unknown_set_end_with_a_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["toggles.py", "--set", "mceliece1"])
    with pytest.raises(SystemExit, match=r"error: \[unknown-set\]"):
        toggles.main()


def test_toggles_count_while_the_core_runs_and_once_a_net() -> None:
    counter = toggles.Counter()
    counter.read(DUMP.splitlines(keepends=True))
    found = {row["unit"]: (row["bits"], row["toggles"]) for row in counter.rows()}
    # data: ff to f0 is 4, f0 to 01 is 5; bit: 1 to 0; flag: x counts as 0, then 1.
    assert found["vec_core"] == (9, 10)
    assert found["rest"] == (2, 1 + 1)  # running_o itself rises
    assert found["poly_unit"] == (0, 0)


@pytest.mark.skipif(not HAVE_PLOTS, reason="matplotlib missing: run `make setup-sweep`")
def test_pictures_are_drawn_of_what_was_measured(results: Path,
                                                 monkeypatch: pytest.MonkeyPatch) -> None:
    import plots  # noqa: PLC0415  matplotlib may be missing

    _write(results, "default", 15_000)
    folder = results / "plots"
    drawn = {name: plots.save(name, draw, folder) for name, draw in plots.PLOTS.items()}
    assert drawn == {"pareto": True, "phases": True, "units": True, "factor": False}
    assert {p.name for p in folder.iterdir()} == {
        f"{name}.{kind}" for name in ("pareto", "phases", "units") for kind in ("svg", "png")}


@pytest.mark.parametrize("script", ["ppa", "synth", "sweep", "baseline", "toggles"])
def test_every_script_has_a_help_text(script: str) -> None:
    done = subprocess.run([sys.executable, str(ROOT / "scripts" / f"{script}.py"), "--help"],
                          capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("usage:"), done.stderr
