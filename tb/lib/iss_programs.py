# SPDX-License-Identifier: Apache-2.0
"""Machines and short programs for the tests of the simulator."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from mce.isa.asm import assemble
from mce.iss import Core, Machine, Retired, Run

SMALL = Core(m=6, n_max=64, t_max=4, fields=(5, 6), gf2mult_factor=2)
"""RCAP = 6: a pair is needed for 2t > 6."""

M, N, T = 6, 60, 3


@dataclass
class Bench:
    """A machine that runs text."""

    core: Core = SMALL
    strict: bool = True
    seen: list[Retired] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.machine = Machine(self.core, strict=self.strict)

    def run(self, text: str, packets: Sequence[bytes] = (), code: Any = (M, N, T)) -> Run:
        """Assemble, run to the end; the instructions executed are in `seen`.

        The program is poked into the memory, so that registers survive.
        """
        words = assemble(f"{text}\nhalt\n", build=self.core.build).words
        self.machine.memory[: len(words)] = words
        self.seen.clear()
        m, n, t = code
        return self.machine.run(0, m=m, n=n, t=t, packets=packets, watch=self.seen.append)

    def vector(self, number: int, value: int) -> None:
        """Set a vector."""
        self.machine.state.v[number] = value

    def poly(self, number: int, values: Any) -> None:
        """Set a polynomial, rest zero."""
        self.machine.state.put(number, values, rest_zero=True)

    def coefficients(self, number: int) -> tuple[int | None, ...]:
        """Contents of a polynomial register."""
        return self.machine.state.coefficients(number)


def packed(values: Any) -> bytes:
    """16-bit words."""
    return np.asarray(values, dtype="<u2").tobytes()


def bit(value: int, number: int) -> int:
    """One bit of a vector."""
    return value >> number & 1
