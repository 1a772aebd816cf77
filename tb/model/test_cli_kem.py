# SPDX-License-Identifier: Apache-2.0
"""``mce encap`` and ``mce decap`` on files: official bytes, implicit rejection, error messages."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner, Result

import runner
from mce import cli_kem, kem, keyimage
from mce.drbg import Drbg
from mce.keygen import KeyPair
from mce.params import Params, get

APP = typer.Typer()
cli_kem.register(APP)
# 6960119 has padding bits in the ciphertext, 348864 has none.
SETS = ("mceliece348864", "mceliece6960119")
SEED = "5a" * 48


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


@pytest.fixture(params=SETS)
def code(request: pytest.FixtureRequest) -> Params:
    return get(request.param)


@pytest.fixture
def keys(code: Params, pair: Callable[[str], KeyPair], tmp_path: Path) -> KeyPair:
    """A key pair, also as files `pk` and `sk`."""
    made = pair(code.name)
    (tmp_path / "pk").write_bytes(made.pk)
    (tmp_path / "sk").write_bytes(made.sk)
    return made


def encap(folder: Path, *options: str) -> Result:
    return mce("encap", "--public", folder / "pk", "--out", folder / "ct",
               "--key", folder / "k1", *options)  # fmt: skip


def decap(folder: Path, *options: str) -> Result:
    return mce("decap", "--private", folder / "sk", "--in", folder / "ct",
               "--key", folder / "k2", *options)  # fmt: skip


@pytest.mark.parametrize("pc", [False, True])
def test_encapsulation_of_a_seed_gives_the_bytes_of_the_kem(
    keys: KeyPair, code: Params, tmp_path: Path, pc: bool
) -> None:
    assert encap(tmp_path, "--seed", SEED, *(["--pc"] if pc else [])).exit_code == 0
    expected = kem.encapsulate(code.with_pc(pc), keys.pk, Drbg(bytes.fromhex(SEED)))
    assert (tmp_path / "ct").read_bytes() == expected.ct
    assert (tmp_path / "k1").read_bytes() == expected.ss


@pytest.mark.parametrize("pc", [False, True])
def test_decapsulation_gives_the_same_key(
    keys: KeyPair, code: Params, tmp_path: Path, pc: bool
) -> None:
    drawn = kem.encapsulate(code.with_pc(pc), keys.pk, Drbg(bytes.fromhex(SEED)))
    (tmp_path / "ct").write_bytes(drawn.ct)
    assert decap(tmp_path).exit_code == 0
    assert (tmp_path / "k2").read_bytes() == drawn.ss


@pytest.mark.parametrize("pc", [False, True])
def test_foreign_ciphertext_gives_the_key_of_implicit_rejection(
    keys: KeyPair, code: Params, tmp_path: Path, pc: bool, rng: np.random.Generator
) -> None:
    wanted = code.with_pc(pc)
    ct = bytearray(rng.bytes(wanted.ct_bytes))
    ct[code.syndrome_bytes - 1] &= 0xFF >> (-code.mt % 8)
    (tmp_path / "ct").write_bytes(ct)
    assert decap(tmp_path).exit_code == 0
    expected = kem.decapsulate(wanted, keys.sk, bytes(ct))
    assert not expected.accepted
    assert (tmp_path / "k2").read_bytes() == expected.ss


def test_wrong_confirmation_is_rejected_silently(
    keys: KeyPair, code: Params, tmp_path: Path
) -> None:
    wanted = code.with_pc()
    ct = bytearray(kem.encapsulate(wanted, keys.pk, Drbg(bytes.fromhex(SEED))).ct)
    ct[-1] ^= 1
    (tmp_path / "ct").write_bytes(ct)
    assert decap(tmp_path).exit_code == 0
    assert (tmp_path / "k2").read_bytes() == kem.decapsulate(wanted, keys.sk, bytes(ct)).ss


def test_session_keys_are_for_the_owner_only(keys: KeyPair, tmp_path: Path) -> None:
    encap(tmp_path)
    decap(tmp_path)
    assert all((tmp_path / name).stat().st_mode & 0o077 == 0 for name in ("k1", "k2"))


def test_encapsulations_without_a_seed_differ(keys: KeyPair, tmp_path: Path) -> None:
    texts = []
    for _ in range(2):
        assert encap(tmp_path).exit_code == 0
        texts.append((tmp_path / "ct").read_bytes())
    assert texts[0] != texts[1]


def test_ciphertext_of_another_length_is_refused(keys: KeyPair, tmp_path: Path) -> None:
    (tmp_path / "ct").write_bytes(bytes(5))
    result = decap(tmp_path)
    assert result.exit_code == 2 and "[ciphertext-length]" in result.output
    assert not (tmp_path / "k2").exists()


def test_set_padding_bits_are_refused_where_a_ciphertext_has_them(
    keys: KeyPair, code: Params, tmp_path: Path
) -> None:
    (tmp_path / "ct").write_bytes(b"\xff" * code.ct_bytes)
    result = decap(tmp_path)
    assert ("[ciphertext-padding]" in result.output) == (code.mt % 8 != 0)


@pytest.mark.parametrize("command", [encap, decap])
def test_unknown_backend_is_refused(
    command: Callable[..., Result], keys: KeyPair, code: Params, tmp_path: Path
) -> None:
    (tmp_path / "ct").write_bytes(bytes(code.ct_bytes))
    result = command(tmp_path, "--backend", "abacus")
    assert result.exit_code == 2 and "[backend]" in result.output


def rtl_missing() -> bool:
    return not runner.have("verilator")


@pytest.mark.parametrize(
    "name",
    ["iss", pytest.param("rtl", marks=pytest.mark.skipif(rtl_missing(), reason="make setup"))],
)
@pytest.mark.parametrize("pc", [False, True])
def test_the_core_gives_the_bytes_of_the_kem(
    keys: KeyPair, code: Params, tmp_path: Path, pc: bool, name: str
) -> None:
    if name == "rtl" and pc != (code.name == "mceliece348864"):
        pytest.skip("one of the two is enough of a slow simulator")
    options = ["--pc"] if pc else []
    assert encap(tmp_path, "--seed", SEED, "--backend", name, *options).exit_code == 0
    expected = kem.encapsulate(code.with_pc(pc), keys.pk, Drbg(bytes.fromhex(SEED)))
    assert (tmp_path / "ct").read_bytes() == expected.ct
    assert decap(tmp_path, "--backend", name).exit_code == 0
    assert (tmp_path / "k1").read_bytes() == (tmp_path / "k2").read_bytes() == expected.ss


def test_image_is_that_of_keygen_and_says_its_size_and_time(
    keys: KeyPair, code: Params, tmp_path: Path
) -> None:
    result = mce("image", "--private", tmp_path / "sk", "--out", tmp_path / "image")
    data = keyimage.build(code, keys.sk).to_bytes()
    assert result.exit_code == 0 and (tmp_path / "image").read_bytes() == data
    assert re.search(rf"image: {len(data)} bytes from {len(keys.sk)}, in \d+ ms", result.output)
    assert (tmp_path / "image").stat().st_mode & 0o077 == 0


def test_no_image_is_made_of_a_damaged_private_key(keys: KeyPair, tmp_path: Path) -> None:
    damaged = keys.sk[:41] + bytes([keys.sk[41] | 0x80]) + keys.sk[42:]  # a coefficient of g
    (tmp_path / "sk").write_bytes(damaged)
    result = mce("image", "--private", tmp_path / "sk", "--out", tmp_path / "image")
    assert result.exit_code == 2 and "[goppa-polynomial]" in result.output
    assert not (tmp_path / "image").exists()
