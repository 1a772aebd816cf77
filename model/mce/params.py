# SPDX-License-Identifier: Apache-2.0
"""Parameter sets: the ten of Classic McEliece, and any smaller code for tests.

Classic McEliece: cryptosystem specification, section "Parameters"; sizes from section
"Representation of objects as byte strings".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np

from mce import poly, spec
from mce.bits import nbytes
from mce.errors import LengthError, ParameterError
from mce.field import U16, Field, field

DELTA_BYTES = 32
HASH_BYTES = 32
PIVOT_BYTES = 8


def _expand(taps: tuple[tuple[int, int], ...], t: int) -> U16:
    """t + 1 coefficients of y^t + the taps."""
    coeffs = np.zeros(t + 1, dtype=np.uint16)
    for exponent, value in (*taps, (t, 1)):
        coeffs[exponent] = value
    return coeffs


@dataclass(frozen=True)
class Params:
    """One code and the rules of its KEM.

    Attributes:
        name: set name, or any label of a custom code.
        m, n, t: field degree, code length, number of errors.
        taps: F(y) without its leading term, as (exponent, coefficient) pairs.
        mu, nu: size of the semi-systematic window; (0, 0) when systematic.
        pc: plaintext confirmation (32 bytes longer ciphertext, other hash inputs).
        tau_override: words of a draw when it is not the specification's rule (toy vectors).
    """

    name: str
    m: int
    n: int
    t: int
    taps: tuple[tuple[int, int], ...]
    mu: int = 0
    nu: int = 0
    pc: bool = False
    tau_override: int | None = None

    def __post_init__(self) -> None:
        if not 2 <= self.t < self.q or not self.mt < self.n <= self.q:
            raise ParameterError(
                "code-shape",
                f"{self.name}: n = {self.n}, t = {self.t}, m = {self.m}",
                "need t >= 2 and m·t < n <= 2^m",
            )
        outside = self.nu < self.mu or self.mt < self.mu or self.n - self.mt + self.mu < self.nu
        if self.mu and outside:
            raise ParameterError(
                "semi-systematic",
                f"{self.name}: mu = {self.mu}, nu = {self.nu}",
                "need mu <= nu, mu <= m·t and nu <= n - m·t + mu",
            )

    @property
    def field(self) -> Field:
        """GF(2^m)."""
        return field(self.m)

    @property
    def q(self) -> int:
        """Field size 2^m."""
        return 1 << self.m

    @property
    def mt(self) -> int:
        """Parity bits m·t = n - k, bits of a syndrome."""
        return self.m * self.t

    @property
    def k(self) -> int:
        """Code dimension, bits of a message."""
        return self.n - self.mt

    @property
    def semi(self) -> bool:
        """True for the f variants."""
        return self.mu > 0

    @property
    def row_bytes(self) -> int:
        """Bytes of one row of T in a public key."""
        return nbytes(self.k)

    @property
    def pk_bytes(self) -> int:
        """Bytes of a public key."""
        return self.mt * self.row_bytes

    @property
    def n_bytes(self) -> int:
        """Bytes of a code word, of an error vector, of s."""
        return nbytes(self.n)

    @property
    def control_bytes(self) -> int:
        """Bytes of the control bits: 2m - 1 layers of 2^(m-1) bits."""
        return (2 * self.m - 1) << (self.m - 4)

    @property
    def sk_bytes(self) -> int:
        """Bytes of a private key delta | pivots | g | control bits | s."""
        return DELTA_BYTES + PIVOT_BYTES + 2 * self.t + self.control_bytes + self.n_bytes

    @property
    def syndrome_bytes(self) -> int:
        """Bytes of a syndrome (C or C_0)."""
        return nbytes(self.mt)

    @property
    def ct_bytes(self) -> int:
        """Bytes of a KEM ciphertext."""
        return self.syndrome_bytes + (HASH_BYTES if self.pc else 0)

    @property
    def tau(self) -> int:
        """Words of one draw in FixedWeight: t if n = q, 2t if q/2 <= n < q, 4t below, and so on."""
        if self.tau_override is not None:
            return self.tau_override
        tau = self.t
        while self.n * (tau // self.t) < self.q:
            tau *= 2
        return tau

    @property
    def seed_bytes(self) -> int:
        """Bytes of E in SeededKeyGen: s | field ordering | f | delta'."""
        return self.n_bytes + 4 * self.q + 2 * self.t + DELTA_BYTES

    @property
    def F(self) -> U16:  # noqa: N802 - the name in the specification
        """F(y) as t + 1 coefficients."""
        return _expand(self.taps, self.t)

    def with_pc(self, pc: bool = True) -> Params:
        """The same code with (or without) plaintext confirmation."""
        return replace(self, pc=pc)


