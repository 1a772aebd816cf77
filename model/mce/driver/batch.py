# SPDX-License-Identifier: Apache-2.0
"""Several messages or encapsulations for one public key, which passes through the core once.

Programs sw/asm/{encrypt_batch,encrypt_batch2,encap_batch,encap_batch2}.s, for cores with BATCH of 4
or 2. Unlike `mce.driver.kem`, the sender draws the error vectors and knows them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mce.bits import nbytes, need_length
from mce.driver.kem import Device
from mce.driver.programs import BATCH, image
from mce.errors import MceError, ParameterError
from mce.isa.program import Program
from mce.params import HASH_BYTES, Params

BUILD: dict[str, object] = {"BATCH": 4, "GATHER_PORTS": 4}
"""Synthesis parameters that run every batch program."""

SIZES = {2: "2", 4: ""}
"""Vectors of a batch -> end of the names of its programs."""


@dataclass(frozen=True)
class Encrypted:
    """Result of a batch of encryptions.

    Attributes:
        words: ceil(n/8) bytes each, in the order of the messages.
        reject: a padding bit of any operand was 1; then all words are zero.
        cycles: clock cycles of the run; 0 from the model.
    """

    words: tuple[bytes, ...]
    reject: bool
    cycles: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Shared:
    """Result of a batch of encapsulations.

    Attributes:
        ciphertexts: mt bits each, in the order of the error vectors.
        keys: session keys, 32 bytes each, secret.
        reject: a padding bit of any operand was 1; then everything is zero.
        cycles: clock cycles of the run; 0 from the model.
    """

    ciphertexts: tuple[bytes, ...]
    keys: tuple[bytes, ...]
    reject: bool
    cycles: int = field(default=0, compare=False)


def entry(program: str, count: int) -> str:
    """The entry of a batch program ("encrypt_batch", "encap_batch") for so many vectors.

    Raises:
        ParameterError: no program for this number (``batch-size``).
    """
    if count not in SIZES:
        raise ParameterError("batch-size", f"{count} vectors in a batch", "give 2 or 4")
    return program + SIZES[count]


def encrypt_packets(params: Params, public: bytes, messages: Sequence[bytes],
                    errors: Sequence[bytes]) -> list[bytes]:
    """Operand packets of a batch of encryptions.

    Raises:
        LengthError: a key, message or error vector of another length.
        ParameterError: not as many messages as error vectors (``batch-size``).
    """
    if len(messages) != len(errors):
        raise ParameterError("batch-size", f"{len(messages)} messages, {len(errors)} errors",
                             "give an error vector for each message")
    need_length(public, params.pk_bytes, "public key")
    packets: list[bytes] = []
    for message, vector in zip(messages, errors, strict=True):
        need_length(message, nbytes(params.k), "message")
        need_length(vector, params.n_bytes, "error vector")
        packets += [message, vector]
    return [*packets, public]


def encap_packets(params: Params, public: bytes, errors: Sequence[bytes]) -> list[bytes]:
    """Operand packets of a batch of encapsulations.

    Raises:
        LengthError: a key or an error vector of another length.
        ParameterError: a set with plaintext confirmation (``batch-pc``).
    """
    if params.pc:
        raise ParameterError("batch-pc", f"{params.name} has plaintext confirmation",
                             "encapsulate one by one, or without it")
    need_length(public, params.pk_bytes, "public key")
    for vector in errors:
        need_length(vector, params.n_bytes, "error vector")
    return [*errors, public, *errors]


class Batch:
    """Batches on one core. Call `load` first, unless `program` is loaded; calls must not overlap.

    Args:
        device: an opened core.
        program: an image that holds the batch programs.
    """

    def __init__(self, device: Device, program: Program | None = None) -> None:
        self.device = device
        self.program = program or image(BATCH)

    async def load(self) -> None:
        """Load the programs.

        Raises:
            MceError: too little memory (``program-size``).
        """
        await self.device.load(self.program)

    def _check(self, count: int) -> None:
        build = self.device.build
        if build is not None and build.batch < count:
            raise MceError("no-batch", f"this core multiplies {build.batch} vectors at once "
                           f"(BATCH), not {count}", "give fewer, or synthesise it with BATCH=4")

    async def encrypt(self, params: Params, public: bytes, messages: Sequence[bytes],
                      errors: Sequence[bytes]) -> Encrypted:
        """The words (T x | x) + e of two or four messages. A primitive: one-way only.

        Args:
            params: the set.
            public: official public key.
            messages: ceil(k/8) bytes each, padding bits zero.
            errors: ceil(n/8) bytes each, padding bits zero; drawn afresh for each message, weight
                t, secret.

        Raises:
            LengthError, ParameterError: see `encrypt_packets`, `entry`.
            MceError: the core multiplies fewer vectors at once (``no-batch``).
            JobError: the core stopped the run.
        """
        packets = encrypt_packets(params, public, messages, errors)
        name, count = entry("encrypt_batch", len(messages)), len(messages)
        self._check(count)
        await self.device.set_code(params.m, params.n, params.t)
        got = await self.device.run(self.program.entry(name), packets, [params.n_bytes] * count)
        return Encrypted(tuple(got.outputs), got.reject, got.cycles)

    async def encapsulate(self, params: Params, public: bytes,
                          errors: Sequence[bytes]) -> Shared:
        """Ciphertexts and session keys of two or four error vectors.

        Args:
            params: the set, without plaintext confirmation.
            public: official public key.
            errors: ceil(n/8) bytes each, weight t, padding bits zero; fresh and secret.

        Raises:
            LengthError, ParameterError: see `encap_packets`, `entry`.
            MceError: the core multiplies fewer vectors at once (``no-batch``).
            JobError: the core stopped the run, as one without a hash unit does.
        """
        packets = encap_packets(params, public, errors)
        name, count = entry("encap_batch", len(errors)), len(errors)
        self._check(count)
        await self.device.set_code(params.m, params.n, params.t)
        sizes = [params.syndrome_bytes, HASH_BYTES] * count
        got = await self.device.run(self.program.entry(name), packets, sizes)
        outputs = tuple(got.outputs)
        return Shared(outputs[0::2], outputs[1::2], got.reject, got.cycles)
