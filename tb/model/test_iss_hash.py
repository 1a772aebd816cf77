# SPDX-License-Identifier: Apache-2.0
"""Hash instructions of the simulator against hashlib: what the message is, and when it ends."""

from __future__ import annotations

import hashlib

import numpy as np
import pytest

from iss_programs import SMALL, Bench
from mce.errors import MceError
from mce.iss import Core, Machine

Rng = np.random.Generator
BITS, BYTES, RATE = 4096, 512, 136
CODE = (6, 60, 3)
WIDE = Core(m=12, n_max=BITS, t_max=4, fields=(6, 12), gf2mult_factor=2)
"""A register holds more than three blocks."""


def shake(message: bytes, bits: int) -> int:
    """The first bits of SHAKE256."""
    digest = hashlib.shake_256(message).digest(-(-bits // 8))
    return int.from_bytes(digest, "little") & ((1 << bits) - 1)


def result(bench: Bench, text: str, packets: tuple[bytes, ...] = ()) -> int:
    """v1 after a program."""
    run = bench.run(text, packets, CODE)
    assert run.error is None
    return bench.machine.state.v[1]


@pytest.mark.parametrize("size", [1, 7, 8, RATE - 1, RATE, RATE + 1, 3 * RATE, BYTES])
def test_hsq_is_shake256_of_a_packet(rng: Rng, size: int) -> None:
    data = rng.bytes(size)
    text = f"li s8, {8 * size}\nhstr s8\nli s9, {BITS}\nhsq v1, s9"
    assert result(Bench(WIDE), text, (data,)) == shake(data, BITS)


@pytest.mark.parametrize("length", [1, 5, 8, 8 * RATE - 3, 8 * RATE, 8 * RATE + 1, BITS])
def test_habs_takes_whole_bytes_and_zeros_behind_the_length(rng: Rng, length: int) -> None:
    bench = Bench(WIDE)
    value = int.from_bytes(rng.bytes(BYTES), "little")
    bench.vector(2, value)
    message = (value & ((1 << length) - 1)).to_bytes(-(-length // 8), "little")
    assert result(bench, f"li s8, {length}\nhabs v2, s8\nhsq v1, N") == shake(message, 64)


def test_hstr_takes_the_bits_behind_the_length_as_they_are() -> None:
    assert result(Bench(WIDE), "li s8, 3\nhstr s8\nhsq v1, N", (b"\xff",)) == shake(b"\xff", 64)


@pytest.mark.parametrize("length", [1, 8, 33, 8 * RATE - 1, 8 * RATE, 8 * RATE + 1, BITS])
def test_hsq_clears_the_register_behind_the_length(length: int) -> None:
    bench = Bench(WIDE)
    bench.vector(1, (1 << BITS) - 1)
    assert result(bench, f"li s8, {length}\nhsq v1, s8") == shake(b"", length)


def test_pieces_of_vectors_and_packets_make_one_message(rng: Rng) -> None:
    """Other instructions between them change nothing."""
    bench = Bench(WIDE)
    value, first, last = rng.bytes(BYTES), rng.bytes(200), rng.bytes(3)
    bench.vector(2, int.from_bytes(value, "little"))
    text = f"""li s8, 1600
               hstr s8
               vxor v3, v2
               li s9, {BITS}
               habs v2, s9
               vclr v2
               li s8, 24
               hstr s8
               hsq v1, N"""
    assert result(bench, text, (first, last)) == shake(first + value + last, 64)


def test_the_message_is_empty_after_hsq_wipe_and_start(rng: Rng) -> None:
    for between in ("hsq v3, N", "wipe", "halt"):
        bench = Bench(WIDE)
        bench.run(f"hstr N\n{between}\nhsq v1, N", (rng.bytes(8),), CODE)
        if between == "halt":
            bench.run("hsq v1, N", (), CODE)
        assert bench.machine.state.v[1] == shake(b"", 64), between


def test_an_error_forgets_the_message(rng: Rng) -> None:
    bench = Bench(WIDE)
    assert bench.run("hstr N\n.word 0", (rng.bytes(8),), CODE).error is not None
    assert bench.machine.state.message == b""


@pytest.mark.parametrize("core", [SMALL, Core(), WIDE])
@pytest.mark.parametrize("name", ["habs v1, s8", "hstr s8", "hsq v1, s8"])
def test_lengths_are_1_to_the_bits_of_a_register(core: Core, name: str) -> None:
    top = core.vector_bits
    for length, good in ((0, False), (1, True), (top, True), (top + 1, False)):
        packets = (bytes(-(-length // 8)),) if good and name.startswith("hstr") else ()
        bench = Bench(core)
        run = bench.run(f"li s8, {length}\n{name}", packets, (core.fields[-1], 60, 3))
        assert (run.error is None) == good, length


@pytest.mark.parametrize("opcode", [0x30, 0x31, 0x32])
def test_a_build_without_hash_refuses_the_opcodes(opcode: int) -> None:
    bench = Bench(Core(m=6, n_max=64, t_max=4, fields=(6,), gf2mult_factor=2, hash=0))
    assert bench.run(f"nop\n.word {opcode << 26 | 1 << 7}").error == (1, 1)


@pytest.mark.parametrize("value", [-1, 3])
def test_a_variant_that_does_not_exist_is_refused(value: int) -> None:
    with pytest.raises(MceError, match="HASH"):
        Machine(Core(hash=value))


@pytest.mark.parametrize("variant", [1, 2])
@pytest.mark.parametrize("size", [1, 8, RATE - 8, RATE, RATE + 1, 3 * RATE, 3 * RATE + 8])
def test_durations_are_those_of_the_unit(variant: int, size: int) -> None:
    """The header of rtl/hash/hash_unit.v at W = 64: absorb C + B P + 2, squeeze C + B P + Z + 5. A
    register before it and one behind it add a cycle each."""
    core = Core(m=12, n_max=BITS, t_max=4, fields=(6, 12), gf2mult_factor=2, hash=variant)
    bench = Bench(core)
    bench.run(f"li s8, {8 * size}\nhstr s8\nhsq v1, s8", (bytes(size),), CODE)
    chunks, permutation, rest = -(-size // 8), {1: 144, 2: 24}[variant], {1: 13, 2: 1}[variant]
    absorb = chunks + size // RATE * permutation + 2 + 1
    squeeze = chunks + -(-size // RATE) * permutation + rest + 5
    stored = chunks + -(-size // RATE) * permutation + 2 + 1 + 4 + (64 - chunks // 2 * 2) // 2
    turns = [5 + absorb, 5 + max(squeeze, stored)]
    assert [step.cycles for step in bench.seen[1:3]] == turns
