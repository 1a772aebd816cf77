# SPDX-License-Identifier: Apache-2.0
"""Encapsulations and decapsulations for the benches of the whole core, every case of the KEM."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

import codes
from codes import Key
from mce import bits, kem
from mce.backend import DecapJob, EncapJob
from mce.params import HASH_BYTES, Params

KINDS = ("right", "trap", "random", "flipped", "confirmation", "padding")
"""Kinds of ciphertexts, see `ciphertext`."""


def draws(p: Params, count: int, rng: np.random.Generator) -> tuple[bytes, ...]:
    """`count` - 1 draws that are refused (a position twice), then a good one."""
    good = rng.permutation(p.n)[: p.t].astype(np.uint16)
    rest = rng.integers(0, 1 << 16, p.tau - p.t).astype(np.uint16)
    bad = np.concatenate([good[:-1], good[:1], rest])
    # Bits from m on do not count.
    high = (rng.integers(0, 1 << 16, p.t) << p.m & 0xFFFF).astype(np.uint16)
    return (*[bits.words_to_bytes(bad)] * (count - 1),
            bits.words_to_bytes(np.concatenate([good | high, rest])))


def sent(k: Key, p: Params, weight: int, rng: np.random.Generator,
         without: int | None = None) -> bytes:
    """Ciphertext of an error vector of some weight, its confirmation included."""
    e = codes.errors(p, weight, rng, without=without)
    return kem.encapsulate_errors(p, k.pair.pk, e)[0]


def flip(data: bytes, bit: int) -> bytes:
    """`data` with one bit inverted."""
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def ciphertext(k: Key, p: Params, kind: str, rng: np.random.Generator) -> bytes:
    """A ciphertext.

    Kinds: right; trap (t - 1 errors, none at the support element 0, which must exist); random;
    flipped (one bit of C_0); confirmation (one bit of C_1); padding (a padding bit of C_0).
    """
    if kind == "trap":
        assert k.zero_at is not None, f"{p.name}: 0 is not in the support"
        return sent(k, p, p.t - 1, rng, without=k.zero_at)
    ct = sent(k, p, p.t, rng)
    if kind == "random":
        c0 = bits.pack(rng.integers(0, 2, p.mt).astype(np.uint8))
        return c0 + ct[p.syndrome_bytes :]
    if kind == "flipped":
        return flip(ct, int(rng.integers(p.mt)))
    if kind == "confirmation":
        return flip(ct, 8 * p.syndrome_bytes + int(rng.integers(8 * HASH_BYTES)))
    return flip(ct, 8 * p.syndrome_bytes - 1) if kind == "padding" else ct


def kinds(k: Key, p: Params) -> list[str]:
    """The kinds of ciphertexts that a key has."""
    missing = {"trap": k.zero_at is None, "confirmation": not p.pc, "padding": p.mt % 8 == 0}
    return [kind for kind in KINDS if not missing.get(kind, False)]


def every(k: Key, rng: np.random.Generator) -> Iterator[EncapJob | DecapJob]:
    """Each case, plain and with plaintext confirmation."""
    for p in (k.params, k.params.with_pc()):
        yield EncapJob(p, k.pair.pk, draws(p, 3, rng))
        if p.k % 8:
            yield EncapJob(p, flip(k.pair.pk, 8 * p.row_bytes - 1), draws(p, 1, rng))
        yield EncapJob(p, k.pair.pk, draws(p, 1, rng))
        for kind in kinds(k, p):
            yield DecapJob(p, k.pair.sk, ciphertext(k, p, kind, rng))
