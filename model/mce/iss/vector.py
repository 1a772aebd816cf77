# SPDX-License-Identifier: Apache-2.0
"""Semantics and durations of the vector instructions. Vectors are Python integers.

The durations are those of isa.yml; K, R and Z as in docs/isa.md, "Overview".
"""

from __future__ import annotations

import numpy as np

from mce.bits import U8, nbytes
from mce.iss.core import Core
from mce.iss.state import bits_of, vector_of
from mce.iss.table import Context, Shape, instruction, writes_v


def ones(count: int) -> int:
    """A mask of so many bits."""
    return (1 << count) - 1


# ---- Durations ----


def words(core: Core, bits: int) -> int:
    """K, words that hold this many bits."""
    return -(-bits // core.axis_width)


def clearing(core: Core, count: int) -> int:
    """Z(count): clearing what `count` words leave of a register, two words a cycle."""
    return core.vector_words // 2 - count // 2


def _t_vflg(core: Core, s: Shape) -> int:
    return 6 + clearing(core, 1)


def _t_vsamp(core: Core, s: Shape) -> int:
    return 4 * s.len + 1


def _t_vld(core: Core, s: Shape) -> int:
    k = words(core, s.len)
    return k + 5 + clearing(core, k)


def _t_vst(core: Core, s: Shape) -> int:
    return words(core, s.len) + 5


def _t_vclr(core: Core, s: Shape) -> int:
    return 1 + clearing(core, 0)


def _t_vmov(core: Core, s: Shape) -> int:
    return core.vector_words + 5


def updating(core: Core, count: int) -> int:
    """U(count): reading and writing `count` words of d; a second copy has a port for the reads."""
    return count + 5 if core.gather_ports == 4 else 2 * count + 4


def _t_update(core: Core, s: Shape) -> int:
    return updating(core, core.vector_words)


def _t_vslice(core: Core, s: Shape) -> int:
    k = words(core, s.len)
    return k + 6 + clearing(core, k)


def _t_vplace(core: Core, s: Shape) -> int:
    return updating(core, words(core, s.arg % core.axis_width + s.len))


def _t_vpop(core: Core, s: Shape) -> int:
    return words(core, s.len) + 9


def _t_veq(core: Core, s: Shape) -> int:
    return words(core, s.len) + 9


def _t_vmv(core: Core, s: Shape) -> int:
    beats = -(-s.len * nbytes(s.arg) // (core.axis_width // 8))
    return max(beats, s.len) + 9 + clearing(core, words(core, s.len))


def _t_vmvb(core: Core, s: Shape) -> int:
    beats = -(-s.len * nbytes(s.arg) // (core.axis_width // 8))
    return max(beats, s.len) + (s.b + 2) * words(core, s.len) + 5


def _t_vvm(core: Core, s: Shape) -> int:
    c = words(core, s.arg)
    return (s.len - 1) * max(4, c + 1) + c + 6 + clearing(core, c)


def _t_vgather(core: Core, s: Shape) -> int:
    groups, k = -(-s.len // core.gather_ports), words(core, s.len)
    held = max(0, (groups - 4) // (2 * core.axis_width // core.gather_ports))
    return groups + held + 6 + core.vector_words // 2 - -(-k // 2)


# ---- Ranges and packets ----


def length_ok(core: Core, s: Shape) -> bool:
    """A length in bits lies in a register."""
    return 1 <= s.len <= core.vector_bits


def _window(core: Core, s: Shape) -> bool:
    return s.len >= 1 and s.arg + s.len <= core.vector_bits


def _weight(core: Core, s: Shape) -> bool:
    return length_ok(core, s) and s.arg <= core.vector_bits


def _matrix(core: Core, s: Shape) -> bool:
    return length_ok(core, s) and 1 <= s.arg <= core.vector_bits


def _bytes(s: Shape) -> int:
    return nbytes(s.len)


def _rows(s: Shape) -> int:
    return s.len * nbytes(s.arg)


def _indices(s: Shape) -> int:
    return 2 * s.len


# ---- Semantics ----


@instruction("vflg", cycles=_t_vflg, writes=writes_v)
def vflg(x: Context) -> None:
    """v_d = flags byte."""
    x.state.v[x.d] = x.state.flags


@instruction("vli", cycles=_t_vflg, writes=writes_v)
def vli(x: Context) -> None:
    """v_d = constant of 16 bits, its sign in all others."""
    sign = ones(x.core.vector_bits - 16) << 16 if x.imm >> 15 else 0
    x.state.v[x.d] = sign | x.imm


@instruction("vld", cycles=_t_vld, legal=length_ok, packet_in=_bytes, writes=writes_v)
def vld(x: Context) -> None:
    """v_d = packet; a padding bit that is 1 clears PADOK."""
    value = int.from_bytes(x.packet, "little")
    if value >> x.shape.len:
        x.state.set_flag("padok", False)
    x.state.v[x.d] = value & ones(x.shape.len)


@instruction("vst", cycles=_t_vst, legal=length_ok, packet_out=_bytes)
def vst(x: Context) -> None:
    """Packet = the first len bits of v_a."""
    value = x.state.v[x.a] & ones(x.shape.len)
    x.out = value.to_bytes(nbytes(x.shape.len), "little")


@instruction("vclr", cycles=_t_vclr, writes=writes_v)
def vclr(x: Context) -> None:
    """v_d = 0."""
    x.state.v[x.d] = 0


@instruction("vkeep", cycles=_t_vclr, writes=writes_v)
def vkeep(x: Context) -> None:
    """v_d stays when all flags of the mask are set, else it becomes 0."""
    if x.state.flags & x.mask != x.mask:
        x.state.v[x.d] = 0


@instruction("vmov", cycles=_t_vmov, writes=writes_v)
def vmov(x: Context) -> None:
    """v_d = v_a."""
    x.state.v[x.d] = x.state.v[x.a]


@instruction("vxor", cycles=_t_update, writes=writes_v)
def vxor(x: Context) -> None:
    """v_d = v_d xor v_a."""
    x.state.v[x.d] ^= x.state.v[x.a]


@instruction("vand", cycles=_t_update, writes=writes_v)
def vand(x: Context) -> None:
    """v_d = v_d and v_a."""
    x.state.v[x.d] &= x.state.v[x.a]


@instruction("vslice", cycles=_t_vslice, legal=_window, writes=writes_v)
def vslice(x: Context) -> None:
    """v_d = v_a[s .. s+len)."""
    x.state.v[x.d] = x.state.v[x.a] >> x.shape.arg & ones(x.shape.len)


@instruction("vplace", cycles=_t_vplace, legal=_window, writes=writes_v)
def vplace(x: Context) -> None:
    """v_d[s .. s+len) = v_a[0 .. len)."""
    window = ones(x.shape.len) << x.shape.arg
    kept = x.state.v[x.d] & ~window
    x.state.v[x.d] = kept | (x.state.v[x.a] << x.shape.arg & window)


@instruction("vxplace", cycles=_t_vplace, legal=_window, writes=writes_v)
def vxplace(x: Context) -> None:
    """v_d[s .. s+len) = v_d[s .. s+len) xor v_a[0 .. len)."""
    x.state.v[x.d] ^= (x.state.v[x.a] & ones(x.shape.len)) << x.shape.arg


@instruction("vpop", cycles=_t_vpop, legal=_weight)
def vpop(x: Context) -> None:
    """WEIGHT = the first len bits of v_a have s_s ones."""
    weight = (x.state.v[x.a] & ones(x.shape.len)).bit_count()
    x.state.set_flag("weight", weight == x.shape.arg)


@instruction("veq", cycles=_t_veq, legal=length_ok)
def veq(x: Context) -> None:
    """EQUAL = the first len bits of v_d and v_a are the same."""
    difference = (x.state.v[x.d] ^ x.state.v[x.a]) & ones(x.shape.len)
    x.state.set_flag("equal", difference == 0)


@instruction("vsel", cycles=_t_vmov, writes=writes_v)
def vsel(x: Context) -> None:
    """v_d stays when all flags of the mask are set, else it becomes v_a."""
    if x.state.flags & x.mask != x.mask:
        x.state.v[x.d] = x.state.v[x.a]


def _streamed_rows(x: Context) -> U8:
    """The matrix, len x ceil(s/8) bytes with padding bits cleared; PADOK when one was 1."""
    rows = np.frombuffer(x.packet, dtype=np.uint8).reshape(x.shape.len, -1)
    pad = x.shape.arg % 8
    if not pad:
        return rows
    if (rows[:, -1] >> pad).any():
        x.state.set_flag("padok", False)
    clean = rows.copy()
    clean[:, -1] &= (1 << pad) - 1
    return clean


def _product(x: Context, rows: U8, register: int) -> int:
    """The parity of each row and a vector."""
    vector = (x.state.v[register] & ones(x.shape.arg)).to_bytes(rows.shape[1], "little")
    folded = np.bitwise_xor.reduce(rows & np.frombuffer(vector, dtype=np.uint8), axis=1)
    for shift in (4, 2, 1):
        folded ^= folded >> shift
    return vector_of(folded & 1)


def _writes_batch(x: Context) -> tuple[str, ...]:
    """Vectors d to d+b-1."""
    return tuple(f"v{x.d + j}" for j in range(x.b))


@instruction("vmv", cycles=_t_vmv, legal=_matrix, packet_in=_rows, writes=writes_v)
def vmv(x: Context) -> None:
    """Bit i of v_d = parity of row i and v_a."""
    x.state.v[x.d] = _product(x, _streamed_rows(x), x.a)


@instruction("vmvb", cycles=_t_vmvb, legal=_matrix, packet_in=_rows, writes=_writes_batch)
def vmvb(x: Context) -> None:
    """Bit i of v_(d+j) changes when the parity of row i and v_(a+j) is odd, j < b."""
    rows = _streamed_rows(x)
    for j in range(x.b):
        x.state.v[x.d + j] ^= _product(x, rows, x.a + j)


@instruction("vvm", cycles=_t_vvm, legal=_matrix, packet_in=_rows, writes=writes_v)
def vvm(x: Context) -> None:
    """v_d = the rows i with bit i of v_a set, added up."""
    rows = _streamed_rows(x)
    chosen = rows[bits_of(x.state.v[x.a], x.shape.len) != 0]
    total = np.bitwise_xor.reduce(chosen, axis=0)
    x.state.v[x.d] = int.from_bytes(total.tobytes(), "little")


@instruction("vgather", cycles=_t_vgather, legal=length_ok, packet_in=_indices, writes=writes_v)
def vgather(x: Context) -> None:
    """v_d[i] = v_a[idx_i]; an index of 2^m or more gives 0."""
    index = np.frombuffer(x.packet, dtype="<u2")
    bits = bits_of(x.state.v[x.a], x.core.vector_bits)
    points = 1 << x.shape.m
    taken = bits[np.minimum(index, points - 1)] & (index < points)
    x.state.v[x.d] = vector_of(taken)


@instruction("vsamp", cycles=_t_vsamp, legal=length_ok, packet_in=_indices, writes=writes_v)
def vsamp(x: Context) -> None:
    """Bits of v_d at the first t positions below n; DRAWN when there are t, all new."""
    drawn = np.frombuffer(x.packet, dtype="<u2") & ((1 << x.shape.m) - 1)
    positions = [int(p) for p in drawn if p < x.shape.n][: x.shape.t]
    new = True
    for p in positions:
        new &= not x.state.v[x.d] >> p & 1
        x.state.v[x.d] |= 1 << p
    x.state.set_flag("drawn", new and len(positions) == x.shape.t)
