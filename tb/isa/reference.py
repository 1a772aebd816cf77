# SPDX-License-Identifier: Apache-2.0
"""What the programs of this folder must answer, worked out from their packets by school methods:
bit lists, shift-and-add field products, Horner. Nothing here knows the simulator or the RTL."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

MODULUS = {5: 0x25, 6: 0x43, 8: 0x11B}
"""Field polynomials of the builds used here (docs/formats.md), bit i is the coefficient of x^i."""

POINTS_5 = (0, 9, 16, 25, 21, 28, 5, 12, 1, 8, 17, 24, 20, 29, 4, 13,
            2, 11, 18, 27, 23, 30, 7, 14, 3, 10, 19, 26, 22, 31, 6, 15)
"""pt(0), pt(1), ... of GF(2^5): pt(a) is the XOR of the basis elements 9, 16, 21, 1, 2 for the ones
of a, lowest bit first."""

Packets = Sequence[bytes]


def bits(packet: bytes) -> list[int]:
    """The bits of a packet, bit i of the list is bit i mod 8 of byte i/8."""
    return [packet[i // 8] >> i % 8 & 1 for i in range(8 * len(packet))]


def pack(values: Sequence[int], length: int) -> bytes:
    """The first `length` bits as a packet, missing and padding bits zero."""
    out = bytearray((length + 7) // 8)
    for i, bit in enumerate(values[:length]):
        out[i // 8] |= bit << i % 8
    return bytes(out)


def words(packet: bytes) -> list[int]:
    """The 16-bit little-endian words of a packet."""
    return [packet[i] | packet[i + 1] << 8 for i in range(0, len(packet), 2)]


def wide(values: Sequence[int]) -> bytes:
    """The inverse of `words`."""
    return b"".join(bytes((v & 255, v >> 8)) for v in values)


def times(a: int, b: int, m: int) -> int:
    """Product in GF(2^m)."""
    total = 0
    for i in range(m):
        total ^= (a << i) * (b >> i & 1)
    for i in range(2 * m - 2, m - 1, -1):
        total ^= (MODULUS[m] << i - m) * (total >> i & 1)
    return total


def power(a: int, exponent: int, m: int) -> int:
    """Power in GF(2^m), 0^0 = 1."""
    result = 1
    for _ in range(exponent):
        result = times(result, a, m)
    return result


def inverse(a: int, m: int) -> int:
    """1/a, 0 for 0, by trying every element."""
    return next((x for x in range(1 << m) if times(a, x, m) == 1), 0)


def value(coefficients: Sequence[int], x: int, m: int) -> int:
    """A polynomial at x."""
    total = 0
    for c in reversed(coefficients):
        total = times(total, x, m) ^ c
    return total


def product(a: Sequence[int], b: Sequence[int], m: int) -> list[int]:
    """Product of two polynomials."""
    out = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            out[i + j] ^= times(x, y, m)
    return out


def remainder(a: list[int], low: Sequence[int], m: int) -> list[int]:
    """a modulo the monic polynomial whose coefficients below the top one are `low`."""
    rest, t = list(a), len(low)
    while len(rest) > t:
        top = rest.pop()
        for i, c in enumerate(low):
            rest[len(rest) - t + i] ^= times(top, c, m)
    return rest


# ---- Rows, roots and sums ----


def rows(packet: bytes, columns: int) -> list[list[int]]:
    """The rows of a matrix packet without their padding bits."""
    size = (columns + 7) // 8
    return [bits(packet[i : i + size])[:columns] for i in range(0, len(packet), size)]


def row_products(p: Packets, columns: int) -> list[int]:
    """Parity of each row and the vector."""
    v = bits(p[0])
    return [sum(a & b for a, b in zip(row, v, strict=False)) % 2 for row in rows(p[1], columns)]


def row_sum(p: Packets, columns: int) -> list[int]:
    """Sum of the rows that the vector chooses."""
    v, total = bits(p[0]), [0] * columns
    for chosen, row in zip(v, rows(p[1], columns), strict=False):
        total = [x ^ (y & chosen) for x, y in zip(total, row, strict=True)]
    return total


def gather(p: Packets, m: int) -> list[int]:
    """Bits of the vector at the indices, 0 beyond 2^m."""
    v = bits(p[0])
    return [v[i] if i < 1 << m else 0 for i in words(p[1])]


def syndromes(p: Packets, n: int, t: int, m: int) -> list[int]:
    """Power sums of the weights of the ones."""
    v, pairs = bits(p[0]), words(p[1])
    sums = [0] * (2 * t)
    for a, point in enumerate(POINTS_5):
        position, weight = pairs[2 * a], pairs[2 * a + 1] & (1 << m) - 1
        if position < n and v[position]:
            for k in range(2 * t):
                sums[k] ^= times(weight, power(point, k, m), m)
    return sums


def locator(sums: Sequence[int], t: int, m: int) -> list[int]:
    """The polynomial of degree t with the t roots whose power sums are given, by trying all."""
    roots: list[int] = []

    def search(first: int, left: int, rest: list[int]) -> bool:
        if not left:
            return not any(rest)
        for x in range(first, 1 << m):
            change = [r ^ power(x, k, m) for k, r in enumerate(rest)]
            roots.append(x)
            if search(x + 1, left - 1, change):
                return True
            roots.pop()
        return False

    assert search(0, t, list(sums))
    result = [1]
    for root in roots:
        result = product(result, [root, 1], m)
    return result


def values_5(coefficients: Sequence[int]) -> list[int]:
    """A polynomial at all points of GF(2^5), in evaluation order."""
    return [value(coefficients, x, 5) for x in POINTS_5]


def xor(a: Sequence[int], b: Sequence[int]) -> list[int]:
    """Element by element."""
    return [x ^ y for x, y in zip(a, b, strict=True)]


# ---- The programs: m = 6, n = 60, t = 4 unless the .yml says other ----

M, N, T = 6, 60, 4
ALL = 64

def drawn(p: Packets, n: int, t: int) -> list[bytes]:
    """The vector after each of two draws from bytes, and DRAWN, PADOK after the first."""
    vector, after = [0] * 256, list[bytes]()
    flag = 0
    for packet in p:
        chosen = [w for w in packet[::2] if w < n][:t]
        new = len({w for w in chosen if not vector[w]}) == t
        flag = flag if after else 16 * new
        for w in chosen:
            vector[w] = 1
        after.append(pack(vector, 256))
    return [*after, bytes([flag | 4])]


def shake(message: bytes, size: int) -> bytes:
    """SHAKE256; hashlib's, for it is nobody's here."""
    return hashlib.shake_256(message).digest(size)


ANSWERS: dict[str, Callable[[Packets], list[bytes]]] = {
    "halt": lambda p: [],
    "nop": lambda p: [],
    "li": lambda p: [pack(bits(p[0]), 13)],
    "sadd": lambda p: [pack(bits(p[0]), T + T + 1)],
    "ssub": lambda p: [pack(bits(p[0]), N - M * T)],
    "loop": lambda p: [pack(xor(xor(bits(p[0]), bits(p[1])), xor(bits(p[2]), bits(p[3]))), ALL)],
    "wipe": lambda p: [bytes(8), bytes(8)],
    "verdict": lambda p: [],
    "vflg": lambda p: [(1).to_bytes(8, "little")],
    "vld": lambda p: [pack(bits(p[0])[:N], ALL)],
    "vst": lambda p: [pack(bits(p[0]), N)],
    "vclr": lambda p: [bytes(8)],
    "vmov": lambda p: [p[0]],
    "vxor": lambda p: [pack(xor(bits(p[0]), bits(p[1])), ALL)],
    "vand": lambda p: [pack([x & y for x, y in zip(bits(p[0]), bits(p[1]), strict=True)], ALL)],
    "vslice": lambda p: [pack(bits(p[0])[13:33], ALL)],
    "vplace": lambda p: [pack(bits(p[1])[:13] + bits(p[0])[:20] + bits(p[1])[33:], ALL)],
    # The padding of the second packet clears PADOK.
    "vpop": lambda p: [bytes([int(sum(bits(p[0])[:N]) == T) | 4])],
    "vsel": lambda p: [p[0], p[0]],
    "vkeep": lambda p: [bytes(8), p[1], p[1]],
    "vmv": lambda p: [pack(row_products(p, 12), ALL)],
    "vmvb": lambda p: [pack(xor(bits(p[2 + j]), row_products((p[j], p[4]), 12)
                                + [0] * (256 - 67)), 256) for j in range(2)],
    "vxplace": lambda p: [pack(xor(bits(p[1]), [0] * 13 + bits(p[0])[:20] + [0] * 31), ALL)],
    "vvm": lambda p: [pack(row_sum(p, 12), ALL)],
    "vgather": lambda p: [pack(gather(p, M), ALL)],
    "veq": lambda p: [bytes([int(bits(p[0])[:40] == bits(p[1])[:40]) << 3 | 4])],
    "pld": lambda p: [wide([w & 63 for w in words(p[1])] + [0, 0])],
    "pst": lambda p: [p[0][:6]],
    "pbm": lambda p: [wide(locator(words(p[0]), 2, M))],
    "pmul": lambda p: [wide([*remainder(product(words(p[1]), words(p[2]), 8), words(p[0]), 8), 0])],
    "padd": lambda p: [wide([*xor(words(p[0])[:4], words(p[1])[:4]), words(p[2])[4]])],
    "pmov": lambda p: [wide([*words(p[0])[:4], words(p[1])[4]])],
    "pscale": lambda p: [wide([*(times(words(p[1])[2], a, M) for a in words(p[0])[:4]),
                               words(p[2])[4]])],
    "pshift": lambda p: [wide([0, *words(p[0])[:3], words(p[1])[4]])],
    "esyn": lambda p: [wide(syndromes(p, 30, 2, 5))],
    "eroot": lambda p: [pack([int(v == 0) for v in values_5(words(p[2]))], 32)],
    "eval": lambda p: [wide(values_5(words(p[0])))],
    "emul": lambda p: [wide([times(a, b, M) for a, b in zip(words(p[0]), words(p[1]),
                                                            strict=True)])],
    "esqr": lambda p: [wide([*(times(a, a, M) for a in words(p[0])[:4]), words(p[0])[4]])],
    "einv": lambda p: [wide([inverse(a, M) for a in words(p[0])])],
    "vli": lambda p: [pack([1, *[0] * 11, 1, 1, 1], ALL),
                      pack([0, *[1] * 11, 0, 0, 0, *[1] * 49], ALL)],
    "vsamp": lambda p: drawn(p, 200, 5),
    "habs": lambda p: [shake(pack(bits(p[0]), 43) + p[0], 8)],
    "hstr": lambda p: [shake(b"".join(p), 128)],
    "hsq": lambda p: [pack(bits(shake(p[0], 256))[:2043], 2048), shake(b"", 128)],
    "pli": lambda p: [wide([0xBEEF & 63, 0, 0, 0, 0])],
}
"""Mnemonic -> result packets of its program."""
