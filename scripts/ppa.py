#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Power, performance, area of a build: LUTs by unit, clock, cycles and times of every operation.

Writes build/results/ppa/NAME.json and NAME.md. What has been synthesised is not synthesised again
(scripts/ppa_area.py). Cycles come from the instruction-level simulator; --rtl runs the operations
on the simulated RTL too and stops when one differs.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import baseline
import ppa_area
import ppa_cycles
import ppa_rtl
import ppa_tables
from mce.errors import MceError
from ppa_builds import ROOT, Config, find

RESULTS = ROOT / "build" / "results" / "ppa"
TABLE_MHZ = 100
"""The clock of the published times, at which ours stand beside them."""


def times(row: dict[str, Any], lut: float | None, fmax: float | None) -> dict[str, Any]:
    """Milliseconds at 100 MHz and at Fmax, and LUT x ms at 100 MHz."""
    made: dict[str, Any] = {}
    for suffix, cycles in (("", row["cycles"]), ("_latency30", row["cycles_latency30"])):
        ms = cycles / TABLE_MHZ / 1000
        made[f"ms_100mhz{suffix}"] = round(ms, 5)
        made[f"lut_ms{suffix}"] = None if lut is None else round(lut * ms, 1)
        made[f"ms_fmax{suffix}"] = None if fmax is None else round(cycles / fmax / 1000, 5)
    return made


def sources() -> str:
    """Name of this state of the RTL, comments left out."""
    return ppa_area.digest("ooc_top")


def measure(config: Config, *, seeds: int = 1, area: bool = True, rtl: bool = False,
            ) -> dict[str, Any]:
    """Everything about a build. What is left out but known on these sources is told all the same.

    Args:
        config: the build.
        seeds: place and route runs; 0 leaves out the clock.
        area: run Yosys.
        rtl: run the operations on the RTL.

    Raises:
        RuntimeError: a tool failed, or the RTL and the instruction-level simulator differ.
    """
    rows = ppa_cycles.table(config)
    if rtl:
        rows = ppa_rtl.confirm(config, rows)
    known = ppa_area.whole_known(config.parameters)
    units = ppa_area.whole(config.parameters) if area or known else []
    fmax = ppa_area.clock(config.parameters, seeds if area else 0)
    best = max(fmax.values()) if fmax else None
    lut = units[0]["LUT"] if units else None
    return {
        "name": config.name, "what": config.what, "build": config.text,
        "parameters": dict(config.parameters), "sources": sources(),
        "xc7": {"tool": "Yosys synth_xilinx, hierarchy kept: estimates, no vendor place and route",
                "units": units},
        "ecp5": {"device": ppa_area.DEVICE, "fmax_mhz": best, "fmax_by_seed": fmax,
                 "cells": ppa_area.ecp5_cells(config.parameters) if fmax else None},
        "cycles": [{**row, **times(row, lut, best)} for row in rows],
    }


def save(result: dict[str, Any]) -> Path:
    """Write the results of a build; returns the path of the JSON file."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{result['name']}.json"
    part = path.with_suffix(".part")
    part.write_text(json.dumps(result, indent=1) + "\n")
    part.rename(path)
    path.with_suffix(".md").write_text(markdown(result))
    return path


def _units(result: dict[str, Any]) -> str:
    rows = [[u["unit"], u["what"], *(f"{u[k]:,}" for k in ppa_area.KINDS)]
            for u in result["xc7"]["units"]]
    head = ["unit", "what", *ppa_area.KINDS]
    return ppa_tables.table(head, rows) if rows else "Area: not measured.\n"


def markdown(result: dict[str, Any]) -> str:
    """All tables of a build."""
    return "\n".join([f"# {result['name']}: {result['what']}\n", f"{result['build']}\n",
                      _units(result), ppa_tables.clock_line(result),
                      ppa_tables.cycle_table(result),
                      "With latency: 30 cycles of memory latency and 40 of DMA programming before "
                      "every packet. LUT: " + result["xc7"]["tool"] + ".\n"])


def documents() -> int:
    """Write the measured tables of the documents anew."""
    return subprocess.run([sys.executable, str(ROOT / "scripts" / "gen_docs.py")],
                          check=False).returncode


def one(config: Config, *, seeds: int, area: bool = True, rtl: bool = False) -> bool:
    """Measure, save and show a build; False when its LUTs exceed the baseline's."""
    result = measure(config, seeds=seeds, area=area, rtl=rtl)
    path = save(result)
    print(path.with_suffix(".md").read_text())
    print(f"written: {path.relative_to(ROOT)}, {path.with_suffix('.md').relative_to(ROOT)}")
    grown = baseline.grown_luts(result) if config.name == "default" and area else []
    for line in grown:
        print(f"error: {line}", file=sys.stderr)
    return not grown


def main() -> int:
    """Measure the builds that the command line names."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("configs", nargs="*", default=["default"],
                        help="names of scripts/configs.yml or KEY=VALUE,... (W and F for short)")
    parser.add_argument("--seeds", type=int, default=1,
                        help="place and route runs on ECP5, the best counts; 0: no clock")
    parser.add_argument("--no-area", action="store_true", help="cycles only, no Yosys")
    parser.add_argument("--rtl", action="store_true", help="run the operations on the RTL too")
    args = parser.parse_args()
    good = []
    for asked in args.configs:
        try:
            good.append(one(find(asked), seeds=args.seeds, area=not args.no_area, rtl=args.rtl))
        except (MceError, RuntimeError) as error:
            print(f"error: {asked}: {error}", file=sys.stderr)
            good.append(False)
    return 0 if all(good) and documents() == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
