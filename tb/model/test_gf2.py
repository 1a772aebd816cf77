# SPDX-License-Identifier: Apache-2.0
"""Packed elimination and product equal the plain ones."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mce import gf2


def packed(bits: Any) -> gf2.Words:
    return gf2.to_words(np.packbits(np.asarray(bits, np.uint8), axis=1, bitorder="little"))


def unpacked(words: gf2.Words, columns: int) -> Any:
    return np.unpackbits(words.view(np.uint8), axis=1, bitorder="little")[:, :columns]


def plain_echelon(bits: Any) -> tuple[Any, list[int]]:
    mat, pivots = np.array(bits), list[int]()
    for c in range(mat.shape[1]):
        r = len(pivots)
        ones = np.flatnonzero(mat[r:, c])
        if ones.size:
            mat[[r, r + ones[0]]] = mat[[r + ones[0], r]]
            others = np.flatnonzero(mat[:, c])
            mat[others[others != r]] ^= mat[r]
            pivots.append(c)
    return mat, pivots


@pytest.mark.parametrize(
    ("rows", "columns", "rank"), [(1, 1, 1), (7, 9, 7), (24, 24, 20), (65, 130, 65), (40, 30, 12)]
)
def test_echelon_form_equals_plain_elimination(
    rows: int, columns: int, rank: int, rng: np.random.Generator
) -> None:
    left, right = rng.integers(0, 2, (rows, rank)), rng.integers(0, 2, (rank, columns))
    bits = (left @ right % 2).astype(np.uint8)
    mat = packed(bits)
    expected, pivots = plain_echelon(bits)
    assert gf2.echelon(mat, columns, 0) == pivots
    assert np.array_equal(unpacked(mat, columns), expected)


@pytest.mark.parametrize("missing", range(12))
def test_missing_required_pivot_is_reported(missing: int, rng: np.random.Generator) -> None:
    bits = np.eye(12, dtype=np.uint8)
    bits[missing, missing] = 0
    assert gf2.echelon(packed(bits), 12, 12) is None
    assert gf2.echelon(packed(bits), 12, missing) == [c for c in range(12) if c != missing]


@pytest.mark.parametrize(("a", "b", "c"), [(1, 1, 1), (5, 13, 70), (100, 64, 33)])
def test_product_equals_plain_product(a: int, b: int, c: int, rng: np.random.Generator) -> None:
    x, y = rng.integers(0, 2, (a, b)), rng.integers(0, 2, (b, c))
    assert np.array_equal(unpacked(gf2.multiply(packed(x), packed(y)), c), x @ y % 2)


def test_identity_is_neutral(rng: np.random.Generator) -> None:
    x = packed(rng.integers(0, 2, (77, 200)))
    assert np.array_equal(gf2.multiply(gf2.identity(77), x), x)
