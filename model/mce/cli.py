# SPDX-License-Identifier: Apache-2.0
"""The command ``mce``. Commands live in ``cli_*.py`` modules, imported when they are used.

A module has ``register(app)``, which adds its commands to a ``typer.Typer``; `LATE` names them
here, so that ``mce --help`` imports none of them (NumPy alone costs more than the rest).
"""

from __future__ import annotations

import importlib
import os
import sys
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

LATE: dict[str, dict[str, str]] = {
    "mce.cli_isa": {
        "asm": "Assemble programs into one image.",
        "dis": "Disassemble a program image.",
        "isa": "Show the instruction set, or one instruction.",
    },
    "mce.cli_run": {
        "run": "Run a program on the simulated core.",
        "trace": "Run a program on the instruction-level simulator, a line for each instruction.",
    },
    "mce.cli_sim": {
        "sim": "Raw scheme and KEM on the simulated core; "
        "compare with the model and the literature.",
    },
    "mce.cli_keys": {
        "keygen": "Generate a key pair and the key image for the hardware.",
        "encrypt": "Raw McEliece encryption of one message: a primitive (hazmat), one-way only.",
        "decrypt": "Raw McEliece decryption of one word: a primitive (hazmat), one-way only.",
    },
    "mce.cli_kem": {
        "encap": "Make a session key and its ciphertext for the owner of a public key.",
        "decap": "Find the session key of a ciphertext.",
        "image": "Make the key image of a private key, in the order in which the core reads it.",
    },
    "mce.cli_vectors": {
        "vectors": "Compare a backend with vector files, every field of every section.",
        "kat": "Generate the published known answers of a set and compare their digest.",
    },
    "mce.cli_gen": {
        "gen": "Write the generated files that are out of date.",
    },
}
"""Module -> its commands with the first line of their help; a test compares them."""

_MODULE_OF = {name: module for module, names in LATE.items() for name in names}


def load_commands(module: str) -> dict[str, Any]:
    """Command name -> command of a ``cli_*`` module."""
    part = typer.Typer()
    importlib.import_module(module).register(part)
    return dict(get_group(part).commands)


class LateGroup(TyperGroup):
    """A group that lists commands by their line in `LATE` and imports one only to run it."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All names, in the order of `LATE`."""
        return [name for name in _MODULE_OF if self.get_command(ctx, name)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The loaded command, or one that has only a name and a help line."""
        if cmd_name in self.commands or cmd_name not in _MODULE_OF:
            return self.commands.get(cmd_name)
        return TyperCommand(cmd_name, help=LATE[_MODULE_OF[cmd_name]][cmd_name])

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Import the module of the command that is about to run."""
        if args and args[0] in _MODULE_OF and args[0] not in self.commands:
            self.commands.update(load_commands(_MODULE_OF[args[0]]))
        return super().resolve_command(ctx, args)


app = typer.Typer(
    cls=LateGroup,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Tools of the axi-mceliece accelerator: assembler, model, vectors, keys.",
)


@app.callback()
def _options() -> None:
    """Tools of the axi-mceliece accelerator: assembler, model, vectors, keys."""


def main() -> None:
    """Entry point; a reader that closes the pipe early is no error."""
    try:
        app()
    except BrokenPipeError:
        # The interpreter would complain again when it flushes stdout at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
