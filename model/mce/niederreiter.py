# SPDX-License-Identifier: Apache-2.0
"""Encode and Decode: the Niederreiter form the KEM is built on.

Classic McEliece: cryptosystem specification, sections "Encoding" and "Decoding".
"""

from __future__ import annotations

from typing import Any

import numpy as np

from mce.bits import U8, need_length, pack
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
