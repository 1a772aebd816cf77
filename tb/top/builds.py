# SPDX-License-Identifier: Apache-2.0
"""Synthesis parameters of the small builds of mce_top."""

from __future__ import annotations

SIX = {"M": 6, "N_MAX": 64, "T_MAX": 3, "NUM_INST": 64, "FIELDS": 1 << 5 | 1 << 6,
       "GF2MULT_FACTOR": 2}
"""Two fields, four coefficients a register, vectors as long as a beat."""

FOUR = {"M": 4, "N_MAX": 16, "T_MAX": 2, "NUM_INST": 64, "NUM_REGS": 4, "FIELDS": 1 << 4,
        "GF2MULT_FACTOR": 1}
"""The smallest core: a vector is shorter than a beat."""

TWELVE = {"M": 12, "N_MAX": 4096, "T_MAX": 2, "NUM_INST": 64, "FIELDS": 1 << 12,
          "GF2MULT_FACTOR": 2}
"""A large field with a tiny code: most points lie outside the support."""
