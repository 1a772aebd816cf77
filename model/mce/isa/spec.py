# SPDX-License-Identifier: Apache-2.0
"""The instruction set of ``model/spec/isa.yml``, validated on load.

`check(word, build)` answers with the error code the hardware gives, so that it serves as
reference for the decoder.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mce.isa.reader import from_text
from mce.isa.words import Build, Isa

__all__ = ["ISA_FILE", "Build", "Isa", "check", "from_text", "load"]

ISA_FILE = Path(__file__).resolve().parents[2] / "spec" / "isa.yml"


@cache
def load(path: Path = ISA_FILE) -> Isa:
    """The validated specification of a file, read once.

    Raises:
        FormatError: ``isa-spec`` with file, line and path of the fault.
    """
    return from_text(path.read_text(encoding="utf-8"), path.name)


def check(word: int, build: Build, address: int | None = None) -> int:
    """Error code the hardware gives for a word in a build, 0 when the word is legal.

    Args:
        word: 32-bit instruction word.
        build: what the machine was synthesised with.
        address: where the word stands; without it the end of a loop is not checked.
    """
    return load().check(word, build, address)
