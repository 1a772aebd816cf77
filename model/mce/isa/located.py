# SPDX-License-Identifier: Apache-2.0
"""YAML with the line of every value, so that a fault in a specification can be pointed at."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any, NoReturn

import yaml

from mce.errors import FormatError

# The same loader in C where PyYAML was built with it: ten times faster.
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def did_you_mean(name: str, known: list[str]) -> str:
    """``"did you mean 'x'?"`` for the nearest known name, else the list of known names."""
    near = get_close_matches(name, known, n=1)
    return f"did you mean '{near[0]}'?" if near else f"known: {', '.join(known)}"


@dataclass(frozen=True)
class Located:
    """One YAML value, its path from the root and its line (from 1)."""

    value: Any
    path: str
    line: int
    file: str

    def fail(self, message: str, cure: str) -> NoReturn:
        """Raise FormatError ``isa-spec`` that points at this value."""
        raise FormatError("isa-spec", f"{self.file}:{self.line}: {self.path}: {message}", cure)

    def mapping(
        self, required: tuple[str, ...], optional: tuple[str, ...] = ()
    ) -> dict[str, Located]:
        """The entries of a mapping that has all required keys and no unknown one."""
        entries = self.entries()
        known = [*required, *optional]
        for key, entry in entries.items():
            if key not in known:
                entry.fail(f"unknown key '{key}'", did_you_mean(key, known))
        for key in required:
            if key not in entries:
                self.fail(f"missing key '{key}'", "add it")
        return entries

    def entries(self) -> dict[str, Located]:
        """The entries of a mapping with any keys."""
        if not isinstance(self.value, dict):
            self.fail("not a mapping", "write `key: value` lines")
        return self.value

    def items(self) -> list[Located]:
        """The elements of a list."""
        if not isinstance(self.value, list):
            self.fail("not a list", "write `- item` lines or [item, ...]")
        return self.value

    def text(self) -> str:
        """A non-empty string."""
        if not isinstance(self.value, str) or not self.value.strip():
            self.fail("not a text", "write a non-empty string, quoted when it looks like a number")
        return self.value

    def integer(self, low: int, high: int) -> int:
        """An integer in low..high."""
        if type(self.value) is not int or not low <= self.value <= high:
            self.fail(f"{self.value!r} is not an integer in {low}..{high}", "correct the number")
        return self.value

    def choice(self, known: list[str]) -> str:
        """One of the known words."""
        word = self.text()
        if word not in known:
            self.fail(f"unknown '{word}'", did_you_mean(word, known))
        return word

    def words(self, known: list[str]) -> tuple[str, ...]:
        """A list of different known words."""
        result: list[str] = []
        for item in self.items():
            if (word := item.choice(known)) in result:
                item.fail(f"'{word}' twice", "remove one")
            result.append(word)
        return tuple(result)


def parse(text: str, file: str) -> Located:
    """Read a YAML document.

    Raises:
        FormatError: no valid YAML, an empty document, or a key that stands twice in one mapping.
    """
    try:
        node = yaml.compose(text, Loader=_LOADER)
    except yaml.YAMLError as error:
        raise FormatError("isa-spec", f"{file}: {error}", "correct the YAML syntax") from error
    if node is None:
        raise FormatError("isa-spec", f"{file}: empty", "restore the file")
    return _convert(node, "", file)


def _convert(node: yaml.Node, path: str, file: str) -> Located:
    """Build the tree below one node."""
    line = node.start_mark.line + 1
    value: Any
    if isinstance(node, yaml.MappingNode):
        value = {}
        for key_node, value_node in node.value:
            key = str(key_node.value)
            below = f"{path}.{key}" if path else key
            if key in value:
                Located(None, below, key_node.start_mark.line + 1, file).fail(
                    f"key '{key}' twice", "remove one"
                )
            value[key] = _convert(value_node, below, file)
    elif isinstance(node, yaml.SequenceNode):
        value = [_convert(item, f"{path}[{i}]", file) for i, item in enumerate(node.value)]
    else:
        value = yaml.SafeLoader("").construct_object(node)
    return Located(value, path or "(top)", line, file)
