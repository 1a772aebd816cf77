# SPDX-License-Identifier: Apache-2.0
"""What a run of the vector files found: comparisons, counts, and the lines that report them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

SHOWN = 72
"""Characters of a value that a failure line shows; longer ones are cut around the difference."""


@dataclass(frozen=True)
class Failure:
    """One field whose value is not the expected one.

    Attributes:
        file: base name of the vector file.
        section: section within it, such as ``vectors.keygen``.
        item: which entry of the section, such as ``count 3``.
        field: name of the field as the file writes it.
        expected: the file's value, as text.
        got: the backend's or the model's value, as text.
    """

    file: str
    section: str
    item: str
    field: str
    expected: str
    got: str

    def line(self) -> str:
        """The failure on one line, long values cut to the part that differs."""
        expected, got = _excerpt(self.expected, self.got)
        return (
            f"FAIL {self.file} {self.section} [{self.item}] {self.field}: "
            f"expected {expected}, got {got}"
        )


def _excerpt(expected: str, got: str) -> tuple[str, str]:
    """Both values, long digits cut to ``SHOWN`` characters that contain their first difference."""
    if max(len(expected), len(got)) <= SHOWN or " " in got:
        return expected, got
    pairs = enumerate(zip(expected, got, strict=False))
    first = next((i for i, (a, b) in pairs if a != b), min(len(expected), len(got)))
    start = max(0, first - SHOWN // 4)

    def cut(text: str) -> str:
        stop = start + SHOWN
        left, right = "..." if start else "", "..." if stop < len(text) else ""
        where = f" (from character {start} of {len(text)})" if start or right else ""
        return left + text[start:stop] + right + where

    return cut(expected), cut(got)


@dataclass
class Tally:
    """Counts of one section of one file.

    An item is one entry of the file, such as one decapsulation, however many fields it has. It
    fails when any field differs. Every field, item or section that nothing can compare counts as
    one skip with a reason.
    """

    file: str
    section: str
    passed: int = 0
    failed: int = 0
    skips: Counter[str] = field(default_factory=Counter)
    failures: list[Failure] = field(default_factory=list)

    @property
    def skipped(self) -> int:
        """Number of skips, all reasons together."""
        return sum(self.skips.values())

    def skip(self, reason: str, count: int = 1) -> None:
        """Note ``count`` things that were not compared, and why."""
        self.skips[reason] += count

    def fail(self, item: str, name: str, expected: Any, got: Any) -> None:
        """Note one failed item that has a single wrong field."""
        self.failed += 1
        self._failure(item, name, expected, got)

    def _failure(self, item: str, name: str, expected: Any, got: Any) -> None:
        self.failures.append(
            Failure(self.file, self.section, item, name, as_text(expected), as_text(got))
        )

    def check(
        self,
        item: str,
        given: Mapping[str, Any],
        got: Mapping[str, Any],
        remarks: Collection[str] = (),
    ) -> bool:
        """Compare every field of one entry of a file; True when all agree.

        Args:
            item: name of the entry in failure lines.
            given: the entry as the file has it.
            got: what can be computed, by the same names; a callable is called only when the
                file gives the field. More fields than the file has are fine.
            remarks: fields that carry no result (inputs, names, notes).
        """
        wrong, compared = 0, 0
        for name, expected in given.items():
            if name in remarks:
                continue
            if name not in got:
                self.skip(f"unknown field '{name}'")
                continue
            value = _evaluate(got[name])
            compared += 1
            if not same(expected, value):
                wrong += 1
                self._failure(item, name, expected, value)
        if wrong:
            self.failed += 1
        elif compared:
            self.passed += 1
        else:
            self.skip(f"nothing to compare in '{item}'")
        return wrong == 0

    def merge(self, other: Tally) -> None:
        """Add the counts of the same section from another process."""
        self.passed += other.passed
        self.failed += other.failed
        self.skips.update(other.skips)
        self.failures.extend(other.failures)

    def line(self) -> str:
        """``file  section  N passed, N failed, N skipped: reasons``, several with their counts."""
        text = f"{self.file:26} {self.section:26} {counts(self.passed, self.failed, self.skipped)}"
        rows = sorted(self.skips.items())
        reasons = [why for why, _ in rows] if len(rows) == 1 else [f"{n} {why}" for why, n in rows]
        return f"{text}: {'; '.join(reasons)}" if reasons else text


def _evaluate(value: Any) -> Any:
    """A lazy value's result, or the exception it raised as text: that is a failure, no crash."""
    if not isinstance(value, Callable):  # type: ignore[arg-type]
        return value
    try:
        return value()
    except Exception as error:  # every exception of a model is a finding to report
        return f"{type(error).__name__}: {error}"


def same(expected: Any, got: Any) -> bool:
    """Equality of a JSON value with a computed one: bytes as lower-case hex, true as 1."""
    return bool(_folded(as_json(expected)) == _folded(as_json(got)))


def _folded(value: Any) -> Any:
    return value.lower() if isinstance(value, str) else value


def as_json(value: Any) -> Any:
    """The value as a vector file would write it."""
    if isinstance(value, (bytes, bytearray)):
        return bytes(value).hex()
    if isinstance(value, bool):
        return int(value)
    if isinstance(value, (list, tuple)):
        return [as_json(entry) for entry in value]
    if isinstance(value, dict):
        return {str(key): as_json(entry) for key, entry in value.items()}
    return value


def as_text(value: Any) -> str:
    """The value for a failure line; null in JSON is ``none``."""
    value = as_json(value)
    return "none" if value is None else str(value)


def counts(passed: int, failed: int, skipped: int) -> str:
    """The exact wording of every count, and of the last line of a run."""
    return f"{passed} passed, {failed} failed, {skipped} skipped"


def totals(tallies: Iterable[Tally]) -> tuple[int, int, int]:
    """Sum of passed, failed, skipped over all sections."""
    tallies = list(tallies)
    return (
        sum(t.passed for t in tallies),
        sum(t.failed for t in tallies),
        sum(t.skipped for t in tallies),
    )
