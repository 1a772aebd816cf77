# SPDX-License-Identifier: Apache-2.0
"""The points of `make matrix`: builds of the core, the codes each one runs, and how it is judged.

Every job of a point runs on the simulated RTL. Its answer must be the golden model's bit by bit,
and its cycles are set beside those of the instruction-level simulator, which counts by formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from functools import cache
from typing import Any

import numpy as np

import codes
import rtl_session
from codes import Job
from mce import iss, params
from mce.driver import programs
from mce.isa.program import Program
from mce.selftest import exam
from rtl_session import RtlJob, RtlResult
from runner import seed

# Images that fit the smallest instruction memory.
IMAGES = (programs.CORE, ("selftest",))
SETS = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
        "mceliece8192128")
TWO = ("mceliece348864", "mceliece8192128")
DEFAULT = {"M": 13, "N_MAX": 8192, "T_MAX": 128, "NUM_INST": 256, "NUM_REGS": 8,
           "AXIS_WIDTH": 64, "FIELDS": 1 << 12 | 1 << 13, "GF2MULT_FACTOR": 8}

Code = str | tuple[int, int, int]
"""A set by name, or (m, n, t)."""

TRINOMIALS = {15: 1, 31: 3, 55: 7, 63: 1, 127: 1}
"""y^t + y^e + 1 is irreducible over GF(2); over GF(2^m) too when t and m have no common factor."""

# For each M: T_MAX (what the basis chain carries), and codes with the largest t that fits, with
# n = 2^M, and with a length that is no multiple of 8.
BY_FIELD: dict[int, tuple[int, tuple[Code, ...]]] = {
    4: (3, ((4, 16, 2), (4, 13, 3))),
    5: (4, ((5, 32, 4), (5, 29, 3))),
    6: (10, ((6, 64, 3), (6, 63, 10))),
    7: (18, ((7, 128, 15), (7, 101, 4))),
    8: (31, ((8, 255, 31), (8, 256, 8))),
    9: (56, ((9, 509, 55), (9, 300, 8))),
    10: (64, ((10, 1021, 63), (10, 1024, 16))),
    11: (128, ((11, 2048, 127), (11, 1025, 31))),
    12: (128, ("mceliece348864", (12, 4096, 127))),
    13: (128, ("mceliece8192128", (13, 1000, 31))),
    14: (128, ((14, 16384, 16), (14, 3001, 127))),
    15: (128, ((15, 32768, 8), (15, 5003, 127))),
    16: (128, ((16, 65536, 4), (16, 4093, 127), (16, 65533, 5))),
}


@dataclass(frozen=True)
class Point:
    """One build.

    Attributes:
        name: label.
        changes: synthesis parameters that differ from the default build, sorted.
        codes: what it runs, each through encrypt, decrypt and decode.
        bound: encryptions must keep within 1.03 pk_bytes / (W/8) + 4000 cycles.
    """

    name: str
    changes: tuple[tuple[str, int], ...]
    codes: tuple[Code, ...] = TWO
    bound: bool = False

    @property
    def parameters(self) -> dict[str, int]:
        """All synthesis parameters."""
        return DEFAULT | dict(self.changes)


@dataclass(frozen=True)
class Line:
    """One job of a point.

    Attributes:
        code, job: what ran.
        ok: result packets and verdict are the model's.
        cycles: start bit to interrupt on the RTL, ideal memory.
        formula: the same by the instruction-level simulator, whose memory never makes it wait.
        stalls: cycles in which the core waited for the bench's memory.
        limit: most cycles allowed, None for no bound.
        note: what went wrong.
    """

    code: str
    job: str
    ok: bool
    cycles: int
    formula: int
    stalls: int = 0
    limit: int | None = None
    note: str = ""

    @property
    def good(self) -> bool:
        """The answer is right and the time is as it must be."""
        return (self.ok and self.formula == self.cycles
                and (self.limit is None or self.cycles <= self.limit))


def point(name: str, chosen: tuple[Code, ...] = TWO, *, bound: bool = False,
          **changes: int) -> Point:
    """A point by what differs from the default build."""
    return Point(name, tuple(sorted(changes.items())), chosen, bound)


def _field_point(m: int) -> Point:
    t_max, chosen = BY_FIELD[m]
    return point(f"M={m}", chosen, M=m, N_MAX=1 << m, T_MAX=t_max, FIELDS=1 << m)


def _mixed() -> Iterator[Point]:
    yield point("W=32 F=16 NUM_REGS=4", AXIS_WIDTH=32, GF2MULT_FACTOR=16, NUM_REGS=4)
    yield point("W=512 F=1 NUM_REGS=32", AXIS_WIDTH=512, GF2MULT_FACTOR=1, NUM_REGS=32)
    yield point("POINTS=4 W=128", POINTS=4, AXIS_WIDTH=128)
    yield point("POINTS=4 M=8 W=32", ((8, 255, 31), (7, 100, 4)), M=8, N_MAX=256,
                T_MAX=31, FIELDS=0x180, AXIS_WIDTH=32, POINTS=4)
    yield point("GATHER_PORTS=2 HASH=0 M=8", ((8, 255, 31), (7, 100, 4)), M=8, N_MAX=256,
                T_MAX=31, FIELDS=0x180, GATHER_PORTS=2, HASH=0)
    yield point("HASH=2 NUM_REGS=16 M=8", ((8, 255, 31), (7, 100, 4)), M=8, N_MAX=256,
                T_MAX=31, FIELDS=0x180, HASH=2, NUM_REGS=16)
    yield point("NUM_INST=64", NUM_INST=64)
    yield point("NUM_INST=4096", NUM_INST=4096)
    yield point("N_MAX=6960 T_MAX=119", ("mceliece6960119", "mceliece348864"), N_MAX=6960,
                T_MAX=119)
    yield point("FIELDS=4..13 T_MAX=4", ((4, 16, 2), (5, 31, 4), (6, 64, 3), (7, 100, 4),
                                         (8, 256, 3), (9, 413, 4), (10, 1023, 2), (11, 2047, 4),
                                         (12, 48, 2), (13, 8191, 4)), T_MAX=4, FIELDS=0x3FF0)
    yield point("FIELDS=8..11 F=5 W=128", ((8, 255, 31), (9, 509, 55), (10, 1021, 63),
                                           (11, 2000, 50)),
                M=11, N_MAX=2000, T_MAX=63, FIELDS=0xF00, GF2MULT_FACTOR=5, AXIS_WIDTH=128)
    yield point("M=16 W=32", ((16, 65536, 4),), M=16, N_MAX=65536, FIELDS=1 << 16, AXIS_WIDTH=32)
    yield point("M=16 W=512 F=3", ((16, 65536, 4), (16, 4093, 127)), M=16, N_MAX=65536,
                FIELDS=1 << 16, AXIS_WIDTH=512, GF2MULT_FACTOR=3)
    yield point("M=4 W=512", ((4, 16, 2), (4, 13, 3)), M=4, N_MAX=16, T_MAX=3, FIELDS=1 << 4,
                AXIS_WIDTH=512)
    yield point("M=4 W=32 F=3", ((4, 16, 2), (4, 11, 2)), M=4, N_MAX=16, T_MAX=2, FIELDS=1 << 4,
                AXIS_WIDTH=32, GF2MULT_FACTOR=3)


def everything() -> list[Point]:
    """All points, the long ones first so that two workers end together."""
    widths = [point(f"W={w}", SETS, bound=w == 512, AXIS_WIDTH=w) for w in (32, 512, 256, 128, 64)]
    factors = [point(f"F={f}", GF2MULT_FACTOR=f) for f in (1, 2, 3, 4, 5, 16)]
    fields = [_field_point(m) for m in range(16, 3, -1)]
    return [*widths, *factors, *_mixed(), *fields]


QUICK = ("W=512", "W=32 F=16 NUM_REGS=4", "FIELDS=8..11 F=5 W=128", "M=4 W=512", "M=5", "M=6",
         "POINTS=4 M=8 W=32")
"""Each parameter at a value that is not the default, in a few minutes."""


@cache
def params_of(code: Code) -> params.Params:
    """The code's parameters."""
    if isinstance(code, str):
        return params.get(code)
    m, n, t = code
    taps = {0: 1, TRINOMIALS[t]: 1} if np.gcd(t, m) == 1 and t in TRINOMIALS else None
    return params.custom(m, n, t, taps)


