# SPDX-License-Identifier: Apache-2.0
"""The KEM equals the reference in every answer, right and wrong, and follows the drawing rule."""

from __future__ import annotations

import hashlib
import os
from typing import Any

import numpy as np
import pytest

from mce import bits, kem, keygen, niederreiter, params
from mce.drbg import Drbg
from mce.errors import KeygenError, LengthError

SETS = params.names()


def words(text: str) -> list[int]:
    return [int(text[i : i + 4], 16) for i in range(0, len(text), 4)]


def known_pair(name: str, vectors: Any) -> tuple[params.Params, keygen.KeyPair, dict[str, Any]]:
    """A file's set, its first key (from the successful delta), the file."""
    data = vectors(name)
    p = params.from_description(data)
    entry = data["vectors"][0]["keygen"] if "vectors" in data else data["keys"][0]
    return p, keygen.seeded_keygen(p, bytes.fromhex(entry["delta_final"])), data


def check_decapsulation(p: params.Params, sk: bytes, case: dict[str, Any]) -> None:
    ct = bytes.fromhex(case["ct"])
    got = kem.decapsulate(p, sk, ct)
    assert got.ss.hex() == case["ss"]
    assert got.ret == case.get("kem_ret", 0)
    assert got.accepted == bool(case["decode_ok"])
    assert got.decoding.roots_found == case["roots_found"]
    assert got.decoding.locator.tolist() == words(case["locator"])
    if "e_found_sha256" in case:
        found = bits.pack(got.decoding.error)
        assert hashlib.sha256(found).hexdigest() == case["e_found_sha256"]
    if "pc_c1" in case:
        pc = kem.decapsulate(p.with_pc(), sk, ct + bytes.fromhex(case["pc_c1"]))
        assert pc.ss.hex() == case["pc_ss"]
    if "ss_if_simply_decoded" in case:
        simple = kem.decapsulate(p, sk, ct, narrow=False)
        assert (simple.ret, simple.ss.hex()) == (0, case["ss_if_simply_decoded"])


@pytest.mark.parametrize("name", SETS)
def test_reference_encapsulation_and_decapsulation(name: str, vectors: Any) -> None:
    p, made, data = known_pair(name, vectors)
    v = data["vectors"][0]
    rng = Drbg(bytes.fromhex(v["drbg_seed"]))
    rng(32)
    sent = kem.encapsulate(p, made.pk, rng)
    assert (sent.ct.hex(), sent.ss.hex()) == (v["encap"]["ct"], v["encap"]["ss"])
    assert list(sent.drawn.order) == v["encap"]["e_order"]
    assert sent.drawn.draws == v["encap"]["fixedweight_draws"]
    got = kem.decapsulate(p, made.sk, sent.ct)
    assert got.ss == sent.ss and got.accepted
    assert got.decoding.syndrome.tolist() == words(v["decap"]["syndrome_2t"])
    confirmed = kem.encapsulate_errors(p.with_pc(), made.pk, sent.drawn.errors)
    assert confirmed[0].hex() == v["encap"]["ct"] + v["encap"]["pc_ct_tail"]
    assert confirmed[1].hex() == v["encap"]["pc_ss"]


@pytest.mark.parametrize("name", ["mceliece348864", "mceliece6960119f", "mceliece8192128f"])
def test_reference_answers_to_wrong_ciphertexts(name: str, vectors: Any) -> None:
    p, made, data = known_pair(name, vectors)
    for case in data["negative"]["decaps"]:
        check_decapsulation(p, made.sk, case)
    for case in data["negative"]["pc_decaps"]:
        got = kem.decapsulate(p.with_pc(), made.sk, bytes.fromhex(case["ct"]))
        assert got.ss.hex() == case["ss"]


@pytest.mark.parametrize("name", ["toy_n48t2m12", "toy_n128t5m13", "small_m8n128t4"])
def test_toy_answers_to_wrong_ciphertexts(name: str, vectors: Any) -> None:
    p, made, data = known_pair(name, vectors)
    for case in data["keys"][0]["negative"]:
        if not case["name"].startswith("pk_padding"):
            check_decapsulation(p, made.sk, case)


@pytest.mark.parametrize("name", ["mceliece6960119", "mceliece6960119f"])
def test_padding_is_answered_as_narrowly_decoded(name: str, vectors: Any) -> None:
    p, made, data = known_pair(name, vectors)
    for case in data["negative"]["padding"]:
        if "row" not in case:
            check_decapsulation(p, made.sk, case)
            continue
        pk = bytearray(made.pk)
        pk[case["row"] * p.row_bytes + p.row_bytes - 1] |= case["or_mask_last_byte"]
        sent = kem.encapsulate(p, bytes(pk), Drbg(bytes(48)))
        assert (sent.ret, sent.ss.hex()) == (-1, case["ss"])
        assert sent.ct == bytes(p.ct_bytes)


