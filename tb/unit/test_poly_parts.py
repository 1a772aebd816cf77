# SPDX-License-Identifier: Apache-2.0
"""The parts of poly_unit, each against the field model or its rule of places and cycles."""

from pathlib import Path

import pytest

from runner import have, simulate

SIM = "icarus" if have("icarus") else "verilator"
ALL_FIELDS = tuple(range(4, 17))
PLACES = {"L": 5, "F": 3, "NUM_REGS": 8, "AW": 4, "LW": 3}


def run(top, testcase, parameters, fields=(), *, sim=SIM, extra_sources=()):
    env = {k: str(v) for k, v in parameters.items()}
    env["FIELD_LIST"] = " ".join(map(str, fields))
    mask = {"FIELDS": sum(1 << m for m in fields)} if fields and top != "poly_lane" else {}
    simulate(top, "poly_parts_tb", sim=sim, testcase=testcase, parameters=parameters | mask,
             env=env, extra_sources=extra_sources)


def test_rows3_sums_the_selected_rows():
    run("poly_rows3", "rows3", {"M": 13})


def test_head_is_one_of_two_words_and_a_row():
    run("poly_head", "head", {"M": 13})


def test_pick4_gives_the_selected_word():
    run("poly_pick4", "pick4", {"M": 13})


@pytest.mark.parametrize(("m_max", "fields"), [(13, (12, 13)), (16, ALL_FIELDS)])
def test_matrix_rows_are_the_scalar_times_powers_of_z(m_max, fields):
    run("poly_matrix", "matrix", {"M": m_max}, fields)


@pytest.mark.parametrize("m", [12, 13, 14])
def test_lane_equals_its_model_for_every_remainder_of_m_by_three(m):
    run("poly_lane", "lane", {"M": m, "DEPTH": 8}, (m,))


@pytest.mark.parametrize(("m_max", "fields"), [(13, (12, 13)), (16, ALL_FIELDS)])
def test_frobenius_chain_reaches_the_inverse(m_max, fields):
    run("poly_frobenius", "frobenius", {"M": m_max}, fields)


def test_scalar_inverts_every_element():
    run("poly_scalar_sweep", "scalar_sweep", {"M": 13}, (12, 13), sim="verilator",
        extra_sources=[Path(__file__).with_name("poly_scalar_sweep.v")])


@pytest.mark.parametrize(("m_max", "fields"), [(13, (12, 13)), (16, ALL_FIELDS)])
def test_scalar_divides_while_it_inverts(m_max, fields):
    run("poly_scalar", "scalar", {"M": m_max}, fields)


def test_cursor_walks_through_all_registers():
    run("poly_cursor", "cursor", PLACES)


def test_read_names_the_right_places():
    run("poly_read", "read", PLACES | {"M": 13})


def test_serial_reads_have_their_words_two_cycles_later():
    run("poly_read", "serial_read", PLACES | {"M": 13})


def test_lanes_keep_and_move_cells():
    run("poly_lanes", "lanes", {"M": 5, "L": 3, "DEPTH": 4, "AW": 2, "LW": 2})


def test_serial_reads_and_writes_take_turns():
    run("poly_elem", "elem_control", PLACES | {"M": 5})


def test_control_of_pmul_does_its_steps_in_order():
    run("poly_mul", "mul_control", {"M": 5, "L": 5, "F": 3, "AW": 4})


def test_write_names_the_right_places():
    run("poly_write", "write", PLACES | {"M": 13, "DEPTH": 12}, (13,))


def test_control_of_berlekamp_massey_ignores_the_discrepancies():
    run("poly_bm", "bm_control", {"M": 5, "T_MAX": 6, "L": 3, "F": 3, "AW": 4, "LW": 2})
