# SPDX-License-Identifier: Apache-2.0
"""The instruction set as data: fields, kinds, instructions, and which words are legal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

KINDS = ("vreg", "preg", "ppair", "pfree", "sreg", "sfree", "imm", "target", "mask", "count")
SCALAR_KINDS = ("sreg", "sfree")
VECTORS = 8
"""Vector registers."""

MAX_BATCH = 4
"""The largest BATCH of any build."""


@dataclass(frozen=True)
class Build:
    """What the legality of a word depends on in a synthesised build.

    Attributes:
        num_regs: polynomial registers, a power of two in 4..32.
        num_inst: instruction memory depth, 64..4096.
        hash: variant of the hash unit; 0 for none, then its opcodes do not exist.
        batch: vectors that one pass of a matrix can multiply; with 1 `vmvb` does not exist.
    """

    num_regs: int = 8
    num_inst: int = 256
    hash: int = 1
    batch: int = 1


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
    """An operand kind; `below_num_regs` is x of last = NUM_REGS-x, 0 when last is a number.

    With `of_batch` the last value is BATCH and `last` the largest one of any build.
    """

    name: str
    prefix: str
    first: int
    last: int
    below_num_regs: int
    meaning: str
    of_batch: bool = False

    def last_in(self, build: Build) -> int:
        """Largest legal value in a build."""
        if self.of_batch:
            return build.batch
        return build.num_regs - self.below_num_regs if self.below_num_regs else self.last


@dataclass(frozen=True)
class Operand:
    """One operand: field, kind and access (read, write, update, or empty for constants)."""

    field: Field
    kind: Kind
    access: str

    @property
    def text(self) -> str:
        """How it is written in a synopsis: kind letter and field, e.g. ``vd``, ``sl``."""
        if self.kind.prefix:
            return f"{self.kind.prefix}{self.field.name}"
        return {"imm": "imm16", "target": "label", "mask": "flags", "count": "count"}[
            self.kind.name]


@dataclass(frozen=True)
class Instruction:
    """One instruction; texts as in isa.yml, operands in assembler order.

    `blocks` are register fields that stand for as many registers as the field `block_size` says;
    none may leave the last vector register or meet another.
    """

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
    blocks: tuple[str, ...] = ()
    block_size: str = ""

    @property
    def needs_batch(self) -> bool:
        """Whether builds with BATCH = 1 have no such instruction."""
        return any(o.kind.of_batch for o in self.operands)

    def alias_fault(self, values: dict[str, int]) -> str:
        """Why registers that must differ do not, or leave the last one; empty when all is well."""
        if len({values[name] for name in self.distinct}) < len(self.distinct):
            return f"{' and '.join(self.distinct)} must be different registers"
        if not self.blocks:
            return ""
        size = values[self.block_size]
        starts = sorted(values[name] for name in self.blocks)
        if starts[-1] + size > VECTORS:
            return f"{size} registers from v{starts[-1]} on go beyond v{VECTORS - 1}"
        names = " and ".join(self.blocks)
        if any(b - a < size for a, b in pairwise(starts)):
            return f"the {size} registers from {names} on must be different ones"
        return ""

    @property
    def has_target(self) -> bool:
        """Whether imm16 is an instruction address."""
        return any(o.kind.name == "target" for o in self.operands)

    @property
    def synopsis(self) -> str:
        """Mnemonic and operands in assembler order, e.g. ``vld vd, sl``."""
        return f"{self.name} {', '.join(o.text for o in self.operands)}".rstrip()


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

    def explain(self, word: int, build: Build, address: int | None = None) -> tuple[int, str]:
        """Error code the hardware gives for a word (0 = legal) and the reason in words.

        With an address it also judges where a loop ends.
        """
        decoded = self.decode(word)
        opcode = self.fields["op"].get(word)
        if decoded is None or (decoded[0].unit == "hash" and build.hash == 0) or (
                decoded[0].needs_batch and build.batch == 1):
            return self.errors["BAD_OPCODE"].code, self._no_opcode(opcode)
        instruction, values = decoded
        bad = self.errors["BAD_OPERAND"].code
        for operand in instruction.operands:
            if fault := self._operand_fault(operand, values[operand.field.name], build):
                return bad, f"{instruction.name}: {fault}"
        if stray := word & self.must_be_zero(instruction):
            return bad, f"{instruction.name}: bits 0x{stray:08x} must be 0"
        if fault := instruction.alias_fault(values):
            return bad, f"{instruction.name}: {fault}"
        end = values.get("imm16", 0)
        if instruction.has_target and address is not None:
            first, last = address + 2, build.num_inst
            if not first <= end <= last:
                reason = f"{instruction.name}: end is {end}, allowed is {first}..{last}"
                return bad, reason
        return 0, ""

    def check(self, word: int, build: Build, address: int | None = None) -> int:
        """Error code the hardware gives for a word, 0 when it is legal; see `explain`."""
        return self.explain(word, build, address)[0]

    def _no_opcode(self, opcode: int) -> str:
        if opcode in self.by_opcode:
            instruction = self.by_opcode[opcode]
            if instruction.needs_batch:
                return f"{instruction.name}: the build multiplies one vector only (BATCH = 1)"
            return f"{instruction.name}: the build has no hash unit (HASH = 0)"
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