def jobs(code: Code) -> list[Job]:
    """Encryption; decryption of a good and of a bad word; decoding of any word; self-test."""
    p = params_of(code)
    k, rng = codes.key(p), np.random.default_rng([seed(), p.m, p.n, p.t])
    bad = "random" if k.zero_at is None else "trap"
    return [codes.encrypt(k, codes.random_message(p, rng), codes.errors(p, p.t, rng)),
            *[codes.decrypt(k, codes.word(k, kind, rng), kind) for kind in ("valid", bad)],
            codes.decode(k, codes.word(k, "random", rng), "random"), selftest(p)]


def selftest(p: params.Params) -> Job:
    """Every instruction once, on a code of this size."""
    asked = exam(p.m, p.n, p.t, seed())
    return Job("selftest", p.m, p.n, p.t, asked.packets, asked.outputs, False)


def image_of(name: str) -> Program:
    """The image that holds a program."""
    return programs.image(next(names for names in IMAGES if name in names))


def formula(at: Point, job: Job) -> tuple[int, str]:
    """Cycles of a job by the instruction-level simulator, and whether its answer differs."""
    machine = iss.Machine(iss.Core.from_parameters(at.parameters))
    image = image_of(job.program)
    machine.load(image.words)
    run = machine.run(image.entry(job.program), m=job.m, n=job.n, t=job.t,
                      packets=list(job.packets))
    same = tuple(run.outputs) == job.outputs and run.reject == job.reject
    return run.cycles, "" if same else "the instruction-level simulator answers differently"


