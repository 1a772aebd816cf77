# SPDX-License-Identifier: Apache-2.0
"""Sections without a key: headers, field operations, Goppa polynomials."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from mce import keygen
from mce.field import field
from mce.params import Params
from mce.vectors.keys import Key
from mce.vectors.plan import Unit
from mce.vectors.report import Tally


def elements(values: Any) -> str:
    """Field elements as the files write them: four hexadecimal digits each, index 0 first."""
    return "".join(f"{int(value):04x}" for value in values)


def parse_elements(text: str) -> Any:
    """The inverse of ``elements``: uint16 array."""
    return np.array([int(text[i : i + 4], 16) for i in range(0, len(text), 4)], dtype=np.uint16)


def field_name(exponents: Sequence[int]) -> str:
    """A field polynomial as the files write it: ``z^12+z^3+1``."""
    names = {0: "1", 1: "z"}
    return "+".join(names.get(e, f"z^{e}") for e in exponents)


def header(tally: Tally, unit: Unit, _: Key | None) -> None:
    """Sizes and polynomials of a set."""
    code: Params = unit.data["code"]
    got = {
        "parameter_set": code.name,
        "m": code.m,
        "n": code.n,
        "t": code.t,
        "k": code.k,
        "mt": code.mt,
        "mu_nu": [code.mu, code.nu],
        "field_poly": field_name(code.field.exponents),
        "F_y": {"coeffs_below_y^t": dict(code.taps)},
        "pk_bytes": code.pk_bytes,
        "sk_bytes": code.sk_bytes,
        "ct_bytes": code.ct_bytes,
        "tau_used": code.tau,
    }
    tally.check(unit.item, unit.data["head"], got, {"sk_layout"})


def field_poly(tally: Tally, unit: Unit, _: Key | None) -> None:
    """The polynomial of a field."""
    got = {"poly": field_name(field(unit.data["m"]).exponents)}
    tally.check(unit.item, {"poly": unit.data["poly"]}, got)


def field_row(tally: Tally, unit: Unit, _: Key | None) -> None:
    """One product ``a, b, ab``, inverse ``a, 1/a`` or quotient ``den, num, num/den``."""
    f = field(unit.data["m"])
    operation = unit.data["operation"]
    *operands, expected = (int(x) for x in unit.data["row"])
    a, b = operands[0], operands[-1]
    results = {"mul": f.mul(a, b), "inv": f.inv(a), "frac": f.div(b, a)}
    name = f"{operation}({', '.join(map(str, operands))})"
    tally.check(unit.item, {name: expected}, {name: int(results[operation])})


def genpoly(tally: Tally, unit: Unit, _: Key | None) -> None:
    """g of a chosen f, or its refusal."""
    code: Params = unit.data["code"]
    entry = unit.data["entry"]
    g = keygen.goppa_polynomial(code, parse_elements(entry["f"]))
    got = {"ret": -1 if g is None else 0, "g": None if g is None else elements(g)}
    tally.check(unit.item, entry, got, {"name", "f"})


HANDLERS = {
    "header": header,
    "field.poly": field_poly,
    "field.row": field_row,
    "genpoly": genpoly,
}
