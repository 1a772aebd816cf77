# SPDX-License-Identifier: Apache-2.0
"""Everything a machine remembers from one instruction, and from one run, to the next."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mce.bits import U8
from mce.errors import MceError
from mce.field import U16
from mce.isa.spec import load
from mce.iss.core import Core

FLAG = {flag.name: 1 << flag.bit for flag in load().flags}
"""Flag name -> its bit in the flags byte."""

FLAGS_AT_START = FLAG["padok"]
FREE_SCALARS = 8
SCALAR_MASK = (1 << 17) - 1


def bits_of(vector: int, count: int) -> U8:
    """The low `count` bits of a vector, one 0/1 an element."""
    data = (vector & ((1 << count) - 1)).to_bytes((count + 7) // 8, "little")
    return np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little")[:count]


def vector_of(bits: Any) -> int:
    """The inverse of `bits_of`."""
    packed = np.packbits(np.asarray(bits, dtype=np.uint8), bitorder="little")
    return int.from_bytes(packed.tobytes(), "little")


class State:
    """Registers of a core.

    Attributes:
        v: eight vectors as integers, bit i is bit i of the vector.
        p: NUM_REGS x RCAP coefficients.
        unknown: same shape; True where a coefficient is undefined (remains of pbm and pmul, and
            elements of another field). Its entry in `p` is 0.
        s: scalars s0..s15; None is one that was never written.
        flags: the flags byte.
        message: bytes that the hash unit has absorbed since its last output.
        weights: weights of the last esyn in evaluation order; None after a wipe (all zero).
        gates: bits that select the weights of which the evaluation unit holds the sums: those of
            the vector at esyn, then each eroot adds its roots. The sums are linear in them, so
            they stand for the sums of any number of powers.
    """

    def __init__(self, core: Core) -> None:
        self.core = core
        self.s: list[int | None] = [None] * 16
        self.v: list[int] = []
        self.p: U16
        self.unknown: NDArray[np.bool_]
        self.weights: U16 | None
        self.gates: U8
        self.flags = FLAGS_AT_START
        self.message = b""
        self.wipe()

    def wipe(self) -> None:
        """Clear all secrets; flags as at the start of a program, scalars stay."""
        shape = self.core.num_regs, self.core.rcap
        self.v = [0] * 8
        self.p = np.zeros(shape, dtype=np.uint16)
        self.unknown = np.zeros(shape, dtype=np.bool_)
        self.weights = None
        self.gates = np.zeros(0, dtype=np.uint8)
        self.flags = FLAGS_AT_START
        self.message = b""

    def begin(self, m: int, n: int, t: int) -> None:
        """Start of a program: flags, the scalars of (m, n, t), and which contents still mean
        anything: a coefficient that is no element of this field is undefined."""
        self.flags = FLAGS_AT_START
        self.message = b""
        self.s[:FREE_SCALARS] = [0, n, n - m * t, m * t, t, 2 * t, 1 << m, t + 1]
        strange = self.p >> m != 0
        if strange.any():
            self.unknown |= strange
            self.p[strange] = 0

    def set_flag(self, name: str, value: bool) -> None:
        """Set or clear a flag."""
        self.flags = self.flags | FLAG[name] if value else self.flags & ~FLAG[name]

    def cells(self, reg: int, count: int) -> tuple[U16, NDArray[np.bool_]]:
        """Coefficients 0..count-1 of a register, continued in register reg+2: copies of values
        and of the undefined marks."""
        if count <= self.core.rcap:
            return self.p[reg, :count].copy(), self.unknown[reg, :count].copy()
        pair = slice(reg, reg + 3, 2)
        return self.p[pair].reshape(-1)[:count], self.unknown[pair].reshape(-1)[:count]

    def put(self, reg: int, values: Any, unknown: Any = False, *, rest_zero: bool = False) -> None:
        """Write coefficients 0..len(values)-1 of a register, continued in register reg+2.

        Args:
            reg: register number.
            values: field elements.
            unknown: one mark for all, or one for each.
            rest_zero: clear the other coefficients of each register that is written.
        """
        values, cap = np.asarray(values, dtype=np.uint16), self.core.rcap
        marks = np.broadcast_to(np.asarray(unknown, dtype=np.bool_), values.shape)
        for part, first in enumerate(range(0, len(values), cap)):
            here, mark = values[first : first + cap], marks[first : first + cap]
            row = reg + 2 * part
            if rest_zero:
                self.p[row], self.unknown[row] = 0, False
            self.p[row, : len(here)] = np.where(mark, np.uint16(0), here)
            self.unknown[row, : len(here)] = mark

    def forget(self, reg: int) -> None:
        """A register becomes undefined."""
        self.p[reg], self.unknown[reg] = 0, True

    def coefficients(self, reg: int) -> tuple[int | None, ...]:
        """Contents of a register, None where undefined."""
        row, marks = self.p[reg].tolist(), self.unknown[reg]
        if not marks.any():
            return tuple(row)
        return tuple(None if mark else c for c, mark in zip(row, marks.tolist(), strict=True))


def undefined(what: str, cure: str) -> MceError:
    """The error of a program that reads what isa.yml does not define."""
    return MceError("iss-undefined", what, cure)
