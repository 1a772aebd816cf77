# SPDX-License-Identifier: Apache-2.0
"""Tables of docs/results.md and README.md out of build/results: `make ppa`, `sweep`, `toggles`.

Every number comes from a result file. What is missing is named with the command that measures it;
results of other sources count as missing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import yaml

import ppa_area
from mce import params, simulation
from ppa_builds import ROOT, defaults, fields_text, named

RESULTS = ROOT / "build" / "results"
PUBLISHED = ROOT / "model" / "spec" / "published.yml"
LARGE = tuple(f"large-f{f}" for f in range(1, 6))
Result = dict[str, Any]


class Gap(str):
    """A text that stands where a measurement is missing; it never replaces a measured table."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]], left: int = 2) -> str:
    """A Markdown table; the first `left` columns left, the others right."""
    rule = ["---" if i < left else "--:" for i in range(len(head))]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, rule, *rows]) + "\n"


@cache
def _sources() -> str:
    return ppa_area.digest("ooc_top")


def fresh(name: str) -> Result | None:
    """A result file, when it is there and belongs to the present RTL."""
    path = RESULTS / f"{name}.json"
    if not path.exists():
        return None
    found: Result = json.loads(path.read_text())
    if found["sources"] != _sources():
        print(f"{path.relative_to(ROOT)} was measured on other sources and is not published")
        return None
    return found


def result(name: str) -> Result | None:
    """The result of `make ppa` on a named build."""
    return fresh(f"ppa/{name}")


def gap(*commands: str) -> Gap:
    """What to run."""
    return Gap("Not measured: " + ", ".join(f"`{c}`" for c in commands) + ".\n")


def _ppa_command(name: str) -> str:
    return f"make ppa CONFIG={name}"


def missing(value: Any, name: str) -> str:
    """A cell that was not measured."""
    return f"not measured (`{_ppa_command(name)}`)" if value is None else str(value)


def whole(found: Result | None) -> Result | None:
    """Figures of the whole core."""
    units = found["xc7"]["units"] if found else []
    return units[0] if units else None


def cycles_of(found: Result, op: str, code: str = "") -> Result | None:
    """A row of cycles; without a code that of the last one."""
    rows = [r for r in found["cycles"] if r["op"] == op and code in r["set"]]
    return rows[-1] if rows else None


def _cells(figures: Mapping[str, float]) -> list[str]:
    return [f"{figures[k]:,}" for k in ppa_area.KINDS]


def units() -> str:
    """Area by unit of the default build."""
    found = result("default")
    if found is None or not found["xc7"]["units"]:
        return gap("make synth")
    rows = [[u["unit"], u["what"], *_cells(u)] for u in found["xc7"]["units"]]
    return (f"Build: {found['build']}. {found['xc7']['tool']}.\n\n"
            + table(["unit", "what", *ppa_area.KINDS], rows) + "\n" + clock_line(found))


def clock_line(found: Result) -> str:
    """One sentence on ECP5."""
    ecp5, name = found["ecp5"], found["name"]
    if not ecp5["fmax_by_seed"]:
        return f"Clock: not measured (`{_ppa_command(name)} SEEDS=3`).\n"
    runs = ", ".join(f"{f:.1f}" for f in ecp5["fmax_by_seed"].values())
    cells = ", ".join(f"{v:,} {k}" for k, v in ecp5["cells"].items())
    return (f"{ecp5['device']}, out of context, registers on the ports: {ecp5['fmax_mhz']:.1f} MHz,"
            f" the best of the placements {runs}; {cells}.\n")


def hashes() -> str:
    """The variants of the hash unit."""
    rows = []
    for name, what in (("default", "one plane a cycle"), ("pke", "none"),
                       ("hash2", "one round a cycle")):
        found = result(name)
        area = whole(found)
        if found is None or area is None:
            rows.append([str(named()[name].parameters["HASH"]), what,
                         *(["not measured"] * (len(ppa_area.KINDS) + 1))])
            continue
        own = [u["LUT"] for u in found["xc7"]["units"] if u["unit"] == "hash_block"]
        rows.append([str(found["parameters"]["HASH"]), what, *_cells(area), f"{sum(own):,}"])
    if all(row[-1] == "not measured" for row in rows):
        return gap("make synth")
    return table(["HASH", "hash unit", *ppa_area.KINDS, "LUT of the hash unit"], rows)


