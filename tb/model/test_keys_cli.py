# SPDX-License-Identifier: Apache-2.0
"""``mce keygen``, ``mce encrypt``, ``mce decrypt`` on files, and each of their error messages."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from mce import backend, bits, cli_keys, keygen, keyimage, params, pke
from mce.backend_model import ModelBackend
from mce.cli_errors import write_file
from mce.errors import MceError
from mce.params import Params

APP = typer.Typer()
cli_keys.register(APP)

SETS = ("mceliece348864", "mceliece6960119")
DELTA = bytes(range(32))


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


@pytest.fixture(scope="module", params=SETS)
def keys(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with key files of a set."""
    folder: Path = tmp_path_factory.mktemp(request.param)
    result = mce("keygen", "--set", request.param, "--out-dir", folder, "--seed", DELTA.hex())
    assert result.exit_code == 0, result.output
    return folder


@pytest.fixture(scope="module")
def code(keys: Path) -> Params:
    """The set of these keys."""
    return params.from_key_length((keys / "public.key").stat().st_size)


@pytest.fixture
def message(code: Params, rng: np.random.Generator, tmp_path: Path) -> Path:
    """A random message."""
    path = tmp_path / "message"
    path.write_bytes(bits.pack(rng.integers(0, 2, code.k)))
    return path


def encrypt(keys: Path, message: Path, word: Path, *options: str | Path) -> Result:
    public = keys / "public.key"
    return mce("encrypt", "--public", public, "--in", message, "--out", word, *options)


def decrypt(keys: Path, word: Path, message: Path, *options: str | Path) -> Result:
    private = keys / "private.key"
    return mce("decrypt", "--private", private, "--in", word, "--out", message, *options)


def test_short_names_of_sets_are_taken(tmp_path: Path) -> None:
    short = mce("keygen", "--set", "348864", "--out-dir", tmp_path, "--seed", DELTA.hex())
    assert short.exit_code == 0, short.output
    other = mce("keygen", "--set", "348865", "--out-dir", tmp_path / "x")
    assert "use one of mceliece348864, " in other.stderr, other.stderr


def test_a_key_image_in_place_of_the_private_key_is_called_so(keys: Path, tmp_path: Path) -> None:
    result = mce("decrypt", "--private", keys / "key.image", "--in", keys / "public.key",
                 "--out", tmp_path / "o")  # fmt: skip
    assert result.exit_code == 2
    assert "[key-kind]" in result.stderr and "is a key image" in result.stderr


def test_key_files_hold_the_official_bytes(keys: Path, code: Params) -> None:
    pair = keygen.seeded_keygen(code, DELTA)
    assert (keys / "public.key").read_bytes() == pair.pk
    assert (keys / "private.key").read_bytes() == pair.sk


def test_key_image_is_that_of_the_private_key(keys: Path, code: Params) -> None:
    image = keyimage.load((keys / "key.image").read_bytes())
    expected = keyimage.build(code, (keys / "private.key").read_bytes())
    assert (image.pairs, image.indices, image.s) == (
        expected.pairs,
        expected.indices,
        expected.s,
    )


@pytest.mark.parametrize("name", ["private.key", "key.image"])
def test_secret_files_are_for_the_owner_only(keys: Path, name: str) -> None:
    assert (keys / name).stat().st_mode & 0o077 == 0


def test_seed_of_a_known_answer_test_gives_its_key(tmp_path: Path, vectors: Any) -> None:
    vector = vectors("mceliece348864f")["vectors"][0]
    options = ("--set", "mceliece348864f", "--seed", vector["drbg_seed"])
    assert mce("keygen", "--out-dir", tmp_path / "k", *options).exit_code == 0
    pk = (tmp_path / "k" / "public.key").read_bytes()
    assert pk[:64].hex() == vector["keygen"]["pk_first64"]


def test_keys_without_a_seed_differ(tmp_path: Path) -> None:
    for name in ("a", "b"):
        mce("keygen", "--set", "mceliece348864f", "--out-dir", tmp_path / name)
    first, second = ((tmp_path / name / "private.key").read_bytes() for name in ("a", "b"))
    assert first != second


