# SPDX-License-Identifier: Apache-2.0
"""Validates the text of ``isa.yml``: every fault is pointed at with its line and path."""

from __future__ import annotations

import re

from mce.isa.located import Located, parse
from mce.isa.words import (
    KINDS,
    MAX_BATCH,
    ErrorCode,
    Field,
    Flag,
    Instruction,
    Isa,
    Kind,
    Operand,
    Reserved,
    Scalar,
)

OPCODES = 64

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LAST_REGISTER = re.compile(r"NUM_REGS-([0-9]+)")


def from_text(text: str, file: str = "isa.yml") -> Isa:
    """Validate a specification given as text; `file` is only for messages."""
    root = parse(text, file)
    top = root.mapping(
        ("version", "word_bits", "fields", "kinds", "scalars", "flags", "errors", "units",
         "reserved", "instructions")
    )  # fmt: skip
    top["word_bits"].integer(32, 32)
    fields, kinds = _fields(top["fields"]), _kinds(top["kinds"])
    flags = _flags(top["flags"], fields)
    units = {name: entry.text() for name, entry in top["units"].entries().items()}
    reader = _InstructionReader(fields, kinds, [f.name for f in flags], list(units))
    instructions = reader.read(top["instructions"])
    reserved = _reserved(top["reserved"])
    _cover(top, instructions, reserved)
    return Isa(
        version=top["version"].integer(1, 255),
        fields=fields,
        kinds=kinds,
        scalars=_scalars(top["scalars"], kinds["sreg"]),
        flags=flags,
        errors=_errors(top["errors"]),
        units=units,
        reserved=reserved,
        instructions={i.name: i for i in instructions},
        by_opcode={i.opcode: i for i in instructions},
    )


def _unique(seen: set[str | int], key: str | int, where: Located, what: str) -> None:
    """Fail when a key was seen before."""
    if key in seen:
        shown = f"0x{key:02x}" if isinstance(key, int) else f"'{key}'"
        where.fail(f"{what} {shown} twice", "give each its own")
    seen.add(key)


def _identifier(where: Located) -> str:
    name = where.text()
    if not _IDENTIFIER.fullmatch(name):
        where.fail(f"'{name}' is not a name", "use letters, digits and _")
    return name


def _fields(node: Located) -> dict[str, Field]:
    """Bit fields; op must be the top six bits, as the decoder relies on it."""
    result = {}
    for name, entry in node.entries().items():
        bits = entry.items()
        if len(bits) != 2:
            entry.fail("not two numbers", "write [msb, lsb]")
        msb = bits[0].integer(0, 31)
        result[name] = Field(name, msb, bits[1].integer(0, msb))
    if "op" not in result or (result["op"].msb, result["op"].lsb) != (31, 26):
        node.fail("field op must be [31, 26]", "restore it")
    return result


def _kinds(node: Located) -> dict[str, Kind]:
    result = {}
    for name, entry in node.mapping(KINDS).items():
        parts = entry.mapping(("meaning",), ("prefix", "first", "last"))
        of_batch = "last" in parts and parts["last"].value == "BATCH"
        last, below = _last(parts["last"]) if "last" in parts and not of_batch else (0, 0)
        result[name] = Kind(
            name=name,
            prefix=_identifier(parts["prefix"]) if "prefix" in parts else "",
            first=parts["first"].integer(0, 65535) if "first" in parts else 0,
            last=MAX_BATCH if of_batch else last,
            below_num_regs=below,
            of_batch=of_batch,
            meaning=parts["meaning"].text(),
        )
    return result


def _last(node: Located) -> tuple[int, int]:
    """(last, 0) of a number, (0, x) of NUM_REGS-x."""
    if not isinstance(node.value, str):
        return node.integer(0, 65535), 0
    match = _LAST_REGISTER.fullmatch(node.value)
    if match is None or int(match[1]) < 1:
        node.fail(f"'{node.value}' is no limit", "write a number, NUM_REGS-1 or BATCH")
    return 0, int(match[1])


def _flags(node: Located, fields: dict[str, Field]) -> tuple[Flag, ...]:
    result, seen = [], set[str | int]()
    for item in node.items():
        parts = item.mapping(("name", "bit", "meaning"))
        name, bit = _identifier(parts["name"]), parts["bit"].integer(0, fields["f"].width - 1)
        _unique(seen, name, parts["name"], "flag")
        _unique(seen, bit, parts["bit"], "flag bit")
        result.append(Flag(name, bit, parts["meaning"].text()))
    return tuple(result)


def _scalars(node: Located, kind: Kind) -> tuple[Scalar, ...]:
    result, seen = [], set[str | int]()
    for item in node.items():
        parts = item.mapping(("name", "number", "constant", "value"))
        name, constant = _identifier(parts["name"]), _identifier(parts["constant"])
        number = parts["number"].integer(0, kind.last)
        _unique(seen, f"name {name}", parts["name"], "scalar")
        _unique(seen, f"constant {constant}", parts["constant"], "scalar")
        _unique(seen, number, parts["number"], "scalar number")
        result.append(Scalar(name, number, constant, parts["value"].text()))
    return tuple(result)