def _changes(name: str) -> str:
    """How a build differs from the default."""
    changed = {k: v for k, v in named()[name].parameters.items() if v != defaults()[k]}
    return " ".join(f"{k}={fields_text(v) if k == 'FIELDS' else v}"
                    for k, v in changes_sorted(changed)) or "-"


def changes_sorted(changed: Mapping[str, int]) -> list[tuple[str, int]]:
    """In the order of the parameters."""
    return [(k, changed[k]) for k in defaults() if k in changed]


def builds() -> str:
    """One row a named build: area, clock, decryption of its largest code."""
    rows, some = [], False
    for name in named():
        found = result(name)
        area = whole(found)
        if found is None or area is None:
            rows.append([name, _changes(name), missing(None, name), *(["-"] * 7)])
            continue
        some, row = True, cycles_of(found, "decrypt")
        assert row is not None
        fmax = found["ecp5"]["fmax_mhz"]
        rows.append([name, _changes(name), f"{area['LUT']:,}", f"{area['FF']:,}",
                     f"{area['BRAM36']:,}", "not measured" if fmax is None else f"{fmax:.1f}",
                     row["set"].removeprefix("mceliece"), f"{row['cycles']:,}",
                     f"{row['ms_100mhz']:.3f}", f"{row['lut_ms']:,.0f}"])
    if not some:
        return gap(*(_ppa_command(name) for name in ("default", "pke", "fast", "small")))
    return table(["build", "differs by", "LUT", "FF", "BRAM36", "ECP5 MHz", "code",
                  "cycles of decrypt", "ms at 100 MHz", "LUT x ms"], rows)


def cycle_table(found: Result) -> str:
    """Cycles and times of every operation of a build."""
    def number(value: float | None, digits: int) -> str:
        return "not measured" if value is None else f"{value:,.{digits}f}"

    rows = [[r["set"].removeprefix("mceliece"), r["op"].replace("_", " "), f"{r['cycles']:,}",
             f"{r['cycles_latency30']:,}", number(r["ms_100mhz"], 4),
             number(r["ms_100mhz_latency30"], 4), number(r["ms_fmax"], 4),
             number(r["lut_ms"], 0), number(r["lut_ms_latency30"], 0)] for r in found["cycles"]]
    return table(["code", "operation", "cycles", "with latency", "ms at 100 MHz", "with latency",
                  "ms at Fmax", "LUT x ms at 100 MHz", "with latency"], rows)


def cycles() -> str:
    """Cycles and times of every operation of the default build."""
    found = result("default")
    return gap(_ppa_command("default")) if found is None else cycle_table(found)


def phases() -> str:
    """Where the cycles of a decryption go, on the default build."""
    found = result("default")
    if found is None:
        return gap(_ppa_command("default"))
    rows = [r for r in found["cycles"] if r["op"] == "decrypt"]
    names = list(rows[0]["phases"])
    return table(["code", *names, "all"],
                 [[r["set"].removeprefix("mceliece"), *(f"{r['phases'][n]:,}" for n in names),
                   f"{r['cycles']:,}"] for r in rows], left=1)


def peers() -> list[Result]:
    """All published designs."""
    found: list[Result] = yaml.safe_load(PUBLISHED.read_text())
    return found


def published() -> Result:
    """The published design that names LUTs and time."""
    return next(e for e in peers() if "lut" in e)


