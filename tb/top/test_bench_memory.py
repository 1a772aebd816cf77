# SPDX-License-Identifier: Apache-2.0
"""The memory beside the simulated core: long results and operands of the same job."""

from __future__ import annotations

import numpy as np
import pytest

from mce.isa.asm import assemble
from rtl_session import RtlJob, run_jobs
from runner import have, seed

M, N, T, VALUES = 13, 8192, 16, 9


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_results_of_any_length_leave_the_operands_as_they_are() -> None:
    """A job and a second one read their first operand again after 144 KiB of results."""
    rng = np.random.default_rng(seed())
    word, coefficients = rng.bytes(N // 8), bytes(2 * T + 2)
    source = ["vld v0, n", "pld p0, t1", *["eval p0"] * VALUES, "vld v1, n", "vst v1, n", "halt"]
    job = RtlJob("start", M, N, T, (word, coefficients, word),
                 (*[2 << M] * VALUES, len(word)))
    program = assemble(".entry start\n" + "\n".join(source))
    for got in run_jobs([job, job], program=program).results:
        assert got.error is None
        assert got.outputs == (*[bytes(2 << M)] * VALUES, word)
