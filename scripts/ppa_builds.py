# SPDX-License-Identifier: Apache-2.0
"""Builds to measure: named ones of scripts/configs.yml, or KEY=VALUE pairs on top of one."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path

import yaml

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [p for p in (str(ROOT / "model"), str(ROOT / "tb" / "lib")) if p not in sys.path]

from mce.errors import ParameterError  # noqa: E402  found by the line above
from mce.iss import Core  # noqa: E402

CONFIGS = ROOT / "scripts" / "configs.yml"
SHORT = {"W": "AXIS_WIDTH", "F": "GF2MULT_FACTOR"}
"""Short names of parameters, as the documents use them."""

@dataclass(frozen=True)
class Config:
    """A build.

    Attributes:
        name: names the result file.
        what: one line for tables.
        parameters: every synthesis parameter; FIELDS is the mask.
        codes: (m, n, t) that it is measured on; empty for the sets.
    """

    name: str
    what: str
    parameters: Mapping[str, int]
    codes: tuple[tuple[int, int, int], ...] = ()

    @property
    def core(self) -> Core:
        """The same build for the instruction-level simulator.

        Raises:
            ParameterError: the elaboration would stop (``build``).
        """
        return Core.from_parameters(self.parameters)

    @property
    def text(self) -> str:
        """Parameters on one line."""
        return text(self.parameters)


def text(parameters: Mapping[str, int]) -> str:
    """Parameters on one line, FIELDS by its degrees."""
    return " ".join(f"{k}={fields_text(v) if k == 'FIELDS' else v}" for k, v in parameters.items())


def fields_text(mask: int) -> str:
    """12+13 for 0x3000."""
    return "+".join(str(m) for m in range(mask.bit_length()) if mask >> m & 1)


@cache
def defaults() -> dict[str, int]:
    """Synthesis parameters of `mce_top` with their defaults."""
    core = Core()
    values = {f.name.upper(): getattr(core, f.name) for f in fields(core)}
    return {k: sum(1 << m for m in v) if k == "FIELDS" else v for k, v in values.items()}


def value_of(name: str, given: object) -> int:
    """A parameter's value; FIELDS as a mask (0x3000) or as degrees (12+13, or one below 17).

    Raises:
        ParameterError: not a number (``build``).
    """
    words = str(given)
    try:
        if name == "FIELDS" and ("+" in words or int(words, 0) <= 16):
            return sum(1 << int(m) for m in words.split("+"))
        return int(words, 0)
    except ValueError as error:
        raise ParameterError("build", f"{name} = {given}", "give a number") from error


def complete(changes: Mapping[str, object]) -> dict[str, int]:
    """All parameters of a build by what differs from the default.

    Raises:
        ParameterError: a name that is no parameter (``build``).
    """
    made = dict(defaults())
    given = {SHORT.get(key, key): value for key, value in changes.items()}
    for name, value in given.items():
        if name not in made:
            raise ParameterError("build", f"no parameter {name}", f"use one of {', '.join(made)}")
        made[name] = value_of(name, value)
    if made["M"] != defaults()["M"]:  # mce_top follows M where nothing else is said
        follow = {"N_MAX": 1 << made["M"], "FIELDS": 1 << made["M"]}
        made |= {name: value for name, value in follow.items() if name not in given}
    return made


@cache
def named() -> dict[str, Config]:
    """The builds of configs.yml."""
    made = {}
    for name, entry in yaml.safe_load(CONFIGS.read_text()).items():
        codes = () if entry["codes"] == "sets" else tuple(tuple(c) for c in entry["codes"])
        made[name] = Config(name, entry["what"], complete(entry["parameters"]), codes)
    return made


def find(asked: str) -> Config:
    """A named build, KEY=VALUE pairs joined by commas, or a name followed by such pairs.

    Raises:
        ParameterError: no such build or parameter, or one that does not elaborate (``build``).
    """
    first, *rest = asked.split(",")
    pairs = rest if "=" not in first else [first, *rest]
    base = named().get("default" if "=" in first else first)
    if base is None:
        raise ParameterError("build", f"no build {first}",
                             f"use {', '.join(named())} or KEY=VALUE,...")
    if not pairs:
        return base
    bad = [p for p in pairs if p.count("=") != 1]
    if bad:
        raise ParameterError("build", f"{bad[0]!r} is no KEY=VALUE", "for example W=128,F=4")
    changes = dict(p.split("=") for p in pairs)
    kept = {k: v for k, v in base.parameters.items() if v != defaults()[k]}
    parameters = complete({**kept, **{SHORT.get(k, k): v for k, v in changes.items()}})
    label = asked.replace(",", "_").replace("=", "")
    made = Config(label, f"{base.name} with {', '.join(pairs)}", parameters, base.codes)
    _ = made.core
    return made
