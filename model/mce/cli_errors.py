# SPDX-License-Identifier: Apache-2.0
"""What commands share: how bad input ends (one line with code, message and cure, exit status 2),
files, and the sign of life of a long one."""

from __future__ import annotations

import functools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ParamSpec, TypeVar

import typer
from rich.console import Console

from mce.errors import MceError

P = ParamSpec("P")
R = TypeVar("R")

BAD_INPUT = 2
"""Exit status of bad input, the same as for a wrong command line."""


class FileError(MceError):
    """A file that cannot be read or written."""


def reported(command: Callable[P, R]) -> Callable[P, R]:
    """Decorator of a command: an ``MceError`` becomes one line on stderr and exit status 2."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except MceError as error:
            print(f"error: {error}", file=sys.stderr)
            raise typer.Exit(BAD_INPUT) from error

    return run


def read_file(path: Path, what: str) -> bytes:
    """Contents of an input file.

    Raises:
        FileError: code ``file-read``.
    """
    try:
        return path.read_bytes()
    except OSError as error:
        raise FileError(
            "file-read", f"cannot read {what} {path}: {error.strerror}", "check path and rights"
        ) from error


def write_file(path: Path, data: bytes, what: str, mode: int = 0o644) -> None:
    """Write an output file whole; it never exists with more rights than ``mode``.

    Raises:
        FileError: code ``file-write``.
    """
    try:
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        part.touch(mode)
        part.write_bytes(data)
        part.replace(path)
    except OSError as error:
        raise FileError(
            "file-write", f"cannot write {what} {path}: {error.strerror}", "check path and rights"
        ) from error


@contextmanager
def busy(text: str) -> Iterator[Callable[[str], None]]:
    """A moving line on stderr while the body runs; gives a function that changes its text.

    Nothing is shown, and nothing is in the way of other output, when stderr is no terminal.
    """
    console = Console(stderr=True)
    with console.status(text) as status:
        yield lambda now: status.update(f"{text}: {now}")
