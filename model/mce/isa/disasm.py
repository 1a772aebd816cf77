# SPDX-License-Identifier: Apache-2.0
"""Disassembler: every legal word becomes text that assembles to the same word."""

from __future__ import annotations

from mce.isa.spec import load
from mce.isa.words import SCALAR_KINDS, Build, Isa, Operand

MNEMONIC_WIDTH = 8


def _operand(isa: Isa, operand: Operand, value: int) -> str:
    """Text of one operand; scalars by their name where they have one."""
    kind = operand.kind.name
    if kind in SCALAR_KINDS:
        names = {scalar.number: scalar.name for scalar in isa.scalars}
        return names.get(value, f"s{value}")
    if kind == "mask":
        names = {flag.bit: flag.name for flag in isa.flags}
        return "|".join(names[bit] for bit in sorted(names) if value >> bit & 1) or "0"
    return f"{operand.kind.prefix}{value}"


def disassemble_word(word: int, build: Build, address: int | None = None) -> str:
    """One line; an illegal word is ``.word 0x… # reason``."""
    isa = load()
    code, reason = isa.explain(word, build, address)
    decoded = isa.decode(word)
    if code or decoded is None:
        name = next(e.name for e in isa.errors.values() if e.code == code)
        return f".word 0x{word:08x} # {name}: {reason}"
    instruction, values = decoded
    operands = [_operand(isa, o, values[o.field.name]) for o in instruction.operands]
    return f"{instruction.name:<{MNEMONIC_WIDTH}}{', '.join(operands)}".rstrip()


def disassemble(words: list[int], build: Build) -> list[str]:
    """One line a word of an image. Loop targets stay numbers: addresses in the image."""
    return [disassemble_word(word, build, address) for address, word in enumerate(words)]
