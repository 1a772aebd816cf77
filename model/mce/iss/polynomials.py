# SPDX-License-Identifier: Apache-2.0
"""Semantics and durations of the instructions of the polynomial unit.

An undefined coefficient makes every coefficient undefined that is computed from it. The durations
are those of isa.yml; F, L and RCAP as in docs/isa.md, "Overview".
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from mce.bits import bytes_to_words, words_to_bytes
from mce.goppa import berlekamp_massey_reformulated
from mce.iss.core import Core
from mce.iss.table import Context, Shape, instruction, writes_p

# ---- Durations ----


def _t_pld(core: Core, s: Shape) -> int:
    f = core.gf2mult_factor
    return (2 * f if s.len > core.rcap else f) + s.len + 3


def _t_pst(core: Core, s: Shape) -> int:
    return s.len + 4


def _words_up_to(core: Core, cell: int) -> int:
    """Words that hold cells 0..cell."""
    return cell // core.lanes + 1


def _t_pbm(core: Core, s: Shape) -> int:
    """Step r works on the words of cells 0..min(2t, 3t - r). Before: copy s, set the cells 2t;
    after: copy C, clear the rest of p0, put C back reversed."""
    t, most = s.t, _words_up_to(core, 2 * s.t)
    steps = sum(max(7, _words_up_to(core, min(2 * t, 3 * t - r))) for r in range(2 * t))
    before = 1 + most + max(2, 7 - most)
    after = core.gf2mult_factor + t + 5
    return before + steps + after


def _t_pmul(core: Core, s: Shape) -> int:
    """t rounds of two passes over the words of t coefficients, and the copies around them."""
    words = -(-s.t // core.lanes)
    passes = (s.t + 1) * max(words + 1, 4) + s.t * max(words, 4)
    return passes + 10 * s.t + 4 * core.gf2mult_factor + 41


def _per_element(count: int) -> Callable[[Core, Shape], int]:
    """`count` cycles a coefficient and the pipeline."""
    return lambda core, s: count * s.len + 7


def _t_pscale(core: Core, s: Shape) -> int:
    """The way to coefficient s comes first."""
    return 2 * s.len + s.arg + 8


def _t_pli(core: Core, s: Shape) -> int:
    return core.gf2mult_factor + 3


# ---- Ranges and packets ----


def _cells(core: Core, s: Shape, reg: int) -> bool:
    room = s.len <= core.rcap or reg + 2 < core.num_regs
    return 1 <= s.len <= 2 * core.t_max + 1 and room


def _cells_d(core: Core, s: Shape) -> bool:
    return _cells(core, s, s.d)


def _cells_a(core: Core, s: Shape) -> bool:
    return _cells(core, s, s.a)


def _elements(core: Core, s: Shape) -> bool:
    return 1 <= s.len <= core.rcap


def _scaled(core: Core, s: Shape) -> bool:
    return _elements(core, s) and s.arg < core.rcap


def _words(s: Shape) -> int:
    return 2 * s.len


# ---- Streams ----


def _pair_d(x: Context) -> tuple[str, ...]:
    second = (f"p{x.d + 2}",) if x.shape.len > x.core.rcap else ()
    return (f"p{x.d}", *second)


@instruction("pld", cycles=_t_pld, legal=_cells_d, packet_in=_words, writes=_pair_d)
def pld(x: Context) -> None:
    """p_d = packet; bits from m on are ignored."""
    values = bytes_to_words(x.packet) & np.uint16((1 << x.shape.m) - 1)
    x.state.put(x.d, values, rest_zero=True)


@instruction("pst", cycles=_t_pst, legal=_cells_a, packet_out=_words)
def pst(x: Context) -> None:
    """Packet = the first len coefficients of p_a."""
    values, unknown = x.state.cells(x.a, x.shape.len)
    if unknown.any():
        x.read_undefined(f"p{x.a}", "store only what the instructions before define")
    x.out = words_to_bytes(values)


# ---- Products and decoding ----


def _pbm_registers(x: Context) -> tuple[str, ...]:
    return "p0", "p1", "p2", "p3"


@instruction("pbm", cycles=_t_pbm, writes=_pbm_registers)
def pbm(x: Context) -> None:
    """p0 = error locator of the 2t syndromes in p0, p2; p1 to p3 become undefined."""
    t = x.shape.t
    syndromes, unknown = x.state.cells(0, 2 * t)
    locator = berlekamp_massey_reformulated(x.field, syndromes, t)
    x.state.put(0, locator, unknown.any(), rest_zero=True)
    for reg in (1, 2, 3):
        x.state.forget(reg)


def _pmul_registers(x: Context) -> tuple[str, ...]:
    return "p0", "p1", "p3", f"p{x.d}"


@instruction("pmul", cycles=_t_pmul, writes=_pmul_registers)
def pmul(x: Context) -> None:
    """p_d = p_a p_b modulo Z^t + p2; p0, p1 and p3 become undefined."""
    t, f = x.shape.t, x.field
    factors = [x.state.cells(reg, t) for reg in (x.a, x.b, 2)]
    (a, _), (b, _), (modulus, _) = factors
    add_b, fold = f.times(b), f.times(modulus)
    rest = np.zeros(t, dtype=np.uint16)
    for coefficient in a[::-1]:
        top = rest[-1]
        rest[1:], rest[0] = rest[:-1].copy(), 0
        rest ^= fold(top) ^ add_b(coefficient)
    for reg in (0, 1, 3):
        x.state.forget(reg)
    x.state.put(x.d, rest, any(marks.any() for _, marks in factors), rest_zero=True)


# ---- Coefficient by coefficient ----

Elementwise = Callable[[Context, Any, Any], Any]


def _elementwise(x: Context, function: Elementwise, *, second: bool = False) -> None:
    """p_d[i] = function(p_a[i], p_b[i]) for i < len; `second`: p_b counts."""
    a, unknown = x.state.cells(x.a, x.shape.len)
    b = a
    if second:
        b, also = x.state.cells(x.b, x.shape.len)
        unknown = unknown | also
    x.state.put(x.d, function(x, a, b), unknown)


@instruction("padd", cycles=_per_element(3), legal=_elements, writes=writes_p)
def padd(x: Context) -> None:
    """p_d[i] = p_a[i] + p_b[i]."""
    _elementwise(x, lambda x, a, b: a ^ b, second=True)


@instruction("pmov", cycles=_per_element(2), legal=_elements, writes=writes_p)
def pmov(x: Context) -> None:
    """p_d[i] = p_a[i]."""
    _elementwise(x, lambda x, a, b: a)


@instruction("emul", cycles=_per_element(3), legal=_elements, writes=writes_p)
def emul(x: Context) -> None:
    """p_d[i] = p_a[i] p_b[i]."""
    _elementwise(x, lambda x, a, b: x.field.mul(a, b), second=True)


@instruction("esqr", cycles=_per_element(2), legal=_elements, writes=writes_p)
def esqr(x: Context) -> None:
    """p_d[i] = p_a[i]^2."""
    _elementwise(x, lambda x, a, b: x.field.sqr(a))


@instruction("einv", cycles=_per_element(12), legal=_elements, writes=writes_p)
def einv(x: Context) -> None:
    """p_d[i] = 1 / p_a[i], and 0 for 0."""
    _elementwise(x, lambda x, a, b: x.field.inv(a))


@instruction("pscale", cycles=_t_pscale, legal=_scaled, writes=writes_p)
def pscale(x: Context) -> None:
    """p_d[i] = p_b[s] p_a[i]; the factor is read first."""
    factor, undefined = x.state.p[x.b, x.shape.arg], x.state.unknown[x.b, x.shape.arg]
    a, unknown = x.state.cells(x.a, x.shape.len)
    x.state.put(x.d, x.field.mul(a, factor), unknown | undefined)


@instruction("pshift", cycles=_per_element(2), legal=_elements, writes=writes_p)
def pshift(x: Context) -> None:
    """p_d[0] = 0, p_d[i] = p_a[i-1]."""
    a, unknown = x.state.cells(x.a, x.shape.len)
    a[1:], unknown[1:] = a[:-1].copy(), unknown[:-1].copy()
    a[0], unknown[0] = 0, False
    x.state.put(x.d, a, unknown)


@instruction("pli", cycles=_t_pli, writes=writes_p)
def pli(x: Context) -> None:
    """p_d = imm16; bits from m on are ignored."""
    x.state.put(x.d, [x.imm & (1 << x.shape.m) - 1], rest_zero=True)
