# SPDX-License-Identifier: Apache-2.0
"""Raw McEliece: known words, rejection with a zero message, odd sizes and padding."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mce import bits, keygen, keys, niederreiter, params, pke
from mce.errors import FormatError, LengthError


def small() -> tuple[params.Params, keygen.KeyPair]:
    p = params.custom(8, 125, 5)
    return p, keygen.seeded_keygen(p, bytes(32))


def message_of(p: params.Params, rng: np.random.Generator) -> bytes:
    return bits.pack(rng.integers(0, 2, p.k))


def errors_of(p: params.Params, weight: int, rng: np.random.Generator) -> Any:
    return bits.from_positions(rng.choice(p.n, weight, replace=False), p.n)


@pytest.mark.parametrize("name", ["mceliece348864f", "mceliece6960119f", "mceliece8192128f"])
def test_known_word(name: str, vectors: Any) -> None:
    data, p = vectors(name), params.get(name)
    made = keygen.seeded_keygen(p, bytes.fromhex(data["vectors"][0]["keygen"]["delta_final"]))
    known = data["negative"]["pke"]
    e = bits.from_positions(known["e_positions"], p.n)
    sent = pke.encrypt(p, made.pk, bytes.fromhex(known["message"]), e)
    assert (sent.ret, sent.c.hex()) == (0, known["c"])
    got = pke.decrypt(p, made.sk, sent.c)
    assert (got.reject, got.message.hex()) == (False, known["message"])


def test_word_has_the_syndrome_of_its_errors(rng: np.random.Generator) -> None:
    p, made = small()
    e = errors_of(p, p.t, rng)
    word = bits.unpack(pke.encrypt(p, made.pk, message_of(p, rng), e).c, p.n)
    assert niederreiter.encode(p, made.pk, word) == niederreiter.encode(p, made.pk, e)


def test_message_comes_back(rng: np.random.Generator) -> None:
    p, made = small()
    for _ in range(20):
        x = message_of(p, rng)
        got = pke.decrypt(p, made.sk, pke.encrypt(p, made.pk, x, errors_of(p, p.t, rng)).c)
        assert not got.reject and got.message == x


@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_another_number_of_errors_gives_a_zero_message(
    change: int, rng: np.random.Generator
) -> None:
    p, made = small()
    for _ in range(20):
        x, e = message_of(p, rng), errors_of(p, p.t + change, rng)
        got = pke.decrypt(p, made.sk, pke.encrypt(p, made.pk, x, e).c)
        if change > 0 and not got.reject:
            continue  # a word beyond t errors may lie within t of another code word
        assert got.reject and got.message == bytes(p.row_bytes)


def test_padding_of_a_word_is_rejected(rng: np.random.Generator) -> None:
    p, made = small()
    word = bytearray(pke.encrypt(p, made.pk, message_of(p, rng), errors_of(p, p.t, rng)).c)
    word[-1] |= 0x80
    got = pke.decrypt(p, made.sk, bytes(word))
    assert got.reject and got.message == bytes(p.row_bytes) and got.decoding.accept


def test_padding_of_a_public_key_gives_zeros(rng: np.random.Generator) -> None:
    p, made = small()
    pk = bytearray(made.pk)
    pk[3 * p.row_bytes - 1] |= 0x80
    sent = pke.encrypt(p, bytes(pk), message_of(p, rng), errors_of(p, p.t, rng))
    assert (sent.ret, sent.c) == (-1, bytes(p.n_bytes))


def test_padding_of_a_message_is_refused(rng: np.random.Generator) -> None:
    p, made = small()
    with pytest.raises(FormatError, match="padding"):
        pke.encrypt(p, made.pk, b"\xff" * p.row_bytes, errors_of(p, p.t, rng))


def test_wrong_lengths_are_refused() -> None:
    p, made = small()
    with pytest.raises(LengthError):
        pke.encrypt(p, made.pk, bytes(p.row_bytes + 1), np.zeros(p.n))
    with pytest.raises(LengthError):
        pke.decrypt(p, made.sk, bytes(p.n_bytes - 1))


def test_dense_and_sparse_products_agree(pair: Any, rng: np.random.Generator) -> None:
    made = pair("mceliece348864f")
    key = keys.PublicKey.from_bytes(made.params, made.pk)
    x = rng.integers(0, 2, made.params.k).astype(np.uint8)
    parts = np.zeros(made.params.mt, dtype=np.uint8)
    for at in np.array_split(np.flatnonzero(x), 8):
        parts ^= key.times(bits.from_positions(at, made.params.k))
    assert np.count_nonzero(x) > 512 and np.array_equal(key.times(x), parts)
