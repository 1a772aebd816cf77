# SPDX-License-Identifier: Apache-2.0
"""Every error the package raises has a code, a message and a cure, and stands in docs/errors.md."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from mce import error_list
from mce.cli_errors import reported
from mce.driver.device import JobError
from mce.errors import MceError
from mce.isa.spec import load

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "errors.md").read_text(encoding="utf-8")
LISTED = set(re.findall(r"^\| `([^`]+)` \|", PAGE, re.MULTILINE))
RAISED = error_list.collect()


def test_the_collection_finds_errors_of_every_layer() -> None:
    modules = {r.module.split(".")[1] for r in RAISED}
    assert {"cli_keys", "params", "isa", "driver", "backend", "vectors"} <= modules


@pytest.mark.parametrize("where", RAISED, ids=lambda r: f"{r.module}:{r.line}")
def test_every_error_says_code_message_and_cure(where: error_list.Raised) -> None:
    assert where.code.strip() and where.message.strip() and where.cure.strip()


def test_codes_are_short_words() -> None:
    codes = {r.code for r in RAISED} - {error_list.FILLED}
    assert [c for c in codes if not re.fullmatch(r"(…|[a-z0-9]+)(-[a-zA-Z0-9]+)*", c)] == []


def test_the_page_lists_the_codes_that_are_raised() -> None:
    assert {r.code for r in RAISED} - {error_list.FILLED} == LISTED, "run `make docs`"


def test_an_error_ends_a_command_with_one_line_and_status_2() -> None:
    app = typer.Typer()

    @app.command()
    @reported
    def fail() -> None:
        raise MceError("some-code", "what is wrong", "what to do")

    result = CliRunner().invoke(app, [])
    assert (result.exit_code, result.stderr) == (
        2, "error: [some-code] what is wrong (what to do)\n")  # fmt: skip


@pytest.mark.parametrize("name", [e.name for e in load().errors.values() if e.scope == "job"])
def test_job_errors_have_the_name_and_the_cure_of_the_instruction_set(name: str) -> None:
    entry = load().errors[name]
    error = JobError(entry.code, 7)
    assert (error.code, error.cure) == (name, entry.cure)
    assert error.message == f"instruction 7: {entry.meaning}"
