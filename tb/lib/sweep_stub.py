# SPDX-License-Identifier: Apache-2.0
"""Tasks of a sweep that take no time: `--flow sweep_stub`, for tests of the sweep itself.

Environment: SWEEP_STUB_LOG, a file that gets a line for each task; SWEEP_STUB_PAUSE, seconds.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import Any


def _note(kind: str, module: str, parameters: Mapping[str, int]) -> None:
    time.sleep(float(os.environ.get("SWEEP_STUB_PAUSE", "0")))
    if log := os.environ.get("SWEEP_STUB_LOG"):
        with open(log, "a", encoding="utf-8") as out:
            out.write(f"{kind} {module} {sorted(parameters.items())}\n")


def area(module: str, parameters: Mapping[str, int]) -> dict[str, float]:
    """Figures that differ from piece to piece; builds with F = 13 have no area."""
    _note("area", module, parameters)
    if parameters.get("GF2MULT_FACTOR") == 13:
        raise RuntimeError("the tool fell over")
    return {"LUT": 100 + sum(parameters.values()) % 1000, "LUTRAM": 1, "FF": 2, "BRAM36": 0.5,
            "DSP": 0}


def whole(module: str, parameters: Mapping[str, int]) -> list[dict[str, Any]]:
    """One unit."""
    _note("whole", module, parameters)
    return [{"unit": "mce_top", "LUT": 1000}]


def cycles(module: str, parameters: Mapping[str, int]) -> list[dict[str, Any]]:
    """One operation."""
    _note("cycles", module, parameters)
    return [{"set": "mceliece348864", "op": "decrypt", "cycles": 10, "cycles_latency30": 20}]


def clock(module: str, parameters: Mapping[str, int]) -> dict[str, float]:
    """Two placements."""
    _note("clock", module, parameters)
    return {"1": 99.0, "2": 101.0}


def rtl(module: str, parameters: Mapping[str, int]) -> int:
    """One decryption."""
    _note("rtl", module, parameters)
    return 10
