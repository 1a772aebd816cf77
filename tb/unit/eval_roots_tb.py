# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_roots bench."""

import cocotb
from cocotb.triggers import Timer

from eval_pump import clear, fields, pack, rng, setting, settle, start_clock

M, WIDTH, POINTS = setting("M"), setting("AXIS_WIDTH"), setting("POINTS")
WORDS = max(1, (1 << M) // WIDTH)


@cocotb.test()
async def words_hold_the_root_bits(dut):
    """All words of the register are written, those of other points with zeros, roots last."""
    start_clock(dut)
    random = rng()
    for m, pause in [(m, pause) for m in fields() for pause in (0.0, 0.3)]:
        count, shape = (1 << m) // POINTS, ((1 << m) // POINTS, POINTS)
        values = random.integers(0, 3, shape) * random.integers(1, 1 << (m - 2), shape)
        packed = pack(values, M)
        register, gated = [-1] * WORDS, []
        await clear(dut, start_i=0, active_i=1, count_i=0, m_i=m, last_i=count - 1, valid_i=0)
        dut.start_i.value = 1
        await settle(dut)
        dut.start_i.value, sent = 0, 0
        for cycle in range(6 * count + WORDS + 100):
            send = random.random() >= pause and cycle > 3
            dut.valid_i.value = int(send)
            dut.data_i.value = packed[sent] if sent < count else 0  # these only flush
            await Timer(1, "ns")
            if send and sent < count:
                assert int(dut.root_number_o.value) == sent
            if int(dut.root_valid_o.value):
                gated.append(int(dut.root_bits_o.value))
            word, data = int(dut.rw_word_o.value), int(dut.rw_data_o.value)
            if int(dut.rw_valid_o.value):
                register[word] = data
            else:
                assert word == 0 and data == 0
            sent += int(send)
            await settle(dut)
            if sent > count + 4 and not int(dut.filling_o.value):
                break
        expected = (values == 0).reshape(-1)
        assert gated[:count] == pack(values == 0, 1)
        assert not any(gated[count:])
        for w in range(WORDS):
            bits = expected[w * WIDTH : (w + 1) * WIDTH]
            want = sum(1 << i for i, bit in enumerate(bits) if bit)
            assert register[w] == want, f"m={m} word {w}"


@cocotb.test()
async def counting_alone_accepts_the_values_of_the_field(dut):
    """count_i without active_i: 2^m values are accepted, nothing is written or gated."""
    start_clock(dut)
    random = rng()
    for m in fields():
        count, accepted, sent = (1 << m) // POINTS, 0, 0
        await clear(dut, start_i=0, active_i=0, count_i=1, m_i=m, last_i=count - 1, valid_i=0,
                    data_i=0)
        while sent < count + 5:
            dut.valid_i.value = int(random.random() < 0.7)
            await Timer(1, "ns")
            assert not int(dut.rw_valid_o.value) and not int(dut.root_valid_o.value)
            assert int(dut.full_o.value) == (accepted == count)
            sent += int(dut.valid_i.value)
            accepted += int(dut.accept_o.value)
            await settle(dut)
        assert accepted == count, f"m={m}"
