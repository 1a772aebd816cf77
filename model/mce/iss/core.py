# SPDX-License-Identifier: Apache-2.0
"""The synthesis parameters of a machine, checked as the elaboration checks them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from functools import cached_property

from mce.basis import basis
from mce.errors import ParameterError
from mce.isa.words import Build

STREAM_WIDTHS = (32, 64, 128, 256, 512)


def _power_of_two(value: int) -> bool:
    return value > 0 and value & (value - 1) == 0


@dataclass(frozen=True)
class Core:
    """What a machine was synthesised with (docs/integration.md); the defaults are the RTL's.

    Attributes:
        m: largest extension degree, 4..16.
        n_max: largest code length, at most 2^m.
        t_max: largest number of errors.
        num_inst: instruction memory depth, a power of two in 64..4096.
        num_regs: polynomial registers, 4, 8, 16 or 32.
        axis_width: bits of a beat, W.
        fields: extension degrees chosen among at run time.
        gf2mult_factor: F, words of a polynomial register.
        hash: 0 no hash unit, 1 one plane a cycle, 2 one round a cycle.
        points: points a cycle of the evaluation unit.
        gather_ports: bits a cycle of `vgather`.
        batch: vectors that one pass of a matrix can multiply.

    Raises:
        ParameterError: ``build`` - the elaboration would stop.
    """

    m: int = 13
    n_max: int = 8192
    t_max: int = 128
    num_inst: int = 256
    num_regs: int = 8
    axis_width: int = 64
    fields: tuple[int, ...] = (12, 13)
    gf2mult_factor: int = 8
    hash: int = 1
    points: int = 2
    gather_ports: int = 4
    batch: int = 1

    def __post_init__(self) -> None:
        for good, what, cure in self._rules():
            if not good:
                raise ParameterError("build", what, cure)
        for m in self.fields:
            if basis(m).r < self.levels + 1:
                raise ParameterError(
                    "build",
                    f"the basis chain of m = {m} has length {basis(m).r}, too short for "
                    f"T_MAX = {self.t_max}",
                    f"leave the field out or use T_MAX <= {1 << (basis(m).r - 1)}",
                )

    def _rules(self) -> tuple[tuple[bool, str, str], ...]:
        """Rule, what is wrong, cure; in the order of rtl/ctrl/build_check.v."""
        inside = self.fields and min(self.fields) >= 4 and max(self.fields) <= self.m
        four = self.points == 4
        depth = _power_of_two(self.num_inst) and 64 <= self.num_inst <= 4096
        return (
            (4 <= self.m <= 16, f"M = {self.m}", "use 4..16"),
            (self.n_max <= 1 << self.m, f"N_MAX = {self.n_max}", "use at most 2^M"),
            (bool(inside), f"FIELDS = {self.fields}", "name fields of degree 4..M"),
            (self._some_code(2), f"N_MAX = {self.n_max} is too small for a code with t = 2",
             f"use more than {2 * min(self.fields, default=4)}"),
            (self._some_code(self.t_max), f"T_MAX = {self.t_max} is of use to no code",
             "use m T_MAX < min(N_MAX, 2^m) for one m in FIELDS"),
            (self.num_regs in (4, 8, 16, 32), f"NUM_REGS = {self.num_regs}", "use 4, 8, 16 or 32"),
            (depth, f"NUM_INST = {self.num_inst}", "use a power of two in 64..4096"),
            (self.axis_width in STREAM_WIDTHS, f"AXIS_WIDTH = {self.axis_width}",
             "use 32, 64, 128, 256 or 512"),
            (self.t_max >= 2, f"T_MAX = {self.t_max}", "use 2 or more"),
            (1 <= self.gf2mult_factor <= 32, f"GF2MULT_FACTOR = {self.gf2mult_factor}",
             "use 1..32"),
            (0 <= self.hash <= 2, f"HASH = {self.hash}", "use 0, 1 or 2"),
            (self.points in (2, 4), f"POINTS = {self.points}", "use 2 or 4"),
            (four <= (self.gather_ports == 4), "POINTS = 4 without GATHER_PORTS = 4",
             "use 4 for both"),
            (four <= (self.t_max >= 5), f"POINTS = 4 with T_MAX = {self.t_max}",
             "use 5 or more, or POINTS = 2"),
            (self.gather_ports in (2, 4), f"GATHER_PORTS = {self.gather_ports}", "use 2 or 4"),
            (self.batch in (1, 2, 4), f"BATCH = {self.batch}", "use 1, 2 or 4"),
            (self.batch < 4 or self.gather_ports == 4,
             f"BATCH = {self.batch} with GATHER_PORTS = {self.gather_ports}",
             "use GATHER_PORTS = 4, for BATCH = 4 reads four vectors a cycle"),
        )

    def _some_code(self, t: int) -> bool:
        """Whether some code of the build corrects t errors."""
        return any(m * t < min(self.n_max, 1 << m) for m in self.fields)

    @classmethod
    def from_parameters(cls, parameters: Mapping[str, object]) -> Core:
        """The core of RTL parameters; those left out keep their defaults, FIELDS is the mask.

        Raises:
            ParameterError: a name that is no parameter, or a build that does not elaborate.
        """
        names = {f.name.upper(): f.name for f in fields(cls)}
        values: dict[str, object] = {}
        for name, given in parameters.items():
            if name not in names:
                known = ", ".join(names)
                raise ParameterError("build", f"no parameter {name}", f"use one of {known}")
            value = int(str(given), 0)
            values[names[name]] = value
            if name == "FIELDS":
                values["fields"] = tuple(m for m in range(value.bit_length()) if value >> m & 1)
        return cls(**values)  # type: ignore[arg-type]

    @cached_property
    def lanes(self) -> int:
        """L, multiplier-adders of the polynomial unit."""
        return -(-(self.t_max + 1) // self.gf2mult_factor)

    @cached_property
    def rcap(self) -> int:
        """RCAP, coefficients of one polynomial register."""
        return self.lanes * self.gf2mult_factor

    @cached_property
    def vector_bits(self) -> int:
        """Bits of a vector register that lengths may name, 2^M."""
        return 1 << self.m

    @cached_property
    def vector_words(self) -> int:
        """R, words of a vector register."""
        return max(self.vector_bits // self.axis_width, 2)

    @cached_property
    def levels(self) -> int:
        """Stages of the forward additive FFT; 2^levels is T_MAX rounded up, 4 at least."""
        return max(2, (self.t_max - 1).bit_length())

    @cached_property
    def monic_degree(self) -> int:
        """The t whose top coefficient `eroot` and `eval` take as 1."""
        return 1 << self.levels

    @cached_property
    def build(self) -> Build:
        """What the legality of words depends on."""
        return Build(self.num_regs, self.num_inst, self.hash, self.batch)

    def accepts(self, m: int, n: int, t: int) -> bool:
        """Whether (m, n, t) passes the check at the start of a program (PARAM_RANGE)."""
        code = m in self.fields and 2 <= t <= self.t_max
        return code and n <= min(self.n_max, 1 << m) and m * t < n
