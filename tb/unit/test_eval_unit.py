# SPDX-License-Identifier: Apache-2.0
"""eval_unit: syndromes, roots, re-check, cycle counts, kill and wipe, on several builds."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from runner import sims, simulate

WRAP = Path(__file__).with_name("eval_wrap.v")

FUNCTION = (
    "esyn_gives_the_power_sums",
    "esyn_takes_the_last_position_when_n_is_2_to_the_m",
    "eroot_finds_the_roots",
    "eval_sends_the_values",
    "eval_keeps_the_weights_and_sums",
)

@dataclass(frozen=True)
class Case:
    """One build of eval_wrap and the runs "m:t" of the cocotb side on it."""

    m_max: int
    t_max: int
    fields: tuple[int, ...]
    width: int
    runs: str
    points: int = 2

    def run(self, sim: str, dump: bool = False, tests: tuple[str, ...] | None = None) -> None:
        """Build and run all tests or some; dump also reads the state after a wipe (Icarus)."""
        parameters = {"M": self.m_max, "T_MAX": self.t_max, "AXIS_WIDTH": self.width,
                      "FIELDS": sum(1 << m for m in self.fields), "POINTS": self.points}
        env = {"M": str(self.m_max), "T_MAX": str(self.t_max), "AXIS_WIDTH": str(self.width),
               "FIELD_LIST": " ".join(map(str, self.fields)), "CASES": self.runs,
               "DUMP": str(int(dump)), "POINTS": str(self.points)}
        simulate("eval_wrap", "eval_unit_tb", sim=sim, parameters=parameters, env=env,
                 testcase=tests, extra_sources=[WRAP])


SMALL = {
    "m4-t2": Case(4, 2, (4,), 64, "4:2"),
    "m5-t2": Case(5, 2, (5,), 32, "5:2"),
    "m5-t3": Case(5, 3, (5,), 128, "5:3 5:2"),
    "m5-t4": Case(5, 4, (4, 5), 512, "5:4 5:3 4:2"),
    "m6-t16": Case(6, 16, (6,), 256, "6:9 6:16"),
    "m6-t3": Case(6, 3, (5, 6), 32, "6:3 5:2"),
    "m8-t16": Case(8, 16, (7, 8), 32, "8:16 7:5"),
    "m6-t8-four": Case(6, 8, (4, 6), 64, "6:8 6:5 4:3 4:2", 4),
    "m7-t16-four": Case(7, 16, (6, 7), 32, "7:16 6:5", 4),
}


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("name", SMALL)
def test_small_builds(sim, name):
    SMALL[name].run(sim, dump=True)


def test_full_size():
    Case(13, 128, (12, 13), 64, "13:128 12:64 13:119 13:96 13:2 12:5 13:3").run("verilator")


def test_full_size_with_four_points():
    Case(13, 128, (12, 13), 64, "13:128 12:64", 4).run("verilator")


def test_three_fields():
    Case(10, 16, (8, 9, 10), 128, "10:16 9:8 8:4 10:13 10:2").run("verilator")


def test_one_block_of_points():
    """T_MAX so large that a block of the transposed pipeline is the whole field."""
    for points in (2, 4):
        Case(8, 128, (8,), 64, "8:128 8:15", points).run("verilator")


def test_256_errors():
    runs = "14:160 14:255 14:256 13:160 13:255 13:256"
    Case(14, 256, (13, 14), 64, runs).run("verilator", tests=FUNCTION)


def test_largest_field():
    """Positions of all 16 bits: 0xffff counts when n = 65536."""
    Case(16, 4, (16,), 64, "16:4 16:3").run("verilator", tests=FUNCTION)
