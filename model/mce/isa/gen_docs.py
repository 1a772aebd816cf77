# SPDX-License-Identifier: Apache-2.0
"""The generated parts of docs/isa.md, between ``<!-- gen:NAME -->`` and ``<!-- /gen:NAME -->``."""

from __future__ import annotations

import re

from mce.errors import FormatError
from mce.isa.words import Instruction, Isa

_BLOCK = re.compile(r"(<!-- gen:(\w+) -->\n).*?(<!-- /gen:\2 -->\n)", re.DOTALL)


def _plain(text: str) -> str:
    """Text that Markdown shows as it is; a code span stays one."""
    return text if text.startswith("`") else text.replace("*", "\\*")


def _cell(text: str) -> str:
    """Text for a table cell: the bar is the column separator."""
    return _plain(text).replace("|", "\\|")


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(_cell(cell) for cell in line)} |\n" for line in lines)


def _fields(isa: Isa) -> str:
    rows = [[f"`{f.name}`", f"{f.msb}:{f.lsb}"] for f in isa.fields.values()]
    return _table(["field", "bits"], rows)


def _scalars(isa: Isa) -> str:
    rows = [[f"s{s.number}", f"`{s.name}`", s.value] for s in isa.scalars]
    free = isa.kinds["sfree"]
    rows.append([f"s{free.first}..s{free.last}", "", "the program's own (`li`, `sadd`, `ssub`)"])
    return _table(["register", "name", "value"], rows)


def _flags(isa: Isa) -> str:
    return _table(
        ["bit", "name", "set when"], [[str(f.bit), f"`{f.name}`", f.meaning] for f in isa.flags]
    )


def _errors(isa: Isa) -> str:
    rows = [[str(e.code), f"`{e.name}`", e.scope, e.meaning, e.cure] for e in isa.errors.values()]
    return _table(["code", "name", "class", "meaning", "cure"], rows)


def _summary(isa: Isa) -> str:
    rows = [
        [f"0x{i.opcode:02x}", f"`{i.synopsis}`", i.summary, i.cycles]
        for i in isa.instructions.values()
    ]
    return _table(["opcode", "instruction", "does", "cycles"], rows)


def _encoding(instruction: Instruction) -> str:
    """Fields from the top bit down, as ``op=0x10 d l``."""
    operands = sorted(instruction.operands, key=lambda o: -o.field.msb)
    parts = [f"{o.field.name}[{o.field.msb}:{o.field.lsb}]" for o in operands]
    return " ".join([f"op=0x{instruction.opcode:02x}", *parts])


def _detail(instruction: Instruction) -> str:
    lines = [f"#### `{instruction.synopsis}`\n", f"{_plain(instruction.meaning)}\n"]
    facts = [("encoding", f"`{_encoding(instruction)}`")]
    if instruction.packet_in:
        facts.append(("packet in", f"{instruction.packet_in} bytes"))
    if instruction.packet_out:
        facts.append(("packet out", f"{instruction.packet_out} bytes"))
    if instruction.length:
        facts.append(("legal lengths", instruction.length))
    if instruction.distinct:
        facts.append(("must differ", " and ".join(f"`{name}`" for name in instruction.distinct)))
    if instruction.blocks:
        starts = " and ".join(f"`{name}`" for name in instruction.blocks)
        facts.append(("must differ", f"the `{instruction.block_size}` registers from {starts} on"))
    if instruction.sets:
        facts.append(("changes flags", ", ".join(instruction.sets)))
    if instruction.uses:
        facts.append(("reads flags", ", ".join(instruction.uses)))
    facts.append(("cycles", instruction.cycles))
    lines.append("".join(f"* {name}: {_plain(value)}\n" for name, value in facts))
    return "\n".join(lines) + "\n"


def _instructions(isa: Isa) -> str:
    parts = []
    for unit, purpose in isa.units.items():
        parts.append(f"### Unit `{unit}`: {purpose}\n\n")
        parts += [_detail(i) for i in isa.instructions.values() if i.unit == unit]
    return "".join(parts)


def _reserved(isa: Isa) -> str:
    rows = []
    for entry in isa.reserved:
        many = entry.last > entry.first
        span = f"0x{entry.first:02x}" + (f"..0x{entry.last:02x}" if many else "")
        rows.append([span, entry.purpose])
    return _table(["opcodes", "kept for"], rows)


BLOCKS = {
    "fields": _fields,
    "scalars": _scalars,
    "flags": _flags,
    "errors": _errors,
    "summary": _summary,
    "instructions": _instructions,
    "reserved": _reserved,
}


def refresh(text: str, isa: Isa) -> str:
    """The document with all generated parts renewed.

    Raises:
        FormatError: ``docs-markers`` when a part is missing, unknown or there twice.
    """
    found = [match[2] for match in _BLOCK.finditer(text)]
    if sorted(found) != sorted(BLOCKS):
        raise FormatError(
            "docs-markers",
            f"docs/isa.md has the parts {found}",
            f"it needs {list(BLOCKS)}, once each",
        )
    return _BLOCK.sub(lambda match: match[1] + BLOCKS[match[2]](isa) + match[3], text)
