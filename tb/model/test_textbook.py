# SPDX-License-Identifier: Apache-2.0
"""Textbook McEliece: the key is S·G·P by plain products, decryption undoes it, files hold it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

from mce import bits, cli_keys, gf2, goppa, keygen, params, pke, textbook
from mce.drbg import Drbg
from mce.errors import MceError
from mce.params import Params
from mce.textbook import TextbookKey, TextbookPair

TOYS = [(4, 15, 2), (5, 32, 3), (6, 61, 3), (8, 200, 9), (9, 400, 12)]
SEED = bytes(range(48))
APP = typer.Typer()
cli_keys.register(APP)


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def toy(m: int, n: int, t: int) -> tuple[Params, TextbookPair]:
    p = params.custom(m, n, t)
    return p, textbook.keygen(p, Drbg(SEED))


def rows(data: bytes, columns: int) -> Any:
    packed = np.frombuffer(data, np.uint8).reshape(-1, bits.nbytes(columns))
    return np.unpackbits(packed, axis=1, bitorder="little")[:, :columns].astype(np.int64)


def plain_inverse(square: Any) -> Any:
    """Gauss-Jordan, one row after the other."""
    size = len(square)
    both = np.concatenate([square, np.eye(size, dtype=np.int64)], axis=1)
    for c in range(size):
        r = c + int(np.flatnonzero(both[c:, c])[0])
        both[[c, r]] = both[[r, c]]
        for other in np.flatnonzero(both[:, c]):
            if other != c:
                both[other] ^= both[c]
    return both[:, size:]


@pytest.mark.parametrize("code", TOYS)
def test_public_key_is_the_product_of_scrambler_generator_and_permutation(
    code: tuple[int, int, int],
) -> None:
    p, pair = toy(*code)
    official = keygen.seeded_keygen(p, Drbg(SEED)(params.DELTA_BYTES))
    T = rows(official.pk, p.k)
    G = np.concatenate([T.T, np.eye(p.k, dtype=np.int64)], axis=1)
    P = np.zeros((p.n, p.n), dtype=np.int64)
    P[np.arange(p.n), pair.private.order] = 1
    S = plain_inverse(rows(pair.private.unscramble, p.k))
    assert np.array_equal(rows(pair.public, p.n), S @ G @ P % 2)


@pytest.mark.parametrize("code", TOYS)
def test_rows_of_the_public_key_are_code_words_when_the_permutation_is_undone(
    code: tuple[int, int, int],
) -> None:
    p, pair = toy(*code)
    secret = keygen.seeded_keygen(p, Drbg(SEED)(params.DELTA_BYTES)).private.code
    H = rows(goppa.pack_binary_rows(
        goppa.parity_check(p.field, secret.g, secret.alpha), p.m).tobytes(), p.n)  # fmt: skip
    G = rows(pair.public, p.n)
    assert not (H @ G[:, pair.private.order].T % 2).any()


@pytest.mark.parametrize("code", TOYS)
def test_decryption_returns_the_message(
    code: tuple[int, int, int], rng: np.random.Generator
) -> None:
    p, pair = toy(*code)
    for _ in range(10):
        x = bits.pack(rng.integers(0, 2, p.k))
        e = bits.from_positions(rng.choice(p.n, p.t, replace=False), p.n)
        plain = textbook.decrypt(pair.private, textbook.encrypt(p, pair.public, x, e).c)
        assert (plain.message, plain.reject) == (x, False)


def sent(p: Params, pair: TextbookPair, weight: int, rng: np.random.Generator) -> bytes:
    x = bits.pack(rng.integers(0, 2, p.k))
    e = bits.from_positions(rng.choice(p.n, weight, replace=False), p.n)
    return textbook.encrypt(p, pair.public, x, e).c


@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_another_number_of_errors_is_rejected_with_a_zero_message(
    change: int, rng: np.random.Generator
) -> None:
    p, pair = toy(9, 400, 12)
    plain = textbook.decrypt(pair.private, sent(p, pair, p.t + change, rng))
    assert plain.reject
    assert plain.message == bits.pack(np.zeros(p.k))


def test_a_wrong_permutation_is_rejected(rng: np.random.Generator) -> None:
    p, pair = toy(9, 400, 12)
    order = pair.private.order.copy()
    order[[3, 200]] = order[[200, 3]]
    refused = 0
    for _ in range(20):
        word = sent(p, pair, p.t, rng)
        refused += textbook.decrypt(replace(pair.private, order=order), word).reject
    # Harmless when both bits are equal in the code word and in the errors, half of the time.
    assert refused >= 3


def test_a_wrong_scrambler_gives_a_wrong_message(rng: np.random.Generator) -> None:
    p, pair = toy(9, 400, 12)
    _, other = gf2.random_invertible(p.k, rng.bytes)
    wrong = np.ascontiguousarray(other.view(np.uint8)[:, : p.row_bytes]).tobytes()
    x = bits.pack(np.arange(p.k) % 3 == 0)
    e = bits.from_positions(np.arange(p.t), p.n)
    word = textbook.encrypt(p, pair.public, x, e).c
    plain = textbook.decrypt(replace(pair.private, unscramble=wrong), word)
    assert not plain.reject
    assert plain.message != x


def test_padding_bits_are_refused_everywhere(rng: np.random.Generator) -> None:
    p, pair = toy(6, 61, 3)
    word, e = sent(p, pair, p.t, rng), bits.from_positions(range(p.t), p.n)
    assert textbook.decrypt(pair.private, word[:-1] + bytes([word[-1] | 0x20])).reject
    rows_of_s = pair.private.unscramble
    wrong = rows_of_s[:-1] + bytes([rows_of_s[-1] | 0x80])
    assert textbook.decrypt(replace(pair.private, unscramble=wrong), word).reject
    public = pair.public[:-1] + bytes([pair.public[-1] | 0x80])
    assert textbook.encrypt(p, public, bytes(p.row_bytes), e) == pke.Encryption(
        -1, bytes(p.n_bytes)
    )
    with pytest.raises(MceError, match="message-padding"):
        textbook.encrypt(p, pair.public, b"\xff" * p.row_bytes, e)


@pytest.mark.parametrize("size", [1, 2, 63, 64, 65, 130])
def test_a_drawn_matrix_times_its_inverse_is_the_identity(
    size: int, rng: np.random.Generator
) -> None:
    matrix, inverse = gf2.random_invertible(size, rng.bytes)
    assert np.array_equal(gf2.multiply(matrix, inverse), gf2.identity(size))


def test_drawn_matrices_are_uniform_over_the_invertible_ones(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All 168 of 3 x 3, with a tail of one row: the least it works with."""
    monkeypatch.setattr(gf2, "TAIL", 1)
    counts = Counter(gf2.random_invertible(3, rng.bytes)[0].tobytes() for _ in range(168 * 40))
    assert len(counts) == 168
    chi2 = sum((c - 40) ** 2 / 40 for c in counts.values())
    assert chi2 < 167 + 6 * np.sqrt(2 * 167)


