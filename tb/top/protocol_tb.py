# SPDX-License-Identifier: Apache-2.0
"""All programs through the ports of mce_top, every channel watched and pausing at random.

CODES is a JSON list of [m, n, t]; they all run on one elaborated design. KINDS, when set, names
the kinds of words instead of all that a code has.
"""

import json
import os

import cocotb

import codes
from top_bus import SEED, Rig

CODES = json.loads(os.environ["CODES"])
# Key pair whose support holds 0 in each of the fixed codes.
NUMBER = 1
KINDS = json.loads(os.environ.get("KINDS", "[]"))


def jobs(k, rng):
    """An encryption, and every kind of word through decrypt and decode in turn."""
    p = k.params
    message, e = codes.random_message(p, rng), codes.errors(p, p.t, rng)
    yield codes.encrypt(k, message, e)
    yield codes.decrypt(k, codes.word(k, "valid", rng), "valid")
    for number, kind in enumerate(KINDS or codes.kinds(k)):
        make = codes.decrypt if number % 2 else codes.decode
        yield make(k, codes.word(k, kind, rng), kind)


async def all_codes(dut, name, share):
    """Every job of every code; whether it ran with pauses must not show in the answer."""
    rig = await Rig.start(dut, name)
    rig.watch()
    rig.bus.pause(share, SEED)
    await rig.open()
    for m, n, t in CODES:
        for job in jobs(codes.small(m, n, t, NUMBER), rig.rng):
            await rig.run(job)
    await rig.close()


@cocotb.test()
async def programs_match_the_model(dut):
    """No pauses: the sender and the receiver are as quick as the core."""
    await all_codes(dut, "plain", 0)


@cocotb.test()
async def programs_match_the_model_when_every_channel_pauses(dut):
    """Half of all cycles are pauses, on each of the seven channels."""
    await all_codes(dut, "pauses", 0.5)


@cocotb.test()
async def packets_that_wait_before_the_start_are_used_in_order(dut):
    """A host may queue the packets of two jobs at once."""
    rig = await Rig.start(dut, "queue")
    rig.watch()
    await rig.open()
    m, n, t = CODES[0]
    k = codes.small(m, n, t, NUMBER)
    first = codes.decrypt(k, codes.word(k, "valid", rig.rng))
    second = codes.encrypt(k, codes.random_message(k.params, rig.rng),
                           codes.errors(k.params, t, rig.rng))
    for packet in (*first.packets, *second.packets):
        await rig.bus.send(packet)
    await rig.device.set_code(m, n, t)
    for job in (first, second):
        got = await rig.device.run(rig.program.entry(job.program), [], [len(job.outputs[0])])
        assert got.outputs == job.outputs
    await rig.close()
