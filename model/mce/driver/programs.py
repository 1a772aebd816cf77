# SPDX-License-Identifier: Apache-2.0
"""The programs of sw/asm as one image, each with its entry point of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from mce.errors import MceError
from mce.isa.asm import assemble_files
from mce.isa.program import Program

FOLDER = Path(__file__).resolve().parents[3] / "sw" / "asm"
CORE = ("encrypt", "decrypt", "decode")
"""The raw scheme; fits the smallest instruction memory (NUM_INST = 64)."""

KEM = ("sample", "encap", "encap_pc", "decap", "decap_pc")
"""The KEM, for cores with a hash unit; fits NUM_INST = 128."""

OTHERS = ("textbook_encrypt", "textbook_decrypt", "niederreiter_encrypt", "niederreiter_decrypt",
          "bch_decode", "selftest", "selftest_pmul", "selftest_kem")  # fmt: skip
"""Everything else; fits NUM_INST = 256."""

BATCH = ("encrypt_batch", "encrypt_batch2", "encap_batch", "encap_batch2")
"""Four or two words or encapsulations for one key, for cores with BATCH of 4 or 2; fits NUM_INST =
128, and without encapsulations NUM_INST = 64."""

NAMES = (*CORE, *KEM, *OTHERS, *BATCH)
"""All programs: more than the default memory (NUM_INST = 256) holds at once."""

GROUPS = (CORE, (*CORE, *KEM), OTHERS, BATCH)
"""Images that fit the default memory; who runs several programs loads the group it needs."""


def image(names: Sequence[str] = CORE) -> Program:
    """The named programs, assembled into one image in this order."""
    return _image(tuple(names))


def image_with(entry: str, loaded: Program | None = None) -> Program:
    """`loaded` when it has this entry, else the first group that has it.

    Raises:
        MceError: no program has it (``no-entry``).
    """
    for program in [*([loaded] if loaded else []), *map(image, GROUPS)]:
        if entry in program.entries:
            return program
    raise MceError("no-entry", f"no program has the entry {entry!r}",
                   f"use one of {', '.join(NAMES)}")


@cache
def _image(names: tuple[str, ...]) -> Program:
    return assemble_files([FOLDER / f"{name}.s" for name in names])
