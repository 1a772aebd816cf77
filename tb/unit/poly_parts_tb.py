# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the benches of poly_unit's parts; the pytest side picks one test a top."""

import os
import random
from pathlib import Path

import cocotb
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, RisingEdge, Timer, with_timeout

from mce.field import field

FIELDS = [int(m) for m in os.environ.get("FIELD_LIST", "").split()]


def rng():
    return random.Random(int(os.environ["SEED"]))


async def clock(dut, *zero):
    """Starts the clock with the inputs `zero` low, and resets where there is a reset."""
    for name in zero:
        getattr(dut, name).value = 0
    Clock(dut.clk, 10, "ns", impl="gpi").start()
    if hasattr(dut, "rst_n"):
        dut.rst_n.value = 0
        for _ in range(2):
            await FallingEdge(dut.clk)
        dut.rst_n.value = 1
    await FallingEdge(dut.clk)


def rows_of(f, scalar, width):
    """The rows z^i * scalar as one word of `width` bits a row."""
    return sum(int(f.mul(scalar, 1 << i)) << i * width for i in range(f.m))


@cocotb.test()
async def rows3(dut):
    """Every select value: the sum of the selected rows."""
    r, width = rng(), int(os.environ["M"])
    for select in range(8):
        rows = [r.randrange(1 << width) for _ in range(3)]
        dut.rows_i.value = sum(row << i * width for i, row in enumerate(rows))
        dut.select_i.value = select
        await Timer(1, "ns")
        wanted = 0
        for i, row in enumerate(rows):
            wanted ^= row if select >> i & 1 else 0
        assert int(dut.sum_o.value) == wanted


@cocotb.test()
async def head(dut):
    """Own word or the neighbour's, with the row or without."""
    r, width = rng(), int(os.environ["M"])
    for case in range(40):
        a, nxt, row = (r.randrange(1 << width) for _ in range(3))
        shift, select = case & 1, case >> 1 & 1
        dut.a_i.value, dut.next_i.value, dut.row_i.value = a, nxt, row
        dut.shift_i.value, dut.select_i.value = shift, select
        await Timer(1, "ns")
        assert int(dut.sum_o.value) == (nxt if shift else a) ^ (row if select else 0)


@cocotb.test()
async def pick4(dut):
    """The word whose number is selected."""
    r, width = rng(), int(os.environ["M"])
    for case in range(40):
        words = [r.randrange(1 << width) for _ in range(4)]
        dut.words_i.value = sum(word << i * width for i, word in enumerate(words))
        dut.select_i.value = case % 4
        await Timer(1, "ns")
        assert int(dut.word_o.value) == words[case % 4]


@cocotb.test()
async def matrix(dut):
    """Rows of every unit and random scalars in every field; held without load; cleared."""
    r, width = rng(), int(os.environ["M"])
    await clock(dut)
    dut.clr_i.value, dut.load_i.value = 0, 1
    for m in FIELDS:
        f = field(m)
        dut.m_i.value = m
        for scalar in [1 << i for i in range(m)] + [0, f.q - 1] + r.sample(range(f.q), 12):
            dut.f_i.value, dut.load_i.value = scalar, 1
            await FallingEdge(dut.clk)
            dut.f_i.value, dut.load_i.value = r.randrange(f.q), 0
            await FallingEdge(dut.clk)
            got = int(dut.rows_o.value) & (1 << m * width) - 1
            assert got == rows_of(f, scalar, width), f"m={m} f={scalar:x}"
    dut.clr_i.value, dut.load_i.value = 1, 1
    await FallingEdge(dut.clk)
    assert int(dut.rows_o.value) == 0


