# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_basis_seq bench: the list of operations, cycle by cycle."""

import cocotb
from cocotb.triggers import Timer

from eval_pump import clear, rng, setting, settle, start_clock

LEVELS = setting("LEVELS")
HALF = 1 << (LEVELS - 1)
RETURN = 5  # cycles after which a cell written is legible
# All of them, or at full size those around a power of two, three halves of it, and odd ones.
SIZES = sorted({*range(2, 2 * HALF + 1)} & {2, 32, 64, 67, 96, 119, 128}
               if LEVELS == 7 else range(2, 2 * HALF + 1))


def layers(levels: int) -> list[tuple[int, int]]:
    """(p, exponent) of the forward change, design order."""
    return [(p, p - j) for j in range(levels - 1) for p in range(levels - 2, j - 1, -1)]


def butterflies(p: int, levels: int) -> list[int]:
    """Bases of one layer, in the order of n."""
    return [e for e in range(1 << levels) if not e >> p & 3]


async def record(dut, forward: int, t: int, random) -> list[dict[str, int]]:
    """Run to done_o (or through two blocks of feeding); one entry per operation."""
    await clear(dut, start_i=0, forward_i=forward, wipe_i=0, t_i=t, in_valid_i=0, in_last_i=0)
    dut.start_i.value = 1
    await settle(dut)
    dut.start_i.value, entries, taken, fed = 0, [], 0, 0
    expected = min(t + 1, 2 * HALF) if forward else 2 * HALF
    for cycle in range(40_000):
        valid = taken < expected and random.random() < 0.7
        dut.in_valid_i.value, dut.in_last_i.value = int(valid), int(taken == 2 * HALF - 1)
        dut.feed_go_i.value = int(random.random() < 0.8)
        await Timer(1, "ns")
        names = ("write", "pair", "layer", "feed", "emit", "emit_far")
        entry = {name: int(getattr(dut, f"op_{name}_o").value) for name in names}
        assert entry["write"] + entry["layer"] + entry["feed"] <= 1
        if entry["write"] or entry["layer"] or entry["feed"] or entry["emit"]:
            entry |= {"n": int(dut.n_o.value), "p": int(dut.p_o.value).bit_length() - 1,
                      "exponent": int(dut.exponent_o.value) if entry["layer"] else 0}
            entries.append(entry | {"cycle": cycle})
        taken += int(valid)
        fed += entry["feed"]
        if int(dut.done_o.value) or fed == 2 * HALF:
            return entries
        await settle(dut)
    raise AssertionError("the sequence does not end")


def check_hazards(accesses: list[tuple[int, set[int], set[int]]]) -> None:
    """No cell is read before what was written to it can be seen."""
    written: dict[int, int] = {}
    for cycle, reads, writes in accesses:
        for cell in reads:
            assert cycle - written.get(cell, -RETURN) >= RETURN, f"cell {cell} at {cycle}"
        for cell in writes:
            written[cell] = cycle


@cocotb.test()
async def forward_list_is_the_models(dut):
    """Intake, layers and feeding in order, without hazards."""
    start_clock(dut)
    random = rng()
    for t in SIZES:
        entries = await record(dut, 1, t, random)
        accesses = []
        intake = [e for e in entries if e["write"]]
        cells = min(max(t + 1, HALF), 2 * HALF)
        assert [e["n"] for e in intake] == list(range(cells))
        for e in intake:
            assert e["pair"] == (e["n"] < HALF) and (not e["pair"] or e["p"] == LEVELS - 1)
            writes = {e["n"], e["n"] + HALF} if e["pair"] else {e["n"]}
            accesses.append((e["cycle"], set(), writes))
        steps = [e for e in entries if e["layer"]]
        expected = [(p, x, n, base) for p, x in layers(LEVELS)
                    for n, base in enumerate(butterflies(p, LEVELS))]
        assert [(e["p"], e["exponent"], e["n"]) for e in steps] == [x[:3] for x in expected]
        for e, (p, _, _, base) in zip(steps, expected, strict=True):
            one, two, three = (base + (i << p) for i in (1, 2, 3))
            accesses.append((e["cycle"], {one, two, three}, {one, two}))
        feeds = [e for e in entries if e["feed"]]
        assert [e["n"] for e in feeds] == [*range(HALF), *range(HALF)]
        assert all(e["p"] == LEVELS - 1 for e in feeds)
        accesses += [(e["cycle"], {e["n"], e["n"] + HALF}, set()) for e in feeds]
        check_hazards(accesses)


@cocotb.test()
async def transposed_list_is_the_models(dut):
    """Intake, layers backwards, and 2t cells emitted in order when they are final."""
    start_clock(dut)
    random = rng()
    for t in SIZES:
        levels = max(3, (2 * t - 1).bit_length())
        entries = await record(dut, 0, t, random)
        steps = [e for e in entries if e["layer"]]
        expected = [(p, x, n, base) for p, x in reversed(layers(levels))
                    for n, base in enumerate(butterflies(p, levels))]
        assert [(e["p"], e["exponent"], e["n"]) for e in steps] == [x[:3] for x in expected]
        intake = [e for e in entries if e["write"]]
        assert [(e["n"], e["pair"]) for e in intake] == [(n, 1) for n in range(2 * HALF)]
        assert all(e["p"] == LEVELS for e in intake)
        bases, emitted = iter(expected), []
        accesses, last_write = [], {}
        for e in entries:
            reads, writes = set(), set()
            if e["write"]:
                writes = {e["n"], e["n"] + 2 * HALF}
            elif e["layer"]:
                p, base = e["p"], next(bases)[3]
                one, two, three = (base + (i << p) for i in (1, 2, 3))
                reads, writes = {one, two, three}, {two, three}
            if e["emit"]:
                cell = e["n"] + (1 << e["p"] if e["emit_far"] else 0)
                emitted.append((cell, e["cycle"]))
                reads = reads | {cell}
            accesses.append((e["cycle"], reads, writes))
            last_write |= dict.fromkeys(writes, e["cycle"])
        assert [cell for cell, _ in emitted] == list(range(2 * t)), f"t={t}"
        assert all(cycle > last_write[cell] for cell, cycle in emitted), f"t={t}"
        check_hazards(accesses)
