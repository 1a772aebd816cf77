# SPDX-License-Identifier: Apache-2.0
"""Python side of tb/lib/mem_dma.v: load and read its memory, push descriptors, wait for packets."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from cocotb.triggers import FallingEdge, First, RisingEdge, Timer

LOAD_FILE, DUMP_FILE = Path("mem_load.hex"), Path("mem_dump.hex")


class DmaMemory:
    """One `mem_dma`, reached through the ports of `dut` that carry its control signals.

    Construct it before reset ends: it drives every control input from then on.
    """

    def __init__(self, dut: Any, *, width: int = 64, seed: int = 1, latency: int = 0,
                 gap: int = 0) -> None:
        """Drive the control inputs idle.

        Args:
            dut: handle with the ports `clk`, `seed_i`, `gap_i`, ... of `mem_dma`.
            width: stream width in bits.
            seed: of the gaps, taken over in reset.
            latency: cycles from the start of a descriptor to its first beat.
            gap: of 256 cycles this many are idle, on both channels.
        """
        self.dut, self.bytes = dut, width // 8
        self.tune(latency=latency, gap=gap)
        dut.seed_i.value = seed
        for name in ("load_i", "dump_i", "word_first_i", "word_last_i", "mm2s_push_i",
                     "mm2s_addr_i", "mm2s_len_i", "s2mm_push_i", "s2mm_addr_i", "s2mm_len_i",
                     "s2mm_pop_i"):
            getattr(dut, name).value = 0

    def tune(self, *, latency: int, gap: int) -> None:
        """Change latency and share of gaps from the next descriptor on."""
        self.dut.latency_i.value = latency
        self.dut.gap_i.value = gap

    async def _pulse(self, name: str, **values: int) -> None:
        for port, value in values.items():
            getattr(self.dut, port).value = value
        getattr(self.dut, name).value = 1
        await RisingEdge(self.dut.clk)
        getattr(self.dut, name).value = 0

    def _range(self, addr: int, length: int) -> tuple[int, int]:
        assert addr % self.bytes == 0, f"address {addr:#x} is not beat aligned"
        assert length > 0, "empty range"
        return addr // self.bytes, (addr + length - 1) // self.bytes

    async def load(self, addr: int, data: bytes) -> None:
        """Write `data` to memory at byte `addr`; the rest of its last beat becomes zero."""
        first, last = self._range(addr, len(data))
        size = self.bytes
        padded = data.ljust((last - first + 1) * size, b"\0")
        beats = (padded[i : i + size][::-1].hex() for i in range(0, len(padded), size))
        LOAD_FILE.write_text("\n".join(beats) + "\n")
        await self._pulse("load_i", word_first_i=first, word_last_i=last)
        await FallingEdge(self.dut.clk)  # the file has been read when the edge is over

    async def read(self, addr: int, length: int) -> bytes:
        """Return `length` bytes of memory at byte `addr`; fails on bytes that are unknown."""
        first, last = self._range(addr, length)
        await self._pulse("dump_i", word_first_i=first, word_last_i=last)
        await FallingEdge(self.dut.clk)
        lines = DUMP_FILE.read_text().splitlines()
        words = [ln.strip() for ln in lines if ln.strip() and ln.strip()[0] not in "/@"]
        digits = "".join(_reversed_bytes(w.zfill(2 * self.bytes)) for w in words)[: 2 * length]
        assert "x" not in digits.lower(), "unknown bytes in the range"
        return bytes.fromhex(digits)

    async def send(self, addr: int, length: int) -> None:
        """Queue one packet of `length` bytes from memory at byte `addr` to the stream."""
        self._range(addr, length)
        assert not int(self.dut.mm2s_full_o.value), "descriptor FIFO full"
        await self._pulse("mm2s_push_i", mm2s_addr_i=addr, mm2s_len_i=length)

    async def receive(self, addr: int, room: int) -> None:
        """Queue room for one packet of at most `room` bytes from the stream to memory."""
        self._range(addr, room)
        assert not int(self.dut.s2mm_full_o.value), "descriptor FIFO full"
        await self._pulse("s2mm_push_i", s2mm_addr_i=addr, s2mm_len_i=room)

    async def received(self, timeout_us: float = 1000) -> int:
        """Wait for the next finished packet from the stream and return its length in bytes."""
        valid = self.dut.s2mm_len_valid_o
        if not int(valid.value):
            limit = Timer(round(timeout_us * 1000), "ns")
            assert await First(RisingEdge(valid), limit) is not limit, "no packet came"
        await FallingEdge(self.dut.clk)
        length = int(self.dut.s2mm_len_o.value)
        await self._pulse("s2mm_pop_i")
        await FallingEdge(self.dut.clk)
        return length


def _reversed_bytes(word: str) -> str:
    """Return the byte pairs of a hex word in memory order."""
    return "".join(word[i : i + 2] for i in range(len(word) - 2, -1, -2))
