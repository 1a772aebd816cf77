# SPDX-License-Identifier: Apache-2.0
"""The lines of ``mce trace``: one for each instruction that the simulator retires."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from mce.isa.spec import load

if TYPE_CHECKING:
    from mce.iss import Retired

BRIEF_BYTES = 8
BRIEF_COEFFICIENTS = 6
HEAD = f"{'pc':<5}{'instruction':<36}{'cycles':>9}  {'flags':<5}  changed"


def flag_letters(flags: int) -> str:
    """The flags byte as text: first letter of each flag that is set, a dot for the others."""
    return "".join(f.name[0] if flags >> f.bit & 1 else "." for f in load().flags)


def vector_text(value: int, full: bool) -> str:
    """A bit vector in the order of its packet, byte 0 first, zeros at the end left out."""
    data = value.to_bytes(max(1, (value.bit_length() + 7) // 8), "little")
    if full or len(data) <= BRIEF_BYTES:
        return f"{data.hex()} (weight {value.bit_count()})"
    return f"{data[:BRIEF_BYTES].hex()}... (weight {value.bit_count()})"


def polynomial_text(value: tuple[int | None, ...], full: bool) -> str:
    """Coefficients in hexadecimal, low degree first, zeros at the end left out; ? is undefined."""
    last = max((i for i, c in enumerate(value) if c != 0), default=0)
    shown = ["?" if c is None else f"{c:x}" for c in value[: last + 1]]
    if full or len(shown) <= BRIEF_COEFFICIENTS:
        return f"[{' '.join(shown)}]"
    return f"[{' '.join(shown[:BRIEF_COEFFICIENTS])} ... degree {last}]"


def register_text(name: str, value: Any, full: bool) -> str:
    """One changed register, such as ``v3 = 0a01 (weight 3)``; ? where it is undefined."""
    if value is None:
        return f"{name} = ?"
    texts: dict[str, Callable[[], str]] = {
        "v": lambda: vector_text(value, full),
        "p": lambda: polynomial_text(value, full),
        "s": lambda: str(value),
    }
    return f"{name} = {texts[name[0]]()}"


def _json_value(name: str, value: Any) -> Any:
    """A register for JSON: a vector as hexadecimal bytes, a polynomial as list."""
    if name[0] == "v" and isinstance(value, int):
        return value.to_bytes((value.bit_length() + 7) // 8, "little").hex()
    return list(value) if isinstance(value, tuple) else value


class Writer:
    """Shows retired instructions, up to a limit.

    Args:
        emit: takes one line.
        full: registers whole instead of abbreviated.
        as_json: an object a line; vectors are hexadecimal bytes, polynomials lists.
        limit: lines at most, None for all.
    """

    def __init__(self, emit: Callable[[str], None], *, full: bool = False, as_json: bool = False,
                 limit: int | None = None) -> None:  # fmt: skip
        self.emit, self.full, self.as_json, self.limit = emit, full, as_json, limit
        self.cycles = self.count = 0
        if not as_json:
            emit(HEAD)

    def show(self, retired: Retired) -> None:
        """One instruction."""
        self.count += 1
        self.cycles += retired.cycles
        if self.limit is None or self.count <= self.limit:
            self.emit(self._json(retired) if self.as_json else self._line(retired))

    def close(self) -> None:
        """Say how many lines the limit kept back."""
        if self.limit is not None and self.count > self.limit and not self.as_json:
            self.emit(f"... {self.count - self.limit:,} more instructions")

    def _line(self, r: Retired) -> str:
        changed = "; ".join(register_text(name, value, self.full) for name, value in r.changed)
        head = f"{r.pc:03x}  {r.text:<36}{self.cycles:>9,}  {flag_letters(r.flags)}"
        return f"{head}  {changed}".rstrip()

    def _json(self, r: Retired) -> str:
        changed = {name: _json_value(name, value) for name, value in r.changed}
        return json.dumps({
            "index": r.index, "pc": r.pc, "word": f"0x{r.word:08x}", "text": r.text,
            "next_pc": r.next_pc, "flags": flag_letters(r.flags), "cycles": r.cycles,
            "cycles_so_far": self.cycles, "changed": changed,
        })  # fmt: skip
