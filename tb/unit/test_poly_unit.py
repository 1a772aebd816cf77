# SPDX-License-Identifier: Apache-2.0
"""poly_unit: pld, pst, pbm and the ports of the evaluation unit, in several builds."""

import pytest

from runner import have, simulate


def build(m_max, t_max, factor, fields, regs=8):
    """Synthesis parameters and the same facts for the cocotb side."""
    parameters = {"M": m_max, "T_MAX": t_max, "NUM_REGS": regs, "GF2MULT_FACTOR": factor}
    env = {k: str(v) for k, v in parameters.items()}
    env["FIELD_LIST"] = " ".join(map(str, fields))
    return {"parameters": parameters | {"FIELDS": sum(1 << m for m in fields)}, "env": env}


# The small builds meet one lane, lanes not a power of two, F not a power of two, and all fields.
SMALL = {
    "one_lane": build(4, 2, 3, (4,), regs=4),
    "F1": build(6, 3, 1, (5, 6)),
    "F2": build(7, 6, 2, (7,), regs=16),
    "F3": build(10, 7, 3, (8, 9, 10)),
    "F4": build(11, 10, 4, (11,)),
    "F5": build(13, 9, 5, (11, 12, 13)),
    "F8": build(16, 11, 8, (12, 16)),
    "F16": build(14, 17, 16, (14,)),
}


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_full_size_build():
    simulate("poly_unit", "poly_unit_tb", sim="verilator", **build(13, 128, 8, (12, 13)))


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_small_build_in_verilator():
    simulate("poly_unit", "poly_unit_tb", sim="verilator", **SMALL["F3"])


@pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install iverilog")
@pytest.mark.parametrize("name", SMALL)
def test_small_build_in_icarus(name):
    case = SMALL[name]
    simulate("poly_unit", "poly_unit_tb", sim="icarus", parameters=case["parameters"],
             env=case["env"] | {"DUMP": "1"})
