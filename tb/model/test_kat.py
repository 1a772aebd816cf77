# SPDX-License-Identifier: Apache-2.0
"""Known-answer files: their text, their published digests, and runs that are resumed."""

from __future__ import annotations

import hashlib
import importlib
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.testing import CliRunner, Result

from mce import cli_vectors, kat, params, spec
from mce.errors import FormatError, MceError, ParameterError

APP = typer.Typer()
cli_vectors.register(APP)

FAST = "mceliece348864f"
"""The set with the fastest key generation."""


def mce(*arguments: str | Path) -> Result:
    return CliRunner().invoke(APP, [str(argument) for argument in arguments])


def text_of(name: str, counts: range, style: str = "nist") -> str:
    text = kat.Text(name, style)
    records = kat.generate(name, counts, style)
    return "".join(text.piece(c, r) for c, r in zip(counts, records, strict=True))


def test_first_seed_is_that_of_the_submission() -> None:
    assert kat.seeds(1)[0].hex() == (
        "061550234d158c5ec95595fe04ef7a25767f2e24cc2bc479d09d86dc9abcfde7"
        "056a8c266f9ef97ed08541dbd2e1ffa1"
    )


@pytest.mark.parametrize("name", params.names())
def test_every_set_has_every_published_digest(name: str) -> None:
    assert set(kat.published()["sets"][name]) == set(kat.published()["digests"])


@pytest.mark.parametrize("name", [n for n in params.names() if n.endswith("f")])
def test_count_0_has_the_published_digest(name: str) -> None:
    text = text_of(name, range(1))
    published = kat.published()["sets"][name]["single_sha256"]
    assert hashlib.sha256(text.encode()).hexdigest() == published


def test_counts_0_to_9_have_the_published_digests() -> None:
    result = mce("kat", FAST, "--digest")
    words = [line.split() for line in result.output.splitlines()]
    assert result.exit_code == 0
    assert {w[1]: w[3] for w in words} == {
        "single_sha256": "matches",
        "all_sha256": "matches",
        "fields_shake256": "matches",
        "rust_md5": "not",
    }


@pytest.mark.slow
@pytest.mark.parametrize("name", params.names())
def test_counts_0_to_9_have_the_published_digests_in_all_sets(name: str) -> None:
    assert mce("kat", name, "--digest").exit_code == 0


@pytest.mark.slow
@pytest.mark.parametrize("name", params.names())
def test_counts_0_to_99_have_the_published_digest(name: str, tmp_path: Path) -> None:
    result = mce("kat", name, "--counts", "0-99", "--style", "rust", "--digest")
    assert result.exit_code == 0
    assert result.output.splitlines()[-1].split()[1:4:2] == ["rust_md5", "matches"]


def test_independent_implementation_opens_the_ciphertexts() -> None:
    importlib.import_module("pqcrypto.kem")
    other: Any = importlib.import_module("pqcrypto.kem.mceliece_348864f")
    for record in kat.generate(FAST, range(4)):
        assert other.decaps(record["sk"], record["ct"]) == record["ss"]


def test_digest_that_differs_ends_with_status_1(monkeypatch: pytest.MonkeyPatch) -> None:
    digests = kat.published()["digests"]
    wrong = {"digests": digests, "sets": {FAST: {"single_sha256": "00"}}}
    monkeypatch.setattr(kat, "published", lambda: wrong)
    result = mce("kat", FAST, "--counts", "0", "--digest")
    assert result.exit_code == 1 and "DIFFERS" in result.output


def test_record_is_text_of_upper_case_digits() -> None:
    record = {name: bytes([0xAB, i]) for i, name in enumerate(kat.FIELDS["nist"])}
    assert kat.record_text(7, record) == (
        "count = 7\nseed = AB00\npk = AB01\nsk = AB02\nct = AB03\nss = AB04\n"
    )


def test_records_are_separated_by_one_blank_line() -> None:
    record = {name: b"" for name in kat.FIELDS["nist"]}
    text = kat.Text(FAST, "nist")
    whole = text.piece(0, record) + text.piece(1, record)
    assert whole == kat.record_text(0, record) + "\n" + kat.record_text(1, record)


def test_rust_layout_has_a_header_and_a_second_key_that_differs() -> None:
    assert text_of(FAST, range(1), "rust").startswith("# kem/mceliece348864f\n\ncount = 0\n")
    (record,) = kat.generate(FAST, range(1), "rust")
    assert tuple(record) == kat.FIELDS["rust"]
    assert record["pk"] != record["pk_kem"]


