#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Rewrite the generated parts of README.md and docs: measured tables and the worked example.

A generated part stands between `<!-- begin NAME -->` and `<!-- end NAME -->`. Measured tables come
from build/results (`make sim`, `make ppa`, `make synth`, `make sweep`); a table whose results are
not there keeps its text, and that is said. The worked example and the cost of programs come from
the model, the list of errors from the sources; they are the same everywhere.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ppa_tables
from ppa_tables import Gap, table

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "build" / "results"
PAGES = ("README.md", "docs/formats.md", "docs/results.md", "docs/errors.md",
         "docs/programs.md", "docs/kem.md")
SAME_EVERYWHERE = {"example", "errors", "programs", "kem-example", "kem-sets"}
PART = r"(<!-- begin {name} -->\n)(.*?)(<!-- end {name} -->)"


def _results(name: str) -> Any:
    path = RESULTS / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else None


def sim_table() -> str | None:
    """Cycles of every operation and set, beside the published ones."""
    from mce import params, simulation  # noqa: PLC0415  numpy is needed only here

    rows = _results("sim")
    if rows is None or {r["set"] for r in rows} != set(params.names()):
        return None
    if not all(r["ok"] for r in rows):
        sys.exit("build/results/sim.json holds a failed run; mend it before it is published")
    labels = list(simulation.published("encrypt", 128))
    cells = []
    for r in rows:
        # What the f variants and plaintext confirmation cost stands in docs/kem.md.
        if r["set"] not in simulation.SIZES or r["op"].endswith("_pc"):
            continue
        others = simulation.published(r["op"], params.get(r["set"]).t).values()
        spans = ["-" if o is None else f"{o[0]:,} to {o[1]:,}" for o in others]
        operation = r["op"].replace("_", " ")
        cells.append([r["set"].removeprefix("mceliece"), operation, f"{r['cycles']:,}",
                      f"{r['cycles_latency30']:,}", f"{r['stream_in_bytes']:,}", *spans])
    head = ["set", "operation", "cycles", "with latency", "bytes streamed in", *labels]
    return f"Build: {rows[0]['build']}, seed {rows[0]['seed']}.\n\n" + table(head, cells)


def example() -> str:
    """The worked byte example: one small code, all packets of an encryption and a decryption."""
    from mce.worked_example import text  # noqa: PLC0415

    return text()


def kem_example() -> str:
    """The worked byte example of the KEM."""
    from mce.worked_example import kem_text  # noqa: PLC0415

    return kem_text()


def kem_sets() -> str:
    """Sizes of every set, and cycles of its KEM on the default build: the same for all data."""
    import numpy as np  # noqa: PLC0415

    from mce import kem, keyimage, params  # noqa: PLC0415
    from mce.basis import basis  # noqa: PLC0415
    from mce.driver.kem import Kem  # noqa: PLC0415
    from mce.driver.simulated import SimulatedDevice, wait  # noqa: PLC0415
    from mce.iss import Core  # noqa: PLC0415

    core = Kem(SimulatedDevice(Core()))
    wait(core.load())
    rows = []
    for p in map(params.get, params.names()):
        draw = np.arange(p.tau, dtype=np.uint16)
        points = np.arange(p.q, dtype=np.uint16)
        pos = np.where(points < p.n, points, np.uint16(keyimage.OUTSIDE)).astype(np.uint16)
        key = keyimage.KeyImage(p, basis(p.m), pos, (points < p.n).astype(np.uint16),
                                points[: p.n], bytes(p.n_bytes))
        cycles = []
        for q in (p, p.with_pc()):
            made = wait(core.encapsulate(q, bytes(p.pk_bytes), kem.scripted([draw])))
            cycles += [made.cycles, wait(core.decapsulate(q, key, bytes(q.ct_bytes))).cycles]
        sizes = [p.pk_bytes, p.sk_bytes, len(key.to_bytes()), p.ct_bytes]
        rows.append([p.name.removeprefix("mceliece"), *(f"{x:,}" for x in sizes + cycles)])
    return table(["set", "public key", "private key", "key image", "ciphertext", "encap", "decap",
                  "encap_pc", "decap_pc"], rows)


def errors() -> str:
    """Every error code of the tools with message and cure."""
    from mce.error_list import table as error_table  # noqa: PLC0415

    return error_table()


def programs() -> str:
    """Words, bytes and cycles of every program, for the smallest and the largest set."""
    from mce import params  # noqa: PLC0415
    from mce.driver.programs import BATCH, NAMES, image  # noqa: PLC0415
    from mce.isa.course import course  # noqa: PLC0415
    from mce.iss import Core, Machine  # noqa: PLC0415

    rows = []
    for name in NAMES:
        made, cells = image((name,)), []
        words = made.words
        core = Core(batch=4 if name in BATCH else 1)
        for p in map(params.get, ("mceliece348864", "mceliece8192128")):
            # The entry of a draw follows from its size (sw/asm/sample.s); others have one.
            start = made.entries[f"sample{p.tau // p.t}" if name == "sample" else name]
            steps, _ = course(words, start, (p.m, p.n, p.t), core.build)
            machine = Machine(core)
            machine.load(words)
            packets = [bytes(s.packet_in) for s in steps if s.packet_in]
            run = machine.run(start, m=p.m, n=p.n, t=p.t, packets=packets)
            cells += [f"{sum(map(len, packets)):,}", f"{run.cycles:,}"]
        rows.append([f"`{name}`", str(len(words)), *cells])
    return table(["program", "words", "bytes in, 348864", "cycles", "bytes in, 8192128", "cycles"],
                 rows)


PARTS: dict[str, Callable[[], str | None]] = {
    "sim-table": sim_table, **ppa_tables.PARTS, "example": example, "errors": errors,
    "programs": programs, "kem-example": kem_example, "kem-sets": kem_sets,
}


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\")


def render(page: str, only: set[str] | None = None) -> str:
    """Text of a page with its generated parts made anew."""
    content = (ROOT / page).read_text()
    for name, make in PARTS.items():
        if f"<!-- begin {name} -->" not in content or (only and name not in only):
            continue
        new = make()
        pattern = re.compile(PART.format(name=name), re.DOTALL)
        old = pattern.search(content)
        if new is None or (isinstance(new, Gap) and old and "|" in old[2]):
            print(f"{page}: {name} kept, no complete results of these sources in build/results")
            continue
        content = pattern.sub(rf"\g<1>{_escaped(new)}\g<3>", content)
    return content


def main() -> int:
    """Write the pages, or with --check compare the parts that do not depend on measurements."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare what needs no results")
    check: bool = parser.parse_args().check
    stale = []
    for page in PAGES:
        new = render(page, SAME_EVERYWHERE if check else None)
        if new != (ROOT / page).read_text():
            stale.append(page)
            if not check:
                (ROOT / page).write_text(new)
                print(f"{page}: written")
    if check and stale:
        print(f"stale: {', '.join(stale)}; run `make docs`")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
