# SPDX-License-Identifier: Apache-2.0
"""Key generation.

Classic McEliece: cryptosystem specification, sections "Irreducible-polynomial generation",
"Field-ordering generation", "Matrix generation" and "Key generation" (SeededKeyGen); the step
numbers in comments are the specification's. How often a key is retried is public.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from mce import gf2, poly
from mce.bits import U8, bytes_to_words, nbytes, need_length
from mce.controlbits import Perm
from mce.errors import KeygenError
from mce.field import U16
from mce.goppa import pack_binary_rows, parity_check
from mce.keys import SYSTEMATIC_PIVOTS, PrivateKey, field_elements
from mce.params import DELTA_BYTES, Params

MAX_ATTEMPTS = 10_000
"""A systematic key succeeds in 29 of 100 attempts; a code that never does is a wrong code."""


@dataclass(frozen=True, eq=False)
class Expansion:
    """E = G(delta), cut into its parts (SeededKeyGen steps 1 to 3).

    Attributes:
        prg: all bytes of E.
        s: n bits as bytes, padding bits cleared.
        order: 2^m words of 32 bits for the field ordering.
        f: t coefficients for the irreducible polynomial, masked to m bits.
        next_delta: delta', the seed of the next attempt.
    """

    params: Params
    prg: bytes
    s: bytes
    order: np.ndarray[Any, np.dtype[np.uint32]]
    f: U16
    next_delta: bytes

    @cached_property
    def pi(self) -> Perm | None:
        """The field ordering, None when two words are equal."""
        return field_ordering(self.order)

    @cached_property
    def g(self) -> U16 | None:
        """The Goppa polynomial, None when f has no minimal polynomial of degree t."""
        return goppa_polynomial(self.params, self.f)


def expand(params: Params, delta: bytes) -> Expansion:
    """E = SHAKE256(64 | delta), n + sigma2·q + sigma1·t + l bits: s, ordering, f, delta'."""
    need_length(delta, DELTA_BYTES, "delta")
    prg = hashlib.shake_256(b"\x40" + delta).digest(params.seed_bytes)
    n, q, t = params.n_bytes, params.q, params.t
    s = bytearray(prg[:n])
    if params.n % 8:
        s[-1] &= (1 << params.n % 8) - 1
    order = np.frombuffer(prg[n : n + 4 * q], dtype="<u4").astype(np.uint32)
    f = bytes_to_words(prg[n + 4 * q : n + 4 * q + 2 * t]) & np.uint16(q - 1)
    return Expansion(params, prg, bytes(s), order, f, prg[-DELTA_BYTES:])


def field_ordering(order: Any) -> Perm | None:
    """pi with order[pi] ascending (FieldOrdering steps 2 to 4); None on equal words."""
    order = np.asarray(order)
    pi = np.argsort(order, kind="stable")
    ascending = order[pi]
    return None if (ascending[1:] == ascending[:-1]).any() else pi


def goppa_polynomial(params: Params, f: Any) -> U16 | None:
    """Minimal polynomial of f in GF(q)[y]/F(y) if its degree is t (Irreducible step 3).

    Solves g_0 + g_1·f + ... + g_{t-1}·f^{t-1} = f^t over GF(q). Returns t coefficients, or None
    when 1, f, ..., f^{t-1} are dependent: f lies in a proper subfield.
    """
    F, t, modulus = params.field, params.t, params.F
    f = np.asarray(f, dtype=np.uint16)
    mat = np.zeros((t, t + 1), dtype=np.uint16)  # column i: f^i
    mat[0, 0] = 1
    for i in range(1, t + 1):
        mat[:, i] = poly.mulmod(F, mat[:, i - 1], f, modulus)
    for i in range(t):
        rows = np.flatnonzero(mat[i:, i])
        if not rows.size:
            return None
        p = i + int(rows[0])
        mat[[i, p], i:] = mat[[p, i], i:]
        mat[i, i:] = F.div(mat[i, i:], mat[i, i])
        factors = mat[:, i].copy()
        factors[i] = 0
        mat[:, i:] ^= F.mul(factors[:, None], mat[i, i:][None, :])
    return mat[:, t].copy()


