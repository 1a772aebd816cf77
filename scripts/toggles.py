#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Bits that toggle in each unit during one decryption on the simulated RTL: a proxy for power.

Neither capacities nor glitches nor the clock tree are in it; it compares states of these sources,
not designs. Verilator writes its waveform into a pipe that this script counts from, while the core
runs a job, so that no file of hundreds of megabytes is kept. Result: build/results/toggles.json.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

import ppa_area
from mce import backend_rtl, params, pke
from mce.backend import DecryptJob
from mce.bits import pack
from mce.errors import MceError
from mce.keygen import seeded_keygen
from ppa_builds import ROOT, find

RESULT = ROOT / "build" / "results" / "toggles.json"
CORE = "u_core"
RUNNING = "running_o"
UNITS = {"u_vec": "vec_core", "u_poly": "poly_unit", "u_eval": "eval_unit", "u_hash": "hash_block",
         "u_packet_io": "packet_io", "u_sequencer": "sequencer"}
"""Instances of `mce_core`, by the names of their modules."""

REST = "rest"


@dataclass
class Signal:
    """One net of the waveform: its unit, width, value so far, and changed bits."""

    unit: str
    width: int
    value: int | None = None
    toggles: int = 0


@dataclass
class Counter:
    """Reads a value change dump and counts changed bits while `RUNNING` of the core is high.

    Attributes:
        signals: by the short code of the dump; a net that several scopes show counts once, for the
            first unit among them.
    """

    signals: dict[str, Signal] = field(default_factory=dict)
    running: str = ""
    _scopes: list[str] = field(default_factory=list)
    _on: bool = False

    def read(self, lines: Iterable[str]) -> None:
        """All lines of a dump."""
        for line in lines:
            first = line[:1]
            if first in "01xzXZ":
                self._change(line[1:].strip(), line[0])
            elif first in "bB":
                value, _, code = line[1:].strip().partition(" ")
                self._change(code, value)
            elif words := line.split():
                self._declare(words)

    def _declare(self, words: list[str]) -> None:
        if words[0] == "$scope":
            self._scopes.append(words[2])
        elif words[0] == "$upscope":
            self._scopes.pop()
        elif words[0] == "$var" and CORE in self._scopes:
            width, code, name = int(words[2]), words[3], words[4]
            unit = self._unit()
            if code not in self.signals or self.signals[code].unit == REST:
                self.signals[code] = Signal(unit, width)
            if name == RUNNING and self._scopes[-1] == CORE:
                self.running = code

    def _unit(self) -> str:
        inside = self._scopes[self._scopes.index(CORE) + 1 :]
        return next((UNITS[scope] for scope in inside if scope in UNITS), REST)

    def _change(self, code: str, text: str) -> None:
        signal = self.signals.get(code)
        if signal is None:
            return
        value = int(text.translate(_UNKNOWN), 2)
        if code == self.running:
            self._on = bool(value)
        if self._on and signal.value is not None:
            signal.toggles += (value ^ signal.value).bit_count()
        signal.value = value

    def rows(self) -> list[dict[str, Any]]:
        """Of every unit, the busiest first: bits of nets that moved, toggles, share in percent."""
        total = sum(s.toggles for s in self.signals.values()) or 1
        made = []
        for unit in (*UNITS.values(), REST):
            own = [s for s in self.signals.values() if s.unit == unit]
            count = sum(s.toggles for s in own)
            moved = sum(s.width for s in own if s.toggles)
            made.append({"unit": unit, "bits": moved, "toggles": count,
                         "share": round(100 * count / total, 1)})
        return sorted(made, key=lambda row: -row["toggles"])


_UNKNOWN = str.maketrans("xzXZ", "0000")


def job(name: str, seed: int) -> Any:
    """A decryption of a random message with a fresh key."""
    p = params.get(params.full_name(name))
    rng = np.random.default_rng(seed)
    key = seeded_keygen(p, rng.bytes(params.DELTA_BYTES))
    error = np.zeros(p.n, dtype=np.uint8)
    error[rng.choice(p.n, p.t, replace=False)] = 1
    word = pke.encrypt(p, key.pk, pack(rng.integers(0, 2, p.k).astype(np.uint8)), error).c
    return backend_rtl.decrypt_job(DecryptJob(p, key.sk, word))


def simulate(todo: Any, parameters: Mapping[str, int]) -> tuple[Counter, int]:
    """Toggles and cycles of a job."""
    counter, folder = Counter(), Path(tempfile.mkdtemp(dir=ROOT / "build"))
    pipe = folder / "waves.vcd"
    os.mkfifo(pipe)

    def count() -> None:
        with open(pipe, encoding="ascii", errors="replace") as lines:
            counter.read(lines)

    reader = threading.Thread(target=count, daemon=True)
    reader.start()
    try:
        done = backend_rtl.simulated([todo], parameters=parameters, dump=pipe)
        reader.join(600)
    finally:
        pipe.unlink(missing_ok=True)
        folder.rmdir()
    return counter, int(backend_rtl.check(done.results[0]).cycles)


def main() -> int:
    """Run, count, write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--config", default="default", help="build, as in make ppa")
    parser.add_argument("--set", default="mceliece348864", help="parameter set")
    parser.add_argument("--seed", type=int, default=1, help="of key and message")
    args = parser.parse_args()
    try:
        config = find(args.config)
        counter, cycles = simulate(job(args.set, args.seed), config.parameters)
    except MceError as error:
        sys.exit(f"error: {error}")
    if not counter.running or not any(s.toggles for s in counter.signals.values()):
        sys.exit("error: the waveform has no running core in it")
    RESULT.parent.mkdir(parents=True, exist_ok=True)
    RESULT.write_text(json.dumps({
        "build": config.text, "set": args.set, "operation": "decrypt", "cycles": cycles,
        "seed": args.seed, "sources": ppa_area.digest("ooc_top"), "units": counter.rows()},
        indent=1) + "\n")
    for row in counter.rows():
        print(f"{row['unit']:12} {row['bits']:>8,} bits {row['toggles']:>12,} toggles "
              f"{row['share']:5.1f} %")
    print(f"{cycles:,} cycles; written: {RESULT.relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
