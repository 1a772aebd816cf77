# SPDX-License-Identifier: Apache-2.0
"""Two-pass assembler.

A line is ``{label:} [instruction operands | .directive]``, comments start with ``#`` or ``;``.
Directives: ``.equ NAME, expr`` (constant), ``.entry NAME`` (label that is also a START_PC),
``.word expr`` (any 32 bits, unchecked: for tests). Labels and constants belong to their file,
entries to the image. All errors of all files are reported at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from pathlib import Path

from mce.errors import FormatError
from mce.isa.diagnostics import AsmError, Diagnostic, SourceError, Span
from mce.isa.expr import Evaluator, Token, join, split_commas, tokenize
from mce.isa.located import did_you_mean
from mce.isa.program import Line, Program, Symbol
from mce.isa.spec import load
from mce.isa.words import SCALAR_KINDS, Build, Instruction, Isa, Kind, Operand

DIRECTIVES = (".equ", ".entry", ".word")
MAX_LOOPS = 2

_REGISTER = re.compile(r"([vps])([0-9]+)")


@dataclass(frozen=True)
class Source:
    """One source text; `file` is the name shown in messages."""

    text: str
    file: str


@dataclass(frozen=True)
class _Statement:
    """An instruction or .word: head token, operands, address."""

    head: Token
    operands: list[Token]
    address: int


@dataclass
class _Definition:
    """A symbol: value once known, else the expression it waits for."""

    token: Token
    kind: str
    value: int | None = None
    expression: list[Token] = field(default_factory=list)
    busy: bool = False


@dataclass(frozen=True)
class _Loop:
    """An open loop: its line and the address behind its body."""

    line: int
    end: int


class _Unit:
    """One source file on its way through the two passes."""

    def __init__(self, source: Source, base: int, build: Build, isa: Isa) -> None:
        self.source, self.base, self.build, self.isa = source, base, build, isa
        self.faults: list[Diagnostic] = []
        self.statements: list[_Statement] = []
        self.definitions: dict[str, _Definition] = {}
        self.loops: list[_Loop] = []
        self.scalars = {scalar.name: scalar.number for scalar in isa.scalars}
        self.flags = {flag.name: 1 << flag.bit for flag in isa.flags}

    # ------------------------------------------------------------- pass 1: addresses and names

    def collect(self) -> None:
        """Find all statements and definitions."""
        for number, text in enumerate(self.source.text.splitlines(), 1):
            try:
                self._collect_line(tokenize(text, self.source.file, number))
            except SourceError as fault:
                self.faults.append(fault.diagnostic)

    def _collect_line(self, tokens: list[Token]) -> None:
        while len(tokens) > 1 and tokens[1].text == ":":
            self._define(tokens[0], "label", self._address())
            tokens = tokens[2:]
        if not tokens:
            return
        head, rest = tokens[0], tokens[1:]
        if head.text == ".equ":
            self._equ(head, rest)
        elif head.text == ".entry":
            if len(rest) != 1:
                raise SourceError(join(tokens), ".entry takes one name", "write `.entry NAME`")
            self._define(rest[0], "entry", self._address())
        else:
            if len(rest) > 0 and rest[0].text == ":":
                raise SourceError(
                    head.span, f"'{head.text}' is no label", "start it with a letter or _"
                )
            # An unknown mnemonic keeps its address, so that one error does not move all labels.
            self.statements.append(_Statement(head, rest, self._address()))

    def _address(self) -> int:
        return self.base + len(self.statements)

    def _equ(self, head: Token, rest: list[Token]) -> None:
        parts = split_commas(rest, head.span)
        if len(parts) != 2 or len(parts[0]) != 1:
            raise SourceError(
                join([head, *rest]), ".equ takes a name and a value", "`.equ NAME, value`"
            )
        self._define(parts[0][0], "equ", None, parts[1])

    def _define(
        self, token: Token, kind: str, value: int | None, expression: list[Token] | None = None
    ) -> None:
        name = token.text
        if token.kind != "name" or name.startswith("."):
            raise SourceError(token.span, f"'{name}' is no name", "start it with a letter or _")
        if name in self.scalars or _REGISTER.fullmatch(name) or name in self.flags:
            raise SourceError(
                token.span, f"'{name}' is the name of a register or flag", "rename it"
            )
        if name in self.definitions:
            line = self.definitions[name].token.span.line
            raise SourceError(
                token.span, f"'{name}' is already defined in line {line}", "rename one"
            )
        self.definitions[name] = _Definition(token, kind, value, expression or [])

    # ------------------------------------------------------------- pass 2: words

    def emit(self) -> Iterator[int]:
        """The words; statements with errors give 0 and a diagnostic."""
        for name in self.definitions:
            try:
                self._resolve(name)
            except SourceError as fault:
                if fault.diagnostic not in self.faults:
                    self.faults.append(fault.diagnostic)
        for statement in self.statements:
            try:
                yield self._word(statement)
            except SourceError as fault:
                if fault.diagnostic not in self.faults:
                    self.faults.append(fault.diagnostic)
                yield 0

    def _word(self, statement: _Statement) -> int:
        head = statement.head
        if statement.address == self.build.num_inst:
            cure = f"this build holds {self.build.num_inst} instructions (NUM_INST)"
            raise SourceError(head.span, "program too long", cure)
        if head.text == ".word":
            return self._raw_word(statement)
        instruction = self.isa.instructions.get(head.text)
        if instruction is None:
            kind = "directive" if head.text.startswith(".") else "instruction"
            known = list(DIRECTIVES) if kind == "directive" else list(self.isa.instructions)
            raise SourceError(
                head.span, f"unknown {kind} '{head.text}'", did_you_mean(head.text, known)
            )
        return self._encode(instruction, statement)

    def _raw_word(self, statement: _Statement) -> int:
        if not statement.operands:
            raise SourceError(statement.head.span, ".word takes one value", "write `.word value`")
        return self._integer(statement.operands, 0xFFFFFFFF)

    def _encode(self, instruction: Instruction, statement: _Statement) -> int:
        parts = split_commas(statement.operands, statement.head.span)
        if len(parts) != len(instruction.operands):
            count = len(instruction.operands)
            raise SourceError(
                join([statement.head, *statement.operands]),
                f"{instruction.name} takes {count} operand{'s' * (count != 1)}, not {len(parts)}",
                f"write `{instruction.synopsis}`",
            )
        values: dict[str, int] = {}
        for operand, tokens in zip(instruction.operands, parts, strict=True):
            value = values[operand.field.name] = self._operand(operand, tokens)
            self._check_distinct(instruction, operand, tokens, values)
            if operand.kind.name == "target":
                self._open_loop(statement, value, join(tokens))
        return self.isa.encode(instruction, values)

    def _operand(self, operand: Operand, tokens: list[Token]) -> int:
        kind = operand.kind
        if kind.name == "mask":
            return self._mask(tokens)
        if not kind.prefix:
            return self._integer(tokens, kind.last)
        return self._register(kind, tokens)

    def _register(self, kind: Kind, tokens: list[Token]) -> int:
        """Number of a register of the wanted kind."""
        span, name = join(tokens), tokens[0].text
        allowed = f"{kind.prefix}{kind.first}..{kind.prefix}{kind.last_in(self.build)}"
        number = None
        match = _REGISTER.fullmatch(name)
        if len(tokens) == 1 and match is not None and match[1] == kind.prefix:
            number = int(match[2])
        elif len(tokens) == 1 and kind.name in SCALAR_KINDS:
            number = self.scalars.get(name)
        if number is None:
            shown = span.source[span.column - 1 : span.column - 1 + span.length]
            raise SourceError(
                span, f"'{shown}' is not a {kind.meaning}", self._register_cure(kind, name)
            )
        if not kind.first <= number <= kind.last_in(self.build):
            raise SourceError(span, f"'{name}' is not a {kind.meaning}", f"use {allowed}")
        return number

    def _register_cure(self, kind: Kind, name: str) -> str:
        first, last = kind.first, kind.last_in(self.build)
        known = [f"{kind.prefix}{number}" for number in range(first, last + 1)]
        if kind.name == "sreg":
            known = [*self.scalars, *known[len(self.scalars) :]]
        near = get_close_matches(name, known, n=1)
        if near and len(name) > 1 and not _REGISTER.fullmatch(name):
            return f"did you mean '{near[0]}'?"
        names = f" or {', '.join(self.scalars)}" if kind.name == "sreg" else ""
        return f"use {kind.prefix}{first}..{kind.prefix}{last}{names}"

    def _check_distinct(
        self,
        instruction: Instruction,
        operand: Operand,
        tokens: list[Token],
        values: dict[str, int],
    ) -> None:
        name = operand.field.name
        for other in instruction.distinct:
            known = name in instruction.distinct and other != name and other in values
            if known and values[other] == values[name]:
                message = f"{instruction.name} needs two different registers"
                raise SourceError(join(tokens), message, "copy one with vmov first")

    def _mask(self, tokens: list[Token]) -> int:
        """Flag names and numbers, joined by ``|`` or any operator."""

        def lookup(token: Token) -> int:
            if token.text in self.flags:
                return self.flags[token.text]
            if token.text in self.definitions:
                return self._resolve(token.text)
            raise SourceError(
                token.span, f"unknown flag '{token.text}'", did_you_mean(token.text, [*self.flags])
            )

        value = Evaluator(tokens, lookup).value()
        if value & ~self.isa.flag_mask:
            raise SourceError(join(tokens), f"{value} names flags that do not exist",
                        f"use {'|'.join(self.flags)}")  # fmt: skip
        return value

    def _integer(self, tokens: list[Token], largest: int) -> int:
        value = Evaluator(tokens, self._lookup).value()
        if not 0 <= value <= largest:
            raise SourceError(join(tokens), f"{value} is out of range", f"allowed is 0..{largest}")
        return value

    def _lookup(self, token: Token) -> int:
        name = token.text
        if name in self.definitions:
            return self._resolve(name, token)
        if name in self.scalars or _REGISTER.fullmatch(name):
            message = f"'{name}' is a register, not a number"
            raise SourceError(
                token.span, message, "scalars are known at run time only: use sadd, ssub"
            )
        known = [*self.definitions]
        cure = did_you_mean(name, known) if known else "define it with .equ or as a label"
        raise SourceError(token.span, f"undefined '{name}'", cure)

    def _resolve(self, name: str, user: Token | None = None) -> int:
        """Value of a definition; .equ may refer to names defined later."""
        definition = self.definitions[name]
        if definition.value is None:
            if definition.busy:
                token = user or definition.token
                raise SourceError(token.span, f"'{name}' is defined by itself", "break the circle")
            definition.busy = True
            try:
                definition.value = Evaluator(definition.expression, self._lookup).value()
            finally:
                definition.busy = False
        return definition.value

    def _open_loop(self, statement: _Statement, end: int, span: Span) -> None:
        """Check a loop against the open ones, as the sequencer's stack needs it."""
        address = statement.address
        self.loops = [loop for loop in self.loops if loop.end > address]
        if end < address + 2:
            cure = "the label stands behind the last instruction of the body, after the loop"
            raise SourceError(span, "the loop body is empty", cure)
        if end > self.build.num_inst:
            raise SourceError(
                span, f"the loop ends at {end}", f"at most NUM_INST = {self.build.num_inst}"
            )
        if len(self.loops) == MAX_LOOPS:
            raise SourceError(
                statement.head.span, f"more than {MAX_LOOPS} nested loops", "unroll one"
            )
        for outer in self.loops:
            if end > outer.end:
                message = f"the loop crosses the end of the loop in line {outer.line}"
                raise SourceError(span, message, "close the inner loop first")
            if end == outer.end:
                message = f"the loop ends together with the loop in line {outer.line}"
                raise SourceError(span, message, "put a nop between the two ends")
        self.loops.append(_Loop(statement.head.span.line, end))

    # ------------------------------------------------------------- results

    def symbols(self) -> Iterator[Symbol]:
        """All definitions of the file."""
        for name, d in self.definitions.items():
            value = d.value if d.value is not None else 0
            yield Symbol(name, d.kind, value, self.source.file, d.token.span.line)

    def lines(self) -> Iterator[Line]:
        """The source of every word, without comment."""
        for statement in self.statements:
            span = join([statement.head, *statement.operands])
            start = span.column - 1
            text = " ".join(span.source[start : start + span.length].split())
            yield Line(statement.address, self.source.file, span.line, text)


