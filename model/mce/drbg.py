# SPDX-License-Identifier: Apache-2.0
"""The deterministic generator of the known-answer tests, and AES-256 for it.

NIST SP 800-90A CTR_DRBG with AES-256, no derivation function, as the submission's
``randombytes_init(seed, NULL, 256)`` and ``randombytes``. AES (FIPS 197) runs on numpy arrays,
all blocks of a request at once.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from mce.bits import U8, need_length
from mce.field import clmul_mod

RandomBytes = Callable[[int], bytes]
"""A source of random bytes: called with a length, returns that many."""

SEED_BYTES = 48


def _aes_tables() -> tuple[U8, U8]:
    """S-box and the doubling table of GF(2^8) = GF(2)[z]/(z^8+z^4+z^3+z+1)."""
    double = np.array([clmul_mod(x, 2, 8, 0x11B) for x in range(256)], dtype=np.uint8)
    power, powers = 1, []
    for _ in range(255):
        powers.append(power)
        power = clmul_mod(power, 3, 8, 0x11B)
    inverse = [0] * 256
    for i, x in enumerate(powers):
        inverse[x] = powers[-i % 255]
    sbox = np.zeros(256, dtype=np.uint8)
    for x in range(256):
        y = inverse[x]
        rotations = [(y << i | y >> (8 - i)) & 255 for i in range(5)]
        sbox[x] = rotations[0] ^ rotations[1] ^ rotations[2] ^ rotations[3] ^ rotations[4] ^ 0x63
    return sbox, double


_SBOX, _DOUBLE = _aes_tables()
_SHIFT_ROWS = np.array([(4 * (c + r) + r) % 16 for c in range(4) for r in range(4)])
_ROUNDS = 14


def aes256_round_keys(key: bytes) -> U8:
    """15 x 16 bytes (FIPS 197, section 5.2)."""
    words = [list(key[4 * i : 4 * i + 4]) for i in range(8)]
    constant = 1
    for i in range(8, 4 * (_ROUNDS + 1)):
        word = list(words[i - 1])
        if i % 8 == 0:
            word = [int(_SBOX[x]) for x in word[1:] + word[:1]]
            word[0] ^= constant
            constant = int(_DOUBLE[constant])
        elif i % 8 == 4:
            word = [int(_SBOX[x]) for x in word]
        words.append([a ^ b for a, b in zip(words[i - 8], word, strict=True)])
    return np.array(words, dtype=np.uint8).reshape(_ROUNDS + 1, 16)


def aes256_encrypt(round_keys: U8, blocks: U8) -> U8:
    """ECB encryption of count x 16 bytes (FIPS 197, section 5.1)."""
    state: U8 = blocks ^ round_keys[0]
    for i in range(1, _ROUNDS + 1):
        state = _SBOX[state][:, _SHIFT_ROWS]
        if i < _ROUNDS:
            a = state.reshape(-1, 4, 4)
            column = np.bitwise_xor.reduce(a, axis=2, keepdims=True)
            a = a ^ column ^ _DOUBLE[a ^ np.roll(a, -1, axis=2)]
            state = a.reshape(-1, 16)
        state ^= round_keys[i]
    return state


class Drbg:
    """CTR_DRBG; an instance is a `RandomBytes`.

    Args:
        seed: 48 bytes.
    """

    def __init__(self, seed: bytes) -> None:
        need_length(seed, SEED_BYTES, "DRBG seed")
        self._round_keys = aes256_round_keys(bytes(32))
        self._counter = 0
        self._update(seed)

    def _blocks(self, count: int) -> bytes:
        """The next `count` encrypted counter values."""
        values = [(self._counter + 1 + i) % (1 << 128) for i in range(count)]
        self._counter = values[-1] if values else self._counter
        data = b"".join(v.to_bytes(16, "big") for v in values)
        blocks = np.frombuffer(data, dtype=np.uint8).reshape(-1, 16)
        return aes256_encrypt(self._round_keys, blocks).tobytes()

    def _update(self, provided: bytes = bytes(SEED_BYTES)) -> None:
        """CTR_DRBG_Update."""
        data = bytes(a ^ b for a, b in zip(self._blocks(3), provided, strict=True))
        self._round_keys = aes256_round_keys(data[:32])
        self._counter = int.from_bytes(data[32:], "big")

    def __call__(self, length: int) -> bytes:
        """`length` random bytes; unused bytes of the last block are dropped, as the reference."""
        data = self._blocks((length + 15) // 16)[:length]
        self._update()
        return data
