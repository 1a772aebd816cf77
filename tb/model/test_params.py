# SPDX-License-Identifier: Apache-2.0
"""Parameter sets: derived sizes equal the published ones; odd codes and wrong ones."""

from __future__ import annotations

from typing import Any

import pytest

from mce import params, poly, spec
from mce.errors import LengthError, MceError, ParameterError

ROW_BYTES = {"348864": 340, "460896": 420, "6688128": 628, "6960119": 677, "8192128": 816}


@pytest.mark.parametrize("name", params.names())
def test_derived_sizes_are_the_published_ones(name: str) -> None:
    p, entry = params.get(name), spec.load()["sets"][name]
    assert (p.pk_bytes, p.sk_bytes, p.ct_bytes) == (
        entry["pk_bytes"],
        entry["sk_bytes"],
        entry["ct_bytes"],
    )
    assert p.row_bytes == ROW_BYTES[name.removeprefix("mceliece").removesuffix("f")]


def test_ten_sets() -> None:
    assert len(params.names()) == 10


@pytest.mark.parametrize("name", params.names())
def test_confirmation_variant_adds_32_bytes(name: str) -> None:
    pc = params.get(name.removesuffix("f") + ("pcf" if name.endswith("f") else "pc"))
    assert pc.ct_bytes == params.get(name).ct_bytes + 32
    assert pc.semi == params.get(name).semi


def test_6688128_and_8192128_have_ciphertexts_of_one_length() -> None:
    a, b = params.get("mceliece6688128"), params.get("mceliece8192128")
    assert a.ct_bytes == b.ct_bytes and a.sk_bytes != b.sk_bytes


def test_6960119_ends_inside_a_byte() -> None:
    p = params.get("mceliece6960119")
    assert (p.mt, p.mt % 8, p.k % 8, p.t % 2) == (1547, 3, 5, 1)


@pytest.mark.parametrize(
    ("n", "factor"), [(1024, 1), (1023, 2), (512, 2), (511, 4), (256, 4), (255, 8), (100, 16)]
)
def test_draw_length_doubles_with_every_halving_of_n(n: int, factor: int) -> None:
    assert params.custom(10, n, 5, {0: 1}).tau == 5 * factor


@pytest.mark.parametrize("name", params.names())
def test_key_length_identifies_the_set(name: str) -> None:
    p = params.get(name)
    for length in (p.pk_bytes, p.sk_bytes):
        assert params.from_key_length(length).name == name.removesuffix("f")


def test_unknown_key_length_is_refused() -> None:
    with pytest.raises(LengthError, match="4711"):
        params.from_key_length(4711)


@pytest.mark.parametrize("name", ["mceliece", "mceliece348864ff", "mceliece348864fpc", ""])
def test_unknown_name_is_refused(name: str) -> None:
    with pytest.raises(ParameterError, match="no parameter set"):
        params.get(name)


@pytest.mark.parametrize(("m", "n", "t"), [(4, 17, 2), (5, 10, 2), (6, 60, 1), (3, 8, 2)])
def test_impossible_code_is_refused(m: int, n: int, t: int) -> None:
    with pytest.raises(ParameterError):
        params.custom(m, n, t, {0: 1})


@pytest.mark.parametrize(("m", "t"), [(4, 2), (5, 3), (8, 4), (9, 8), (12, 2)])
def test_search_finds_an_irreducible_modulus(m: int, t: int) -> None:
    p = params.custom(m, min(1 << m, 1000), t)
    assert poly.is_irreducible(p.field, p.F)


def test_error_carries_code_message_and_cure() -> None:
    with pytest.raises(MceError) as caught:
        params.get("x")
    assert caught.value.code == "unknown-set" and caught.value.cure.startswith("use one of")


@pytest.mark.parametrize("name", ["toy_n48t2m12", "toy_n136t7m13f", "small_m8n128t4"])
def test_vector_file_header_gives_the_set(name: str, vectors: Any) -> None:
    data = vectors(name)
    p = params.from_description(data)
    assert (p.name, p.mt, p.k) == (name, data["mt"], data["k"])
    assert p.tau == data.get("tau_used", p.tau) and p.semi == name.endswith("f")
