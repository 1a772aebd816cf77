# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_basis_seq bench: the list of operations, cycle by cycle."""

from collections.abc import Iterator

import cocotb
from cocotb.triggers import Timer

from eval_pump import clear, rng, setting, settle, start_clock

LEVELS = setting("LEVELS")
POINTS = setting("POINTS")
HALF = 1 << (LEVELS - 1)
SUMS = 4 * HALF // POINTS  # operations of the intake of sums
BLOCK = 2 * HALF // POINTS  # operations of the feeding of a block
RETURN = 5  # cycles after which a cell written is legible
# All of them, or at full size those around a power of two, three halves of it, and odd ones.
SIZES = sorted({*range(2, 2 * HALF + 1)} & {2, 3, 4, 5, 8, 9, 32, 33, 64, 67, 96, 119, 128}
               if LEVELS == 7 else range(2, 2 * HALF + 1))
FLAGS = ("write", "pair", "layer", "cross", "feed", "emit", "emit_far")

Access = tuple[int, set[int], set[int]]  # cycle, cells read, cells written


def layers(levels: int) -> list[tuple[int, int]]:
    """(p, exponent) of the forward change, design order."""
    return [(p, p - j) for j in range(levels - 1) for p in range(levels - 2, j - 1, -1)]


def length(levels: int) -> int:
    """Operations of a layer."""
    return max(1, 1 << levels >> 3)


def hold(levels: int, p: int) -> int:
    """Idle cycles behind the layer p."""
    return 4 if length(levels) <= 8 else int(p == 0)


def bases(entry: dict[str, int], levels: int) -> tuple[int, int]:
    """The first cells of the two butterflies of an operation; the step of its words is checked."""
    p, first = entry["p"], 2 * entry["word"]
    assert entry["step"] == max(1, 1 << p >> 1) and entry["cross"] == (p == 0)
    return (first, first + 4) if p == 0 else (first, first + 1)


def check_layers(entries: list[dict[str, int]], levels: int, order: list[tuple[int, int]]) -> None:
    """All butterflies of every layer, each once, the layers in order with their constants and only
    the holds between them; adds "p" and "bases" to the entries."""
    steps, size = iter(entries), 1 << levels
    previous = None
    for p, exponent in order:
        seen = []
        for k in range(length(levels)):
            entry = next(steps)
            entry |= {"p": p}
            entry["bases"] = bases(entry, levels)
            assert entry["exponent"] == exponent
            idle = 0 if previous is None or k else hold(levels, previous[1])
            assert previous is None or entry["cycle"] == previous[0] + 1 + idle, (p, k)
            previous = (entry["cycle"], p)
            seen += [base for base in entry["bases"] if base < size]
        assert sorted(seen) == [e for e in range(size) if not e >> p & 3]
    assert next(steps, None) is None


def cells_of(entry: dict[str, int], forward: int) -> tuple[set[int], set[int]]:
    """Cells that the butterflies of an operation read and write."""
    at = [[base + (i << entry["p"]) for i in range(4)] for base in entry["bases"]]
    written = (1, 2) if forward else (2, 3)
    return ({x[i] for x in at for i in (1, 2, 3)}, {x[i] for x in at for i in written})


async def record(dut, forward: int, t: int, random) -> Iterator[dict[str, int]]:
    """Run to done_o (or through two blocks of feeding); one entry per operation."""
    await clear(dut, start_i=0, forward_i=forward, wipe_i=0, t_i=t, in_valid_i=0, in_last_i=0)
    dut.start_i.value = 1
    await settle(dut)
    dut.start_i.value, entries, taken, fed = 0, [], 0, 0
    expected = min(t + 1, 2 * HALF) if forward else SUMS
    for cycle in range(40_000):
        valid = taken < expected and random.random() < 0.7
        dut.in_valid_i.value, dut.in_last_i.value = int(valid), int(taken == SUMS - 1)
        dut.feed_go_i.value = int(random.random() < 0.8)
        await Timer(1, "ns")
        entry = {name: int(getattr(dut, f"op_{name}_o").value) for name in FLAGS}
        assert entry["write"] + entry["layer"] + entry["feed"] <= 1
        if entry["write"] or entry["layer"] or entry["feed"] or entry["emit"]:
            numbers = ("n", "word", "step", "exponent") if entry["layer"] else ("n", "word", "step")
            entry |= {name: int(getattr(dut, f"{name}_o").value) for name in numbers}
            entries.append(entry | {"cycle": cycle})
        taken += int(valid)
        fed += entry["feed"]
        if int(dut.done_o.value) or fed == 2 * BLOCK:
            return entries
        await settle(dut)
    raise AssertionError("the sequence does not end")


