# SPDX-License-Identifier: Apache-2.0
"""The programs of sw/asm as one image, each with its entry point."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mce.isa.asm import assemble_files
from mce.isa.program import Program

FOLDER = Path(__file__).resolve().parents[3] / "sw" / "asm"
NAMES = ("encrypt", "decrypt", "decode")


@cache
def image() -> Program:
    """encrypt, decrypt and decode, assembled into one image."""
    return assemble_files([FOLDER / f"{name}.s" for name in NAMES])
