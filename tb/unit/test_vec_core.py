# SPDX-License-Identifier: Apache-2.0
"""vec_core: every vector instruction, at several widths and sizes."""

from __future__ import annotations

import pytest
from runner import sims, simulate

PARTS = ("ram_tdp", "vec_alu", "vec_pop", "vec_mv", "vec_gather", "vec_collect", "vec_look")


@pytest.mark.parametrize("sim", sims())
def test_instructions_on_a_small_register(sim: str) -> None:
    simulate("vec_core", "vec_core_tb", sim=sim, public=PARTS,
             parameters={"M": 8, "AXIS_WIDTH": 64}, env={"COUNT": "3"})


@pytest.mark.parametrize(("m", "width"), [(10, 32), (10, 64), (11, 256), (4, 64), (9, 512)])
def test_instructions_at_other_sizes(m: int, width: int) -> None:
    simulate("vec_core", "vec_core_tb", public=PARTS, parameters={"M": m, "AXIS_WIDTH": width},
             env={"COUNT": "3"})


def test_instructions_at_full_size() -> None:
    simulate("vec_core", "vec_core_tb", public=PARTS, parameters={"M": 13, "AXIS_WIDTH": 64},
             env={"COUNT": "1", "FULL_SIZE": "1"})