def _entries(units: list[_Unit]) -> dict[str, int]:
    """Entry points of all files; a name may stand for one only."""
    entries: dict[str, int] = {}
    for unit in units:
        for name, definition in unit.definitions.items():
            if definition.kind != "entry" or definition.value is None:
                continue
            if name in entries:
                fault = SourceError(
                    definition.token.span, f"entry '{name}' exists already", "rename one"
                )
                unit.faults.append(fault.diagnostic)
            entries[name] = definition.value
    return entries


def assemble_sources(sources: list[Source], build: Build | None = None) -> Program:
    """Assemble sources one after the other into one image.

    Raises:
        AsmError: with every error of every source.
    """
    build, isa = build or Build(), load()
    units: list[_Unit] = []
    words: list[int] = []
    for source in sources:
        unit = _Unit(source, len(words), build, isa)
        unit.collect()
        words += unit.emit()
        units.append(unit)
    entries = _entries(units)
    faults = [
        fault
        for unit in units
        for fault in sorted(unit.faults, key=lambda d: (d.span.line, d.span.column))
    ]
    if faults:
        raise AsmError(faults)
    return Program(
        words=tuple(words),
        entries=entries,
        symbols=tuple(symbol for unit in units for symbol in unit.symbols()),
        lines=tuple(line for unit in units for line in unit.lines()),
        num_regs=build.num_regs,
        isa_version=isa.version,
    )


def assemble(text: str, file: str = "<text>", build: Build | None = None) -> Program:
    """Assemble one source text."""
    return assemble_sources([Source(text, file)], build)


def assemble_files(paths: list[Path], build: Build | None = None) -> Program:
    """Assemble files; messages show the paths as given.

    Raises:
        FormatError: a file that cannot be read or is not UTF-8.
        AsmError: as `assemble_sources`.
    """
    sources = []
    for path in paths:
        try:
            sources.append(Source(path.read_text(encoding="utf-8"), str(path)))
        except (OSError, UnicodeDecodeError) as error:
            raise FormatError("source", f"{path}: {error}", "give a readable text file") from error
    return assemble_sources(sources, build)
