# SPDX-License-Identifier: Apache-2.0
"""Passive protocol monitors for AXI4-Lite and AXI4-Stream.

They only read signals, on every rising clock edge, and never drive any. A violation fails the
running test at once, or is collected in `violations` when the monitor is made with strict=False.
Rules: "AMBA AXI and ACE Protocol Specification" A3.2 (handshake, dependencies), B1 (AXI4-Lite),
"AMBA AXI-Stream Protocol Specification" 2.2 (handshake); the form of packets is this project's
(one packet an instruction, TKEEP contiguous and partial only on the last beat).
"""

from __future__ import annotations

from typing import Any

import cocotb
from cocotb.triggers import RisingEdge


class _Channel:
    """One valid/ready channel: its handles and what it showed at the last edge."""

    def __init__(self, dut: Any, prefix: str, name: str, payload: tuple[str, ...]) -> None:
        self.name = f"{prefix}_{name}" if name else prefix
        stem = f"{prefix}_{name}" if name else f"{prefix}_t"
        self.valid = getattr(dut, stem + "valid")
        self.ready = getattr(dut, stem + "ready")
        self.payload = {p: getattr(dut, stem + p) for p in payload}
        self.waiting: dict[str, str] | None = None

    def sample(self) -> tuple[list[str], dict[str, str] | None]:
        """Return (violations, payload of the transfer that happens at this edge or None)."""
        bad: list[str] = []
        valid, ready = str(self.valid.value), str(self.ready.value)
        bad += [f"{self.name} {n} is {v}" for n, v in (("valid", valid), ("ready", ready))
                if v not in "01"]
        if valid != "1":
            if self.waiting is not None:
                bad.append(f"{self.name} valid fell before ready")
            self.waiting = None
            return bad, None
        now = {p: str(h.value) for p, h in self.payload.items()}
        if self.waiting is not None:
            bad += [f"{self.name} {p} changed while it waited: {self.waiting[p]} -> {v}"
                    for p, v in now.items() if v != self.waiting[p]]
        self.waiting = None if ready == "1" else now
        return bad, now if ready == "1" else None

    def quiet_in_reset(self) -> list[str]:
        """Forget the past; return the violation when valid is up in reset."""
        self.waiting = None
        return [f"{self.name} valid in reset"] if str(self.valid.value) == "1" else []


class Monitor:
    """What both monitors share: the clocked loop and the record of violations."""

    def __init__(self, clk: Any, rst_n: Any, *, strict: bool = True) -> None:
        self.clk, self.rst_n, self.strict = clk, rst_n, strict
        self.violations: list[str] = []
        self.cycle = 0
        self._reset_edges = 0
        self._task = cocotb.start_soon(self._run())

    async def _run(self) -> None:
        while True:
            await RisingEdge(self.clk)
            self.cycle += 1
            in_reset = str(self.rst_n.value) != "1"
            # Reset is synchronous: its effect is visible one edge after its first edge.
            self._reset_edges = self._reset_edges + 1 if in_reset else 0
            for text in self._reset() if in_reset else self._sample():
                self._report(text)

    def _report(self, text: str) -> None:
        self.violations.append(f"cycle {self.cycle}: {text}")
        if self.strict:
            raise AssertionError(self.violations[-1])

    def _sample(self) -> list[str]:
        raise NotImplementedError

    def _reset(self) -> list[str]:
        raise NotImplementedError

    def _left(self) -> list[str]:
        """Return what is still under way, as violations if nothing more will come."""
        raise NotImplementedError

    def stop(self) -> None:
        """End the watch and check that nothing is left over; call it when the bus is quiet."""
        self._task.cancel()
        for text in self._left():
            self._report(text)


