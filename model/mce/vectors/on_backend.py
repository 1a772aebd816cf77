# SPDX-License-Identifier: Apache-2.0
"""Sections that a backend computes: raw words (``pke``) and error search (``decode``)."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from mce import bits
from mce.backend import Decoded, Decrypted, Job, Result
from mce.vectors.keys import Key
from mce.vectors.on_units import parse_elements
from mce.vectors.plan import Unit
from mce.vectors.report import Tally

Steps = Generator[list[Job], list[Result], None]


def word_of(key: Key, ct: str) -> bytes:
    """The word (C, 0) of n bits that decapsulation decodes.

    Padding bits of C, when set, become message bits of the word, as in the reference decoder.
    """
    syndrome = bytes.fromhex(ct)[: key.params.syndrome_bytes]
    return syndrome.ljust(key.params.n_bytes, b"\0")


def _found(key: Key, found: Decoded) -> dict[str, Any]:
    """What a decoder found, by the names of the files."""
    errors = bits.unpack(found.errors, key.params.n)
    return {
        "errors": np.flatnonzero(errors).tolist(),
        "e_sha256": hashlib.sha256(found.errors).digest(),
        "roots_found": int(np.count_nonzero(errors)),
        "weight_flag": found.weight_ok,
        "recheck_flag": found.recheck_ok,
        "decode_ok": found.accept,
    }


def _recheck(key: Key, errors: Any, word: bytes) -> bool:
    """Whether errors (n bits) have the syndrome of a word, by the model."""
    code = key.private.code
    return bool(np.all(code.syndrome(errors) == code.syndrome(bits.unpack(word, code.n))))


def decode_vector(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """A valid ciphertext of a standard set."""
    assert key is not None
    encap, decap = unit.data["encap"], unit.data["decap"]
    word = word_of(key, encap["ct"])
    (found,) = yield [key.decode(word)]
    assert isinstance(found, Decoded)
    expected = {
        "errors": sorted(encap["e_order"]),
        "e_sha256": encap["e_sha256"],
        "roots_found": decap["weight"],
        "weight_flag": decap["weight"] == key.params.t,
        "recheck_flag": decap["ok"],
        "decode_ok": decap["ok"],
    }
    tally.check(unit.item, expected, _found(key, found))


def decode_pattern(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """A chosen error pattern of a small code."""
    assert key is not None
    word = word_of(key, unit.data["ct"])
    (found,) = yield [key.decode(word)]
    assert isinstance(found, Decoded)
    expected = {
        "errors": sorted(unit.data["e"]),
        "weight_flag": 1,
        "recheck_flag": 1,
        "decode_ok": 1,
    }
    tally.check(unit.item, expected, _found(key, found))


def decode_word(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Any word: the roots are those of the file's locator, the flags follow from them."""
    assert key is not None
    given = unit.data
    word = word_of(key, given["ct"])
    (found,) = yield [key.decode(word)]
    assert isinstance(found, Decoded)
    errors = key.private.code.locate(parse_elements(given["locator"]))
    weight_ok = given["roots_found"] == key.params.t
    expected = {
        "errors": np.flatnonzero(errors).tolist(),
        "roots_found": given["roots_found"],
        "weight_flag": weight_ok,
        "recheck_flag": given["decode_ok"] if weight_ok else _recheck(key, errors, word),
        "decode_ok": given["decode_ok"],
    }
    if "e_found_sha256" in given:
        expected["e_sha256"] = given["e_found_sha256"]
    tally.check(unit.item, expected, _found(key, found))


def pke_word(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """The raw word of a file: encrypted, decrypted and decoded."""
    assert key is not None
    given, code = unit.data, key.params
    word, message = bytes.fromhex(given["c"]), bytes.fromhex(given["message"])
    errors = bits.pack(bits.from_positions(given["e_positions"], code.n))
    made, opened, found = yield [
        key.encrypt(message, errors),
        key.decrypt(word),
        key.decode(word),
    ]
    assert isinstance(opened, Decrypted) and isinstance(found, Decoded)
    expected = {**given, "reject": 0}
    got = {
        "message": opened.message,
        "reject": opened.reject,
        "c": made,
        "e_positions": _found(key, found)["errors"],
        "syndrome_equals_kem_ct": lambda: key.syndrome_of(word),
    }
    tally.check(unit.item, expected, got, {"convention"})


def pke_reject(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """A ciphertext as a raw word (C, 0): rejected words give a zero message of full length.

    The code word of an accepted one is (C, 0) + e, so that its message is the end of e.
    """
    assert key is not None
    code = key.params
    word = word_of(key, unit.data["ct"])
    (opened,) = yield [key.decrypt(word)]
    assert isinstance(opened, Decrypted)
    message = np.zeros(code.k, dtype=np.uint8)
    if unit.data["decode_ok"]:
        message = key.private.code.locate(parse_elements(unit.data["locator"]))[code.mt :]
    expected = {"reject": not unit.data["decode_ok"], "message": bits.pack(message)}
    tally.check(unit.item, expected, {"reject": opened.reject, "message": opened.message})


HANDLERS: dict[str, Callable[[Tally, Unit, Key | None], Steps]] = {
    "decode.vector": decode_vector,
    "decode.pattern": decode_pattern,
    "decode.word": decode_word,
    "pke.word": pke_word,
    "pke.reject": pke_reject,
}
