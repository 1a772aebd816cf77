# SPDX-License-Identifier: Apache-2.0
"""Where packets lie in the bench memory: results in the first part, operands behind it."""

from __future__ import annotations

import hashlib

from mce.errors import MceError

ALIGN = 64
"""Bytes; the widest beat."""


def _aligned(address: int) -> int:
    """The next address where a packet may begin."""
    return -(-address // ALIGN) * ALIGN


class Places:
    """Gives out addresses. Operands are kept by content: a key is loaded once however many jobs
    use it. Nothing is ever put where something lies that is still needed.

    Args:
        size: bytes of the memory.
        results: bytes of its first part.
    """

    def __init__(self, size: int, results: int) -> None:
        self.size, self.results = size, results
        self._result_top = 0
        self._live: list[tuple[int, int]] = []
        self._forget()

    def _forget(self) -> None:
        self._known: dict[bytes, int] = {}
        self._top = self.results

    def result(self, length: int) -> int:
        """Address of the room for a result packet of `length` bytes.

        Raises:
            MceError: the results of this job do not fit (``bench-memory``).
        """
        address, end = self._result_top, self._result_top + length
        if end > self.results:
            raise MceError("bench-memory", f"results of {end} bytes, room for {self.results}",
                           "raise RESULT_BYTES of tb/lib/fast_bus.py")
        self._result_top = _aligned(end)
        return address

    def operand(self, packet: bytes) -> tuple[int, bool]:
        """Address of an operand packet, and whether its bytes have to be loaded.

        Raises:
            MceError: the operands of this job do not fit (``bench-memory``).
        """
        key = hashlib.sha256(packet).digest()
        new = key not in self._known
        if new:
            self._known[key] = self._free(len(packet))
        address = self._known[key]
        self._live.append((address, address + len(packet)))
        return address, new

    def _free(self, length: int) -> int:
        """A place for a new operand. A full memory starts anew, around the packets of the job under
        way, which may still wait for their turn."""
        place = self._gap(self._top, length)
        if place is None:
            self._forget()
            place = self._gap(self._top, length)
        if place is None:
            raise MceError("bench-memory", "the operands of one job do not fit",
                           "raise MEM_BYTES of tb/lib/fast_top.v and MEMORY_BYTES of fast_bus.py")
        self._top = _aligned(place + length)
        return place

    def _gap(self, start: int, length: int) -> int | None:
        """The first place from `start` on that no packet of this job occupies."""
        for first, end in sorted(self._live):
            if first < start + length and start < end:
                start = _aligned(end)
        return start if start + length <= self.size else None

    def ended(self) -> None:
        """The job has taken its operands; they may be overwritten."""
        self._live.clear()

    def emptied(self) -> None:
        """All results have been read, or will never come."""
        self._result_top = 0
