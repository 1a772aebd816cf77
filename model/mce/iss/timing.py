# SPDX-License-Identifier: Apache-2.0
"""Cycles of whole instructions: the sequencer around the units, and the streams beside them.

The operand stream always has a beat ready and the result stream is always taken: what a stream then
adds is the way through the 64-bit gears (rtl/axi) and the last beat on its way to the receiver.
"""

from __future__ import annotations

from functools import lru_cache

from mce.isa.spec import load
from mce.iss.core import Core
from mce.iss.table import TABLE, Shape

TURN = 4
"""An instruction of the sequencer itself; the one after it is fetched meanwhile."""

HALT = 4
"""`halt`: the cycle in which the job ends counts in place of the step to the next instruction."""

LEAVING_BOTH = 1
"""Two loops left at once: the next address is known a cycle too late."""

CHUNK = 64
"""Bits of a chunk: what the units take that work on 16-bit words."""

PAIR = 32
"""Bits of a position with its weight, for `esyn`."""

GATHER_DEPTH = 4
"""Cycles from look-ups of `vgather` to the two words that their bits complete."""

_MATRIX = frozenset({"vmv", "vmvb", "vvm"})


def start(core: Core) -> int:
    """Cycles from the start bit to the first instruction: the product m*t, bit by bit."""
    return product(core) + 1


def product(core: Core) -> int:
    """Cycles of the packet length of a matrix: a product, a cycle for each bit of a factor."""
    return max(core.m, 11) + 2


@lru_cache(maxsize=1 << 16)
def instruction(core: Core, name: str, shape: Shape) -> int:
    """Cycles from an instruction to the next, streams never pausing."""
    cycles = TURN + TABLE[name].cycles(core, shape)
    if load().instructions[name].unit == "control":
        return cycles
    if name in _MATRIX:
        cycles += product(core)
    return cycles + 1 + _wait(core, name, shape)


def _wait(core: Core, name: str, s: Shape) -> int:
    """Cycles that the streams add to an instruction."""
    if name == "pst":
        return _last_beat(core, s.len)
    if name == "eval":
        return _eval_wait(core, 1 << s.m)
    if name == "esyn":
        return _pairs_wait(core, 1 << s.m)
    if name == "vsamp":
        # A gear has the first chunk a cycle later, unless a narrow beat is all of it.
        narrow = core.axis_width < CHUNK and 16 * s.len > core.axis_width
        return int(narrow or core.axis_width > CHUNK)
    if name == "vgather":
        return _gather_wait(core, s.len)
    return 0


def _late(core: Core) -> int:
    """A beat of several chunks is kept in the gear before the first one leaves."""
    return int(core.axis_width > CHUNK)


def _pairs_wait(core: Core, pairs: int) -> int:
    """`esyn` takes POINTS pairs of 32 bits at once: a chunk of several beats takes as many cycles.
    The first one is there in the second cycle, the first in which the unit takes any."""
    beats = max(1, PAIR * core.points // core.axis_width)
    return max(0, (beats - 1) * pairs // core.points - 1)


def _last_beat(core: Core, words: int) -> int:
    """From the last chunk of a packet to the receiver: one register, two with a gear that joins
    chunks. Half beats take a cycle more for a chunk of three or four words, and so does a chunk of
    one word, as it is ready before the chunk in front of it has left."""
    if core.axis_width >= CHUNK:
        return 1 + _late(core)
    return 1 + ((words - 1) % 4 >= 2 or (words % 4 == 1 and words > 1))


def _eval_wait(core: Core, words: int) -> int:
    """The unit ends when its last chunk has left. A chunk that leaves in two beats takes two
    cycles, three where it is made of two pairs."""
    return words // 4 if core.axis_width < CHUNK else _late(core)


def _gather_wait(core: Core, count: int) -> int:
    """A chunk that comes in two beats holds up the look-ups."""
    if core.axis_width >= CHUNK:
        return _late(core)
    groups = -(-count // core.gather_ports)
    per_write = 2 * core.axis_width // core.gather_ports
    beside = groups + max(0, (groups - GATHER_DEPTH) // per_write) + 1
    return _last_lookup(count, core.gather_ports, per_write) - beside


def _last_lookup(count: int, ports: int, per_write: int) -> int:
    """Cycle of the last look-ups after the start, for beats of half a chunk.

    `ports` indices are looked up at once, a chunk or half of it. A cycle in which two words, of
    `per_write` groups of look-ups, are written takes neither look-ups nor a group.
    """
    groups, short = -(-count // ports), (count - 1) % 4 < 2  # the last chunk is one beat
    cycle, taken, issued, waiting, second = 0, 0, 0, False, ports == 4
    low = False  # the first half of a chunk waits in the gear
    full: set[int] = set()
    while issued < groups:
        cycle += 1
        hold = cycle in full
        free = not (waiting and hold)
        issue = waiting and not hold
        at_last = taken == groups - 1
        first = not low and not (at_last and short)
        take = taken < groups and free and not first
        if issue:
            issued += 1
            if issued % per_write == 0:
                full.add(cycle + GATHER_DEPTH)
        if first:
            low = taken < groups
        elif take and (second or at_last):
            low = False
        waiting = take or (waiting and hold)
        if take:
            taken, second = taken + 1, ports == 4 or not second
    return cycle
