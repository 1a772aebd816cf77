# SPDX-License-Identifier: Apache-2.0
"""The sweep: its grid, what it keeps, and that it goes on after it was stopped. No Yosys runs."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from rich.console import Console

import ppa_area
import sweep
from ppa_builds import ROOT, complete
from sweep_flow import task

QUIET = Console(quiet=True)
HAVE_DASK = all(importlib.util.find_spec(m) for m in ("distributed", "pandas", "pyarrow"))


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file in which the stub writes what it was asked for."""
    path = tmp_path / "log"
    monkeypatch.setenv("SWEEP_STUB_LOG", str(path))
    return path


def _run(points: list[dict[str, int]], store: sweep.Store) -> list[str]:
    todo = [t for p in points for t in sweep.tasks_of(complete(p), clock=False, rtl=False)]
    with ThreadPoolExecutor(2) as pool:
        return sweep.run(todo, store, pool, QUIET)


def test_the_grid_has_30_to_45_points_and_every_value() -> None:
    points = sweep.grid(sweep.GRID)
    assert 30 <= len(points) <= 45
    for name, values in sweep.GRID.items():
        assert {p[name] for p in points} == set(values)


def test_a_given_grid_is_not_pruned() -> None:
    axes = sweep.axes_of("F=3,5 W=512 POINTS=4")
    assert sweep.grid(axes, prune=False) == [{"F": 3, "W": 512, "POINTS": 4},
                                             {"F": 5, "W": 512, "POINTS": 4}]
    assert not sweep.grid(axes)


def test_points_to_route_are_spread_over_the_grid() -> None:
    assert sweep.spread(6, 41) == [0, 8, 16, 24, 32, 40]
    assert sweep.spread(9, 2) == [0, 1]
    assert sweep.spread(0, 41) == []


def test_points_share_what_their_parameters_do_not_change(log: Path, tmp_path: Path) -> None:
    store = sweep.Store(tmp_path / "kept", "sweep_stub")
    assert not _run([{"F": f, "W": w} for f in (4, 8) for w in (64, 128)], store)
    lines = log.read_text().splitlines()
    counts = {m: sum(f"area {m} " in ln for ln in lines)
              for m in (*ppa_area.PIECES, ppa_area.REST)}
    assert counts["poly_unit"] == counts["vec_core"] == counts[ppa_area.REST] == 2
    assert len(lines) == len(set(lines)) and sum("cycles" in ln for ln in lines) == 4


def test_nothing_is_done_twice(log: Path, tmp_path: Path) -> None:
    store = sweep.Store(tmp_path / "kept", "sweep_stub")
    _run([{"F": 4}], store)
    first = log.read_text()
    _run([{"F": 4}], store)
    assert log.read_text() == first
    _run([{"F": 4}, {"F": 8}], store)
    assert len(log.read_text().splitlines()) == len(first.splitlines()) + 2  # poly_unit, cycles


def test_other_sources_are_other_results(log: Path, tmp_path: Path,
                                         monkeypatch: pytest.MonkeyPatch) -> None:
    store = sweep.Store(tmp_path / "kept", "sweep_stub")
    at = task("area", complete({}), "vec_core")
    before = store.path(at)
    monkeypatch.setattr("sweep_flow.sources", lambda kind, module="": "changed")
    assert store.path(at) != before


def test_a_failed_task_is_named_and_the_others_are_kept(log: Path, tmp_path: Path) -> None:
    store = sweep.Store(tmp_path / "kept", "sweep_stub")
    failed = _run([{"F": 13}, {"F": 4}], store)
    assert len(failed) == 1 and "the tool fell over" in failed[0] and "poly_unit" in failed[0]
    assert sweep.row_of({"F": 13}, complete({"F": 13}), store) is None
    row = sweep.row_of({"F": 4}, complete({"F": 4}), store)
    assert row is not None and row["cycles_decrypt_348864"] == 10 and row["fmax_mhz"] is None


def test_the_area_of_a_point_is_the_sum_of_its_pieces(log: Path, tmp_path: Path) -> None:
    store = sweep.Store(tmp_path / "kept", "sweep_stub")
    _run([{}], store)
    row = sweep.row_of({}, complete({}), store)
    assert row is not None
    assert row["LUT"] == sum(v for k, v in row.items() if k.startswith("LUT_"))


