# SPDX-License-Identifier: Apache-2.0
"""Reference of the vector instructions on plain integers, and the cycle formulas of the RTL.

A vector is an integer, bit i of the vector is bit i of the integer. Nothing here knows about words,
except the cycle counts, which are the published formulas and not taken from a run.
"""

from __future__ import annotations

from collections.abc import Sequence


def ones(n: int) -> int:
    """Integer with the n lowest bits set."""
    return (1 << n) - 1


def slice_bits(a: int, start: int, length: int) -> int:
    """vslice: bits start .. start+length-1 of `a`, moved down to bit 0."""
    return (a >> start) & ones(length)


def place_bits(d: int, a: int, start: int, length: int) -> int:
    """vplace: `d` with bits start .. start+length-1 replaced by the low bits of `a`."""
    field = ones(length) << start
    return (d & ~field) | ((a << start) & field)


def row_bytes(cols: int) -> int:
    """Bytes of a matrix row of `cols` bits."""
    return (cols + 7) // 8


def pack_rows(rows: Sequence[int], cols: int) -> bytes:
    """Packet of vmv, vvm: each row in ceil(cols/8) bytes, padding bits as given in the integers."""
    return b"".join(r.to_bytes(row_bytes(cols), "little") for r in rows)


def matrix_vector(rows: Sequence[int], cols: int, a: int) -> int:
    """vmv: bit i is the parity of row i and `a` over the first `cols` columns."""
    return sum(((r & a & ones(cols)).bit_count() & 1) << i for i, r in enumerate(rows))


def vector_matrix(rows: Sequence[int], cols: int, a: int) -> int:
    """vvm: XOR of the first `cols` bits of each row i with bit i of `a` set."""
    out = 0
    for i, row in enumerate(rows):
        if a >> i & 1:
            out ^= row
    return out & ones(cols)


def gather(a: int, index: Sequence[int], m: int) -> int:
    """vgather: bit i is bit index[i] of `a`, 0 when the index is 2^m or more."""
    return sum((((a >> x) & 1) if x < 1 << m else 0) << i for i, x in enumerate(index))


def sample(d: int, words: Sequence[int], m: int, n: int, t: int) -> tuple[int, bool]:
    """vsamp: `d` with the bits of the first t words below n (mod 2^m), and whether there were t of
    them that all found a zero. Specification of Classic McEliece, FixedWeight, steps 2 to 6."""
    low = [word % (1 << m) for word in words]
    positions = [p for p in low if p < n][:t]
    drawn = len(positions) == t == len(set(positions)) and not any(d >> p & 1 for p in positions)
    for p in positions:
        d |= 1 << p
    return d, drawn


def constant(imm: int, bits: int) -> int:
    """vli: sixteen bits, the highest repeated up to `bits` of them."""
    return imm | (ones(bits - 16) << 16) * (imm >> 15)


class Cycles:
    """Cycles from start to done without waiting for a stream; header of rtl/vec/vec_core.v.

    `m`, `width` and `ports` are the build parameters M, AXIS_WIDTH and GATHER_PORTS.
    """

    def __init__(self, m: int, width: int, ports: int) -> None:
        self.width = width
        self.ports = ports
        self.words = max((1 << m) // width, 2)

    def ceil(self, length: int) -> int:
        """K: words of `length` bits."""
        return -(-length // self.width)

    def clear(self, done: int) -> int:
        """F(K): clearing of a register from word `done` on."""
        return (self.words - (done & ~1)) // 2

    def update(self, words: int) -> int:
        """U(words): reading and writing words of d."""
        return words + 5 if self.ports == 4 else 2 * words + 4

    def of(self, op: str, length: int = 0, arg: int = 0, count: int = 0) -> int:
        """Cycles of the instruction `op`; KeyError for an op that is no vector instruction."""
        k = self.ceil(length)
        rest = self.clear(k)
        beats = self.ceil(8 * length * row_bytes(arg))
        groups = -(-length // self.ports)
        held = max(0, (groups - 4) // (2 * self.width // self.ports))
        words = self.ceil(arg)
        return {
            "vclr": 1 + self.clear(0),
            "vkeep": 1 + self.clear(0),
            "vmov": self.words + 5,
            "vsel": self.words + 5,
            "vxor": self.update(self.words),
            "vand": self.update(self.words),
            "vflg": 6 + self.clear(1),
            "vli": 6 + self.clear(1),
            "vsamp": 4 * length + 1,
            "vld": k + 5 + rest,
            "vst": k + 5,
            "vpop": k + 9,
            "vslice": k + 6 + rest,
            "vplace": self.update(self.ceil(arg % self.width + length)),
            "vxplace": self.update(self.ceil(arg % self.width + length)),
            "vmvb": max(beats, length) + (count + 2) * k + 5,
            "vmv": max(beats, length) + 9 + rest,
            "vvm": (length - 1) * max(4, words + 1) + words + 6 + self.clear(words),
            "veq": k + 9,
            "vgather": groups + held + 6 + self.words // 2 - (k + 1) // 2,
        }[op]
