# SPDX-License-Identifier: Apache-2.0
"""A senseless build stops at elaboration, in both simulators, and the message says why."""

from __future__ import annotations

import re
import subprocess

import pytest

from mce.backend_rtl import build_for
from mce.errors import ParameterError
from mce.iss import Core
from mce.params import Params
from runner import INCLUDES, ROOT, closure, sims

Values = dict[str, int]

GOOD = {"M": 13, "N_MAX": 8192, "T_MAX": 128, "NUM_INST": 256, "NUM_REGS": 8, "AXIS_WIDTH": 64,
        "FIELDS": 1 << 12 | 1 << 13, "GF2MULT_FACTOR": 8, "HASH": 1,
        "POINTS": 2, "GATHER_PORTS": 4, "BATCH": 1}
FOUR = {"M": 4, "N_MAX": 16, "T_MAX": 2, "FIELDS": 1 << 4}
# The limits of every rule, from the side that is allowed.
SOUND: list[Values] = [
    {}, FOUR, FOUR | {"N_MAX": 9}, FOUR | {"T_MAX": 3},
    {"M": 16, "N_MAX": 65536, "FIELDS": 1 << 16},
    {"M": 16, "N_MAX": 65536, "FIELDS": 0x1FFF0, "T_MAX": 2},
    {"N_MAX": 1537}, {"N_MAX": 25, "T_MAX": 2},
    {"NUM_REGS": 4}, {"NUM_REGS": 16}, {"NUM_REGS": 32}, {"NUM_INST": 64}, {"NUM_INST": 4096},
    {"AXIS_WIDTH": 32}, {"AXIS_WIDTH": 128}, {"AXIS_WIDTH": 256}, {"AXIS_WIDTH": 512},
    {"GF2MULT_FACTOR": 1}, {"GF2MULT_FACTOR": 3}, {"GF2MULT_FACTOR": 32},
    {"HASH": 0}, {"HASH": 2}, {"BATCH": 2, "GATHER_PORTS": 2}, {"BATCH": 4},
    {"HASH": 0}, {"HASH": 2}, {"POINTS": 4}, {"POINTS": 4, "T_MAX": 5}, {"GATHER_PORTS": 2},
]
FIELDS_RULE = "FIELDS_must_name_fields_from_4_up_to_M"
SHORT_RULE = "N_MAX_is_too_small_for_a_code_with_t_2_in_a_field_of_FIELDS"
T_RULE = "T_MAX_is_larger_than_N_MAX_or_2_to_the_m_over_m_allows_in_any_field"
BAD: list[tuple[Values, str]] = [
    ({"M": 3, "N_MAX": 8}, "M_must_be_4_to_16"), ({"M": 17}, "M_must_be_4_to_16"),
    ({"M": 0, "N_MAX": 1}, "M_must_be_4_to_16"),
    ({"N_MAX": 8193}, "N_MAX_must_be_at_most_2_to_the_M"),
    (FOUR | {"N_MAX": 17}, "N_MAX_must_be_at_most_2_to_the_M"),
    ({"FIELDS": 0}, FIELDS_RULE), ({"FIELDS": 1 << 14}, FIELDS_RULE),
    ({"FIELDS": 1 << 16 | 1 << 13}, FIELDS_RULE), ({"FIELDS": 1 << 13 | 1}, FIELDS_RULE),
    ({"FIELDS": 1 << 13 | 1 << 3}, FIELDS_RULE),
    (FOUR | {"FIELDS": 1 << 5}, FIELDS_RULE), (FOUR | {"N_MAX": 8}, SHORT_RULE),
    ({"N_MAX": 24, "T_MAX": 2}, SHORT_RULE), ({"N_MAX": 0, "T_MAX": 2}, SHORT_RULE),
    ({"N_MAX": 1536}, T_RULE), (FOUR | {"T_MAX": 4}, T_RULE),
    ({"M": 8, "N_MAX": 256, "FIELDS": 1 << 8}, T_RULE),
    ({"NUM_REGS": 2}, "NUM_REGS_must_be_4_8_16_or_32"),
    ({"NUM_REGS": 12}, "NUM_REGS_must_be_4_8_16_or_32"),
    ({"NUM_REGS": 64}, "NUM_REGS_must_be_4_8_16_or_32"),
    ({"NUM_INST": 100}, "NUM_INST_must_be_a_power_of_two_from_64_to_4096"),
    ({"NUM_INST": 32}, "NUM_INST_must_be_a_power_of_two_from_64_to_4096"),
    ({"NUM_INST": 8192}, "NUM_INST_must_be_a_power_of_two_from_64_to_4096"),
    ({"AXIS_WIDTH": 16}, "AXIS_WIDTH_must_be_32_64_128_256_or_512"),
    ({"AXIS_WIDTH": 96}, "AXIS_WIDTH_must_be_32_64_128_256_or_512"),
    ({"AXIS_WIDTH": 1024}, "AXIS_WIDTH_must_be_32_64_128_256_or_512"),
    ({"T_MAX": 1}, "T_MAX_must_be_2_or_more"), ({"T_MAX": 0}, "T_MAX_must_be_2_or_more"),
    ({"GF2MULT_FACTOR": 0}, "GF2MULT_FACTOR_must_be_1_to_32"),
    ({"GF2MULT_FACTOR": 33}, "GF2MULT_FACTOR_must_be_1_to_32"),
    ({"HASH": 3}, "HASH_must_be_0_none_1_planes_or_2_rounds"),
    ({"HASH": -1}, "HASH_must_be_0_none_1_planes_or_2_rounds"),
    ({"BATCH": 3}, "BATCH_must_be_1_2_or_4"), ({"BATCH": 0}, "BATCH_must_be_1_2_or_4"),
    ({"BATCH": 4, "GATHER_PORTS": 2}, "BATCH_4_needs_GATHER_PORTS_4"),
    ({"POINTS": 3}, "POINTS_must_be_2_or_4"), ({"POINTS": 1}, "POINTS_must_be_2_or_4"),
    ({"POINTS": 4, "GATHER_PORTS": 2}, "POINTS_4_needs_GATHER_PORTS_4"),
    ({"POINTS": 4, "T_MAX": 4}, "POINTS_4_needs_T_MAX_of_5_or_more"),
    ({"GATHER_PORTS": 3}, "GATHER_PORTS_must_be_2_or_4"),
]
UNIT_RULE = "FIELDS_has_a_field_above_M_or_with_a_chain_too_short_for_T_MAX"
EVAL_GOOD = {"M": 13, "N_MAX": 8192, "T_MAX": 128, "AXIS_WIDTH": 64, "FIELDS": 1 << 13}
# Chains of the small fields are too short for a large T_MAX; no such field at all; above M.
EVAL_BAD: list[tuple[Values, str]] = [
    ({"FIELDS": 1 << 13 | 1 << 10}, UNIT_RULE), ({"FIELDS": 1 << 13 | 1 << 3}, UNIT_RULE),
    ({"FIELDS": 1 << 14}, UNIT_RULE),
    ({"M": 5, "N_MAX": 32, "T_MAX": 5, "FIELDS": 1 << 5}, UNIT_RULE),
    ({"M": 10, "N_MAX": 1024, "T_MAX": 65, "FIELDS": 1 << 10}, UNIT_RULE),
    ({"N_MAX": 8193}, "N_MAX_exceeds_2_to_the_M"),
]