def test_permutations_are_uniform(rng: np.random.Generator) -> None:
    counts = Counter(textbook.permutation(4, rng.bytes).tobytes() for _ in range(24 * 50))
    assert len(counts) == 24
    assert sum((c - 50) ** 2 / 50 for c in counts.values()) < 23 + 6 * np.sqrt(2 * 23)


def test_a_permutation_with_equal_words_is_drawn_again() -> None:
    draws = iter([b"\1" * 16, bytes(8) + b"\1" * 8])
    assert textbook.permutation(2, lambda _: next(draws)).tolist() == [0, 1]


def test_private_file_returns_the_key_and_refuses_another_order() -> None:
    p, pair = toy(6, 61, 3)
    data = pair.private.to_bytes()
    assert len(data) == textbook.private_bytes(p)
    assert TextbookKey.from_bytes(p, data).to_bytes() == data
    at = p.sk_bytes
    with pytest.raises(MceError, match="textbook-order"):
        TextbookKey.from_bytes(p, data[:at] + data[at + 2 : at + 4] + data[at + 2 :])


@pytest.mark.parametrize("name", params.names())
def test_the_set_follows_from_the_length_of_either_file(name: str) -> None:
    p = params.get(name)
    for length in (textbook.public_bytes(p), textbook.private_bytes(p)):
        found = textbook.from_key_length(length)
        assert (found.m, found.n, found.t) == (p.m, p.n, p.t)


