# SPDX-License-Identifier: Apache-2.0
"""The vector files as they are: read in full, right, and guarded in every field."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

import runner as bench
from mce import backend
from mce.vectors import plan, runner
from mce.vectors.handlers import HANDLERS
from mce.vectors.keys import key
from mce.vectors.plan import Unit
from mce.vectors.report import Tally, totals

REMARKS = {"name", "note", "origin", "source", "convention", "sk_layout", "rng_draws"}
"""Fields without a result; of a draw, only the words that are used matter."""


VECTORS = Path(
    os.environ.get("MCE_VECTORS", Path(__file__).resolve().parents[2].parent / "shared" / "vectors")
)


@pytest.fixture
def folder() -> Path:
    """The folder of the vector files; skips when it is absent."""
    if not VECTORS.is_dir():
        pytest.skip(f"no vector files in {VECTORS}: set MCE_VECTORS to the folder that has them")
    return VECTORS


def test_no_part_of_any_file_is_without_a_reader(folder: Path) -> None:
    files = sorted(folder.glob("*.json"))
    skips = {path.name: plan.plan_file(path).skips for path in files}
    assert len(files) >= 23 and not any(skips.values())


@pytest.mark.parametrize(
    "name", ["gf_units", "small_m8n128t4", "small_m9n256t8", "toy_n136t7m13f", "toy_n96t4m12"]
)
def test_small_file_passes_in_full(name: str, folder: Path) -> None:
    tallies = runner.run([folder / f"{name}.json"], runner.Options())
    passed, failed, skipped = totals(tallies)
    assert passed > 100 and (failed, skipped) == (0, 0)


def test_standard_file_passes_for_its_first_entries(folder: Path) -> None:
    tallies = runner.run([folder / "mceliece348864f.json"], runner.Options(limit=2))
    assert {t.section for t in tallies if t.passed} == {
        s for s in plan.SECTIONS if s.startswith(("vectors", "negative", "genpoly", "header"))
    } - {"negative.padding"} | {"decode"}
    assert totals(tallies)[1] == 0


def test_padding_cases_pass(folder: Path) -> None:
    options = runner.Options(sections=["padding"])
    assert totals(runner.run([folder / "mceliece6960119f.json"], options)) == (6, 0, 0)


def test_botan_data_pass(folder: Path) -> None:
    options = runner.Options(sections=["botan_negative", "botan_units"])
    assert totals(runner.run([folder / "official_digests.json"], options)) == (4, 0, 0)


def test_processes_find_the_same_as_one(folder: Path) -> None:
    files = [folder / "toy_n128t5m13.json", folder / "toy_n256t8m12f.json"]

    def counts(jobs: int) -> set[tuple[str, str, int, int, int]]:
        tallies = runner.run(files, runner.Options(jobs=jobs))
        return {(t.file, t.section, t.passed, t.failed, t.skipped) for t in tallies}

    assert counts(1) == counts(2)


ISS = ["small_m8n128t4", "small_m10n512t16", "toy_n48t2m12", "toy_n136t7m13f", "mceliece348864f"]


@pytest.mark.parametrize("name", ISS)
def test_programs_answer_whole_files(name: str, folder: Path) -> None:
    """All sections with given keys, with 1,128 error patterns in one of the files."""
    tallies = runner.run([folder / f"{name}.json"], runner.Options(backend="iss"))
    able = runner.select(backend.load("iss").sections or ())
    done = {t.section for t in tallies if t.passed}
    assert done == {t.section for t in tallies} & able and len(done) >= 3
    assert not any(t.failed for t in tallies)
    assert not any(t.skipped for t in tallies if t.section in able)


@pytest.mark.slow
@pytest.mark.parametrize("backend_name", ["iss", "rtl"])
def test_programs_answer_all_files(backend_name: str, folder: Path) -> None:
    if backend_name == "rtl" and not bench.have("verilator"):
        pytest.skip("verilator missing: run `make setup`")
    options = runner.Options(backend=backend_name, jobs=runner.default_jobs())
    passed, failed, _ = totals(runner.run(sorted(folder.glob("*.json")), options))
    assert passed > 5000 and not failed


def failures_of(unit: Unit) -> int:
    """Failed items when one unit runs alone."""
    (tally,) = runner.run_group([unit], "model")
    return tally.failed


def mutants(unit: Unit, value: Any, path: tuple[Any, ...] = ()) -> list[tuple[str, Unit]]:
    """The unit with one value changed, for each value in its data."""
    if isinstance(value, dict):
        parts = [(name, part) for name, part in value.items() if name not in REMARKS]
    elif isinstance(value, list) and value:
        parts = [(len(value) - 1, value[-1])]
    else:
        return [("/".join(map(str, path)), replaced(unit, path, changed(value)))]
    return [mutant for name, part in parts for mutant in mutants(unit, part, (*path, name))]


def changed(value: Any) -> Any:
    """A wrong value of the same type, still of the same length."""
    if isinstance(value, str):
        return value[:-1] + ("1" if value[-1:] in ("0", "2", "3") else "0")
    if isinstance(value, list):
        return ["matgen"]
    return 1 if value is None else value ^ 1


def replaced(unit: Unit, path: tuple[Any, ...], value: Any) -> Unit:
    """The unit with the value at a path of its data replaced."""
    data: Any = _copied(unit.data)
    place = data
    for name in path[:-1]:
        place = place[name]
    place[path[-1]] = value
    return Unit(unit.file, unit.section, unit.item, unit.handler, data, unit.key, unit.run)


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(part) for name, part in value.items()}
    return [_copied(part) for part in value] if isinstance(value, list) else value


GUARDED = {
    "vectors.keygen": "keygen",
    "vectors.encap": "encap",
    "vectors.decap": "decap",
    "negative.key": None,
    "negative.decaps": None,
    "negative.scripted_encaps": None,
    "negative.pc_decaps": None,
    "pke.word": None,
}
"""Handler -> part of the entry whose fields it must guard (None: all of it)."""


@pytest.mark.parametrize("handler", GUARDED)
def test_every_field_of_an_entry_is_guarded(handler: str, folder: Path) -> None:
    units = plan.plan_file(folder / "mceliece348864f.json").units
    unit = next(u for u in units if u.handler == handler)
    part = GUARDED[handler]
    value, path = (unit.data[part], (part,)) if part else (dict(unit.data), ())
    if handler == "negative.key":
        value = {name: value[name] for name in ("pk_sha256", "sk_sha256")}
    assert failures_of(unit) == 0
    for name, mutant in mutants(unit, value, path):
        assert failures_of(mutant) == 1, f"{handler}: {name} is not compared"


@pytest.mark.parametrize("section", ["keys.keygen", "keys.encaps", "keys.negative"])
def test_every_field_of_a_small_code_is_guarded(section: str, folder: Path) -> None:
    units = plan.plan_file(folder / "toy_n48t2m12.json").units
    unit = next(u for u in units if u.section == section)
    given = {n: v for n, v in unit.data.items() if n not in ("encaps", "negative", "drbg_seed")}
    given.pop("encaps_columns", None)
    assert failures_of(unit) == 0
    for name, mutant in mutants(unit, given):
        assert failures_of(mutant) == 1, f"{section}: {name} is not compared"


def test_every_handler_of_a_plan_exists(folder: Path) -> None:
    units = [u for path in folder.glob("*.json") for u in plan.plan_file(path).units]
    assert {u.handler for u in units} == set(HANDLERS)


def test_toy_file_has_all_1128_patterns_of_weight_2(folder: Path) -> None:
    units = plan.plan_file(folder / "toy_n48t2m12.json").units
    patterns = {
        tuple(u.data["e"]) for u in units if u.section == "keys.encaps" and "key 0" in u.item
    }
    assert len(patterns) == 1128


def test_key_is_generated_once_for_equal_references(folder: Path) -> None:
    units = plan.plan_file(folder / "toy_n96t4m12.json").units
    refs = [u.key for u in units if u.key is not None]
    assert len({id(key(ref)) for ref in refs}) == 2


def test_wrong_tally_is_not_hidden_by_a_merge() -> None:
    total, part = Tally("f", "s", passed=1), Tally("f", "s")
    part.fail("item", "field", 1, 2)
    total.merge(part)
    assert (total.passed, total.failed, len(total.failures)) == (1, 1, 1)
