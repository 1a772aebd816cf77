# SPDX-License-Identifier: Apache-2.0
"""Hand-driven AXI4-Lite accesses, for what a well-behaved master never does.

Every channel is driven on its own, so a test chooses the order of address and data, the strobes
(also none), and how long a response waits.
"""

from __future__ import annotations

from typing import Any

from cocotb.triggers import RisingEdge

LIMIT = 200  # cycles until a missing handshake is called a hang
OKAY, SLVERR = 0, 2


class RawMaster:
    """Drives the five channels of `s_axil_*` on a handle with `clk`."""

    def __init__(self, dut: Any) -> None:
        self.dut = dut
        for name in ("awvalid", "wvalid", "arvalid", "bready", "rready"):
            self.sig(name).value = 0

    def sig(self, name: str) -> Any:
        """Return the handle of one bus signal by its AXI name."""
        return getattr(self.dut, f"s_axil_{name}")

    async def edges(self, count: int) -> None:
        """Wait `count` rising edges of the clock."""
        for _ in range(count):
            await RisingEdge(self.dut.clk)

    async def send(self, channel: str, delay: int = 0, **payload: int) -> None:
        """Offer `payload` on a request channel ("aw", "w" or "ar") after `delay` cycles."""
        await self.edges(delay)
        for name, value in payload.items():
            self.sig(name).value = value
        self.sig(channel + "valid").value = 1
        for _ in range(LIMIT):
            await RisingEdge(self.dut.clk)
            if int(self.sig(channel + "ready").value):
                self.sig(channel + "valid").value = 0
                return
        raise AssertionError(f"{channel}ready never came")

    async def take(self, channel: str, stall: int = 0) -> tuple[int, int]:
        """Take a response on "b" or "r" after `stall` cycles of waiting with ready low.

        Returns (resp, data), data 0 on "b". Fails when the response changes while it waits.
        """
        seen: tuple[int, int] | None = None
        waited = 0
        self.sig(channel + "ready").value = int(stall == 0)
        for _ in range(LIMIT + stall):
            await RisingEdge(self.dut.clk)
            if not int(self.sig(channel + "valid").value):
                assert seen is None, f"{channel}valid fell before ready"
                continue
            now = self._response(channel)
            assert seen in (None, now), f"{channel} changed while it waited: {seen} -> {now}"
            seen = now
            if int(self.sig(channel + "ready").value):
                self.sig(channel + "ready").value = 0
                return now
            waited += 1
            self.sig(channel + "ready").value = int(waited >= stall)
        raise AssertionError(f"{channel}valid never came")

    def _response(self, channel: str) -> tuple[int, int]:
        data = int(self.sig("rdata").value) if channel == "r" else 0
        return int(self.sig(channel + "resp").value), data

    async def read(self, addr: int, stall: int = 0) -> tuple[int, int]:
        """Read one word; return (resp, data)."""
        await self.send("ar", araddr=addr)
        return await self.take("r", stall)

    async def write(self, addr: int, data: int, strobe: int = 15, stall: int = 0) -> int:
        """Write one word, address and data in one cycle; return the response."""
        dut = self.dut
        dut.s_axil_wdata.value = data
        dut.s_axil_wstrb.value = strobe
        dut.s_axil_wvalid.value = 1
        await self.send("aw", awaddr=addr)
        # Both channels are empty between writes, so they are taken in the same cycle.
        dut.s_axil_wvalid.value = 0
        return (await self.take("b", stall))[0]
