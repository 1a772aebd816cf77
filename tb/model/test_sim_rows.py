# SPDX-License-Identifier: Apache-2.0
"""`mce sim`: which rows it makes, and which published figures stand beside them."""

from __future__ import annotations

from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mce import cli_sim, kat, keycache, keygen, params, simulation
from mce.drbg import Drbg
from mce.params import Params

APP = typer.Typer()
cli_sim.register(APP)


def test_textbook_rows_stand_beside_figures_for_dense_keys_only() -> None:
    for op in ("encrypt", "decrypt"):
        plain = simulation.published(op, 128)
        dense = simulation.published(f"textbook_{op}", 128)
        assert dense == plain | {"TCHES 2022": None}
        assert dense["TDSC 2025"] is not None


@pytest.mark.parametrize("rows", ["coffee", "", "pke,coffee"])
def test_an_unknown_group_of_rows_is_refused(rows: str) -> None:
    result = CliRunner().invoke(APP, ["--rows", rows])
    assert result.exit_code == 2
    assert "[sim-rows]" in result.output


@pytest.mark.parametrize("op", ["encap", "encap_pc", "decap", "decap_pc"])
def test_kem_rows_stand_beside_figures_that_include_hashing(op: str) -> None:
    plain = simulation.published("encrypt" if "enc" in op else "decrypt", 128)
    assert simulation.published(op, 128) == plain | {"TDSC 2025": None}


def test_all_ten_sets_have_kem_rows_and_the_five_codes_the_others() -> None:
    wanted = simulation.plan([], simulation.KINDS)
    assert list(wanted) == list(params.names())
    assert all((kinds == ["kem"]) == name.endswith("f") for name, kinds in wanted.items())
    assert list(simulation.plan([], ["pke"])) == list(simulation.SIZES)
    assert simulation.plan(["mceliece348864f"], ["pke"]) == {"mceliece348864f": ["pke"]}


def test_kem_rows_have_the_bounds_that_are_promised() -> None:
    p = params.get("mceliece8192128")
    for suffix in ("", "_pc"):
        assert simulation.bound(p, f"encap{suffix}") == round(1.03 * p.pk_bytes / 8) + 8000
        assert simulation.bound(p, f"decap{suffix}") == 36_000
    assert simulation.bound(p, "encrypt") is simulation.bound(p, "textbook_decrypt") is None


def test_cached_keys_are_those_of_count_0_and_a_damaged_cache_is_made_anew(tmp_path: Path) -> None:
    p: Params = params.get("mceliece348864f")
    made = keycache.count0(p, tmp_path)
    pair = keygen.seeded_keygen(p, Drbg(kat.seeds(1)[0])(params.DELTA_BYTES))
    assert made == (pair.pk, pair.sk)
    (file,) = tmp_path.iterdir()
    kept = file.read_bytes()
    for damaged in (kept[:-1], kept[:100] + b"\xff" + kept[101:], b""):
        file.write_bytes(damaged)
        assert keycache.count0(p, tmp_path) == made
        assert file.read_bytes() == kept