@cocotb.test()
async def lane(dut):
    """Random operations against a model of the two banks: product, shift, swap, broadcast, zero."""
    r, width, depth = rng(), int(os.environ["M"]), 8
    await clock(dut, "we_even_i", "we_odd_i", "clr_a_i", "clr_t_i", "raddr_i", "raddr_odd_i",
                "waddr_i")
    f = field(FIELDS[0])
    banks = [[None] * depth, [None] * depth]
    a = t = None
    for step in range(3000):
        op = {n: r.randrange(2) for n in ("shift_i", "take_i", "we_even_i", "we_odd_i")}
        op |= {n: int(r.random() < 0.2) for n in ("clr_a_i", "clr_t_i")}
        if step < depth:
            op |= {"clr_a_i": 1, "shift_i": 1, "take_i": 1, "we_even_i": 1, "we_odd_i": 1,
                   "clr_t_i": 1}
        raddr, raddr_odd, waddr = r.randrange(depth), r.randrange(depth), step % depth
        scalar, bcast, nxt = (r.randrange(f.q) for _ in range(3))
        for name, value in op.items():
            getattr(dut, name).value = value
        dut.raddr_i.value, dut.raddr_odd_i.value = raddr, raddr_odd
        dut.waddr_i.value = waddr
        dut.rows_i.value = rows_of(f, scalar, width)
        dut.bcast_i.value, dut.next_i.value = bcast, nxt
        await Timer(1, "ns")
        x = nxt if op["shift_i"] else a
        even = None if x is None or t is None else x ^ int(f.mul(scalar, t)) ^ bcast
        odd = t if not op["take_i"] else None if x is None else x ^ bcast
        for name, value in (("even_o", even), ("odd_o", odd), ("a_o", a)):
            assert value is None or int(getattr(dut, name).value) == value, f"{name} {step}"
        a = 0 if op["clr_a_i"] else banks[0][raddr]
        t = 0 if op["clr_t_i"] else banks[1][raddr_odd]
        if op["we_even_i"]:
            banks[0][waddr] = even
        if op["we_odd_i"]:
            banks[1][waddr] = odd
        await FallingEdge(dut.clk)


@cocotb.test()
async def frobenius(dut):
    """The chain of every field reaches m-1 in at most five steps, and its maps are right."""
    r = rng()
    for m in FIELDS:
        f = field(m)
        dut.m_i.value = m
        reached, kept = 1, 1
        for step in range(6):
            dut.here_i.value = 1 << step
            await Timer(1, "ns")
            used, add = int(dut.used_o.value), int(dut.add_o.value)
            kept = reached if int(dut.rebase_o.value) else kept
            k = 1 if step == 5 else (kept if add else reached)
            if used or step == 5:
                for x in [0] + [1 << i for i in range(m)] + [r.randrange(f.q)]:
                    dut.x_i.value = x
                    await Timer(1, "ns")
                    assert int(dut.y_o.value) == int(f.pow(x, 1 << k)), f"m={m} step={step}"
            reached += k if used else 0
        assert reached == m - 1, f"m={m}"


@cocotb.test()
async def scalar_sweep(dut):
    """The inverse of every element of the largest fields; 0 gives 0."""
    await clock(dut)
    for m in FIELDS:
        dut.m_i.value, dut.rst_n.value = m, 0
        for _ in range(2):
            await FallingEdge(dut.clk)
        dut.rst_n.value = 1
        await with_timeout(RisingEdge(dut.done_o), (1 << m) * 16 * 10 + 1000, "ns")
        await FallingEdge(dut.clk)
        lines = Path("inverses.hex").read_text().split()
        got = [int(word, 16) for word in lines if not word.startswith(("//", "@"))][:1 << m]
        assert got == [int(x) for x in field(m).inv(range(1 << m))]


