# SPDX-License-Identifier: Apache-2.0
"""Sections that the model computes: key generation, encapsulation, decapsulation."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from mce import bits, kem
from mce.kat import seeds
from mce.vectors.keys import Drawn, Key, sha256
from mce.vectors.on_units import elements, parse_elements
from mce.vectors.plan import Unit
from mce.vectors.report import Tally

INPUTS = {"name", "note", "ct", "row", "or_mask_last_byte", "rng_draws"}
"""Fields that tell an entry what to do, not what comes out."""


def keygen(tally: Tally, unit: Unit, key: Key | None) -> None:
    """A key pair of a standard set with all its intermediate values."""
    assert key is not None
    entry = unit.data
    got = _key_values(key)
    given = dict(entry["keygen"])
    if entry.get("origin") == "NIST KAT count":
        given["drbg_seed"] = entry["drbg_seed"]
        got["drbg_seed"] = lambda: seeds(entry["count"] + 1)[-1]
    tally.check(unit.item, given, got)


def _key_values(key: Key) -> dict[str, Any]:
    """Everything the files say about a key pair, by their names."""
    pair, private, code = key.pair, key.private, key.params
    control = pair.sk[40 + 2 * code.t : -code.n_bytes]

    def words(values: Any) -> bytes:
        return sha256(bits.words_to_bytes(values))

    return {
        "delta": key.delta,
        "attempts": pair.attempts,
        "failed_attempts": list(pair.failed),
        "delta_final": private.delta,
        "prg_sha256_final_attempt": sha256(pair.expansion.prg),
        "f": elements(pair.expansion.f),
        "g": elements(private.g),
        "perm_sort_sha256": lambda: words(pair.expansion.pi),
        "pi_initial_sha256": lambda: words(pair.expansion.pi),
        "pi_first16": private.pi[:16].tolist(),
        "pi_final_sha256": lambda: words(private.pi),
        "alpha_first16": private.alpha[:16].tolist(),
        "alpha_n_sha256": lambda: words(private.alpha[: code.n]),
        "alpha_all_sha256": lambda: words(private.alpha),
        "alpha": lambda: elements(private.alpha[: code.n]),
        "H_before_elim": lambda: [row.tobytes() for row in key.parity_rows],
        "H_before_elim_sha256": lambda: sha256(key.parity_rows.tobytes()),
        "pivots": private.pivots,
        "controlbits": control,
        "controlbits_sha256": sha256(control),
        "controlbits_first32": control[:32],
        "controlbits_last32": control[-32:],
        "s": private.s,
        "s_sha256": sha256(private.s),
        "pk": pair.pk,
        "pk_sha256": sha256(pair.pk),
        "pk_first64": pair.pk[:64],
        "pk_last64": pair.pk[-64:],
        "pk_row_last_first32": pair.pk[-code.row_bytes :][:32],
        "pk_len": len(pair.pk),
        "sk": pair.sk,
        "sk_sha256": sha256(pair.sk),
        "sk_len": len(pair.sk),
        "zero_support_position": key.zero_position,
    }


def small_keygen(tally: Tally, unit: Unit, key: Key | None) -> None:
    """A key pair of a small code."""
    assert key is not None
    remarks = {"drbg_seed", "encaps_columns", "encaps", "negative"}
    tally.check(unit.item, unit.data, _key_values(key), remarks)


def negative_key(tally: Tally, unit: Unit, key: Key | None) -> None:
    """The key that wrong inputs refer to."""
    assert key is not None
    given = {name: unit.data[name] for name in ("pk_sha256", "sk_sha256") if name in unit.data}
    tally.check(unit.item, given, _key_values(key))


def encap(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Encapsulation with the generator that generated the key."""
    assert key is not None
    tally.check(unit.item, unit.data["encap"], _drawn_values(key, key.drawn))


