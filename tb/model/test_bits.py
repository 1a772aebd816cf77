# SPDX-License-Identifier: Apache-2.0
"""Bits, bytes and words follow the one rule."""

from __future__ import annotations

import numpy as np
import pytest

from mce import bits
from mce.errors import LengthError


def test_bit_i_is_bit_i_mod_8_of_byte_i_div_8() -> None:
    for i in range(20):
        vector = bits.from_positions([i], 20)
        assert int.from_bytes(bits.pack(vector), "little") == 1 << i
        assert np.array_equal(bits.unpack(bits.pack(vector), 20), vector)


def test_words_are_little_endian() -> None:
    assert bits.words_to_bytes([0x1234, 1]) == bytes([0x34, 0x12, 1, 0])
    assert bits.bytes_to_words(bytes([0x34, 0x12, 1, 0])).tolist() == [0x1234, 1]


def test_padding_counts_only_bits_above_the_length() -> None:
    assert bits.padding_is_zero(b"\xff\x07", 11)
    assert not bits.padding_is_zero(b"\x00\x08", 11)
    assert bits.padding_is_zero(b"\xff\xff", 16)


@pytest.mark.parametrize("m", [4, 13, 16])
def test_bit_reversal_is_an_involution_and_moves_bit_0_to_the_top(m: int) -> None:
    values = np.arange(1 << m)
    assert bits.bit_reverse(1, m) == 1 << (m - 1)
    assert np.array_equal(bits.bit_reverse(bits.bit_reverse(values, m), m), values)


def test_wrong_lengths_are_refused() -> None:
    with pytest.raises(LengthError):
        bits.unpack(b"\0\0", 8)
    with pytest.raises(LengthError):
        bits.bytes_to_words(b"\0")
