# SPDX-License-Identifier: Apache-2.0
"""Every error code, interrupt and wipe of the whole core, provoked through its AXI ports."""

from __future__ import annotations

import pytest

import builds
from runner import have, simulate


@pytest.mark.parametrize("width", [64, 32, 512])
@pytest.mark.parametrize("module", ["errors_tb", "access_tb"])
def test_every_error_leaves_a_machine_that_works(module: str, width: int) -> None:
    simulate("mce_top", module, parameters=builds.SIX | {"AXIS_WIDTH": width},
             env={"AXIS_WIDTH": str(width)})


@pytest.mark.skipif(not have("icarus"), reason="icarus missing: apt-get install iverilog")
def test_a_wipe_leaves_no_secret_in_any_signal() -> None:
    simulate("mce_top", "wipe_tb", sim="icarus", parameters=builds.SIX)