def factor() -> str:
    """Area times time beside the published product."""
    found = result("pke")
    area = whole(found)
    if found is None or area is None:
        return gap(_ppa_command("pke"))
    peer = published()
    product = peer["lut"] * peer["decrypt_ms"]
    rows = []
    for r in found["cycles"]:
        if not r["op"].endswith("decrypt") or r["ms_100mhz"] is None or not _large_t(r["set"]):
            continue
        rows.append([r["set"].removeprefix("mceliece"), r["op"].replace("_", " "),
                     f"{r['ms_100mhz']:.3f}", f"{r['lut_ms']:,.0f}",
                     f"{product / r['lut_ms']:.1f}", f"{r['ms_100mhz_latency30']:.3f}",
                     f"{r['lut_ms_latency30']:,.0f}", f"{product / r['lut_ms_latency30']:.1f}"])
    return (f"{peer['label']}: {peer['lut']:,} LUT x {peer['decrypt_ms']} ms = {product:,.0f}. "
            f"Ours: {area['LUT']:,} LUT, {peer['clock_mhz']} MHz for both.\n\n"
            + table(["code", "operation", "ms", "LUT x ms", "factor", "ms with latency",
                     "LUT x ms", "factor"], rows))


def _large_t(name: str) -> bool:
    """Whether a set has an error weight that the published figures cover."""
    return any(name.endswith(str(t)) for t in published()["error_weights"])


def factor_points() -> dict[int, tuple[float, int]]:
    """F -> (LUT, cycles of decrypt) of the large builds that were measured."""
    made = {}
    for name in LARGE:
        found = result(name)
        area = whole(found)
        row = cycles_of(found, "decrypt") if found else None
        if found and area and row:
            made[found["parameters"]["GF2MULT_FACTOR"]] = (area["LUT"], row["cycles"])
    return made


def large() -> str:
    """The F sweep on the large build beside the published one."""
    points = factor_points()
    if not points:
        return gap("make ppa CONFIG=\"" + " ".join(LARGE) + "\" SEEDS=0")
    rows = [[str(f), f"{lut:,}", f"{n:,}"] for f, (lut, n) in sorted(points.items())]
    text = table(["F", "LUT", "cycles of decrypt"], rows, left=1) + "\n"
    rows = []
    for step in published()["factor_sweep"]:
        a, b = step["from"], step["to"]
        if a in points and b in points:
            lut, time = (f"{100 * (points[b][i] / points[a][i] - 1):+.0f} %" for i in (0, 1))
        else:
            lut = time = missing(None, f"large-f{a if a not in points else b}")
        rows.append([f"{a} to {b}", lut, f"{step['lut']:+d} %", time, f"{step['time']:+d} %"])
    return text + table(["F", "LUT", f"LUT, {published()['label']}", "time",
                         f"time, {published()['label']}"], rows, left=1)


def pareto(points: Sequence[Result], x: str, y: str) -> list[Result]:
    """Points that no other one beats in both figures, by rising x."""
    best: list[Result] = []
    for p in sorted(points, key=lambda p: (p[x], p[y])):
        if not best or p[y] < best[-1][y]:
            best.append(p)
    return best


TIME = "cycles_decrypt_8192128"


def sweep() -> str:
    """The Pareto front of the sweep, and how good the sums are."""
    found = fresh("sweep")
    if found is None or not all(TIME in p for p in found["points"]) or not found["points"]:
        return gap("make sweep CLOCK=6")
    rows = [[str(p["F"]), str(p["W"]), str(p["POINTS"]), f"{p['LUT']:,.0f}", f"{p['FF']:,.0f}",
             f"{p['BRAM36']:,}", f"{p[TIME]:,}", f"{p['LUT'] * p[TIME] / 1e5:,.0f}",
             "-" if p["fmax_mhz"] is None else f"{p['fmax_mhz']:.1f}"]
            for p in pareto(found["points"], "LUT", TIME)]
    check = found["check"]
    told = ("not compared with the whole core (`make sweep`)" if check is None else
            f"the sum is {check['sum']:,} LUT where one run on the whole core finds "
            f"{check['whole']:,} ({check['difference_percent']:+.1f} %)")
    return (f"{len(found['points'])} points; the grid has {found['pruning']}. For the default "
            f"build {told}. The points that no other one beats in both area and time of "
            "decryption (8192128):\n\n"
            + table(["F", "W", "POINTS", "LUT", "FF", "BRAM36", "cycles of decrypt",
                     "LUT x ms at 100 MHz", "ECP5 MHz"], rows, left=3))


