# SPDX-License-Identifier: Apache-2.0
"""Key generation equals the reference's, on every set and on codes of odd sizes."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import pytest

from mce import bits, goppa, keygen, keys, params
from mce.errors import FormatError, KeygenError, LengthError
from mce.keys import PrivateKey

TOYS = ["toy_n48t2m12", "toy_n96t4m12", "toy_n128t5m13", "toy_n136t7m13f", "toy_n256t8m12f"]


def sha(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def elements(text: str) -> list[int]:
    return [int(text[i : i + 4], 16) for i in range(0, len(text), 4)]


@pytest.mark.parametrize("name", params.names())
def test_first_key_of_a_set_is_the_reference_key(name: str, vectors: Any) -> None:
    known = vectors(name)["vectors"][0]["keygen"]
    made = keygen.seeded_keygen(params.get(name), bytes.fromhex(known["delta"]))
    assert (sha(made.pk), sha(made.sk)) == (known["pk_sha256"], known["sk_sha256"])
    assert list(made.failed) == known["failed_attempts"]
    assert made.private.delta.hex() == known["delta_final"]
    assert made.private.pivots.hex() == known["pivots"]
    assert sha(bits.words_to_bytes(made.private.alpha)) == known["alpha_all_sha256"]


@pytest.mark.parametrize("name", TOYS)
def test_toy_keys_are_the_reference_keys(name: str, vectors: Any) -> None:
    data = vectors(name)
    p = params.from_description(data)
    for known in data["keys"]:
        made = keygen.seeded_keygen(p, bytes.fromhex(known["delta"]))
        assert made.pk.hex() == known["pk"] and sha(made.sk) == known["sk_sha256"]
        assert elements(known["g"]) == made.private.g.tolist()


@pytest.mark.parametrize("name", ["mceliece348864", "mceliece6960119"])
def test_directed_irreducible_polynomials(name: str, vectors: Any) -> None:
    for case in vectors(name)["genpoly_directed"]:
        g = keygen.goppa_polynomial(params.get(name), elements(case["f"]))
        assert (None if g is None else g.tolist()) == (case["g"] and elements(case["g"]))


def test_matrix_before_elimination_is_the_reference_matrix(vectors: Any) -> None:
    p, known = params.get("mceliece6960119f"), vectors("mceliece6960119f")["vectors"][0]["keygen"]
    made = keygen.expand(p, bytes.fromhex(known["delta_final"]))
    alpha = keys.field_elements(p, made.pi)[: p.n]
    h = goppa.pack_binary_rows(goppa.parity_check(p.field, made.g, alpha), p.m)
    assert sha(h.tobytes()) == known["H_before_elim_sha256"]


def retried_code() -> tuple[params.Params, keygen.KeyPair]:
    """The first of a few seeds whose key needs more than one attempt."""
    p = params.custom(8, 100, 5)
    for i in range(50):
        made = keygen.seeded_keygen(p, bytes([i] * 32))
        if made.attempts > 1:
            return p, made
    raise AssertionError("no retry in 50 seeds")


def test_retry_goes_on_with_delta_prime_and_the_key_stores_it() -> None:
    p, made = retried_code()
    again = keygen.seeded_keygen(p, made.private.delta)
    assert again.attempts == 1 and (again.pk, again.sk) == (made.pk, made.sk)


def test_equal_ordering_words_are_a_failure() -> None:
    assert keygen.field_ordering([3, 1, 3, 2]) is None
    order = keygen.field_ordering([3, 1, 0, 2])
    assert order is not None and order.tolist() == [2, 1, 3, 0]


def test_alpha_is_the_bit_reversed_permutation(pair: Any) -> None:
    key = pair("mceliece348864f").private
    assert key.alpha[7] == int(f"{int(key.pi[7]):012b}"[::-1], 2)


def test_f_variant_moves_columns(vectors: Any) -> None:
    known = vectors("toy_n136t7m13f")["keys"][0]
    made = keygen.seeded_keygen(
        params.from_description(vectors("toy_n136t7m13f")), bytes.fromhex(known["delta"])
    )
    assert made.expansion.pi is not None
    assert not np.array_equal(made.private.pi, made.expansion.pi)
    assert made.private.pivots != keys.SYSTEMATIC_PIVOTS
    assert np.array_equal(np.sort(made.private.pi), np.arange(1 << 13))


@pytest.mark.parametrize("case", [(4, 16, 2, False), (6, 61, 3, False), (10, 333, 9, True)])
def test_public_key_checks_the_private_code(case: tuple[int, int, int, bool]) -> None:
    m, n, t, semi = case
    p = params.custom(m, n, t, semi=semi)
    made = keygen.seeded_keygen(p, bytes(32))
    rows = keys.PublicKey.from_bytes(p, made.pk).rows
    T = np.unpackbits(rows, axis=1, bitorder="little")[:, : p.k]
    for x in np.eye(p.k, dtype=np.uint8)[:20]:
        assert not made.private.code.syndrome(np.concatenate([T @ x % 2, x])).any()


@pytest.mark.parametrize("case", [(4, 16, 2), (6, 61, 3), (9, 250, 7)])
def test_private_key_survives_its_bytes(case: tuple[int, int, int]) -> None:
    p = params.custom(*case)
    made = keygen.seeded_keygen(p, bytes(32))
    again = PrivateKey.from_bytes(p, made.sk)
    assert len(made.sk) == p.sk_bytes and again.to_bytes() == made.sk
    assert np.array_equal(again.alpha, made.private.alpha)
    assert bits.padding_is_zero(made.private.s, p.n)


def test_wrong_private_keys_are_refused() -> None:
    p = params.custom(6, 61, 3)
    sk = keygen.seeded_keygen(p, bytes(32)).sk
    with pytest.raises(LengthError):
        PrivateKey.from_bytes(p, sk[:-1])
    with pytest.raises(FormatError, match="too large"):
        PrivateKey.from_bytes(p, sk[:41] + b"\xff" + sk[42:])
    with pytest.raises(FormatError, match="root in the support"):
        PrivateKey.from_bytes(p, sk[:40] + bytes(6) + sk[46:])  # g = y^3


def test_hopeless_code_ends_with_an_error() -> None:
    with pytest.raises(KeygenError):  # y^4 + 1 is reducible: few f are of full degree
        keygen.seeded_keygen(params.custom(4, 16, 2, {0: 0}), bytes(32), max_attempts=5)
