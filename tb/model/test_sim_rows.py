# SPDX-License-Identifier: Apache-2.0
"""`mce sim`: which rows it makes, and which published figures stand beside them."""

from __future__ import annotations

import pytest
import typer
from typer.testing import CliRunner

from mce import cli_sim, simulation

APP = typer.Typer()
cli_sim.register(APP)


def test_textbook_rows_stand_beside_figures_for_dense_keys_only() -> None:
    for op in ("encrypt", "decrypt"):
        plain = simulation.published(op, 128)
        dense = simulation.published(f"textbook_{op}", 128)
        assert dense == plain | {"TCHES 2022": None}
        assert dense["TDSC 2025"] is not None


@pytest.mark.parametrize("rows", ["kem", "", "pke,kem"])
def test_an_unknown_group_of_rows_is_refused(rows: str) -> None:
    result = CliRunner().invoke(APP, ["--rows", rows])
    assert result.exit_code == 2
    assert "[sim-rows]" in result.output
