# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of operands: parameter and length ranges, packet lengths, exact latencies."""

from __future__ import annotations

from typing import Any

import cocotb

from mce.isa.spec import Build, check, load
from pins import Pins, Sample, reset, rng

INPUTS = ("setup_i", "go_i", "instr_i", "m_i", "n_i", "t_i", "we_i", "wd_i", "wdata_i")
NEEDS = ("vec_o", "poly_o", "eval_o", "hash_o", "reads_o", "writes_o", "chunks_o", "pairs_o")
OUTPUTS = ("ready_o", "bad_o", "err_o", "len_o", "arg_o", "bytes_o", *NEEDS)
# The build of ctrl_rig.
M, N_MAX, T_MAX, NUM_REGS, RCAP, FIELDS = 13, 8192, 128, 8, 136, (12, 13)
BITS = 1 << M
ISA = load()
CODE = {name: error.code for name, error in ISA.errors.items()}
LATENCY, LATENCY_MATRIX, LATENCY_SETUP = 1, M + 3, M + 2
MATRICES = ("vmv", "vvm")
# Field l names s8 and field s names s9; a names s8 for a loop.
LEN, ARG = 8, 9


class Bench:
    """An operand stage with chosen values in s8 and s9."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        self.pins = Pins(dut, "op_", INPUTS, OUTPUTS)

    async def begin(self, m: int = 13, n: int = 8192, t: int = 128) -> None:
        """Reset and the setup of a program."""
        await reset(self.dut, self.pins)
        await self.setup(m, n, t)

    async def wait(self, latency: int) -> Sample:
        """The sample after ready_o, which must stand `latency` cycles after go and only there.

        What the instruction needs stands from the cycle after go on.
        """
        for cycle in range(1, latency + 4):
            got = await self.pins.step(setup_i=0, go_i=0)
            assert got.ready_o == (cycle == latency), cycle
            if cycle == 1:
                early = got
            if cycle == latency + 1:
                result = got
        assert all(early[k] == got[k] for k in NEEDS), "what it needs holds"
        assert all(result[k] == got[k] for k in OUTPUTS if k != "ready_o"), "results hold"
        assert result.bad_o == (result.err_o != 0), "bad_o tells whether there is an error"
        return result

    async def setup(self, m: int, n: int, t: int) -> int:
        """Error code of (m, n, t)."""
        await self.pins.step(setup_i=1, m_i=m, n_i=n, t_i=t)
        return (await self.wait(LATENCY_SETUP)).err_o

    async def write(self, register: int, data: int) -> None:
        """Set a free scalar."""
        await self.pins.step(we_i=1, wd_i=register - 8, wdata_i=data)
        await self.pins.step(we_i=0)

    async def go(self, name: str, **fields: int) -> Sample:
        """One instruction with s8 as length and s9 as operand s."""
        instruction = ISA.instructions[name]
        used = {o.field.name for o in instruction.operands}
        values = {"d": 1, "a": 2, "l": LEN, "s": ARG, "f": 0, "imm16": 99, "b": 3, **fields}
        word = ISA.encode(instruction, {k: v for k, v in values.items() if k in used})
        await self.pins.step(go_i=1, instr_i=word)
        return await self.wait(LATENCY_MATRIX if name in MATRICES else LATENCY)


def params_good(m: int, n: int, t: int) -> bool:
    """The condition of PARAM_RANGE in docs/isa.md."""
    return m in FIELDS and 2 <= t <= T_MAX and n <= min(N_MAX, 2**m) and m * t < n


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def parameters_are_checked_at_every_border(dut: Any) -> None:
    bench = Bench(dut)
    await bench.begin()
    numbers = rng("params")
    cases = {(m, n, t) for m in (0, 11, 12, 13, 14, 17, 31) for n in (0, 1600, 4096, 8192, 131071)
             for t in (2, 64, 128)}
    cases |= {(m, n, t) for m in FIELDS for t in (0, 1, 2, 3, 119, 127, 128, 129, 255, 32768, 65535)
              for n in (m * t - 1, m * t, m * t + 1, 2**m - 1, 2**m, 2**m + 1) if 0 <= n < 2**17}
    cases |= {(numbers.randrange(32), numbers.getrandbits(17), numbers.getrandbits(16))
              for _ in range(40)}
    for m, n, t in sorted(cases):
        expected = 0 if params_good(m, n, t) else CODE["PARAM_RANGE"]
        assert await bench.setup(m, n, t) == expected, (m, n, t)


def lengths(top: int) -> list[int]:
    """Values of a length that may be at most `top`."""
    return [0, 1, 7, 8, 9, top - 1, top, top + 1, 1 << 14, 1 << 16, (1 << 17) - 1]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def bit_lengths_are_checked_and_make_bytes(dut: Any) -> None:
    """Bit lengths are 1 <= len <= 2^M; ceil(len/8) bytes, or 2 len of 16-bit words."""
    bench = Bench(dut)
    await bench.begin()
    await bench.write(ARG, 5)
    for length in lengths(BITS):
        await bench.write(LEN, length)
        for name in ("vld", "vst", "vpop", "vgather", "veq", "vsamp", "habs", "hstr", "hsq"):
            got = await bench.go(name)
            assert got.err_o == (0 if 1 <= length <= BITS else CODE["LENGTH_RANGE"])
            words = name in {"vgather", "vsamp"}
            assert (got.len_o, got.chunks_o) == (length, words)
            assert got.bytes_o == (2 * length if words else -(-length // 8))


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def windows_must_lie_in_the_register(dut: Any) -> None:
    """vslice, vplace: 1 <= len, s + len <= 2^M, sums that wrap included."""
    bench = Bench(dut)
    await bench.begin()
    for length in (0, 1, 100, BITS, BITS + 1, (1 << 17) - 1):
        await bench.write(LEN, length)
        for start in (0, 1, BITS - 100, BITS - 99, BITS - 1, BITS, (1 << 17) - length, 1 << 16,
                      (1 << 17) - 1):
            await bench.write(ARG, start % (1 << 17))
            good = length >= 1 and start % (1 << 17) + length <= BITS
            for name in ("vslice", "vplace"):
                got = await bench.go(name)
                assert got.err_o == (0 if good else CODE["LENGTH_RANGE"]), (length, start)
                assert got.arg_o == start % (1 << 17)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_weight_beyond_the_register_is_refused(dut: Any) -> None:
    """vpop: s <= 2^M; a larger number must not be compared modulo something."""
    bench = Bench(dut)
    await bench.begin()
    await bench.write(LEN, 1)
    for weight in (0, BITS, BITS + 1, 2 * BITS, (1 << 17) - 1):
        await bench.write(ARG, weight)
        got = await bench.go("vpop")
        assert got.err_o == (0 if weight <= BITS else CODE["LENGTH_RANGE"]), weight


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def matrices_have_rows_times_row_bytes(dut: Any) -> None:
    """vmv, vvm: 1 <= rows, columns <= 2^M; M + 2 cycles more for the product."""
    bench = Bench(dut)
    await bench.begin()
    numbers = rng("vmv")
    pairs = [(r, c) for r in (0, 1, BITS, BITS + 1) for c in (0, 1, 7, 8, 9, BITS, BITS + 1)]
    pairs += [(1547, 5413), (768, 2720)] + [
        (numbers.randrange(1, BITS), numbers.randrange(1, BITS)) for _ in range(10)]
    for rows, columns in pairs:
        await bench.write(LEN, rows)
        await bench.write(ARG, columns)
        good = 1 <= rows <= BITS and 1 <= columns <= BITS
        for name in MATRICES:
            got = await bench.go(name)
            assert got.err_o == (0 if good else CODE["LENGTH_RANGE"]), (rows, columns)
            assert not good or (got.bytes_o, got.chunks_o) == (rows * -(-columns // 8), 0)
    # An illegal word with good lengths is refused all the same.
    await bench.write(LEN, 4)
    await bench.write(ARG, 4)
    for name in MATRICES:
        assert (await bench.go(name, d=3, a=3)).err_o == CODE["BAD_OPERAND"]


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def elements_are_at_most_the_coefficients_of_one_register(dut: Any) -> None:
    """padd to einv: 1 <= len <= RCAP; the coefficient of pscale is one of 0 .. RCAP-1."""
    bench = Bench(dut)
    await bench.begin()
    names = ("padd", "pmov", "pshift", "emul", "esqr", "einv")
    for length in lengths(RCAP):
        await bench.write(LEN, length)
        # Operand s is none of theirs: any value does.
        await bench.write(ARG, 99999)
        good = 1 <= length <= RCAP
        for name in names:
            got = await bench.go(name)
            assert got.err_o == (0 if good else CODE["LENGTH_RANGE"]), (name, length)
            assert got.len_o == length
        for number in (0, 1, RCAP - 1, RCAP, 1 << 16, (1 << 17) - 1):
            await bench.write(ARG, number)
            got = await bench.go("pscale")
            fits = good and number < RCAP
            assert got.err_o == (0 if fits else CODE["LENGTH_RANGE"]), (length, number)
            assert got.arg_o == number


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def instructions_without_a_length_have_no_range(dut: Any) -> None:
    """pmul, pli, vli: whatever the scalars say."""
    bench = Bench(dut)
    await bench.begin()
    for value in (0, (1 << 17) - 1):
        await bench.write(LEN, value)
        await bench.write(ARG, value)
        assert (await bench.go("pmul", d=4, a=5, b=6)).err_o == 0
        for name in ("pli", "vli"):
            assert (await bench.go(name)).err_o == 0


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def coefficients_may_run_on_into_a_register_that_exists(dut: Any) -> None:
    """pld, pst: len <= 2 T_MAX + 1, and <= RCAP unless there is a register p+2."""
    bench = Bench(dut)
    await bench.begin()
    for length in [*lengths(RCAP), 2 * T_MAX, 2 * T_MAX + 1, 2 * T_MAX + 2]:
        await bench.write(LEN, length)
        for register in range(NUM_REGS):
            good = 1 <= length <= 2 * T_MAX + 1 and (length <= RCAP or register + 2 < NUM_REGS)
            for name in ("pld", "pst"):
                got = await bench.go(name, d=register, a=register)
                assert got.err_o == (0 if good else CODE["LENGTH_RANGE"]), (length, register)
                assert (got.bytes_o, got.chunks_o) == (2 * length, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def syndromes_read_one_pair_for_every_point(dut: Any) -> None:
    bench = Bench(dut)
    await bench.begin()
    for m, n, t in ((12, 3488, 64), (13, 8192, 128)):
        assert await bench.setup(m, n, t) == 0
        got = await bench.go("esyn")
        assert (got.err_o, got.bytes_o, got.chunks_o, got.pairs_o) == (0, 4 << m, 1, 1)
        assert (await bench.go("eroot")).err_o == 0


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def units_streams_and_gears_are_named_from_the_cycle_after_go(dut: Any) -> None:
    """Whatever the instruction before needed; only esyn takes pairs. habs and hsq need the vector
    core too."""
    bench = Bench(dut)
    await bench.begin()
    numbers = rng("needs")
    names = [name for name in ISA.instructions if name != "vmvb"] * 3
    numbers.shuffle(names)
    for name in names:
        instruction = ISA.instructions[name]
        got = await bench.go(name)
        units = {"vector": "vec", "poly": "poly", "eval": "eval", "hash": "hash"}
        starts = {units[instruction.unit]} if instruction.unit in units else set()
        starts |= {"vec"} if name in {"habs", "hsq"} else set()
        assert {unit for unit in units.values() if got[f"{unit}_o"]} == starts, name
        streams = (bool(instruction.packet_in), bool(instruction.packet_out))
        assert (got.reads_o, got.writes_o) == streams, name
        words = {instruction.packet_in, instruction.packet_out} & {"2*len", "4*2^m", "2*2^m"}
        assert (got.chunks_o, got.pairs_o) == (bool(words), name == "esyn"), name


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def values_are_sent_one_for_every_point(dut: Any) -> None:
    bench = Bench(dut)
    await bench.begin()
    for m, n, t in ((12, 3488, 64), (13, 8192, 128)):
        assert await bench.setup(m, n, t) == 0
        got = await bench.go("eval")
        assert (got.err_o, got.bytes_o, got.chunks_o) == (0, 2 << m, 1)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def arithmetic_and_loops_read_their_scalars(dut: Any) -> None:
    """sadd, ssub: both sources; loop: a count of zero is LENGTH_RANGE."""
    bench = Bench(dut)
    await bench.begin()
    values = {0: 0, 1: 8192, 2: 8192 - 1664, 3: 1664, 4: 128, 5: 256, 6: 8192, 7: 129, 8: 77, 9: 0}
    await bench.write(8, 77)
    await bench.write(9, 0)
    for a, b in [(a, b) for a in values for b in values]:
        for name in ("sadd", "ssub"):
            got = await bench.go(name, d=10, a=a, b=b)
            assert (got.err_o, got.len_o, got.arg_o) == (0, values[a], values[b])
    for a, count in values.items():
        got = await bench.go("loop", a=a)
        assert got.err_o == (0 if count else CODE["LENGTH_RANGE"])
        assert got.len_o == count


@cocotb.test(timeout_time=20, timeout_unit="ms")
async def illegal_words_are_refused_before_their_lengths(dut: Any) -> None:
    """With lengths that are always good, the error is that of the word alone."""
    bench = Bench(dut)
    await bench.begin()
    numbers, build = rng("words"), Build(num_regs=NUM_REGS)
    for register in range(8, 16):
        await bench.write(register, 1)
    for opcode in range(64):
        for _ in range(6):
            word = opcode << 26 | numbers.getrandbits(26) | 0x440
            code = check(word, build)
            if code:
                await bench.pins.step(go_i=1, instr_i=word)
                matrix = opcode in {ISA.instructions[name].opcode for name in MATRICES}
                got = await bench.wait(LATENCY_MATRIX if matrix else LATENCY)
                assert got.err_o == code, hex(word)


@cocotb.test(timeout_time=10, timeout_unit="ms")
async def a_reset_at_any_cycle_leaves_no_late_ready(dut: Any) -> None:
    bench = Bench(dut)
    await bench.begin()
    await bench.write(LEN, 1547)
    await bench.write(ARG, 5413)
    vmv = ISA.encode(ISA.instructions["vmv"], {"d": 1, "a": 2, "l": LEN, "s": ARG})
    for wait in range(24):
        await bench.pins.step(go_i=1, instr_i=vmv)
        for _ in range(wait):
            await bench.pins.step(go_i=0)
        dut.rst_n.value = 0
        await bench.pins.step(go_i=0)
        dut.rst_n.value = 1
        await bench.pins.step()
        assert await bench.setup(13, 8192, 128) == 0
        assert (await bench.go("vmv")).bytes_o == 1547 * 677
