# SPDX-License-Identifier: Apache-2.0
"""Reads ``model/spec/params.yml``, the one place where fields and parameter sets are written."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import yaml

from mce.errors import FormatError

SPEC_DIR = Path(__file__).resolve().parents[1] / "spec"

_TOP_KEYS = {"fields", "hash", "semi_systematic", "sets"}
_SET_KEYS = {"m", "n", "t", "F", "semi", "pk_bytes", "sk_bytes", "ct_bytes"}


@cache
def load() -> dict[str, Any]:
    """The whole file, with unknown or missing keys refused."""
    with open(SPEC_DIR / "params.yml", encoding="utf-8") as stream:
        data: dict[str, Any] = yaml.safe_load(stream)
    if set(data) != _TOP_KEYS:
        raise FormatError("spec-keys", f"params.yml has keys {sorted(data)}", f"use {_TOP_KEYS}")
    for name, entry in data["sets"].items():
        if set(entry) != _SET_KEYS:
            raise FormatError("spec-keys", f"{name} has keys {sorted(entry)}", f"use {_SET_KEYS}")
    return data


def fields() -> dict[int, list[int]]:
    """Extension degree m -> exponents of f(z), descending."""
    result: dict[int, list[int]] = load()["fields"]
    return result
