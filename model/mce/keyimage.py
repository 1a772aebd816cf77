# SPDX-License-Identifier: Apache-2.0
"""The key image: a private key in the order in which a program streams it. Secret.

Layout, all little endian; each part starts at a multiple of 8 bytes, padded with zeros:

    header   64 bytes, see `HEADER`
    pairs    2^m pairs (pos_a, w_a) in evaluation order a = 0..2^m-1: pt(a) = alpha_pos_a and
             w_a = 1/g(pt(a))^2, 16 bits each; 0xffff and 0 outside the support. Where n = 2^16
             nothing lies outside, and 0xffff is a position like all others
    indices  n words of 16 bits: pt(idx_i) = alpha_i
    s        ceil(n/8) bytes for implicit rejection

The checksum is CRC-32 (zlib) of everything but itself: it finds accidents, not forgery.
"""

from __future__ import annotations

import struct
import zlib
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mce import params as sets
from mce.basis import Basis, basis
from mce.bits import U8, bytes_to_words, need_length, padding_is_zero, words_to_bytes
from mce.errors import FormatError, LengthError, ParameterError
from mce.field import U16
from mce.goppa import Code
from mce.keys import PrivateKey
from mce.params import Params

MAGIC = b"MCEK"
VERSION = 1
HEADER = struct.Struct("<4sHHHHIHHIII28sI")
"""magic, version, header bytes, m, t, n, basis number (the length of its chain), flags, bytes of
pairs, of indices and of s (without padding), set name (ASCII, zero padded), checksum. Flag bit 0:
f variant, 1: pc."""

HEADER_BYTES = 64
assert HEADER.size == HEADER_BYTES


def _padded(data: bytes) -> bytes:
    return data + bytes(-len(data) % 8)


OUTSIDE = 0xFFFF
"""Position of a point outside the support, unless n = 2^16."""


@dataclass(frozen=True, eq=False)
class KeyImage:
    """A key image.

    Attributes:
        params: the set; F(y) is not part of an image and not set when loaded for a custom code.
        basis: the basis of evaluation order.
        pos, w: 2^m positions (OUTSIDE outside the support) and weights, uint16.
        idx: n evaluation numbers, uint16.
        s: ceil(n/8) bytes.
    """

    params: Params
    basis: Basis
    pos: U16
    w: U16
    idx: U16
    s: bytes

    @property
    def inside(self) -> np.ndarray[Any, np.dtype[np.bool_]]:
        """For each point whether it belongs to the support."""
        result: np.ndarray[Any, np.dtype[np.bool_]] = self.pos != OUTSIDE
        return result | (self.params.n > OUTSIDE)

    @property
    def pairs(self) -> bytes:
        """The packet `esyn` reads."""
        return np.stack([self.pos, self.w], axis=1).astype("<u2").tobytes()

    @property
    def indices(self) -> bytes:
        """The packet `vgather` reads."""
        return words_to_bytes(self.idx)

    @property
    def alpha(self) -> U16:
        """The support, n elements in code order."""
        result: U16 = self.basis.pt(self.idx)
        return result

    def _header(self, checksum: int) -> bytes:
        p = self.params
        lengths = (len(self.pairs), len(self.indices), len(self.s))
        flags = int(p.semi) | int(p.pc) << 1
        return HEADER.pack(
            MAGIC,
            VERSION,
            HEADER_BYTES,
            p.m,
            p.t,
            p.n,
            self.basis.number,
            flags,
            *lengths,
            p.name.encode("ascii"),
            checksum,
        )

    def to_bytes(self) -> bytes:
        """The whole image."""
        body = _padded(self.pairs) + _padded(self.indices) + _padded(self.s)
        head = self._header(0)[:-4]
        return self._header(zlib.crc32(body, zlib.crc32(head))) + body


def from_code(params: Params, code: Code, s: bytes) -> KeyImage:
    """Image of a Goppa code and s.

    Raises:
        LengthError: the length of s.
        FormatError: a padding bit of s is set (``s-padding``).
    """
    need_length(s, params.n_bytes, "s")
    _check_s(params, s)
    b = basis(params.m)
    idx = b.number_of(code.alpha)
    pos = np.full(params.q, OUTSIDE, dtype=np.uint16)
    w = np.zeros(params.q, dtype=np.uint16)
    pos[idx] = np.arange(params.n)
    w[idx] = code.weights
    return KeyImage(params, b, pos, w, idx.astype(np.uint16), s)


