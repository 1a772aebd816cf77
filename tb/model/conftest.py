# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the model tests: a printed seed, the vector files, key pairs built once."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from mce import keygen, params
from mce.keygen import KeyPair

SEED = int(os.environ.get("SEED", "20240613"))
VECTORS = Path(
    os.environ.get("MCE_VECTORS", Path(__file__).resolve().parents[2].parent / "shared" / "vectors")
)


@pytest.fixture
def rng(request: pytest.FixtureRequest) -> np.random.Generator:
    """A generator that depends on SEED and the test's name; the seed is printed on failure."""
    print(f"SEED={SEED} {request.node.name}")
    return np.random.default_rng([SEED, *request.node.name.encode()])


@cache
def _read(name: str) -> dict[str, Any]:
    path = VECTORS / f"{name}.json"
    if not path.exists():
        pytest.skip(f"no vector file {path.name}: set MCE_VECTORS to the folder that has it")
    data: dict[str, Any] = json.loads(path.read_text())
    return data


@pytest.fixture
def vectors() -> Callable[[str], dict[str, Any]]:
    """Reads a vector file by name; skips the test, and says so, when it is absent."""
    return _read


@cache
def _pair(name: str) -> KeyPair:
    return keygen.seeded_keygen(params.get(name), bytes(range(32)))


@pytest.fixture
def pair() -> Callable[[str], KeyPair]:
    """The key pair of a set from delta = 0, 1, ..., 31."""
    return _pair
