# SPDX-License-Identifier: Apache-2.0
"""Control bits and permutations are inverse to each other, and equal the reference's."""

from __future__ import annotations

import hashlib
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from mce import bits, controlbits


@pytest.mark.parametrize("m", range(1, 17))
def test_round_trip_of_random_permutations(m: int, rng: np.random.Generator) -> None:
    for _ in range(3):
        pi = rng.permutation(1 << m)
        control = controlbits.control_bits(pi)
        assert len(control) == (2 * m - 1) << (m - 1)
        assert np.array_equal(controlbits.permutation(control, m), pi)


def test_round_trip_of_every_permutation_of_four() -> None:
    for pi in permutations(range(4)):
        assert controlbits.permutation(controlbits.control_bits(pi), 2).tolist() == list(pi)


@pytest.mark.parametrize("m", [4, 13])
def test_identity_needs_no_swap(m: int) -> None:
    assert not controlbits.control_bits(np.arange(1 << m)).any()


def test_reference_control_bits_of_a_private_key(vectors: Any) -> None:
    for key in vectors("toy_n48t2m12")["keys"]:
        pi = controlbits.from_bytes(bytes.fromhex(key["controlbits"]), 12)
        alpha = bits.words_to_bytes(bits.bit_reverse(pi, 12))
        assert hashlib.sha256(alpha).hexdigest() == key["alpha_all_sha256"]
        assert controlbits.to_bytes(pi).hex() == key["controlbits"]