def elaborate(top: str, values: Values, sim: str) -> subprocess.CompletedProcess[str]:
    """Elaborate `top` and no more."""
    sources = [str(path) for path in closure(top)]
    includes = [f"-I{path}" for path in INCLUDES]
    if sim == "icarus":
        chosen = [f"-P{top}.{k}={v}" for k, v in values.items()]
        command = ["iverilog", "-g2005", "-t", "null", "-s", top, *chosen]
    else:
        chosen = [f"-G{k}={v}" for k, v in values.items()]
        command = ["verilator", "--lint-only", "-Wno-WIDTH", "--top-module", top, *chosen]
    return subprocess.run([*command, *includes, *sources], capture_output=True, text=True,
                          check=False, timeout=120)


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("changes", SOUND, ids=str)
def test_a_sound_build_elaborates(changes: Values, sim: str) -> None:
    done = elaborate("build_check", GOOD | changes, sim)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize(("changes", "words"), BAD, ids=str)
def test_a_senseless_build_stops_with_words(changes: Values, words: str, sim: str) -> None:
    done = elaborate("build_check", GOOD | changes, sim)
    assert done.returncode != 0
    assert f"mce_error_{words}" in done.stdout + done.stderr


@pytest.mark.parametrize("changes", SOUND, ids=str)
def test_the_model_of_a_core_takes_a_sound_build(changes: Values) -> None:
    Core.from_parameters(GOOD | changes)


