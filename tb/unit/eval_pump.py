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

Word = tuple[int, ...]


def rng() -> np.random.Generator:
    """Random numbers of this run, from SEED."""
    return np.random.default_rng(int(os.environ["SEED"]))


def setting(name: str) -> int:
    """A parameter of the build, set by the pytest side under its own name."""
    return int(os.environ[name])


def fields() -> list[int]:
    """The fields of the build."""
    return [int(word) for word in os.environ["FIELD_LIST"].split()]


def pack(rows: Any, m: int) -> list[int]:
    """Rows of elements of m bits, shape (count, lanes), each as one number, the first low."""
    return [sum(int(x) << m * i for i, x in enumerate(row)) for row in np.asarray(rows)]


def unpack(words: Iterable[int], lanes: int, m: int) -> Any:
    """The inverse of `pack`: shape (count, lanes)."""
    return np.array([[word >> m * i & (1 << m) - 1 for i in range(lanes)] for word in words])


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
    dut: Any, words: Iterable[Word], count: int, random: np.random.Generator, pause: float
) -> list[Word]:
    """Send words, then zeros, with pauses; return the first `count` words that come out.

    A word is what the ports lo and hi carry, or the port data where the unit has that.
    Works for combinational outputs too: they are sampled in the cycle of their input.
    """
    ports = ("lo", "hi") if hasattr(dut, "lo_i") else ("data",)
    result: list[Word] = []
    source = chain(words, repeat((0,) * len(ports)))
    for _ in range(20 * count + 2000):
        send = random.random() >= pause
        word = next(source) if send else random.integers(16, size=len(ports)).tolist()
        dut.valid_i.value = int(send)
        for name, value in zip(ports, word, strict=True):
            getattr(dut, f"{name}_i").value = value
        await Timer(1, "ns")
        if int(dut.valid_o.value):
            result.append(tuple(int(getattr(dut, f"{name}_o").value) for name in ports))
        if len(result) == count:
            break
        await settle(dut)
    dut.valid_i.value = 0
    await settle(dut)
    assert len(result) == count, f"only {len(result)} of {count} words came out"
    return result
