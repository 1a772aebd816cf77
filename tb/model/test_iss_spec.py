# SPDX-License-Identifier: Apache-2.0
"""The simulator's table against isa.yml: binding, ranges, packets and durations as written there.

The texts of isa.yml are read as expressions and evaluated; they are never compared as text.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Iterator
from functools import cache
from types import CodeType
from typing import Any

import pytest

from mce.errors import MceError, ParameterError
from mce.isa.spec import ISA_FILE, from_text, load
from mce.iss import Core
from mce.iss.machine import DECODER
from mce.iss.table import TABLE, Shape, bind, instruction

CORES = (
    Core(),
    Core(axis_width=512, gf2mult_factor=1),
    Core(m=6, n_max=64, t_max=3, fields=(6,), num_regs=4, axis_width=32, gf2mult_factor=4),
    Core(m=10, n_max=1024, t_max=64, fields=(8, 10), axis_width=128, gf2mult_factor=16,
         gather_ports=2, batch=2),
)
NOT_EXACT = {"loop", "wipe", "pbm", "esyn", "eroot", "eval", "habs", "hstr", "hsq"}
"""Texts in words, or with a constant of the pipeline."""


@cache
def expression(text: str) -> CodeType:
    """A text of isa.yml as a Python expression."""
    power = r"\b(\w+) rounded up to a power of two"
    text = re.sub(power + r" \(at least (\d+)\)", r"max(power_up(\1), \2)", text)
    text = re.sub(power, r"power_up(\1)", text)
    text = re.sub(r"(\d)([a-z]\b)", r"\1*\2", text)
    text = text.replace("^", "**").replace(" mod ", " % ")
    return compile(text.replace("s_s", "s").replace("s_a", "len"), "isa.yml", "eval")


def condition(text: str) -> CodeType:
    """A range of isa.yml as a Python expression; commas and semicolons join conditions."""
    parts = [re.sub(r"(.*) unless (.*)", r"(\1) or (\2)", p) for p in re.split("[,;]", text)]
    return expression(" and ".join(f"({part.strip()})" for part in parts))


def symbols(core: Core, s: Shape) -> dict[str, Any]:
    """Docs/isa.md, "Overview"."""
    W, R = core.axis_width, max((1 << core.m) // core.axis_width, 2)
    return {
        "W": W, "R": R, "K": ceil(s.len, W), "Z": lambda k: R // 2 - k // 2,
        "G": core.gather_ports,
        "U": lambda x: x + 5 if core.gather_ports == 4 else 2 * x + 4,
        "F": core.gf2mult_factor, "L": ceil(core.t_max + 1, core.gf2mult_factor),
        "RCAP": core.gf2mult_factor * ceil(core.t_max + 1, core.gf2mult_factor),
        "M": core.m, "T_MAX": core.t_max, "NUM_REGS": core.num_regs, "POINTS": core.points,
        "m": s.m, "n": s.n, "t": s.t, "len": s.len, "s": s.arg, "d": s.d, "a": s.a,
        "b": s.b,
        "beats": ceil(s.len * ceil(s.arg, 8) * 8, W),
        "max": max, "min": min, "ceil": lambda x: -(-x // 1), "floor": lambda x: x // 1,
        "power_up": lambda x: 1 << (x - 1).bit_length(), "log2": lambda x: x.bit_length() - 1,
        "__builtins__": {},
    }  # fmt: skip


def ceil(a: int, b: int) -> int:
    """a / b, rounded up."""
    return -(-a // b)


def value(text: str, core: Core, s: Shape) -> Any:
    """Value of an expression of isa.yml, with definitions behind it: "H + 1, H = ceil(len/2)"."""
    head, *definitions = re.split(r", (?=[A-Za-z]+ = )", text)
    names = symbols(core, s)
    for definition in definitions:
        name, _, meaning = definition.partition(" = ")
        names[name] = eval(expression(meaning), names)
    return eval(expression(head), names)


@cache
def shapes(core: Core) -> tuple[Shape, ...]:
    """See `_shapes`."""
    return tuple(_shapes(core))


def _shapes(core: Core) -> Iterator[Shape]:
    """Lengths and starts around words, registers and the ends."""
    W, top = core.axis_width, 1 << core.m
    lengths = {0, 1, 2, 7, 8, 9, W - 1, W, W + 1, 3 * W + 5, core.rcap, core.rcap + 1,
               2 * core.t_max + 1, 2 * core.t_max + 2, top // 2, top - 1, top, top + 1}  # fmt: skip
    starts = {0, 1, W - 1, W, core.rcap - 1, core.rcap, top // 2, top, top + 1}
    for m, t, d in itertools.product(core.fields, {2, core.t_max}, (0, core.num_regs - 2)):
        for length, start in itertools.product(lengths, starts):
            yield Shape(m, core.n_max, t, length, start, d, core.num_regs - 1 - d, b=2 + d % 3)


def legal_shapes(core: Core, name: str) -> list[Shape]:
    """Those that the instruction accepts."""
    return [s for s in shapes(core) if TABLE[name].legal(core, s)]


@pytest.mark.parametrize("name", load().instructions)
def test_ranges_are_those_of_the_specification(name: str) -> None:
    text = load().instructions[name].length or "1 == 1"
    for core in CORES:
        for s in shapes(core):
            expected = bool(eval(condition(text), symbols(core, s)))
            assert TABLE[name].legal(core, s) == expected, (core, s)


@pytest.mark.parametrize("name", load().instructions)
def test_packets_have_the_bytes_of_the_specification(name: str) -> None:
    entry, semantics = load().instructions[name], TABLE[name]
    for core in CORES:
        for s in legal_shapes(core, name):
            assert semantics.packet_in(s) == value(entry.packet_in or "0", core, s)
            assert semantics.packet_out(s) == value(entry.packet_out or "0", core, s)


@pytest.mark.parametrize("name", [n for n in load().instructions if n not in NOT_EXACT])
def test_durations_are_those_of_the_specification(name: str) -> None:
    text = load().instructions[name].cycles
    for core in CORES:
        for s in legal_shapes(core, name):
            first, _, second = text.partition("; ")
            if second and " when " in second:
                second, _, when = second.partition(" when ")
                first = second if eval(condition(when), symbols(core, s)) else first
            assert TABLE[name].cycles(core, s) == value(first, core, s), (core, s)


@pytest.mark.parametrize("name", ["esyn", "eroot"])
def test_durations_differ_from_the_specification_by_one_constant_of_the_pipeline(name: str) -> None:
    text = load().instructions[name].cycles.partition(", c ")[0].replace(" + c,", ",")
    for core in (CORES[0], Core(points=4),
                 Core(m=16, n_max=1 << 16, t_max=256, fields=(12, 14, 16))):
        # The largest t loads one coefficient less, as the top one is known.
        long = [s._replace(t=core.t_max - 1) for s in legal_shapes(core, name)]
        long += [s._replace(t=core.t_max // 2 + 1) for s in long]
        constants = {TABLE[name].cycles(core, s) - value(text, core, s) for s in long}
        assert len(constants) == 1, constants


@pytest.mark.parametrize("name", ["habs", "hstr", "hsq"])
@pytest.mark.parametrize("absorbed", [0, 1, 8, 131, 135])
def test_durations_of_the_hash_unit_are_about_those_of_the_specification(
    name: str, absorbed: int
) -> None:
    """Start, gears and the end of padding or clearing make at most 25 cycles more."""
    text = load().instructions[name].cycles.removeprefix("about ").partition(" for B ")[0]
    for core in CORES:
        for s in legal_shapes(core, name):
            size, before = ceil(s.len, 8), absorbed % 136
            blocks = ceil(size, 136) if name == "hsq" else (before + size) // 136
            names = symbols(core, s) | {"B": blocks, "P": 144, "ceil": math.ceil}
            about = eval(expression(text), names)
            took = TABLE[name].cycles(core, s._replace(absorbed=absorbed))
            assert 0 <= took - about <= 25, (core, s)


def test_every_mnemonic_has_semantics() -> None:
    assert {i.name for i, _ in DECODER.values()} == set(load().instructions)


def test_a_mnemonic_without_semantics_stops_the_import() -> None:
    text = ISA_FILE.read_text(encoding="utf-8").replace(
        "  - name: nop\n    opcode: 0x02",
        "  - name: rest\n    opcode: 0x07\n    unit: control\n    operands: []\n"
        '    summary: rest\n    meaning: Rests.\n    cycles: "0"\n'
        "  - name: nop\n    opcode: 0x02",
    )
    text = text.replace('  - {first: 0x07, last: 0x07, "for": control}\n', "")
    with pytest.raises(MceError, match="no semantics for rest"):
        bind(from_text(text, "isa.yml"), TABLE)


def test_semantics_without_a_mnemonic_stop_the_import() -> None:
    with pytest.raises(MceError, match="has no rest"):
        bind(load(), {**TABLE, "rest": TABLE["nop"]})


def test_semantics_given_twice_stop_the_import() -> None:
    with pytest.raises(MceError, match="nop has semantics twice"):
        instruction("nop")(lambda x: None)


@pytest.mark.parametrize(
    "parameters",
    [
        {"M": 3}, {"M": 17}, {"N_MAX": 8193}, {"FIELDS": 0}, {"FIELDS": 1 << 14},
        {"NUM_REGS": 6}, {"NUM_INST": 100}, {"AXIS_WIDTH": 16}, {"T_MAX": 1},
        {"GF2MULT_FACTOR": 33}, {"T_MAX": 64, "M": 9, "N_MAX": 512, "FIELDS": 1 << 5},
        {"WIDTH": 64},
    ],
)  # fmt: skip
def test_a_build_that_does_not_elaborate_is_refused(parameters: dict[str, int]) -> None:
    with pytest.raises(ParameterError):
        Core.from_parameters(parameters)


def test_rtl_parameters_become_a_core() -> None:
    core = Core.from_parameters({"M": 10, "N_MAX": 1024, "FIELDS": 1 << 9 | 1 << 10, "T_MAX": 16})
    assert core == Core(m=10, n_max=1024, fields=(9, 10), t_max=16)


def test_no_parameters_give_the_default_core() -> None:
    assert Core.from_parameters({}) == Core()
