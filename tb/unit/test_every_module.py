# SPDX-License-Identifier: Apache-2.0
"""rtl/files.f and the benches agree: every module has a bench, every file is listed.

A module has a bench when it is the top of a simulation, or when a bench's rig (tb/unit/*.v, which
shows the ports of several small modules at once to save builds) instantiates it.
"""

import re

import pytest

from runner import ROOT, file_list

TESTS = "\n".join(p.read_text() for p in sorted((ROOT / "tb").rglob("*.py")))
RIGS = {p.stem: p.read_text() for p in sorted((ROOT / "tb").rglob("*.v"))}

# Parts that have no function of their own, tested through the module they are a part of.
PART_OF = {
    "axil_slave": "axil_regs",
    "axil_job": "axil_regs",
    "axil_access": "axil_regs",
    "eval_basis_cells": "eval_basis",
    "vec_rotl_stage": "vec_rotl",
    "vec_mv_step": "vec_mv",
    "vec_mv_lane": "vec_mv",
    "instruction": "sequencer",
    "mce_core": "mce_top",
    "mce_units": "mce_core",
    "hash_block": "mce_units",
    "keccak_planes": "hash_unit",
    "keccak_rounds": "hash_unit",
    "vec_sample": "vec_core",
    "vec_batch": "vec_bits",
    "vec_bits": "vec_core",
    "vec_memory": "vec_core",
    "vec_control": "vec_core",
    "vec_words": "vec_alu",
    "vec_mask": "vec_words",
}


def simulated(name: str) -> bool:
    """True when a bench names `name` as its top."""
    return re.search(rf'["\']{name}["\']', TESTS) is not None


@pytest.mark.parametrize("module", [p.stem for p in file_list()])
def test_module_has_a_bench(module):
    if module in PART_OF:
        whole = PART_OF[module]
        text = next(p for p in file_list() if p.stem == whole).read_text()
        assert re.search(rf"\b{module}\s+(#\(|u_)", text), f"{whole} does not contain {module}"
        module = PART_OF.get(whole, whole)
    rigs = [n for n, text in RIGS.items() if re.search(rf"\b{module}\s+(#\(|u_)", text)]
    assert simulated(module) or any(map(simulated, rigs)), f"no bench simulates {module}"


def test_every_rtl_file_is_listed_once():
    listed = file_list()
    assert sorted(listed) == sorted((ROOT / "rtl").rglob("*.v"))


def test_a_file_holds_the_module_of_its_name():
    wrong = [p.name for p in file_list() if f"module {p.stem}" not in p.read_text()]
    assert not wrong
