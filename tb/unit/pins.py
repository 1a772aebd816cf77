# SPDX-License-Identifier: Apache-2.0
"""Cycle-by-cycle access to a module: set inputs, let them settle, sample outputs, next cycle."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Sequence
from typing import Any

from cocotb.clock import Clock
from cocotb.triggers import FallingEdge, ReadOnly

UNKNOWN = -1


def rng(salt: str) -> random.Random:
    """Random numbers of one test: environment SEED and a name."""
    return random.Random(f"{os.environ['SEED']} {salt}")


def value(handle: Any) -> int:
    """Value of a signal, UNKNOWN when a bit of it is X or Z."""
    bits = handle.value
    try:
        return int(bits)
    except ValueError:
        return UNKNOWN


class Sample(dict[str, int]):
    """Outputs of one cycle, as attributes."""

    def __getattr__(self, name: str) -> int:
        return self[name]


class Pins:
    """The ports of one module; `prefix` stands before each name in the top.

    A cycle runs from falling edge to falling edge: `step` sets inputs behind the first, samples
    the settled outputs, and returns behind the second. Inputs keep their value until set again.
    The outputs `late` are sampled only in cycles for which `when` of the others holds.
    """

    def __init__(
        self, dut: Any, prefix: str, inputs: Sequence[str], outputs: Sequence[str],
        *, late: Sequence[str] = (), when: Callable[[Sample], bool] = bool,
    ) -> None:
        self.clk = dut.clk
        self.inputs = {name: getattr(dut, prefix + name) for name in inputs}
        self.outputs = {name: getattr(dut, prefix + name) for name in outputs}
        self.late = {name: getattr(dut, prefix + name) for name in late}
        self.when = when
        self.held: dict[str, int] = {}

    async def step(self, **inputs: int) -> Sample:
        """One cycle."""
        for name, new in inputs.items():
            if self.held.get(name) != new:
                self.inputs[name].value = self.held[name] = new
        await ReadOnly()
        sample = Sample((name, value(handle)) for name, handle in self.outputs.items())
        if self.late and self.when(sample):
            sample.update((name, value(handle)) for name, handle in self.late.items())
        await FallingEdge(self.clk)
        return sample


async def reset(dut: Any, pins: Pins, resets: Sequence[str] = ("rst_n",)) -> None:
    """Start the clock, all inputs of `pins` low, two cycles of reset."""
    Clock(dut.clk, 10, unit="ns", impl="gpi").start()
    for name in resets:
        getattr(dut, name).value = 0
    await FallingEdge(dut.clk)
    for _ in range(2):
        await pins.step(**dict.fromkeys(pins.inputs, 0))
    for name in resets:
        getattr(dut, name).value = 1


def often(random_numbers: random.Random, share: float) -> int:
    """1 with this probability."""
    return int(random_numbers.random() < share)
