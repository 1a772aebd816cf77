# SPDX-License-Identifier: Apache-2.0
"""Keys, words and expected answers for the benches of the whole core, from the golden model.

Key pairs are made from fixed seeds, so that every run has the same codes; messages, errors and
words come from the caller's generator.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np

from mce import bits, goppa, keyimage, params, pke, poly
from mce.bits import U8
from mce.field import U16
from mce.keygen import KeyPair, seeded_keygen
from mce.params import Params

WEIGHT, RECHECK, PADOK = 1, 2, 4
ACCEPT = WEIGHT | RECHECK | PADOK
SMALL_KINDS = ("valid", "trap", "zero", "ones", "random", "padding")


@dataclass(frozen=True)
class Job:
    """A run of a program and what it must give.

    Attributes:
        program: encrypt, decrypt or decode.
        m, n, t: run-time parameters.
        packets: operand packets.
        outputs: result packets.
        reject: STATUS.REJECT.
        kind: what the word is, for messages.
    """

    program: str
    m: int
    n: int
    t: int
    packets: tuple[bytes, ...]
    outputs: tuple[bytes, ...]
    reject: bool
    kind: str = ""


@dataclass(frozen=True, eq=False)
class Key:
    """A key pair, its image, and where 0 stands in the support (None: not in it)."""

    params: Params
    pair: KeyPair
    image: keyimage.KeyImage

    @property
    def zero_at(self) -> int | None:
        """Code position of the support element 0."""
        at = np.flatnonzero(self.image.alpha == 0)
        return int(at[0]) if len(at) else None


@dataclass(frozen=True, eq=False)
class Found:
    """What the decoder must find: n error bits, t + 1 locator coefficients, flags byte."""

    errors: U8
    locator: U16
    flags: int


@cache
def key(p: Params, number: int = 0) -> Key:
    """Key pair of a code; every number is another one."""
    pair = seeded_keygen(p, number.to_bytes(params.DELTA_BYTES, "little"))
    return Key(p, pair, keyimage.build(p, pair.sk))


@cache
def small(m: int, n: int, t: int, number: int = 0) -> Key:
    """Key pair of a custom code."""
    return key(params.custom(m, n, t), number)


def errors(p: Params, weight: int, rng: np.random.Generator, *, without: int | None = None) -> U8:
    """n bits with `weight` ones, none of them at position `without`."""
    allowed = np.array([i for i in range(p.n) if i != without])
    return bits.from_positions(rng.choice(allowed, weight, replace=False), p.n)


def search(image: keyimage.KeyImage, word: bytes) -> Found:
    """Error search with an image as it is, consistent or not: what the streamed packets say.

    Power sums over all points of the field, Berlekamp-Massey in the form that keeps what lies
    above degree t (the two forms differ on undecodable words of small fields), roots by Horner.
    """
    p, f = image.params, image.params.field
    v = bits.unpack(word, p.n)
    points = image.basis.pt(np.arange(p.q))
    w = (image.w & (p.q - 1)).astype(np.uint16)
    taken = np.zeros(p.q, dtype=bool)
    inside = image.pos < p.n
    taken[inside] = v[image.pos[inside]] == 1
    s = goppa.power_sums(f, w[taken], points[taken], 2 * p.t)
    locator = goppa.berlekamp_massey_reformulated(f, s, p.t)
    roots = np.asarray(poly.horner(f, locator, points)) == 0
    again = goppa.power_sums(f, w[roots], points[roots], 2 * p.t)
    e = np.zeros(p.n, dtype=np.uint8)
    known = image.idx < p.q
    e[known] = roots[image.idx[known]]
    flags = WEIGHT * int(e.sum() == p.t) | RECHECK * int(np.array_equal(s, again))
    return Found(e, locator, flags | PADOK * int(bits.padding_is_zero(word, p.n)))


def encrypt(k: Key, message: bytes, e: U8, public: bytes | None = None, kind: str = "") -> Job:
    """Encryption of a message with an error vector; `public` when it is not the key's own."""
    p = k.params
    pk = k.pair.pk if public is None else public
    done = pke.encrypt(p, pk, message, e)
    return Job("encrypt", p.m, p.n, p.t, (message, bits.pack(e), pk), (done.c,), done.ret != 0,
               kind)


def random_message(p: Params, rng: np.random.Generator) -> bytes:
    """k random bits."""
    return bits.pack(rng.integers(0, 2, p.k).astype(np.uint8))


def word(k: Key, kind: str, rng: np.random.Generator) -> bytes:
    """A word of n bits.

    Kinds: valid; trap (t - 1 errors, none at the support element 0, which must exist); zero;
    ones; random; foreign (a word of another key: the positions of a valid word permuted); padding
    (a valid word with a padding bit set).
    """
    p = k.params
    if kind in ("zero", "ones", "random"):
        fill = {"zero": np.zeros(p.n), "ones": np.ones(p.n), "random": rng.integers(0, 2, p.n)}
        return bits.pack(fill[kind].astype(np.uint8))
    weight, without = p.t, None
    if kind == "trap":
        assert k.zero_at is not None, f"{p.name}: 0 is not in the support"
        weight, without = p.t - 1, k.zero_at
    c = pke.encrypt(p, k.pair.pk, random_message(p, rng), errors(p, weight, rng, without=without)).c
    if kind == "foreign":
        c = bits.pack(rng.permutation(bits.unpack(c, p.n)))
    if kind == "padding":
        assert p.n % 8, f"{p.name}: no padding bits"
        c = c[:-1] + bytes([c[-1] | 0x80])
    return c


def decrypt(k: Key, c: bytes, kind: str = "", image: keyimage.KeyImage | None = None) -> Job:
    """Decryption of a word; `image` when it is not the key's own."""
    p, img = k.params, image or k.image
    found = search(img, c)
    accept = found.flags == ACCEPT
    plain = (bits.unpack(c, p.n) ^ found.errors)[p.mt :] * np.uint8(accept)
    return Job("decrypt", p.m, p.n, p.t, (c, img.pairs, img.indices), (bits.pack(plain),),
               not accept, kind)


def decode(k: Key, c: bytes, kind: str = "") -> Job:
    """Error search in a word."""
    p = k.params
    found = search(k.image, c)
    outputs = (bits.pack(found.errors), bytes([found.flags]), bits.words_to_bytes(found.locator))
    return Job("decode", p.m, p.n, p.t, (c, k.image.pairs, k.image.indices), outputs,
               found.flags != ACCEPT, kind)


def kinds(k: Key) -> list[str]:
    """The kinds of words that this code has."""
    missing = {"trap": k.zero_at is None, "padding": k.params.n % 8 == 0}
    return [kind for kind in SMALL_KINDS if not missing.get(kind, False)]


def with_arrays(image: keyimage.KeyImage, **arrays: Any) -> keyimage.KeyImage:
    """The image with other positions, weights or indices."""
    return replace(image, **arrays)
