# SPDX-License-Identifier: Apache-2.0
"""Sections about the KEM with given keys, which a backend computes.

Ciphertexts, session keys, return values and numbers of draws are the backend's. The values on the
way (order of drawing, syndrome, locator, what was found) are always the model's: a core does not
show them here; the sections `decode` and `pke` compare what it can show.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import Any

import numpy as np

from mce import bits, kem
from mce.backend import EncapJob, Job, Result
from mce.driver.kem import Decapsulated, Encapsulated
from mce.vectors.keys import Drawn, Key, sha256
from mce.vectors.on_units import elements, parse_elements
from mce.vectors.plan import Unit
from mce.vectors.report import Tally

Steps = Generator[list[Job], list[Result], None]
Values = Generator[list[Job], list[Result], dict[str, Any]]

INPUTS = {"name", "note", "ct", "row", "or_mask_last_byte", "rng_draws"}
"""Fields that tell an entry what to do, not what comes out."""

CONFIRMATION = {"pc_ct_tail", "pc_c1", "pc_ss"}
"""Fields of an encapsulation with plaintext confirmation."""


def encap(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Encapsulation with the generator that generated the key."""
    assert key is not None
    given = unit.data["encap"]
    tally.check(unit.item, given, (yield from _drawn_values(key, key.drawn, given)))


