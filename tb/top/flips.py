# SPDX-License-Identifier: Apache-2.0
"""One damaged byte in each field of keys and words, and what must come of it.

The outcome of a damaged key is that of decrypting a valid word with it; of a damaged public key,
message or error vector that of encrypting and then decrypting with the sound key.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

import codes
from codes import Job, Key
from mce import bits, keyimage
from mce.errors import MceError
from mce.params import DELTA_BYTES, PIVOT_BYTES, Params

RIGHT, WRONG, REJECTED, REFUSED = "right", "wrong", "rejected", "refused"
"""Right message; a wrong one that looks right; reject; the tools do not accept the file."""


@dataclass(frozen=True)
class Flip:
    """One damaged byte.

    Attributes:
        field: as in `FIELDS`.
        at: byte within the field.
        outcome: one of the four, by the model.
        jobs: the runs that show it on the core; none when the tools refuse the file.
    """

    field: str
    at: int
    outcome: str
    jobs: tuple[Job, ...]


@dataclass(frozen=True)
class Sound:
    """An undamaged transport of one message: the jobs that encrypt and decrypt it."""

    key: Key
    encryption: Job
    decryption: Job

    @property
    def params(self) -> Params:
        """The code."""
        return self.key.params


Outcome: TypeAlias = tuple[str, tuple[Job, ...]]
Damage: TypeAlias = Callable[[Sound, int, int], Outcome]


def sound(k: Key, rng: np.random.Generator) -> Sound:
    """A message of random bits, on its way."""
    e = codes.errors(k.params, k.params.t, rng)
    encryption = codes.encrypt(k, codes.random_message(k.params, rng), e)
    return Sound(k, encryption, codes.decrypt(k, encryption.outputs[0]))


def damage(data: bytes, at: int, flip: int) -> bytes:
    """`data` with byte `at` changed."""
    return data[:at] + bytes([data[at] ^ flip]) + data[at + 1 :]


def _judge(s: Sound, job: Job) -> str:
    """Outcome of a decryption."""
    if job.reject:
        return REJECTED
    return RIGHT if job.outputs == s.decryption.outputs else WRONG


def private(s: Sound, at: int, flip: int) -> Outcome:
    """A byte of the official private key file."""
    try:
        image = keyimage.build(s.params, damage(s.key.pair.sk, at, flip))
    except MceError:
        return REFUSED, ()
    job = codes.decrypt(s.key, s.encryption.outputs[0], image=image)
    return _judge(s, job), (job,)


def image_file(s: Sound, at: int, flip: int) -> Outcome:
    """A byte of the key image file, which carries a checksum."""
    try:
        image = keyimage.load(damage(s.key.image.to_bytes(), at, flip))
    except MceError:
        return REFUSED, ()
    job = codes.decrypt(s.key, s.encryption.outputs[0], image=image)
    return _judge(s, job), (job,)


def _streamed(name: str, itemsize: int) -> Damage:
    """A byte of what the core reads, damaged behind the check of the image."""

    def run(s: Sound, at: int, flip: int) -> Outcome:
        array = getattr(s.key.image, name).copy()
        array[at // itemsize] ^= flip << 8 * (at % itemsize)
        image = codes.with_arrays(s.key.image, **{name: array})
        job = codes.decrypt(s.key, s.encryption.outputs[0], image=image)
        return _judge(s, job), (job,)

    return run


def word(s: Sound, at: int, flip: int) -> Outcome:
    """A byte of the word."""
    job = codes.decrypt(s.key, damage(s.encryption.outputs[0], at, flip))
    return _judge(s, job), (job,)


def _encrypted(s: Sound, job: Job) -> Outcome:
    """Outcome of decrypting what a damaged encryption gave."""
    if job.reject:
        return REJECTED, (job,)
    after = codes.decrypt(s.key, job.outputs[0])
    return _judge(s, after), (job, after)


def _padding_job(s: Sound, packets: tuple[bytes, ...]) -> Job:
    """An encryption whose input has a padding bit: zeros and reject."""
    p = s.params
    return Job("encrypt", p.m, p.n, p.t, packets, (bytes(p.n_bytes),), True)


def _encrypting(number: int) -> Damage:
    """A byte of operand `number` of encrypt: 0 message, 1 error vector, 2 public key."""

    def run(s: Sound, at: int, flip: int) -> Outcome:
        packets = list(s.encryption.packets)
        packets[number] = damage(packets[number], at, flip)
        x, e, pk = packets
        p = s.params
        if not (bits.padding_is_zero(x, p.k) and bits.padding_is_zero(e, p.n)):
            return _encrypted(s, _padding_job(s, (x, e, pk)))
        return _encrypted(s, codes.encrypt(s.key, x, bits.unpack(e, p.n), pk))

    return run


def fields(p: Params) -> dict[str, tuple[int, int, Damage]]:
    """Field -> (first byte, number of bytes, what to do)."""
    found: dict[str, tuple[int, int, Damage]] = {}
    at = 0
    for name, size in (("delta", DELTA_BYTES), ("pivots", PIVOT_BYTES), ("g", 2 * p.t),
                       ("control", p.control_bytes), ("s", p.n_bytes)):
        found[f"private {name}"] = (at, size, private)
        at += size
    head = keyimage.HEADER_BYTES
    pad = {"pairs": 4 * p.q, "indices": 2 * p.n + -2 * p.n % 8, "s": p.n_bytes + -p.n_bytes % 8}
    found["image header"] = (0, head, image_file)
    for name, size in pad.items():
        found[f"image {name}"] = (head, size, image_file)
        head += size
    # Positions and weights are 16 bits in the packet, 32 in the arrays of the model.
    found["streamed position"] = (0, 2 * p.q, _streamed("pos", 2))
    found["streamed weight"] = (0, 2 * p.q, _streamed("w", 2))
    found["streamed index"] = (0, 2 * p.n, _streamed("idx", 2))
    found["word"] = (0, p.n_bytes, word)
    found["public key"] = (0, p.pk_bytes, _encrypting(2))
    found["message"] = (0, bits.nbytes(p.k), _encrypting(0))
    found["error vector"] = (0, p.n_bytes, _encrypting(1))
    return found


def flips(s: Sound, rng: np.random.Generator, most: int) -> Iterator[Flip]:
    """At most `most` damaged bytes of each field, each XORed with a random value."""
    for name, (first, size, run) in fields(s.params).items():
        chosen = range(size) if size <= most else sorted(rng.choice(size, most, replace=False))
        for at in chosen:
            outcome, jobs = run(s, first + int(at), int(rng.integers(1, 256)))
            yield Flip(name, int(at), outcome, jobs)
