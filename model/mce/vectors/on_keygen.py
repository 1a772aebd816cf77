# SPDX-License-Identifier: Apache-2.0
"""Sections about key generation, which the model computes for every backend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mce import bits
from mce.kat import seeds
from mce.vectors.keys import Key, sha256
from mce.vectors.on_units import elements
from mce.vectors.plan import Unit
from mce.vectors.report import Tally


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


HANDLERS: dict[str, Callable[[Tally, Unit, Key | None], None]] = {
    "vectors.keygen": keygen,
    "negative.key": negative_key,
    "keys.keygen": small_keygen,
}
