# SPDX-License-Identifier: Apache-2.0
"""The vector runner: what it counts, prints and returns on files written here."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from mce import backend, cli_vectors, kem, keygen, params
from mce.backend import Decoded, DecodeJob
from mce.backend_model import ModelBackend
from mce.errors import MceError
from mce.vectors.plan import SECTIONS
from mce.vectors.runner import select

APP = typer.Typer()
cli_vectors.register(APP)

GOOD = [[2, 2, 4], [3, 5, 15]]
"""Products in GF(2^12) that need no reduction."""


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def run(folder: Path, document: Any, *options: str) -> tuple[int, list[str]]:
    """Exit status and output lines for a file with these contents."""
    path = folder / "hand.json"
    path.write_text(json.dumps(document))
    result = mce("vectors", path, "--jobs", "1", *options)
    return result.exit_code, result.output.splitlines()


def small_file(delta: bytes = bytes(range(32))) -> dict[str, Any]:
    """A file of one key of a small code; its values come from the model."""
    code = params.custom(8, 64, 2, {0: 6, 1: 1}, name="hand_m8n64t2")
    pair = keygen.seeded_keygen(code, delta)
    ct = "03" + "00" * (code.ct_bytes - 1)
    return {
        "parameter_set": code.name,
        "m": 8,
        "n": 64,
        "t": 2,
        "F_y": {"coeffs_below_y^t": {"0": 6, "1": 1}},
        "keys": [
            {
                "delta": delta.hex(),
                "attempts": pair.attempts,
                "pk": pair.pk.hex(),
                "encaps": [{"e": [0, 1], "ct": ct}],
            }
        ],
    }


def with_ss(document: dict[str, Any]) -> dict[str, Any]:
    """The same with the session key that the encapsulation section needs."""
    code = params.from_description(document)
    entry = document["keys"][0]
    pair = keygen.seeded_keygen(code, bytes.fromhex(entry["delta"]))
    row = entry["encaps"][0]
    row["ss"] = kem.decapsulate(code, pair.sk, bytes.fromhex(row["ct"])).ss.hex()
    return document


def test_right_values_pass_with_status_0(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"m12": {"mul": GOOD}})
    assert (status, lines[-1]) == (0, "2 passed, 0 failed, 0 skipped")


def test_wrong_value_fails_with_status_1_and_is_named_in_full(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"m12": {"mul": [*GOOD, [2, 2, 5]]}})
    assert (status, lines[-1]) == (1, "2 passed, 1 failed, 0 skipped")
    assert "FAIL hand.json gf_units.mul [m12 2] mul(2, 2): expected 5, got 4" in lines


def test_each_section_has_a_line_with_its_counts(tmp_path: Path) -> None:
    _, lines = run(tmp_path, {"m12": {"mul": GOOD, "inv": [[1, 1]]}})
    assert [line.split() for line in lines[:-1]] == [
        ["hand.json", "gf_units.mul", "2", "passed,", "0", "failed,", "0", "skipped"],
        ["hand.json", "gf_units.inv", "1", "passed,", "0", "failed,", "0", "skipped"],
    ]


def test_unknown_section_is_skipped_with_a_reason(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"m12": {"mul": GOOD}, "frobnicate": [1]})
    assert (status, lines[-1]) == (0, "2 passed, 0 failed, 1 skipped")
    assert any(line.endswith("1 skipped: unknown section 'frobnicate'") for line in lines)


def test_only_unknown_sections_end_with_status_1(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"frobnicate": [1]})
    assert (status, lines[-1]) == (1, "0 passed, 0 failed, 1 skipped")


def test_unknown_field_is_skipped_and_the_others_are_compared(tmp_path: Path) -> None:
    document = small_file()
    document["keys"][0] |= {"colour": "blue", "pk": "00"}
    _, lines = run(tmp_path, document, "--section", "keygen")
    assert lines[-1] == "0 passed, 1 failed, 1 skipped"
    assert any("unknown field 'colour'" in line for line in lines)


def test_entry_without_a_needed_field_is_a_failure_not_a_crash(tmp_path: Path) -> None:
    status, lines = run(tmp_path, small_file(), "--section", "keys.encaps")
    assert (status, lines[-1]) == (1, "0 passed, 1 failed, 0 skipped")
    assert any("KeyError: 'ss'" in line for line in lines)


def test_entry_that_is_no_object_is_skipped(tmp_path: Path) -> None:
    document = small_file()
    document["keys"][0]["encaps"] = ["text"]
    _, lines = run(tmp_path, document, "--section", "keys.encaps")
    assert lines[-1] == "0 passed, 0 failed, 1 skipped"


def test_key_without_a_seed_is_skipped_with_a_reason(tmp_path: Path) -> None:
    document = small_file()
    del document["keys"][0]["delta"]
    _, lines = run(tmp_path, document)
    assert any("neither drbg_seed nor delta" in line for line in lines)


def test_keys_without_a_parameter_set_are_skipped_with_a_reason(tmp_path: Path) -> None:
    _, lines = run(tmp_path, {"keys": small_file()["keys"]})
    assert any("names no parameter set" in line for line in lines)


def test_small_code_passes_in_every_section(tmp_path: Path) -> None:
    status, lines = run(tmp_path, with_ss(small_file()))
    assert (status, lines[-1]) == (0, "4 passed, 0 failed, 0 skipped")


def test_wrong_header_fails(tmp_path: Path) -> None:
    _, lines = run(tmp_path, small_file() | {"k": 1}, "--section", "header")
    assert any("[hand_m8n64t2] k: expected 1, got 48" in line for line in lines)


def test_section_option_runs_only_that_section(tmp_path: Path) -> None:
    _, lines = run(tmp_path, {"m12": {"mul": GOOD, "inv": [[1, 1]]}}, "--section", "inv")
    assert lines[-1] == "1 passed, 0 failed, 0 skipped"


def test_section_that_the_file_does_not_have_ends_with_status_1(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {"m12": {"mul": GOOD}}, "--section", "pke")
    assert (status, lines) == (1, ["0 passed, 0 failed, 0 skipped"])


def test_limit_counts_the_rest_as_skipped(tmp_path: Path) -> None:
    _, lines = run(tmp_path, {"m12": {"mul": GOOD * 3}}, "--limit", "2")
    assert lines[-1] == "2 passed, 0 failed, 4 skipped"


def test_long_values_are_cut_around_the_difference(tmp_path: Path) -> None:
    document = small_file()
    pk = document["keys"][0]["pk"]
    document["keys"][0]["pk"] = pk[:-1] + ("0" if pk[-1] != "0" else "1")
    _, lines = run(tmp_path, document, "--section", "keygen")
    (line,) = (line for line in lines if line.startswith("FAIL"))
    assert len(line) < 400 and f"of {len(pk)})" in line


@pytest.mark.parametrize(
    ("text", "message"),
    [("{", "is not JSON"), ("[]", "holds no object"), (None, "cannot read")],
)
def test_file_that_is_no_vector_file_ends_with_status_2(
    tmp_path: Path, text: str | None, message: str
) -> None:
    path = tmp_path / "bad.json"
    if text is not None:
        path.write_text(text)
    result = mce("vectors", path)
    assert result.exit_code == 2
    assert "[vector-file]" in result.output and message in result.output


def test_section_that_does_not_exist_ends_with_status_2(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {}, "--section", "decoding")
    assert status == 2 and "[unknown-section]" in lines[-1]


def test_backend_that_does_not_exist_ends_with_status_2(tmp_path: Path) -> None:
    status, lines = run(tmp_path, {}, "--backend", "fpga")
    assert status == 2 and "[backend]" in lines[-1]


def test_backend_that_does_not_import_names_the_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "mce.backend_rtl", None)
    with pytest.raises(MceError) as caught:
        backend.load("rtl")
    assert caught.value.code == "backend-setup" and "make setup" in caught.value.cure


@pytest.mark.parametrize("section", SECTIONS)
def test_sections_are_found_by_full_and_by_last_name(section: str) -> None:
    assert select([section]) == {section}
    assert section in select([section.rsplit(".", maxsplit=1)[-1]])


class FakeBackend(ModelBackend):
    """The model, with one thing wrong."""

    name = "fake"
    whole_files = True
    sections = frozenset({"pke", "decode"})

    def __init__(self, fault: str) -> None:
        self.fault = fault
        self.calls: list[int] = []

    def decode_words(self, jobs: Sequence[DecodeJob]) -> list[Decoded]:
        self.calls.append(len(jobs))
        if self.fault == "raise":
            raise RuntimeError("simulator stopped")
        good = super().decode_words(jobs)
        wrong: dict[str, Callable[[Decoded], Decoded]] = {
            "errors": lambda d: Decoded(bytes(len(d.errors)), True, True, True),
            "weight_flag": lambda d: Decoded(d.errors, False, True, True),
            "recheck_flag": lambda d: Decoded(d.errors, True, False, True),
            "decode_ok": lambda d: Decoded(d.errors, True, True, False),
        }
        first = wrong[self.fault](good[0]) if self.fault in wrong else good[0]
        return [first, *good[1:]]


def run_with(
    fake: FakeBackend, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> tuple[int, list[str]]:
    monkeypatch.setattr(backend, "load", lambda _: fake)
    document = with_ss(small_file())
    document["keys"].append(with_ss(small_file(bytes(range(1, 33))))["keys"][0])
    return run(tmp_path, document)


@pytest.mark.parametrize("fault", ["errors", "weight_flag", "recheck_flag", "decode_ok"])
def test_wrong_answer_of_a_backend_fails_with_the_field(
    fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, lines = run_with(FakeBackend(fault), monkeypatch, tmp_path)
    assert status == 1 and "1 passed, 1 failed" in lines[-1]
    assert any(line.startswith("FAIL hand.json decode") and fault in line for line in lines)


def test_backend_gets_all_words_of_a_file_in_one_batch(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    fake = FakeBackend("none")
    status, lines = run_with(fake, monkeypatch, tmp_path)
    assert (status, fake.calls) == (0, [2])
    assert "2 passed, 0 failed" in lines[-1]


def test_sections_that_a_backend_cannot_run_are_skipped_with_a_reason(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    _, lines = run_with(FakeBackend("none"), monkeypatch, tmp_path)
    assert any("the fake backend leaves this section to the model" in line for line in lines)


def test_backend_that_breaks_down_fails_its_entries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    status, lines = run_with(FakeBackend("raise"), monkeypatch, tmp_path)
    assert status == 1
    assert sum("RuntimeError: simulator stopped" in line for line in lines) == 2
