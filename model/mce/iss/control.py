# SPDX-License-Identifier: Apache-2.0
"""Semantics of the sequencer's own instructions. `halt` and `loop` move the program counter, which
is the business of machine.py; here they change nothing."""

from __future__ import annotations

from mce.iss.core import Core
from mce.iss.state import SCALAR_MASK
from mce.iss.table import Context, Shape, instruction


@instruction("halt")
def halt(x: Context) -> None:
    """Ends the program."""


@instruction("nop")
def nop(x: Context) -> None:
    """Nothing."""


def _counted(core: Core, s: Shape) -> bool:
    """s_a >= 1; the count stands where other instructions have their length."""
    return s.len >= 1


@instruction("loop", legal=_counted)
def loop(x: Context) -> None:
    """Run the body s_a times."""


def _scalar_d(x: Context) -> tuple[str, ...]:
    return (f"s{x.d}",)


@instruction("li", writes=_scalar_d)
def li(x: Context) -> None:
    """s_d = imm16."""
    x.state.s[x.d] = x.imm


@instruction("sadd", writes=_scalar_d)
def sadd(x: Context) -> None:
    """s_d = s_a + s_b modulo 2^17."""
    x.state.s[x.d] = x.scalar(x.a) + x.scalar(x.b) & SCALAR_MASK


@instruction("ssub", writes=_scalar_d)
def ssub(x: Context) -> None:
    """s_d = s_a - s_b modulo 2^17."""
    x.state.s[x.d] = x.scalar(x.a) - x.scalar(x.b) & SCALAR_MASK


def _all_secrets(x: Context) -> tuple[str, ...]:
    vectors = tuple(f"v{i}" for i in range(len(x.state.v)))
    return vectors + tuple(f"p{i}" for i in range(x.core.num_regs))


def _wipe_time(core: Core, s: Shape) -> int:
    """The longest wipe of a unit; the evaluation unit's needs a pass over the largest field.

    It ends like an `esyn` of 2t sums: a short last layer holds the unit up.
    """
    vector = 4 * core.vector_words + 4
    poly = max(4, core.num_regs // 2 * core.gf2mult_factor) + 5
    passes = (core.vector_bits + 3 * core.monic_degree) // core.points
    hold = 4 if s.t <= 32 else 0
    return max(vector, poly, passes + 4 * core.levels + 20 + hold)


@instruction("wipe", cycles=_wipe_time, writes=_all_secrets)
def wipe(x: Context) -> None:
    """Clear all secrets."""
    x.state.wipe()


@instruction("verdict")
def verdict(x: Context) -> None:
    """REJECT = not all flags of the mask are set."""
    x.reject = x.state.flags & x.mask != x.mask