@cocotb.test()
async def scalar(dut):
    """Quotients in the rhythm of Berlekamp-Massey: inversions that overlap two divisions."""
    r = rng()
    await clock(dut, "wipe_i", "init_i", "load_i", "slot_i", "inv_i", "div_i", "d_i", "put_i",
                "add_i", "one_i", "factor_i", "word_i")
    for m in FIELDS:
        f = field(m)
        dut.m_i.value, dut.init_i.value = m, 1
        await FallingEdge(dut.clk)
        dut.init_i.value = 0
        divisor, swapped = 1, False
        for _ in range(300 // len(FIELDS)):
            d = r.choice((0, 1, r.randrange(f.q)))
            dut.load_i.value, dut.d_i.value, dut.slot_i.value = 1, d, 1
            await FallingEdge(dut.clk)
            dut.load_i.value, dut.d_i.value = 0, r.randrange(f.q)
            swap = not swapped and d != 0 and r.random() < 0.7
            dut.slot_i.value, dut.inv_i.value = 0, int(swap)
            assert int(dut.nonzero_o.value) == int(d != 0)
            await FallingEdge(dut.clk)
            dut.inv_i.value = 0
            for cycle in range(4 + r.randrange(3)):
                dut.div_i.value = int(cycle == 2)
                await FallingEdge(dut.clk)
            dut.div_i.value = 0
            await FallingEdge(dut.clk)
            assert int(dut.f_o.value) == int(f.div(d, divisor)), f"m={m} {d:x}/{divisor:x}"
            divisor, swapped = (d if swap else divisor), swap


@cocotb.test()
async def cursor(dut):
    """Word (p/2)F + j div L of coefficient j of every register: up, and down again."""
    lanes, factor, regs = (int(os.environ[k]) for k in ("L", "F", "NUM_REGS"))
    await clock(dut, "load_i", "step_i", "down_i")
    for reg in range(regs):
        dut.load_i.value, dut.reg_i.value, dut.step_i.value = 1, reg, 0
        await FallingEdge(dut.clk)
        dut.load_i.value = 0
        size = (1 if reg >= regs - 2 else 2) * factor * lanes
        way = [*((0, j) for j in range(size - 1)), *((1, j) for j in reversed(range(size)))]
        for down, j in way:
            place = (int(dut.odd_o.value), int(dut.addr_o.value))
            assert place == (reg % 2, reg // 2 * factor + j // lanes), f"p{reg}[{j}]"
            dut.down_i.value = down
            dut.step_i.value = int(j % lanes == (0 if down else lanes - 1) and j + 1 - down > 0)
            await Timer(1, "ns")
            following = int(dut.next_o.value)
            await FallingEdge(dut.clk)
            assert int(dut.addr_o.value) == following


@cocotb.test()
async def read(dut):
    """Walks name the right words in order, with the bank; pst under back-pressure loses nothing."""
    lanes, factor, regs, width = (int(os.environ[k]) for k in ("L", "F", "NUM_REGS", "M"))
    r = rng()
    await clock(dut, "pst_start_i", "xr_start_i", "rev_start_i", "out_ready_i", "words_i",
                "ser_load_i", "ser_read_i", "ser_step_i", "ser_down_i", "ser_second_i")

    def value(addr, even, place):
        return (addr * 64 + even * 32 + place + 1) % (1 << width)

    for kind in ("pst", "xr", "rev") * 4:
        reg = 1 if kind == "rev" else r.randrange(regs - 2)
        length = r.randint(1, 2 * lanes * factor)
        dut.ser_reg_i.value = dut.xr_reg_i.value = reg
        if kind == "rev":
            # The walk up to the highest coefficient comes first.
            for load in (1, *[0] * (length - 1)):
                dut.ser_load_i.value, dut.ser_step_i.value = load, 1 - load
                await FallingEdge(dut.clk)
            dut.ser_load_i.value = dut.ser_step_i.value = 0
            dut.rev_top_i.value = length - 1
        else:
            getattr(dut, f"{kind}_len_i").value = length
        getattr(dut, f"{kind}_start_i").value = 1
        await Timer(1, "ns")
        got, addr, even, following = [], 0, 0, int(dut.raddr_o.value)
        for _ in range(6 * length + 60):
            await FallingEdge(dut.clk)
            getattr(dut, f"{kind}_start_i").value = 0
            dut.words_i.value = sum(value(addr, even, n) << n * width for n in range(lanes))
            dut.out_ready_i.value = ready = int(r.random() < 0.5)
            addr, even = following, int(dut.even_o.value)
            await Timer(1, "ns")
            following = int(dut.raddr_o.value)
            if kind == "pst":
                if ready and int(dut.out_valid_o.value):
                    data = int(dut.out_data_o.value)
                    got += [data >> 16 * i & 0xFFFF for i in range(4)]
            elif int(getattr(dut, f"{kind}_valid_o").value):
                got.append(int((dut.data_o if kind == "rev" else dut.xr_data_o).value))
                if kind == "rev":
                    assert int(dut.rev_last_o.value) == int(len(got) == length)
        base, even = reg // 2 * factor, 1 - reg % 2
        wanted = [value(base + j // lanes, even, j % lanes) for j in range(length)]
        wanted += [0] * (-length % 4 if kind == "pst" else 0)
        wanted = wanted[::-1] if kind == "rev" else wanted
        assert got == wanted, f"{kind} p{reg} len {length}"
        assert int(dut.pst_busy_o.value) == 0


@cocotb.test()
async def serial_read(dut):
    """A read in cycle c gives its coefficient in c+2, with gaps, steps or none, and a second source
    in the other bank; nothing read gives zero, and no valid to anyone."""
    lanes, factor, regs, width = (int(os.environ[k]) for k in ("L", "F", "NUM_REGS", "M"))
    r = rng()
    await clock(dut, "pst_start_i", "xr_start_i", "rev_start_i", "out_ready_i", "words_i",
                "ser_load_i", "ser_read_i", "ser_step_i", "ser_down_i", "ser_second_i")
    for _ in range(6):
        reg, j = r.randrange(regs - 2), 0
        dut.ser_load_i.value, dut.ser_reg_i.value = 1, reg
        await FallingEdge(dut.clk)
        dut.ser_load_i.value = 0
        due = [0, 0]
        for _ in range(60):
            go, step, second, odd = (r.randrange(2) for _ in range(4))
            down = r.randrange(2) if 0 < j < lanes * factor - 1 else int(j > 0)
            dut.ser_read_i.value, dut.ser_step_i.value, dut.ser_down_i.value = go, step, down
            dut.ser_second_i.value, dut.ser_odd_i.value = second, odd
            await Timer(1, "ns")
            assert int(dut.even_o.value) == int(go and not (odd if second else reg % 2))
            j_here, j = j, j + (0 if not step else -1 if down else 1)
            assert int(dut.raddr_o.value) == reg // 2 * factor + j // lanes
            assert int(dut.wrap_o.value) == int(j_here % lanes == (0 if down else lanes - 1))
            await FallingEdge(dut.clk)
            words = [r.randrange(1 << width) for _ in range(lanes)]
            dut.words_i.value = sum(w << n * width for n, w in enumerate(words))
            due.append(words[j_here % lanes] if go else 0)
            assert int(dut.data_o.value) == due[-2]
            assert not int(dut.xr_valid_o.value) and not int(dut.rev_valid_o.value)
        dut.ser_read_i.value, dut.ser_step_i.value = 0, 0


@cocotb.test()
async def lanes(dut):
    """Single cells of both banks, a whole word of zeros, and a move of a register by one cell; a
    word copied up to an edge, 1 at the edge, and zero instead of one lane of t."""
    count, width, depth = (int(os.environ[k]) for k in ("L", "M", "DEPTH"))
    r = rng()
    names = ("raddr_i", "raddr_odd_i", "waddr_i", "all_even_i", "all_odd_i", "one_even_i",
             "one_odd_i", "cell_i", "bcast_i", "clear_i", "trim_i", "unity_i", "from_i", "zero_i",
             "zero_lane_i", "take_i", "shift_i", "end_i", "rows_i")
    await clock(dut, *names)

    async def step(**now):
        for name in names:
            getattr(dut, name).value = now.get(name[:-2], 0)
        await FallingEdge(dut.clk)

    async def contents(even):
        """All cells of a bank, word by word; the address comes first, then the bank."""
        got = []
        for word in range(depth):
            await step(raddr=word, raddr_odd=word)
            await step(take=int(even))
            value = int(dut.words_o.value)
            got += [value >> n * width & (1 << width) - 1 for n in range(count)]
        return got

    cells = {bank: [r.randrange(1 << width) for _ in range(count * depth)] for bank in (0, 1)}
    for j in range(count * depth):
        for bank, which in ((0, "one_even"), (1, "one_odd")):
            await step(**{which: 1}, clear=1, bcast=cells[bank][j], cell=1 << j % count,
                       waddr=j // count, take=bank)
    await step()
    assert await contents(True) == cells[0] and await contents(False) == cells[1]
    # Words 0 .. depth-1 move down by one cell; zero comes after the last.
    await step(raddr=0)
    for word in range(depth):
        await step(raddr=min(word + 1, depth - 1), waddr=word, all_even=1, shift=1,
                   end=int(word == depth - 1))
    await step()
    assert await contents(True) == [*cells[0][1:], 0] and await contents(False) == cells[1]
    cells[0] = [*cells[0][1:], 0]
    await step(waddr=1, all_odd=1, take=1, clear=1)
    await step()
    cells[1][count:2 * count] = [0] * count
    assert await contents(False) == cells[1]
    for edge in range(count):
        # Word 0 of the even bank to word 2 of the odd one below the edge, then 1 at the edge.
        above = (1 << count) - (1 << edge)
        await step(raddr=0)
        await step(waddr=2, all_odd=1, take=1, trim=1, **{"from": above})
        await step(waddr=2, take=1, unity=1, **{"from": above})
        await step()
        cells[1][2 * count:3 * count] = [*cells[0][:edge], 1, *[0] * (count - 1 - edge)]
        cells[0][2 * count + edge] = 1
        assert await contents(True) == cells[0] and await contents(False) == cells[1]
        await step(raddr_odd=0)
        await step(waddr=3, all_odd=1, zero=1, zero_lane=edge)
        await step()
        cells[1][3 * count:] = [0 if n == edge else cells[1][n] for n in range(count)]
        assert await contents(True) == cells[0] and await contents(False) == cells[1]


@cocotb.test()
async def elem_control(dut):
    """Reads and writes take turns: no read while a coefficient is put to the lanes, the cycle after
    valid_o; as many writes as coefficients; done one cycle after the last is in the lanes."""
    await clock(dut, "start_i", "mul_i", "seek_i", "f_i", "b_i", "a_i", "wrap_i")
    size = int(os.environ["L"]) * int(os.environ["F"])
    for op in (0x24, 0x25, 0x26, 0x27, 0x2C, 0x2D, 0x2E):
        for length in range(1, size + 1):
            dut.op_i.value, dut.len_i.value, dut.arg_i.value = op, length, length - 1
            dut.t_i.value = 2
            await FallingEdge(dut.clk)
            dut.start_i.value = 1
            before, writes, done = 0, [], None
            for cycle in range(1, 16 * size + 40):
                await FallingEdge(dut.clk)
                dut.start_i.value = 0
                await Timer(1, "ns")
                assert not (before and int(dut.read_o.value)), f"op {op:x} cycle {cycle}"
                before = int(dut.valid_o.value)
                writes += [cycle] * before
                if int(dut.done_o.value):
                    done = cycle
                if not int(dut.busy_o.value):
                    break
            assert len(writes) == length and done == writes[-1] + 2, f"op {op:x} length {length}"


@cocotb.test()
async def mul_control(dut):
    """The steps in order with their registers, the words of every pass, and t reads of b."""
    r = rng()
    count, factor = int(os.environ["L"]), int(os.environ["F"])
    await clock(dut, "start_i", "sub_done_i", "top_i")
    d, a, b = 9, 7, 4
    dut.d_i.value, dut.a_i.value, dut.b_i.value = d, a, b
    for t in range(2, count * factor):
        top = (t - 1) // count
        dut.t_i.value, dut.top_i.value, dut.start_i.value = t, top, 1
        steps, passes, reads, due, early = [], [], 0, 0, None
        for _ in range(1000 + 20 * t * (top + 4)):
            await FallingEdge(dut.clk)
            dut.start_i.value, dut.sub_done_i.value = 0, int(due == 1)
            due = max(0, due - 1)
            await Timer(1, "ns")
            if not int(dut.busy_o.value):
                break
            if int(dut.clear_o.value) or int(dut.copy_o.value):
                kind = "clear" if int(dut.clear_o.value) else "copy"
                kind = "seek" if kind == "copy" and int(dut.seek_o.value) else kind
                steps.append((kind, int(dut.d_o.value), int(dut.a_o.value)))
                due = r.randint(2, 9)
            if int(dut.all_even_o.value):
                passes.append((int(dut.shift_o.value), int(dut.waddr_o.value), *early,
                               int(dut.end_o.value)))
            early = (int(dut.raddr_o.value), int(dut.raddr_odd_o.value))
            reads += int(dut.read_o.value)
        assert [(k, x) for k, x, _ in steps if k == "clear"] == [("clear", x) for x in (0, 1, 3, d)]
        assert [s for s in steps if s[0] == "copy"] == [("copy", 1, a), ("copy", 3, 2),
                                                        ("copy", d, 0)]
        assert [s[0] for s in steps] == ["clear"] * 3 + ["copy"] * 2 + ["seek", "clear", "copy"]
        assert [s[2] for s in steps if s[0] == "seek"] == [b] and reads == t
        shifted = [(1, w, w, factor + w, int(w == top)) for w in range(top + 1)]
        added = [(0, w, w, w, 0) for w in range(top + 1)]
        assert passes == added + (shifted + added) * t, f"t={t}"


@cocotb.test()
async def write(dut):
    """pld, pli, xw, el and rev name the right places in order, pld and pli after clearing their
    words; wipe names all."""
    lanes, factor, regs, width = (int(os.environ[k]) for k in ("L", "F", "NUM_REGS", "M"))
    r = rng()
    names = ("pld_start_i", "pli_start_i", "ck_valid_i", "xw_start_i", "xw_valid_i", "xw_data_i",
             "el_start_i", "el_valid_i", "el_data_i", "rev_valid_i", "rev_data_i", "rev_last_i",
             "wipe_i")
    await clock(dut, *names)
    dut.m_i.value = width
    for kind in ("pld", "pli", "xw", "el", "rev", "wipe") * 5:
        reg, length = r.randrange(regs - 2), r.randint(1, 2 * lanes * factor)
        length = 1 if kind == "pli" else length
        words = [r.randrange(1 << width) for _ in range(length)]
        pending, cleared, placed = [] if kind in ("wipe", "pli") else list(words), [], []
        dut.pli_data_i.value = words[0] | r.randrange(1 << 16 - width) << width
        getattr(dut, {"rev": "el_start_i", "wipe": "wipe_i"}.get(kind, f"{kind}_start_i")).value = 1
        dut.pld_len_i.value = length
        dut.pld_reg_i.value = reg if kind != "xw" else r.randrange(regs)
        dut.xw_reg_i.value = reg if kind == "xw" else r.randrange(regs)
        ends = 0
        for _ in range(8 * length + 2 * regs * factor + 20):
            await FallingEdge(dut.clk)
            for name in names:
                getattr(dut, name).value = 0
            go = r.random() < 0.6 and pending
            if go and kind == "pld":
                dut.ck_valid_i.value = 1
                dut.ck_data_i.value = sum(w << 16 * i for i, w in enumerate(pending[:4]))
                pending = pending[4:] if int(dut.ck_ready_o.value) else pending
            elif go:
                getattr(dut, f"{kind}_valid_i").value = 1
                getattr(dut, f"{kind}_data_i").value = pending.pop(0)
                dut.rev_last_i.value = int(not pending)
            addr, banks = int(dut.waddr_o.value), (int(dut.all_even_o.value),
                                                   int(dut.all_odd_o.value))
            one = (int(dut.one_even_o.value), int(dut.one_odd_o.value))
            assert int(dut.clear_o.value) == int(any(banks) or any(one))
            if any(banks):
                cleared.append((addr, *banks))
            if any(one):
                lane = int(dut.cell_o.value).bit_length() - 1
                assert int(dut.cell_o.value) == 1 << lane
                placed.append((int(dut.bcast_o.value), addr, lane, *one))
            else:
                assert int(dut.bcast_o.value) == 0
            ends += int(dut.rev_done_o.value)
            assert not int(dut.rev_done_o.value) or (kind == "rev" and len(placed) == length)
        assert not pending and not int(dut.pld_busy_o.value) and not int(dut.wipe_busy_o.value)
        base, banks = reg // 2 * factor, (1 - reg % 2, reg % 2)
        spans = factor * (2 if length > lanes * factor else 1)
        wanted = {"pld": [(base + i, *banks) for i in range(spans)],
                  "pli": [(base + i, *banks) for i in range(spans)],
                  "wipe": [(i, 1, 1) for i in range(regs // 2 * factor)]}.get(kind, [])
        assert sorted(cleared) == wanted, kind
        places = [(w, base + j // lanes, j % lanes, *banks) for j, w in enumerate(words)]
        assert placed == ([] if kind == "wipe" else places), kind
        assert ends == int(kind == "rev")


PUBLIC = ("busy_o", "done_o", "pass_o", "raddr_o", "waddr_o", "all_even_o", "all_odd_o",
          "clear_o", "trim_o", "unity_o", "zero_o", "shift_o", "end_o", "init_o", "load_o",
          "slot_o", "div_o", "rows_load_o", "rows_clr_o", "walk_o", "rev_start_o")


@cocotb.test()
async def bm_control(dut):
    """Whatever the discrepancies are, every output but take_o and inv_o is the same each cycle."""
    r = rng()
    await clock(dut, "start_i", "wipe_i", "nonzero_i", "rev_done_i")
    for t in range(2, int(os.environ["T_MAX"]) + 1):
        traces, inversions = [], []
        for chance in (0.0, 0.3, 0.7, 1.0):
            dut.start_i.value, dut.t_i.value = 1, t
            trace, count, since, previous = [], 0, None, -100
            for cycle in range(40 * t * t):
                await FallingEdge(dut.clk)
                dut.start_i.value = 0
                dut.nonzero_i.value = int(r.random() < chance)
                since = 0 if int(dut.rev_start_o.value) else since if since is None else since + 1
                dut.rev_done_i.value = int(since == 4 + t)
                await Timer(1, "ns")
                trace.append([int(getattr(dut, n).value) for n in PUBLIC])
                places = {"zero_lane_o": int(dut.zero_o.value),
                          "from_o": trace[-1][PUBLIC.index("trim_o")] | int(dut.unity_o.value)}
                trace[-1] += [int(getattr(dut, n).value) for n, valid in places.items() if valid]
                if int(dut.inv_o.value):
                    assert cycle - previous > 7, "swaps in two steps that follow each other"
                    count, previous = count + 1, cycle
                if not trace[-1][0]:
                    break
            done, walk = ([row[PUBLIC.index(n)] for row in trace] for n in ("done_o", "walk_o"))
            assert sum(walk) == t, "the cursor must end at cell t"
            assert done[-2:] == [1, 0] and sum(done) == 1, "done in the last busy cycle only"
            traces.append(trace)
            inversions.append(count)
        assert all(trace == traces[0] for trace in traces), f"t={t}"
        assert inversions[0] == 0 and inversions[-1] >= t, inversions
