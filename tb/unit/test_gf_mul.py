# SPDX-License-Identifier: Apache-2.0
"""gf_mul: products in every field, one build with several fields, on both simulators."""

import pytest

from runner import sims, simulate


@pytest.mark.parametrize("sim", sims())
@pytest.mark.parametrize(
    ("m_max", "fields"), [(13, (12, 13)), (16, tuple(range(4, 17))), (4, (4,))]
)
def test_products_equal_the_field_model(sim, m_max, fields):
    mask = sum(1 << m for m in fields)
    simulate("gf_mul", "gf_mul_tb", sim=sim, parameters={"M": m_max, "FIELDS": mask},
             env={"FIELD_LIST": " ".join(map(str, fields))})
