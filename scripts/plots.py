#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Pictures of docs/plots out of build/results: SVG and PNG. What was not measured is not drawn.

pareto: area and time of decryption of the sweep and the named builds beside published figures;
phases: where the cycles of a decryption go; units: area by unit; factor: the F sweep on the large
build, in percent of F = 1, beside the published one.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import matplotlib

import ppa_tables
from ppa_builds import ROOT, named

matplotlib.use("Agg")
import matplotlib.pyplot as plt

FOLDER = ROOT / "docs" / "plots"
CODE = "mceliece8192128"
OURS, THEIRS = "tab:blue", "tab:red"
STYLE = {"svg.hashsalt": "mce", "font.size": 9, "axes.grid": True, "grid.alpha": 0.3,
         "axes.axisbelow": True, "svg.fonttype": "none"}

Draw = Callable[[Any], str]
"""Draws into axes; returns what is missing, "" when it has drawn something."""


def pareto(axes: Any) -> str:
    """LUT against milliseconds of decryption at 100 MHz, time logarithmic."""
    found = ppa_tables.fresh("sweep")
    points = found["points"] if found else []
    for p in points:
        axes.plot(p[ppa_tables.TIME] / 1e5, p["LUT"], ".", color=OURS, alpha=0.4)
    front = ppa_tables.pareto(points, "LUT", ppa_tables.TIME)
    if front:
        axes.plot([p[ppa_tables.TIME] / 1e5 for p in front], [p["LUT"] for p in front], "-",
                  color=OURS, label="sweep, points no other one beats")
    drawn = bool(points)
    for name in named():
        result = ppa_tables.result(name)
        area = ppa_tables.whole(result)
        row = ppa_tables.cycles_of(result, "decrypt", CODE) if result else None
        if area and row:
            drawn = True
            axes.plot(row["ms_100mhz"], area["LUT"], "o", color=OURS)
            axes.annotate(name, (row["ms_100mhz"], area["LUT"]), textcoords="offset points",
                          xytext=(5, 4))
            dense = ppa_tables.cycles_of(result, "textbook_decrypt", CODE) if result else None
            if dense:
                axes.plot(dense["ms_100mhz"], area["LUT"], "o", mfc="none", color=OURS)
    peer = ppa_tables.published()
    axes.plot(peer["decrypt_ms"], peer["lut"], "s", color=THEIRS,
              label=f"{peer['label']} (Vivado, dense matrices)")
    for other in ppa_tables.peers():
        if "lut" not in other:
            axes.axvspan(*(c / 1e5 for c in other["decrypt"]), alpha=0.12, color=THEIRS,
                         label=f"{other['label']}, time alone (its area is not on record here)")
    axes.plot([], [], "o", color=OURS, label="named builds")
    axes.plot([], [], "o", mfc="none", color=OURS, label="the same with dense matrices")
    axes.set(xscale="log", xlabel="ms of one decryption at 100 MHz, 8192128",
             ylabel="LUT", title="Area and time of decryption (ours: Yosys, ideal memory)")
    axes.set_ylim(0, 1.12 * axes.get_ylim()[1])
    # The published points lie low and on the right.
    axes.legend(loc="upper right", fontsize=8)
    return "" if drawn else "make sweep"


def stacked(axes: Any, labels: list[str], layers: dict[str, list[float]]) -> None:
    """Horizontal bars, one a label, with a part a layer."""
    left = [0.0] * len(labels)
    for name, values in layers.items():
        if not any(values):
            continue
        axes.barh(labels, values, left=left, label=name)
        left = [a + b for a, b in zip(left, values, strict=True)]
    axes.invert_yaxis()
    axes.legend(fontsize=8)


def phases(axes: Any) -> str:
    """Cycles of decryption by phase, a bar a set."""
    result = ppa_tables.result("default")
    if result is None:
        return "make ppa"
    rows = [r for r in result["cycles"] if r["op"] == "decrypt"]
    layers = {name: [float(r["phases"][name]) for r in rows] for name in rows[0]["phases"]}
    stacked(axes, [r["set"].removeprefix("mceliece") for r in rows], layers)
    axes.set(xlabel="cycles", title="Cycles of decryption by phase, default build")
    return ""


def units(axes: Any) -> str:
    """LUTs by unit, a bar a named build."""
    bars: dict[str, dict[str, float]] = {}
    for name in named():
        result = ppa_tables.result(name)
        area = ppa_tables.whole(result)
        if result and area:
            own = {u["unit"]: float(u["LUT"]) for u in result["xc7"]["units"][1:]
                   if not u["what"].startswith("of it")}
            bars[name] = {**own, "rest": area["LUT"] - sum(own.values())}
    if not bars:
        return "make synth"
    names = list(dict.fromkeys(unit for bar in bars.values() for unit in bar))
    stacked(axes, list(bars), {u: [bar.get(u, 0.0) for bar in bars.values()] for u in names})
    axes.set(xlabel="LUT (Yosys, xc7)", title="Area by unit")
    return ""


def factor(axes: Any) -> str:
    """LUTs and time of the large build by F, in percent of F = 1, with the published steps."""
    points = ppa_tables.factor_points()
    if len(points) < 2 or 1 not in points:
        return 'make ppa CONFIG="' + " ".join(ppa_tables.LARGE) + '" SEEDS=0'
    values = sorted(points)
    for i, what, mark in ((0, "LUT", "o-"), (1, "time", "s-")):
        axes.plot(values, [100 * points[f][i] / points[1][i] for f in values], mark, label=what)
    peer = ppa_tables.published()
    for step in peer["factor_sweep"]:
        if step["from"] == 1:
            axes.plot(step["to"], 100 + step["lut"], "o", mfc="none", color=THEIRS)
            axes.plot(step["to"], 100 + step["time"], "s", mfc="none", color=THEIRS)
    axes.plot([], [], "o", mfc="none", color=THEIRS, label=f"LUT, {peer['label']}")
    axes.plot([], [], "s", mfc="none", color=THEIRS, label=f"time, {peer['label']}")
    axes.set(xlabel="F", ylabel="percent of F = 1", xticks=values,
             title="n = 16384, t = 160: area and time of decryption by F")
    axes.legend()
    return ""


PLOTS: dict[str, Draw] = {"pareto": pareto, "phases": phases, "units": units, "factor": factor}


def save(name: str, draw: Draw, folder: Path) -> bool:
    """Draw one picture; False when nothing was measured for it."""
    with plt.rc_context(STYLE):
        figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
        lacks = draw(axes)
        if lacks:
            print(f"{name}: not drawn, nothing measured ({lacks})")
        else:
            folder.mkdir(parents=True, exist_ok=True)
            figure.savefig(folder / f"{name}.svg", metadata={"Date": None})
            figure.savefig(folder / f"{name}.png", dpi=120, metadata={"Software": None})
            print(f"written: {name}.svg, {name}.png")
        plt.close(figure)
    return not lacks


def main() -> int:
    """All pictures for which there are results."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where pictures go")
    folder: Path = parser.parse_args().folder
    return 0 if any([save(name, draw, folder) for name, draw in PLOTS.items()]) else 1


if __name__ == "__main__":
    sys.exit(main())
