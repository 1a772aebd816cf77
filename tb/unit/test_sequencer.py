# SPDX-License-Identifier: Apache-2.0
"""sequencer: programs, faults, aborts and resets at every cycle, with units made of Python."""

import pytest

from runner import sims, simulate

BUILD = {"M": 6, "N_MAX": 64, "T_MAX": 3, "NUM_INST": 64, "NUM_REGS": 8, "RCAP": 4,
         "FIELDS": 1 << 6}


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize("module", ["sequencer_tb", "sequencer_fault_tb"])
def test_sequencer(sim: str, module: str) -> None:
    simulate("sequencer", module, sim=sim, parameters=BUILD)
