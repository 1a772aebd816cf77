# SPDX-License-Identifier: Apache-2.0
"""hash_unit: SHAKE256 by planes and by rounds, against hashlib, at several widths."""

from __future__ import annotations

import pytest

from runner import sims, simulate

PLANES, ROUNDS = 1, 2


def run(sim: str, variant: int, m: int, width: int, testcase: str | None = None) -> None:
    simulate("hash_unit", "hash_unit_tb", sim=sim, testcase=testcase,
             parameters={"M": m, "AXIS_WIDTH": width, "VARIANT": variant},
             env={"VARIANT": str(variant), "M": str(m), "AXIS_WIDTH": str(width)})


@pytest.mark.parametrize("variant", [PLANES, ROUNDS])
def test_hashes_at_full_size(variant: int) -> None:
    run("verilator", variant, 13, 64)


@pytest.mark.parametrize(("variant", "width"), [(PLANES, 32), (ROUNDS, 256), (PLANES, 512)])
def test_hashes_at_other_widths(variant: int, width: int) -> None:
    run("verilator", variant, 12, width)


@pytest.mark.parametrize("variant", [PLANES, ROUNDS])
@pytest.mark.parametrize("sim", sims())
def test_hashes_in_a_small_field(sim: str, variant: int) -> None:
    run(sim, variant, 4, 64)
