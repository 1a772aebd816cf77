# SPDX-License-Identifier: Apache-2.0
"""eval_fft: whole pipelines in both directions."""

import pytest

from runner import sims, simulate

CASES = [
    ("icarus", 8, (7, 8), 2, 0), ("icarus", 8, (7, 8), 3, 1), ("icarus", 8, (8,), 8, 1),
    ("verilator", 10, (9, 10), 6, 0),
]
AVAILABLE = {p.values[0]: p.marks for p in sims()}


@pytest.mark.parametrize(
    ("sim", "m_max", "fields", "levels", "transposed"),
    [pytest.param(*case, marks=AVAILABLE[case[0]]) for case in CASES],
)
def test_pipeline_equals_the_definition(sim, m_max, fields, levels, transposed):
    simulate("eval_fft", "eval_fft_tb", sim=sim,
             parameters={"M": m_max, "FIELDS": sum(1 << m for m in fields), "LEVELS": levels,
                         "TRANSPOSED": transposed},
             env={"LEVELS": str(levels), "TRANSPOSED": str(transposed),
                  "FIELD_LIST": " ".join(map(str, fields))})
