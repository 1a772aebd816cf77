# SPDX-License-Identifier: Apache-2.0
"""eval_unit: syndromes, roots, re-check, cycle counts, kill and wipe, on several builds."""

from pathlib import Path

import pytest

from runner import simulate

WRAP = Path(__file__).with_name("eval_wrap.v")


def run(sim: str, m_max: int, t_max: int, fields: tuple[int, ...], cases: str, width: int = 64,
        **kwargs: object) -> None:
    """One build of eval_wrap and the runs of the cocotb side on it."""
    parameters = {"M": m_max, "T_MAX": t_max, "AXIS_WIDTH": width,
                  "FIELDS": sum(1 << m for m in fields)}
    env = {"M": str(m_max), "T_MAX": str(t_max), "AXIS_WIDTH": str(width), "CASES": cases,
           "FIELD_LIST": " ".join(map(str, fields))}
    simulate("eval_wrap", "eval_unit_tb", sim=sim, parameters=parameters, env=env,
             extra_sources=[WRAP], **kwargs)


@pytest.mark.parametrize("sim", ["verilator"])
def test_full(sim):
    run(sim, 13, 128, (12, 13), "13:128 13:119 13:96 13:2 13:3 12:64 12:5")

def test_small():
    run("verilator", 10, 16, (8,9,10), "10:16 9:8 8:4")
