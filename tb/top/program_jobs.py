# SPDX-License-Identifier: Apache-2.0
"""Runs of the programs beyond encrypt, decrypt and decode, with the model's answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import numpy as np

import codes
from codes import Job, Key
from mce import bch, bits, cli_textbook, niederreiter, selftest, textbook
from mce.bits import U8
from mce.drbg import SEED_BYTES, Drbg
from mce.textbook import TextbookKey, TextbookPair


@cache
def textbook_pair(k: Key) -> TextbookPair:
    """The textbook key of a code's key, always the same."""
    return textbook.disguise(k.pair, Drbg(bytes(SEED_BYTES)))


def textbook_encrypt(k: Key, message: bytes, e: U8, public: bytes | None = None,
                     kind: str = "") -> Job:
    """Encryption; `public` when it is not the key's own."""
    p = k.params
    key = textbook_pair(k).public if public is None else public
    done = textbook.encrypt(p, key, message, e)
    packets = cli_textbook.encrypt_packets(key, message, bits.pack(e))
    return Job("textbook_encrypt", p.m, p.n, p.t, tuple(packets), (done.c,), done.ret != 0, kind)


def textbook_decrypt(k: Key, word: bytes, key: TextbookKey | None = None, kind: str = "") -> Job:
    """Decryption; `key` when it is not the right one."""
    p, used = k.params, key or textbook_pair(k).private
    done = textbook.decrypt(used, word)
    packets = cli_textbook.decrypt_packets(used, word)
    return Job("textbook_decrypt", p.m, p.n, p.t, tuple(packets), (done.message,), done.reject,
               kind)


def textbook_word(k: Key, weight: int, rng: np.random.Generator) -> bytes:
    """A random message with `weight` errors."""
    e = codes.errors(k.params, weight, rng)
    public = textbook_pair(k).public
    return textbook.encrypt(k.params, public, codes.random_message(k.params, rng), e).c


def niederreiter_encrypt(k: Key, e: bytes, public: bytes | None = None, kind: str = "") -> Job:
    """Syndrome of an error vector."""
    p, pk = k.params, k.pair.pk if public is None else public
    done = niederreiter.encrypt(p, pk, e)
    return Job("niederreiter_encrypt", p.m, p.n, p.t, (e, pk), (done.data,), done.reject, kind)


def niederreiter_decrypt(k: Key, c0: bytes, kind: str = "") -> Job:
    """Error vector of a syndrome."""
    p = k.params
    done = niederreiter.decrypt(p, k.pair.sk, c0)
    return Job("niederreiter_decrypt", p.m, p.n, p.t, (c0, k.image.pairs, k.image.indices),
               (done.data,), done.reject, kind)


def with_padding(data: bytes, count: int) -> bytes:
    """`data`, a row of `count` bits or many such rows, with the top bit of the last byte set."""
    assert count % 8, "no padding bits"
    return data[:-1] + bytes([data[-1] | 0x80])


def cryptography(k: Key, rng: np.random.Generator) -> Iterator[Job]:
    """Each program with sound inputs, with too few errors, and with padding bits where any are."""
    p, pair = k.params, textbook_pair(k)
    x, e = codes.random_message(p, rng), codes.errors(p, p.t, rng)
    yield textbook_encrypt(k, x, e)
    yield textbook_decrypt(k, textbook.encrypt(p, pair.public, x, e).c)
    yield textbook_decrypt(k, textbook_word(k, p.t - 1, rng), kind="one error less")
    sent = niederreiter_encrypt(k, bits.pack(e))
    yield sent
    yield niederreiter_decrypt(k, sent.outputs[0])
    less = niederreiter_encrypt(k, bits.pack(codes.errors(p, p.t - 1, rng)))
    yield niederreiter_decrypt(k, less.outputs[0], "one error less")
    if p.n % 8:
        word = with_padding(textbook_word(k, p.t, rng), p.n)
        yield textbook_decrypt(k, word, kind="padding")
        yield textbook_encrypt(k, x, e, with_padding(pair.public, p.n), "padding")
        yield niederreiter_encrypt(k, with_padding(bits.pack(e), p.n), kind="padding")
    if p.k % 8:
        wrong = with_padding(pair.private.unscramble, p.k)
        word = textbook_word(k, p.t, rng)
        yield textbook_decrypt(k, word, replace(pair.private, unscramble=wrong), "padding")
        yield niederreiter_encrypt(k, bits.pack(e), with_padding(k.pair.pk, p.k), "padding")
    if p.mt % 8:
        yield niederreiter_decrypt(k, with_padding(sent.outputs[0], p.mt), "padding")


def self_test(m: int, n: int, t: int, seed: int = 0, part: str = "") -> Job:
    """The self-test, or that of a part some builds lack: "pmul", "kem"."""
    make = {"": selftest.exam, "pmul": selftest.exam_pmul, "kem": selftest.exam_kem}[part]
    exam = make(m, n, t, seed)
    name = f"selftest_{part}" if part else "selftest"
    return Job(name, m, n, t, exam.packets, exam.outputs, False)


def bch_decode(m: int, n: int, t: int, word: U8, corrected: U8 | None) -> Job:
    """Decoding of a word, bit i the coefficient of x^i; `corrected` None when it must fail."""
    image = bch.image(m, n, t)
    answer = bytes(bits.nbytes(n)) if corrected is None else bits.pack(corrected)
    packets = (bits.pack(word), image.pairs, image.indices)
    return Job("bch_decode", m, n, t, packets, (answer,), corrected is None)