def build(params: Params, sk: bytes) -> KeyImage:
    """Image of an official private key.

    Raises:
        LengthError, FormatError: as `PrivateKey.from_bytes`; ``s-padding``.
        ParameterError: a label that is not short ASCII.
    """
    if not (params.name.isascii() and len(params.name) <= 28):
        raise ParameterError("set-name", f"label {params.name!r}", "use up to 28 ASCII characters")
    key = PrivateKey.from_bytes(params, sk)
    return from_code(params, key.code, key.s)


def _read_params(m: int, t: int, n: int, flags: int, label: bytes) -> Params:
    """The set a header names, checked against its numbers."""
    name = label.rstrip(b"\0").decode("ascii", "replace")
    try:
        params = sets.get(name)
    except ParameterError:
        params = Params(name, m, n, t, ())
        if flags & 1:
            params = replace(params, mu=32, nu=64)
        return replace(params, pc=bool(flags & 2))
    if (params.m, params.t, params.n, params.semi) != (m, t, n, bool(flags & 1)):
        raise FormatError(
            "image-set", f"header says {name} with m = {m}, t = {t}, n = {n}", "rebuild the image"
        )
    return params.with_pc(bool(flags & 2))


def _cut(data: bytes, lengths: tuple[int, int, int], expected: tuple[int, int, int]) -> list[bytes]:
    """The three parts after the header, with all lengths checked."""
    if lengths != expected:
        raise FormatError(
            "image-lengths", f"part lengths {lengths}, the set has {expected}", "rebuild the image"
        )
    need_length(data, HEADER_BYTES + sum(n + -n % 8 for n in lengths), "key image")
    parts, at = [], HEADER_BYTES
    for n in lengths:
        parts.append(data[at : at + n])
        at += n + -n % 8
    return parts


def load(data: bytes) -> KeyImage:
    """Read an image and check it.

    Raises:
        LengthError: too short, or not as long as its header says.
        FormatError: wrong magic, version, checksum, set, basis, or contents that contradict
            each other.
    """
    if len(data) < HEADER_BYTES:
        raise LengthError("image-length", f"{len(data)} bytes", "a key image has at least a header")
    (magic, version, head, m, t, n, number, flags, *rest) = HEADER.unpack(data[:HEADER_BYTES])
    lengths, label, checksum = tuple(rest[:3]), rest[3], rest[4]
    if magic != MAGIC:
        raise FormatError("image-magic", "this is no key image", "build one from the private key")
    if (version, head) != (VERSION, HEADER_BYTES):
        raise FormatError("image-version", f"version {version}", f"need {VERSION}: rebuild it")
    body = data[HEADER_BYTES:]
    if zlib.crc32(body, zlib.crc32(data[: HEADER_BYTES - 4])) != checksum:
        raise FormatError("image-checksum", "checksum does not match", "copy or build it again")
    params = _read_params(m, t, n, flags, label)
    b = basis(m)
    if number != b.number:
        raise FormatError(
            "image-basis",
            f"basis number {number}, the hardware has {b.number} for m = {m}",
            "rebuild the image from the private key",
        )
    pairs, indices, s = _cut(data, lengths, (4 * params.q, 2 * n, params.n_bytes))
    table = np.frombuffer(pairs, dtype="<u2").reshape(-1, 2).astype(np.uint16)
    image = KeyImage(params, b, table[:, 0], table[:, 1], bytes_to_words(indices), s)
    _check_contents(image)
    return image


def _check_contents(image: KeyImage) -> None:
    """Indices and positions are inverse to each other, so that the support has no element twice;
    weights 1/g(alpha)^2 are elements of the field, and zero exactly outside the support."""
    p, inside = image.params, image.inside
    ok = (
        (image.idx < p.q).all()
        and np.count_nonzero(inside) == p.n
        and np.array_equal(image.pos[image.idx], np.arange(p.n))
        and np.array_equal(image.w != 0, inside)
        and (image.w < p.q).all()
    )
    if not ok:
        raise FormatError("image-contents", "pairs and indices contradict each other", "rebuild it")
    _check_s(p, image.s)


def _check_s(params: Params, s: bytes) -> None:
    """A padding bit of s would pass for one of the ciphertext: `decap` cannot tell them apart."""
    if not padding_is_zero(s, params.n):
        raise FormatError("s-padding", f"bits from {params.n} on of s are set",
                          "fetch the private key again")


def pairs_as_bits(image: KeyImage, v: Any) -> U8:
    """v in evaluation order: bit a is v[pos_a], 0 outside the support (what `esyn` looks up)."""
    inside = image.inside
    out = np.zeros(image.params.q, dtype=np.uint8)
    out[inside] = np.asarray(v, dtype=np.uint8)[image.pos[inside]]
    return out
