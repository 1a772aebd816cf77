# SPDX-License-Identifier: Apache-2.0
"""The builds that lock-step programs run on: small enough for hundreds of programs a second."""

from __future__ import annotations

from mce.isa.spec import Build

CORES: dict[str, dict[str, int]] = {
    # Four registers: no pmul. One word a lane slice; the smallest stream.
    "m6": {"M": 6, "N_MAX": 64, "T_MAX": 4, "NUM_INST": 64, "NUM_REGS": 4, "AXIS_WIDTH": 32,
           "FIELDS": 1 << 5 | 1 << 6, "GF2MULT_FACTOR": 1, "HASH": 1},
    # F that is no power of two, one field, N_MAX below the field. No hash unit, one copy of the
    # vector registers, two vectors in a pass of a matrix.
    "m8": {"M": 8, "N_MAX": 250, "T_MAX": 16, "NUM_INST": 128, "NUM_REGS": 8, "AXIS_WIDTH": 64,
           "FIELDS": 1 << 8, "GF2MULT_FACTOR": 3, "HASH": 0, "GATHER_PORTS": 2, "BATCH": 2},
    # Three fields, all below M, sixteen registers, wide stream, four points a cycle, four vectors
    # in a pass of a matrix. A vector is longer than a block of SHAKE256.
    "m11": {"M": 11, "N_MAX": 1024, "T_MAX": 32, "NUM_INST": 256, "NUM_REGS": 16,
            "AXIS_WIDTH": 128, "FIELDS": 7 << 8, "GF2MULT_FACTOR": 8, "HASH": 2, "POINTS": 4,
            "BATCH": 4},
    # The smallest core, and the widest stream: a vector is shorter than a beat.
    "m4": {"M": 4, "N_MAX": 16, "T_MAX": 2, "NUM_INST": 64, "NUM_REGS": 4, "AXIS_WIDTH": 64,
           "FIELDS": 1 << 4, "GF2MULT_FACTOR": 1, "HASH": 2},
    "m7": {"M": 7, "N_MAX": 128, "T_MAX": 9, "NUM_INST": 128, "NUM_REGS": 8, "AXIS_WIDTH": 512,
           "FIELDS": 3 << 6, "GF2MULT_FACTOR": 4, "HASH": 1},
}

QUICK = ("m6", "m8", "m11")
"""Those of `make test`; the others only run among the million instructions."""


def build_of(core: dict[str, int]) -> Build:
    """What the legality of words depends on in a build."""
    return Build(core["NUM_REGS"], core["NUM_INST"], core["HASH"], core.get("BATCH", 1))
