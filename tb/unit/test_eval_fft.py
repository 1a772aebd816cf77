# SPDX-License-Identifier: Apache-2.0
"""eval_fft: whole pipelines in both directions."""

import pytest

from runner import sims, simulate

# simulator, M, fields, levels, transposed, points
CASES = [
    ("icarus", 8, (7, 8), 2, 0, 2), ("icarus", 8, (7, 8), 3, 1, 2), ("icarus", 8, (8,), 8, 1, 2),
    ("verilator", 10, (9, 10), 6, 0, 2),
    ("icarus", 8, (7, 8), 3, 0, 4), ("icarus", 8, (7, 8), 4, 1, 4), ("icarus", 8, (8,), 8, 1, 4),
    ("icarus", 6, (4, 6), 4, 1, 4),
    ("verilator", 10, (9, 10), 6, 0, 4),
]
AVAILABLE = {p.values[0]: p.marks for p in sims()}


@pytest.mark.parametrize(
    ("sim", "case"),
    [pytest.param(sim, case, marks=AVAILABLE[sim]) for sim, *case in CASES],
)
def test_pipeline_equals_the_definition(sim, case):
    m_max, fields, levels, transposed, points = case
    chosen = {"M": m_max, "LEVELS": levels, "TRANSPOSED": transposed, "POINTS": points}
    simulate("eval_fft", "eval_fft_tb", sim=sim,
             parameters=chosen | {"FIELDS": sum(1 << m for m in fields)},
             env={name: str(v) for name, v in chosen.items()}
             | {"FIELD_LIST": " ".join(map(str, fields))})
