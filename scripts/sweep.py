#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Area and cycles of many builds: a grid of F, W and POINTS, on all cores or on a Dask cluster.

A point's area is the sum of separately synthesised units (scripts/ppa_area.py); the sum for the
first build is compared with one run on its whole core. Cycles of all operations come from the
instruction-level simulator; --rtl adds one decryption of the smallest set on the RTL a point, and
--clock N the clock of N points by place and route. Every task is kept in build/sweep, one folder
for the hash of its sources and parameters, so a sweep that was stopped goes on where it was.
Results: build/results/sweep.csv, sweep.parquet, sweep.json.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor, Future, as_completed
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

import ppa_area
import sweep_flow
from mce.errors import MceError
from ppa_builds import ROOT, complete, find
from sweep_flow import Task, task

FOLDER = ROOT / "build" / "sweep"
RESULTS = ROOT / "build" / "results"
GRID = {"F": (1, 2, 3, 4, 5, 8, 16), "W": (32, 64, 128, 256, 512), "POINTS": (2, 4)}
PRUNING = ("left out: POINTS = 4 below W = 128, since four points a cycle take four pairs of 32 "
           "bits; F = 3, 5 and 16 above W = 128 and with POINTS = 4, where powers of two tell the "
           "same")
WIDE = 128
POWERS = (1, 2, 4, 8)

Point = dict[str, int]


def kept(point: Mapping[str, int]) -> bool:
    """The rule of `PRUNING`."""
    w, f, points = point["W"], point["F"], point["POINTS"]
    if points > 2 and w < WIDE:
        return False
    return f in POWERS or (w <= WIDE and points == 2)


def grid(axes: Mapping[str, Sequence[int]], prune: bool = True) -> list[Point]:
    """All points of the axes, without those that the rule leaves out."""
    made = [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]
    return [p for p in made if not prune or kept(p)]


def axes_of(text: str) -> dict[str, tuple[int, ...]]:
    """Axes by text, such as "F=1,2 W=64 POINTS=2"."""
    return {name: tuple(int(v) for v in values.split(","))
            for name, values in (part.split("=") for part in text.split())}


def spread(count: int, total: int) -> list[int]:
    """`count` positions, evenly over `total`, both ends included."""
    count = min(count, total)
    return sorted({round(i * (total - 1) / max(1, count - 1)) for i in range(count)})


def tasks_of(parameters: Mapping[str, int], *, clock: bool, rtl: bool) -> list[Task]:
    """What a point needs."""
    made = [task("area", parameters, module) for module in (*ppa_area.PIECES, ppa_area.REST)]
    made.append(task("cycles", parameters))
    return made + [task("rtl", parameters)] * rtl + [task("clock", parameters)] * clock


class Store:
    """Results of tasks, one folder each.

    Args:
        folder: where.
        flow: what computes them; another flow has other results.
    """

    def __init__(self, folder: Path, flow: str) -> None:
        self.folder, self.flow = folder, flow

    def path(self, todo: Task) -> Path:
        """The result file of a task on the present sources."""
        sources = sweep_flow.sources(todo.kind, todo.module)
        return self.folder / todo.key(f"{self.flow} {sources}") / "result.json"

    def read(self, todo: Task) -> dict[str, Any] | None:
        """A kept result."""
        path = self.path(todo)
        return json.loads(path.read_text()) if path.exists() else None

    def write(self, todo: Task, result: dict[str, Any]) -> None:
        """Keep a result, in one step."""
        path = self.path(todo)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_suffix(".part")
        part.write_text(json.dumps({"task": todo.label, "parameters": todo.values, **result}))
        part.rename(path)


def run(todo: Iterable[Task], store: Store, pool: Executor, console: Console) -> list[str]:
    """Do what has not been done, keep each result at once; returns what failed."""
    unique = list(dict.fromkeys(todo))
    missing = [t for t in unique if store.read(t) is None]
    console.print(f"{len(unique)} tasks, {len(unique) - len(missing)} of them done before")
    # Long ones first, so that the workers end together.
    missing.sort(key=lambda t: -sweep_flow.SECONDS[t.kind])
    running: dict[Future[Any], Task] = {
        pool.submit(sweep_flow.work, store.flow, t, sweep_flow.sources(t.kind, t.module)): t
        for t in missing}
    total = sum(sweep_flow.SECONDS[t.kind] for t in missing)
    failed, done, start = [], 0.0, time.monotonic()
    with _bar(console) as bar:
        row = bar.add_task("sweep", total=len(missing), left="", now="")
        for future in as_completed(running):
            at = running[future]
            try:
                store.write(at, future.result())
            except Exception as error:  # one failed task must not take the others with it
                failed.append(f"{at.label} {at.values}: {error}")
            done += sweep_flow.SECONDS[at.kind]
            left = (time.monotonic() - start) / done * (total - done) / 60
            bar.update(row, advance=1, left=f"about {left:.0f} min left", now=at.label)
            if not console.is_terminal:
                console.print(f"{at.label}; about {left:.0f} min left", highlight=False)
    return failed


def _bar(console: Console) -> Progress:
    return Progress(TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
                    TimeElapsedColumn(), TextColumn("{task.fields[left]}"),
                    TextColumn("{task.fields[now]}"), console=console)