@pytest.mark.parametrize("name", ["mceliece348864", "mceliece6960119"])
def test_scripted_draws(name: str, vectors: Any) -> None:
    p, made, data = known_pair(name, vectors)
    for case in data["negative"]["scripted_encaps"]:
        sent = kem.encapsulate(p, made.pk, kem.scripted([words(d) for d in case["rng_draws"]]))
        assert (sent.ct.hex(), sent.ss.hex()) == (case["ct"], case["ss"])
        assert (list(sent.drawn.order), sent.drawn.draws) == (case["e_order"], case["draws"])


def test_every_weight_2_pattern_of_the_smallest_toy(vectors: Any) -> None:
    p, made, data = known_pair("toy_n48t2m12", vectors)
    rows = data["keys"][0]["encaps"]
    assert len(rows) == 48 * 47 // 2
    for i, j, ct, syndrome, locator, ss in rows:
        e = bits.from_positions([i, j], p.n)
        sent = kem.encapsulate_errors(p, made.pk, e)
        assert (sent[0].hex(), sent[1].hex()) == (ct, ss)
        found = niederreiter.decode(p, made.sk, sent[0])
        assert found.syndrome.tolist() == words(syndrome)
        assert found.locator.tolist() == words(locator)
        assert found.accept and np.array_equal(found.error, e)


def test_draw_masks_skips_and_takes_the_first_t() -> None:
    p = params.custom(6, 40, 3, tau=6)
    order = kem.draw_fixed_weight(p, kem.scripted([[40, 0xFFC5, 63, 7, 0, 7]])).order
    assert order == (5, 7, 0)


@pytest.mark.parametrize("bad", [[1, 2, 40, 50, 60, 41], [1, 2, 1, 3, 4, 5]])
def test_whole_draw_is_redone(bad: list[int]) -> None:
    p = params.custom(6, 40, 3, tau=6)
    drawn = kem.draw_fixed_weight(p, kem.scripted([bad, [9, 8, 7, 7, 7, 7]]))
    assert (drawn.order, drawn.draws) == ((9, 8, 7), 2)


def test_stuck_source_ends_with_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kem, "MAX_DRAWS", 10)
    with pytest.raises(KeygenError, match="repeats"):
        kem.fixed_weight(params.custom(6, 40, 3), bytes)


def test_scripted_source_refuses_another_length_and_an_empty_script() -> None:
    for script in ([[1, 2]], []):
        with pytest.raises(LengthError):
            kem.scripted(script)(6)


@pytest.mark.parametrize("case", [(4, 16, 2), (6, 61, 3), (9, 251, 7), (10, 1024, 5)])
@pytest.mark.parametrize("pc", [False, True])
def test_codes_of_odd_sizes_agree_on_a_key(case: tuple[int, int, int], pc: bool) -> None:
    p = params.custom(*case).with_pc(pc)
    made = keygen.seeded_keygen(p, bytes(32))
    for _ in range(10):
        sent = kem.encapsulate(p, made.pk, os.urandom)
        got = kem.decapsulate(p, made.sk, sent.ct)
        assert got.accepted and got.ss == sent.ss and len(sent.ct) == p.ct_bytes


def test_wrong_confirmation_is_implicitly_rejected() -> None:
    p = params.custom(8, 128, 4).with_pc()
    made = keygen.seeded_keygen(p, bytes(32))
    sent = kem.encapsulate(p, made.pk, os.urandom)
    wrong = sent.ct[:-1] + bytes([sent.ct[-1] ^ 1])
    got = kem.decapsulate(p, made.sk, wrong)
    assert got.ss == kem.hash_h(0, made.private.s, wrong) and not got.accepted


def test_ciphertext_of_the_wrong_length_is_refused(pair: Any) -> None:
    made = pair("mceliece348864f")
    with pytest.raises(LengthError, match="exactly 96"):
        kem.decapsulate(made.params, made.sk, bytes(97))
    with pytest.raises(LengthError):
        kem.encapsulate_errors(made.params, made.pk[:-1], np.zeros(3488))
    with pytest.raises(LengthError):
        kem.encapsulate_errors(made.params, made.pk, np.zeros(3487))