def _errors(node: Located) -> dict[str, ErrorCode]:
    result, seen = {}, set[str | int]()
    for item in node.items():
        parts = item.mapping(("name", "code", "class", "meaning", "cure"))
        name, code = _identifier(parts["name"]), parts["code"].integer(1, 255)
        _unique(seen, name, parts["name"], "error")
        _unique(seen, code, parts["code"], "error code")
        scope = parts["class"].choice(["job", "bus"])
        result[name] = ErrorCode(name, code, scope, parts["meaning"].text(), parts["cure"].text())
    for name in ("BAD_OPCODE", "BAD_OPERAND"):
        if name not in result:
            node.fail(f"no error {name}", "the decoder needs it")
    return result


def _reserved(node: Located) -> tuple[Reserved, ...]:
    result = []
    for item in node.items():
        parts = item.mapping(("first", "last", "for"))
        first = parts["first"].integer(0, OPCODES - 1)
        last = parts["last"].integer(first, OPCODES - 1)
        result.append(Reserved(first, last, parts["for"].text()))
    return tuple(result)


def _cover(
    top: dict[str, Located], instructions: list[Instruction], reserved: tuple[Reserved, ...]
) -> None:
    """Every opcode is an instruction or reserved, and only one of them."""
    owner: dict[int, str] = {}
    for instruction, item in zip(instructions, top["instructions"].items(), strict=True):
        where = item.value["opcode"]
        if instruction.opcode in owner:
            other = owner[instruction.opcode]
            where.fail(f"opcode 0x{instruction.opcode:02x} is {other}'s", "take a free one")
        owner[instruction.opcode] = instruction.name
    for entry, item in zip(reserved, top["reserved"].items(), strict=True):
        for opcode in range(entry.first, entry.last + 1):
            if opcode in owner:
                item.fail(f"opcode 0x{opcode:02x} is {owner[opcode]}'s", "shrink the range")
            owner[opcode] = f"reserved ({entry.purpose})"
    if missing := [f"0x{code:02x}" for code in range(OPCODES) if code not in owner]:
        top["reserved"].fail(f"opcodes {', '.join(missing)} missing", "reserve or define them")


class _InstructionReader:
    """Reads the list of instructions against the fields, kinds, flags and units before it."""

    def __init__(
        self, fields: dict[str, Field], kinds: dict[str, Kind], flags: list[str], units: list[str]
    ) -> None:
        self.fields, self.kinds, self.flags, self.units = fields, kinds, flags, units

    def read(self, node: Located) -> list[Instruction]:
        """All instructions; names are unique."""
        result, seen = [], set[str | int]()
        for item in node.items():
            instruction = self._instruction(item)
            _unique(seen, instruction.name, item, "instruction")
            result.append(instruction)
        return result

    def _instruction(self, item: Located) -> Instruction:
        parts = item.mapping(
            ("name", "opcode", "unit", "operands", "summary", "meaning", "cycles"),
            ("distinct", "blocks", "packet", "length", "sets", "uses"),
        )
        operands = self._operands(parts["operands"])
        names = [o.field.name for o in operands]
        blocks = parts["blocks"].mapping(("of", "registers")) if "blocks" in parts else {}
        packet = parts["packet"].mapping((), ("in", "out")) if "packet" in parts else {}
        return Instruction(
            name=_identifier(parts["name"]),
            opcode=parts["opcode"].integer(0, OPCODES - 1),
            unit=parts["unit"].choice(self.units),
            operands=operands,
            distinct=parts["distinct"].words(names) if "distinct" in parts else (),
            summary=parts["summary"].text(),
            meaning=parts["meaning"].text(),
            packet_in=packet["in"].text() if "in" in packet else "",
            packet_out=packet["out"].text() if "out" in packet else "",
            length=parts["length"].text() if "length" in parts else "",
            sets=parts["sets"].words(self.flags) if "sets" in parts else (),
            uses=parts["uses"].words(self.flags) if "uses" in parts else (),
            cycles=parts["cycles"].text(),
            blocks=blocks["registers"].words(names) if blocks else (),
            block_size=blocks["of"].choice(names) if blocks else "",
        )

    def _operands(self, node: Located) -> tuple[Operand, ...]:
        """Operands whose fields neither overlap each other nor op."""
        result: list[Operand] = []
        taken = self.fields["op"].mask
        for item in node.items():
            parts = item.mapping(("field", "kind"), ("access",))
            field = self.fields[parts["field"].choice(list(self.fields))]
            kind = self.kinds[parts["kind"].choice(list(KINDS))]
            if field.mask & taken:
                parts["field"].fail(f"field {field.name} overlaps another", "take a free field")
            if not kind.below_num_regs and kind.last > field.mask >> field.lsb:
                parts["kind"].fail(f"{kind.name} does not fit {field.name}", "use a wider field")
            taken |= field.mask
            result.append(Operand(field, kind, self._access(item, parts, kind)))
        return tuple(result)

    @staticmethod
    def _access(item: Located, parts: dict[str, Located], kind: Kind) -> str:
        """Registers say how they are accessed, constants do not."""
        if bool(kind.prefix) != ("access" in parts):
            item.fail(
                f"access does not go with kind {kind.name}", "registers and only they have it"
            )
        return parts["access"].choice(["read", "write", "update"]) if "access" in parts else ""
