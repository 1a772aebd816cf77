# SPDX-License-Identifier: Apache-2.0
"""``mce vectors`` and ``mce kat``: known answers on the command line."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from mce import backend, kat
from mce.cli_errors import reported
from mce.errors import ParameterError
from mce.vectors import report, runner
from mce.vectors.plan import SECTIONS


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("vectors")(vectors)
    app.command("kat")(known_answers)


_SECTION_HELP = "Run only this section (repeatable); last parts will do. One of: " + ", ".join(
    SECTIONS
)


@reported
def vectors(
    *,
    files: Annotated[list[Path], typer.Argument(help="Vector files (JSON).")],
    backend_name: Annotated[
        str, typer.Option("--backend", help=f"One of: {', '.join(backend.NAMES)}.")
    ] = "model",
    section: Annotated[list[str] | None, typer.Option("--section", help=_SECTION_HELP)] = None,
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; default all.")] = None,
    limit: Annotated[
        int | None, typer.Option(min=1, help="Entries a section and file at most.")
    ] = None,
) -> None:
    """Compare a backend with vector files, every field of every section.

    One line for each file and section, one for each wrong field; the last line counts. Exit
    status 1 when something failed or nothing ran, 2 on bad input.
    """
    options = runner.Options(
        backend=backend_name,
        sections=section or (),
        jobs=jobs or runner.default_jobs(),
        limit=limit,
    )
    tallies = runner.run(files, options, _show)
    print(report.counts(*report.totals(tallies)))
    raise typer.Exit(runner.verdict(tallies))


def _show(tallies: list[report.Tally]) -> None:
    """The lines of a finished file."""
    for tally in tallies:
        for failure in tally.failures:
            print(failure.line())
        print(tally.line(), flush=True)


@reported
def known_answers(
    *,
    name: Annotated[str, typer.Argument(metavar="SET", help="Parameter set.")],
    counts: Annotated[str, typer.Option(help="Counts, such as 0-9 or 7.")] = "0-9",
    out: Annotated[
        Path | None,
        typer.Option(help="Response file; a run that was cut short goes on where it ended."),
    ] = None,
    digest: Annotated[
        bool, typer.Option("--digest", help="Compare with the published digests.")
    ] = False,
    style: Annotated[
        str, typer.Option(help="nist, or rust for the layout of classic-mceliece-rust.")
    ] = "nist",
    jobs: Annotated[int | None, typer.Option(min=1, help="Processes; default all.")] = None,
) -> None:
    """Generate the published known answers of a set and compare their digest.

    Without --out and --digest the text goes to stdout. --digest prints a line for each published
    digest; exit status 1 when one differs or none can be compared.
    """
    wanted = kat.parse_counts(counts)
    if digest and wanted.start:
        raise ParameterError("counts", "digests start at count 0", "give --counts 0-9")
    records = kat.run(name, wanted, style, jobs or runner.default_jobs(), out)
    text, digests = kat.Text(name, style), kat.Digests(name, style)
    for count, record in zip(wanted, records, strict=True):
        if out is None and not digest:
            sys.stdout.write(text.piece(count, record))
        if digest:
            digests.add(record)
    if digest:
        raise typer.Exit(_show_digests(digests))
    if out is not None:
        print(f"{out}: {len(wanted)} records", file=sys.stderr)


def _show_digests(digests: kat.Digests) -> int:
    """A line for each published digest; the exit status."""
    results = digests.compare()
    for name, expected, got in results:
        if got is None:
            last = kat.published()["digests"][name]["counts"] - 1
            style = "rust" if name == "rust_md5" else "nist"
            verdict = f"not compared (needs --counts 0-{last} --style {style})"
        else:
            verdict = "matches" if got == expected else f"DIFFERS, got {got}"
        print(f"{digests.name} {name} {expected} {verdict}")
    good = all(got in (None, expected) for _, expected, got in results)
    return 0 if good and any(got for _, _, got in results) else 1