class AxiLiteMonitor(Monitor):
    """Watches the five channels `<prefix>_awvalid` ... of an AXI4-Lite bus.

    Attributes:
        writes, reads: transactions answered so far.
    """

    def __init__(self, dut: Any, prefix: str, clk: Any, rst_n: Any, *, strict: bool = True,
                 limit: int = 1000) -> None:
        """Start watching.

        Args:
            dut: handle that has the signals.
            prefix: name of the bus, for example "s_axil".
            clk: clock.
            rst_n: active-low synchronous reset.
            strict: fail at the first violation instead of collecting.
            limit: cycles after which a request without an answer is lost.
        """
        channels = {"aw": ("addr",), "w": ("data", "strb"), "b": ("resp",), "ar": ("addr",),
                    "r": ("data", "resp")}
        self._channels = {n: _Channel(dut, prefix, n, p) for n, p in channels.items()}
        self._open = dict.fromkeys(("aw", "w", "ar"), 0)
        self._age = {"b": 0, "r": 0}
        self.limit, self.writes, self.reads = limit, 0, 0
        super().__init__(clk, rst_n, strict=strict)

    def _reset(self) -> list[str]:
        self._open = dict.fromkeys(self._open, 0)
        self._age = dict.fromkeys(self._age, 0)
        bad = [text for ch in self._channels.values() for text in ch.quiet_in_reset()]
        return bad if self._reset_edges > 1 else []

    def _sample(self) -> list[str]:
        bad: list[str] = []
        moved: dict[str, dict[str, str] | None] = {}
        for name, channel in self._channels.items():
            faults, moved[name] = channel.sample()
            bad += faults
        bad += self._judge("b", ("aw", "w"), moved["b"])
        bad += self._judge("r", ("ar",), moved["r"])
        # Requests taken at this edge can be answered from the next edge on.
        for name in self._open:
            self._open[name] += moved[name] is not None
        bad += self._defined(moved)
        self.writes += moved["b"] is not None
        self.reads += moved["r"] is not None
        return bad

    def _judge(self, answer: str, requests: tuple[str, ...],
               moved: dict[str, str] | None) -> list[str]:
        """Judge one response channel against the requests that wait for it."""
        bad = []
        waiting = min(self._open[name] for name in requests)
        if str(self._channels[answer].valid.value) == "1" and waiting == 0:
            bad.append(f"{answer}valid without a request")
        busy = waiting > 0 and str(self._channels[answer].valid.value) != "1"
        self._age[answer] = self._age[answer] + 1 if busy else 0
        if self._age[answer] == self.limit:
            bad.append(f"no {answer}valid for {self.limit} cycles: response lost")
        if moved is not None:
            for name in requests:
                self._open[name] = max(self._open[name] - 1, 0)
            if moved["resp"] not in ("00", "10", "11"):
                bad.append(f"{answer}resp {moved['resp']} does not exist in AXI4-Lite")
        return bad

    @staticmethod
    def _defined(moved: dict[str, dict[str, str] | None]) -> list[str]:
        """Return transfers with unknown bits; read data counts only where the read succeeded."""
        bad = []
        for name, payload in moved.items():
            for part, bits in (payload or {}).items():
                failed_read = name == "r" and part == "data" and (payload or {})["resp"] != "00"
                if set(bits) - {"0", "1"} and not failed_read:
                    bad.append(f"{name}{part} is {bits}")
        return bad

    def _left(self) -> list[str]:
        bad = [f"{n}valid still waits" for n, c in self._channels.items() if c.waiting is not None]
        return bad + [f"{count} {n} without a response" for n, count in self._open.items() if count]


class AxiStreamMonitor(Monitor):
    """Watches one AXI4-Stream `<prefix>_tvalid` ... with TKEEP and TLAST.

    Attributes:
        packets: length in bytes of every finished packet, in order.
        beats: transfers so far.
    """

    def __init__(self, dut: Any, prefix: str, clk: Any, rst_n: Any, *, strict: bool = True,
                 form: bool = True, check_data: bool = True) -> None:
        """Start watching.

        Args:
            dut: handle that has the signals.
            prefix: name of the stream, for example "m_axis".
            clk: clock.
            rst_n: active-low synchronous reset.
            strict: fail at the first violation instead of collecting.
            form: also judge TKEEP; False for benches that send malformed packets on purpose.
            check_data: bytes kept must not be unknown.
        """
        self._channel = _Channel(dut, prefix, "", ("data", "keep", "last"))
        self.form, self.check_data = form, check_data
        self.packets: list[int] = []
        self.beats = self._bytes = 0
        super().__init__(clk, rst_n, strict=strict)

    def _reset(self) -> list[str]:
        self._bytes = 0
        bad = self._channel.quiet_in_reset()
        return bad if self._reset_edges > 1 else []

    def _sample(self) -> list[str]:
        bad, moved = self._channel.sample()
        if moved is None:
            return bad
        keep, last, data = moved["keep"], moved["last"], moved["data"]
        form = (("keep", keep), ("last", last))
        unknown = [f"t{part} is {bits}" for part, bits in form if set(bits) - set("01")]
        if unknown:
            return bad + unknown
        if self.form:
            bad += _judge_keep(keep, last)
        if self.check_data:
            kept = (data[8 * i : 8 * i + 8] for i, k in enumerate(keep) if k == "1")
            bad += ["tdata has unknown bits"] * any(set(byte) - set("01") for byte in kept)
        self.beats += 1
        self._bytes += keep.count("1")
        if last == "1":
            self.packets.append(self._bytes)
            self._bytes = 0
        return bad

    def _left(self) -> list[str]:
        bad = [f"{self._channel.name} valid still waits"] * (self._channel.waiting is not None)
        return bad + [f"packet without an end after {self._bytes} bytes"] * bool(self._bytes)


def _judge_keep(keep: str, last: str) -> list[str]:
    """Judge TKEEP, most significant byte first: bytes from 0 up, all of them before the end."""
    if "0" in keep.lstrip("0") or not keep.endswith("1"):
        return [f"tkeep {keep} is not contiguous from byte 0"]
    if last == "0" and "0" in keep:
        return [f"tkeep {keep} is partial before tlast"]
    return []
