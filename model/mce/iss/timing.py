# SPDX-License-Identifier: Apache-2.0
"""Cycles of whole instructions: the sequencer around the units, and the streams beside them."""

from __future__ import annotations

from functools import lru_cache

from mce.isa.spec import load
from mce.iss.core import Core
from mce.iss.table import TABLE, Shape

START = 20
"""From the start bit to the first fetch."""

TURN = 8
"""An instruction of the sequencer itself, fetch to fetch."""

HALT = 8
"""`halt`: the cycle in which the job ends counts in place of the step to the next address."""

LEAVING = 1
"""Each loop that is left."""

PRODUCT = 18
"""A matrix has a packet length that is a product, computed serially."""

_MATRIX = frozenset({"vmv", "vvm"})


@lru_cache(maxsize=1 << 16)
def instruction(core: Core, name: str, shape: Shape) -> int:
    """Cycles from the fetch of an instruction to the next fetch, streams never pausing."""
    if load().instructions[name].unit == "control":
        return TURN + TABLE[name].cycles(core, shape)
    cycles = TURN + 1 + TABLE[name].cycles(core, shape)
    return cycles + PRODUCT if name in _MATRIX else cycles
