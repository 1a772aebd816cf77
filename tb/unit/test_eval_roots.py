# SPDX-License-Identifier: Apache-2.0
"""eval_roots: zero tests, words, and the zeros in the rest of the register."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(
    "case",
    [(9, 32, (8, 9), 2), (8, 64, (4, 6, 8), 2), (4, 64, (4,), 2), (4, 32, (4,), 2),
     (7, 128, (5, 7), 2), (9, 256, (4, 8, 9), 2), (9, 512, (4, 9), 2), (4, 512, (4,), 2),
     (9, 32, (4, 8, 9), 4), (6, 512, (4, 6), 4), (8, 64, (6, 8), 4)],
    ids=str,
)
def test_words_hold_the_root_bits(sim, case):
    m_max, width, fields, points = case
    chosen = {"M": m_max, "AXIS_WIDTH": width, "POINTS": points}
    simulate("eval_roots", "eval_roots_tb", sim=sim,
             parameters=chosen | {"FIELDS": sum(1 << m for m in fields)},
             env={name: str(value) for name, value in chosen.items()}
             | {"FIELD_LIST": " ".join(map(str, fields))})
