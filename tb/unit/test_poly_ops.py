# SPDX-License-Identifier: Apache-2.0
"""poly_unit: the polynomial and element instructions, in several builds."""

import pytest

from runner import have, simulate
from test_poly_unit import SMALL, build

# Beside the builds of the other bench: the smallest T_MAX with pmul, all registers, and one lane
# with many words.
BUILDS = SMALL | {
    "tiny": build(4, 2, 2, (4,), regs=6),
    "regs32": build(5, 3, 2, (5,), regs=32),
    "F32": build(15, 20, 32, (13, 15), regs=6),
}


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_full_size_build():
    simulate("poly_unit", "poly_ops_tb", sim="verilator", **build(13, 128, 8, (12, 13)))


@pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install iverilog")
@pytest.mark.parametrize("name", BUILDS)
def test_small_build_in_icarus(name):
    case = BUILDS[name]
    simulate("poly_unit", "poly_ops_tb", sim="icarus", parameters=case["parameters"],
             env=case["env"] | {"DUMP": "1"})
