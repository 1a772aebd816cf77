# SPDX-License-Identifier: Apache-2.0
"""Raw McEliece with a systematic key. Hazmat: a primitive, not an encryption scheme.

It is one-way only. Two encryptions of one message reveal it, flipped bits make a reaction oracle,
and most of a structured message is readable in the word. Use the KEM (`mce.kem`).

H = (I | T), so a message x of k bits has the code word (T·x | x). With R. J. McEliece, "A
public-key cryptosystem based on algebraic coding theory" (1978), for a systematic generator.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mce.bits import U8, nbytes, need_length, pack, padding_is_zero, unpack
from mce.errors import FormatError
from mce.goppa import Decoding
from mce.keys import PrivateKey, PublicKey
from mce.niederreiter import need_bits
from mce.params import Params


@dataclass(frozen=True)
class Encryption:
    """The word as ceil(n/8) bytes; `ret` -1 and all zero on non-zero padding in the public key."""

    ret: int
    c: bytes


@dataclass(frozen=True, eq=False)
class Decryption:
    """`message`: ceil(k/8) bytes, all zero when `reject`; `decoding`: what the decoder found."""

    message: bytes
    reject: bool
    decoding: Decoding


def codeword(params: Params, pk: bytes, x: Any) -> U8:
    """(T·x | x): n bits for k message bits."""
    x = need_bits(x, params.k, "message")
    return np.concatenate([PublicKey.from_bytes(params, pk).times(x), x])


def encrypt(params: Params, pk: bytes, message: bytes, e: Any) -> Encryption:
    """c = (T·x | x) + e. `e` is a vector of n bits; its weight is the caller's duty (t, uniform).

    Raises:
        LengthError: wrong number of bytes or bits.
        FormatError: non-zero padding bits in the message.
    """
    x = unpack(message, params.k)
    if not padding_is_zero(message, params.k):
        raise FormatError("message-padding", "padding bits of the message are set", "clear them")
    word = codeword(params, pk, x) ^ need_bits(e, params.n, "error vector")
    if not PublicKey.from_bytes(params, pk).padding_ok:
        return Encryption(-1, bytes(params.n_bytes))
    return Encryption(0, pack(word))


def decrypt(params: Params, sk: bytes, c: bytes) -> Decryption:
    """x from c = (T·x | x) + e, or a zero message and `reject`.

    Rejected: more or fewer than t errors, and non-zero padding bits (n no multiple of 8).

    Raises:
        LengthError: sk or c of the wrong length.
    """
    need_length(c, params.n_bytes, "word")
    word = unpack(c, params.n)
    found = PrivateKey.from_bytes(params, sk).code.decode(word)
    if not (found.accept and padding_is_zero(c, params.n)):
        return Decryption(bytes(nbytes(params.k)), True, found)
    return Decryption(pack((word ^ found.error)[params.mt :]), False, found)
