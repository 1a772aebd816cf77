# SPDX-License-Identifier: Apache-2.0
"""What a worker of `make sweep` does: one task, named by its inputs and the sources it depends on.

A worker is a process with this checkout; a Dask worker on another machine has its own, with
`scripts` in PYTHONPATH, and refuses a task when its sources differ from those of who asks.
"""

from __future__ import annotations

import hashlib
import importlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

import ppa_area
import ppa_cycles
from mce.errors import ParameterError
from ppa_builds import ROOT, Config

SIMULATION = ("model/mce/*.py", "model/mce/isa/*.py", "model/mce/iss/*.py", "model/spec/*.yml",
              "sw/asm/*.s", "scripts/ppa_cycles.py", "scripts/ppa_rtl.py")

SECONDS = {"area": 45.0, "whole": 180.0, "cycles": 2.0, "rtl": 90.0, "clock": 500.0}
"""Rough duration of a task of each kind, for the time that is left."""


@dataclass(frozen=True)
class Task:
    """One unit of work.

    Attributes:
        kind: area (a piece by Yosys), whole (all units by Yosys), cycles (instruction-level
            simulator), rtl (one decryption on the RTL), clock (place and route).
        module: the piece, else "".
        parameters: what it depends on, sorted.
    """

    kind: str
    module: str
    parameters: tuple[tuple[str, int], ...]

    @property
    def values(self) -> dict[str, int]:
        """The parameters by name."""
        return dict(self.parameters)

    @property
    def label(self) -> str:
        """For people."""
        return f"{self.kind} {self.module}".strip()

    def key(self, sources: str) -> str:
        """Name of its result on some sources."""
        return hashlib.sha256(repr((self, sources)).encode()).hexdigest()[:20]


def task(kind: str, parameters: Mapping[str, int], module: str = "") -> Task:
    """A task of a build; a piece keeps only those parameters that it has."""
    kept = ppa_area.settings(module, parameters) if module else parameters
    return Task(kind, module, tuple(sorted(kept.items())))


@cache
def simulation_sources() -> str:
    """Hash of what decides cycles."""
    h = hashlib.sha256()
    for pattern in SIMULATION:
        for path in sorted(ROOT.glob(pattern)):
            h.update(path.name.encode() + path.read_bytes())
    return h.hexdigest()


@cache
def _netlist_sources(module: str) -> str:
    hollow = ppa_area.PIECES if module == ppa_area.REST else ()
    return ppa_area.digest(module or "ooc_top", hollow=hollow)


def sources(kind: str, module: str = "") -> str:
    """Hash of the sources on which a kind of task depends."""
    parts = [] if kind == "cycles" else [_netlist_sources(module)]
    return " ".join(parts + ([simulation_sources()] if kind in ("cycles", "rtl") else []))


def area(module: str, parameters: Mapping[str, int]) -> Any:
    """Figures of a piece."""
    return ppa_area.piece(module, parameters)


def whole(module: str, parameters: Mapping[str, int]) -> Any:
    """Figures of all units out of one run."""
    return ppa_area.whole(parameters)


def cycles(module: str, parameters: Mapping[str, int]) -> Any:
    """Cycles of every operation and set."""
    return ppa_cycles.table(Config("point", "", parameters))


def rtl(module: str, parameters: Mapping[str, int]) -> Any:
    """Cycles of one decryption on the RTL."""
    import ppa_rtl  # noqa: PLC0415  needs the simulator, which the other kinds do not

    return ppa_rtl.one_decrypt(Config("point", "", parameters))


def clock(module: str, parameters: Mapping[str, int]) -> Any:
    """Fmax by seed, one seed."""
    return ppa_area.clock(parameters, 1)


def work(flow: str, todo: Task, wanted: str) -> dict[str, Any]:
    """In a worker: the result of a task, or why the build is refused.

    Args:
        flow: module with the functions above; tests give another one.
        todo: the task.
        wanted: `sources` where the sweep was started.

    Raises:
        RuntimeError: a tool failed, or the sources here are others.
    """
    if sources(todo.kind, todo.module) != wanted:
        raise RuntimeError("the sources of this worker differ from those of the sweep: bring its "
                           "checkout to the same state and start it again")
    module = importlib.import_module(flow)
    try:
        return {"value": getattr(module, todo.kind)(todo.module, todo.values)}
    except ParameterError as error:
        return {"refused": str(error)}
