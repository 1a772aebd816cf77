# SPDX-License-Identifier: Apache-2.0
"""Reads and validates ``model/spec/isa.yml``; says which words are legal in a build.

`load()` gives the specification as frozen dataclasses. `check(word, build)` answers with the error
code the hardware gives, so that it serves as reference for the decoder.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from mce.isa.located import Located, parse

ISA_FILE = Path(__file__).resolve().parents[2] / "spec" / "isa.yml"

OPCODES = 64
KINDS = ("vreg", "preg", "ppair", "sreg", "sfree", "imm", "target", "mask")
SCALAR_KINDS = ("sreg", "sfree")
POLY_KINDS = ("preg", "ppair")

_IDENTIFIER = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_LAST_REGISTER = re.compile(r"NUM_REGS-([0-9]+)")


@dataclass(frozen=True)
class Build:
    """What the legality of a word depends on in a synthesised build.

    Attributes:
        num_regs: polynomial registers, a power of two in 4..32.
        num_inst: instruction memory depth, 64..4096.
    """

    num_regs: int = 8
    num_inst: int = 256


@dataclass(frozen=True)
class Field:
    """Bits msb..lsb of a word."""

    name: str
    msb: int
    lsb: int

    @property
    def width(self) -> int:
        """Number of bits."""
        return self.msb - self.lsb + 1

    @property
    def mask(self) -> int:
        """Ones in the bits of the field."""
        return ((1 << self.width) - 1) << self.lsb

    def get(self, word: int) -> int:
        """Value of the field in a word."""
        return (word >> self.lsb) & ((1 << self.width) - 1)


@dataclass(frozen=True)
class Kind:
    """An operand kind; `below_num_regs` is x of last = NUM_REGS-x, 0 when last is a number."""

    name: str
    prefix: str
    first: int
    last: int
    below_num_regs: int
    meaning: str

    def last_in(self, build: Build) -> int:
        """Largest legal value in a build."""
        return build.num_regs - self.below_num_regs if self.below_num_regs else self.last


@dataclass(frozen=True)
class Operand:
    """One operand: field, kind and access (read, write, update, or empty for constants)."""

    field: Field
    kind: Kind
    access: str


@dataclass(frozen=True)
class Instruction:
    """One instruction; texts as in isa.yml, operands in assembler order."""

    name: str
    opcode: int
    unit: str
    operands: tuple[Operand, ...]
    distinct: tuple[str, ...]
    summary: str
    meaning: str
    packet_in: str
    packet_out: str
    length: str
    sets: tuple[str, ...]
    uses: tuple[str, ...]
    cycles: str


@dataclass(frozen=True)
class Flag:
    """A secret predicate bit."""

    name: str
    bit: int
    meaning: str


@dataclass(frozen=True)
class Scalar:
    """A scalar register set by the hardware: assembler name, header constant, value."""

    name: str
    number: int
    constant: str
    value: str


@dataclass(frozen=True)
class ErrorCode:
    """A hardware error code; `scope` is job (ERROR) or bus (BUS_ERROR)."""

    name: str
    code: int
    scope: str
    meaning: str
    cure: str


@dataclass(frozen=True)
class Reserved:
    """Opcodes first..last, kept for a purpose."""

    first: int
    last: int
    purpose: str


@dataclass(frozen=True)
class Isa:
    """The whole specification."""

    version: int
    fields: dict[str, Field]
    kinds: dict[str, Kind]
    scalars: tuple[Scalar, ...]
    flags: tuple[Flag, ...]
    errors: dict[str, ErrorCode]
    units: dict[str, str]
    reserved: tuple[Reserved, ...]
    instructions: dict[str, Instruction]
    by_opcode: dict[int, Instruction]

    @property
    def flag_mask(self) -> int:
        """Ones in the defined flag bits."""
        return sum(1 << flag.bit for flag in self.flags)

    def must_be_zero(self, instruction: Instruction) -> int:
        """Bits of a word of this instruction that are 0 in every build.

        These are the fields it does not use, the upper bits of register fields wider than their
        largest register number (32 for polynomials), and flag bits that do not exist.
        """
        used = self.fields["op"].mask
        for operand in instruction.operands:
            field, kind = operand.field, operand.kind
            bits = field.mask >> field.lsb
            if kind.name == "mask":
                bits &= self.flag_mask
            elif not kind.below_num_regs:
                bits &= (1 << kind.last.bit_length()) - 1
            used |= bits << field.lsb
        return 0xFFFFFFFF & ~used

    def encode(self, instruction: Instruction, values: dict[str, int]) -> int:
        """The word with these field values; no check beyond the width of the fields."""
        word = instruction.opcode << self.fields["op"].lsb
        for operand in instruction.operands:
            word |= (values[operand.field.name] << operand.field.lsb) & operand.field.mask
        return word

    def decode(self, word: int) -> tuple[Instruction, dict[str, int]] | None:
        """Instruction and field values of a word, None when its opcode is none."""
        instruction = self.by_opcode.get(self.fields["op"].get(word))
        if instruction is None:
            return None
        return instruction, {o.field.name: o.field.get(word) for o in instruction.operands}

    def explain(self, word: int, build: Build) -> tuple[int, str]:
        """Error code the decoder gives for a word (0 = legal) and the reason in words."""
        decoded = self.decode(word)
        opcode = self.fields["op"].get(word)
        if decoded is None:
            return self.errors["BAD_OPCODE"].code, self._no_opcode(opcode)
        instruction, values = decoded
        bad = self.errors["BAD_OPERAND"].code
        for operand in instruction.operands:
            if fault := self._operand_fault(operand, values[operand.field.name], build):
                return bad, f"{instruction.name}: {fault}"
        if stray := word & self.must_be_zero(instruction):
            return bad, f"{instruction.name}: bits 0x{stray:08x} must be 0"
        if len({values[name] for name in instruction.distinct}) < len(instruction.distinct):
            names = " and ".join(instruction.distinct)
            return bad, f"{instruction.name}: {names} must be different registers"
        return 0, ""

    def check(self, word: int, build: Build) -> int:
        """Error code the decoder gives for a word, 0 when it is legal."""
        return self.explain(word, build)[0]

    def _no_opcode(self, opcode: int) -> str:
        for entry in self.reserved:
            if entry.first <= opcode <= entry.last:
                return f"opcode 0x{opcode:02x} is reserved for {entry.purpose}"
        return f"opcode 0x{opcode:02x} does not exist"

    def _operand_fault(self, operand: Operand, value: int, build: Build) -> str:
        """Why a field value is illegal, empty when it is legal."""
        kind, field = operand.kind, operand.field.name
        if kind.name == "mask":
            stray = value & ~self.flag_mask
            return f"flag bits 0x{stray:02x} do not exist" if stray else ""
        if kind.first <= value <= kind.last_in(build):
            return ""
        allowed = f"{kind.prefix}{kind.first}..{kind.prefix}{kind.last_in(build)}"
        return f"field {field} is {value}, allowed is {allowed}"


@cache
def load(path: Path = ISA_FILE) -> Isa:
    """The validated specification of a file, read once.

    Raises:
        FormatError: ``isa-spec`` with file, line and path of the fault.
    """
    return from_text(path.read_text(encoding="utf-8"), path.name)


def check(word: int, build: Build) -> int:
    """Error code the hardware gives for a word in a build, 0 when the word is legal."""
    return load().check(word, build)


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
        last, below = _last(parts["last"]) if "last" in parts else (0, 0)
        result[name] = Kind(
            name=name,
            prefix=_identifier(parts["prefix"]) if "prefix" in parts else "",
            first=parts["first"].integer(0, 65535) if "first" in parts else 0,
            last=last,
            below_num_regs=below,
            meaning=parts["meaning"].text(),
        )
    return result


def _last(node: Located) -> tuple[int, int]:
    """(last, 0) of a number, (0, x) of NUM_REGS-x."""
    if not isinstance(node.value, str):
        return node.integer(0, 65535), 0
    match = _LAST_REGISTER.fullmatch(node.value)
    if match is None or int(match[1]) < 1:
        node.fail(f"'{node.value}' is no limit", "write a number or NUM_REGS-1")
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
            ("distinct", "packet", "length", "sets", "uses"),
        )
        operands = self._operands(parts["operands"])
        names = [o.field.name for o in operands]
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