@pytest.fixture(scope="module")
def keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the textbook key files of 348864."""
    folder: Path = tmp_path_factory.mktemp("textbook")
    result = mce("keygen", "--set", "mceliece348864", "--textbook", "--out-dir", folder,
                 "--seed", SEED.hex())  # fmt: skip
    assert result.exit_code == 0, result.output
    return folder


def test_keygen_writes_the_key_of_its_seed(keys: Path) -> None:
    pair = textbook.keygen(params.get("mceliece348864"), Drbg(SEED))
    assert (keys / "textbook_public.key").read_bytes() == pair.public
    assert (keys / "textbook_private.key").read_bytes() == pair.private.to_bytes()
    assert (keys / "textbook_private.key").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("backend", ["model", "iss"])
def test_commands_return_the_message_and_reject_a_wrong_word(
    keys: Path, backend: str, tmp_path: Path, rng: np.random.Generator
) -> None:
    x, c, y = (tmp_path / name for name in "xcy")
    x.write_bytes(rng.bytes(340))
    public, private = keys / "textbook_public.key", keys / "textbook_private.key"
    common = ("--textbook", "--backend", backend)
    assert mce("encrypt", "--public", public, "--in", x, "--out", c, *common).exit_code == 0
    assert mce("decrypt", "--private", private, "--in", c, "--out", y, *common).exit_code == 0
    assert y.read_bytes() == x.read_bytes()
    c.write_bytes(rng.bytes(436))
    result = mce("decrypt", "--private", private, "--in", c, "--out", y, *common)
    assert result.exit_code == cli_keys.UNDECODABLE
    assert y.read_bytes() == bytes(340)


@pytest.mark.parametrize(
    ("command", "key", "code"),
    [
        ("encrypt", "textbook_private.key", "key-kind"),
        ("encrypt", "key.image", "key-length"),
        ("decrypt", "textbook_public.key", "key-kind"),
    ],
)
def test_commands_refuse_the_wrong_file(
    keys: Path, command: str, key: str, code: str, tmp_path: Path
) -> None:
    option = "--public" if command == "encrypt" else "--private"
    result = mce(command, option, keys / key, "--in", keys / key, "--out", tmp_path / "out",
                 "--textbook")  # fmt: skip
    assert result.exit_code == 2
    assert f"[{code}]" in result.output


def test_unknown_backend_is_an_error_with_a_cure(keys: Path, tmp_path: Path) -> None:
    message = tmp_path / "x"
    message.write_bytes(bytes(340))
    result = mce("encrypt", "--public", keys / "textbook_public.key", "--in", message,
                 "--out", tmp_path / "c", "--textbook", "--backend", "paper")  # fmt: skip
    assert result.exit_code == 2
    assert "[backend]" in result.output


def test_keygen_wants_the_seed_of_the_generator(tmp_path: Path) -> None:
    result = mce("keygen", "--set", "mceliece348864", "--textbook", "--out-dir", tmp_path,
                 "--seed", "00" * 32)  # fmt: skip
    assert "[seed-length]" in result.output


@pytest.mark.slow
@pytest.mark.parametrize("name", [n for n in params.names() if not n.endswith("f")])
def test_every_set_decrypts_what_it_encrypts(name: str, rng: np.random.Generator) -> None:
    p = params.get(name)
    pair = textbook.keygen(p, Drbg(SEED))
    x = bits.pack(rng.integers(0, 2, p.k))
    e = bits.from_positions(rng.choice(p.n, p.t, replace=False), p.n)
    plain = textbook.decrypt(pair.private, textbook.encrypt(p, pair.public, x, e).c)
    assert (plain.message, plain.reject) == (x, False)
