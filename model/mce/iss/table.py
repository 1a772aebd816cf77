# SPDX-License-Identifier: Apache-2.0
"""One table of semantics, bound by name to the instruction set when the package is imported."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from mce.errors import MceError
from mce.field import Field
from mce.isa.words import Instruction, Isa
from mce.iss.core import Core
from mce.iss.state import State, undefined


class Shape(NamedTuple):
    """All public values a length or a duration depends on: (m, n, t), *len*, *s*, the register
    fields d and a, because a pair has more room than a register, the bytes that the hash unit has
    absorbed, and the field b, a number of vectors."""

    m: int
    n: int
    t: int
    len: int = 0
    arg: int = 0
    d: int = 0
    a: int = 0
    absorbed: int = 0
    b: int = 0


class Context:
    """One instruction in execution.

    Attributes:
        core, state, field: the machine and the field GF(2^m) of the run.
        shape: public values.
        d, a, b: register numbers.
        imm, mask: constant, set of flags.
        pc: address of the instruction.
        packet: the operand packet, checked for its length.
        strict: reading an undefined value is an error; else it reads as 0.
        reject: REJECT of the run, set by `verdict`.
        out: the result packet.
    """

    def __init__(self, core: Core, state: State, field: Field, strict: bool) -> None:
        self.core, self.state, self.field, self.strict = core, state, field, strict
        self.shape = Shape(0, 0, 0)
        self.d = self.a = self.b = self.imm = self.mask = self.pc = 0
        self.packet = b""
        self.reject = self.met_undefined = False
        self.out: bytes | None = None

    def scalar(self, number: int) -> int:
        """Value of a scalar register.

        Raises:
            MceError: ``iss-undefined`` - in strict mode, one that was never written.
        """
        value = self.state.s[number]
        if value is None:
            self.read_undefined(f"s{number}", "write s8..s15 before reading them")
            return 0
        return value

    def read_undefined(self, what: str, cure: str) -> None:
        """Note that an undefined value leaves where it is tracked.

        Raises:
            MceError: ``iss-undefined`` - in strict mode.
        """
        if self.strict:
            raise undefined(f"instruction {self.pc} reads {what}, which is undefined", cure)
        self.met_undefined = True


@dataclass(frozen=True)
class Semantics:
    """What one mnemonic does.

    Attributes:
        name: mnemonic.
        execute: does it.
        cycles: start to done of its unit while no stream makes it wait (isa.yml `cycles`).
        legal: whether the lengths are in range (isa.yml `length`).
        packet_in, packet_out: bytes of the packet, 0 for none (isa.yml `packet`).
        writes: registers it changes, by name.
    """

    name: str
    execute: Callable[[Context], None]
    cycles: Callable[[Core, Shape], int]
    legal: Callable[[Core, Shape], bool]
    packet_in: Callable[[Shape], int]
    packet_out: Callable[[Shape], int]
    writes: Callable[[Context], tuple[str, ...]]


TABLE: dict[str, Semantics] = {}
"""Mnemonic -> semantics; filled when the unit modules are imported."""


def nothing(shape: Shape) -> int:
    """No packet."""
    return 0


def no_time(core: Core, shape: Shape) -> int:
    """The sequencer itself: its constant alone."""
    return 0


def always(core: Core, shape: Shape) -> bool:
    """No length to check."""
    return True


def writes_nothing(x: Context) -> tuple[str, ...]:
    """No register."""
    return ()


def writes_v(x: Context) -> tuple[str, ...]:
    """Vector d."""
    return (f"v{x.d}",)


def writes_p(x: Context) -> tuple[str, ...]:
    """Polynomial d."""
    return (f"p{x.d}",)


def instruction(
    name: str,
    *,
    cycles: Callable[[Core, Shape], int] = no_time,
    legal: Callable[[Core, Shape], bool] = always,
    packet_in: Callable[[Shape], int] = nothing,
    packet_out: Callable[[Shape], int] = nothing,
    writes: Callable[[Context], tuple[str, ...]] = writes_nothing,
) -> Callable[[Callable[[Context], None]], Callable[[Context], None]]:
    """Decorator: enter a function into the table as the semantics of a mnemonic.

    Raises:
        MceError: ``iss-binding`` - the mnemonic has semantics already.
    """

    def enter(execute: Callable[[Context], None]) -> Callable[[Context], None]:
        if name in TABLE:
            raise MceError("iss-binding", f"{name} has semantics twice", "remove one")
        TABLE[name] = Semantics(name, execute, cycles, legal, packet_in, packet_out, writes)
        return execute

    return enter


def bind(isa: Isa, table: Mapping[str, Semantics]) -> dict[int, tuple[Instruction, Semantics]]:
    """Opcode -> instruction and semantics.

    Raises:
        MceError: ``iss-binding`` - a mnemonic without semantics, or the reverse.
    """
    missing, extra = set(isa.instructions) - set(table), set(table) - set(isa.instructions)
    if missing:
        names = ", ".join(sorted(missing))
        raise MceError("iss-binding", f"no semantics for {names}", "write them in mce/iss")
    if extra:
        names = ", ".join(sorted(extra))
        raise MceError("iss-binding", f"isa.yml has no {names}", "remove the semantics")
    return {i.opcode: (i, table[name]) for name, i in isa.instructions.items()}
