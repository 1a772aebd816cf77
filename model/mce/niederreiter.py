# SPDX-License-Identifier: Apache-2.0
"""Encode and Decode: the Niederreiter form the KEM is built on.

Classic McEliece: cryptosystem specification, sections "Encoding" and "Decoding". `encode` and
`decode` are the specification's; `encrypt` and `decrypt` are what the programs of sw/asm answer,
which refuse wrong padding.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from mce.bits import U8, need_length, pack, padding_is_zero, unpack
from mce.errors import LengthError
from mce.goppa import Decoding
from mce.keys import PrivateKey, PublicKey
from mce.params import Params


def need_bits(vector: Any, count: int, what: str) -> U8:
    """A vector of exactly `count` bits as uint8, or LengthError."""
    bits = np.asarray(vector, dtype=np.uint8)
    if bits.shape != (count,):
        raise LengthError("length", f"{what} has shape {bits.shape}", f"it must hold {count} bits")
    return bits


def encode(params: Params, pk: bytes, e: Any) -> bytes:
    """C_0 = H·e with H = (I | T): m·t bits as bytes. `e` is a vector of n bits.

    Raises:
        LengthError: pk or e of the wrong length.
    """
    e = need_bits(e, params.n, "error vector")
    key = PublicKey.from_bytes(params, pk)
    return pack(e[: params.mt] ^ key.times(e[params.mt :]))


def decode(params: Params, sk: bytes, c0: bytes) -> Decoding:
    """Errors of v = (C_0, 0). Padding bits of C_0 fall into v, as in the reference.

    Raises:
        LengthError: sk or C_0 of the wrong length.
    """
    need_length(c0, params.syndrome_bytes, "syndrome")
    given = np.unpackbits(np.frombuffer(c0, dtype=np.uint8), bitorder="little")[: params.n]
    v = np.zeros(params.n, dtype=np.uint8)
    v[: len(given)] = given
    return PrivateKey.from_bytes(params, sk).code.decode(v)


@dataclass(frozen=True)
class Answer:
    """Result packet of a program, all zero when `reject`."""

    data: bytes
    reject: bool


def encrypt(params: Params, pk: bytes, e: bytes) -> Answer:
    """niederreiter_encrypt.s: C_0 = H·e; rejects padding bits of e or of a row of T.

    Raises:
        LengthError: pk or e of the wrong length.
    """
    c0 = encode(params, pk, unpack(e, params.n))
    if not (padding_is_zero(e, params.n) and PublicKey.from_bytes(params, pk).padding_ok):
        return Answer(bytes(len(c0)), True)
    return Answer(c0, False)


def decrypt(params: Params, sk: bytes, c0: bytes) -> Answer:
    """niederreiter_decrypt.s: the e of weight t with H·e = C_0, or a reject; rejects padding bits.

    Raises:
        LengthError: sk or C_0 of the wrong length.
    """
    found = decode(params, sk, c0)
    if not (found.accept and padding_is_zero(c0, params.mt)):
        return Answer(bytes(params.n_bytes), True)
    return Answer(pack(found.error), False)
