# SPDX-License-Identifier: Apache-2.0
"""Register block: fields against the RDL, protocol, and the generated files are current."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
import yaml

import gen_regs
from runner import ROOT, sims, simulate

BUILDS: dict[str, dict[str, int]] = {
    "default": {},
    "toy": {"M": 4, "N_MAX": 16, "T_MAX": 2, "NUM_INST": 64, "NUM_REGS": 4, "AXIS_WIDTH": 32,
            "FIELDS": 1 << 4, "GF2MULT_FACTOR": 1, "HASH": 0},
    "large": {"M": 16, "N_MAX": 65536, "T_MAX": 256, "NUM_INST": 4096, "NUM_REGS": 32,
              "AXIS_WIDTH": 512, "FIELDS": 1 << 16 | 1 << 8, "GF2MULT_FACTOR": 32, "HASH": 2},
}


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("module", ["axil_regs_tb", "axil_bus_tb"])
@pytest.mark.parametrize("sim", sims())
def test_register_block(sim: str, module: str, build: str) -> None:
    params = BUILDS[build]
    # All 2^14 words in one combination, corners of the address decoder in the others.
    exhaustive = (sim, build) == ("verilator", "default")
    simulate("axil_regs", module, sim=sim, parameters=params,
             env={"PARAMS": json.dumps(params), "EXHAUSTIVE": str(int(exhaustive))})


def test_generated_register_files_are_current() -> None:
    script = ROOT / "scripts" / "gen_regs.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True,
                          check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def test_bus_error_codes_are_those_of_the_instruction_set_description() -> None:
    """Job and bus errors share one series of numbers; the register map lists the bus errors."""
    spec = yaml.safe_load((ROOT / "model" / "spec" / "isa.yml").read_text())
    expected = {e["name"]: e["code"] for e in spec["errors"] if e["class"] == "bus"}
    found = {m.name: m.value for m in gen_regs.bus_errors(gen_regs.load()) if m.value}
    assert found == expected
