# SPDX-License-Identifier: Apache-2.0
"""``mce encap``, ``mce decap``: the key encapsulation of Classic McEliece on files."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from mce import backend, kem, kem_host
from mce.cli_errors import busy, read_file, reported, write_file
from mce.cli_keys import SECRET_MODE, hex_seed, private_key, public_key, reported_backend
from mce.drbg import SEED_BYTES, Drbg, RandomBytes

BackendOption = Annotated[
    str,
    typer.Option(
        "--backend", help=f"One of: {', '.join(backend.NAMES)}. Hashing is on the host in each."
    ),
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("encap")(encap)
    app.command("decap")(decap)


@contextmanager
def _working(name: str) -> Iterator[backend.Backend]:
    """The backend; a sign of life while it works, an error with a cure when it breaks down."""
    with reported_backend(name), busy(f"{name} backend"):
        yield backend.load(name)


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
    errors = kem.fixed_weight(code, draw)
    with _working(backend_name) as chosen:
        ct, ss = kem_host.encapsulate(chosen, code.with_pc(pc), pk, errors)
    write_file(ciphertext, ct, "ciphertext")
    write_file(key, ss, "session key", SECRET_MODE)


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
    kem_host.of_ciphertext(code, ct)
    with _working(backend_name) as chosen:
        ss = kem_host.decapsulate(chosen, code, sk, ct)
    write_file(key, ss, "session key", SECRET_MODE)
