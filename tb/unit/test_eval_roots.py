# SPDX-License-Identifier: Apache-2.0
"""eval_roots: zero tests, words, and the zeros in the rest of the register."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(
    ("m_max", "width", "fields"),
    [(9, 32, (8, 9)), (8, 64, (4, 6, 8)), (4, 64, (4,)), (4, 32, (4,)), (7, 128, (5, 7)),
     (9, 256, (4, 8, 9)), (9, 512, (4, 9)), (4, 512, (4,))],
)
def test_words_hold_the_root_bits(sim, m_max, width, fields):
    simulate("eval_roots", "eval_roots_tb", sim=sim,
             parameters={"M": m_max, "AXIS_WIDTH": width, "FIELDS": sum(1 << m for m in fields)},
             env={"M": str(m_max), "AXIS_WIDTH": str(width),
                  "FIELD_LIST": " ".join(map(str, fields))})
