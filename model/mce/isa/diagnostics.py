# SPDX-License-Identifier: Apache-2.0
"""Assembler errors that show where, what and how to mend it."""

from __future__ import annotations

from dataclasses import dataclass

from mce.errors import MceError

MAX_SHOWN = 20
"""So many errors are shown, the others are counted: many follow from the first."""


@dataclass(frozen=True)
class Span:
    """A piece of one source line; line and column count from 1."""

    file: str
    line: int
    column: int
    length: int
    source: str


@dataclass(frozen=True)
class Diagnostic:
    """One error: where, what, and the cure (may be empty)."""

    span: Span
    message: str
    cure: str

    def render(self) -> str:
        """``file:line:column: error: message``, the source line, carets, the cure."""
        span = self.span
        # Tabs stay tabs in the padding, so that the caret stands below its text everywhere.
        padding = "".join("\t" if c == "\t" else " " for c in span.source[: span.column - 1])
        lines = [
            f"{span.file}:{span.line}:{span.column}: error: {self.message}",
            f"    {span.source}",
            f"    {padding}{'^' * max(1, span.length)}",
        ]
        if self.cure:
            lines.append(f"    cure: {self.cure}")
        return "\n".join(lines)


class SourceError(Exception):
    """Raised inside the assembler for one bad statement; collected, never seen by a caller."""

    def __init__(self, span: Span, message: str, cure: str = "") -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(span, message, cure)


class AsmError(MceError):
    """A source did not assemble; `diagnostics` holds every error in source order."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        self.diagnostics = diagnostics
        text = "\n".join(d.render() for d in diagnostics[:MAX_SHOWN])
        if len(diagnostics) > MAX_SHOWN:
            text += f"\n... and {len(diagnostics) - MAX_SHOWN} more"
        count = f"{len(diagnostics)} error{'s' if len(diagnostics) > 1 else ''}"
        super().__init__("asm", f"{count}\n{text}", "correct the marked places")
        self.args = (f"[asm] {self.message}",)  # each diagnostic shows its own cure
