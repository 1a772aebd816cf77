# SPDX-License-Identifier: Apache-2.0
"""Bit vectors, words and elements as bytes.

Bit i of a vector is bit (i mod 8) of byte i // 8; words are 16-bit little endian. Classic
McEliece: cryptosystem specification, section "Representation of objects as byte strings".
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mce.errors import LengthError
from mce.field import U16

U8 = NDArray[np.uint8]
"""Bytes, or bits 0/1, as the function says."""


def nbytes(bits: int) -> int:
    """Bytes that hold this many bits."""
    return (bits + 7) // 8


def pack(bits: Any) -> bytes:
    """Bits (0/1, one an element) to bytes; the padding bits of the last byte are zero."""
    return np.packbits(np.asarray(bits, dtype=np.uint8), bitorder="little").tobytes()


def unpack(data: bytes, count: int) -> U8:
    """The first `count` bits of `data`, which must be exactly as long as that needs.

    Raises:
        LengthError: wrong number of bytes. Padding bits are not looked at (see `padding_is_zero`).
    """
    need_length(data, nbytes(count), "bit vector")
    return np.unpackbits(np.frombuffer(data, dtype=np.uint8), bitorder="little")[:count]


def padding_is_zero(data: bytes, count: int) -> bool:
    """True when the bits of the last byte above `count` bits are zero."""
    return count % 8 == 0 or data[-1] >> (count % 8) == 0


def from_positions(positions: Any, count: int) -> U8:
    """Vector of `count` bits with ones at the given positions."""
    bits = np.zeros(count, dtype=np.uint8)
    bits[np.asarray(positions, dtype=np.intp)] = 1
    return bits


def words_to_bytes(words: Any) -> bytes:
    """16-bit words, little endian."""
    return np.asarray(words, dtype="<u2").tobytes()


def bytes_to_words(data: bytes) -> U16:
    """The inverse; the bits above a field's m are the caller's to mask.

    Raises:
        LengthError: an odd number of bytes.
    """
    if len(data) % 2:
        raise LengthError("word-length", f"{len(data)} bytes are no 16-bit words", "send pairs")
    return np.frombuffer(data, dtype="<u2").astype(np.uint16)


def bit_reverse(values: Any, width: int) -> U16:
    """Reverse the low `width` bits of each value."""
    source = np.asarray(values, dtype=np.uint32)
    result = np.zeros_like(source)
    for i in range(width):
        result |= (source >> np.uint32(i) & 1) << np.uint32(width - 1 - i)
    return result.astype(np.uint16)


def need_length(data: bytes, length: int, what: str) -> None:
    """Raise LengthError unless `data` has exactly `length` bytes."""
    if len(data) != length:
        raise LengthError(
            "length", f"{what} has {len(data)} bytes", f"it must have exactly {length}"
        )
