#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Run the examples of a documentation page and write what they print into it.

In a page, a code block whose first line is ```` ```LANGUAGE NAME ```` is a file of that name. A
```` ```console ```` block is a terminal: lines that begin with ``$ `` are commands, the others what
they print. Known commands are ``mce ...`` (on the instruction-level simulator), ``python FILE`` and
``echo $?``. All blocks of a page run in order, in one folder, beside the folder ``sw``.
"""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from typer.testing import CliRunner

from mce.cli import app

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/programming.md", "docs/porting.md")
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TIMEOUT_S = 120


@contextmanager
def _inside(folder: Path) -> Iterator[None]:
    """The folder as working directory; `contextlib.chdir`, and `sw` in it."""
    before = Path.cwd()
    (folder / "sw").symlink_to(ROOT / "sw")
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


class Terminal:
    """Runs commands and remembers the last exit status."""

    def __init__(self) -> None:
        self.status = 0

    def run(self, command: str) -> str:
        """What a command prints, on stdout and stderr.

        Raises:
            ValueError: a command that is not known here.
        """
        words = shlex.split(command, comments=True)
        if words == ["echo", "$?"]:
            return f"{self.status}\n"
        if words[0] == "mce":
            result = CliRunner().invoke(app, words[1:], env={"COLUMNS": "110"})
            self.status = result.exit_code
            return result.output
        if words[0] == "python":
            done = subprocess.run([sys.executable, *words[1:]], timeout=TIMEOUT_S, check=False,
                                  capture_output=True, text=True)
            self.status = done.returncode
            return done.stdout + done.stderr
        raise ValueError(f"the page runs a command that is not known: {command}")

    def replay(self, block: str) -> str:
        """A console block with the output of its commands made anew."""
        commands = [line for line in block.splitlines() if line.startswith("$ ")]
        return "".join(f"{line}\n{self.run(line[2:])}" for line in commands)


def render(text: str) -> str:
    """A page with the output of its console blocks made anew."""
    terminal = Terminal()

    def renew(match: re.Match[str]) -> str:
        language, name, body = match.groups()
        if name:
            Path(name).write_text(body, encoding="utf-8")
        if language != "console":
            return match.group()
        return f"```console\n{terminal.replay(body)}```"

    with tempfile.TemporaryDirectory() as folder, _inside(Path(folder)):
        return BLOCK.sub(renew, text)


def main() -> int:
    """Rewrite the pages."""
    for page in PAGES:
        old = (ROOT / page).read_text(encoding="utf-8")
        new = render(old)
        if new != old:
            (ROOT / page).write_text(new, encoding="utf-8")
            print(f"{page}: written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
