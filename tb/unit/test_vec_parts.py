# SPDX-License-Identifier: Apache-2.0
"""Parts of vec_core, each alone; one simulator, for vec_core's bench runs them on both."""

from __future__ import annotations

import pytest

from runner import have, simulate

pytestmark = pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install")


def run(
    part: str, width: int, parameters: dict[str, int], sim: str = "icarus", **env: str
) -> None:
    simulate(part, "vec_parts_tb", sim=sim, parameters=parameters,
             env={"PART": part, "WIDTH": str(width), **env})


@pytest.mark.parametrize(("width", "unit"), [(64, 1), (64, 8), (32, 8), (128, 8)])
def test_rotation(width: int, unit: int) -> None:
    run("vec_rotl", width, {"WIDTH": width, "Unit": unit}, UNIT=str(unit))


@pytest.mark.parametrize("width", [32, 64, 512])
def test_count_of_ones(width: int) -> None:
    run("vec_pop", width, {"M": 12, "AXIS_WIDTH": width})


def test_bit_look_up() -> None:
    run("vec_look", 64, {"AXIS_WIDTH": 64})


@pytest.mark.parametrize(("width", "bits"), [(32, 2), (64, 4)])
def test_collection_of_result_bits(width: int, bits: int) -> None:
    run("vec_collect", width, {"AXIS_WIDTH": width, "BITS": bits})


@pytest.mark.parametrize("ports", [2, 4])
def test_gather(ports: int) -> None:
    run("vec_gather", 64, {"M": 8, "IdxBits": 8, "GATHER_PORTS": ports})


@pytest.mark.parametrize(("width", "word_bits"), [(32, 4), (64, 3)])
def test_matrix_product(width: int, word_bits: int) -> None:
    run("vec_mv", width, {"M": 9, "AXIS_WIDTH": width, "WordBits": word_bits})


@pytest.mark.parametrize(("width", "word_bits", "batch"), [(32, 4, 2), (64, 3, 4)])
def test_matrix_product_with_several_vectors(width: int, word_bits: int, batch: int) -> None:
    run("vec_mv", width, {"M": 9, "AXIS_WIDTH": width, "WordBits": word_bits, "BATCH": batch})


@pytest.mark.skipif(not have("verilator"), reason="run `make setup`")
def test_matrix_product_with_several_vectors_on_the_widest_stream() -> None:
    run("vec_mv", 512, {"M": 9, "AXIS_WIDTH": 512, "WordBits": 1, "BATCH": 4}, "verilator")


@pytest.mark.parametrize(("width", "word_bits"), [(32, 4), (64, 3)])
def test_row_sums(width: int, word_bits: int) -> None:
    run("vec_vm", width, {"M": 9, "AXIS_WIDTH": width, "WordBits": word_bits})