def test_existing_keys_are_kept_unless_forced(tmp_path: Path) -> None:
    options = ("--set", "mceliece348864f", "--out-dir", tmp_path)
    mce("keygen", *options)
    before = (tmp_path / "private.key").read_bytes()
    refused = mce("keygen", *options)
    assert refused.exit_code == 2 and "[file-exists]" in refused.output
    assert (tmp_path / "private.key").read_bytes() == before
    assert mce("keygen", *options, "--force").exit_code == 0
    assert (tmp_path / "private.key").read_bytes() != before


def test_decryption_gives_the_message_back(
    keys: Path, code: Params, message: Path, tmp_path: Path
) -> None:
    word, again = tmp_path / "word", tmp_path / "again"
    assert encrypt(keys, message, word).exit_code == 0
    assert word.stat().st_size == code.n_bytes
    assert decrypt(keys, word, again).exit_code == 0
    assert again.read_bytes() == message.read_bytes()


def test_errors_from_a_file_are_used(
    keys: Path, code: Params, message: Path, tmp_path: Path, rng: np.random.Generator
) -> None:
    e = bits.from_positions(rng.permutation(code.n)[: code.t], code.n)
    (tmp_path / "e").write_bytes(bits.pack(e))
    assert encrypt(keys, message, tmp_path / "word", "--errors", tmp_path / "e").exit_code == 0
    expected = pke.encrypt(code, (keys / "public.key").read_bytes(), message.read_bytes(), e)
    assert (tmp_path / "word").read_bytes() == expected.c


def test_errors_from_a_seed_repeat_and_have_weight_t(
    keys: Path, code: Params, message: Path, tmp_path: Path
) -> None:
    for name in ("a", "b"):
        encrypt(keys, message, tmp_path / name, "--seed", "07" * 48)
    first = (tmp_path / "a").read_bytes()
    assert first == (tmp_path / "b").read_bytes()
    x = bits.unpack(message.read_bytes(), code.k)
    clean = pke.codeword(code, (keys / "public.key").read_bytes(), x)
    assert np.count_nonzero(clean ^ bits.unpack(first, code.n)) == code.t