STREAM = {64: (1.01, 2000), 256: (1.02, 2000), 512: (1.03, 2000)}
"""By AXIS_WIDTH, how much slower than the stream a product with the public key may be: a factor of
the beats of the key, and cycles."""


def stream() -> str:
    """Encryption beside the beats of the public key, by the width of the streams."""
    found = fresh("sweep")
    made = found["points"] if found else []
    points = {p["W"]: p for p in made if (p["F"], p["POINTS"]) == (8, 2)}
    if not points.keys() >= STREAM.keys():
        return gap("make sweep")
    rows = []
    for width, (most, more) in STREAM.items():
        for p in map(params.get, simulation.SIZES):
            name = p.name.removeprefix("mceliece")
            beats = p.pk_bytes * 8 / width
            cycles = [points[width][f"cycles_{op}_{name}"]
                      for op in ("encrypt", "encap_without_hash")]
            rows.append([str(width), name, f"{beats:,.0f}", *(f"{c:,}" for c in cycles),
                         *(f"{100 * (c / beats - 1):.1f}" for c in cycles),
                         f"{most * beats + more:,.0f}"])
    return table(["W", "set", "beats of the key", "encrypt", "encap without hash",
                  "encrypt, % more", "encap, % more", "at most"], rows)


def toggles() -> str:
    """Toggles by unit of one decryption."""
    found = fresh("toggles")
    if found is None:
        return gap("make toggles")
    rows = [[u["unit"], f"{u['bits']:,}", f"{u['toggles']:,}", f"{u['share']:.1f}"]
            for u in found["units"]]
    return (f"One {found['operation']} of {found['set']}, {found['cycles']:,} cycles, "
            f"{found['build']}.\n\n"
            + table(["unit", "bits of nets that moved", "toggles", "share in %"], rows, left=1))


def plots() -> str:
    """The pictures that there are."""
    told = {"pareto": "Area and time of decryption", "phases": "Cycles of decryption by phase",
            "units": "Area by unit", "factor": "Area and time by F on a large code"}
    lines = [f"![{what}](plots/{name}.svg)" for name, what in told.items()
             if (ROOT / "docs" / "plots" / f"{name}.svg").exists()]
    return "\n\n".join(lines) + "\n" if lines else gap("make plots")


def summary() -> str:
    """The line of README.md on area and clock."""
    found, plain = result("default"), result("pke")
    area, without = whole(found), whole(plain)
    if found is None or area is None:
        return gap("make synth")
    fmax = found["ecp5"]["fmax_mhz"]
    rows = [["xc7 LUT (Yosys)", f"{area['LUT']:,}"],
            ["the same without the hash unit",
             f"{without['LUT']:,}" if without else missing(None, "pke")],
            ["flip-flops", f"{area['FF']:,}"], ["BRAM36", f"{area['BRAM36']:,}"],
            ["DSP", f"{area['DSP']:,}"],
            ["Fmax, ECP5-85", "not measured (`make synth`)" if fmax is None else f"{fmax:.1f} MHz"]]
    peer = published()
    row = cycles_of(plain, "decrypt") if plain else None
    if row is not None and row["lut_ms"]:
        times = peer["lut"] * peer["decrypt_ms"]
        rows.append([f"area x time of decryption against {peer['label']}, 8192128",
                     f"{times / row['lut_ms']:.1f} times smaller, with latency "
                     f"{times / row['lut_ms_latency30']:.1f}"])
    return table(["default build", ""], rows, left=1)


PARTS: dict[str, Callable[[], str]] = {
    "ppa-units": units, "ppa-hash": hashes, "ppa-builds": builds, "ppa-cycles": cycles,
    "ppa-phases": phases, "ppa-factor": factor, "ppa-large": large, "ppa-sweep": sweep,
    "ppa-stream": stream,
    "ppa-toggles": toggles, "ppa-plots": plots, "ppa-summary": summary,
}
