# SPDX-License-Identifier: Apache-2.0
"""Run a list of accelerator jobs in one simulation of `fast_top` and return what they gave.

The calling side of the `rtl` backend and of `make sim`: jobs go to a folder as files, the
simulation (rtl_session_tb.py) runs them in order on one elaborated design, results come back.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

import runner
from mce.isa.program import Program
from mce.params import Params

BENCH_RTL = (runner.ROOT / "tb/lib/mem_dma_fifo.v", runner.ROOT / "tb/lib/mem_dma.v",
             runner.ROOT / "tb/lib/fast_top.v")
# Cycles between two packets in the realistic column: a memory that answers after 30 cycles, and
# a host that programs address and length of the DMA with four register writes of ten cycles.
MEMORY_LATENCY = 30
DMA_PROGRAMMING = 40


@dataclass(frozen=True)
class RtlJob:
    """One run of a program.

    Attributes:
        program: entry of the image; of sw/asm: encrypt, decrypt, decode.
        m, n, t: run-time parameters of the code.
        packets: operand packets in order.
        outputs: bytes of each result packet.
        latency: cycles from one packet's end to the next one's first beat (0: ideal memory).
        gap: of 256 cycles this many are idle, on both streams.
    """

    program: str
    m: int
    n: int
    t: int
    packets: tuple[bytes, ...]
    outputs: tuple[int, ...]
    latency: int = 0
    gap: int = 0


@dataclass(frozen=True)
class KemJob:
    """A call of the driver's class `mce.driver.kem.Kem`.

    Attributes:
        operation: encapsulate or decapsulate.
        params: the set.
        packets: public key and all draws in a row; or key image file and ciphertext.
        latency, gap: as in `RtlJob`.
    """

    operation: str
    params: Params
    packets: tuple[bytes, bytes]
    latency: int = 0
    gap: int = 0


@dataclass(frozen=True)
class RtlResult:
    """What a job gave; `error` is (ERROR.code, instruction address) or None.

    Of a `KemJob`, `outputs` are ciphertext and session key or the session key, `reject` says that
    ret is -1, and `refused` is code, message and cure of an error of the driver or None.

    Attributes:
        outputs: result packets; empty after an error.
        reject: STATUS.REJECT.
        cycles: start bit to interrupt.
        stall_in, stall_out: cycles of waiting for the operand and the result stream.
        draws: of an encapsulation.
        trace: signature of every cycle's outputs other than data, from the start bit to the
            interrupt; of the last run where a job makes several.
    """

    outputs: tuple[bytes, ...] = ()
    reject: bool = False
    cycles: int = 0
    stall_in: int = 0
    stall_out: int = 0
    error: tuple[int, int] | None = None
    draws: int = 0
    refused: tuple[str, str, str] | None = None
    trace: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Session:
    """Results of a list of jobs, and the build that ran them, as its registers tell it."""

    results: list[RtlResult] = field(default_factory=list)
    build: str = ""


def run_jobs(jobs: Sequence[RtlJob | KemJob], *, parameters: Mapping[str, object] | None = None,
             program: Program | None = None, waves: bool = False, sim: str = "verilator",
             progress: Callable[[str], None] | None = None, dump: Path | None = None) -> Session:
    """Simulate `jobs` in order on one design.

    Args:
        jobs: what to run; errors of a job are results, the next one runs.
        parameters: synthesis parameters; the others keep their defaults.
        program: the image whose entries the jobs name; default those of sw/asm, the group of
            `mce.driver.programs.GROUPS` that a job needs is loaded before it.
        waves: keep a waveform and the run folder.
        sim: simulator.
        progress: told what happens, about once a second.
        dump: file, or pipe, for a value change dump of the whole simulation.
    """
    width = dict(parameters or {}).get("AXIS_WIDTH", 64)
    parent = runner.BUILD / "rtl"
    parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=parent))
    try:
        _write(jobs, folder)
        if program is not None:
            (folder / "program.json").write_text(program.to_json())
        with _reporting(folder, len(jobs), progress):
            runner.simulate("fast_top", "rtl_session_tb", sim=sim, extra_sources=BENCH_RTL,
                            parameters=parameters, waves=waves, run_dir=folder / "run", dump=dump,
                            env={"RTL_SESSION": str(folder), "AXIS_WIDTH": str(width)})
        return _read(folder)
    finally:
        if not waves:
            shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _reporting(folder: Path, total: int, progress: Callable[[str], None] | None) -> Iterator[None]:
    """Tell `progress` what the simulation has finished, from a thread of its own."""
    if progress is None:
        yield
        return
    stop = threading.Event()
    count = folder / "progress"

    def watch() -> None:
        while not stop.wait(1.0):
            progress(f"simulation: {count.read_text()} of {total} jobs" if count.exists()
                     else "building the simulator (once a change of the design, a minute or so)")

    thread = threading.Thread(target=watch, daemon=True)
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join()


def _write(jobs: Sequence[RtlJob | KemJob], folder: Path) -> None:
    """Each different packet once, named by its hash; keys are shared by many jobs."""
    rows = []
    for job in jobs:
        names = []
        for packet in job.packets:
            name = hashlib.sha256(packet).hexdigest()
            if not (folder / name).exists():
                (folder / name).write_bytes(packet)
            names.append(name)
        rows.append({**asdict(job), "packets": names})
    (folder / "jobs.json").write_text(json.dumps(rows))


def _read(folder: Path) -> Session:
    data = json.loads((folder / "results.json").read_text())
    results = [
        RtlResult(**{**row, "outputs": tuple(bytes.fromhex(o) for o in row["outputs"]),
                     "error": tuple(row["error"]) if row["error"] else None,
                     "refused": tuple(row["refused"]) if row.get("refused") else None})
        for row in data["results"]
    ]
    return Session(results, data["build"])
