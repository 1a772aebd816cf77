# SPDX-License-Identifier: Apache-2.0
"""Tokens and integer expressions of the assembly language.

Operators by falling precedence: unary ``- ~ +``; ``* / %``; ``+ -``; ``<< >>``; ``&``; ``^``; ``|``
(C's order). Division rounds towards minus infinity. Numbers: decimal, 0x, 0o, 0b, with ``_``.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from dataclasses import dataclass

from mce.isa.diagnostics import SourceError, Span

_TOKEN = re.compile(
    r"(?P<space>\s+)|(?P<comment>[#;].*)|(?P<number>[0-9][0-9A-Za-z_]*)"
    r"|(?P<name>[.]?[A-Za-z_][A-Za-z0-9_]*)|(?P<op><<|>>|[-+*/%&|^~(),:])|(?P<bad>.)"
)
_LEVELS: list[dict[str, Callable[[int, int], int]]] = [
    {"|": operator.or_},
    {"^": operator.xor},
    {"&": operator.and_},
    {"<<": operator.lshift, ">>": operator.rshift},
    {"+": operator.add, "-": operator.sub},
    {"*": operator.mul, "/": operator.floordiv, "%": operator.mod},
]
_UNARY: dict[str, Callable[[int], int]] = {
    "-": operator.neg,
    "~": operator.invert,
    "+": operator.pos,
}
MAX_SHIFT = 64
MAX_DEPTH = 64
"""Nesting of parentheses and signs, and of constants defined by constants."""


@dataclass(frozen=True)
class Token:
    """One token; kind is number, name or op."""

    kind: str
    text: str
    span: Span


def tokenize(source: str, file: str, line: int) -> list[Token]:
    """Tokens of one source line without comment.

    Raises:
        SourceError: a character that belongs to no token.
    """
    tokens = []
    for match in _TOKEN.finditer(source):
        kind = match.lastgroup or "bad"
        span = Span(file, line, match.start() + 1, len(match[0]), source)
        if kind == "bad":
            raise SourceError(span, f"unexpected character '{match[0]}'", "remove it")
        if kind not in ("space", "comment"):
            tokens.append(Token(kind, match[0], span))
    return tokens


def join(tokens: list[Token]) -> Span:
    """The span from the first token to the last; there must be one."""
    first, last = tokens[0].span, tokens[-1].span
    length = last.column + last.length - first.column
    return Span(first.file, first.line, first.column, length, first.source)


def split_commas(tokens: list[Token], after: Span) -> list[list[Token]]:
    """Operands between commas; `after` marks a missing one.

    Raises:
        SourceError: an empty operand.
    """
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.text == ",":
            if not parts[-1]:
                raise SourceError(
                    token.span, "operand missing before ','", "write it or remove the comma"
                )
            parts.append([])
            after = token.span
        else:
            parts[-1].append(token)
    if tokens and not parts[-1]:
        raise SourceError(after, "operand missing after ','", "write it or remove the comma")
    return parts if tokens else []


class Evaluator:
    """Evaluates one expression; `lookup(token)` gives the value of a name or raises SourceError."""

    def __init__(self, tokens: list[Token], lookup: Callable[[Token], int]) -> None:
        self._tokens, self._lookup = tokens, lookup
        self._position = self._depth = 0

    def value(self) -> int:
        """Value of the whole token list.

        Raises:
            SourceError: syntax error, unknown name, division by zero, senseless shift.
        """
        result = self._binary(0)
        if self._position < len(self._tokens):
            rest = self._tokens[self._position]
            raise SourceError(rest.span, f"unexpected '{rest.text}' in expression", "remove it")
        return result

    def _peek(self) -> str:
        at_end = self._position >= len(self._tokens)
        return "" if at_end else self._tokens[self._position].text

    def _next(self) -> Token:
        if self._position >= len(self._tokens):
            span = self._tokens[-1].span
            raise SourceError(
                span, f"expression ends after '{self._tokens[-1].text}'", "complete it"
            )
        self._position += 1
        return self._tokens[self._position - 1]

    def _binary(self, level: int) -> int:
        if level == len(_LEVELS):
            return self._unary()
        left = self._binary(level + 1)
        while self._peek() in _LEVELS[level]:
            token = self._next()
            left = self._apply(token, left, self._binary(level + 1))
        return left

    @staticmethod
    def _apply(token: Token, left: int, right: int) -> int:
        if token.text in "/%" and right == 0:
            raise SourceError(token.span, "division by zero", "correct the divisor")
        if token.text in ("<<", ">>") and not 0 <= right <= MAX_SHIFT:
            raise SourceError(token.span, f"shift by {right}", f"shift by 0..{MAX_SHIFT}")
        function = next(level[token.text] for level in _LEVELS if token.text in level)
        return function(left, right)

    def _unary(self) -> int:
        token = self._next()
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise SourceError(token.span, "expression nested too deeply", "use .equ for a part")
        value = self._primary(token)
        self._depth -= 1
        return value

    def _primary(self, token: Token) -> int:
        if token.text in _UNARY:
            return _UNARY[token.text](self._unary())
        if token.text == "(":
            result = self._binary(0)
            if self._peek() != ")":
                raise SourceError(token.span, "'(' without ')'", "close it")
            self._position += 1
            return result
        if token.kind == "number":
            return _number(token)
        if token.kind == "name":
            return self._lookup(token)
        raise SourceError(
            token.span, f"unexpected '{token.text}' in expression", "write a value here"
        )


def _number(token: Token) -> int:
    try:
        return int(token.text, 0)
    except ValueError:
        cure = "write decimal (no leading 0), 0x, 0o or 0b"
        raise SourceError(token.span, f"'{token.text}' is not a number", cure) from None
