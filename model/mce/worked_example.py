# SPDX-License-Identifier: Apache-2.0
"""The worked byte examples of the pages: codes small enough to follow by hand.

docs/formats.md: m = 4, n = 15, t = 2, that is 8 parity bits, k = 7, one byte a public-key row with
one padding bit, and one point of the field outside the support. docs/kem.md: m = 8, n = 40, t = 2,
as the KEM needs vectors that hold a key.
"""

from __future__ import annotations

from mce import bits, kem, keyimage, params, pke
from mce.backend_rtl import build_for
from mce.driver.kem import Kem
from mce.driver.simulated import SimulatedDevice, wait
from mce.iss import Core
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


def _short(data: bytes) -> str:
    """The bytes, the middle left out of what is long."""
    return _hex(data) if len(data) <= 16 else f"{_hex(data[:8])} … {_hex(data[-4:])}"


def kem_text() -> str:
    """Markdown: an encapsulation and a decapsulation on the programs, byte by byte."""
    p = params.custom(8, 40, 2)
    key = seeded_keygen(p, bytes(range(params.DELTA_BYTES)))
    image = keyimage.build(p, key.sk)
    core = Kem(SimulatedDevice(Core.from_parameters(build_for(p))))
    wait(core.load())
    refused = bits.words_to_bytes([0x0126, 0xFF26, *[0x00FF] * (p.tau - 2)])
    accepted = bits.words_to_bytes([0x0126, 0x00FF, 0xFF04, *[0x0026] * (p.tau - 3)])
    draws = iter((refused, accepted))
    made = wait(core.encapsulate(p, key.pk, lambda _: next(draws)))
    e = bits.pack(bits.from_positions((38, 4), p.n))
    wrong = bytes([made.ct[0] ^ 1]) + made.ct[1:]
    opened, other = (wait(core.decapsulate(p, image, c)) for c in (made.ct, wrong))
    # The page says how the bytes come about: that is checked here.
    assert made.draws == 2 and opened.ss == made.ss == kem.hash_h(1, e, made.ct)
    assert other.ss == kem.hash_h(0, image.s, wrong) and other.ret == 0
    confirmed = wait(core.encapsulate(p.with_pc(), key.pk, lambda _: accepted))
    assert confirmed.ct == made.ct + kem.hash_h(2, e)
    lines = [
        f"Code: m = {p.m}, n = {p.n}, t = {p.t}, so {p.mt} parity bits, k = {p.k} and draws of "
        f"{p.tau} words (n is less than a quarter of 2^m); key from the seed 00 01 … 1f.",
        "",
        "| step | bytes | contents | meaning |",
        "|---|---|---|---|",
        _row("`sample8` in", refused[:8], f"the first four of {p.tau} words: of each the low "
             f"{p.m} bits, here 38, 38, 255, 255"),
        "| `sample8` status | | REJECT | 38 twice: draw again, all of it |",
        _row("`sample8` in", accepted[:8], "38, 255 (no position, passed over), 4, 38: the first "
             f"{p.t} positions are taken, what follows is not looked at"),
        _row("inside the core", e, "e: bits 4 and 38; it never leaves"),
        f"| `encap` in | {len(key.pk)} | `{_short(key.pk)}` | public key T, {p.mt} rows of "
        f"{p.row_bytes} bytes |",
        _row("`encap` out", made.ct, "C = T·e_2 + e_1"),
        f"| `encap` out | 32 | `{_short(made.ss)}` | K = SHAKE256(01, e, C) |",
        _row("`decap` in", made.ct, "C"),
        f"| `decap` in | {len(image.pairs)} | `{_short(image.pairs)}` | pairs of the key image |",
        f"| `decap` in | {len(image.indices)} | `{_short(image.indices)}` | indices |",
        _row("`decap` in", image.s, "s"),
        f"| `decap` out | 32 | `{_short(opened.ss)}` | the same K |",
        _row("`decap` in", wrong, "C with one wrong bit, the rest as before"),
        f"| `decap` out | 32 | `{_short(other.ss)}` | SHAKE256(00, s, C): another key, no REJECT, "
        "after the same time |",
        f"| `encap_pc` out | 32 | `{_short(confirmed.ct[-32:])}` | C_1 = SHAKE256(02, e), between "
        "C_0 = C and K |",
        "",
    ]
    return "\n".join(lines)
