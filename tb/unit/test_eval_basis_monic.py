# SPDX-License-Identifier: Apache-2.0
"""eval_basis_monic: coefficients and values of s_LEVELS against its definition."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims()[1:])
@pytest.mark.parametrize(("m_max", "fields", "levels"), [
    (6, (6,), 2), (9, (8, 9), 4), (8, (8,), 8),
])
def test_splits_off_s(sim, m_max, fields, levels):
    simulate("eval_basis_monic", "eval_basis_monic_tb", sim=sim,
             parameters={"M": m_max, "FIELDS": sum(1 << m for m in fields), "LEVELS": levels},
             env={"LEVELS": str(levels), "FIELD_LIST": " ".join(map(str, fields))})