@pytest.mark.parametrize("changes", [changes for changes, _ in BAD], ids=str)
def test_the_model_of_a_core_refuses_what_elaboration_refuses(changes: Values) -> None:
    with pytest.raises(ParameterError) as caught:
        Core.from_parameters(GOOD | changes)
    assert caught.value.code == "build" and "chain" not in caught.value.message


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize(("changes", "words"), EVAL_BAD, ids=str)
def test_the_evaluation_unit_stops_with_words(changes: Values, words: str, sim: str) -> None:
    done = elaborate("eval_unit", EVAL_GOOD | changes, sim)
    assert done.returncode != 0
    assert f"eval_unit_error_{words}" in done.stdout + done.stderr


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize(("changes", "words"), [
    ({"N_MAX": 1536}, f"mce_error_{T_RULE}"), ({"NUM_REGS": 12}, "mce_error_NUM_REGS_must"),
    ({"M": 10, "FIELDS": 1 << 10, "N_MAX": 1024, "T_MAX": 65}, f"eval_unit_error_{UNIT_RULE}"),
])
def test_the_whole_core_stops_with_words(changes: Values, words: str, sim: str) -> None:
    done = elaborate("mce_top", GOOD | changes, sim)
    assert done.returncode != 0
    assert words in done.stdout + done.stderr


@pytest.mark.parametrize("code", [(4, 16, 3), (5, 32, 4), (6, 64, 9), (7, 128, 17), (8, 255, 31),
                                  (10, 1023, 60), (11, 2048, 180), (12, 4096, 160), (16, 9999, 20)],
                         ids=str)
def test_the_build_that_the_backend_chooses_for_a_code_elaborates(
        code: tuple[int, int, int]) -> None:
    m, n, t = code
    chosen = {k: int(str(v)) for k, v in build_for(Params("", m, n, t, ())).items()}
    assert chosen["T_MAX"] >= t
    for top in ("build_check", "eval_unit"):
        values = {k: v for k, v in (GOOD | chosen).items() if top == "build_check"
                  or k in EVAL_GOOD}
        done = elaborate(top, values, "verilator")
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_backend_refuses_a_code_whose_field_has_too_short_a_chain() -> None:
    with pytest.raises(ParameterError, match="chain of m = 5"):
        build_for(Params("", 5, 32, 6, ()))


def test_every_message_of_the_sources_has_a_test() -> None:
    tested = {f"mce_error_{words}" for _, words in BAD}
    tested |= {f"eval_unit_error_{words}" for _, words in EVAL_BAD}
    found: set[str] = set()
    for path in (ROOT / "rtl").rglob("*.v"):
        found |= set(re.findall(r"\b(?:mce|eval_unit)_error_\w*[A-Za-z]\w*", path.read_text()))
    assert found == tested


def test_every_message_stands_in_the_manual() -> None:
    page = (ROOT / "docs" / "parameters.md").read_text()
    missing = [words for _, words in [*BAD, *EVAL_BAD] if words not in page]
    assert not missing, missing
