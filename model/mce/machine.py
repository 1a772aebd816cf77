# SPDX-License-Identifier: Apache-2.0
"""One run of any program, on the instruction-level simulator or on the simulated RTL."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from mce.isa.program import Program
from mce.isa.spec import load
from mce.isa.words import Build

if TYPE_CHECKING:
    from mce.iss import Retired


@dataclass(frozen=True)
class Setup:
    """A program and its run-time parameters on a build.

    Attributes:
        words: the image, from address 0.
        pc: START_PC.
        m, n, t: PARAM_M, PARAM_N, PARAM_T.
        parameters: synthesis parameters by their RTL names; the others keep their defaults.
        build: what of them the legality of words depends on.
    """

    words: tuple[int, ...]
    pc: int
    m: int
    n: int
    t: int
    parameters: dict[str, int] = field(default_factory=dict)
    build: Build = field(default_factory=Build)


@dataclass(frozen=True)
class Result:
    """What a run gave.

    Attributes:
        outputs: result packets; of a failed run those before the error, where they are known.
        reject: STATUS.REJECT.
        error: (ERROR.code, instruction address), or None.
        cycles: as register CYCLES counts; 0 of a failed run on the RTL.
        retired: instructions, None where nobody counts them.
    """

    outputs: tuple[bytes, ...]
    reject: bool
    error: tuple[int, int] | None
    cycles: int
    retired: int | None


def parameter_names() -> tuple[str, ...]:
    """The synthesis parameters that there are, by their RTL names."""
    from mce.iss import Core  # noqa: PLC0415  NumPy is slow to import

    return tuple(f.name.upper() for f in fields(Core))


def check_build(parameters: dict[str, int]) -> Build:
    """See that a build makes sense: sooner than the elaboration, and with a cure.

    Returns:
        What of it the legality of words depends on.

    Raises:
        ParameterError: it makes none (``build``).
    """
    from mce.iss import Core  # noqa: PLC0415  NumPy is slow to import

    return Core.from_parameters(parameters).build


def on_iss(setup: Setup, packets: Sequence[bytes],
           watch: Callable[[Retired], None] | None = None) -> Result:  # fmt: skip
    """Run on the instruction-level simulator.

    Args:
        setup: what to run.
        packets: as many operand packets as the program takes.
        watch: called after each retired instruction.

    Raises:
        ParameterError: the build makes no sense.
    """
    from mce.iss import Core, Machine  # noqa: PLC0415  NumPy is slow to import

    machine = Machine(Core.from_parameters(setup.parameters))
    machine.load(list(setup.words))
    run = machine.run(setup.pc, m=setup.m, n=setup.n, t=setup.t, packets=list(packets),
                      watch=watch)  # fmt: skip
    return Result(tuple(run.outputs), run.reject, run.error, run.cycles, run.retired)


def on_rtl(setup: Setup, packets: Sequence[bytes], outputs: Sequence[int],
           progress: Callable[[str], None] | None = None) -> Result:  # fmt: skip
    """Run on the simulated RTL, through its AXI ports and the driver.

    Args:
        setup: what to run.
        packets: operand packets.
        outputs: bytes of each result packet.
        progress: told what the simulation does.

    Raises:
        MceError: no simulator (``backend-setup``), or the design does not build (``build``).
    """
    from mce.backend_rtl import session, simulated  # noqa: PLC0415  NumPy is slow to import

    side: Any = session()
    num_regs, version = setup.build.num_regs, load().version
    program = Program(setup.words, {"start": setup.pc}, (), (), num_regs, version)
    job = side.RtlJob("start", setup.m, setup.n, setup.t, tuple(packets), tuple(outputs))
    done = simulated([job], parameters=setup.parameters, program=program, progress=progress)
    result = done.results[0]
    return Result(result.outputs, result.reject, result.error, result.cycles, None)
