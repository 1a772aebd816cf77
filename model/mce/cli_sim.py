# SPDX-License-Identifier: Apache-2.0
"""``mce sim``: the accelerator at work, in one command."""

from __future__ import annotations

import os
import secrets
import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mce import params, simulation
from mce.backend_rtl import ROOT, build_for
from mce.cli_errors import reported
from mce.errors import ParameterError


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("sim")(sim)


@reported
def sim(
    set_names: Annotated[
        list[str] | None,
        typer.Option("--set", help="Parameter set, may be repeated; default: all ten."),
    ] = None,
    seed: Annotated[
        int | None, typer.Option(help="Seed of keys, messages and errors; default: a fresh one.")
    ] = None,
    rows: Annotated[
        str, typer.Option("--rows", help="Groups of rows, joined by commas.")
    ] = ",".join(simulation.KINDS),
    jobs: Annotated[
        int | None, typer.Option(min=1, help="Processes of the golden model; default all.")
    ] = None,
    waves: Annotated[bool, typer.Option("--waves", help="Keep a waveform (FST).")] = False,
) -> None:
    """Raw scheme and KEM on the simulated core; compare with the model and the literature."""
    names = [_full_name(name) for name in set_names or []]
    kinds = _kinds(rows)
    chosen = secrets.randbits(32) if seed is None else seed
    console = Console(width=None if sys.stdout.isatty() else 120)
    console.print(f"seed {chosen}  (repeat with: make sim SEED={chosen})")
    with Console(stderr=True).status("...") as status:
        done = simulation.run(names, chosen, kinds=kinds, jobs=jobs or os.cpu_count() or 1,
                              waves=waves, progress=status.update)
    simulation.save(done)
    console.print(f"build {done[0].build}", soft_wrap=True, highlight=False)
    console.print(_table(done))
    console.print(f"written: {simulation.RESULTS.relative_to(ROOT)}")
    if not all(row.ok for row in done):
        print("error: a result differs from the model, or a row is too slow", file=sys.stderr)
        raise typer.Exit(1)


def _full_name(name: str) -> str:
    """mceliece348864 for 348864; only sets of the default build."""
    full = params.full_name(name)
    if build_for(params.get(full)):
        raise ParameterError("set-field", f"{full} needs another build", "choose a set of the list")
    return full


def _kinds(text: str) -> tuple[str, ...]:
    """Groups of rows.

    Raises:
        ParameterError: no such group, or none (``sim-rows``).
    """
    kinds = tuple(text.split(","))
    if not set(kinds) <= set(simulation.KINDS):
        raise ParameterError("sim-rows", f"--rows {text}", f"use {','.join(simulation.KINDS)}")
    return kinds


def _table(rows: list[simulation.Row]) -> Table:
    labels = list(simulation.published("encrypt", 128))
    table = Table(title="Cycles from start bit to interrupt, loads included",
                  caption="latency: 30 cycles of memory latency and 40 of DMA programming a packet."
                  " Published figures: model/spec/published.yml.")
    left = ("set", "operation", "result")
    for head in ("set", "operation", "cycles", "bound", "with latency", "stream in", *labels,
                 "result"):
        table.add_column(head, justify="left" if head in left else "right")
    for row in rows:
        others = simulation.published(row.op, params.get(row.set).t).values()
        cells = [_span(o) for o in others]
        most = "-" if row.bound is None else f"{row.bound:,}"
        table.add_row(row.set.removeprefix("mceliece"), row.op.replace("_", " "), f"{row.cycles:,}",
                      most, f"{row.cycles_latency30:,}", f"{row.stream_in_bytes:,} B", *cells,
                      "ok" if row.ok else "[red]WRONG[/red]")
    return table


def _span(cycles: tuple[int, int] | None) -> str:
    return "-" if cycles is None else f"{cycles[0] / 1000:,.0f}-{cycles[1] / 1000:,.0f} k"
