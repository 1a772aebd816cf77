# SPDX-License-Identifier: Apache-2.0
"""The operations of a build on the simulated RTL, to confirm the cycles of the simulator."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import ppa_cycles
import rtl_session
from mce import params
from mce.driver.programs import image
from mce.isa.course import course
from ppa_builds import Config
from rtl_session import RtlJob

Row = dict[str, Any]


def jobs(config: Config, row: Row) -> list[RtlJob]:
    """The jobs of an operation, with packets of zeros; durations do not depend on them."""
    p = next(p for p in ppa_cycles.codes(config) if p.name == row["set"])
    made = []
    for entry in ppa_cycles.programs(row["op"], p):
        program = image((ppa_cycles.source_of(entry),))
        moving, _ = course(program.words, program.entry(entry), (p.m, p.n, p.t), config.core.build)
        made.append(RtlJob(entry, p.m, p.n, p.t,
                           tuple(bytes(s.packet_in) for s in moving if s.packet_in),
                           tuple(s.packet_out for s in moving if s.packet_out)))
    return made


def run(config: Config, todo: list[RtlJob]) -> list[int]:
    """Cycles of jobs on the RTL of a build."""
    done = rtl_session.run_jobs(todo, parameters=config.parameters).results
    for job, result in zip(todo, done, strict=True):
        if result.error or result.refused:
            raise RuntimeError(f"{config.name}, {job.program}: {result.error or result.refused}")
    return [result.cycles for result in done]


def confirm(config: Config, rows: list[Row]) -> list[Row]:
    """The rows with the cycles of the RTL, with and without latency.

    Raises:
        RuntimeError: RTL and simulator differ with an ideal memory.
    """
    parts = [jobs(config, row) for row in rows]
    flat = [job for part in parts for job in part]
    slow = [replace(job, latency=ppa_cycles.LATENCY) for job in flat]
    counts = iter(run(config, [*flat, *slow]))
    ideal = [sum(next(counts) for _ in part) for part in parts]
    late = [sum(next(counts) for _ in part) for part in parts]
    made = []
    for row, cycles, latency in zip(rows, ideal, late, strict=True):
        if cycles != row["cycles"]:
            raise RuntimeError(f"{config.name}, {row['op']} of {row['set']}: {cycles:,} cycles on "
                               f"the RTL, {row['cycles']:,} by the instruction-level simulator")
        made.append({**row, "cycles_latency30": latency, "source": "rtl"})
    return made


def one_decrypt(config: Config, name: str = "mceliece348864") -> int | None:
    """Cycles of one decryption on the RTL; None when the build does not run that set."""
    if not any(p.name == name for p in ppa_cycles.codes(config)):
        return None
    params.get(name)
    return run(config, jobs(config, {"set": name, "op": "decrypt"}))[0]
