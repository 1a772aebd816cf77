# SPDX-License-Identifier: Apache-2.0
"""Semantics and durations of the evaluation unit: direct power sums and Horner, where the hardware
has the additive FFT. The durations are those of isa.yml; Q, D as there."""

from __future__ import annotations

import numpy as np

from mce.basis import basis
from mce.bits import words_to_bytes
from mce.field import U16
from mce.goppa import power_sums
from mce.iss.core import Core
from mce.iss.state import bits_of, vector_of
from mce.iss.table import Context, Shape, instruction, writes_v
from mce.poly import horner

# ---- Durations ----

SHORT_LAYER = 8
"""After a layer of so few cycles the unit waits HOLD cycles for its results."""

HOLD = 4


def _layer(size: int) -> int:
    """Cycles of a layer of size/4 butterflies, two a cycle."""
    return max(1, size // 8)


def _hold(size: int) -> int:
    return HOLD if _layer(size) <= SHORT_LAYER else 0


def _change(size: int) -> int:
    """Cycles of the basis change of `size` coefficients: D layers. Long ones wait in one place."""
    log = size.bit_length() - 1
    layers = log * (log - 1) // 2
    return layers * (_layer(size) + _hold(size)) + (0 if _hold(size) else 1)


def _t_esyn(core: Core, s: Shape) -> int:
    """The last layers emit 3/8 of the sums beside their work; those beyond follow."""
    size = max(8, 1 << (2 * s.t - 1).bit_length())
    beside = 3 * size // 8 if size > 8 else 0
    tail = 2 * s.t - beside + _hold(size)
    pipeline = 2 * core.monic_degree // core.points + 2 * core.levels + 11
    return (1 << s.m) // core.points + _change(size) + tail + pipeline


def _load(core: Core, s: Shape) -> int:
    """Cycles of loading coefficients 0..t; the monic top one is known."""
    top = core.monic_degree
    return max(top // 2, s.t if s.t == top else s.t + 1)


def _t_eroot(core: Core, s: Shape) -> int:
    size = core.monic_degree
    pipeline = 3 * size // core.points + 4 * core.levels + 18
    # The whole register is zeroed meanwhile, a word a cycle in which no word of roots is written.
    fill = max(core.vector_bits // core.axis_width, 1) + -(-(1 << s.m) // core.axis_width) + 3
    return max((1 << s.m) // core.points + _change(size) + _load(core, s) + pipeline, fill)


def _t_eval(core: Core, s: Shape) -> int:
    size = core.monic_degree
    pipeline = size // core.points + 2 * core.levels + 15
    return (1 << s.m) // core.points + _change(size) + _load(core, s) + pipeline


# ---- Packets ----


def _pairs(s: Shape) -> int:
    return 4 << s.m


def _values(s: Shape) -> int:
    return 2 << s.m


# ---- Semantics ----


def _sums(x: Context) -> U16:
    """The 2t power sums of the weights that the gates select."""
    state = x.state
    if state.weights is None:
        return np.zeros(2 * x.shape.t, dtype=np.uint16)
    at = np.flatnonzero(state.gates)
    points = basis(x.shape.m).order[at]
    return power_sums(x.field, state.weights[at], points, 2 * x.shape.t)


def _syndrome_pair(x: Context) -> tuple[str, ...]:
    second = (f"p{x.d + 2}",) if 2 * x.shape.t > x.core.rcap else ()
    return (f"p{x.d}", *second)


@instruction("esyn", cycles=_t_esyn, packet_in=_pairs, writes=_syndrome_pair)
def esyn(x: Context) -> None:
    """2t syndromes of v_a to the pair p_d; cells from 2t on keep their value."""
    pairs = np.frombuffer(x.packet, dtype="<u2").reshape(-1, 2)
    position = pairs[:, 0]
    vector = bits_of(x.state.v[x.a], x.core.vector_bits)
    bit = vector[np.minimum(position, x.shape.n - 1)]
    x.state.gates = bit * (position < x.shape.n)
    x.state.weights = (pairs[:, 1] & ((1 << x.shape.m) - 1)).astype(np.uint16)
    x.state.put(x.d, _sums(x))


def _values_at_all_points(x: Context) -> U16:
    """p_a at pt(0), pt(1), ... with the coefficients 0 .. t.

    Coefficient t counts as 1 when t is T_MAX rounded up to a power of two, whatever stands there.
    """
    count = x.shape.t + 1
    coefficients, unknown = x.state.cells(x.a, count)
    if x.shape.t == x.core.monic_degree:
        coefficients[-1], unknown[-1] = 1, False
    if unknown.any():
        x.read_undefined(f"p{x.a}", "evaluate only what the instructions before define")
    return horner(x.field, coefficients, basis(x.shape.m).order)


@instruction("eroot", cycles=_t_eroot, writes=writes_v)
def eroot(x: Context) -> None:
    """v_d = roots of p_a; RECHECK when the syndrome of the roots is that of the last esyn.

    The roots' weights are added to the sums esyn left, where they stay: a second eroot without an
    esyn compares with what the first one left.
    """
    roots = (_values_at_all_points(x) == 0).astype(np.uint8)
    x.state.v[x.d] = vector_of(roots)
    if x.state.weights is not None and len(x.state.weights) != len(roots):
        x.read_undefined("weights of another field", "run esyn with the same PARAM_M first")
        x.state.weights = None
    x.state.gates = x.state.gates ^ roots if x.state.weights is not None else roots
    x.state.set_flag("recheck", not _sums(x).any())


@instruction("eval", cycles=_t_eval, packet_out=_values)
def eval_(x: Context) -> None:
    """Packet of the 2^m values of p_a."""
    x.out = words_to_bytes(_values_at_all_points(x))
