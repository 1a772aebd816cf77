# SPDX-License-Identifier: Apache-2.0
"""The key encapsulation of Classic McEliece, with and without plaintext confirmation.

Classic McEliece: cryptosystem specification, sections "Fixed-weight-vector generation",
"Encapsulation" and "Decapsulation". Whether plaintext confirmation is used stands in `Params.pc`.
Non-zero padding bits are answered as the reference does ("Narrowly Decoded").
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from mce.bits import U8, bytes_to_words, from_positions, pack, padding_is_zero, words_to_bytes
from mce.drbg import RandomBytes
from mce.errors import KeygenError, LengthError
from mce.goppa import Decoding
from mce.keys import PrivateKey, PublicKey
from mce.niederreiter import decode, encode, need_bits
from mce.params import HASH_BYTES, Params

MAX_DRAWS = 100_000
"""Ends a draw from a source that never gives t distinct positions (a stuck generator)."""


def hash_h(prefix: int, *parts: bytes) -> bytes:
    """H: SHAKE256 of one prefix byte and the parts, 32 bytes."""
    return hashlib.shake_256(bytes([prefix]) + b"".join(parts)).digest(HASH_BYTES)


@dataclass(frozen=True, eq=False)
class FixedWeight:
    """A drawn error vector: n bits, its positions in order of drawing, the number of draws."""

    errors: U8
    order: tuple[int, ...]
    draws: int


def draw_fixed_weight(params: Params, rng: RandomBytes) -> FixedWeight:
    """FixedWeight: draw tau words at once, keep those below n; the first t must be distinct.

    The whole draw is redone on too few or equal positions. Only the number of draws depends on
    what was drawn, as the specification allows.

    Raises:
        KeygenError: `rng` gave nothing usable in MAX_DRAWS draws.
    """
    for draw in range(1, MAX_DRAWS + 1):
        words = bytes_to_words(rng(2 * params.tau)) & np.uint16(params.q - 1)
        positions = words[words < params.n][: params.t]
        if len(np.unique(positions)) == params.t:
            order = tuple(int(p) for p in positions)
            return FixedWeight(from_positions(order, params.n), order, draw)
    raise KeygenError("fixed-weight", "the random source repeats itself", "use another source")


def fixed_weight(params: Params, rng: RandomBytes) -> U8:
    """An error vector of n bits and weight t."""
    return draw_fixed_weight(params, rng).errors


def scripted(draws: Iterable[Any]) -> RandomBytes:
    """A source that answers each request with the next draw, a sequence of 16-bit words.

    It raises LengthError when asked for another length, or when no draw is left.
    """
    queue = iter(draws)

    def source(length: int) -> bytes:
        words = next(queue, None)
        data = b"" if words is None else words_to_bytes(words)
        if len(data) != length:
            raise LengthError("scripted-draw", f"a draw of {len(data)} bytes", f"need {length}")
        return data

    return source


@dataclass(frozen=True, eq=False)
class Encapsulation:
    """Ciphertext and session key, and how the errors were drawn.

    `ret` is 0, or -1 with all-zero `ct` and `ss` when the public key has non-zero padding bits.
    """

    ret: int
    ct: bytes
    ss: bytes
    drawn: FixedWeight


def encapsulate_errors(params: Params, pk: bytes, e: Any) -> tuple[bytes, bytes]:
    """Encapsulation with given errors (n bits of weight t, secret): (ct, ss).

    Both are zero when the public key has non-zero padding bits.
    """
    e = need_bits(e, params.n, "error vector")
    ct = encode(params, pk, e)
    if params.pc:
        ct += hash_h(2, pack(e))
    ss = hash_h(1, pack(e), ct)
    if not PublicKey.from_bytes(params, pk).padding_ok:
        return bytes(params.ct_bytes), bytes(HASH_BYTES)
    return ct, ss


def encapsulate(params: Params, pk: bytes, rng: RandomBytes) -> Encapsulation:
    """Encap: draw errors, encapsulate."""
    drawn = draw_fixed_weight(params, rng)
    ct, ss = encapsulate_errors(params, pk, drawn.errors)
    ret = 0 if PublicKey.from_bytes(params, pk).padding_ok else -1
    return Encapsulation(ret, ct, ss, drawn)


@dataclass(frozen=True, eq=False)
class Decapsulation:
    """Session key, what the decoder found, and the reference's return value.

    `ret` is 0, also for a rejected word; -1 with `ss` all ones when padding bits were set.
    `accepted` says whether K comes from e (True) or from s; it is secret.
    """

    ret: int
    ss: bytes
    accepted: bool
    decoding: Decoding


def decapsulate(params: Params, sk: bytes, ct: bytes, *, narrow: bool = True) -> Decapsulation:
    """Decap with implicit rejection.

    Args:
        narrow: answer non-zero padding bits of the ciphertext as the reference does ("Narrowly
            Decoded"); False hashes them in like any other wrong word ("Simply Decoded").

    Raises:
        LengthError: sk or ct of the wrong length.
    """
    if len(ct) != params.ct_bytes:
        raise LengthError(
            "length",
            f"ciphertext of {params.name} has {len(ct)} bytes",
            f"it must have exactly {params.ct_bytes}",
        )
    c0, c1 = ct[: params.syndrome_bytes], ct[params.syndrome_bytes :]
    padding_ok = padding_is_zero(c0, params.mt)
    found = decode(params, sk, c0)
    e = pack(found.error)
    accepted = found.accept and padding_ok and (not params.pc or hash_h(2, e) == c1)
    preimage = e if accepted else PrivateKey.from_bytes(params, sk).s
    ss = hash_h(int(accepted), preimage, ct)
    if narrow and not padding_ok:
        return Decapsulation(-1, b"\xff" * HASH_BYTES, False, found)
    return Decapsulation(0, ss, accepted, found)
