# SPDX-License-Identifier: Apache-2.0
"""Semantics and durations of the hash unit: SHAKE256 of a message that grows piece by piece.

FIPS 202. The durations count chunks of eight bytes, which the unit takes and gives one at a time,
and the permutations between blocks of 17 lanes; the message so far decides where a block ends.
"""

from __future__ import annotations

import hashlib

from mce.bits import nbytes
from mce.iss.core import Core
from mce.iss.table import Context, Shape, instruction, writes_v
from mce.iss.vector import clearing, length_ok, ones, words

RATE = 136
LANES = RATE // 8
PERMUTATION = {1: 144, 2: 24}
"""Cycles of a permutation, by variant."""

CLEARING = {1: 13, 2: 1}
"""Cycles that clear the state after a squeeze, by variant."""

FIRST_OF_VECTOR = 6
"""Cycle after the start in which the first beat of a vector reaches the unit."""

FIRST_OF_STREAM = 2
"""Cycle after the start in which the first beat of a packet can reach the unit."""

RESULT = 5
"""From the last beat of a squeeze to the word in the vector memory."""


def _absorb(core: Core, s: Shape, first: int) -> int:
    """Cycles to append len bits to the message when the first beat is there in cycle `first`."""
    left, filled, taken, free = nbytes(s.len), s.absorbed % RATE, 0, 1
    late = int(core.axis_width > 64)
    while left:
        # Of a narrow stream the first half of a chunk waits in the gear for the second.
        second = int(core.axis_width == 32 and left > 4)
        taken = max(free, max(taken + 1, first + late) + second)
        free = taken + 1
        filled, left = filled + min(8, left), max(0, left - 8)
        if filled >= RATE:
            filled -= RATE
            free += PERMUTATION[core.hash]
    return free + 1


def _t_habs(core: Core, s: Shape) -> int:
    return _absorb(core, s, FIRST_OF_VECTOR)


def _t_hstr(core: Core, s: Shape) -> int:
    return _absorb(core, s, FIRST_OF_STREAM)


def _t_hsq(core: Core, s: Shape) -> int:
    """Padding, output, and the longer of clearing the state and the rest of the register."""
    size = nbytes(s.len)
    blocks, chunks = -(-size // RATE), -(-size // 8)
    beats = -(-size // 4) if core.axis_width == 32 else chunks
    last_chunk = 2 + blocks * PERMUTATION[core.hash] + beats
    last_beat = last_chunk + (core.axis_width > 64)
    hashed = last_beat + 3 + CLEARING[core.hash]
    stored = last_beat + RESULT + clearing(core, words(core, s.len))
    return max(hashed, stored)


def _packet(s: Shape) -> int:
    return nbytes(s.len)


@instruction("habs", cycles=_t_habs, legal=length_ok)
def habs(x: Context) -> None:
    """Message += the bytes of v_a's first len bits."""
    value = x.state.v[x.a] & ones(x.shape.len)
    x.state.message += value.to_bytes(nbytes(x.shape.len), "little")


@instruction("hstr", cycles=_t_hstr, legal=length_ok, packet_in=_packet)
def hstr(x: Context) -> None:
    """Message += packet."""
    x.state.message += x.packet


@instruction("hsq", cycles=_t_hsq, legal=length_ok, writes=writes_v)
def hsq(x: Context) -> None:
    """v_d = len bits of SHAKE256; the message is empty again."""
    out = hashlib.shake_256(x.state.message).digest(nbytes(x.shape.len))
    x.state.v[x.d] = int.from_bytes(out, "little") & ones(x.shape.len)
    x.state.message = b""
