# SPDX-License-Identifier: Apache-2.0
"""`make sim`: encryption and decryption of every size on one simulated core, against the model.

Each operation runs twice, with an ideal memory and with 30 cycles of latency and DMA programming
before every packet (tb/lib/rtl_session.py names the figures).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from mce import backend_rtl, bits, keyimage, params, pke
from mce.backend import DecryptJob, EncryptJob
from mce.keygen import seeded_keygen

SIZES = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
         "mceliece8192128")
RESULTS = backend_rtl.ROOT / "build" / "results" / "sim.json"
PUBLISHED = Path(__file__).resolve().parents[1] / "spec" / "published.yml"


@dataclass(frozen=True)
class Row:
    """One operation of one set.

    Attributes:
        set, op: parameter set; encrypt or decrypt.
        cycles: start bit to interrupt, ideal memory.
        cycles_latency30: the same with memory latency and DMA programming before each packet.
        stream_in_bytes: bytes of all operand packets.
        key_image_bytes: size of the private key image, None where none is used.
        ok: both results equal the model's, without reject.
        build, seed: what ran.
        sha256_in, sha256_out: of the operand packets and of the result, concatenated.
    """

    set: str
    op: str
    cycles: int
    cycles_latency30: int
    stream_in_bytes: int
    key_image_bytes: int | None
    ok: bool
    build: str
    seed: int
    sha256_in: str
    sha256_out: str


@dataclass(frozen=True)
class _Case:
    set: str
    op: str
    jobs: tuple[Any, Any]
    expected: bytes
    image_bytes: int | None


def _random_errors(p: params.Params, rng: np.random.Generator) -> Any:
    e = np.zeros(p.n, dtype=np.uint8)
    e[rng.choice(p.n, p.t, replace=False)] = 1
    return e


def _cases(name: str, rng: np.random.Generator, slow: dict[str, int]) -> list[_Case]:
    """An encryption of one message and a decryption of another, expected values by the model."""
    p = params.get(name)
    key = seeded_keygen(p, rng.bytes(params.DELTA_BYTES))
    messages = [bits.pack(rng.integers(0, 2, p.k).astype(np.uint8)) for _ in range(2)]
    errors = [_random_errors(p, rng) for _ in range(2)]
    words = [pke.encrypt(p, key.pk, x, e).c for x, e in zip(messages, errors, strict=True)]
    encrypt = EncryptJob(p, key.pk, messages[0], bits.pack(errors[0]))
    decrypt = DecryptJob(p, key.sk, words[1])
    image = len(keyimage.build(p, key.sk).to_bytes())
    make_e, make_d = backend_rtl.encrypt_job, backend_rtl.decrypt_job
    return [
        _Case(name, "encrypt", (make_e(encrypt), make_e(encrypt, **slow)), words[0], None),
        _Case(name, "decrypt", (make_d(decrypt), make_d(decrypt, **slow)), messages[1], image),
    ]


def run(names: Sequence[str], seed: int, *, waves: bool = False,
        progress: Callable[[str], None] = lambda text: None) -> list[Row]:
    """Run all operations of the sets in one simulation.

    Args:
        names: parameter sets with m = 12 or 13.
        seed: of keys, messages and errors.
        waves: keep a waveform.
        progress: told what happens.
    """
    rtl = backend_rtl.session()
    slow = {"latency": rtl.MEMORY_LATENCY + rtl.DMA_PROGRAMMING}
    cases: list[_Case] = []
    for name in names:
        progress(f"key, words and expected values of {name} (golden model)")
        rng = np.random.default_rng([seed, params.get(name).n, params.get(name).t])
        cases += _cases(name, rng, slow)
    done = rtl.run_jobs([job for case in cases for job in case.jobs], waves=waves,
                        progress=progress)
    pairs = zip(done.results[::2], done.results[1::2], strict=True)
    return [_row(case, pair, done.build, seed) for case, pair in zip(cases, pairs, strict=True)]


def _row(case: _Case, results: tuple[Any, Any], build: str, seed: int) -> Row:
    ideal, slow = results
    operands = b"".join(case.jobs[0].packets)
    good = all(r.outputs == (case.expected,) and not r.reject and not r.error for r in results)
    return Row(
        set=case.set, op=case.op, cycles=ideal.cycles, cycles_latency30=slow.cycles,
        stream_in_bytes=len(operands), key_image_bytes=case.image_bytes, ok=good, build=build,
        seed=seed, sha256_in=hashlib.sha256(operands).hexdigest(),
        sha256_out=hashlib.sha256(b"".join(ideal.outputs)).hexdigest(),
    )


def save(rows: Sequence[Row], path: Path = RESULTS) -> None:
    """Write the rows as a JSON list."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


def published(op: str, t: int) -> dict[str, tuple[int, int] | None]:
    """Published cycles for an operation: label -> (least, most); None: not for this t."""
    entries = yaml.safe_load(PUBLISHED.read_text())
    return {
        e["label"]: (e[op][0], e[op][1]) if t in e["error_weights"] else None for e in entries
    }
