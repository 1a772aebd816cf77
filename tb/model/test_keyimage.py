# SPDX-License-Identifier: Apache-2.0
"""Key images: contents by their definition, round trip, and every refusal."""

from __future__ import annotations

import struct
import zlib
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from mce import basis, goppa, keygen, keyimage, params
from mce.errors import FormatError, LengthError
from mce.keyimage import HEADER_BYTES, KeyImage

CASES = [(4, 16, 2), (6, 61, 3), (10, 333, 9), (16, 700, 3)]


def image_of(m: int, n: int, t: int) -> KeyImage:
    p = params.custom(m, n, t)
    return keyimage.build(p, keygen.seeded_keygen(p, bytes(32)).sk)


def resealed(data: bytes, offset: int, value: bytes) -> bytes:
    """The image with some bytes replaced and the checksum made right again."""
    body = bytearray(data)
    body[offset : offset + len(value)] = value
    crc = zlib.crc32(body[HEADER_BYTES:], zlib.crc32(body[: HEADER_BYTES - 4]))
    body[HEADER_BYTES - 4 : HEADER_BYTES] = struct.pack("<I", crc)
    return bytes(body)


@pytest.mark.parametrize("case", CASES)
def test_pairs_and_indices_name_the_support(case: tuple[int, int, int]) -> None:
    p = params.custom(*case)
    key = keygen.seeded_keygen(p, bytes(32)).private
    image, b = keyimage.build(p, key.to_bytes()), basis.basis(p.m)
    assert np.array_equal(b.pt(image.idx), key.alpha[: p.n])
    for a in [*range(0, p.q, max(1, p.q // 300)), *image.idx[:50]]:
        if image.pos[a] == 0xFFFF:
            assert image.w[a] == 0 and b.pt(a) not in key.code.alpha
        else:
            assert key.alpha[image.pos[a]] == b.pt(a)
            assert image.w[a] == key.code.weights[image.pos[a]]


@pytest.mark.parametrize("case", CASES)
def test_image_survives_its_bytes(case: tuple[int, int, int]) -> None:
    image = image_of(*case)
    again = keyimage.load(image.to_bytes())
    assert again.to_bytes() == image.to_bytes()
    assert np.array_equal(again.alpha, image.alpha) and again.s == image.s
    assert (again.params.m, again.params.n, again.params.t) == case


@pytest.mark.parametrize("case", CASES[:3])
def test_sums_in_evaluation_order_give_the_syndrome(
    case: tuple[int, int, int], rng: np.random.Generator
) -> None:
    p = params.custom(*case)
    key = keygen.seeded_keygen(p, bytes(32)).private
    image = keyimage.build(p, key.to_bytes())
    v = rng.integers(0, 2, p.n).astype(np.uint8)
    gated = image.w.astype(np.uint16) * keyimage.pairs_as_bits(image, v)
    sums = image.basis.power_sums(gated, 2 * p.t)
    assert np.array_equal(sums, key.code.syndrome(v))


@pytest.mark.parametrize("name", ["mceliece348864f", "mceliece6960119f", "mceliece8192128f"])
def test_official_set_comes_back_by_name(name: str, pair: Any) -> None:
    made = pair(name)
    image = keyimage.build(made.params, made.sk)
    data = image.to_bytes()
    assert keyimage.load(data).params == made.params
    assert len(image.pairs) == 4 << made.params.m and len(image.indices) == 2 * made.params.n
    assert len(data) % 8 == 0


def test_confirmation_flag_comes_back() -> None:
    p = params.custom(6, 61, 3).with_pc()
    data = keyimage.build(p, keygen.seeded_keygen(p, bytes(32)).sk).to_bytes()
    assert keyimage.load(data).params.pc


def test_position_0xffff_of_the_largest_field_stays_usable() -> None:
    p = params.custom(16, 65536, 2, {0: 1})
    f = p.field
    c = next(c for c in range(1, f.q) if f.trace(np.uint16(c)) == 1)
    g = np.array([c, 1], dtype=np.uint16)  # y^2 + y + c is irreducible
    alpha = np.arange(65536, dtype=np.uint32).astype(np.uint16)
    image = keyimage.from_code(p, goppa.Code(f, g, alpha), bytes(8192))
    again = keyimage.load(image.to_bytes())
    assert np.array_equal(np.sort(again.pos), np.arange(65536)) and again.inside.all()
    assert len(again.pairs) == 4 * 65536


@pytest.mark.parametrize("m", [4, 13, 16])
def test_basis_number_is_the_length_of_the_longest_chain(m: int) -> None:
    length = {4: 4, 13: 9, 16: 16}[m]
    assert struct.unpack_from("<H", image_of(m, {4: 15}.get(m, 300), 2).to_bytes(), 16)[0] == length


@pytest.mark.parametrize("cut", [0, 10, HEADER_BYTES, -1])
def test_truncated_image_is_refused(cut: int) -> None:
    data = image_of(6, 61, 3).to_bytes()
    with pytest.raises((LengthError, FormatError)):
        keyimage.load(data[:cut])


@pytest.mark.parametrize("at", [20, HEADER_BYTES + 5, -9])
def test_flipped_bit_is_found_by_the_checksum(at: int) -> None:
    data = bytearray(image_of(6, 61, 3).to_bytes())
    data[at] ^= 4
    with pytest.raises(FormatError, match="image-checksum"):
        keyimage.load(bytes(data))


@pytest.mark.parametrize(
    ("offset", "value", "code"),
    [
        (0, b"XXXX", "image-magic"),
        (4, b"\x02\x00", "image-version"),
        (16, b"\x0c\x00", "image-basis"),
        (20, b"\x08\x01\x00\x00", "image-lengths"),
        (HEADER_BYTES, b"\x05\x00", "image-contents"),
    ],
)
def test_wrong_field_is_named(offset: int, value: bytes, code: str) -> None:
    data = resealed(image_of(6, 61, 3).to_bytes(), offset, value)
    with pytest.raises(FormatError) as caught:
        keyimage.load(data)
    assert caught.value.code == code


def test_header_that_contradicts_its_set_is_refused(pair: Any) -> None:
    made = pair("mceliece348864f")
    data = resealed(keyimage.build(made.params, made.sk).to_bytes(), 10, b"\x41\x00")
    with pytest.raises(FormatError, match="image-set"):
        keyimage.load(data)


def broken(image: KeyImage, what: str) -> KeyImage:
    """An image whose contents are not those of a Goppa code."""
    pos, w, idx = image.pos.copy(), image.w.copy(), image.idx.copy()
    inside, outside = np.flatnonzero(image.inside), np.flatnonzero(~image.inside)
    match what:
        case "a position twice":
            pos[inside[0]] = pos[inside[1]]
        case "a support element twice":
            idx[0] = idx[1]
        case "g with a root in the support":
            w[inside[0]] = 0
        case "a weight outside the support":
            w[outside[0]] = 1
        case "a weight beyond the field":
            w[inside[0]] |= image.params.q
        case "an element beyond the field":
            idx[0] |= image.params.q
    return replace(image, pos=pos, w=w, idx=idx)


@pytest.mark.parametrize(
    "what",
    [
        "a position twice",
        "a support element twice",
        "g with a root in the support",
        "a weight outside the support",
        "a weight beyond the field",
        "an element beyond the field",
    ],
)
def test_contents_that_are_no_goppa_code_are_refused_though_the_checksum_holds(what: str) -> None:
    with pytest.raises(FormatError, match="image-contents"):
        keyimage.load(broken(image_of(6, 61, 3), what).to_bytes())


def test_a_padding_bit_of_s_is_refused_in_an_image_and_in_a_private_key() -> None:
    p = params.custom(6, 61, 3)
    sk = keygen.seeded_keygen(p, bytes(32)).sk
    data = keyimage.build(p, sk).to_bytes()
    at = len(data) - 8 + p.n_bytes - 1
    with pytest.raises(FormatError, match="s-padding"):
        keyimage.load(resealed(data, at, bytes([data[at] | 0x80])))
    with pytest.raises(FormatError, match="s-padding"):
        keyimage.build(p, sk[:-1] + bytes([sk[-1] | 0x80]))
