# SPDX-License-Identifier: Apache-2.0
"""``mce asm``, ``mce dis``, ``mce isa``: the instruction set on the command line."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mce.cli_errors import reported, write_file
from mce.errors import FormatError
from mce.isa import asm as assembler
from mce.isa.disasm import disassemble
from mce.isa.located import did_you_mean
from mce.isa.program import Program, read_words
from mce.isa.spec import Build, load
from mce.isa.words import MAX_BATCH, Instruction


class Format(StrEnum):
    """File formats of a program image."""

    hex = "hex"
    json = "json"


NumRegs = Annotated[int, typer.Option(min=4, max=32, help="NUM_REGS of the build.")]
NumInst = Annotated[int, typer.Option(min=64, max=4096, help="NUM_INST of the build.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("asm")(asm)
    app.command("dis")(dis)
    app.command("isa")(isa)


def _format(output: Path | None, wanted: Format | None) -> Format:
    """The wanted format, else the one of the suffix, else hex for a terminal or pipe."""
    if wanted is not None or output is None:
        return wanted or Format.hex
    try:
        return Format(output.suffix.removeprefix("."))
    except ValueError:
        raise FormatError(
            "format", f"{output} has no known suffix", "end it with .hex or .json, or use --format"
        ) from None


@reported
def asm(
    sources: Annotated[list[Path], typer.Argument(help="Assembly files, one image in this order.")],
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Image, .hex or .json; default stdout.")
    ] = None,
    form: Annotated[Format | None, typer.Option("--format", help="Default: the suffix.")] = None,
    num_regs: NumRegs = Build.num_regs,
    num_inst: NumInst = Build.num_inst,
) -> None:
    """Assemble programs into one image."""
    chosen = _format(output, form)
    program = assembler.assemble_files(sources, Build(num_regs, num_inst))
    text = program.to_json() if chosen is Format.json else program.to_hex()
    if output is None:
        print(text, end="")
        return
    write_file(output, text.encode(), "program image")
    _report(program, output)


def _report(program: Program, output: Path) -> None:
    """One line for the image and one for each entry, on stderr."""
    print(f"{output}: {len(program.words)} words", file=sys.stderr)
    for name, address in program.entries.items():
        print(f"  START_PC 0x{address:03x} {name}", file=sys.stderr)


@reported
def dis(
    image: Annotated[Path, typer.Argument(help="Program image, .hex or .json.")],
    num_regs: NumRegs = Build.num_regs,
) -> None:
    """Disassemble a program image."""
    words = read_words(image)
    lines = disassemble(words, Build(num_regs, batch=MAX_BATCH))
    for address, (word, line) in enumerate(zip(words, lines, strict=True)):
        print(f"        {line:<40}# {address:03x} {word:08x}")


@reported
def isa(
    name: Annotated[str | None, typer.Argument(help="One instruction, in full.")] = None,
) -> None:
    """Show the instruction set, or one instruction."""
    instructions = load().instructions
    if name is None:
        _show_all(list(instructions.values()))
    elif name in instructions:
        _show_one(instructions[name])
    else:
        raise FormatError(
            "mnemonic", f"no instruction '{name}'", did_you_mean(name, [*instructions])
        )


def _show_all(instructions: list[Instruction]) -> None:
    table = Table("op", "instruction", "does", "cycles", box=None)
    for i in instructions:
        table.add_row(f"{i.opcode:02x}", i.synopsis, i.summary, i.cycles)
    Console(markup=False, highlight=False).print(table)


def _show_one(i: Instruction) -> None:
    facts = {
        "opcode": f"0x{i.opcode:02x}",
        "unit": i.unit,
        "packet in": i.packet_in and f"{i.packet_in} bytes",
        "packet out": i.packet_out and f"{i.packet_out} bytes",
        "lengths": i.length,
        "must differ": ", ".join(i.distinct),
        "changes flags": ", ".join(i.sets),
        "reads flags": ", ".join(i.uses),
        "cycles": i.cycles,
    }
    console = Console(markup=False, highlight=False)
    console.print(f"{i.synopsis}\n  {i.summary}\n\n{i.meaning}\n")
    for key, value in facts.items():
        if value:
            console.print(f"{key:<14}{value}")
