# SPDX-License-Identifier: Apache-2.0
"""poly_unit: pld, pst, pbm and the ports of the evaluation unit, in several builds."""

import pytest
from runner import simulate, sims


def build(m_max, t_max, factor, fields, regs=8):
    """Synthesis parameters and the same facts for the cocotb side."""
    parameters = {"M": m_max, "T_MAX": t_max, "NUM_REGS": regs, "GF2MULT_FACTOR": factor}
    env = {k: str(v) for k, v in parameters.items()}
    env["FIELD_LIST"] = " ".join(map(str, fields))
    return {"parameters": parameters | {"FIELDS": sum(1 << m for m in fields)}, "env": env}


FULL = build(13, 128, 8, (12, 13))


def test_full():
    simulate("poly_unit", "poly_unit_tb", sim="verilator", **FULL)

@pytest.mark.parametrize("sim", sims())
def test_small(sim):
    simulate("poly_unit", "poly_unit_tb", sim=sim, **build(10, 16, 8, (8, 9, 10)))