def names() -> tuple[str, ...]:
    """The names of the ten sets."""
    return tuple(spec.load()["sets"])


@cache
def full_name(name: str) -> str:
    """The name of a set that people may shorten: mceliece348864 for 348864."""
    return f"mceliece{name}" if name[:1].isdigit() else name


def get(name: str) -> Params:
    """A set by name; a suffix pc or pcf asks for plaintext confirmation.

    Raises:
        ParameterError: no such set.
    """
    base, pc = name, name.endswith(("pc", "pcf"))
    if pc:
        stem, _, suffix = name.rpartition("pc")
        base = stem + suffix if stem[-1:].isdigit() else name
    sets = spec.load()["sets"]
    if base not in sets:
        raise ParameterError("unknown-set", f"no parameter set {name!r}",
                             f"use one of {', '.join(names())}")  # fmt: skip
    entry = sets[base]
    window = spec.load()["semi_systematic"] if entry["semi"] else {"mu": 0, "nu": 0}
    params = Params(
        name=base,
        m=entry["m"],
        n=entry["n"],
        t=entry["t"],
        taps=tuple(entry["F"].items()),
        mu=window["mu"],
        nu=window["nu"],
    )
    return replace(params, name=name, pc=True) if pc else params


def from_key_length(length: int) -> Params:
    """The set whose public or private key has this many bytes.

    The f variant of a set has the same lengths and decodes alike; the systematic one is returned.

    Raises:
        LengthError: no set has such a key.
    """
    for name in names():
        params = get(name)
        if not params.semi and length in (params.pk_bytes, params.sk_bytes):
            return params
    raise LengthError(
        "key-length",
        f"{length} bytes is the length of no Classic McEliece key",
        "check the file, or name the parameter set",
    )


@cache
def find_taps(m: int, t: int) -> tuple[tuple[int, int], ...]:
    """A sparse irreducible F(y) of degree t over GF(2^m), found by trying.

    Order: fewest taps, low exponents, small constant term, all other coefficients 1; Rabin's test
    decides. Polynomials in y^2 are squares and never tried.
    """
    f = field(m)
    for constants in (range(1, min(f.q, 64)), range(64, f.q)):
        for count in range(1, min(t, 4)):
            for exponents in combinations(range(1, t), count):
                if all(e % 2 == 0 for e in (*exponents, t)):
                    continue
                for constant in constants:
                    taps = ((0, constant), *((e, 1) for e in exponents))
                    if poly.is_irreducible(f, _expand(taps, t)):
                        return taps
    raise ParameterError("no-F", f"no sparse F(y) for m = {m}, t = {t}", "give the taps")


def custom(
    m: int,
    n: int,
    t: int,
    taps: Mapping[int, int] | None = None,
    *,
    semi: bool = False,
    name: str | None = None,
    tau: int | None = None,
) -> Params:
    """A code of any size: m = 4..16, m·t < n <= 2^m, n not only multiples of 8.

    Args:
        taps: F(y) below its leading term, exponent -> coefficient; found by search when None.
        semi: semi-systematic form with the (mu, nu) of the specification.
        name: label; default ``m<m>n<n>t<t>``.
        tau: words of a draw, when not by the specification's rule.

    Raises:
        ParameterError: a code that does not exist.
    """
    field(m)
    window = spec.load()["semi_systematic"] if semi else {"mu": 0, "nu": 0}
    pairs = tuple(taps.items()) if taps is not None else find_taps(m, t)
    label = name or f"m{m}n{n}t{t}{'f' if semi else ''}"
    return Params(label, m, n, t, pairs, window["mu"], window["nu"], tau_override=tau)


def from_description(description: Mapping[str, Any]) -> Params:
    """The set a vector file describes: a standard name, or m, n, t, ``F_y`` and ``tau_used``."""
    name = description["parameter_set"]
    if name in names():
        return get(name)
    taps = {int(e): int(c) for e, c in description["F_y"]["coeffs_below_y^t"].items()}
    return custom(
        int(description["m"]),
        int(description["n"]),
        int(description["t"]),
        taps,
        semi=name.endswith("f"),
        name=name,
        tau=description.get("tau_used"),
    )
