# SPDX-License-Identifier: Apache-2.0
"""Arithmetic in GF(2^m), m = 4..16, on numpy arrays.

An element is an integer below 2^m whose bit i is the coefficient of z^i. Products and inverses go
through logarithm tables, on purpose another method than the bit matrices of the hardware.
Classic McEliece: cryptosystem specification, section "Finite fields" (f(z) of each m).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mce import spec
from mce.errors import ParameterError

U16 = NDArray[np.uint16]
"""Field elements: uint16, any shape."""


def clmul_mod(a: int, b: int, m: int, modulus: int) -> int:
    """Product of two field elements by shift and add: slow, without tables."""
    product = 0
    for i in range(m):
        if b >> i & 1:
            product ^= a << i
    for i in range(2 * m - 2, m - 1, -1):
        if product >> i & 1:
            product ^= modulus << (i - m)
    return product


def prime_factors(value: int) -> list[int]:
    """The distinct primes that divide value."""
    factors, p = [], 2
    while p * p <= value:
        if value % p == 0:
            factors.append(p)
            while value % p == 0:
                value //= p
        p += 1
    return factors + ([value] if value > 1 else [])


class Field:
    """GF(2^m) = GF(2)[z]/f(z). All operations take and return arrays (or scalars) of uint16.

    Attributes:
        m: extension degree.
        q: number of elements, 2^m.
        modulus: f(z) as an integer with bit m set.
        exponents: the exponents of f(z), descending.
        generator: smallest element that generates the multiplicative group. z itself does not
            for m = 8, 12, 14, 16.
    """

    def __init__(self, m: int) -> None:
        fields = spec.fields()
        if m not in fields:
            raise ParameterError(
                "field-degree", f"no field of degree {m}", f"use m = {min(fields)}..{max(fields)}"
            )
        self.m = m
        self.q = 1 << m
        self.exponents: tuple[int, ...] = tuple(fields[m])
        self.modulus = sum(1 << e for e in self.exponents)
        self.generator = self._find_generator()
        self._build_tables()

    def _find_generator(self) -> int:
        """Smallest g whose order is 2^m - 1 (no maximal proper divisor of it suffices)."""
        order = self.q - 1
        for g in range(2, self.q):
            if all(self._slow_pow(g, order // p) != 1 for p in prime_factors(order)):
                return g
        raise ParameterError("field-modulus", f"{self.modulus:#x} is reducible", "fix params.yml")

    def _slow_pow(self, a: int, e: int) -> int:
        result = 1
        while e:
            if e & 1:
                result = clmul_mod(result, a, self.m, self.modulus)
            a = clmul_mod(a, a, self.m, self.modulus)
            e >>= 1
        return result

    def _build_tables(self) -> None:
        """log and exp; log 0 is a sentinel so large that every sum with it reads a zero."""
        order = self.q - 1
        powers = np.zeros(order, dtype=np.uint16)
        element = 1
        for i in range(order):
            powers[i] = element
            element = clmul_mod(element, self.generator, self.m, self.modulus)
        zero = 2 * order
        self._log = np.full(self.q, zero, dtype=np.intp)
        self._log[powers] = np.arange(order)
        self._exp = np.zeros(2 * zero + 1, dtype=np.uint16)
        self._exp[:zero] = np.tile(powers, 2)
        self._log.setflags(write=False)
        self._exp.setflags(write=False)

    def __repr__(self) -> str:
        return f"Field({self.m})"

    def mul(self, a: Any, b: Any) -> Any:
        """a·b, broadcast."""
        return self._exp[self._log[a] + self._log[b]]

    def times(self, b: Any) -> Callable[[Any], Any]:
        """The function a -> a·b, for many products with one b."""
        log_b = self._log[b]
        return lambda a: self._exp[self._log[a] + log_b]

    def sqr(self, a: Any) -> Any:
        """a^2."""
        return self._exp[2 * self._log[a]]

    def inv(self, a: Any) -> Any:
        """1/a, and 0 for a = 0 as the reference does."""
        return np.where(np.asarray(a) == 0, np.uint16(0), self._exp[-self._log[a] % (self.q - 1)])

    def div(self, a: Any, b: Any) -> Any:
        """a/b, and 0 for b = 0."""
        return self.mul(a, self.inv(b))

    def pow(self, a: Any, e: int) -> Any:
        """a^e for an integer e >= 0; a^0 = 1, also for a = 0."""
        if e == 0:
            return np.ones_like(np.asarray(a, dtype=np.uint16))
        log = self._log[a]
        return np.where(np.asarray(a) == 0, np.uint16(0), self._exp[(log * e) % (self.q - 1)])

    def sqrt(self, a: Any) -> Any:
        """The square root, a^(2^(m-1))."""
        return self.pow(a, self.q // 2)

    def trace(self, a: Any) -> Any:
        """Tr(a) = a + a^2 + ... + a^(2^(m-1)), which is 0 or 1."""
        total = np.asarray(a, dtype=np.uint16)
        power = total
        for _ in range(self.m - 1):
            power = self.sqr(power)
            total = total ^ power
        return total


@cache
def field(m: int) -> Field:
    """The field of degree m, built once."""
    return Field(m)
