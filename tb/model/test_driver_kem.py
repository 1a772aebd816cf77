# SPDX-License-Identifier: Apache-2.0
"""The driver's KEM on the instruction-level simulator: answers, redraws, refusals."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from mce import kem, keyimage, params
from mce.backend_rtl import build_for
from mce.bits import words_to_bytes
from mce.driver import regs
from mce.driver.device import Accelerator, JobError
from mce.driver.kem import MAX_DRAWS, Kem
from mce.driver.programs import KEM, image
from mce.driver.simulated import SimulatedDevice, wait
from mce.errors import LengthError, MceError, ParameterError
from mce.iss import Core
from mce.keygen import KeyPair, seeded_keygen
from mce.params import Params

# The field, less than it, than half and than a quarter of it: 1, 2, 4 and 8 words an error. The
# second has padding bits in ciphertext, public key and s.
CODES = ((9, 512, 5), (9, 500, 5), (8, 100, 3), (10, 200, 4))
CODE = CODES[1]


@cache
def key_of(code: tuple[int, int, int]) -> KeyPair:
    return seeded_keygen(params.custom(*code), bytes(32))


def service(p: Params, **options: int) -> Kem:
    """A simulated core for a code, with the programs loaded."""
    made = Kem(SimulatedDevice(Core.from_parameters({**build_for(p), **options})))
    wait(made.load())
    return made


def good(p: Params) -> bytes:
    """A draw that is accepted: the first t positions."""
    return words_to_bytes(np.arange(p.tau, dtype=np.uint16))


class Source:
    """A random source that repeats one bad draw, then gives good ones."""

    def __init__(self, p: Params, bad: int) -> None:
        self.p, self.bad = p, bad
        self.asked: list[int] = []

    def __call__(self, length: int) -> bytes:
        self.asked.append(length)
        return bytes(length) if len(self.asked) <= self.bad else good(self.p)


@pytest.mark.parametrize("pc", [False, True])
@pytest.mark.parametrize("code", CODES)
def test_encapsulation_and_decapsulation_are_the_models(
    code: tuple[int, int, int], pc: bool, rng: np.random.Generator
) -> None:
    pair = key_of(code)
    p, core = pair.params.with_pc(pc), service(pair.params)
    for _ in range(5):
        draws: list[bytes] = []

        def random(length: int, kept: list[bytes] = draws) -> bytes:
            kept.append(rng.bytes(length))
            return kept[-1]

        made = wait(core.encapsulate(p, pair.pk, random))
        script = kem.scripted(np.frombuffer(d, "<u2") for d in draws)
        expected = kem.encapsulate(p, pair.pk, script)
        assert (made.ret, made.ct, made.ss) == (0, expected.ct, expected.ss)
        assert made.draws == expected.drawn.draws == len(draws)
        key = keyimage.build(p, pair.sk)
        for ct in (made.ct, bytes([made.ct[0] ^ 1]) + made.ct[1:], bytes(p.ct_bytes)):
            opened = wait(core.decapsulate(p, key, ct))
            wanted = kem.decapsulate(p, pair.sk, ct)
            assert (opened.ret, opened.ss) == (wanted.ret, wanted.ss)


def test_a_refused_draw_is_made_anew_as_a_whole() -> None:
    pair = key_of(CODE)
    source = Source(pair.params, bad=3)
    made = wait(service(pair.params).encapsulate(pair.params, pair.pk, source))
    assert made.draws == 4 and source.asked == [2 * pair.params.tau] * 4
    assert made.ct == kem.encapsulate(pair.params, pair.pk, lambda _: good(pair.params)).ct


def test_the_last_allowed_draw_is_used_and_no_more_are_asked_for() -> None:
    pair = key_of(CODE)
    core, last = service(pair.params), Source(pair.params, bad=MAX_DRAWS - 1)
    assert wait(core.encapsulate(pair.params, pair.pk, last)).draws == MAX_DRAWS == 256
    stuck = Source(pair.params, bad=MAX_DRAWS)
    with pytest.raises(MceError) as caught:
        wait(core.encapsulate(pair.params, pair.pk, stuck))
    assert caught.value.code == "random-source" and len(stuck.asked) == 256
    assert "random source" in caught.value.cure


def test_cycles_do_not_count_refused_draws() -> None:
    pair = key_of(CODE)
    core = service(pair.params)
    runs = [wait(core.encapsulate(pair.params, pair.pk, Source(pair.params, bad)))
            for bad in (0, 5)]
    assert runs[0].cycles == runs[1].cycles > 100


def test_a_source_that_gives_other_lengths_is_an_error() -> None:
    pair = key_of(CODE)
    with pytest.raises(LengthError, match="draw has 1 bytes"):
        wait(service(pair.params).encapsulate(pair.params, pair.pk, lambda _: b"x"))


def test_an_error_vector_serves_once() -> None:
    """Another encapsulation without a draw has e = 0: the ciphertext is zero."""
    pair, core = key_of(CODE), service(key_of(CODE).params)
    p = pair.params
    wait(core.encapsulate(p, pair.pk, Source(p, 0)))
    again = wait(core.device.run(core.program.entry("encap"), [pair.pk], [p.syndrome_bytes, 32]))
    assert again.outputs[0] == bytes(p.syndrome_bytes)


def test_padding_bits_answer_without_a_key() -> None:
    pair, core = key_of(CODE), service(key_of(CODE).params)
    for p in (pair.params, pair.params.with_pc()):
        public = pair.pk[:-1] + bytes([pair.pk[-1] | 0x80])
        made = wait(core.encapsulate(p, public, Source(p, 0)))
        assert (made.ret, made.ct, made.ss) == (-1, bytes(p.ct_bytes), bytes(32))
        ct = bytearray(p.ct_bytes)
        ct[p.syndrome_bytes - 1] = 0x80
        opened = wait(core.decapsulate(p, keyimage.build(p, pair.sk), bytes(ct)))
        assert (opened.ret, opened.ss) == (-1, b"\xff" * 32)


@pytest.mark.parametrize("call", ["load", "encapsulate", "decapsulate"])
def test_a_core_without_hash_unit_is_refused_with_a_cure(call: str) -> None:
    pair = key_of(CODE)
    p, core = pair.params, Kem(SimulatedDevice(Core(hash=0)))
    calls: dict[str, Callable[[], object]] = {
        "load": lambda: wait(core.load()),
        "encapsulate": lambda: wait(core.encapsulate(p, pair.pk, Source(p, 0))),
        "decapsulate": lambda: wait(
            core.decapsulate(p, keyimage.build(p, pair.sk), bytes(p.ct_bytes))
        ),
    }
    with pytest.raises(MceError) as caught:
        calls[call]()
    assert caught.value.code == "no-hash" and "HASH=1" in caught.value.cure


def test_vectors_too_short_for_a_key_are_refused() -> None:
    p = params.custom(7, 100, 3)
    with pytest.raises(MceError) as caught:
        service(p)
    assert caught.value.code == "kem-build" and "M" in caught.value.cure


def test_wrong_lengths_and_a_key_of_another_code_are_refused() -> None:
    pair, core = key_of(CODE), service(key_of(CODE).params)
    p, key = pair.params, keyimage.build(key_of(CODE).params, key_of(CODE).sk)
    with pytest.raises(LengthError, match="public key"):
        wait(core.encapsulate(p, pair.pk[:-1], Source(p, 0)))
    for other in (p, p.with_pc()):
        with pytest.raises(LengthError, match="ciphertext"):
            wait(core.decapsulate(other, key, bytes(other.ct_bytes + 1)))
    with pytest.raises(ParameterError, match="key-set"):
        q = key_of(CODES[0]).params
        wait(core.decapsulate(q, key, bytes(q.ct_bytes)))


def test_a_code_that_draws_other_numbers_of_words_is_refused() -> None:
    pair = key_of(CODE)
    p = replace(pair.params, tau_override=16 * pair.params.t)
    with pytest.raises(ParameterError, match="draw-words"):
        wait(service(p).encapsulate(p, pair.pk, Source(p, 0)))


def test_an_error_of_the_core_passes_and_the_core_works_again() -> None:
    pair, core = key_of(CODE), service(key_of(CODE).params)
    p = pair.params
    with pytest.raises(JobError, match="PARAM_RANGE"):
        wait(core.encapsulate(params.custom(10, 512, 4), bytes(40 * 59), bytes))
    assert wait(core.encapsulate(p, pair.pk, Source(p, 0))).ret == 0


def test_wait_refuses_a_call_that_waits() -> None:
    with pytest.raises(RuntimeError, match="event loop"):
        wait(asyncio.sleep(1))


def test_the_programs_need_not_be_the_only_ones() -> None:
    pair = key_of(CODE)
    both = image(("encrypt", "sample", "encap", "encap_pc", "decap", "decap_pc"))
    core = Kem(SimulatedDevice(Core.from_parameters(build_for(pair.params))), both)
    wait(core.load())
    assert wait(core.encapsulate(pair.params, pair.pk, Source(pair.params, 0))).ret == 0


class Registers:
    """The bus of a core that is idle and has a hash unit of some kind; nothing else works."""

    def __init__(self, variant: int) -> None:
        self.values = {regs.ID: regs.ID_MAGIC_RESET, regs.CAPS0: regs.put(regs.CAPS0_M_MAX, 13),
                       regs.CAPS1: regs.put(regs.CAPS1_NUM_INST, 256),
                       regs.CAPS4: regs.put(regs.CAPS4_HASH, variant)}  # fmt: skip
        self.written: list[int] = []

    async def read(self, address: int) -> int:
        return self.values.get(address, 0)

    async def write(self, address: int, value: int) -> None:
        self.written.append(address)

    async def send(self, packet: bytes) -> None:
        raise AssertionError

    async def expect(self, length: int) -> None:
        raise AssertionError

    async def received(self) -> bytes:
        raise AssertionError

    async def interrupt(self) -> None:
        raise AssertionError

    async def stop(self) -> None:
        raise AssertionError


@pytest.mark.parametrize("variant", [0, 1, 2])
def test_a_device_says_by_its_registers_which_hash_unit_it_has(variant: int) -> None:
    bus = Registers(variant)
    device = Accelerator(bus)
    assert wait(device.open()).hash == variant
    bus.written.clear()
    if not variant:
        with pytest.raises(MceError, match="no-hash"):
            wait(Kem(device).load())
        assert not bus.written
    else:
        wait(Kem(device).load())
        assert len(bus.written) == len(image(KEM).words) and min(bus.written) == regs.IMEM