def test_errors_of_the_system_differ_each_time(keys: Path, message: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        encrypt(keys, message, tmp_path / name)
    assert (tmp_path / "a").read_bytes() != (tmp_path / "b").read_bytes()


def test_undecodable_word_gives_zeros_in_full_length_and_status_3(
    keys: Path, code: Params, tmp_path: Path
) -> None:
    (tmp_path / "word").write_bytes(bytes(code.n_bytes))
    result = decrypt(keys, tmp_path / "word", tmp_path / "message")
    assert result.exit_code == 3 and "undecodable" in result.output
    assert (tmp_path / "message").read_bytes() == bytes(bits.nbytes(code.k))


def test_word_with_one_error_more_is_undecodable(
    keys: Path, code: Params, message: Path, tmp_path: Path
) -> None:
    (tmp_path / "e").write_bytes(bits.pack(bits.from_positions(range(code.t + 1), code.n)))
    options = ("--errors", tmp_path / "e", "--any-weight")
    assert encrypt(keys, message, tmp_path / "word", *options).exit_code == 0
    assert decrypt(keys, tmp_path / "word", tmp_path / "again").exit_code == 3


@pytest.mark.parametrize("command", ["encrypt", "decrypt"])
def test_help_names_the_raw_scheme_a_primitive(command: str) -> None:
    text = " ".join(mce(command, "--help").output.split())
    assert "hazmat" in text and "one-way only" in text and "KEM" in text


def put(folder: Path, name: str, data: bytes) -> Path:
    (folder / name).write_bytes(data)
    return folder / name


def keygen_error(*options: str) -> Callable[[Path, Path, Params], Result]:
    return lambda keys, folder, code: mce("keygen", "--out-dir", folder / "new", *options)


def encrypt_error(
    make: Callable[[Path, Path, Params], tuple[str | Path, ...]],
) -> Callable[[Path, Path, Params], Result]:
    """A run of encrypt with good files, then the given options in their place."""

    def run(keys: Path, folder: Path, code: Params) -> Result:
        options: dict[str, str | Path] = {
            "--public": keys / "public.key",
            "--in": put(folder, "m", bytes(bits.nbytes(code.k))),
            "--out": folder / "w",
        }
        changed = make(keys, folder, code)
        flags = [o for o in changed if o == "--any-weight"]
        pairs = [o for o in changed if o != "--any-weight"]
        options.update(zip(pairs[::2], pairs[1::2], strict=True))  # type: ignore[arg-type]
        return mce("encrypt", *[part for pair in options.items() for part in pair], *flags)

    return run


def decrypt_error(option: str, make: Callable[[Path, Path, Params], Path]) -> Any:
    def run(keys: Path, folder: Path, code: Params) -> Result:
        options: dict[str, Path] = {
            "--private": keys / "private.key",
            "--in": put(folder, "w", bytes(code.n_bytes)),
            "--out": folder / "m",
        }
        options[option] = make(keys, folder, code)
        return mce("decrypt", *[part for pair in options.items() for part in pair])

    return run


ERRORS: dict[str, tuple[str, Callable[[Path, Path, Params], Result]]] = {
    "keygen of an unknown set": ("unknown-set", keygen_error("--set", "mceliece1")),
    "keygen seed not hexadecimal": (
        "seed-hex",
        keygen_error("--set", "mceliece348864", "--seed", "xy"),
    ),
    "keygen seed of a wrong length": (
        "seed-length",
        keygen_error("--set", "mceliece348864", "--seed", "00" * 31),
    ),
    "keygen into a file": (
        "file-write",
        lambda keys, folder, code: mce(
            "keygen", "--set", "mceliece348864f", "--out-dir", put(folder, "f", b"")
        ),
    ),
    "encrypt without the public key": (
        "file-read",
        encrypt_error(lambda k, f, c: ("--public", f / "none")),
    ),
    "encrypt with a file that is no key": (
        "key-length",
        encrypt_error(lambda k, f, c: ("--public", put(f, "k", b"1234"))),
    ),
    "encrypt with the private key": (
        "key-kind",
        encrypt_error(lambda k, f, c: ("--public", k / "private.key")),
    ),
    "encrypt without the message": (
        "file-read",
        encrypt_error(lambda k, f, c: ("--in", f / "none")),
    ),
    "encrypt a message too short": (
        "message-length",
        encrypt_error(lambda k, f, c: ("--in", put(f, "m", bytes(bits.nbytes(c.k) - 1)))),
    ),
    "encrypt a message too long": (
        "message-length",
        encrypt_error(lambda k, f, c: ("--in", put(f, "m", bytes(bits.nbytes(c.k) + 1)))),
    ),
    "encrypt with errors of a wrong length": (
        "errors-length",
        encrypt_error(lambda k, f, c: ("--errors", put(f, "e", bytes(c.n_bytes + 1)))),
    ),
    "encrypt with errors of a wrong weight": (
        "errors-weight",
        encrypt_error(lambda k, f, c: ("--errors", put(f, "e", bytes(c.n_bytes)))),
    ),
    "encrypt with errors and a seed": (
        "errors-source",
        encrypt_error(
            lambda k, f, c: ("--errors", put(f, "e", bytes(c.n_bytes)), "--seed", "00" * 48)
        ),
    ),
    "encrypt with any weight but no errors": (
        "errors-source",
        encrypt_error(lambda k, f, c: ("--any-weight",)),
    ),
    "encrypt seed not hexadecimal": (
        "seed-hex",
        encrypt_error(lambda k, f, c: ("--seed", "0x" + "00" * 47)),
    ),
    "encrypt seed of a wrong length": (
        "seed-length",
        encrypt_error(lambda k, f, c: ("--seed", "00" * 32)),
    ),
    "encrypt into a folder that is not there": (
        "file-write",
        encrypt_error(lambda k, f, c: ("--out", f / "none" / "w")),
    ),
    "encrypt with an unknown backend": (
        "backend",
        encrypt_error(lambda k, f, c: ("--backend", "fpga")),
    ),
    "decrypt without the private key": (
        "file-read",
        decrypt_error("--private", lambda k, f, c: f / "none"),
    ),
    "decrypt with a file that is no key": (
        "key-length",
        decrypt_error("--private", lambda k, f, c: put(f, "k", b"1234")),
    ),
    "decrypt with the public key": (
        "key-kind",
        decrypt_error("--private", lambda k, f, c: k / "public.key"),
    ),
    "decrypt with a key whose g is wrong": (
        "goppa-polynomial",
        decrypt_error(
            "--private",
            lambda k, f, c: put(f, "k", b"\xff" * (k / "private.key").stat().st_size),
        ),
    ),
    "decrypt without the word": ("file-read", decrypt_error("--in", lambda k, f, c: f / "none")),
    "decrypt a word too short": (
        "word-length",
        decrypt_error("--in", lambda k, f, c: put(f, "w", bytes(c.n_bytes - 1))),
    ),
    "decrypt a word too long": (
        "word-length",
        decrypt_error("--in", lambda k, f, c: put(f, "w", bytes(c.n_bytes + 1))),
    ),
    "decrypt into a folder that is not there": (
        "file-write",
        decrypt_error("--out", lambda k, f, c: f / "none" / "m"),
    ),
}


@pytest.mark.parametrize("case", ERRORS)
def test_bad_input_is_one_line_with_code_and_cure_and_status_2(
    case: str, keys: Path, code: Params, tmp_path: Path
) -> None:
    expected, run = ERRORS[case]
    result = run(keys, tmp_path, code)
    (line,) = result.output.splitlines()
    assert result.exit_code == 2
    assert line.startswith(f"error: [{expected}] ") and line.endswith(")")


def padded_key(keys: Path, folder: Path) -> Path:
    data = bytearray((keys / "public.key").read_bytes())
    data[676] |= 0x80
    return put(folder, "public.key", bytes(data))


@pytest.mark.parametrize("keys", ["mceliece6960119"], indirect=True)
def test_set_padding_bit_in_the_public_key_is_refused(
    keys: Path, message: Path, tmp_path: Path
) -> None:
    padded_key(keys, tmp_path)
    result = encrypt(tmp_path, message, tmp_path / "word")
    assert result.exit_code == 2 and "[key-padding]" in result.output
    assert not (tmp_path / "word").exists()


@pytest.mark.parametrize("keys", ["mceliece6960119"], indirect=True)
def test_set_padding_bit_in_the_message_is_refused(keys: Path, tmp_path: Path) -> None:
    result = encrypt(keys, put(tmp_path, "m", b"\0" * 676 + b"\x20"), tmp_path / "word")
    assert result.exit_code == 2 and "[message-padding]" in result.output


class BrokenBackend(ModelBackend):
    """A simulator that does not build."""

    def encrypt_words(self, jobs: Any) -> Any:
        raise RuntimeError("build failed:\nline 2")

    decrypt_words = encrypt_words


@pytest.mark.parametrize("keys", ["mceliece348864"], indirect=True)
def test_backend_that_breaks_down_is_one_line_with_a_cure(
    keys: Path, code: Params, message: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backend, "load", lambda _: BrokenBackend())
    word = put(tmp_path, "word", bytes(code.n_bytes))
    for result in (encrypt(keys, message, tmp_path / "w"), decrypt(keys, word, tmp_path / "m")):
        assert result.exit_code == 2
        assert "[backend-run]" in result.output and "--backend model" in result.output


@pytest.mark.parametrize("keys", ["mceliece348864"], indirect=True)
def test_missing_simulator_is_one_line_with_a_cure(
    keys: Path, code: Params, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise MceError("backend-setup", f"no simulator for {name}", "run `make setup`")

    monkeypatch.setattr(backend, "load", missing)
    word = put(tmp_path, "word", bytes(code.n_bytes))
    result = decrypt(keys, word, tmp_path / "m", "--backend", "rtl")
    assert result.exit_code == 2
    assert "[backend-setup]" in result.output and "make setup" in result.output


def test_file_in_place_is_never_seen_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = put(tmp_path, "private.key", b"old")

    def full(*_: Any, **__: Any) -> None:
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(MceError, match="file-write"):
        write_file(target, b"new", "private key", 0o600)
    assert target.read_bytes() == b"old"
