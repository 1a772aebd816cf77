# SPDX-License-Identifier: Apache-2.0
"""``mce run``, ``mce trace``: any program on a simulator, of the instructions or of the RTL."""

from __future__ import annotations

import json
import string
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mce import params, trace
from mce.cli_errors import busy, read_file, reported, write_file
from mce.driver.device import JobError
from mce.errors import FormatError, ParameterError
from mce.isa import asm as assembler
from mce.isa.course import Step, course, illegal
from mce.isa.disasm import disassemble_word
from mce.isa.program import Program, read_words
from mce.isa.spec import load
from mce.isa.words import MAX_BATCH, Build
from mce.machine import Result, Setup, check_build, on_iss, on_rtl, parameter_names

if TYPE_CHECKING:
    from mce.iss import Retired

REJECTED = 3
"""Exit status of a program whose verdict is REJECT, as of ``mce decrypt``."""

BRIEF_BYTES = 32
"""An output packet without a file is shown whole up to this length."""


class Where(StrEnum):
    """What executes a program."""

    iss = "iss"
    rtl = "rtl"


class Vectors(StrEnum):
    """How much of a register a trace shows."""

    brief = "brief"
    full = "full"


SourceArgument = Annotated[
    list[Path], typer.Argument(help="Assembly files, one image in this order; or one image.")
]
EntryOption = Annotated[
    str | None, typer.Option("--entry", help="Entry or address; default: the only entry, else 0.")
]
SetOption = Annotated[str | None, typer.Option("--set", help="Parameter set, for m, n and t.")]
MOption = Annotated[int | None, typer.Option("-m", min=1, max=16, help="Extension degree.")]
NOption = Annotated[int | None, typer.Option("-n", min=1, max=1 << 16, help="Code length.")]
TOption = Annotated[int | None, typer.Option("-t", min=1, max=(1 << 16) - 1, help="Error weight.")]
InOption = Annotated[
    list[str] | None,
    typer.Option("--in", help="Operand packet: a file, or hex: and its bytes. Repeat in order."),
]
OutOption = Annotated[
    list[Path] | None,
    typer.Option("--out", help="File of a result packet. Repeat in order; others are shown."),
]
ParamOption = Annotated[
    list[str] | None,
    typer.Option("--param", help="Synthesis parameter NAME=VALUE, as AXIS_WIDTH=32. Repeat."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Machine-readable, one object a line.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("run")(run)
    app.command("trace")(trace_program)


@dataclass(frozen=True)
class _Job:
    """All that a command line asks to run, and the packets that move in it."""

    program: Program
    setup: Setup
    packets: list[bytes]
    reads: list[Step]
    writes: list[Step]

    def place(self, pc: int) -> str:
        """What stands at an address, and where it comes from."""
        if pc >= len(self.program.words):
            return "behind the program"
        at = {line.address: f" ({line.file}:{line.line})" for line in self.program.lines}
        text = disassemble_word(self.program.words[pc], self.setup.build, pc)
        return _brief(text) + at.get(pc, "")


@reported
def run(
    *,
    sources: SourceArgument,
    entry: EntryOption = None,
    name: SetOption = None,
    m: MOption = None,
    n: NOption = None,
    t: TOption = None,
    inputs: InOption = None,
    outputs: OutOption = None,
    where: Annotated[
        Where, typer.Option("--backend", help="The simulator of instructions, or of the RTL.")
    ] = Where.iss,
    param: ParamOption = None,
    as_json: JsonOption = False,
) -> None:
    """Run a program on the simulated core.

    Packets go in and come out as the program's instructions move them. Exit status 3 when the
    program's verdict is REJECT, 2 when the core stopped it with an error.
    """
    job = _job(sources, entry, _code(name, m, n, t), param or [], inputs or [])
    files = _files(job, outputs or [])
    with busy(where.value) as tell:
        result = on_rtl(job.setup, job.packets, [step.packet_out for step in job.writes], tell) \
            if where is Where.rtl else on_iss(job.setup, job.packets)  # fmt: skip
    _finish(job, result, files, as_json)


@reported
def trace_program(
    *,
    sources: SourceArgument,
    entry: EntryOption = None,
    name: SetOption = None,
    m: MOption = None,
    n: NOption = None,
    t: TOption = None,
    inputs: InOption = None,
    outputs: OutOption = None,
    param: ParamOption = None,
    vectors: Annotated[Vectors, typer.Option(help="Registers abbreviated, or whole.")] = (
        Vectors.brief
    ),
    limit: Annotated[int | None, typer.Option(min=1, help="Show so many instructions.")] = None,
    as_json: JsonOption = False,
) -> None:
    """Run a program on the instruction-level simulator, a line for each instruction.

    A line has address, instruction, cycles so far, flags (w weight, r recheck, p padok, e equal,
    z zero) and the registers that changed. It shows what the core never shows: use test data.
    """
    job = _job(sources, entry, _code(name, m, n, t), param or [], inputs or [])
    files = _files(job, outputs or [])
    writer = trace.Writer(print, full=vectors is Vectors.full, as_json=as_json, limit=limit)
    with ExitStack() as stack:
        result = on_iss(job.setup, job.packets, watch=_watching(writer, limit, stack))
    writer.close()
    _finish(job, result, files, as_json)


def _watching(
    writer: trace.Writer, limit: int | None, stack: ExitStack
) -> Callable[[Retired], None]:
    """Lines up to the limit, then a count now and then.

    The moving line begins behind the last printed one: it would catch what goes to stdout.
    """

    def watch(retired: Retired) -> None:
        writer.show(retired)
        if writer.count == limit:
            tell.append(stack.enter_context(busy("iss")))
        if tell and writer.count % 256 == 0:
            tell[0](f"instruction {writer.count:,}")

    tell: list[Callable[[str], None]] = []
    return watch


def _code(name: str | None, m: int | None, n: int | None, t: int | None) -> tuple[int, int, int]:
    """(m, n, t) of a set, or as given.

    Raises:
        ParameterError: neither or both are given (``code``).
    """
    given = (m, n, t)
    if name is not None and given == (None, None, None):
        code = params.get(params.full_name(name))
        return code.m, code.n, code.t
    if name is not None or m is None or n is None or t is None:
        raise ParameterError("code", "which field, length and weight?",
                             "give --set NAME, or all of -m, -n and -t")  # fmt: skip
    return m, n, t


def _job(sources: list[Path], entry: str | None, code: tuple[int, int, int], param: list[str],
         inputs: list[str]) -> _Job:  # fmt: skip
    parameters = _parameters(param)
    build = check_build(parameters)
    program = _program(sources, build)
    setup = Setup(program.words, _address(program, entry), *code, parameters, build)
    moving, _ = course(program.words, setup.pc, code, build)
    reads = [step for step in moving if step.packet_in]
    packets = [_packet(text) for text in inputs]
    _check_course(setup, len(packets) == len(reads))
    if len(packets) != len(reads):
        needs = "; ".join(_brief(step.text) + f": {step.packet_in} bytes" for step in reads[:8])
        raise FormatError(
            "packets-in", f"the program takes {_packets(len(reads))}, {len(packets)} given",
            f"give one --in for each of: {needs or 'none'}{'; ...' if len(reads) > 8 else ''}",
        )  # fmt: skip
    return _Job(program, setup, packets, reads, [step for step in moving if step.packet_out])


def _check_course(setup: Setup, fits: bool) -> None:
    """See that the course does not end early at a word that this build has not.

    Other illegal words are for the machine to name, unless the number of packets is wrong
    (`fits`): it was counted only up to the word.

    Raises:
        FormatError: it does (``illegal-word``).
    """
    at = illegal(setup.words, setup.pc, (setup.m, setup.n, setup.t), setup.build)
    if at is None or at >= len(setup.words):
        return
    word = setup.words[at]
    _, why = load().explain(word, setup.build, at)
    found = load().decode(word)
    count = found[1].get(found[0].block_size, 0) if found and found[0].needs_batch else 0
    cure = "mend the program"
    if setup.build.batch < count <= MAX_BATCH:
        cure = f"run it on a build that has it: --param BATCH={4 if count > 2 else 2}"
    elif found and found[0].unit == "hash" and not setup.build.hash:
        cure = "run it on a build that has it: HASH of 1 or 2"
    elif fits:
        return
    raise FormatError("illegal-word", f"the program stops at address 0x{at:03x}: {why}", cure)


def _packets(count: int) -> str:
    """So many packets, in words."""
    return f"{count} packet{'s' * (count != 1)}"


def _brief(text: str) -> str:
    """An instruction in a running text."""
    return " ".join(text.split())


def _parameters(given: list[str]) -> dict[str, int]:
    """Synthesis parameters of a command line; FIELDS is a mask, or degrees joined by +.

    As in the RTL, N_MAX and FIELDS follow M when they are not given.

    Raises:
        ParameterError: no such parameter, or no number (``parameter``).
    """
    known = parameter_names()
    found = {}
    for text in given:
        name, _, value = text.partition("=")
        try:
            if name == "FIELDS" and not value.startswith("0x"):
                number = sum(1 << int(degree) for degree in value.split("+"))
            else:
                number = int(value, 0)
        except ValueError:
            number = -1
        if name not in known or number < 0:
            raise ParameterError("parameter", f"--param {text}",
                                 f"write NAME=NUMBER with a name of {', '.join(known)}"
                                 "; FIELDS=12+13 for fields")  # fmt: skip
        found[name] = number
    if "M" in found:
        found.setdefault("N_MAX", 1 << found["M"])
        found.setdefault("FIELDS", 0x3000 if found["M"] == 13 else 1 << found["M"])
    return found


def _program(sources: list[Path], build: Build) -> Program:
    """The assembled sources, or an image.

    Raises:
        FormatError: an image beside other files (``image-alone``), or as the readers say.
    """
    images = [path for path in sources if path.suffix in (".hex", ".json")]
    if not images:
        return assembler.assemble_files(sources, build)
    if len(sources) > 1:
        raise FormatError("image-alone", f"{images[0]} is an image",
                          "give images alone, or all sources as assembly files")  # fmt: skip
    if images[0].suffix == ".json":
        return Program.from_json(read_file(images[0], "image").decode(errors="replace"))
    return Program(tuple(read_words(images[0])), {}, (), (), build.num_regs, load().version)


def _address(program: Program, entry: str | None) -> int:
    """START_PC.

    Raises:
        FormatError: several entries and none chosen, or no such entry (``entry``).
    """
    if entry is None:
        if len(program.entries) > 1:
            raise FormatError("entry", "the image has several entries",
                              f"choose one by --entry: {', '.join(program.entries)}")  # fmt: skip
        return next(iter(program.entries.values()), 0)
    if entry not in program.entries and entry[:1].isdigit():
        try:
            return int(entry, 0)
        except ValueError as error:
            raise FormatError("entry", f"no address '{entry}'",
                              "write a number, such as 12 or 0xc") from error  # fmt: skip
    return program.entry(entry)


def _packet(text: str) -> bytes:
    """The bytes of one --in.

    Raises:
        FormatError: digits that are none, or without the word before them (``packet-hex``).
    """
    if not text.startswith("hex:"):
        if not Path(text).exists() and not set(text) - set(string.hexdigits):
            raise FormatError("packet-hex", f"there is no file {text}",
                              f"for these bytes write hex:{text}")  # fmt: skip
        return read_file(Path(text), "packet")
    try:
        return bytes.fromhex(text.removeprefix("hex:"))
    except ValueError as error:
        raise FormatError("packet-hex", f"'{text}' is not hexadecimal",
                          "write hex: and two digits a byte") from error  # fmt: skip


def _files(job: _Job, outputs: list[Path]) -> list[Path]:
    """The files of the first result packets.

    Raises:
        FormatError: more files than the program sends packets (``packets-out``).
    """
    if len(outputs) > len(job.writes):
        raise FormatError("packets-out", f"the program sends {_packets(len(job.writes))}",
                          f"give at most {len(job.writes)} times --out")  # fmt: skip
    return outputs


def _finish(job: _Job, result: Result, files: list[Path], as_json: bool) -> None:
    """Write and show what a run gave; end with its exit status. No files after an error."""
    error = JobError(*result.error) if result.error else None
    for path, packet in zip(files, () if error else result.outputs, strict=False):
        write_file(path, packet, "packet", 0o600)
    if as_json:
        print(json.dumps(_facts(job, result, error)))
    else:
        _show(job, result, files)
    if error is not None:
        print(f"error: {error}\n  at {job.place(error.pc)}", file=sys.stderr)
        raise typer.Exit(2)
    raise typer.Exit(REJECTED if result.reject else 0)


def _facts(job: _Job, result: Result, error: JobError | None) -> dict[str, Any]:
    """A run as JSON has it."""
    return {
        "status": "error" if error else "reject" if result.reject else "accept",
        "error": error and {"code": error.code, "number": error.number, "pc": error.pc,
                            "place": job.place(error.pc), "message": error.message,
                            "cure": error.cure},
        "cycles": result.cycles,
        "retired": result.retired,
        "outputs": [packet.hex() for packet in result.outputs],
    }  # fmt: skip


def _show(job: _Job, result: Result, files: list[Path]) -> None:
    """A run as people read it."""
    for number, (step, packet) in enumerate(zip(job.reads, job.packets, strict=True), 1):
        print(f"in  {number}: {len(packet):7,} bytes  {_brief(step.text)}")
    for number, (step, packet) in enumerate(zip(job.writes, result.outputs, strict=False), 1):
        shown = packet[:BRIEF_BYTES].hex() + ("..." if len(packet) > BRIEF_BYTES else "")
        what = str(files[number - 1]) if number <= len(files) else shown
        print(f"out {number}: {len(packet):7,} bytes  {_brief(step.text)}  {what}")
    if result.error:
        return
    count = "" if result.retired is None else f", {result.retired:,} instructions"
    verdict = "REJECT" if result.reject else "accepted"
    print(f"{verdict}, {result.cycles:,} cycles{count}")
