# SPDX-License-Identifier: Apache-2.0
"""eval_unit: syndromes, roots, re-check, cycle counts, kill and wipe, on several builds."""

from dataclasses import dataclass
from pathlib import Path

import pytest

from runner import sims, simulate

WRAP = Path(__file__).with_name("eval_wrap.v")



@dataclass(frozen=True)
class Case:
    """One build of eval_wrap and the runs "m:t" of the cocotb side on it."""

    m_max: int
    t_max: int
    fields: tuple[int, ...]
    width: int
    runs: str

    def run(self, sim: str, dump: bool = False) -> None:
        """Build and run; dump also reads the whole state after a wipe (Icarus)."""
        parameters = {"M": self.m_max, "T_MAX": self.t_max, "AXIS_WIDTH": self.width,
                      "FIELDS": sum(1 << m for m in self.fields)}
        env = {"M": str(self.m_max), "T_MAX": str(self.t_max), "AXIS_WIDTH": str(self.width),
               "FIELD_LIST": " ".join(map(str, self.fields)), "CASES": self.runs,
               "DUMP": str(int(dump))}
        simulate("eval_wrap", "eval_unit_tb", sim=sim, parameters=parameters, env=env,
                 extra_sources=[WRAP])


SMALL = {
    "m4-t2": Case(4, 2, (4,), 64, "4:2"),
    "m6-t3": Case(6, 3, (5, 6), 32, "6:3 5:2"),
    "m8-t16": Case(8, 16, (7, 8), 32, "8:16 7:5"),
}


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize("name", SMALL)
def test_small_builds(sim, name):
    SMALL[name].run(sim, dump=True)


def test_full_size():
    Case(13, 128, (12, 13), 64, "13:128 12:64 13:119 13:96 13:2 12:5 13:3").run("verilator")


def test_three_fields():
    Case(10, 16, (8, 9, 10), 128, "10:16 9:8 8:4 10:13 10:2").run("verilator")


def test_one_block_of_points():
    """T_MAX so large that a block of the transposed pipeline is the whole field."""
    Case(8, 128, (8,), 64, "8:128 8:15").run("verilator")
