# SPDX-License-Identifier: Apache-2.0
"""Helpers of the benches of the parts of the evaluation unit: clock, clear, pairs with pauses."""

from __future__ import annotations

import os
from collections.abc import Iterable
from itertools import chain, repeat
from typing import Any

import numpy as np
from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, Timer

Pair = tuple[int, int]


def rng() -> np.random.Generator:
    """Random numbers of this run, from SEED."""
    return np.random.default_rng(int(os.environ["SEED"]))


def setting(name: str) -> int:
    """A parameter of the build, set by the pytest side under its own name."""
    return int(os.environ[name])


def fields() -> list[int]:
    """The fields of the build."""
    return [int(word) for word in os.environ["FIELD_LIST"].split()]


async def settle(dut: Any) -> None:
    """To the next falling edge: inputs may change, and what follows is one full cycle."""
    await FallingEdge(dut.clk)


def start_clock(dut: Any) -> None:
    """Once a test: 10 ns."""
    Clock(dut.clk, 10, "ns", impl="gpi").start()


async def clear(dut: Any, **inputs: int) -> None:
    """Set inputs, pulse clr_i."""
    for name, value in inputs.items():
        getattr(dut, name).value = value
    await settle(dut)
    dut.clr_i.value = 1
    await settle(dut)
    await settle(dut)
    dut.clr_i.value = 0


async def pump(
    dut: Any, pairs: Iterable[Pair], count: int, random: np.random.Generator, pause: float
) -> list[Pair]:
    """Send pairs, then zeros, with pauses; return the first `count` pairs that come out.

    Works for combinational outputs too: they are sampled in the cycle of their input.
    """
    result: list[Pair] = []
    source = chain(pairs, repeat((0, 0)))
    for _ in range(20 * count + 2000):
        send = random.random() >= pause
        lo, hi = next(source) if send else (int(random.integers(16)), int(random.integers(16)))
        dut.valid_i.value, dut.lo_i.value, dut.hi_i.value = int(send), lo, hi
        await Timer(1, "ns")
        if int(dut.valid_o.value):
            result.append((int(dut.lo_o.value), int(dut.hi_o.value)))
        if len(result) == count:
            break
        await settle(dut)
    dut.valid_i.value = 0
    await settle(dut)
    assert len(result) == count, f"only {len(result)} of {count} pairs came out"
    return result
