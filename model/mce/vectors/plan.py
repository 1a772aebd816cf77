# SPDX-License-Identifier: Apache-2.0
"""Reads vector files and cuts them into units: one entry of a section, its handler, its key.

Every top-level key of a file is looked up in one table, so that nothing in a file is passed over:
what has no reader becomes a skip with a reason.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from mce import params
from mce.errors import FormatError, MceError
from mce.kat import seeds
from mce.params import Params
from mce.vectors.keys import KeyRef
from mce.vectors.report import Tally

SECTIONS = {
    "header": "sizes and polynomials of the set",
    "vectors.keygen": "key generation with its intermediate digests",
    "vectors.encap": "encapsulation",
    "vectors.decap": "decapsulation with syndrome, locator and values",
    "negative.key": "digests of the key that the wrong inputs use",
    "negative.decaps": "decapsulation of wrong ciphertexts",
    "negative.pc_decaps": "the same with plaintext confirmation",
    "negative.scripted_encaps": "encapsulation with given draws",
    "negative.padding": "non-zero padding bits in ciphertext and public key",
    "negative.pke": "raw encryption and decryption of words (short: pke)",
    "genpoly_directed": "Goppa polynomials of chosen f",
    "keys.keygen": "key generation of a small code",
    "keys.encaps": "encryption and decapsulation of chosen errors of a small code",
    "keys.negative": "wrong ciphertexts of a small code",
    "decode": "raw roots, flags and verdict of all words, by the backend",
    "gf_units.mul": "field products",
    "gf_units.inv": "field inverses",
    "gf_units.frac": "field quotients",
    "official_digests.count0": "digests and data of known-answer count 0",
    "official_digests.first10": "digests of counts 0 to 9",
    "official_digests.hundred": "digests of counts 0 to 99 (very slow: on request)",
    "botan_negative": "wrong ciphertexts of the Botan tests",
    "botan_units": "constants of the Botan tests",
}
"""Every section that can be run."""

ON_REQUEST = {"official_digests.hundred"}
"""Sections that run only when named."""

HEADER = {"parameter_set", "m", "n", "t", "k", "mt", "mu_nu", "field_poly", "F_y", "pk_bytes",
          "sk_bytes", "ct_bytes", "tau_used", "sk_layout"}  # fmt: skip
REMARKS = {"source", "origin", "how", "note"}


@dataclass(frozen=True)
class Unit:
    """One entry of a file.

    Attributes:
        file: base name of the file.
        section: a key of ``SECTIONS``.
        item: name of the entry in failure lines.
        handler: a key of ``handlers.HANDLERS``.
        data: what the handler needs of the entry.
        key: the key pair it uses, or None.
        run: parameter set whose known-answer run it uses, or None.
    """

    file: str
    section: str
    item: str
    handler: str
    data: Mapping[str, Any]
    key: KeyRef | None = None
    run: str | None = None


@dataclass
class Plan:
    """Units of one file, and the parts nothing can run."""

    file: str
    units: list[Unit] = field(default_factory=list)
    skips: dict[str, Tally] = field(default_factory=dict)

    def skip(self, section: str, reason: str, count: int = 1) -> None:
        """Note parts of the file that are not run."""
        tally = self.skips.setdefault(section, Tally(self.file, section))
        tally.skip(reason, count)

    def add(
        self,
        section: str,
        item: str,
        handler: str,
        data: Any,
        *,
        key: KeyRef | None = None,
        run: str | None = None,
    ) -> None:
        """Add an entry; one that is not an object is skipped."""
        if isinstance(data, Mapping):
            self.units.append(Unit(self.file, section, item, handler, data, key, run))
        else:
            self.skip(section, f"entry '{item}' is not an object")


def load(path: Path) -> dict[str, Any]:
    """A vector file.

    Raises:
        FormatError: not readable, not JSON, or not an object.
    """
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise FormatError(
            "vector-file", f"cannot read {path}: {error.strerror}", "give the path of a JSON file"
        ) from error
    except ValueError as error:
        raise FormatError(
            "vector-file", f"{path} is not JSON: {error}", "give a vector file"
        ) from error
    if not isinstance(document, dict):
        raise FormatError("vector-file", f"{path} holds no object", "give a vector file")
    return document


def plan_file(path: Path) -> Plan:
    """All units of a file, in the order of the file."""
    document = load(path)
    plan = Plan(path.name)
    code = _code(plan, document)
    for name, value in document.items():
        if name in HEADER or name in REMARKS:
            continue
        reader = _READERS.get(name) or (_field_units if re.fullmatch(r"m\d+", name) else None)
        if reader is None:
            plan.skip(name, f"unknown section '{name}'")
        else:
            reader(plan, document, code, name, value)
    return plan


def _code(plan: Plan, document: Mapping[str, Any]) -> Params | None:
    """The parameter set of a file, and the unit that checks its header."""
    if "parameter_set" not in document:
        return None
    try:
        code = params.from_description(document)
    except (MceError, KeyError, TypeError, ValueError) as error:
        plan.skip("header", f"no usable parameter set: {error}")
        return None
    head = {key: document[key] for key in document if key in HEADER}
    plan.add("header", code.name, "header", {"code": code, "head": head})
    return code


def _need_code(plan: Plan, section: str, code: Params | None) -> bool:
    if code is None:
        plan.skip(section, "the file names no parameter set")
    return code is not None


def _entries(plan: Plan, section: str, value: Any) -> Iterator[tuple[int, Any]]:
    """The entries of a list; anything else is one skip."""
    if isinstance(value, list):
        yield from enumerate(value)
    else:
        plan.skip(section, f"'{section}' is not a list")


def _name(entry: Any, index: int) -> str:
    return str(entry.get("name", index)) if isinstance(entry, Mapping) else str(index)


def _key(code: Params, entry: Mapping[str, Any]) -> KeyRef | None:
    """The key of an entry with a seed (or only delta) of its own."""
    text = entry.get("drbg_seed", entry.get("delta"))
    keygen = entry.get("keygen", entry)
    attempts = keygen.get("attempts", 1) if isinstance(keygen, Mapping) else 1
    try:
        return KeyRef(code, bytes.fromhex(text), attempts)
    except (TypeError, ValueError):
        return None


Reader = Callable[[Plan, Mapping[str, Any], Params | None, str, Any], None]


def _vectors(plan: Plan, _: Mapping[str, Any], code: Params | None, name: str, value: Any) -> None:
    """``vectors`` of a standard set."""
    if not _need_code(plan, name, code):
        return
    assert code is not None
    for index, entry in _entries(plan, name, value):
        item = f"count {entry.get('count', index)}" if isinstance(entry, Mapping) else str(index)
        key = _key(code, entry) if isinstance(entry, Mapping) else None
        if key is None:
            plan.skip(name, f"entry '{item}' has no drbg_seed")
            continue
        for part in entry:
            if part in ("keygen", "encap", "decap"):
                plan.add(f"vectors.{part}", item, f"vectors.{part}", entry, key=key)
            elif part not in ("count", "origin", "drbg_seed"):
                plan.skip(name, f"unknown field '{part}'")
        if "encap" in entry and "decap" in entry:
            plan.add("decode", item, "decode.vector", entry, key=key)


def _negative(
    plan: Plan, document: Mapping[str, Any], code: Params | None, name: str, value: Any
) -> None:
    """``negative`` of a standard set: all of it uses one key."""
    if not _need_code(plan, name, code):
        return
    assert code is not None
    key = _key(code, value) if isinstance(value, Mapping) else None
    if key is None:
        plan.skip(name, "no drbg_seed")
        return
    plan.add("negative.key", "key", "negative.key", value, key=key)
    for part, entries in value.items():
        section = f"negative.{part}"
        if part in ("drbg_seed", "pk_sha256", "sk_sha256"):
            continue
        if part == "pke":
            plan.add(section, "word", "pke.word", entries, key=key)
        elif section in SECTIONS:
            for index, entry in _entries(plan, section, entries):
                plan.add(section, _name(entry, index), section, entry, key=key)
                if part == "decaps":
                    plan.add("decode", _name(entry, index), "decode.word", entry, key=key)
                    plan.add("negative.pke", _name(entry, index), "pke.reject", entry, key=key)
        else:
            plan.skip(section, f"unknown section '{section}'")


def _genpoly(plan: Plan, _: Mapping[str, Any], code: Params | None, name: str, value: Any) -> None:
    """``genpoly_directed``: no key."""
    if not _need_code(plan, name, code):
        return
    for index, entry in _entries(plan, name, value):
        data = {"code": code, "entry": entry} if isinstance(entry, Mapping) else entry
        plan.add(name, _name(entry, index), "genpoly", data)


def _keys(plan: Plan, _: Mapping[str, Any], code: Params | None, name: str, value: Any) -> None:
    """``keys`` of a small code."""
    if not _need_code(plan, name, code):
        return
    assert code is not None
    for index, entry in _entries(plan, name, value):
        key = _key(code, entry) if isinstance(entry, Mapping) else None
        if key is None:
            plan.skip(name, f"key {index} has neither drbg_seed nor delta")
            continue
        plan.add("keys.keygen", f"key {index}", "keys.keygen", entry, key=key)
        for i, pattern in _entries(plan, "keys.encaps", entry.get("encaps", [])):
            item = f"key {index} encaps {i}"
            row = _named_columns(pattern)
            plan.add("keys.encaps", item, "keys.encaps", row, key=key)
            plan.add("decode", item, "decode.pattern", row, key=key)
        for i, wrong in _entries(plan, "keys.negative", entry.get("negative", [])):
            item = f"key {index} {_name(wrong, i)}"
            plan.add("keys.negative", item, "keys.negative", wrong, key=key)
            if isinstance(wrong, Mapping) and "locator" in wrong:
                plan.add("decode", item, "decode.word", wrong, key=key)


def _named_columns(pattern: Any) -> Any:
    """A row of the exhaustive table (``encaps_columns``) as the object the others are."""
    if not isinstance(pattern, list) or len(pattern) < 6:
        return pattern
    *errors, ct, syndrome, locator, ss = pattern
    return {"e": errors, "ct": ct, "syndrome_2t": syndrome, "locator": locator, "ss": ss}


def _field_units(
    plan: Plan, _: Mapping[str, Any], __: Params | None, name: str, value: Any
) -> None:
    """``m12`` and ``m13`` of the field file."""
    if not isinstance(value, Mapping):
        plan.skip(name, f"'{name}' is not an object")
        return
    parts = {"mul": "mul", "inv": "inv", "frac_den_num_result": "frac"}
    for part, rows in value.items():
        if part == "poly":
            plan.add("header", name, "field.poly", {"m": int(name[1:]), "poly": rows})
        elif part in parts:
            operation = parts[part]
            for index, row in _entries(plan, f"gf_units.{operation}", rows):
                data = {"m": int(name[1:]), "operation": operation, "row": row}
                plan.add(f"gf_units.{operation}", f"{name} {index}", "field.row", data)
        elif part not in REMARKS:
            plan.skip(name, f"unknown field '{part}'")


def _without_pc(code: Params) -> Params:
    """The set with the same keys but without plaintext confirmation."""
    return params.get(code.name.replace("pc", ""))


_DIGESTS = {
    "pqclean_and_liboqs_single_sha256": ("official_digests.count0", "digests.single"),
    "botan_count0": ("official_digests.count0", "digests.botan_count0"),
    "liboqs_all_first10_sha256": ("official_digests.first10", "digests.many"),
    "shake256_32_of_seed_pk_sk_ct_ss_first10": ("official_digests.first10", "digests.many"),
    "classic_mceliece_rust_100_md5": ("official_digests.hundred", "digests.many"),
}


def _digests(plan: Plan, _: Mapping[str, Any], __: Params | None, name: str, value: Any) -> None:
    """``sets`` of the file of published digests."""
    for set_name, entry in value.items():
        try:
            code = params.get(set_name)
        except MceError as error:
            plan.skip("official_digests", f"{set_name}: {error.message}")
            continue
        key = KeyRef(_without_pc(code), seeds(1)[0])
        for part, expected in entry.items():
            if part not in _DIGESTS:
                plan.skip("official_digests", f"unknown field '{part}'")
                continue
            section, handler = _DIGESTS[part]
            data = {"set": set_name, "digest": part, "expected": expected}
            many = handler == "digests.many"
            plan.add(
                section,
                f"{set_name} {part}",
                handler,
                data,
                key=None if many else key,
                run=set_name if many else None,
            )


def _botan_negative(
    plan: Plan, _: Mapping[str, Any], __: Params | None, name: str, value: Any
) -> None:
    """``botan_negative``: a wrong ciphertext (and its answer) of a few sets."""
    for set_name, entry in value.items():
        try:
            code = params.get(set_name)
        except MceError as error:
            plan.skip(name, f"{set_name}: {error.message}")
            continue
        key = KeyRef(_without_pc(code), bytes.fromhex(entry["seed"]))
        for part, ct in entry.items():
            if part.startswith("ct_"):
                data = {"pc": code.pc, "ct": ct, "ss": entry.get(f"ss_{part[3:]}")}
                plan.add(name, f"{set_name} {part}", "digests.botan_negative", data, key=key)
            elif part != "seed" and not part.startswith("ss_"):
                plan.skip(name, f"unknown field '{part}'")


def _botan_units(
    plan: Plan, _: Mapping[str, Any], __: Params | None, name: str, value: Any
) -> None:
    """``botan_units_348864``: seed expansion, an irreducible polynomial, a product."""
    code = params.get("mceliece" + name.rsplit("_", 1)[1])
    plan.add("botan_units", name, "digests.botan_units", {"code": code, "entry": value})


_READERS: dict[str, Reader] = {
    "vectors": _vectors,
    "negative": _negative,
    "genpoly_directed": _genpoly,
    "keys": _keys,
    "sets": _digests,
    "botan_negative": _botan_negative,
    "botan_units_348864": _botan_units,
}