def scripted(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Encapsulation with the draws of the file."""
    assert key is not None
    source = kem.scripted(parse_elements(draw) for draw in unit.data["rng_draws"])
    drawn = Drawn.take(key.params, source)
    got = yield from _drawn_values(key, drawn, unit.data)
    tally.check(unit.item, unit.data, got, INPUTS - {"ct"})


def _drawn_values(key: Key, drawn: Drawn, given: Mapping[str, Any]) -> Values:
    """An encapsulation whose errors are drawn."""
    errors = drawn.result.errors
    made = yield from _encapsulated(key, drawn.draws, given)
    return {
        **_code_values(key, errors),
        **made,
        "e_order": list(drawn.result.order),
        "accepted_draw_sha256": sha256(drawn.draws[-1]),
    }


def _encapsulated(key: Key, draws: tuple[bytes, ...], given: Mapping[str, Any]) -> Values:
    """What the backend makes of draws; with confirmation too when the file asks for it."""
    confirm = bool(given.keys() & CONFIRMATION)
    plain, *rest = yield [key.encap(draws), *([key.encap(draws, pc=True)] if confirm else [])]
    assert isinstance(plain, Encapsulated)
    got: dict[str, Any] = {"ct": plain.ct, "ss": plain.ss, "draws": plain.draws,
                           "fixedweight_draws": plain.draws}  # fmt: skip
    for pc in rest:
        assert isinstance(pc, Encapsulated)
        # C_0 must be the ciphertext without confirmation; otherwise the tail is too long.
        tail = pc.ct.removeprefix(plain.ct)
        got |= {"pc_ct_tail": tail, "pc_c1": tail, "pc_ss": pc.ss}
    return got


def _code_values(key: Key, errors: bits.U8) -> dict[str, Any]:
    """What the model knows about errors: digest, and what decoding their syndrome shows."""
    found = key.find(key.syndrome(errors))
    return {
        "e_sha256": sha256(bits.pack(errors)),
        "syndrome_2t": elements(found.syndrome),
        "locator": elements(found.locator),
        "dec_locator": elements(found.locator),
    }


def small_encaps(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Encapsulation of chosen errors, and back."""
    assert key is not None
    entry, code = unit.data, key.params
    # A draw that has the errors first; what follows t good words is not looked at.
    words = np.zeros(code.tau, dtype=np.uint16)
    words[: code.t] = entry["e"]
    ct, expected = bytes.fromhex(entry["ct"]), entry["ss"]
    inner = _encapsulated(key, (bits.words_to_bytes(words),), entry)
    jobs = next(inner)
    *made, opened = yield [*jobs, key.decap(ct)]
    assert isinstance(opened, Decapsulated)
    got = {**_code_values(key, bits.from_positions(entry["e"], code.n)), **_last(inner, made)}
    got["decapsulated"] = opened.ss
    tally.check(unit.item, {**entry, "decapsulated": expected}, got, {"e"})


def _last(values: Values, results: list[Result]) -> dict[str, Any]:
    """What a generator returns for its results."""
    try:
        values.send(results)
    except StopIteration as stop:
        got: dict[str, Any] = stop.value
        return got
    raise AssertionError("it asks twice")


def decap(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Decapsulation of a valid ciphertext with the values on the way."""
    assert key is not None
    given, ct = unit.data["decap"], bytes.fromhex(unit.data["encap"]["ct"])
    tally.check(unit.item, given, (yield from _decap_values(key, ct, given)))


def _decap_values(key: Key, ct: bytes, given: Mapping[str, Any]) -> Values:
    """All values of a decapsulation, by the names of the files."""
    code, found = key.params, key.find(ct)
    c1 = kem.hash_h(2, bits.pack(found.error))
    confirmed = [key.decap(ct + c1, pc=True)] if "pc_ss" in given else []
    opened, *rest = yield [key.decap(ct), *confirmed]
    assert isinstance(opened, Decapsulated)
    got: dict[str, Any] = {
        "kem_ret": opened.ret,
        "ss": opened.ss,
        "ss_if_simply_decoded": lambda: kem.decapsulate(code, key.pair.sk, ct, narrow=False).ss,
        "syndrome_2t": elements(found.syndrome),
        "syndrome_sha256": sha256(bits.words_to_bytes(found.syndrome)),
        "locator": elements(found.locator),
        "images_sha256": lambda: sha256(bits.words_to_bytes(key.images(found.locator))),
        "weight": found.roots_found,
        "roots_found": found.roots_found,
        "e_found_sha256": sha256(bits.pack(found.error)),
        "ok": found.accept,
        "decode_ok": found.accept,
        "pc_c1": c1,
        "zero_support_position": key.zero_position,
    }
    for pc in rest:
        assert isinstance(pc, Decapsulated)
        got["pc_ss"] = pc.ss
    return got


def wrong_input(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Decapsulation of any ciphertext; encapsulation with a public key of non-zero padding."""
    assert key is not None
    given = unit.data
    if "or_mask_last_byte" in given:
        tally.check(unit.item, given, (yield from _padded_key_values(key, given)), INPUTS - {"ct"})
    else:
        got = yield from _decap_values(key, bytes.fromhex(given["ct"]), given)
        tally.check(unit.item, given, got, INPUTS)


def _padded_key_values(key: Key, given: Mapping[str, Any]) -> Values:
    """Encapsulation after padding bits were set in one row of the public key."""
    code = key.params
    pk = bytearray(key.pair.pk)
    pk[(given["row"] + 1) * code.row_bytes - 1] |= given["or_mask_last_byte"]
    draw = bits.words_to_bytes(np.arange(code.tau, dtype=np.uint16))
    (refused,) = yield [EncapJob(code, bytes(pk), (draw,))]
    assert isinstance(refused, Encapsulated)
    return {"kem_ret": refused.ret, "ct": refused.ct, "ss": refused.ss}


def pc_ciphertext(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """Decapsulation with plaintext confirmation."""
    assert key is not None
    (opened,) = yield [key.decap(bytes.fromhex(unit.data["ct"]), pc=True)]
    assert isinstance(opened, Decapsulated)
    tally.check(unit.item, unit.data, {"ss": opened.ss}, INPUTS)


HANDLERS: dict[str, Callable[[Tally, Unit, Key | None], Steps]] = {
    "vectors.encap": encap,
    "vectors.decap": decap,
    "negative.decaps": wrong_input,
    "negative.padding": wrong_input,
    "negative.pc_decaps": pc_ciphertext,
    "negative.scripted_encaps": scripted,
    "keys.encaps": small_encaps,
    "keys.negative": wrong_input,
}
