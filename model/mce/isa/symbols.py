# SPDX-License-Identifier: Apache-2.0
"""Labels, entries and constants of one source file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from mce.isa.diagnostics import SourceError
from mce.isa.expr import MAX_DEPTH, Evaluator, Token
from mce.isa.located import did_you_mean
from mce.isa.program import Symbol
from mce.isa.words import Isa

REGISTER = re.compile(r"([vps])([0-9]+)")


@dataclass
class _Definition:
    """A symbol: value once known, else the expression it waits for."""

    token: Token
    kind: str
    value: int | None = None
    expression: list[Token] = field(default_factory=list)
    busy: bool = False


class SymbolTable:
    """Names of one file; a constant may refer to names defined later."""

    def __init__(self, isa: Isa) -> None:
        self.scalars = {scalar.name: scalar.number for scalar in isa.scalars}
        self.flags = {flag.name: 1 << flag.bit for flag in isa.flags}
        self._definitions: dict[str, _Definition] = {}
        self._depth = 0

    def define_address(self, token: Token, kind: str, address: int) -> None:
        """Add a label or entry."""
        self._add(_Definition(token, kind, address))

    def define_constant(self, token: Token, expression: list[Token]) -> None:
        """Add a constant, evaluated when it is first used."""
        self._add(_Definition(token, "equ", None, expression))

    def _add(self, definition: _Definition) -> None:
        token = definition.token
        name = token.text
        if token.kind != "name" or name.startswith("."):
            raise SourceError(token.span, f"'{name}' is no name", "start it with a letter or _")
        if name in self.scalars or name in self.flags or REGISTER.fullmatch(name):
            message = f"'{name}' is the name of a register or flag"
            raise SourceError(token.span, message, "rename it")
        if name in self._definitions:
            line = self._definitions[name].token.span.line
            message = f"'{name}' is already defined in line {line}"
            raise SourceError(token.span, message, "rename one")
        self._definitions[name] = definition

    def resolve_all(self) -> Iterator[SourceError]:
        """Evaluate every constant, used or not; yields the errors."""
        for definition in self._definitions.values():
            try:
                self._resolve(definition, definition.token)
            except SourceError as error:
                yield error

    def _resolve(self, definition: _Definition, user: Token) -> int:
        if definition.value is None:
            if definition.busy:
                message = f"'{user.text}' is defined by itself"
                raise SourceError(user.span, message, "break the circle")
            if self._depth == MAX_DEPTH:
                message = f"more than {MAX_DEPTH} constants refer to each other"
                raise SourceError(user.span, message, "define them in their order")
            definition.busy, self._depth = True, self._depth + 1
            try:
                definition.value = self.evaluate(definition.expression)
            finally:
                definition.busy, self._depth = False, self._depth - 1
        return definition.value

    def evaluate(self, tokens: list[Token]) -> int:
        """Value of an expression of numbers and symbols."""
        return Evaluator(tokens, self._number).value()

    def evaluate_mask(self, tokens: list[Token]) -> int:
        """Value of an expression that may name flags too."""
        return Evaluator(tokens, self._flag_or_number).value()

    def _number(self, token: Token) -> int:
        name = token.text
        if name in self._definitions:
            return self._resolve(self._definitions[name], token)
        if name in self.scalars or REGISTER.fullmatch(name):
            cure = "scalars are known at run time only: use sadd, ssub"
            raise SourceError(token.span, f"'{name}' is a register, not a number", cure)
        cure = "define it with .equ or as a label"
        if self._definitions:
            cure = did_you_mean(name, [*self._definitions])
        raise SourceError(token.span, f"undefined '{name}'", cure)

    def _flag_or_number(self, token: Token) -> int:
        name = token.text
        if name in self.flags:
            return self.flags[name]
        if name in self._definitions:
            return self._resolve(self._definitions[name], token)
        raise SourceError(token.span, f"unknown flag '{name}'", did_you_mean(name, [*self.flags]))

    def entries(self) -> Iterator[tuple[Token, int]]:
        """Entry points with the token that names them."""
        for definition in self._definitions.values():
            if definition.kind == "entry" and definition.value is not None:
                yield definition.token, definition.value

    def symbols(self, file: str) -> Iterator[Symbol]:
        """All definitions; only after `resolve_all` found no error."""
        for name, d in self._definitions.items():
            if d.value is not None:
                yield Symbol(name, d.kind, d.value, file, d.token.span.line)
