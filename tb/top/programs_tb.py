# SPDX-License-Identifier: Apache-2.0
"""The programs beyond encrypt, decrypt and decode on a small core, every channel watched.

CODES is a JSON list of [m, n, t]; BCH one of [m, n, t, word, corrected word or null], words in
hexadecimal.
"""

import json
import os

import cocotb

import codes
import program_jobs
from mce import bits
from mce.driver.programs import image
from top_bus import SEED, Rig

CODES = json.loads(os.environ["CODES"])
BCH = json.loads(os.environ.get("BCH", "[]"))
FIRST = ("textbook_encrypt", "textbook_decrypt", "niederreiter_encrypt", "niederreiter_decrypt",
         "bch_decode")
"""Together they fit the smallest instruction memory; the self-test has another image."""


async def start(dut, name, programs, share=0.0):
    """A core with these programs, its channels pausing in a share of all cycles."""
    rig = await Rig.start(dut, name)
    rig.program = image(programs)
    rig.watch()
    rig.bus.pause(share, SEED)
    await rig.open()
    return rig


@cocotb.test()
async def programs_match_the_model(dut):
    """Sound inputs, too few errors, wrong padding; half of all cycles are pauses."""
    rig = await start(dut, "programs", FIRST, 0.5)
    for m, n, t in CODES:
        for job in program_jobs.cryptography(codes.small(m, n, t), rig.rng):
            await rig.run(job)
    await rig.close()


@cocotb.test()
async def bch_words_are_decoded_as_elsewhere(dut):
    """Words and answers come from the environment."""
    rig = await start(dut, "bch", FIRST)
    for m, n, t, word, corrected in BCH:
        right = None if corrected is None else bits.unpack(bytes.fromhex(corrected), n)
        await rig.run(program_jobs.bch_decode(m, n, t, bits.unpack(bytes.fromhex(word), n), right))
    await rig.close()


@cocotb.test()
async def the_self_test_passes(dut):
    """With every code; one packet of another exam makes it fail, the next run passes again."""
    rig = await start(dut, "selftest", ("selftest",), 0.25)
    for m, n, t in CODES:
        job = program_jobs.self_test(m, n, t)
        await rig.run(job)
        wrong = [*job.packets[:-1], b"\xfd\x02"]
        await rig.device.set_code(m, n, t)
        got = await rig.device.run(0, wrong, [len(o) for o in job.outputs])
        assert got.reject
        await rig.run(job)
    await rig.close()


@cocotb.test()
async def the_self_test_of_the_product_passes(dut):
    """Builds with four polynomial registers have no pmul."""
    rig = await start(dut, "pmul", ("selftest_pmul",))
    for m, n, t in CODES:
        await rig.run(program_jobs.self_test(m, n, t, part="pmul"))
    await rig.close()


@cocotb.test()
async def the_self_test_of_the_kem_passes(dut):
    """And fails, without a harm to the next run, when one bit of the answer is another."""
    rig = await start(dut, "kem", ("selftest_kem",), 0.25)
    for m, n, t in CODES:
        job = program_jobs.self_test(m, n, t, part="kem")
        await rig.run(job)
        wrong = [*job.packets[:-1], bytes([job.packets[-1][0] ^ 1]) + job.packets[-1][1:]]
        await rig.device.set_code(m, n, t)
        got = await rig.device.run(0, wrong, [len(o) for o in job.outputs])
        assert got.reject
        await rig.run(job)
    await rig.close()