def check_hazards(accesses: list[Access]) -> None:
    """No cell is read before what was written to it can be seen."""
    written: dict[int, int] = {}
    for cycle, reads, writes in accesses:
        for cell in reads:
            assert cycle - written.get(cell, cycle - RETURN) >= RETURN, f"cell {cell} at {cycle}"
        for cell in writes:
            written[cell] = cycle


def tuple_of(entry: dict[str, int], size: int) -> set[int]:
    """The cells of an operation of intake or feeding of `size` cells."""
    n, half = entry["n"], size // 2
    upper = 2 * entry["step"] * (POINTS // 2)
    assert entry["word"] == n >> 1 and upper == half
    return {n, n + half} | ({n + half // 2, n + half + half // 2} if POINTS == 4 else set())


@cocotb.test()
async def forward_list_is_the_models(dut):
    """Intake, layers and feeding in order, without hazards."""
    start_clock(dut)
    random = rng()
    for t in SIZES:
        entries = await record(dut, 1, t, random)
        accesses: list[Access] = []
        intake = [e for e in entries if e["write"]]
        assert [e["n"] for e in intake] == list(range(min(max(t + 1, HALF), 2 * HALF)))
        for e in intake:
            assert e["pair"] == (e["n"] < HALF) and e["word"] == e["n"] >> 1
            assert not e["pair"] or tuple_of(e, 2 * HALF)
            writes = {e["n"], e["n"] + HALF} if e["pair"] else {e["n"]}
            accesses.append((e["cycle"], set(), writes))
        steps = [e for e in entries if e["layer"]]
        check_layers(steps, LEVELS, layers(LEVELS))
        assert steps[0]["cycle"] == intake[-1]["cycle"] + 5
        accesses += [(e["cycle"], *cells_of(e, 1)) for e in steps]
        feeds = [e for e in entries if e["feed"]]
        assert [e["n"] for e in feeds] == [*range(BLOCK), *range(BLOCK)]
        assert not any(e["emit"] for e in entries)
        accesses += [(e["cycle"], tuple_of(e, 2 * HALF), set()) for e in feeds]
        check_hazards(accesses)


def emitted_cell(entry: dict[str, int], before: dict[str, int]) -> int:
    """An even cell, or the odd one that was read with it in the cycle before."""
    source = before if entry["n"] & 1 else entry
    assert entry["cycle"] - source["cycle"] == (entry["n"] & 1)
    word = source["word"] + (source["step"] if source["emit_far"] else 0)
    # A first word is idle only if the operation needs just its upper words.
    assert not source["layer"] or not source["cross"]
    return 2 * word + (entry["n"] & 1)


@cocotb.test()
async def transposed_list_is_the_models(dut):
    """Intake, layers backwards, and 2t cells emitted in order when they are final."""
    start_clock(dut)
    random = rng()
    for t in SIZES:
        levels = max(3, (2 * t - 1).bit_length())
        entries = await record(dut, 0, t, random)
        intake = [e for e in entries if e["write"]]
        assert [(e["n"], e["pair"]) for e in intake] == [(n, 1) for n in range(SUMS)]
        steps = [e for e in entries if e["layer"]]
        check_layers(steps, levels, layers(levels)[::-1])
        assert steps[0]["cycle"] == intake[-1]["cycle"] + (5 if length(levels) <= 8 else 1)
        accesses: list[Access] = []
        emitted, last_write, before = [], {}, {}
        for e in entries:
            reads, writes = cells_of(e, 0) if e["layer"] else (set(), set())
            if e["write"]:
                writes = tuple_of(e, 4 * HALF)
            if e["emit"]:
                cell = emitted_cell(e, before)
                emitted.append((cell, e["cycle"]))
                reads = reads | {cell}
            accesses.append((e["cycle"], reads, writes))
            last_write |= dict.fromkeys(writes, e["cycle"])
            before = e
        assert [cell for cell, _ in emitted] == list(range(2 * t)), f"t={t}"
        assert all(cycle > last_write[cell] for cell, cycle in emitted), f"t={t}"
        # Three eighths of the cells leave beside layers, the others behind them.
        tail = [cycle for _, cycle in emitted if cycle > steps[-1]["cycle"]]
        size = 1 << levels
        assert len(tail) == 2 * t - (3 * size // 8 if size > 8 else 0)
        assert tail[0] == steps[-1]["cycle"] + 1 + hold(levels, levels - 2)
        assert tail[-1] == tail[0] + len(tail) - 1
        check_hazards(accesses)
