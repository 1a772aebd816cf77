# SPDX-License-Identifier: Apache-2.0
"""What ``--textbook`` changes in ``mce keygen``, ``encrypt``, ``decrypt``: dense keys G' = S·G·P.

Hazmat like raw McEliece, and its keys are larger without being safer: for study and comparison.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from mce import bits, keyimage, textbook
from mce.backend import NAMES, Decrypted
from mce.backend_rtl import build_for
from mce.cli_errors import read_file
from mce.drbg import Drbg
from mce.driver.device import JobError
from mce.driver.programs import image
from mce.errors import FormatError, LengthError, MceError
from mce.machine import Result, Setup, on_iss, on_rtl
from mce.params import Params
from mce.textbook import TextbookKey

KEY_FILES = ("textbook_public.key", "textbook_private.key", "key.image")


def generate(code: Params, seed: bytes | None, tell: Callable[[str], None]) -> list[bytes]:
    """Contents of `KEY_FILES`.

    Args:
        code: the set.
        seed: 48 bytes for the deterministic generator, or None for the system's randomness.
        tell: told the step that begins.
    """
    pair = textbook.keygen(code, os.urandom if seed is None else Drbg(seed), tell)
    tell("key image")
    goppa = keyimage.build(code, pair.private.goppa)
    return [pair.public, pair.private.to_bytes(), goppa.to_bytes()]


def public_key(path: Path) -> tuple[Params, bytes]:
    """A public file and its set, which follows from its length.

    Raises:
        LengthError: no public key has this length (``key-length``, ``key-kind``).
        FormatError: padding bits of a row are set (``key-padding``).
    """
    data = read_file(path, "public key")
    code = textbook.from_key_length(len(data))
    if len(data) != textbook.public_bytes(code):
        raise LengthError("key-kind", f"{path} is a private key", f"give the file {KEY_FILES[0]}")
    last = np.frombuffer(data, dtype=np.uint8)[code.n_bytes - 1 :: code.n_bytes]
    if code.n % 8 and np.any(last >> (code.n % 8)):
        raise FormatError(
            "key-padding", f"padding bits of {path} are not zero", "fetch the public key again"
        )
    return code, data


def private_key(path: Path) -> TextbookKey:
    """A private file; the set follows from its length.

    Raises:
        LengthError: no private key has this length (``key-length``, ``key-kind``).
        FormatError: as `TextbookKey.from_bytes`.
    """
    data = read_file(path, "private key")
    code = textbook.from_key_length(len(data))
    if len(data) != textbook.private_bytes(code):
        raise LengthError("key-kind", f"{path} is a public key", f"give the file {KEY_FILES[1]}")
    return TextbookKey.from_bytes(code, data)


def encrypt_packets(public: bytes, message: bytes, errors: bytes) -> list[bytes]:
    """Operand packets of textbook_encrypt.s."""
    return [message, errors, public]


def decrypt_packets(key: TextbookKey, word: bytes) -> list[bytes]:
    """Operand packets of textbook_decrypt.s."""
    goppa = keyimage.build(key.params, key.goppa)
    order = bits.words_to_bytes(key.order)
    return [word, order, goppa.pairs, goppa.indices, key.unscramble]


def encrypt(backend: str, code: Params, public: bytes, message: bytes, errors: bytes) -> bytes:
    """c = x·G' + e on a backend: model, iss or rtl.

    Raises:
        MceError: no such backend (``backend``), or it does not work.
    """
    if backend == "model":
        return textbook.encrypt(code, public, message, bits.unpack(errors, code.n)).c
    packets = encrypt_packets(public, message, errors)
    return _run(backend, "textbook_encrypt", code, packets, code.n_bytes).outputs[0]


def decrypt(backend: str, key: TextbookKey, word: bytes) -> Decrypted:
    """The message of a word on a backend: model, iss or rtl.

    Raises:
        MceError: no such backend (``backend``), or it does not work.
    """
    if backend == "model":
        plain = textbook.decrypt(key, word)
        return Decrypted(plain.message, plain.reject)
    packets = decrypt_packets(key, word)
    result = _run(backend, "textbook_decrypt", key.params, packets, bits.nbytes(key.params.k))
    return Decrypted(result.outputs[0], result.reject)


def _run(backend: str, program: str, code: Params, packets: list[bytes], out: int) -> Result:
    """One run with one result packet of `out` bytes.

    Raises:
        MceError: no such backend (``backend``).
        JobError: the core stopped the job.
    """
    if backend not in NAMES:
        raise MceError("backend", f"no backend {backend!r}", f"use one of {', '.join(NAMES)}")
    words = image((program,)).words
    build = {name: int(str(value)) for name, value in build_for(code).items()}
    setup = Setup(words, 0, code.m, code.n, code.t, build)
    result = on_iss(setup, packets) if backend == "iss" else on_rtl(setup, packets, [out])
    if result.error:
        raise JobError(*result.error)
    return result
