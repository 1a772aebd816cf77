# SPDX-License-Identifier: Apache-2.0
"""build_check: a senseless build stops at elaboration, and the message says why."""

import subprocess

import pytest

from runner import ROOT, have

GOOD = {"M": 13, "N_MAX": 8192, "T_MAX": 128, "NUM_INST": 256, "NUM_REGS": 8, "AXIS_WIDTH": 64,
        "FIELDS": 1 << 12 | 1 << 13, "GF2MULT_FACTOR": 8}
BAD = [
    ({"M": 3}, "M_must_be_4_to_16"), ({"M": 17}, "M_must_be_4_to_16"),
    ({"N_MAX": 8193}, "N_MAX_must_be_at_most"),
    ({"FIELDS": 0}, "FIELDS_must_name"), ({"FIELDS": 1 << 14}, "FIELDS_must_name"),
    ({"NUM_REGS": 2}, "NUM_REGS_must"), ({"NUM_REGS": 12}, "NUM_REGS_must"),
    ({"NUM_REGS": 64}, "NUM_REGS_must"),
    ({"NUM_INST": 100}, "NUM_INST_must"), ({"NUM_INST": 32}, "NUM_INST_must"),
    ({"NUM_INST": 8192}, "NUM_INST_must"),
    ({"AXIS_WIDTH": 16}, "AXIS_WIDTH_must"), ({"AXIS_WIDTH": 96}, "AXIS_WIDTH_must"),
    ({"AXIS_WIDTH": 1024}, "AXIS_WIDTH_must"),
    ({"T_MAX": 1}, "T_MAX_must"), ({"GF2MULT_FACTOR": 0}, "GF2MULT_FACTOR_must"),
    ({"GF2MULT_FACTOR": 33}, "GF2MULT_FACTOR_must"),
]

pytestmark = pytest.mark.skipif(
    not have("icarus"), reason="icarus missing: apt-get install iverilog"
)


def elaborate(changes: dict[str, int]) -> subprocess.CompletedProcess[str]:
    """Elaborate build_check alone with Icarus."""
    values = [f"-Pbuild_check.{k}={v}" for k, v in (GOOD | changes).items()]
    command = ["iverilog", "-g2005", "-t", "null", "-s", "build_check", *values,
               str(ROOT / "rtl" / "ctrl" / "build_check.v")]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_the_default_build_elaborates():
    assert elaborate({}).returncode == 0


@pytest.mark.parametrize(("changes", "words"), BAD)
def test_a_senseless_build_stops_with_words(changes, words):
    done = elaborate(changes)
    assert done.returncode != 0
    assert f"mce_error_{words}" in done.stdout + done.stderr
