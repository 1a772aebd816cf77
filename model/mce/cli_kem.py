# SPDX-License-Identifier: Apache-2.0
"""``mce encap``, ``mce decap``, ``mce image``: the key encapsulation of Classic McEliece on files.

With the backends iss and rtl, all of it but the random words is the work of the core.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from mce import backend, keyimage
from mce.bits import padding_is_zero
from mce.cli_errors import busy, read_file, reported, write_file
from mce.cli_keys import SECRET_MODE, hex_seed, private_key, public_key, reported_backend
from mce.drbg import SEED_BYTES, Drbg, RandomBytes
from mce.driver.kem import MAX_DRAWS
from mce.errors import FormatError, LengthError
from mce.params import Params

BackendOption = Annotated[
    str,
    typer.Option("--backend", help="model, iss (instructions), or rtl (the simulated core)."),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("encap")(encap)
    app.command("decap")(decap)
    app.command("image")(image)


@contextmanager
def _working(name: str) -> Iterator[backend.Backend]:
    """The backend; a sign of life while it works, an error with a cure when it breaks down."""
    with reported_backend(name), busy(f"{name} backend"):
        yield backend.load(name)


def _of_ciphertext(params: Params, ct: bytes) -> Params:
    """The set with or without plaintext confirmation, as the length of a ciphertext says.

    Raises:
        LengthError: the length of neither (``ciphertext-length``).
        FormatError: a bit above the m·t of the syndrome is set (``ciphertext-padding``); the
            reference answers such a ciphertext with an error, too ("Narrowly Decoded").
    """
    variants = {p.ct_bytes: p for p in (params.with_pc(False), params.with_pc(True))}
    if len(ct) not in variants:
        lengths = " or ".join(map(str, variants))
        raise LengthError(
            "ciphertext-length",
            f"the ciphertext has {len(ct)} bytes",
            f"ciphertexts of this key have {lengths} bytes",
        )
    if not padding_is_zero(ct[: params.syndrome_bytes], params.mt):
        raise FormatError(
            "ciphertext-padding",
            "padding bits of the ciphertext are not zero",
            "ask the sender for it again",
        )
    return variants[len(ct)]


@reported
def encap(
    *,
    public: Annotated[Path, typer.Option(help="Public key file; the set follows from its length.")],
    ciphertext: Annotated[Path, typer.Option("--out", help="Ciphertext, for the key's owner.")],
    key: Annotated[Path, typer.Option("--key", help="Session key, 32 bytes, secret.")],
    pc: Annotated[bool, typer.Option("--pc", help="With plaintext confirmation.")] = False,
    seed: Annotated[
        str | None, typer.Option(help="48 hexadecimal bytes to draw the errors from (tests only).")
    ] = None,
    backend_name: BackendOption = "model",
) -> None:
    """Make a session key and its ciphertext for the owner of a public key.

    Encapsulation of Classic McEliece, the official bytes. Without --seed the errors come from the
    system's randomness. Encrypt data with the key, by an authenticated symmetric cipher.
    """
    code, pk = public_key(public)
    draw: RandomBytes = os.urandom
    if seed is not None:
        draw = Drbg(hex_seed(seed, (SEED_BYTES,), f"{SEED_BYTES} bytes"))
    # A simulation cannot ask for more: it gets as many draws as it may refuse.
    draws = tuple(draw(2 * code.tau) for _ in range(MAX_DRAWS))
    with _working(backend_name) as chosen:
        made = chosen.encapsulate(code.with_pc(pc), pk, draws)
    write_file(ciphertext, made.ct, "ciphertext")
    write_file(key, made.ss, "session key", SECRET_MODE)


@reported
def decap(
    *,
    private: Annotated[
        Path, typer.Option(help="Private key file; the set follows from its length.")
    ],
    ciphertext: Annotated[Path, typer.Option("--in", help="Ciphertext.")],
    key: Annotated[Path, typer.Option("--key", help="Session key, 32 bytes, secret.")],
    backend_name: BackendOption = "model",
) -> None:
    """Find the session key of a ciphertext.

    Decapsulation of Classic McEliece; whether the ciphertext carries plaintext confirmation
    follows from its length. A ciphertext that was not made for this key gives another key and no
    sign of it (implicit rejection).
    """
    code, sk = private_key(private)
    ct = read_file(ciphertext, "ciphertext")
    code = _of_ciphertext(code, ct)
    with _working(backend_name) as chosen:
        opened = chosen.decapsulate(code, sk, ct)
    write_file(key, opened.ss, "session key", SECRET_MODE)


@reported
def image(
    *,
    private: Annotated[
        Path, typer.Option(help="Private key file; the set follows from its length.")
    ],
    out: Annotated[Path, typer.Option("--out", help="Key image, secret.")],
) -> None:
    """Make the key image of a private key, in the order in which the core reads it.

    Checks that the key is one: g has its coefficients in the field and no root in the support, no
    padding bit of s is set. Loads what it wrote, which compares checksum and contents.
    """
    code, sk = private_key(private)
    start = time.perf_counter()
    data = keyimage.build(code, sk).to_bytes()
    keyimage.load(data)
    took = time.perf_counter() - start
    write_file(out, data, "key image", SECRET_MODE)
    print(f"{out}: {len(data)} bytes from {len(sk)}, in {1000 * took:.0f} ms")
