# SPDX-License-Identifier: Apache-2.0
"""``mce gen``: RTL constants, C header and documentation tables from the specification."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from mce.cli_errors import reported
from mce.isa import gen


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the command line."""
    app.command("gen")(generate)


@reported
def generate(
    check: Annotated[
        bool, typer.Option("--check", help="Write nothing; exit status 1 when a file is stale.")
    ] = False,
) -> None:
    """Write the generated files that are out of date."""
    if not check:
        for name in gen.write():
            print(f"wrote {name}")
        return
    stale = gen.stale()
    for name in stale:
        print(f"stale: {name}; run `mce gen`", file=sys.stderr)
    raise typer.Exit(1 if stale else 0)
