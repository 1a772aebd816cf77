# SPDX-License-Identifier: Apache-2.0
"""cocotb side of the eval_points bench."""

import cocotb
import numpy as np
from cocotb.triggers import Timer

from eval_pump import clear, pack, rng, setting, settle, start_clock, unpack

M, POINTS = setting("M"), setting("POINTS")


class Looker:
    """Vector memory whose answer comes two cycles after the question."""

    def __init__(self, dut, bits):
        self.dut, self.bits, self.pipe = dut, bits, [0, 0]

    def step(self) -> None:
        """Once a cycle, after the outputs have settled."""
        dut = self.dut
        answer = 0
        if int(dut.look_valid_o.value):
            indices = unpack([int(dut.look_idx_o.value)], POINTS, M)
            (answer,) = pack(self.bits[indices], 1)
        self.pipe.append(answer)
        dut.look_bit_i.value = self.pipe.pop(0)


async def esyn(dut, m, n, pairs, bits, *, random, pause):
    """Stream all chunks of (positions, weights); returns what leaves, five rows too many."""
    pos, weight = (np.asarray(x).astype(int) for x in pairs)
    chunks = pack((weight << 16 | pos).reshape(-1, POINTS), 32)
    count = len(chunks)
    await clear(dut, esyn_i=1, wipe_i=0, m_i=m, n_i=n, last_i=count - 1, ck_valid_i=0,
                ck_data_i=0, root_number_i=0, root_valid_i=0, root_bits_i=0, look_bit_i=0)
    looker, result, sent = Looker(dut, bits), [], 0
    for _ in range(8 * count + 50):
        send = sent < count and random.random() >= pause
        dut.ck_valid_i.value = int(send)
        dut.ck_data_i.value = chunks[sent] if send else (1 << 32 * POINTS) - 1
        await Timer(1, "ns")
        assert int(dut.ck_ready_o.value) == (sent < count), "ready depends on the count only"
        sent += int(send)
        if int(dut.valid_o.value):
            result.append(int(dut.data_o.value))
        looker.step()
        if len(result) == count + 5:
            return unpack(result, POINTS, M)
        await settle(dut)
    raise AssertionError(f"{len(result)} rows")


@cocotb.test()
async def chunks_become_gated_weights(dut):
    """Bit and range gate the weight, junk above m is dropped, zeros follow; then roots gate."""
    start_clock(dut)
    random = rng()
    for m, pause in ((M, 0.3), (M - 1, 0.0)):
        n = (1 << m) - 5
        pos = random.permutation(1 << m)
        pos[::7] = 0xFFFF
        pos[3::11] += 1 << m
        weight = random.integers(1, 1 << 16, 1 << m)
        bits = random.integers(0, 2, 1 << M)
        got = await esyn(dut, m, n, (pos, weight), bits, random=random, pause=pause)
        kept = weight & ((1 << m) - 1)
        chosen = (pos < n) & (bits[pos & ((1 << M) - 1)] == 1)
        assert np.array_equal(got[:-5].reshape(-1), np.where(chosen, kept, 0))
        assert not got[-5:].any()
        await roots_gate(dut, kept, random)


async def roots_gate(dut, kept, random) -> None:
    """Stored weights come back, gated by the root bits."""
    await clear(dut, esyn_i=0)
    roots, result = random.integers(0, 2, (len(kept) // POINTS, POINTS)), []
    bits = pack(roots, 1)
    for i in range(len(roots) + 2):
        dut.root_number_i.value = i % len(roots)
        dut.root_valid_i.value = int(0 < i <= len(roots))
        dut.root_bits_i.value = bits[i - 1] if 0 < i <= len(roots) else 0
        await Timer(1, "ns")
        if int(dut.valid_o.value):
            result.append(int(dut.data_o.value))
        await settle(dut)
    gated = np.where(roots == 1, kept.reshape(-1, POINTS), 0)
    assert np.array_equal(unpack(result, POINTS, M), gated)


@cocotb.test()
async def wipe_clears_the_weights(dut):
    """A wipe takes no chunks and asks for no bits; afterwards every stored weight is 0."""
    start_clock(dut)
    random = rng()
    ones = np.ones(1 << M, dtype=int)
    await esyn(dut, M, 1 << M, (np.arange(1 << M), ones), ones, random=random, pause=0.0)
    await clear(dut, esyn_i=0, wipe_i=1, ck_valid_i=1, ck_data_i=(1 << 32 * POINTS) - 1)
    for _ in range((1 << M) // POINTS + 8):
        assert not int(dut.ck_ready_o.value) and not int(dut.look_valid_o.value)
        await settle(dut)
    dut.wipe_i.value = 0
    await roots_gate(dut, np.zeros(1 << M, dtype=int), random)
