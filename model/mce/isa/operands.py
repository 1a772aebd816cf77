# SPDX-License-Identifier: Apache-2.0
"""From operand tokens to field values, with errors that name the way out."""

from __future__ import annotations

from difflib import get_close_matches

from mce.isa.diagnostics import SourceError, Span
from mce.isa.expr import Token, join, split_commas
from mce.isa.symbols import REGISTER, SymbolTable
from mce.isa.words import SCALAR_KINDS, Build, Instruction, Isa, Kind, Operand


def text_of(span: Span) -> str:
    """The source text of a span."""
    return span.source[span.column - 1 : span.column - 1 + span.length]


class OperandReader:
    """Reads operands for one build against the symbols of one file."""

    def __init__(self, symbols: SymbolTable, build: Build, isa: Isa) -> None:
        self.symbols, self.build, self.isa = symbols, build, isa

    def read(
        self, instruction: Instruction, head: Token, tokens: list[Token]
    ) -> dict[str, tuple[int, Span]]:
        """Field name -> value and place, for all operands of an instruction.

        Raises:
            SourceError: the first operand that is wrong, or their number.
        """
        parts = split_commas(tokens, head.span)
        count = len(instruction.operands)
        if len(parts) != count:
            noun = "operand" if count == 1 else "operands"
            message = f"{instruction.name} takes {count} {noun}, not {len(parts)}"
            cure = f"write `{instruction.synopsis}`"
            raise SourceError(join([head, *tokens]), message, cure)
        values: dict[str, tuple[int, Span]] = {}
        for operand, part in zip(instruction.operands, parts, strict=True):
            values[operand.field.name] = self._value(operand, part), join(part)
        self._check_distinct(instruction, values)
        numbers = {name: value for name, (value, _) in values.items()}
        if fault := instruction.alias_fault(numbers):
            span = values[instruction.blocks[-1]][1]
            raise SourceError(span, fault, "use v0 to v7, each once")
        return values

    def integer(self, tokens: list[Token], largest: int, smallest: int = 0) -> int:
        """Value of an expression in smallest..largest."""
        value = self.symbols.evaluate(tokens)
        if not smallest <= value <= largest:
            cure = f"allowed is {smallest}..{largest}"
            raise SourceError(join(tokens), f"{value} is out of range", cure)
        return value

    def _value(self, operand: Operand, tokens: list[Token]) -> int:
        kind = operand.kind
        if kind.name == "mask":
            return self._mask(tokens)
        if kind.of_batch:
            # What some build executes; the machine checks what its own can.
            return self.integer(tokens, kind.last, kind.first)
        if not kind.prefix:
            return self.integer(tokens, kind.last)
        return self._register(kind, tokens)

    def _mask(self, tokens: list[Token]) -> int:
        value = self.symbols.evaluate_mask(tokens)
        if value & ~self.isa.flag_mask:
            message = f"{value} names flags that do not exist"
            raise SourceError(join(tokens), message, f"use {'|'.join(self.symbols.flags)}")
        return value

    def _register(self, kind: Kind, tokens: list[Token]) -> int:
        """Number of a register of the wanted kind."""
        span = join(tokens)
        name = text_of(span)
        number, match = None, REGISTER.fullmatch(name)
        if match is not None and match[1] == kind.prefix:
            number = int(match[2])
        elif kind.name in SCALAR_KINDS:
            number = self.symbols.scalars.get(name)
        last = kind.last_in(self.build)
        if number is None or not kind.first <= number <= last:
            raise SourceError(span, f"'{name}' is not a {kind.meaning}", self._cure(kind, name))
        return number

    def _cure(self, kind: Kind, name: str) -> str:
        """A scalar that is spelt nearly so, else all registers of the kind."""
        names = list(self.symbols.scalars) if kind.name == "sreg" else []
        if near := get_close_matches(name, names, n=1):
            return f"did you mean '{near[0]}'?"
        if kind.first > kind.last_in(self.build):
            return f"a build with NUM_REGS = {self.build.num_regs} has none"
        registers = f"{kind.prefix}{kind.first}..{kind.prefix}{kind.last_in(self.build)}"
        return f"use {registers}" + (f" or {', '.join(names)}" if names else "")

    @staticmethod
    def _check_distinct(instruction: Instruction, values: dict[str, tuple[int, Span]]) -> None:
        numbers = [values[name][0] for name in instruction.distinct]
        if len(set(numbers)) < len(numbers):
            span = values[instruction.distinct[-1]][1]
            message = f"{instruction.name} needs two different registers"
            raise SourceError(span, message, "copy one with vmov first")
