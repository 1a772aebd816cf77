# SPDX-License-Identifier: Apache-2.0
"""Regenerates the official known-answer response files and compares their published digests.

A run starts a deterministic generator from the bytes 0, 1, ..., 47 and draws one 48-byte seed a
count; each count then generates a key pair and encapsulates with a generator of its own seed
(PQCgenKAT_kem.c of the submission). ``model/spec/official_digests.yml`` holds the published
digests, what they are computed over, and where they are published.

The layout ``rust`` of classic-mceliece-rust adds to each record a second key pair and
encapsulation, from one generator that runs on through all counts.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

import yaml

from mce import kem, keygen, params, spec
from mce.drbg import SEED_BYTES, Drbg
from mce.errors import FormatError, MceError, ParameterError
from mce.params import DELTA_BYTES, Params

FIELDS = {
    "nist": ("seed", "pk", "sk", "ct", "ss"),
    "rust": (
        "seed", "seed_kem", "pk", "sk", "ct", "ss", "pk_kem", "sk_kem", "ct_kem", "ss_kem",
    ),
}  # fmt: skip
"""Layout -> fields of a record after its count."""

MAX_COUNTS = 10_000

Record = dict[str, bytes]
"""Field -> value, in the order of the layout."""


def seeds(count: int) -> list[bytes]:
    """The 48-byte seeds of counts 0 to ``count - 1``."""
    harness = Drbg(bytes(range(SEED_BYTES)))
    return [harness(SEED_BYTES) for _ in range(count)]


def parse_counts(text: str) -> range:
    """``7`` or ``0-9``, both ends included.

    Raises:
        ParameterError: anything else, or a count beyond 9999.
    """
    match = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
    if not first <= last < MAX_COUNTS:
        raise ParameterError("counts", f"no range of counts {text!r}", "write 7 or 0-9")
    return range(first, last + 1)


Draw = tuple[bytes, Any]
"""What a generator gives for one record: delta, and the error vector of n bits."""


def _draw(code: Params, generator: Drbg) -> Draw:
    """Take the randomness of one key pair and one encapsulation; neither depends on the key."""
    delta = generator(DELTA_BYTES)
    return delta, kem.fixed_weight(code, generator)


def _draws(code: Params, style: str, counts: range) -> Iterator[tuple[bytes, list[Draw]]]:
    """Seed and draws of each count."""
    running = Drbg(bytes(range(SEED_BYTES)))
    for count, seed in enumerate(seeds(counts.stop)):
        draws = [_draw(code, running)] if style == "rust" else []
        if count in counts:
            yield seed, [_draw(code, Drbg(seed)), *draws]


def _make(name: str, job: tuple[bytes, list[Draw]]) -> Record:
    """One record: a key pair and an encapsulation for each draw."""
    code = params.get(name)
    seed, draws = job
    record: Record = {"seed": seed}
    if len(draws) > 1:
        record["seed_kem"] = bytes(SEED_BYTES)  # that program prints a seed which it never sets
    for suffix, (delta, errors) in zip(("", "_kem"), draws, strict=False):
        pair = keygen.seeded_keygen(code, delta)
        ct, ss = kem.encapsulate_errors(code, pair.pk, errors)
        record |= {f"pk{suffix}": pair.pk, f"sk{suffix}": pair.sk}
        record |= {f"ct{suffix}": ct, f"ss{suffix}": ss}
    return record


def generate(name: str, counts: range, style: str = "nist", jobs: int = 1) -> Iterator[Record]:
    """Records of a set in order, computed by ``jobs`` processes.

    Raises:
        ParameterError: no such set or layout.
    """
    code = params.get(name)
    if style not in FIELDS:
        raise ParameterError("style", f"no layout {style!r}", f"use one of {', '.join(FIELDS)}")
    work = _draws(code, style, counts)
    if jobs == 1 or len(counts) == 1:
        yield from map(partial(_make, name), work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(_make, name), work)


def record_text(count: int, record: Record) -> str:
    """A record as the files have it, without the blank line between records."""
    lines = [f"count = {count}"]
    lines += [f"{name} = {value.hex().upper()}" for name, value in record.items()]
    return "\n".join(lines) + "\n"


class Text:
    """The text of a response file, piece by piece.

    The layout ``nist`` is the text of the published digests: a blank line between records and no
    header. The layout ``rust`` has a header line, and a blank line after each record.
    """

    def __init__(self, name: str, style: str) -> None:
        self.style = style
        self._next = f"# kem/{name}\n\n" if style == "rust" else ""

    def piece(self, count: int, record: Record) -> str:
        """The text up to the end of this record."""
        text = self._next + record_text(count, record) + ("\n" if self.style == "rust" else "")
        self._next = "" if self.style == "rust" else "\n"
        return text


class ResponseFile:
    """A response file that grows record by record, so that a long run can be resumed.

    Args:
        path: file; what it holds of the wanted counts is kept.
        name: parameter set.
        counts: the wanted counts.
        style: layout.
    """

    def __init__(self, path: Path, name: str, counts: range, style: str) -> None:
        self.path, self.counts = path, counts
        self._text = Text(name, style)
        self._fields = FIELDS[style]
        self.records = self._read() if path.exists() else []
        self._verify(name, style)
        self._rewrite()

    def _read(self) -> list[Record]:
        """The complete records at the head of the file."""
        try:
            blocks = self.path.read_text(encoding="ascii").split("\n\n")
        except (OSError, UnicodeDecodeError) as error:
            raise MceError(
                "kat-file", f"cannot read {self.path}: {error}", "use another --out"
            ) from error
        blocks = [block for block in blocks if block.strip() and not block.startswith("# kem/")]
        records = []
        for count, block in zip(self.counts, blocks, strict=False):
            record = _parse(block, count, self._fields)
            if record is None:
                break
            records.append(record)
        return records

    def _verify(self, name: str, style: str) -> None:
        """Regenerate the last record that is kept: the file may be of another set.

        Raises:
            FormatError: it is of another set or other counts.
        """
        if self.path.exists() and self.path.stat().st_size and not self.records:
            self._foreign("it does not start with the first count")
        if self.records:
            last = self.counts[len(self.records) - 1]
            again = next(generate(name, range(last, last + 1), style))
            if again != self.records[-1]:
                self._foreign(f"its count {last} is not of {name}")

    def _foreign(self, reason: str) -> None:
        raise FormatError(
            "kat-file", f"{self.path} is no part of this run: {reason}", "use another --out"
        )

    def _rewrite(self) -> None:
        """Cut what follows the complete records."""
        try:
            with self.path.open("w", encoding="ascii") as stream:
                for count, record in zip(self.counts, self.records, strict=False):
                    stream.write(self._text.piece(count, record))
        except OSError as error:
            raise MceError(
                "file-write", f"cannot write {self.path}: {error.strerror}", "check the path"
            ) from error

    def append(self, record: Record) -> None:
        """Add the next record; it is on disk when this returns."""
        count = self.counts[len(self.records)]
        self.records.append(record)
        with self.path.open("a", encoding="ascii") as stream:
            stream.write(self._text.piece(count, record))


def _parse(block: str, count: int, fields: Sequence[str]) -> Record | None:
    """A record, or None when it is not a complete one of this count."""
    lines = [line.split(" = ", 1) for line in block.strip().splitlines()]
    names = [line[0] for line in lines]
    if names != ["count", *fields] or any(len(line) != 2 for line in lines):
        return None
    try:
        record = {name: bytes.fromhex(value) for name, value in lines[1:]}
        return record if int(lines[0][1]) == count else None
    except ValueError:
        return None


def run(
    name: str, counts: range, style: str = "nist", jobs: int = 1, out: Path | None = None
) -> Iterator[Record]:
    """Records in order, read from and added to ``out`` when that is given."""
    if out is None:
        yield from generate(name, counts, style, jobs)
        return
    if style not in FIELDS:
        raise ParameterError("style", f"no layout {style!r}", f"use one of {', '.join(FIELDS)}")
    params.get(name)
    file = ResponseFile(out, name, counts, style)
    yield from file.records
    for record in generate(name, counts[len(file.records) :], style, jobs):
        file.append(record)
        yield record


@cache
def published() -> dict[str, Any]:
    """``official_digests.yml``: the keys ``digests`` and ``sets``."""
    with open(spec.SPEC_DIR / "official_digests.yml", encoding="utf-8") as stream:
        data: dict[str, Any] = yaml.safe_load(stream)
    names = set(data["digests"])
    if any(set(entry) != names for entry in data["sets"].values()):
        raise FormatError(
            "spec-keys", "official_digests.yml names unknown digests", f"use {sorted(names)}"
        )
    return data


class Digests:
    """All published kinds of digest over a growing run that starts with count 0."""

    def __init__(self, name: str, style: str) -> None:
        self.name, self.style = name, style
        self.count = 0
        self._text = Text(name, style)
        self._sha256, self._fields, self._md5 = hashlib.sha256(), hashlib.shake_256(), hashlib.md5()
        self._found: dict[str, str] = {}

    def add(self, record: Record) -> None:
        """Take the next record."""
        piece = self._text.piece(self.count, record).encode("ascii")
        self._sha256.update(piece)
        self._md5.update(piece)
        for field in FIELDS["nist"]:
            self._fields.update(record[field])
        self.count += 1
        for digest, value in self._now().items():
            if published()["digests"][digest]["counts"] == self.count:
                self._found[digest] = value

    def _now(self) -> dict[str, str]:
        """The digests of what was added so far; those of the other layout do not exist."""
        if self.style == "rust":
            return {"rust_md5": self._md5.hexdigest()}
        return {
            "single_sha256": self._sha256.hexdigest(),
            "all_sha256": self._sha256.hexdigest(),
            "fields_shake256": self._fields.hexdigest(32),
        }

    @property
    def found(self) -> dict[str, str]:
        """Published digest -> its value in this run, of those whose counts are reached."""
        return dict(self._found)

    @property
    def text_sha256(self) -> str:
        """SHA-256 of the whole text so far."""
        return self._sha256.hexdigest()

    def compare(self) -> list[tuple[str, str, str | None]]:
        """Published digest, its published value, and ours (None: needs more counts)."""
        expected = published()["sets"].get(self.name, {})
        return [(name, value, self._found.get(name)) for name, value in expected.items()]
