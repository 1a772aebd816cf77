#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the core at many synthesis parameters: answers against the model, cycles against formulas.

A point that has run on these sources is not run again, so an interrupted run goes on where it
stopped. Results: build/results/matrix.json. The exit code is 1 when any line is wrong.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import os
import sys
import time
from collections.abc import Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / folder) for folder in ("model", "tb/lib", "tb/top")]

import points  # noqa: E402  found by the line above
from points import Line, Point  # noqa: E402

RESULT = ROOT / "build" / "results" / "matrix.json"
SOURCES = ("rtl/**/*.v", "rtl/**/*.vh", "tb/lib/*", "tb/top/points.py", "tb/top/codes.py",
           "sw/asm/*.s", "model/spec/*", "model/mce/*.py", "model/mce/driver/*.py",
           "model/mce/isa/*.py", "model/mce/iss/*.py")

# A log has no width of its own; rows must stay lines there.
console = Console(width=None if sys.stdout.isatty() else 140)
app = typer.Typer(add_completion=False)


def sources_digest() -> str:
    """Hash of all that decides what a point gives."""
    h = hashlib.sha256(os.environ.get("SEED", "").encode())
    for pattern in SOURCES:
        for path in sorted(p for p in ROOT.glob(pattern) if p.is_file()):
            if not path.name.startswith("cli"):
                h.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return h.hexdigest()[:16]


def read() -> dict[str, Any]:
    """Results so far, by name of the point."""
    return json.loads(RESULT.read_text()) if RESULT.exists() else {}


def write(results: dict[str, Any]) -> None:
    """Replace the result file in one step."""
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    part = RESULT.with_suffix(".part")
    part.write_text(json.dumps(results, indent=1) + "\n")
    part.rename(RESULT)


def key(at: Point, digest: str) -> str:
    """Hash of a point on these sources."""
    return hashlib.sha256(f"{digest} {at}".encode()).hexdigest()[:16]


def work(at: Point) -> tuple[list[dict[str, Any]], float, str]:
    """In a worker: lines, seconds, and the error that stopped the point, if any."""
    start = time.monotonic()
    try:
        lines = points.measure(at)
    except Exception as error:
        return [], time.monotonic() - start, f"{type(error).__name__}: {error}"
    return lines, time.monotonic() - start, ""


def cells(name: str, line: Line) -> list[str]:
    """A row of the table."""
    off = "" if line.formula == line.cycles else f"{line.cycles - line.formula:+,}"
    limit = "" if line.limit is None else f"{line.limit:,}"
    answer = "right" if line.ok else "WRONG"
    return [name, line.code, line.job, answer, f"{line.cycles:,}", f"{line.formula:,}", off,
            f"{line.stalls}", limit,
            "" if line.good else line.note or "FLAG"]


def table(rows: Sequence[tuple[str, Line]]) -> Table:
    """All lines, the wrong ones in red."""
    made = Table("build", "code", "job", "answer", "cycles", "formula", "off", "stalls", "limit",
                 "")
    for column in made.columns[4:9]:
        column.justify = "right"
    for name, line in rows:
        made.add_row(*cells(name, line), style=None if line.good else "red")
    return made


def run_points(todo: list[Point], digest: str, results: dict[str, Any], workers: int) -> None:
    """Run them, keep each result at once, and say how far it is."""
    start, spawn = time.monotonic(), multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=spawn) as pool:
        running: dict[Future[Any], Point] = {pool.submit(work, at): at for at in todo}
        for count, future in enumerate(as_completed(running), start=1):
            at = running[future]
            lines, seconds, error = future.result()
            results[at.name] = {"key": key(at, digest), "parameters": at.parameters,
                                "seconds": round(seconds, 1), "error": error, "lines": lines}
            write(results)
            bad = sum(not Line(**line).good for line in lines)
            left = (time.monotonic() - start) / count * (len(todo) - count) / 60
            state = error.splitlines()[0] if error else f"{len(lines)} lines, {bad} flagged"
            console.print(f"{count:3} of {len(todo)}  {at.name:26} {state}  ({seconds:.0f} s; "
                          f"about {left:.0f} min left)", highlight=False)


@app.command()
def main(
    quick: Annotated[bool, typer.Option("--quick", help="A few points, some minutes.")] = False,
    only: Annotated[str, typer.Option(help="Points whose name contains this.")] = "",
    workers: Annotated[int, typer.Option(min=1, help="Simulations at a time.")] = 2,
    again: Annotated[bool, typer.Option("--again", help="Run points that have run, too.")] = False,
) -> None:
    """Run all points that have not run on these sources, then show all results."""
    chosen = [p for p in points.everything()
              if only in p.name and (not quick or p.name in points.QUICK)]
    digest, results = sources_digest(), read()
    todo = [p for p in chosen if again or results.get(p.name, {}).get("key") != key(p, digest)
            or results[p.name]["error"]]
    console.print(f"{len(chosen)} builds, {len(chosen) - len(todo)} of them done before")
    run_points(todo, digest, results, workers)
    rows = [(p.name, Line(**line)) for p in chosen for line in results[p.name]["lines"]]
    console.print(table(rows))
    errors = [f"{p.name}: {results[p.name]['error']}" for p in chosen if results[p.name]["error"]]
    for error in errors:
        console.print(error, style="red", markup=False)
    flagged = sum(not line.good for _, line in rows)
    console.print(f"{len(rows)} lines on {len(chosen)} builds: {flagged} flagged, "
                  f"{len(errors)} builds failed; {RESULT.relative_to(ROOT)}")
    if flagged or errors:
        raise typer.Exit(1)


if __name__ == "__main__":
    app()
