# SPDX-License-Identifier: Apache-2.0
"""The directed programs of this folder: one <mnemonic>.s for every instruction, with what it must
answer and how long it must take in <mnemonic>.yml."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from cores import CORES, build_of
from mce.isa.asm import assemble

HERE = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Pair:
    """A program and what it does.

    Attributes:
        name: the mnemonic it is about.
        core: name of the build.
        words: the program.
        m, n, t: parameters.
        packets, outputs: operand and result packets.
        flags: the flags byte at the end.
        reject: the verdict.
        cycles: start to done.
    """

    name: str
    core: str
    words: tuple[int, ...]
    m: int
    n: int
    t: int
    packets: tuple[bytes, ...]
    outputs: tuple[bytes, ...]
    flags: int
    reject: bool
    cycles: int


def symbols(core: str, t: int) -> dict[str, Any]:
    """The symbols of the cycle formulas (docs/isa.md, Overview) in a build; gear(len) is the way
    of the last chunk of pst to the receiver (two beats each on a stream of 32 bits), w(j) the words
    of cells 0..j."""
    p = CORES[core]
    width, f = p["AXIS_WIDTH"], p["GF2MULT_FACTOR"]
    r, lanes = max((1 << p["M"]) // width, 2), (p["T_MAX"] + f) // f
    ports = p.get("GATHER_PORTS", 4)
    q = max(4, 1 << (p["T_MAX"] - 1).bit_length())
    return {
        "W": width, "R": r, "F": f, "L": lanes, "Q": q, "t": t, "M": p["M"],
        "G": ports, "NUM_REGS": p["NUM_REGS"],
        "ceil": math.ceil, "log2": lambda x: int(math.log2(x)),
        "max": max, "min": min, "sum": sum, "range": range,
        "K": lambda bits: -(-bits // width),
        "Z": lambda words: r // 2 - words // 2,
        "U": lambda words: words + 5 if ports == 4 else 2 * words + 4,
        "D": lambda x: int(math.log2(x)) * (int(math.log2(x)) - 1) // 2,
        "gear": lambda words: 1 + ((words - 1) % 4 >= 2 or (words % 4 == 1 and words > 1))
                if width < 64 else 1 + (width > 64),
        "w": lambda cell: cell // lanes + 1,
    }


def evaluate(formula: str, names: dict[str, Any]) -> int:
    """Value of a cycle formula of this folder's own files."""
    return int(eval(formula, {"__builtins__": {}, **names}))


def load(path: Path) -> Pair:
    """The pair of a .yml file."""
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    core = CORES[data["build"]]
    text = path.with_suffix(".s").read_text(encoding="utf-8")
    program = assemble(text, path.name, build_of(core))
    names = symbols(data["build"], data["t"])
    return Pair(
        path.stem, data["build"], program.words, data["m"], data["n"], data["t"],
        _packets(data["packets"]), _packets(data["outputs"]), data["flags"], data["reject"],
        sum(evaluate(formula, names) for formula in data["cycles"]))


def _packets(rows: list[str]) -> tuple[bytes, ...]:
    return tuple(bytes.fromhex(row) for row in rows)


PAIRS = {path.stem: load(path) for path in sorted(HERE.glob("*.yml"))}
"""Mnemonic -> its pair."""