def test_second_key_of_the_rust_layout_depends_on_the_counts_before() -> None:
    first, second = kat.generate(FAST, range(2), "rust")
    (alone,) = kat.generate(FAST, range(1, 2), "rust")
    assert alone == second and first["pk_kem"] != second["pk_kem"]


def test_without_options_the_text_goes_to_stdout() -> None:
    assert mce("kat", FAST, "--counts", "0").output == text_of(FAST, range(1))


def test_file_holds_the_text_of_its_counts(tmp_path: Path) -> None:
    path = tmp_path / "kat.rsp"
    assert mce("kat", FAST, "--counts", "1-2", "--out", path, "--jobs", "2").exit_code == 0
    assert path.read_text() == text_of(FAST, range(1, 3))


@pytest.mark.parametrize("keep", [0, 1000, 540_000])
def test_run_that_was_cut_short_goes_on_where_it_ended(
    keep: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "kat.rsp"
    mce("kat", FAST, "--counts", "0-1", "--out", path)
    whole = path.read_text()
    path.write_text(whole[:keep] if keep > 1000 or not keep else whole[:-keep])
    made: list[Any] = []
    make = kat._make

    def counted(name: str, job: Any) -> kat.Record:
        made.append(job)
        return make(name, job)

    monkeypatch.setattr(kat, "_make", counted)
    assert mce("kat", FAST, "--counts", "0-1", "--out", path, "--jobs", "1").exit_code == 0
    assert path.read_text() == whole
    assert len(made) == 2  # the kept record once more as a check, or two anew


def test_file_of_another_set_is_refused_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "kat.rsp"
    mce("kat", FAST, "--counts", "0", "--out", path)
    before = path.read_bytes()
    result = mce("kat", "mceliece348864", "--counts", "0", "--out", path)
    assert result.exit_code == 2 and "[kat-file]" in result.output
    assert path.read_bytes() == before


@pytest.mark.parametrize("contents", ["something else\n", "count = 5\n"])
def test_file_that_is_no_response_file_is_refused_and_kept(contents: str, tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text(contents)
    result = mce("kat", FAST, "--counts", "0", "--out", path)
    assert result.exit_code == 2 and "[kat-file]" in result.output
    assert path.read_text() == contents


def test_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "notes.bin"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(MceError, match="kat-file"):
        kat.ResponseFile(path, FAST, range(1), "nist")


def test_file_that_cannot_be_written_is_an_error(tmp_path: Path) -> None:
    result = mce("kat", FAST, "--counts", "0", "--out", tmp_path / "none" / "kat.rsp")
    assert result.exit_code == 2 and "[file-write]" in result.output


@pytest.mark.parametrize(
    ("text", "counts"), [("7", range(7, 8)), ("0-9", range(10)), ("3-3", range(3, 4))]
)
def test_counts_are_one_number_or_a_range(text: str, counts: range) -> None:
    assert kat.parse_counts(text) == counts


@pytest.mark.parametrize("text", ["", "9-0", "1-", "-1", "a", "0-10000", "1-2-3"])
def test_other_counts_are_refused(text: str) -> None:
    with pytest.raises(ParameterError, match="counts"):
        kat.parse_counts(text)


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("mceliece1",), "unknown-set"),
        ((FAST, "--style", "go"), "style"),
        ((FAST, "--counts", "9-0"), "counts"),
        ((FAST, "--counts", "1-2", "--digest"), "counts"),
    ],
)
def test_bad_arguments_end_with_status_2(arguments: tuple[str, ...], code: str) -> None:
    result = mce("kat", *arguments)
    assert result.exit_code == 2 and f"[{code}]" in result.output


def test_set_without_published_digest_kind_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "official_digests.yml").write_text("digests: {a: {}}\nsets: {x: {b: '00'}}\n")
    monkeypatch.setattr(spec, "SPEC_DIR", tmp_path)
    kat.published.cache_clear()
    with pytest.raises(FormatError, match="spec-keys"):
        kat.published()
    kat.published.cache_clear()


def test_seeds_are_all_different() -> None:
    drawn = sorted(kat.seeds(100))
    assert all(a != b for a, b in pairwise(drawn))
