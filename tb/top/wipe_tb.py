# SPDX-License-Identifier: Apache-2.0
"""What a wipe leaves inside the core, read from the simulation (Icarus: every signal is visible).

Two things are looked at: all memories are zero, and no signal of the core depends on the secrets
that were in it. For the second, the same public run is made with two keys and two words.
"""

import cocotb
from cocotb.handle import (
    ArrayObject,
    HierarchyArrayObject,
    HierarchyObject,
    LogicArrayObject,
    LogicObject,
)
from cocotb.triggers import ClockCycles

import codes
from errors_tb import Bench, bench, cut
from mce.driver import regs

WIPE = regs.put(regs.CTRL_WIPE, 1)
PUBLIC = ("u_imem",)  # the program
# More than a block of a message, and no output that would clear it.
ABSORB = ("vld v6, n", "li s8, 20", "loop s8, done", "habs v6, n", "done: halt")


def leaves(handle):
    """All signals and arrays below a handle, the program memory left out."""
    for child in handle:
        if child._name in PUBLIC:
            continue
        if isinstance(child, HierarchyObject | HierarchyArrayObject):
            yield from leaves(child)
        elif isinstance(child, ArrayObject | LogicArrayObject | LogicObject):
            yield child


def memories(dut):
    """Path and contents of every memory (rtl/mem names the array of each `mem`)."""
    return {leaf._path: [str(word) for word in leaf.value] for leaf in leaves(dut.u_core)
            if leaf._name == "mem"}


def state(dut):
    """Path and value of everything in the core."""
    return {leaf._path: str(leaf.value) for leaf in leaves(dut.u_core)}


def in_use(found):
    """Memories that hold a one."""
    return {path for path, words in found.items() if any("1" in w for w in words)}


def unit(path):
    """The unit of the core that a path belongs to."""
    parts = path.split(".")
    return parts[3] if parts[2] == "u_units" else parts[2]


async def fill(b, number, weight_seed):
    """A decryption with one of the keys and a message, so that every unit has seen secrets."""
    k = codes.small(6, 61, 3, number)
    rng = codes.np.random.default_rng(weight_seed)
    absorb = await b.text(*ABSORB)
    await b.run(codes.decrypt(k, codes.word(k, "valid", rng)))
    await b.device.run(absorb, [codes.random_message(k.params, rng).ljust(8, bytes(1))], [])
    return codes.decrypt(k, codes.word(k, "valid", rng))


async def by_command(b, _):
    """WIPE."""
    await b.bus.write(regs.CTRL, WIPE)


async def by_error(b, _):
    """A program that does not exist."""
    await b.fails(64, [], "PC_RANGE")


async def by_abort(b, job):
    """ABORT in the middle of a decryption."""
    await cut(b, job, 300, regs.CTRL_ABORT)
    await b.bus.interrupt()
    await b.bus.write(regs.IRQ_STATUS, 3)


async def by_soft_reset(b, job):
    """SOFT_RESET in the middle of a decryption."""
    await cut(b, job, 300, regs.CTRL_SOFT_RESET)


async def by_program(b, _):
    """First write to instruction memory after a run."""
    await b.bus.write(regs.IMEM + 4 * 63, 0)


async def wiped(b, number, how):
    """State after filling with key `number` and wiping."""
    job = await fill(b, number, number)
    before = memories(b.dut)
    await how(b, job)
    await b.device.idle()
    await b.bus.stop()
    await ClockCycles(b.dut.clk, 2)
    return before, memories(b.dut), state(b.dut)


async def check(dut, how):
    """Zero memories, and the same state whatever was in the core."""
    b: Bench = await bench(dut, how.__name__)
    states = []
    for number in (0, 1):
        before, after, now = await wiped(b, number, how)
        # The test means something only if every memory-owning unit was in use.
        assert {unit(p) for p in in_use(before)} >= {"u_vec", "u_poly", "u_eval", "u_hash"}
        assert not in_use(after), f"{how.__doc__} leaves {sorted(in_use(after))}"
        unknown = [p for p, words in after.items() if any(set(w) - {"0"} for w in words)]
        assert not unknown, unknown
        states.append(now)
    differ = sorted(p for p in states[0] if states[0][p] != states[1][p])
    assert not differ, f"{how.__doc__} leaves a trace in {differ}"
    await b.good()


@cocotb.test()
async def the_wipe_command_leaves_nothing(dut):
    """STATUS tells when it is done."""
    await check(dut, by_command)


@cocotb.test()
async def an_error_leaves_nothing(dut):
    """Wiped before the interrupt."""
    await check(dut, by_error)


@cocotb.test()
async def an_abort_leaves_nothing(dut):
    """In the middle of a decryption."""
    await check(dut, by_abort)


@cocotb.test()
async def a_soft_reset_leaves_nothing(dut):
    """In the middle of a decryption."""
    await check(dut, by_soft_reset)


@cocotb.test()
async def the_first_program_word_after_a_run_leaves_nothing(dut):
    """A loaded program cannot see what the last one left."""
    await check(dut, by_program)