def scripted(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Encapsulation with the draws of the file."""
    assert key is not None
    source = kem.scripted(parse_elements(draw) for draw in unit.data["rng_draws"])
    drawn = Drawn.take(key.params, source)
    tally.check(unit.item, unit.data, _drawn_values(key, drawn), INPUTS - {"ct"})


def _drawn_values(key: Key, drawn: Drawn) -> dict[str, Any]:
    """An encapsulation whose errors were drawn."""
    return {
        **_encap_values(key, drawn.result.order),
        "e_order": list(drawn.result.order),
        "fixedweight_draws": drawn.result.draws,
        "draws": drawn.result.draws,
        "accepted_draw_sha256": sha256(drawn.accepted),
    }


def _encap_values(key: Key, positions: Sequence[int]) -> dict[str, Any]:
    """An encapsulation of errors at these positions, with and without confirmation."""
    code = key.params
    errors = bits.from_positions(positions, code.n)
    ct, ss = kem.encapsulate_errors(code, key.pair.pk, errors)
    pc_ct, pc_ss = kem.encapsulate_errors(code.with_pc(), key.pair.pk, errors)
    found = key.find(ct)
    return {
        "e_sha256": sha256(bits.pack(errors)),
        "ct": ct,
        "ss": ss,
        "pc_ct_tail": pc_ct[code.syndrome_bytes :],
        "pc_c1": pc_ct[code.syndrome_bytes :],
        "pc_ss": pc_ss,
        "syndrome_2t": elements(found.syndrome),
        "locator": elements(found.locator),
        "dec_locator": elements(found.locator),
    }


def small_encaps(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Encapsulation of chosen errors, and back."""
    assert key is not None
    entry = unit.data
    ct = bytes.fromhex(entry["ct"])
    got = _encap_values(key, entry["e"])
    got["decapsulated"] = lambda: kem.decapsulate(key.params, key.pair.sk, ct).ss
    tally.check(unit.item, {**entry, "decapsulated": entry["ss"]}, got, {"e"})


def decap(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Decapsulation of a valid ciphertext with the values on the way."""
    assert key is not None
    ct = bytes.fromhex(unit.data["encap"]["ct"])
    tally.check(unit.item, unit.data["decap"], _decap_values(key, ct))


def _decap_values(key: Key, ct: bytes) -> dict[str, Any]:
    """All values of a decapsulation, by the names of the files."""
    code, sk = key.params, key.pair.sk
    opened = kem.decapsulate(code, sk, ct)
    found = opened.decoding
    c1 = kem.hash_h(2, bits.pack(found.error))
    return {
        "kem_ret": opened.ret,
        "ss": opened.ss,
        "ss_if_simply_decoded": lambda: kem.decapsulate(code, sk, ct, narrow=False).ss,
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
        "pc_ss": lambda: kem.decapsulate(code.with_pc(), sk, ct + c1).ss,
        "zero_support_position": key.zero_position,
    }


def wrong_input(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Decapsulation of any ciphertext; encapsulation with a public key of non-zero padding."""
    assert key is not None
    given = unit.data
    if "or_mask_last_byte" in given:
        tally.check(unit.item, given, _padded_key_values(key, given), INPUTS - {"ct"})
    else:
        tally.check(unit.item, given, _decap_values(key, bytes.fromhex(given["ct"])), INPUTS)


def _padded_key_values(key: Key, given: Any) -> dict[str, Any]:
    """Encapsulation after padding bits were set in one row of the public key."""
    code = key.params
    pk = bytearray(key.pair.pk)
    pk[(given["row"] + 1) * code.row_bytes - 1] |= given["or_mask_last_byte"]
    refused = kem.encapsulate(code, bytes(pk), kem.scripted([np.arange(code.tau)]))
    return {"kem_ret": refused.ret, "ct": refused.ct, "ss": refused.ss}


def pc_ciphertext(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Decapsulation with plaintext confirmation."""
    assert key is not None
    ct = bytes.fromhex(unit.data["ct"])
    got = {"ss": kem.decapsulate(key.params.with_pc(), key.pair.sk, ct).ss}
    tally.check(unit.item, unit.data, got, INPUTS)


HANDLERS: dict[str, Callable[[Tally, Unit, Key | None], None]] = {
    "vectors.keygen": keygen,
    "vectors.encap": encap,
    "vectors.decap": decap,
    "negative.key": negative_key,
    "negative.decaps": wrong_input,
    "negative.padding": wrong_input,
    "negative.pc_decaps": pc_ciphertext,
    "negative.scripted_encaps": scripted,
    "keys.keygen": small_keygen,
    "keys.encaps": small_encaps,
    "keys.negative": wrong_input,
}