def measure(at: Point) -> list[dict[str, Any]]:
    """Run a point, one session an image; one `Line` a job, as a dictionary."""
    todo = [(code, job) for code in at.codes for job in jobs(code)]
    lines: list[Line] = []
    for names in IMAGES:
        part = [(code, job) for code, job in todo if job.program in names]
        rows = [RtlJob(j.program, j.m, j.n, j.t, j.packets, tuple(map(len, j.outputs)))
                for _, j in part]
        try:
            results = rtl_session.run_jobs(rows, parameters=at.parameters,
                                           program=programs.image(names)).results
        except AssertionError as error:  # the other image is worth a line all the same
            note = str(error).splitlines()[-1]
            lines += [Line(params_of(code).name, job.program, False, 0, 0, note=note)
                      for code, job in part]
            continue
        lines += [_line(at, code, job, got)
                  for (code, job), got in zip(part, results, strict=True)]
    return [asdict(line) for line in lines]


def _line(at: Point, code: Code, job: Job, got: RtlResult) -> Line:
    p = params_of(code)
    ok = got.error is None and got.outputs == job.outputs and got.reject == job.reject
    cycles, note = formula(at, job)
    line = Line(p.name, f"{job.program} {job.kind}".strip(), ok and not note, got.cycles, cycles,
                got.stall_in + got.stall_out, note=note)
    if got.error:
        line = replace(line, note=f"error {got.error[0]} at instruction {got.error[1]}")
    if at.bound and job.program == "encrypt":
        beats = p.pk_bytes * 8 / at.parameters["AXIS_WIDTH"]
        line = replace(line, limit=int(1.03 * beats) + 4000)
    return line
