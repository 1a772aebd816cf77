# SPDX-License-Identifier: Apache-2.0
"""Damaged keys and words on the core: every answer is the model's, and no job hangs."""

import cocotb

import codes
import flips
from top_bus import Rig

PER_FIELD = 5


@cocotb.test()
async def damaged_bytes_do_what_the_model_says(dut):
    """A few bytes of every field; a hang would end in a time-out of the bench."""
    rig = await Rig.start(dut, "flips")
    await rig.open()
    s = flips.sound(codes.small(6, 61, 3), rig.rng)
    ran = 0
    for flip in flips.flips(s, rig.rng, PER_FIELD):
        for job in flip.jobs:
            await rig.run(job)
            ran += 1
    assert ran > 40
    await rig.run(s.decryption)
    await rig.close()
