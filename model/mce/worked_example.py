# SPDX-License-Identifier: Apache-2.0
"""The worked byte example of docs/formats.md: one code small enough to follow by hand.

m = 4, n = 15, t = 2: 8 parity bits, k = 7, one byte a public-key row with one padding bit, and one
point of the field outside the support.
"""

from __future__ import annotations

from mce import bits, keyimage, params, pke
from mce.keygen import seeded_keygen

MESSAGE = 0x2D
ERRORS = (3, 11)


def _hex(data: bytes) -> str:
    return " ".join(f"{b:02x}" for b in data)


def _row(what: str, data: bytes, meaning: str) -> str:
    return f"| {what} | {len(data)} | `{_hex(data)}` | {meaning} |"


def text() -> str:
    """Markdown: the packets of an encryption and of a decryption, byte by byte."""
    p = params.custom(4, 15, 2)
    key = seeded_keygen(p, bytes(range(params.DELTA_BYTES)))
    image = keyimage.build(p, key.sk)
    message = bytes([MESSAGE])
    errors = bits.from_positions(ERRORS, p.n)
    word = pke.encrypt(p, key.pk, message, errors).c
    outside = int((~image.inside).nonzero()[0][0])
    first = image.pairs[:4]
    lines = [
        f"Code: m = {p.m}, n = {p.n}, t = {p.t}, so {p.mt} parity bits and k = {p.k}; "
        "key from the seed 00 01 … 1f.",
        "",
        "| packet | bytes | contents | meaning |",
        "|---|---|---|---|",
        _row("message x", message, f"{p.k} bits, bit 0 first; bit {p.k} is padding and zero"),
        _row("error e", bits.pack(errors), f"bits {ERRORS[0]} and {ERRORS[1]} set"),
        _row("public key T", key.pk, f"{p.mt} rows of {p.row_bytes} byte"),
        _row("word c", word, f"(T·x \\| x) + e: parity in bits 0 to {p.mt - 1}, then x"),
        _row("pairs", image.pairs, f"{p.q} times pos_a, w_a, 16 bits each, low byte first"),
        _row("indices", image.indices, f"{p.n} evaluation numbers idx_i"),
        "",
        f"The first pair `{_hex(first)}` says: point 0 of evaluation order belongs to code "
        f"position {first[0] | first[1] << 8} and has weight {first[2] | first[3] << 8:#x}. "
        f"Point {outside} is outside the support: position 0xffff, weight 0.",
        "",
    ]
    return "\n".join(lines)
