# SPDX-License-Identifier: Apache-2.0
"""The KEM with its code arithmetic on a backend and its hashing on the host.

For cores without a hash unit: the programs `encrypt` and `decode` do the product with the public
key and the error search, SHAKE256 and the choice between e and s are done here. Python does not
keep its time secret: where that matters, hash on a host that does.

Classic McEliece: cryptosystem specification, sections "Encapsulation" and "Decapsulation".
"""

from __future__ import annotations

import hmac
from typing import Any

from mce.backend import Backend
from mce.bits import nbytes, pack, padding_is_zero, unpack
from mce.errors import FormatError, LengthError
from mce.kem import hash_h
from mce.keys import PrivateKey
from mce.niederreiter import need_bits
from mce.params import Params


def encapsulate(backend: Backend, params: Params, pk: bytes, e: Any) -> tuple[bytes, bytes]:
    """Ciphertext and session key of an error vector.

    C = H e = T·e_2 + e_1 is the parity part of the word that `encrypt` makes of the message e_2
    and the errors (e_1 | 0).

    Args:
        backend: who multiplies.
        params: the set; `params.pc` asks for plaintext confirmation.
        pk: official public key, padding bits zero.
        e: n bits of weight t, secret.
    """
    e = need_bits(e, params.n, "error vector")
    head = e.copy()
    head[params.mt :] = 0
    word = backend.encrypt_word(params, pk, pack(e[params.mt :]), pack(head))
    ct = pack(unpack(word, params.n)[: params.mt])
    if params.pc:
        ct += hash_h(2, pack(e))
    return ct, hash_h(1, pack(e), ct)


def of_ciphertext(params: Params, ct: bytes) -> Params:
    """The set with or without plaintext confirmation, as the length of a ciphertext says.

    Raises:
        LengthError: the length of neither (``ciphertext-length``).
        FormatError: a bit above the m·t of the syndrome is set (``ciphertext-padding``); the
            reference answers such a ciphertext with an error, too ("Narrowly Decoded").
    """
    variants = {p.ct_bytes: p for p in (params.with_pc(False), params.with_pc(True))}
    if len(ct) not in variants:
        lengths = " or ".join(map(str, variants))
        raise LengthError("ciphertext-length", f"the ciphertext has {len(ct)} bytes",
                          f"ciphertexts of this key have {lengths} bytes")
    if not padding_is_zero(ct[: params.syndrome_bytes], params.mt):
        raise FormatError("ciphertext-padding", "padding bits of the ciphertext are not zero",
                          "ask the sender for it again")
    return variants[len(ct)]


def decapsulate(backend: Backend, params: Params, sk: bytes, ct: bytes) -> bytes:
    """Session key of a ciphertext, implicit rejection included.

    Args:
        backend: who searches the errors.
        params: the set; with or without confirmation follows from the length of `ct`.
        sk: official private key.
        ct: ciphertext.

    Raises:
        LengthError, FormatError: as `of_ciphertext`.
    """
    params = of_ciphertext(params, ct)
    syndrome, confirmation = ct[: params.syndrome_bytes], ct[params.syndrome_bytes :]
    found = backend.decode(params, sk, syndrome.ljust(nbytes(params.n), b"\0"))
    accept = found.accept
    if params.pc:
        accept &= hmac.compare_digest(hash_h(2, found.errors), confirmation)
    preimage = found.errors if accept else PrivateKey.from_bytes(params, sk).s
    return hash_h(int(accept), preimage, ct)
