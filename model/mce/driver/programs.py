# SPDX-License-Identifier: Apache-2.0
"""The programs of sw/asm as one image, each with its entry point of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from mce.isa.asm import assemble_files
from mce.isa.program import Program

FOLDER = Path(__file__).resolve().parents[3] / "sw" / "asm"
CORE = ("encrypt", "decrypt", "decode")
"""What the backends run; fits the smallest instruction memory (NUM_INST = 64)."""

NAMES = (*CORE, "textbook_encrypt", "textbook_decrypt", "niederreiter_encrypt",
         "niederreiter_decrypt", "bch_decode", "selftest", "selftest_pmul")  # fmt: skip
"""All programs; together they fit the default memory (NUM_INST = 256)."""


def image(names: Sequence[str] = CORE) -> Program:
    """The named programs, assembled into one image in this order."""
    return _image(tuple(names))


@cache
def _image(names: tuple[str, ...]) -> Program:
    return assemble_files([FOLDER / f"{name}.s" for name in names])
