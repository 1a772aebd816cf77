# SPDX-License-Identifier: Apache-2.0
"""Runs the units of vector files: one process a key pair, the dearest keys first."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from dataclasses import dataclass, field
from pathlib import Path

from mce import backend, params
from mce.backend import Backend, Job, Result
from mce.errors import ParameterError
from mce.vectors import plan as planning
from mce.vectors.handlers import HANDLERS
from mce.vectors.keys import key
from mce.vectors.plan import ON_REQUEST, SECTIONS, Plan, Unit
from mce.vectors.report import Tally, totals

Tallies = dict[tuple[str, str], Tally]


@dataclass
class Options:
    """What to run.

    Attributes:
        backend: name of the backend.
        sections: full or short section names; empty for all that are not slow.
        jobs: processes.
        limit: entries a section and file at most; None for all.
    """

    backend: str = "model"
    sections: Sequence[str] = ()
    jobs: int = 1
    limit: int | None = None
    selected: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.selected = select(self.sections)


def select(names: Iterable[str]) -> frozenset[str]:
    """Full section names for full names, first parts (``negative``) or last parts (``pke``).

    Raises:
        ParameterError: a name that is no section.
    """
    chosen: set[str] = set()
    for name in names:
        found = {s for s in SECTIONS if name in (s, s.split(".")[0], s.split(".")[-1])}
        if not found:
            raise ParameterError(
                "unknown-section", f"no section {name!r}", f"use one of {', '.join(SECTIONS)}"
            )
        chosen |= found
    return frozenset(chosen)


def run(
    files: Sequence[Path], options: Options, finished: Callable[[list[Tally]], None] | None = None
) -> list[Tally]:
    """All sections of all files.

    Args:
        files: vector files.
        options: what to run of them.
        finished: called with the tallies of each file as soon as the file is done.

    Returns:
        One tally a file and section, in the order of the files.

    Raises:
        FormatError: a file that is no vector file.
        MceError: a backend that cannot run.
    """
    engine = backend.load(options.backend)
    plans = [planning.plan_file(path) for path in files]
    tallies: Tallies = {}
    for item in plans:
        _choose(item, options, engine, tallies)
    groups = _groups(plans, whole_files=engine.whole_files)
    waiting = {p.file: sum(any(u.file == p.file for u in g) for g in groups) for p in plans}
    done = set[str]()

    def collect(group: list[Unit], found: list[Tally]) -> None:
        for tally in found:
            _tally(tallies, tally.file, tally.section).merge(tally)
        for name in {unit.file for unit in group}:
            waiting[name] -= 1
        report()

    def report() -> None:
        for name in [p.file for p in plans if not waiting[p.file] and p.file not in done]:
            done.add(name)
            if finished:
                finished([t for t in tallies.values() if t.file == name])

    report()
    if options.jobs > 1 and len(groups) > 1:
        _run_pool(groups, options, collect)
    else:
        for group in groups:
            collect(group, run_group(group, options.backend))
    return list(tallies.values())


def _run_pool(
    groups: list[list[Unit]],
    options: Options,
    collect: Callable[[list[Unit], list[Tally]], None],
) -> None:
    """Groups in worker processes; an exception of a worker ends the run."""
    with ProcessPoolExecutor(max_workers=options.jobs) as pool:
        pending: dict[Future[list[Tally]], list[Unit]] = {
            pool.submit(run_group, group, options.backend): group for group in groups
        }
        for future in as_completed(pending):
            collect(pending[future], future.result())


def _tally(tallies: Tallies, file: str, section: str) -> Tally:
    return tallies.setdefault((file, section), Tally(file, section))


def _choose(plan: Plan, options: Options, engine: Backend, tallies: Tallies) -> None:
    """Keep the units that are asked for; count what is left out."""
    kept: list[Unit] = []
    taken: dict[str, int] = {}
    chosen = options.selected
    able = None if engine.sections is None else select(engine.sections)
    for unit in plan.units:
        section = unit.section
        if chosen and section not in chosen:
            continue
        tally = _tally(tallies, plan.file, section)
        if able is not None and section not in able:
            tally.skip(f"the {engine.name} backend leaves this section to the model")
        elif section in ON_REQUEST and not chosen:
            tally.skip(f"slow, runs with --section {section}")
        elif options.limit is not None and taken.get(section, 0) >= options.limit:
            tally.skip(f"beyond --limit {options.limit}")
        else:
            taken[section] = taken.get(section, 0) + 1
            kept.append(unit)
    plan.units = kept
    for section, skipped in plan.skips.items():
        if not chosen or section in chosen or section not in SECTIONS:
            _tally(tallies, plan.file, section).merge(skipped)


def _groups(plans: Sequence[Plan], whole_files: bool) -> list[list[Unit]]:
    """Units that run together: those of a key or a run, or all of a file; dearest first."""
    groups: dict[object, list[Unit]] = {}
    for plan in plans:
        for unit in plan.units:
            identity: object = unit.key or (plan.file, unit.run)
            groups.setdefault(plan.file if whole_files else identity, []).append(unit)
    return sorted(groups.values(), key=_cost, reverse=True)


def _cost(group: Sequence[Unit]) -> float:
    """Work of the key generations of a group."""
    keys = {unit.key for unit in group if unit.key is not None}
    runs = {unit.run for unit in group if unit.run is not None}
    sets = [params.get(name) for name in runs]
    return sum(key.cost for key in keys) + sum(
        (10 if code.semi else 33) * code.mt**2 * code.n for code in sets
    )


Steps = Generator[list[Job], list[Result], None]


def run_group(group: Sequence[Unit], backend_name: str) -> list[Tally]:
    """Run units in this process: the jobs that they ask of the backend become one batch."""
    engine = backend.load(backend_name)
    tallies: Tallies = {}
    started: list[tuple[Unit, Steps, list[Job]]] = []
    for unit in group:
        tally = _tally(tallies, unit.file, unit.section)
        try:
            pair = key(unit.key) if unit.key is not None else None
            steps = HANDLERS[unit.handler](tally, unit, pair)
            if steps is not None:
                started.append((unit, steps, next(steps)))
        except Exception as error:  # a broken entry or model is a finding, the others still run
            tally.fail(unit.item, "(run)", "no exception", _describe(error))
    try:
        results = engine.run([job for _, _, jobs in started for job in jobs])
    except Exception as error:  # a backend that stops fails all that asked it
        for unit, _, _ in started:
            tally = _tally(tallies, unit.file, unit.section)
            tally.fail(unit.item, "(run)", "no exception", _describe(error))
        return list(tallies.values())
    for unit, steps, jobs in started:
        mine, results = results[: len(jobs)], results[len(jobs) :]
        tally = _tally(tallies, unit.file, unit.section)
        try:
            steps.send(mine)
        except StopIteration:
            pass
        except Exception as error:  # as above
            tally.fail(unit.item, "(run)", "no exception", _describe(error))
    return list(tallies.values())


def _describe(error: Exception) -> str:
    """Kind and text of an exception on one line."""
    return " ".join(f"{type(error).__name__}: {error}".split())


def default_jobs() -> int:
    """Processors that this process may use."""
    return len(os.sched_getaffinity(0))


def verdict(tallies: Iterable[Tally]) -> int:
    """Exit status: 1 on a failure or when nothing ran, else 0."""
    passed, failed, _ = totals(tallies)
    return 1 if failed or not passed else 0
