# SPDX-License-Identifier: Apache-2.0
"""vec_core: every vector instruction, at several widths and sizes."""

from __future__ import annotations

import pytest

from runner import have, sims, simulate

PARTS = ("ram_tdp", "vec_alu", "vec_operands", "vec_words", "vec_mask", "vec_vm", "vec_pop",
         "vec_bits", "vec_mv", "vec_mv_lane", "vec_batch", "vec_gather", "vec_collect", "vec_look",
         "vec_memory", "vec_sample")


def run(
    sim: str, m: int, width: int, count: int, ports: int = 4, *, batch: int = 1, **env: str
) -> None:
    simulate("vec_core", "vec_core_tb", sim=sim, public=PARTS,
             parameters={"M": m, "AXIS_WIDTH": width, "GATHER_PORTS": ports, "BATCH": batch},
             env={"COUNT": str(count), "BATCH": str(batch), **env})


@pytest.mark.parametrize("sim", sims())
def test_instructions_on_a_small_register(sim: str) -> None:
    run(sim, 8, 64, 3)


# One word a register, less than one, a narrow and the widest stream; one copy of the memory.
@pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install iverilog")
@pytest.mark.parametrize(("m", "width", "ports"), [
    (6, 64, 4), (4, 64, 2), (7, 32, 4), (7, 32, 2), pytest.param(8, 512, 4, marks=pytest.mark.slow),
])
def test_instructions_at_odd_sizes(m: int, width: int, ports: int) -> None:
    run("icarus", m, width, 1, ports)


def test_instructions_at_a_wide_stream() -> None:
    run("verilator", 10, 256, 1)


# Two vectors on the ports of one copy of the memory, four on those of two.
@pytest.mark.parametrize(("m", "width", "ports", "batch"), [
    (8, 32, 2, 2), (9, 64, 4, 4), pytest.param(11, 512, 4, 4, marks=pytest.mark.slow),
])
def test_instructions_of_a_build_with_a_batch(m: int, width: int, ports: int, batch: int) -> None:
    run("verilator", m, width, 1, ports, batch=batch)


def test_instructions_at_full_size() -> None:
    run("verilator", 13, 64, 1, FULL_SIZE="1")
