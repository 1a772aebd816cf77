# SPDX-License-Identifier: Apache-2.0
"""The core side of the register block as seen by its bench: pulses, instruction memory, a job.

Samples every port on each rising edge, so that tests ask what happened and when afterwards. Also
measures the latency of every response and fails the run when one differs.
"""

from __future__ import annotations

import random
from typing import Any

import cocotb
from cocotb.triggers import RisingEdge

PULSES = ("start_o", "abort_o", "soft_reset_o", "wipe_o", "done_i")
INPUTS = ("running_i", "wiping_i", "done_i", "reject_i", "err_code_i", "err_pc_i",
          "stall_in_i", "stall_out_i", "imem_rdata_i")
LATENCY = 4  # cycles from the last request handshake to the response, every access


class CoreStub:
    """Instruction memory of `depth` words, records of pulses, and latency of every response."""

    def __init__(self, dut: Any, depth: int, rng: random.Random) -> None:
        self.dut, self.depth, self.rng = dut, depth, rng
        self.imem: dict[int, int] = {}
        self.cycle = 0
        self.pulses: dict[str, list[int]] = {name: [] for name in PULSES}
        self.latencies: set[int] = set()
        self.stalls = [0, 0]
        self._forget()
        self._active = False
        for name in INPUTS:
            getattr(dut, name).value = 0
        cocotb.start_soon(self._watch())

    def _forget(self) -> None:
        """No request is under way: request times by channel, response waiting by channel."""
        self._asked: dict[str, list[int]] = {"ar": [], "aw": [], "w": []}
        self._held = {"r": False, "b": False}

    def _is(self, name: str) -> bool:
        return bool(int(getattr(self.dut, name).value))

    async def _watch(self) -> None:
        while True:
            await RisingEdge(self.dut.clk)
            self.cycle += 1
            if not self._is("rst_n"):
                self._forget()
                continue
            for name in PULSES:
                if self._is(name):
                    self.pulses[name].append(self.cycle)
            self._count_stalls()
            self._serve_imem()
            self._measure("r", ("ar",))
            self._measure("b", ("aw", "w"))

    def _count_stalls(self) -> None:
        """Count the stall levels from start to done, both included."""
        if self._is("start_o"):
            self._active, self.stalls = True, [0, 0]
        if self._active:
            levels = (self._is("stall_in_i"), self._is("stall_out_i"))
            self.stalls = [n + level for n, level in zip(self.stalls, levels, strict=True)]
        if self._is("done_i"):
            self._active = False

    def _serve_imem(self) -> None:
        dut = self.dut
        write, read = self._is("imem_we_o"), self._is("imem_re_o")
        assert not (write and read), "instruction memory read and written in one cycle"
        # What a read did not ask for is noise: shown in a response, it would be noticed.
        data = self.rng.getrandbits(32)
        if write or read:
            index = int(dut.imem_addr_o.value)
            assert index < self.depth, f"instruction memory index {index} of {self.depth}"
            if write:
                self.imem[index] = int(dut.imem_wdata_o.value)
            else:
                data = self.imem.get(index, 0)
        dut.imem_rdata_i.value = data

    def _measure(self, response: str, requests: tuple[str, ...]) -> None:
        """Record the cycles from the last request handshake to the first cycle of the answer."""
        valid = self._is(f"s_axil_{response}valid")
        if valid and not self._held[response]:
            asked = [self._asked[channel].pop(0) for channel in requests]
            self.latencies.add(self.cycle - max(asked))
        self._held[response] = valid and not self._is(f"s_axil_{response}ready")
        for channel in requests:
            if self._is(f"s_axil_{channel}valid") and self._is(f"s_axil_{channel}ready"):
                self._asked[channel].append(self.cycle)

    async def run_job(self, cycles: int, code: int = 0, pc: int = 0, reject: int = 0) -> None:
        """Act as the core for one job: running for `cycles`, then done with the result."""
        dut = self.dut
        before = len(self.pulses["start_o"])
        for _ in range(50):
            await RisingEdge(dut.clk)
            if len(self.pulses["start_o"]) > before or self._is("start_o"):
                break
        else:
            raise AssertionError("start_o never came")
        dut.running_i.value = 1
        for _ in range(cycles):
            await RisingEdge(dut.clk)
        dut.done_i.value, dut.err_code_i.value, dut.err_pc_i.value = 1, code, pc
        dut.reject_i.value = reject
        await RisingEdge(dut.clk)
        for name in ("running_i", "done_i", "err_code_i", "err_pc_i", "reject_i"):
            getattr(dut, name).value = 0
