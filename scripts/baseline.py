#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The guard against slow drift: cycles and LUTs of the default build, and how much they may grow.

scripts/baseline.json holds the cycles of every operation and set (instruction-level simulator,
which the tests hold equal to the RTL) and the LUTs of every unit (Yosys, xc7). `make test` compares
the cycles always, but the LUTs only when this machine has the synthesis tools and has synthesised
the present sources: a run takes minutes. `make ppa` and `make synth` compare the LUTs they find and
fail. `make baseline REASON="..."` rewrites the file; the reason must stand in CHANGELOG.md too, so
that nobody moves the mark silently.
"""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any

import ppa_area
import ppa_cycles
from ppa_builds import ROOT, find

FILE = ROOT / "scripts" / "baseline.json"
CHANGELOG = ROOT / "CHANGELOG.md"
TOLERANCE = 0.02
LIMIT = 1 + TOLERANCE


def load() -> dict[str, Any]:
    """The file: `reason`, `build`, `cycles` {set: {operation: n}}, `lut` {unit: n}."""
    found: dict[str, Any] = json.loads(FILE.read_text())
    return found


def cycles_now() -> dict[str, dict[str, int]]:
    """Cycles of every set and operation of the default build."""
    made: dict[str, dict[str, int]] = {}
    for row in ppa_cycles.table(find("default")):
        made.setdefault(row["set"], {})[row["op"]] = row["cycles"]
    return made


def luts_now() -> dict[str, int]:
    """LUTs of every unit of the default build; empty when they are not known on these sources."""
    parameters = find("default").parameters
    if not ppa_area.have_tools() or not ppa_area.whole_known(parameters):
        return {}
    return {u["unit"]: int(u["LUT"]) for u in ppa_area.whole(parameters)}


def grown(before: dict[str, int], now: dict[str, int], what: str) -> list[str]:
    """One sentence for each figure that is missing or has grown beyond the tolerance."""
    lines = [f"{name}: no longer measured" for name in before if name not in now]
    lines += [f"{name}: {now[name]:,} {what}, baseline {mark:,}, "
              f"{now[name] / mark - 1:+.1%} (at most {TOLERANCE:+.0%})"
              for name, mark in before.items() if name in now and now[name] > mark * LIMIT]
    return lines


def flat(cycles: dict[str, dict[str, int]]) -> dict[str, int]:
    """{"set operation": cycles}."""
    return {f"{name} {op}": n for name, ops in cycles.items() for op, n in ops.items()}


def grown_cycles() -> list[str]:
    """What takes more cycles than the baseline allows."""
    return grown(flat(load()["cycles"]), flat(cycles_now()), "cycles")


def grown_luts(result: dict[str, Any]) -> list[str]:
    """Units of a result of `make ppa` on the default build that are larger than allowed."""
    now = {u["unit"]: int(u["LUT"]) for u in result["xc7"]["units"]}
    return grown(load()["lut"], now, "LUT") if now else []


def reason_is_told(reason: str, changelog: str) -> bool:
    """Whether the changelog holds the reason, whatever its line breaks."""
    return bool(reason.strip()) and " ".join(reason.split()) in " ".join(changelog.split())


def main() -> int:
    """Rewrite the baseline from the present sources."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--reason", required=True, help="why it changes; stands in CHANGELOG.md")
    parser.add_argument("--no-area", action="store_true", help="keep the LUTs of the old file")
    args = parser.parse_args()
    if not reason_is_told(args.reason, CHANGELOG.read_text()):
        print(f'error: "{args.reason}" does not stand in CHANGELOG.md; write it there first',
              file=sys.stderr)
        return 1
    default = find("default")
    if args.no_area:
        lut = load()["lut"]
    else:
        lut = {u["unit"]: int(u["LUT"]) for u in ppa_area.whole(default.parameters)}
    FILE.write_text(json.dumps({"reason": args.reason, "build": default.text,
                                "cycles": cycles_now(), "lut": lut}, indent=1) + "\n")
    print(f"written: {FILE.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
