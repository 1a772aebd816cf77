# SPDX-License-Identifier: Apache-2.0
"""cocotb tests of skid_buffer."""

from __future__ import annotations

from typing import Any

import cocotb

from pins import Pins, often, reset, rng, value

INPUTS = ("in_valid_i", "in_data_i", "out_ready_i")
OUTPUTS = ("in_ready_o", "ready_next_o", "out_valid_o", "out_data_o")


async def begin(dut: Any) -> Pins:
    """A reset buffer."""
    pins = Pins(dut, "sk_", INPUTS, OUTPUTS)
    await reset(dut, pins)
    return pins


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def words_leave_in_order_and_hold_until_taken(dut: Any) -> None:
    """Any mix of gaps and pauses; a word that is not taken stays, and an empty output is zero."""
    pins, random = await begin(dut), rng("order")
    pending: list[int] = []
    offered, held, ready_next = None, None, 1
    for share_in, share_out in ((1.0, 1.0), (0.5, 0.5), (1.0, 0.3), (0.3, 1.0), (0.9, 0.9)):
        for _ in range(300):
            if offered is None and often(random, share_in):
                offered = random.getrandbits(32) | 1
            ready = often(random, share_out)
            got = await pins.step(in_valid_i=int(offered is not None), out_ready_i=ready,
                                  in_data_i=random.getrandbits(32) if offered is None else offered)
            assert got.in_ready_o == ready_next, "ready_next_o tells ready of the next cycle"
            ready_next = got.ready_next_o
            assert got.out_valid_o == bool(pending), "latency is one cycle"
            assert got.out_data_o == (pending[0] if pending else 0)
            assert held in {None, got.out_data_o}
            held = got.out_data_o if got.out_valid_o and not ready else None
            if got.out_valid_o and ready:
                pending.pop(0)
            if offered is not None and got.in_ready_o:
                pending.append(offered)
                offered = None


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def a_word_a_cycle_passes_and_two_wait(dut: Any) -> None:
    pins = await begin(dut)
    await pins.step(in_valid_i=1, in_data_i=1000, out_ready_i=1)
    for word in range(1001, 1100):
        got = await pins.step(in_data_i=word)
        assert (got.in_ready_o, got.out_valid_o, got.out_data_o) == (1, 1, word - 1)
    taken = [(await pins.step(out_ready_i=0)).in_ready_o for _ in range(4)]
    assert taken == [1, 0, 0, 0]


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def no_input_reaches_a_handshake_output_in_its_cycle(dut: Any) -> None:
    pins, random = await begin(dut), rng("paths")
    for _ in range(200):
        before = [value(pins.outputs[name]) for name in ("in_ready_o", "out_valid_o")]
        got = await pins.step(in_valid_i=often(random, 0.5), out_ready_i=often(random, 0.5))
        assert [got.in_ready_o, got.out_valid_o] == before


@cocotb.test(timeout_time=1, timeout_unit="ms")
async def reset_drops_both_words(dut: Any) -> None:
    pins = await begin(dut)
    for _ in range(3):
        await pins.step(in_valid_i=1, in_data_i=7, out_ready_i=0)
    dut.rst_n.value = 0
    await pins.step(in_valid_i=0)
    dut.rst_n.value = 1
    got = await pins.step()
    assert (got.out_valid_o, got.in_ready_o) == (0, 1)
    got = await pins.step()
    assert got.out_data_o == 0, "a dropped word does not stay in the register"
