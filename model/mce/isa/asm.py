# SPDX-License-Identifier: Apache-2.0
"""Two-pass assembler.

A line is ``{label:} [instruction operands | .directive]``, comments start with ``#`` or ``;``.
Directives: ``.equ NAME, expr`` (constant), ``.entry NAME`` (label that is also a START_PC),
``.word expr`` (any 32 bits, unchecked: for tests). Labels and constants belong to their file,
entries to the image. All errors of all files are reported at once, one a statement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mce.errors import FormatError
from mce.isa.diagnostics import AsmError, Diagnostic, SourceError, Span
from mce.isa.expr import Token, join, split_commas, tokenize
from mce.isa.located import did_you_mean
from mce.isa.operands import OperandReader, text_of
from mce.isa.program import Line, Program
from mce.isa.spec import load
from mce.isa.symbols import SymbolTable
from mce.isa.words import Build, Instruction, Isa

DIRECTIVES = (".equ", ".entry", ".word")
MAX_LOOPS = 2
MAX_INST = 4096
"""Words of the largest instruction memory of any build."""


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


@dataclass(frozen=True)
class _Loop:
    """An open loop: its line and the address behind its body."""

    line: int
    end: int


class _Unit:
    """One source file on its way through the two passes."""

    def __init__(self, source: Source, base: int, build: Build, isa: Isa) -> None:
        self.source, self.base, self.build, self.isa = source, base, build, isa
        self.symbols = SymbolTable(isa)
        self.reader = OperandReader(self.symbols, build, isa)
        self.errors: list[Diagnostic] = []
        self.statements: list[_Statement] = []
        self.loops: list[_Loop] = []

    def report(self, error: SourceError) -> None:
        """Keep an error; one that several users of a constant meet counts once."""
        if error.diagnostic not in self.errors:
            self.errors.append(error.diagnostic)

    # Pass 1: addresses and names.

    def collect(self) -> None:
        """Find all statements and definitions."""
        for number, text in enumerate(self.source.text.splitlines(), 1):
            try:
                self._line(tokenize(text, self.source.file, number))
            except SourceError as error:
                self.report(error)

    def _line(self, tokens: list[Token]) -> None:
        address = self.base + len(self.statements)
        while len(tokens) > 1 and tokens[1].text == ":":
            self.symbols.define_address(tokens[0], "label", address)
            tokens = tokens[2:]
        if not tokens:
            return
        head, rest = tokens[0], tokens[1:]
        if head.text == ".equ":
            parts = split_commas(rest, head.span)
            if len(parts) != 2 or len(parts[0]) != 1:
                message = ".equ takes a name and a value"
                raise SourceError(join(tokens), message, "write `.equ NAME, value`")
            self.symbols.define_constant(parts[0][0], parts[1])
        elif head.text == ".entry":
            if len(rest) != 1:
                raise SourceError(join(tokens), ".entry takes one name", "write `.entry NAME`")
            self.symbols.define_address(rest[0], "entry", address)
        else:
            # An unknown mnemonic keeps its address, so that one error does not move all labels.
            self.statements.append(_Statement(head, rest, address))

    # Pass 2: words.

    def emit(self) -> list[int]:
        """The words; a statement with an error gives 0."""
        for error in self.symbols.resolve_all():
            self.report(error)
        words = []
        for statement in self.statements:
            try:
                words.append(self._word(statement))
            except SourceError as error:
                self.report(error)
                words.append(0)
        return words

    def _word(self, statement: _Statement) -> int:
        head = statement.head
        if statement.address == self.build.num_inst:
            cure = self._memory("this build holds", "instructions")
            raise SourceError(head.span, "program too long", cure)
        if head.text == ".word":
            if not statement.operands:
                raise SourceError(head.span, ".word takes one value", "write `.word value`")
            return self.reader.integer(statement.operands, 0xFFFFFFFF)
        instruction = self.isa.instructions.get(head.text)
        if instruction is None:
            directive = head.text.startswith(".")
            kind = "directive" if directive else "instruction"
            cure = did_you_mean(head.text, [*(DIRECTIVES if directive else self.isa.instructions)])
            raise SourceError(head.span, f"unknown {kind} '{head.text}'", cure)
        return self._instruction(instruction, statement)

    def _instruction(self, instruction: Instruction, statement: _Statement) -> int:
        read = self.reader.read(instruction, statement.head, statement.operands)
        if instruction.has_target:
            self._open_loop(statement, *read["imm16"])
        return self.isa.encode(instruction, {name: value for name, (value, _) in read.items()})

    def _memory(self, text: str, unit: str) -> str:
        """The cure for what leaves the memory; a larger one is an option of the tools."""
        size = f"{text} {self.build.num_inst} {unit}".rstrip()
        if self.build.num_inst == MAX_INST:
            return f"{size} (NUM_INST), no build holds more"
        more = 2 * self.build.num_inst
        options = f"--num-inst {more} (of mce run: --param NUM_INST={more})"
        return f"{size} (NUM_INST); for a larger build give {options}"

    def _open_loop(self, statement: _Statement, end: int, span: Span) -> None:
        """Check a loop against the open ones, as the sequencer's stack needs it."""
        self.loops = [loop for loop in self.loops if loop.end > statement.address]
        if end < statement.address + 2:
            cure = "put the label behind the last instruction of the body"
            raise SourceError(span, "the loop has no body", cure)
        if end > self.build.num_inst:
            cure = self._memory("at most", "")
            raise SourceError(span, f"the loop ends at {end}", cure)
        if len(self.loops) == MAX_LOOPS:
            message = f"more than {MAX_LOOPS} nested loops"
            raise SourceError(statement.head.span, message, "unroll one")
        for outer in self.loops:
            if end > outer.end:
                message = f"the loop crosses the end of the loop in line {outer.line}"
                raise SourceError(span, message, "close the inner loop first")
        self.loops.append(_Loop(statement.head.span.line, end))

    # Results.

    def lines(self) -> Iterator[Line]:
        """The source of every word, without comment."""
        for statement in self.statements:
            span = join([statement.head, *statement.operands])
            text = " ".join(text_of(span).split())
            yield Line(statement.address, self.source.file, span.line, text)

    def sorted_errors(self) -> list[Diagnostic]:
        """The errors in source order."""
        return sorted(self.errors, key=lambda d: (d.span.line, d.span.column))


def _entries(units: list[_Unit]) -> dict[str, int]:
    """Entry points of all files; a name may stand for one only."""
    entries: dict[str, int] = {}
    for unit in units:
        for token, address in unit.symbols.entries():
            if token.text in entries:
                message = f"another file has the entry '{token.text}'"
                unit.report(SourceError(token.span, message, "rename one"))
            entries[token.text] = address
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
    if errors := [error for unit in units for error in unit.sorted_errors()]:
        raise AsmError(errors)
    return Program(
        words=tuple(words),
        entries=entries,
        symbols=tuple(s for unit in units for s in unit.symbols.symbols(unit.source.file)),
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
            why = "no UTF-8 text" if isinstance(error, UnicodeDecodeError) else error.strerror
            raise FormatError("source", f"cannot read {path}: {why}",
                              "give a readable text file") from error  # fmt: skip
    return assemble_sources(sources, build)