def test_a_build_that_is_refused_is_no_failure(tmp_path: Path) -> None:
    """The simulator refuses it, and the row stays out of the table."""
    store = sweep.Store(tmp_path / "kept", "sweep_flow")
    at = task("cycles", {**complete({}), "POINTS": 3})
    with ThreadPoolExecutor(1) as pool:
        assert not sweep.run([at], store, pool, QUIET)
    kept = store.read(at)
    assert kept is not None and "POINTS" in kept["refused"]


def _command(folder: Path, *more: str) -> list[str]:
    return [sys.executable, str(ROOT / "scripts" / "sweep.py"), "--flow", "sweep_stub", "--grid",
            "F=1,2,4,8 W=64,128", "--folder", str(folder / "kept"), "--results",
            str(folder / "results"), *more]


def _environment(folder: Path, pause: float) -> dict[str, str]:
    paths = [str(ROOT / part) for part in ("model", "scripts", "tb/lib")]
    return {**os.environ, "SWEEP_STUB_LOG": str(folder / "log"), "SWEEP_STUB_PAUSE": str(pause),
            "PYTHONPATH": os.pathsep.join([*paths, os.environ.get("PYTHONPATH", "")])}


@pytest.fixture
def scheduler(tmp_path: Path) -> Iterator[str]:
    """Address of a Dask scheduler with two workers."""
    file, env = tmp_path / "scheduler.json", _environment(tmp_path, 0.3)
    base = [sys.executable, "-m", "dask"]
    common = ["--scheduler-file", str(file), "--no-dashboard"]
    begun = [subprocess.Popen([*base, "scheduler", *common, "--host", "127.0.0.1", "--port", "0"],
                              env=env, cwd=tmp_path, stderr=subprocess.DEVNULL)]
    try:
        for _ in range(600):
            if file.exists():
                break
            time.sleep(0.1)
        address = str(json.loads(file.read_text())["address"])
        begun += [subprocess.Popen([*base, "worker", address, "--nthreads", "1", "--no-nanny",
                                    "--no-dashboard"], env=env, cwd=tmp_path,
                                   stderr=subprocess.DEVNULL) for _ in range(2)]
        yield address
    finally:
        for process in reversed(begun):
            process.terminate()
            process.wait(30)


def _rows(folder: Path) -> list[dict[str, str]]:
    with open(folder / "results" / "sweep.csv", encoding="utf-8", newline="") as handle:
        return list(csv.DictReader(handle))


@pytest.mark.slow
@pytest.mark.skipif(not HAVE_DASK, reason="Dask missing: run `make setup-sweep`")
def test_a_killed_sweep_goes_on_with_two_workers(tmp_path: Path, scheduler: str) -> None:
    env, command = _environment(tmp_path, 0.3), _command(tmp_path, "--scheduler", scheduler)
    first = subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL)
    kept = tmp_path / "kept"
    for _ in range(1200):
        if len(list(kept.glob("*/result.json"))) >= 4:
            break
        time.sleep(0.05)
    first.kill()
    first.wait(30)
    before = {p.parent.name: p.stat().st_mtime_ns for p in kept.glob("*/result.json")}
    assert 4 <= len(before) < 20, "killed too late: raise the pause"
    done = subprocess.run(command, env=env, timeout=300, capture_output=True, text=True,
                          check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    for name, when in before.items():
        assert (kept / name / "result.json").stat().st_mtime_ns == when
    assert len(_rows(tmp_path)) == 8 and (tmp_path / "results" / "sweep.parquet").exists()


@pytest.mark.slow
@pytest.mark.skipif(not HAVE_DASK, reason="Dask missing: run `make setup-sweep`")
def test_local_processes_do_it_without_a_scheduler(tmp_path: Path) -> None:
    done = subprocess.run(_command(tmp_path, "--workers", "2"), env=_environment(tmp_path, 0),
                          timeout=300, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads((tmp_path / "results" / "sweep.json").read_text())
    assert len(told["points"]) == 8 and told["check"]["whole"] == 1000
