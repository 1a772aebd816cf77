# SPDX-License-Identifier: Apache-2.0
"""Published digests of the known-answer files, and the data of the Botan tests."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator
from functools import lru_cache
from typing import Any

from mce import bits, kat, kem, keygen, params, poly
from mce.backend import Job, Result
from mce.driver.kem import Decapsulated
from mce.params import Params
from mce.vectors.keys import Key
from mce.vectors.plan import Unit
from mce.vectors.report import Tally

Steps = Generator[list[Job], list[Result], None]

_PUBLISHED = {
    "pqclean_and_liboqs_single_sha256": "single_sha256",
    "liboqs_all_first10_sha256": "all_sha256",
    "shake256_32_of_seed_pk_sk_ct_ss_first10": "fields_shake256",
    "classic_mceliece_rust_100_md5": "rust_md5",
}
"""Name in the vector file -> name in ``official_digests.yml``."""


def single(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Digest of the record of count 0, from the key pair that other sections use too."""
    assert key is not None
    pair, code = key.pair, key.params
    ct, ss = kem.encapsulate_errors(code, pair.pk, key.drawn.result.errors)
    digests = kat.Digests(code.name, "nist")
    digests.add({"seed": key.seed, "pk": pair.pk, "sk": pair.sk, "ct": ct, "ss": ss})
    _compare(tally, unit, digests.found)


@lru_cache(maxsize=2)
def _run(name: str, style: str, counts: int) -> dict[str, str]:
    """All digests of a run of counts."""
    digests = kat.Digests(name, style)
    for record in kat.generate(name, range(counts), style):
        digests.add(record)
    return digests.found


def many(tally: Tally, unit: Unit, _: Key | None) -> None:
    """Digest of many records."""
    digest = _PUBLISHED[unit.data["digest"]]
    style = "rust" if digest == "rust_md5" else "nist"
    counts = kat.published()["digests"][digest]["counts"]
    _compare(tally, unit, _run(unit.data["set"], style, counts))


def _compare(tally: Tally, unit: Unit, found: dict[str, str]) -> None:
    """The digest must be that of the file, and that of ``official_digests.yml``."""
    name, digest = unit.data["digest"], _PUBLISHED[unit.data["digest"]]
    specified = kat.published()["sets"][unit.data["set"]][digest]
    expected = {name: unit.data["expected"], "official_digests.yml": unit.data["expected"]}
    tally.check(unit.item, expected, {name: found[digest], "official_digests.yml": specified})


def botan_count0(tally: Tally, unit: Unit, key: Key | None) -> None:
    """Key digests, ciphertext and session key of count 0, also with plaintext confirmation."""
    assert key is not None
    code = params.get(unit.data["set"])
    pair = key.pair
    ct, ss = kem.encapsulate_errors(code, pair.pk, key.drawn.result.errors)
    got = {
        "pk_shake256_512": hashlib.shake_256(pair.pk).digest(64),
        "sk_shake256_512": hashlib.shake_256(pair.sk).digest(64),
        "ct": ct,
        "ss": ss,
        "opened": lambda: kem.decapsulate(code, pair.sk, ct).ss,
    }
    expected = unit.data["expected"]
    tally.check(unit.item, {**expected, "opened": expected["ss"]}, got)


def botan_negative(tally: Tally, unit: Unit, key: Key | None) -> Steps:
    """A wrong ciphertext and its answer, by the backend."""
    assert key is not None
    (opened,) = yield [key.decap(bytes.fromhex(unit.data["ct"]), pc=unit.data["pc"])]
    assert isinstance(opened, Decapsulated)
    tally.check(unit.item, {"ss": unit.data["ss"]}, {"ss": opened.ss})


def botan_units(tally: Tally, unit: Unit, _: Key | None) -> None:
    """Seed expansion, an irreducible polynomial, and a product modulo F(y)."""
    code: Params = unit.data["code"]
    given = unit.data["entry"]

    def words(name: str) -> Any:
        return bits.bytes_to_words(bytes.fromhex(given[name])) & (code.q - 1)

    expansion = keygen.expand(code, bytes.fromhex(given["seed"]))
    product = poly.mulmod(code.field, words("mul_a"), words("mul_b"), code.F)
    got = {
        "prg_first8": expansion.prg[:8],
        "prg_last8": expansion.prg[-8:],
        "irr_g": lambda: bits.words_to_bytes(keygen.goppa_polynomial(code, words("irr_f"))),
        "mul_ab": bits.words_to_bytes(product),
    }
    tally.check(unit.item, given, got, {"seed", "note", "irr_f", "mul_a", "mul_b"})


HANDLERS: dict[str, Callable[[Tally, Unit, Key | None], Steps | None]] = {
    "digests.single": single,
    "digests.many": many,
    "digests.botan_count0": botan_count0,
    "digests.botan_negative": botan_negative,
    "digests.botan_units": botan_units,
}
