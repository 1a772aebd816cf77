# SPDX-License-Identifier: Apache-2.0
"""An assembled program image and its two file formats, ``.hex`` and ``.json``."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from mce.errors import FormatError

_FORMAT = "mce-program"
_KEYS = {"format", "isa_version", "num_regs", "words", "entries", "symbols", "lines"}


@dataclass(frozen=True)
class Symbol:
    """A label, entry or constant; `kind` is label, entry or equ."""

    name: str
    kind: str
    value: int
    file: str
    line: int


@dataclass(frozen=True)
class Line:
    """Source of the word at an address."""

    address: int
    file: str
    line: int
    source: str


@dataclass(frozen=True)
class Program:
    """Words for addresses 0.. of the instruction memory, and what they came from.

    Attributes:
        words: 32-bit instruction words.
        entries: entry name -> START_PC.
        symbols: labels, entries and constants of all sources.
        lines: one record a word.
        num_regs: NUM_REGS the program was checked for; any larger build runs it too.
        isa_version: version of isa.yml.
    """

    words: tuple[int, ...]
    entries: dict[str, int]
    symbols: tuple[Symbol, ...]
    lines: tuple[Line, ...]
    num_regs: int
    isa_version: int

    def entry(self, name: str) -> int:
        """START_PC of an entry.

        Raises:
            FormatError: no such entry.
        """
        if name not in self.entries:
            raise FormatError("entry", f"no entry '{name}'",
                              f"use one of {', '.join(sorted(self.entries))}")  # fmt: skip
        return self.entries[name]

    def to_hex(self) -> str:
        """Text for ``$readmemh``: one word a line, source as comment."""
        rows = zip(self.words, self.lines, strict=True)
        return "".join(f"{word:08x} // {line.address:03x} {line.source}\n" for word, line in rows)

    def to_json(self) -> str:
        """Text for tools: words, entries, symbols, lines."""
        data = {
            "format": _FORMAT,
            "isa_version": self.isa_version,
            "num_regs": self.num_regs,
            "words": [f"0x{word:08x}" for word in self.words],
            "entries": self.entries,
            "symbols": [asdict(symbol) for symbol in self.symbols],
            "lines": [asdict(line) for line in self.lines],
        }
        return json.dumps(data, indent=2) + "\n"

    @staticmethod
    def from_json(text: str) -> Program:
        """Read what `to_json` wrote.

        Raises:
            FormatError: no JSON, or not this format.
        """
        try:
            data: dict[str, Any] = json.loads(text)
        except json.JSONDecodeError as error:
            raise FormatError("program-json", str(error), "assemble again") from error
        if not isinstance(data, dict) or set(data) != _KEYS or data["format"] != _FORMAT:
            raise FormatError("program-json", "not a program file", "assemble again")
        return Program(
            words=tuple(int(word, 16) for word in data["words"]),
            entries=dict(data["entries"]),
            symbols=tuple(Symbol(**symbol) for symbol in data["symbols"]),
            lines=tuple(Line(**line) for line in data["lines"]),
            num_regs=data["num_regs"],
            isa_version=data["isa_version"],
        )


def read_words(path: Path) -> list[int]:
    """Words of a ``.json`` or ``.hex`` file (``//`` comments allowed).

    Raises:
        FormatError: a file that cannot be read, or a token that is not a 32-bit word.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise FormatError("image", f"{path}: {error}", "give a .hex or .json image") from error
    if path.suffix == ".json":
        return list(Program.from_json(text).words)
    words = []
    for number, line in enumerate(text.splitlines(), 1):
        for token in line.split("//")[0].split():
            try:
                word = int(token, 16)
            except ValueError:
                word = -1
            if not 0 <= word < 1 << 32:
                where = f"{path.name}:{number}"
                raise FormatError("hex", f"{where}: '{token}' is no word", "write 8 hex digits")
            words.append(word)
    return words