def row_of(point: Point, parameters: Mapping[str, int], store: Store) -> dict[str, Any] | None:
    """One line of the result table: axes, area, cycles; None when a task is missing."""
    areas = {}
    for module in (*ppa_area.PIECES, ppa_area.REST):
        found = store.read(task("area", parameters, module))
        if found is None or "refused" in found:
            return None
        areas[module] = found["value"]
    cycles = store.read(task("cycles", parameters))
    if cycles is None or "refused" in cycles:
        return None
    row: dict[str, Any] = {**point, **ppa_area.add(areas)}
    row |= {f"LUT_{'rest' if m == ppa_area.REST else m}": a["LUT"] for m, a in areas.items()}
    for found in cycles["value"]:
        name = f"{found['op']}_{found['set'].removeprefix('mceliece')}"
        row |= {f"cycles_{name}": found["cycles"],
                f"cycles_latency30_{name}": found["cycles_latency30"]}
        if found["op"] == "encap":
            without = found["cycles"] - found["phases"]["hash"]
            row[f"cycles_encap_without_hash_{name.removeprefix('encap_')}"] = without
    rtl, clock = (store.read(task(kind, parameters)) for kind in ("rtl", "clock"))
    row["rtl_decrypt_348864"] = rtl["value"] if rtl and "value" in rtl else None
    row["fmax_mhz"] = max(clock["value"].values()) if clock and "value" in clock else None
    return row


def check_sum(parameters: Mapping[str, int], store: Store) -> dict[str, Any] | None:
    """The sum of pieces beside the whole core in one run."""
    whole = store.read(task("whole", parameters))
    parts = [store.read(task("area", parameters, m)) for m in (*ppa_area.PIECES, ppa_area.REST)]
    if whole is None or "refused" in whole or not all(p and "value" in p for p in parts):
        return None
    total = sum(p["value"]["LUT"] for p in parts if p)
    one = next(u["LUT"] for u in whole["value"] if u["unit"] == "mce_top")
    return {"parameters": dict(parameters), "sum": total, "whole": one,
            "difference_percent": round(100 * (total / one - 1), 2)}


def save(rows: Sequence[dict[str, Any]], check: dict[str, Any] | None, refused: Sequence[str],
         folder: Path) -> None:
    """Write sweep.json, and sweep.csv and sweep.parquet with pandas."""
    import pandas as pd  # noqa: PLC0415  of the extra `sweep`

    folder.mkdir(parents=True, exist_ok=True)
    table = pd.DataFrame(list(rows))
    table.to_csv(folder / "sweep.csv", index=False)
    table.to_parquet(folder / "sweep.parquet", index=False)
    (folder / "sweep.json").write_text(json.dumps(
        {"sources": ppa_area.digest("ooc_top"), "pruning": PRUNING, "check": check,
         "refused": list(refused), "points": list(rows)}, indent=1) + "\n")


@contextmanager
def cluster(scheduler: str, workers: int) -> Iterator[Executor]:
    """Processes of this machine, or the workers of a Dask scheduler, as an executor."""
    try:
        from distributed import Client, LocalCluster  # noqa: PLC0415  of the extra `sweep`
    except ImportError:
        sys.exit("error: Dask is missing (cure: make setup-sweep)")
    if scheduler:
        with Client(scheduler, timeout=30) as client:
            yield client.get_executor(pure=False)
        return
    local = LocalCluster(n_workers=workers, threads_per_worker=1, processes=True,
                         dashboard_address=None)
    with local, Client(local) as client:
        yield client.get_executor(pure=False)


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--grid", default="", help='axes, for example "F=1,2 W=64 POINTS=2"')
    parser.add_argument("--base", default="default", help="build that the axes change")
    parser.add_argument("--all", action="store_true", help="do not prune the grid")
    parser.add_argument("--scheduler", default="", help="address of a Dask scheduler")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="local processes")
    parser.add_argument("--clock", type=int, default=0, help="points to place and route")
    parser.add_argument("--rtl", action="store_true", help="one decryption on the RTL a point")
    parser.add_argument("--no-check", action="store_true", help="no run on a whole core")
    parser.add_argument("--list", action="store_true", help="show the points, run nothing")
    parser.add_argument("--flow", default="sweep_flow", help="module of the tasks, for tests")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where results are kept")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where tables go")
    return parser.parse_args()


def plan(args: argparse.Namespace) -> list[tuple[Point, dict[str, int]]]:
    """Points and all their parameters.

    Raises:
        ParameterError: an axis is no parameter (``build``).
    """
    base = find(args.base).parameters
    points = grid(axes_of(args.grid) if args.grid else GRID, prune=not (args.grid or args.all))
    return [(p, complete({**base, **p})) for p in points]


def main() -> int:
    """Plan, run, tables."""
    args = arguments()
    console = Console(width=None if sys.stdout.isatty() else 140)
    try:
        points, base = plan(args), find(args.base).parameters
    except (MceError, ValueError) as error:
        sys.exit(f"error: {error}")
    console.print(f"{len(points)} points" + ("" if args.grid or args.all else f"; {PRUNING}"))
    if args.list:
        console.print("\n".join(map(str, (p for p, _ in points))))
        return 0
    store, routed = Store(args.folder, args.flow), spread(args.clock, len(points))
    todo = [] if args.no_check else [task("whole", base),
                                     *(t for t in tasks_of(base, clock=False, rtl=False))]
    for i, (_, parameters) in enumerate(points):
        todo += tasks_of(parameters, clock=i in routed, rtl=args.rtl)
    with cluster(args.scheduler, args.workers) as pool:
        failed = run(todo, store, pool, console)
    rows = [row_of(p, parameters, store) for p, parameters in points]
    refused = [str(p) for (p, _), row in zip(points, rows, strict=True) if row is None]
    save([r for r in rows if r], check_sum(base, store), refused, args.results)
    console.print(f"{len(points) - len(refused)} points in {args.results / 'sweep.csv'}")
    for line in [*failed, *(f"no result: {p}" for p in refused)]:
        console.print(line, style="red", markup=False)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
