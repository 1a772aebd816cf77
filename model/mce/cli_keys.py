# SPDX-License-Identifier: Apache-2.0
"""``mce keygen``, ``mce encrypt``, ``mce decrypt``: keys and raw words in files.

Raw McEliece is a primitive ("hazmat"), never a way to encrypt messages: use the KEM.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import numpy as np
import typer

from mce import backend, bits, cli_textbook, kem, keygen, keyimage, params
from mce.cli_errors import FileError, busy, read_file, reported, write_file
from mce.drbg import SEED_BYTES, Drbg, RandomBytes
from mce.errors import FormatError, LengthError, MceError, ParameterError
from mce.params import DELTA_BYTES, Params

UNDECODABLE = 3
"""Exit status of ``mce decrypt`` for a word that no t errors explain."""

KEY_FILES = ("public.key", "private.key", "key.image")
SECRET_MODE = 0o600

BackendOption = Annotated[
    str, typer.Option("--backend", help="model, iss (instructions), or rtl (the simulated core).")
]
TextbookOption = Annotated[
    bool, typer.Option("--textbook", help="Dense public key G' = S G P instead of the standard's.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("keygen")(generate)
    app.command("encrypt")(encrypt)
    app.command("decrypt")(decrypt)


def hex_seed(text: str, lengths: tuple[int, ...], what: str) -> bytes:
    """A seed from the command line.

    Raises:
        FormatError: no hexadecimal digits (``seed-hex``).
        LengthError: another length (``seed-length``).
    """
    try:
        seed = bytes.fromhex(text)
    except ValueError as error:
        raise FormatError(
            "seed-hex", "the seed is not hexadecimal", "write two digits a byte, without 0x"
        ) from error
    if len(seed) not in lengths:
        raise LengthError("seed-length", f"the seed has {len(seed)} bytes", f"give {what}")
    return seed


@reported
def generate(
    *,
    name: Annotated[str, typer.Option("--set", help="Parameter set, such as 348864.")],
    out_dir: Annotated[Path, typer.Option("--out-dir", help="Folder of the key files.")],
    seed: Annotated[
        str | None,
        typer.Option(
            help="Hexadecimal: 32 bytes delta, or 48 bytes for the generator of the known-answer "
            "tests. Only for tests: without it the system's randomness is used."
        ),
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Replace existing key files.")] = False,
    dense: TextbookOption = False,
) -> None:
    """Generate a key pair and the key image for the hardware.

    Writes public.key and private.key (the bytes of the Classic McEliece specification) and
    key.image (what the driver streams to the core; secret, as private.key is). With --textbook,
    textbook_public.key and textbook_private.key instead of the first two; --seed has 48 bytes.
    """
    code = params.get(params.full_name(name))
    files = cli_textbook.KEY_FILES if dense else KEY_FILES
    present = [file for file in files if (out_dir / file).exists()]
    if present and not force:
        raise FileError(
            "file-exists", f"{out_dir} holds {', '.join(present)}", "use another folder or --force"
        )
    with busy(f"key of {code.name}") as tell:
        if dense:
            start = None if seed is None else hex_seed(seed, (SEED_BYTES,), "48 bytes")
            contents = cli_textbook.generate(code, start, tell)
        else:
            pair = keygen.seeded_keygen(code, _delta(seed))
            contents = [pair.pk, pair.sk, keyimage.build(code, pair.sk).to_bytes()]
    _write_key(out_dir, files, contents)


def _write_key(out_dir: Path, files: tuple[str, ...], contents: list[bytes]) -> None:
    """Write public key, private key and key image, and say so.

    Raises:
        FileError: no folder can be made there (``file-write``).
    """
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(
            "file-write", f"cannot make {out_dir}: {error.strerror}", "check path and rights"
        ) from error
    rows = zip(files, contents, ("public key", "private key", "key image"), strict=True)
    for file, data, what in rows:
        mode = 0o644 if what == "public key" else SECRET_MODE
        write_file(out_dir / file, data, what, mode)
        print(f"{out_dir / file}: {len(data)} bytes")


def _delta(seed: str | None) -> bytes:
    """The seed of a key generation."""
    if seed is None:
        return os.urandom(DELTA_BYTES)
    data = hex_seed(seed, (DELTA_BYTES, SEED_BYTES), "32 bytes (delta) or 48 bytes")
    return data if len(data) == DELTA_BYTES else Drbg(data)(DELTA_BYTES)


def public_key(path: Path) -> tuple[Params, bytes]:
    """A public key and its set, which follows from its length.

    Raises:
        LengthError: no public key has this length (``key-length``, ``key-kind``).
        FormatError: padding bits of a row are set (``key-padding``).
    """
    data = read_file(path, "public key")
    code = params.from_key_length(len(data))
    if len(data) == code.sk_bytes:
        raise LengthError("key-kind", f"{path} is a private key", "give the file public.key")
    rows = np.frombuffer(data, dtype=np.uint8).reshape(code.mt, code.row_bytes)
    if code.k % 8 and np.any(rows[:, -1] >> (code.k % 8)):
        raise FormatError(
            "key-padding", f"padding bits of {path} are not zero", "fetch the public key again"
        )
    return code, data


def private_key(path: Path) -> tuple[Params, bytes]:
    """A private key and its set, which follows from its length.

    Raises:
        LengthError: no private key has this length (``key-length``, ``key-kind``).
    """
    data = read_file(path, "private key")
    try:
        code = params.from_key_length(len(data))
    except LengthError as error:
        if not data.startswith(keyimage.MAGIC):
            raise
        raise LengthError(
            "key-kind", f"{path} is a key image, for the hardware", "give the file private.key"
        ) from error
    if len(data) == code.pk_bytes:
        raise LengthError("key-kind", f"{path} is a public key", "give the file private.key")
    return code, data


def _vector(path: Path, count: int, what: str) -> bytes:
    """A bit vector in a file of exactly ceil(count/8) bytes, the bits above zero.

    Raises:
        LengthError: another length (``message-length``, ``word-length``, ``errors-length``).
        FormatError: a bit above is set (``message-padding``, ...).
    """
    data = read_file(path, what)
    need = bits.nbytes(count)
    if len(data) != need:
        raise LengthError(
            f"{what}-length",
            f"{path} has {len(data)} bytes",
            f"the {what} of this key has {count} bits in exactly {need} bytes",
        )
    if not bits.padding_is_zero(data, count):
        raise FormatError(
            f"{what}-padding",
            f"bits above bit {count - 1} of {path} are set",
            f"clear the upper {8 * need - count} bits of the last byte",
        )
    return data


def _errors(code: Params, path: Path | None, seed: str | None, any_weight: bool) -> bytes:
    """The error vector of an encryption: from a file, from a seed, or drawn by the system.

    Raises:
        ParameterError: both sources are given (``errors-source``).
        FormatError: the weight of the file is not t (``errors-weight``).
    """
    if path is not None and seed is not None:
        raise ParameterError("errors-source", "both --errors and --seed are given", "give one")
    if any_weight and path is None:
        raise ParameterError(
            "errors-source", "--any-weight without --errors", "give the error vector in a file"
        )
    if path is None:
        draw: RandomBytes = os.urandom
        if seed is not None:
            draw = Drbg(hex_seed(seed, (SEED_BYTES,), f"{SEED_BYTES} bytes"))
        return bits.pack(kem.fixed_weight(code, draw))
    data = _vector(path, code.n, "errors")
    weight = int(np.count_nonzero(bits.unpack(data, code.n)))
    if weight != code.t and not any_weight:
        raise FormatError(
            "errors-weight",
            f"{path} has {weight} ones",
            f"it must have exactly {code.t}; --any-weight makes a word that does not decode",
        )
    return data


@contextmanager
def reported_backend(name: str) -> Iterator[None]:
    """A backend that breaks down is an error with a cure, not a traceback.

    Raises:
        MceError: code ``backend-run``; errors of this package pass as they are.
    """
    try:
        yield
    except MceError:
        raise
    except Exception as error:
        raise MceError(
            "backend-run",
            f"the {name} backend broke down: {' '.join(str(error).split())}",
            "run `make doctor`, or use --backend model",
        ) from error


@reported
def encrypt(
    *,
    public: Annotated[Path, typer.Option(help="Public key file; the set follows from its length.")],
    message: Annotated[
        Path, typer.Option("--in", help="Message: k bits in ceil(k/8) bytes, upper bits zero.")
    ],
    word: Annotated[Path, typer.Option("--out", help="Word: n bits.")],
    errors: Annotated[
        Path | None, typer.Option(help="Error vector: n bits, exactly t of them one.")
    ] = None,
    seed: Annotated[
        str | None, typer.Option(help="48 hexadecimal bytes to draw the errors from (tests only).")
    ] = None,
    any_weight: Annotated[
        bool, typer.Option("--any-weight", help="Accept an --errors file of any weight.")
    ] = False,
    backend_name: BackendOption = "model",
    dense: TextbookOption = False,
) -> None:
    """Raw McEliece encryption of one message: a primitive (hazmat), one-way only.

    c = (T·x | x) + e, or with --textbook c = x·G' + e, with t random errors. Not a way to encrypt
    data: two encryptions of one message reveal it, most of a message is readable in the word (not
    with --textbook), and flipped bits make a reaction oracle. Use the KEM (encapsulation) for
    keys, and the key for data.
    """
    code, key = cli_textbook.public_key(public) if dense else public_key(public)
    text = _vector(message, code.k, "message")
    error_vector = _errors(code, errors, seed, any_weight)
    with reported_backend(backend_name):
        if dense:
            result = cli_textbook.encrypt(backend_name, code, key, text, error_vector)
        else:
            result = backend.load(backend_name).encrypt_word(code, key, text, error_vector)
    write_file(word, result, "word")


@reported
def decrypt(
    *,
    private: Annotated[
        Path, typer.Option(help="Private key file; the set follows from its length.")
    ],
    word: Annotated[Path, typer.Option("--in", help="Word: n bits.")],
    message: Annotated[Path, typer.Option("--out", help="Message: k bits in ceil(k/8) bytes.")],
    backend_name: BackendOption = "model",
    dense: TextbookOption = False,
) -> None:
    """Raw McEliece decryption of one word: a primitive (hazmat), one-way only.

    A word that is no code word with t errors gives a message of zeros in full length and exit
    status 3. Never let a peer learn which words fail: use the KEM, it does not tell.
    """
    if dense:
        secret = cli_textbook.private_key(private)
        data = _vector(word, secret.params.n, "word")
        with reported_backend(backend_name):
            result = cli_textbook.decrypt(backend_name, secret, data)
    else:
        code, key = private_key(private)
        data = _vector(word, code.n, "word")
        with reported_backend(backend_name):
            result = backend.load(backend_name).decrypt_word(code, key, data)
    write_file(message, result.message, "message", SECRET_MODE)
    if result.reject:
        print("undecodable word: the message is all zero", file=sys.stderr)
        raise typer.Exit(UNDECODABLE)
