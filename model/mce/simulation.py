# SPDX-License-Identifier: Apache-2.0
"""`make sim`: encryption and decryption of every size on one simulated core, against the model.

Rows `pke` use the official systematic keys, rows `textbook` dense ones of the same Goppa codes.

Each operation runs twice, with an ideal memory and with 30 cycles of latency and DMA programming
before every packet (tb/lib/rtl_session.py names the figures).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from mce import backend_rtl, bits, cli_textbook, keyimage, params, pke, textbook
from mce.backend import DecryptJob, EncryptJob
from mce.drbg import SEED_BYTES, Drbg
from mce.keygen import KeyPair, seeded_keygen

SIZES = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
         "mceliece8192128")
KINDS = ("pke", "textbook")
"""Groups of rows, each an encryption and a decryption of every set."""

RESULTS = backend_rtl.ROOT / "build" / "results" / "sim.json"
PUBLISHED = Path(__file__).resolve().parents[1] / "spec" / "published.yml"


@dataclass(frozen=True)
class Row:
    """One operation of one set.

    Attributes:
        set, op: parameter set; encrypt, decrypt, textbook_encrypt or textbook_decrypt.
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
    job: Any
    expected: bytes
    image_bytes: int | None


def _random_errors(p: params.Params, rng: np.random.Generator) -> Any:
    e = np.zeros(p.n, dtype=np.uint8)
    e[rng.choice(p.n, p.t, replace=False)] = 1
    return e


def _cases(name: str, seed: int, kinds: Sequence[str]) -> list[_Case]:
    """For each kind an encryption of one message and a decryption of another, by the model."""
    p = params.get(name)
    rng = np.random.default_rng([seed, p.n, p.t])
    key = seeded_keygen(p, rng.bytes(params.DELTA_BYTES))
    made = {"pke": _pke_cases, "textbook": _textbook_cases}
    return [case for kind in KINDS if kind in kinds for case in made[kind](key, rng)]


def _draw(p: params.Params, rng: np.random.Generator) -> Iterator[tuple[bytes, Any]]:
    """Messages and error vectors."""
    while True:
        yield bits.pack(rng.integers(0, 2, p.k).astype(np.uint8)), _random_errors(p, rng)


def _pke_cases(key: KeyPair, rng: np.random.Generator) -> list[_Case]:
    p, drawn = key.params, _draw(key.params, rng)
    (x, e), (y, f) = next(drawn), next(drawn)
    word, other = pke.encrypt(p, key.pk, x, e).c, pke.encrypt(p, key.pk, y, f).c
    image = len(keyimage.build(p, key.sk).to_bytes())
    encrypt = backend_rtl.encrypt_job(EncryptJob(p, key.pk, x, bits.pack(e)))
    decrypt = backend_rtl.decrypt_job(DecryptJob(p, key.sk, other))
    return [_Case(p.name, "encrypt", encrypt, word, None),
            _Case(p.name, "decrypt", decrypt, y, image)]


def _textbook_cases(key: KeyPair, rng: np.random.Generator) -> list[_Case]:
    p, drawn = key.params, _draw(key.params, rng)
    pair = textbook.disguise(key, Drbg(rng.bytes(SEED_BYTES)))
    (x, e), (y, f) = next(drawn), next(drawn)
    word, other = (textbook.encrypt(p, pair.public, *z).c for z in ((x, e), (y, f)))
    image = len(keyimage.build(p, key.sk).to_bytes())
    job = backend_rtl.session().RtlJob
    encrypt = job("textbook_encrypt", p.m, p.n, p.t,
                  tuple(cli_textbook.encrypt_packets(pair.public, x, bits.pack(e))), (len(word),))
    decrypt = job("textbook_decrypt", p.m, p.n, p.t,
                  tuple(cli_textbook.decrypt_packets(pair.private, other)), (len(y),))
    return [_Case(p.name, encrypt.program, encrypt, word, None),
            _Case(p.name, decrypt.program, decrypt, y, image)]


def _prepare(names: Sequence[str], seed: int, kinds: Sequence[str], jobs: int,
             progress: Callable[[str], None]) -> list[_Case]:
    """The cases of all sets, by `jobs` processes. Spawned: a fork beside threads may hang."""
    cases: list[_Case] = []
    with ProcessPoolExecutor(min(jobs, len(names)), get_context("spawn")) as pool:
        waiting = {name: pool.submit(_cases, name, seed, kinds) for name in names}
        for name, made in waiting.items():
            progress(f"key, words and expected values of {name} (golden model)")
            cases += made.result()
    return cases


def run(names: Sequence[str], seed: int, *, kinds: Sequence[str] = KINDS, jobs: int = 1,
        waves: bool = False, progress: Callable[[str], None] = lambda text: None) -> list[Row]:
    """Run all operations of the sets in one simulation.

    Args:
        names: parameter sets with m = 12 or 13.
        seed: of keys, messages and errors.
        kinds: some of `KINDS`.
        jobs: processes that make keys and expected values; the simulation is one process.
        waves: keep a waveform.
        progress: told what happens.
    """
    rtl = backend_rtl.session()
    latency = rtl.MEMORY_LATENCY + rtl.DMA_PROGRAMMING
    cases = _prepare(names, seed, kinds, jobs, progress)
    runs = [job for c in cases for job in (c.job, replace(c.job, latency=latency))]
    done = rtl.run_jobs(runs, waves=waves, progress=progress)
    pairs = zip(done.results[::2], done.results[1::2], strict=True)
    return [_row(case, pair, done.build, seed) for case, pair in zip(cases, pairs, strict=True)]


def _row(case: _Case, results: tuple[Any, Any], build: str, seed: int) -> Row:
    ideal, slow = results
    operands = b"".join(case.job.packets)
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
    """Published cycles for an operation: label -> (least, most); None: not for this t.

    Textbook rows stand beside the figures for a dense generator matrix only.
    """
    entries = yaml.safe_load(PUBLISHED.read_text())
    dense, op = op.startswith("textbook_"), op.removeprefix("textbook_")
    return {
        e["label"]: (e[op][0], e[op][1])
        if t in e["error_weights"] and (e["dense"] or not dense) else None for e in entries
    }
