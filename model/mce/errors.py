# SPDX-License-Identifier: Apache-2.0
"""The one exception hierarchy of the package: what happened, and what to do about it."""

from __future__ import annotations


class MceError(Exception):
    """Any error this package raises on purpose.

    Attributes:
        code: short stable identifier, e.g. ``"key-length"``; safe to compare in scripts.
        message: what is wrong, with the offending value where it is not secret.
        cure: what the caller can do about it.
    """

    def __init__(self, code: str, message: str, cure: str) -> None:
        super().__init__(f"[{code}] {message} ({cure})")
        self.code = code
        self.message = message
        self.cure = cure


class ParameterError(MceError):
    """A parameter set, field degree or build parameter that does not exist or makes no sense."""


class LengthError(MceError):
    """An input of the wrong length."""


class FormatError(MceError):
    """An input of the right length whose contents contradict its format."""


class KeygenError(MceError):
    """Key generation did not succeed within the allowed number of attempts."""
