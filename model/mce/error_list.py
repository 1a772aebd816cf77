# SPDX-License-Identifier: Apache-2.0
"""Every error code of the package, read from its source: the table of docs/errors.md.

A code is the first argument of a call of `MceError` or of a class derived from it. Text that is
filled in at run time shows as ``…``. Job errors of the core (`JobError`) have the codes of isa.yml
and stand in docs/isa.md.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
FILLED = "…"


@dataclass(frozen=True, order=True)
class Raised:
    """One place that raises an error.

    Attributes:
        code, message, cure: the three arguments; empty when an argument is missing.
        module: dotted name.
        line: in the module's file.
    """

    code: str
    message: str
    cure: str
    module: str
    line: int


def _text(node: ast.expr) -> str:
    """What an argument says, `FILLED` for what is only known when it is raised."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return re.sub(f"{FILLED}+", FILLED, "".join(map(_text, node.values)))
    if isinstance(node, ast.BinOp):
        return re.sub(f"{FILLED}+", FILLED, _text(node.left) + _text(node.right))
    return FILLED


def _name(node: ast.expr) -> str:
    """Last part of a dotted name."""
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


@cache
def _trees() -> dict[str, ast.Module]:
    """Module -> its syntax tree."""
    return {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def error_classes() -> set[str]:
    """`MceError` and all classes that are derived from it."""
    classes = [n for tree in _trees().values() for n in ast.walk(tree)
               if isinstance(n, ast.ClassDef)]  # fmt: skip
    known, before = {"MceError"}, 0
    while before != len(known):
        before = len(known)
        known |= {c.name for c in classes if known & set(map(_name, c.bases))}
    return known


def _own_texts(tree: ast.Module, known: set[str]) -> Iterator[ast.Call]:
    """Calls of ``super().__init__`` in error classes that choose the texts themselves."""
    for owner in ast.walk(tree):
        if isinstance(owner, ast.ClassDef) and owner.name in known - {"MceError"}:
            for node in ast.walk(owner):
                if isinstance(node, ast.Call) and _name(node.func) == "__init__":
                    yield node


def _own_init(known: set[str]) -> set[str]:
    """Error classes whose arguments are not code, message and cure."""
    return {owner.name for tree in _trees().values() for owner in ast.walk(tree)
            if isinstance(owner, ast.ClassDef) and owner.name in known
            and any(isinstance(n, ast.FunctionDef) and n.name == "__init__" for n in owner.body)
            } - {"MceError"}  # fmt: skip


def collect() -> list[Raised]:
    """All places, sorted by code."""
    known = error_classes()
    plain = known - _own_init(known)
    found = set()
    for module, tree in _trees().items():
        calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and _name(n.func) in plain]
        for call in [*calls, *_own_texts(tree, known)]:
            code, message, cure = ([_text(arg) for arg in call.args] + [""] * 3)[:3]
            found.add(Raised(code, " ".join(message.split()), " ".join(cure.split()), module,
                             call.lineno))  # fmt: skip
    return sorted(found)


def table() -> str:
    """Markdown: a row for each text of each code."""
    rows = sorted({(r.code, r.message, r.cure, r.module.removeprefix("mce."))
                   for r in collect() if r.code != FILLED})
    lines = ["| code | what | cure | raised by |", "| --- | --- | --- | --- |"]
    for code, message, cure, module in rows:
        cells = (f"`{code}`", message, cure, f"`{module}`")
        lines.append("| " + " | ".join(c.replace("|", "\\|") for c in cells) + " |")
    return "\n".join(lines) + "\n"
