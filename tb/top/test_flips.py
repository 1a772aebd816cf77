# SPDX-License-Identifier: Apache-2.0
"""What one damaged byte does, field by field: the facts of docs/robustness.md."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import builds
import codes
import flips
from flips import REFUSED, REJECTED, RIGHT, WRONG
from runner import have, seed, simulate

# Every outcome a field may have in a code of some size. In tiny codes, where many words lie within
# t errors of some code word, a word that should be rejected may decode to a wrong one.
POSSIBLE = {
    "private delta": {RIGHT},
    "private pivots": {RIGHT},
    "private g": {REJECTED, REFUSED},
    "private control": {RIGHT, REJECTED, WRONG},
    "private s": {RIGHT, REFUSED},
    "image header": {REFUSED},
    "image pairs": {REFUSED},
    "image indices": {REFUSED},
    "image s": {REFUSED},
    "streamed position": {RIGHT, REJECTED},
    "streamed weight": {RIGHT, REJECTED},
    "streamed index": {RIGHT, REJECTED},
    "word": {RIGHT, REJECTED},
    "public key": {RIGHT, REJECTED},
    "message": {WRONG, REJECTED},
    "error vector": {RIGHT, REJECTED},
}
TINY = (6, 61, 3)


def outcomes(code: tuple[int, int, int], most: int) -> dict[str, Counter[str]]:
    """How often each field had each outcome."""
    rng = np.random.default_rng([seed(), *code])
    s = flips.sound(codes.small(*code), rng)
    found: dict[str, Counter[str]] = {name: Counter() for name in flips.fields(s.params)}
    for flip in flips.flips(s, rng, most):
        found[flip.field][flip.outcome] += 1
    return found


@pytest.mark.parametrize("code", [TINY, (9, 400, 12)])
def test_one_damaged_byte_has_no_outcome_that_the_table_does_not_name(
        code: tuple[int, int, int]) -> None:
    found = outcomes(code, 40)
    assert found.keys() == POSSIBLE.keys()
    for name, counts in found.items():
        allowed = set(POSSIBLE[name])
        if code == TINY and REJECTED in allowed:
            allowed.add(WRONG)
        assert set(counts) <= allowed, f"{name}: {dict(counts)}"


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_the_core_treats_damaged_bytes_as_the_model_does() -> None:
    simulate("mce_top", "flips_tb", parameters=builds.SIX)
