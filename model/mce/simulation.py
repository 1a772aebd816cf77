# SPDX-License-Identifier: Apache-2.0
"""`make sim`: every size and set on one simulated core, against the model.

Rows `pke` (raw encryption and decryption) use systematic keys, rows `textbook` dense ones of the
same Goppa codes, rows `kem` the keys of known-answer count 0.

Each operation runs twice, with an ideal memory and with 30 cycles of latency and DMA programming
before every packet (tb/lib/rtl_session.py names the figures).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import yaml

from mce import backend_rtl, params
from mce.simulation_cases import Case, cases_of

SIZES = ("mceliece348864", "mceliece460896", "mceliece6688128", "mceliece6960119",
         "mceliece8192128")
KINDS = ("pke", "textbook", "kem")
"""Groups of rows. `kem` has the f variants too, which are the same codes in the other groups."""

ENCAP_BOUND = (1.03 / 8, 8_000)
"""Cycles of an encapsulation, its draw included: so many a byte of public key, and constant."""

DECAP_BOUND = 36_000
"""Cycles of a decapsulation."""

RESULTS = backend_rtl.ROOT / "build" / "results" / "sim.json"
PUBLISHED = Path(__file__).resolve().parents[1] / "spec" / "published.yml"


@dataclass(frozen=True)
class Row:
    """One operation of one set.

    Attributes:
        set, op: parameter set; encrypt, decrypt, textbook_encrypt, textbook_decrypt, encap, decap,
            encap_pc or decap_pc.
        cycles: start bit to interrupt, ideal memory.
        cycles_latency30: the same with memory latency and DMA programming before each packet.
        stream_in_bytes: bytes of all operand packets.
        key_image_bytes: size of the private key image, None where none is used.
        bound: cycles that a KEM row must keep with an ideal memory, None for the others.
        ok: both results equal the model's, without reject, within the bound.
        build, seed: what ran.
        sha256_in, sha256_out: of the operand packets and of the result, concatenated.
    """

    set: str
    op: str
    cycles: int
    cycles_latency30: int
    stream_in_bytes: int
    key_image_bytes: int | None
    bound: int | None
    ok: bool
    build: str
    seed: int
    sha256_in: str
    sha256_out: str


def plan(names: Sequence[str], kinds: Sequence[str]) -> dict[str, list[str]]:
    """Set -> its groups of rows; no names: all sets, the f variants in the group kem only."""
    wanted = {name: [kind for kind in kinds if names or name in SIZES or kind == "kem"]
              for name in names or params.names()}
    return {name: some for name, some in wanted.items() if some}


def _prepare(wanted: Mapping[str, Sequence[str]], seed: int, jobs: int,
             progress: Callable[[str], None]) -> list[Case]:
    """The cases of all sets, by `jobs` processes. Spawned: a fork beside threads may hang."""
    cases: list[Case] = []
    with ProcessPoolExecutor(min(jobs, len(wanted)), get_context("spawn")) as pool:
        waiting = {name: pool.submit(cases_of, name, seed, some) for name, some in wanted.items()}
        for name, made in waiting.items():
            progress(f"key, words and expected values of {name} (golden model)")
            cases += made.result()
    return cases


def run(names: Sequence[str], seed: int, *, kinds: Sequence[str] = KINDS, jobs: int = 1,
        waves: bool = False, progress: Callable[[str], None] = lambda text: None) -> list[Row]:
    """Run all operations of the sets in one simulation.

    Args:
        names: parameter sets with m = 12 or 13; empty for all.
        seed: of keys, messages and errors.
        kinds: some of `KINDS`.
        jobs: processes that make keys and expected values; the simulation is one process.
        waves: keep a waveform.
        progress: told what happens.
    """
    rtl = backend_rtl.session()
    latency = rtl.MEMORY_LATENCY + rtl.DMA_PROGRAMMING
    cases = _prepare(plan(names, kinds), seed, jobs, progress)
    runs = [job for c in cases for job in (c.job, replace(c.job, latency=latency))]
    done = backend_rtl.simulated(runs, waves=waves, progress=progress)
    pairs = zip(done.results[::2], done.results[1::2], strict=True)
    return [_row(case, pair, done.build, seed) for case, pair in zip(cases, pairs, strict=True)]


def bound(p: params.Params, op: str) -> int | None:
    """Cycles that a row must keep on the default build; None: no bound."""
    if op.startswith("encap"):
        return round(ENCAP_BOUND[0] * p.pk_bytes) + ENCAP_BOUND[1]
    return DECAP_BOUND if op.startswith("decap") else None


def _row(case: Case, results: tuple[Any, Any], build: str, seed: int) -> Row:
    ideal, slow = results
    most = bound(params.get(case.set), case.op)
    good = all(r.outputs == case.expected and not r.reject and not r.error and not r.refused
               for r in results)
    return Row(
        set=case.set, op=case.op, cycles=ideal.cycles, cycles_latency30=slow.cycles,
        stream_in_bytes=len(case.operands), key_image_bytes=case.image_bytes, bound=most,
        ok=good and (most is None or ideal.cycles <= most), build=build, seed=seed,
        sha256_in=hashlib.sha256(case.operands).hexdigest(),
        sha256_out=hashlib.sha256(b"".join(ideal.outputs)).hexdigest(),
    )


def save(rows: Sequence[Row], path: Path = RESULTS) -> None:
    """Write the rows as a JSON list."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps([asdict(row) for row in rows], indent=1) + "\n")


def published(op: str, t: int) -> dict[str, tuple[int, int] | None]:
    """Published cycles for an operation: label -> (least, most); None: not for this t.

    Textbook rows stand beside the figures for a dense generator matrix only, KEM rows beside those
    that include the KEM's hashing.
    """
    entries = yaml.safe_load(PUBLISHED.read_text())
    need = {"textbook": "dense", "encap": "kem", "decap": "kem"}.get(op.partition("_")[0])
    way = "encrypt" if "enc" in op else "decrypt"
    return {
        e["label"]: (e[way][0], e[way][1])
        if t in e["error_weights"] and (need is None or e[need]) else None for e in entries
    }