@dataclass(frozen=True, eq=False)
class Matrix:
    """Result of MatGen: T as m·t x ceil(k/8) bytes, the pivot mask, pi after column moves."""

    rows: U8
    pivots: bytes
    pi: Perm


def _pivot_mask(window: list[int]) -> bytes:
    """Columns of the window that hold pivots, as 8 bytes (section "Column selection")."""
    return sum(1 << c for c in window).to_bytes(8, "little")


def _move_columns(params: Params, pi: Perm, window: list[int]) -> Perm:
    """Swap pivot column c_j of the window to place j, j ascending (MatGen, semi-systematic)."""
    pi, first = pi.copy(), params.mt - params.mu
    for j, c in enumerate(window):
        a, b = first + j, first + c
        pi[a], pi[b] = pi[b], pi[a]
    return pi


def mat_gen(params: Params, g: Any, pi: Perm) -> Matrix | None:
    """Public matrix of a Goppa code in (semi-)systematic form, or None if it has none.

    The left part A decides; it is reduced beside the identity, so that U with U·A in echelon form
    gives T = U·R with R the remaining columns (in their final order).
    """
    F, n, mt = params.field, params.n, params.mt
    columns = mt - params.mu + params.nu
    alpha = field_elements(params, pi)
    left = gf2.to_words(pack_binary_rows(parity_check(F, g, alpha[:columns]), params.m))
    mat = np.concatenate([left, gf2.identity(mt)], axis=1)
    pivots = gf2.echelon(mat, columns, mt - params.mu)
    if pivots is None or len(pivots) < mt:
        return None
    mask = SYSTEMATIC_PIVOTS
    if params.semi:
        window = [c - (mt - params.mu) for c in pivots[mt - params.mu :]]
        mask, pi = _pivot_mask(window), _move_columns(params, pi, window)
        alpha = field_elements(params, pi)
    right = gf2.to_words(pack_binary_rows(parity_check(F, g, alpha[mt:n]), params.m))
    u = np.ascontiguousarray(mat[:, left.shape[1] :])
    rows = gf2.multiply(u, right).view(np.uint8)[:, : nbytes(params.k)]
    return Matrix(np.ascontiguousarray(rows), mask, pi)


@dataclass(frozen=True, eq=False)
class KeyPair:
    """A key pair and how it came about.

    Attributes:
        params: the set.
        pk, sk: official bytes.
        private: the private key as an object.
        expansion: E of the successful attempt.
        attempts: number of attempts, at least 1.
        failed: the reason of each failed one: field_ordering, irreducible or matgen.
    """

    params: Params
    pk: bytes
    sk: bytes
    private: PrivateKey
    expansion: Expansion
    attempts: int
    failed: tuple[str, ...]


def _attempt(params: Params, delta: bytes, e: Expansion) -> tuple[PrivateKey, U8] | str:
    """Steps 4 to 10 of SeededKeyGen on one E, or the reason why it failed."""
    if e.pi is None:
        return "field_ordering"
    if e.g is None:
        return "irreducible"
    matrix = mat_gen(params, e.g, e.pi)
    if matrix is None:
        return "matgen"
    return PrivateKey(params, delta, matrix.pivots, e.g, matrix.pi, e.s), matrix.rows


def seeded_keygen(params: Params, delta: bytes, max_attempts: int = MAX_ATTEMPTS) -> KeyPair:
    """SeededKeyGen(delta): the key pair; a retry goes on with delta', and sk holds the last one.

    Raises:
        LengthError: delta is not 32 bytes.
        KeygenError: no success in `max_attempts`.
    """
    failed: list[str] = []
    for attempt in range(1, max_attempts + 1):
        e = expand(params, delta)
        result = _attempt(params, delta, e)
        if not isinstance(result, str):
            private, rows = result
            return KeyPair(
                params, rows.tobytes(), private.to_bytes(), private, e, attempt, tuple(failed)
            )
        failed.append(result)
        delta = e.next_delta
    raise KeygenError(
        "keygen-attempts",
        f"no key of {params.name} in {max_attempts} attempts",
        "check F(y) and the code's size, or allow more attempts",
    )
