# SPDX-License-Identifier: Apache-2.0
"""Encapsulation and decapsulation on a core with a hash unit: the host never sees an error vector.

Programs sw/asm/{sample,encap,encap_pc,decap,decap_pc}.s, docs/kem.md. The host brings random
words, keys and ciphertexts and takes results; it looks at no secret to decide what to do next.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from mce.bits import need_length
from mce.drbg import RandomBytes
from mce.driver.device import Build, JobResult
from mce.driver.programs import KEM, image
from mce.errors import MceError, ParameterError
from mce.isa.program import Program
from mce.keyimage import KeyImage
from mce.params import HASH_BYTES, Params

MAX_DRAWS = 256
"""Draws of an encapsulation; good random words are all refused with probability 2^-128 at most."""

SHARES = (1, 2, 4, 8)
"""tau / t for which sample.s has an entry."""


class Device(Protocol):
    """What is needed of a core: `mce.driver.device.Accelerator`, or a simulator in its place."""

    build: Build | None

    async def load(self, program: Program) -> None:
        """Load a program."""

    async def set_code(self, m: int, n: int, t: int) -> None:
        """Choose the code."""

    async def run(self, start_pc: int, packets: Sequence[bytes],
                  outputs: Sequence[int]) -> JobResult:
        """Run the loaded program."""


@dataclass(frozen=True)
class Encapsulated:
    """Result of an encapsulation.

    Attributes:
        ret: 0, or -1 with `ct` and `ss` all zero when the public key has non-zero padding bits.
        ct: ciphertext, `Params.ct_bytes`.
        ss: session key, 32 bytes, secret.
        draws: draws until one was accepted; public.
        cycles: clock cycles of the accepted draw and of the encapsulation; 0 from the model.
    """

    ret: int
    ct: bytes
    ss: bytes
    draws: int
    cycles: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Decapsulated:
    """Result of a decapsulation.

    Attributes:
        ret: 0, also for a ciphertext of another key; -1 with `ss` all ones when padding bits of
            the ciphertext are set.
        ss: session key, 32 bytes, secret.
        cycles: clock cycles; 0 from the model.
    """

    ret: int
    ss: bytes
    cycles: int = field(default=0, compare=False)


class Kem:
    """The KEM on one core. Call `load` first, unless `program` is loaded; calls must not overlap.

    Args:
        device: an opened core.
        program: an image that holds the KEM programs.
    """

    def __init__(self, device: Device, program: Program | None = None) -> None:
        self.device = device
        self.program = program or image(KEM)

    async def load(self) -> None:
        """Load the programs.

        Raises:
            MceError: the core has no hash unit (``no-hash``), vectors shorter than a key
                (``kem-build``), or too little memory (``program-size``).
        """
        self._check_build()
        await self.device.load(self.program)

    def _check_build(self) -> None:
        build = self.device.build
        if build is None:
            return
        if not build.hash:
            raise MceError("no-hash", "this core has no hash unit (HASH = 0)",
                           "synthesise it with HASH=1 or HASH=2")
        if 1 << build.m_max < 8 * HASH_BYTES:
            raise MceError("kem-build", f"vectors of 2^{build.m_max} bits do not hold a key",
                           "synthesise the core with M of 8 or more")

    async def _run(self, params: Params, entry: str, packets: list[bytes],
                   outputs: list[int]) -> JobResult:
        await self.device.set_code(params.m, params.n, params.t)
        return await self.device.run(self.program.entry(entry), packets, outputs)

    async def encapsulate(self, params: Params, pk: bytes, random: RandomBytes) -> Encapsulated:
        """Ciphertext and session key for the owner of a public key.

        A draw that the core refuses (too few positions, or one twice) is made anew, all of it.

        Args:
            params: the set; `params.pc` asks for plaintext confirmation.
            pk: official public key.
            random: secret random bytes; asked for 2 tau bytes a draw.

        Raises:
            LengthError: a public key of another length.
            ParameterError: no program draws for this code (``draw-words``).
            MceError: ``no-hash``, ``kem-build``; no usable draw in MAX_DRAWS (``random-source``).
            JobError: the core stopped a run.
        """
        self._check_build()
        need_length(pk, params.pk_bytes, "public key")
        draws, sampled = await self._sample(params, random)
        sizes = [params.syndrome_bytes, *([HASH_BYTES] if params.pc else []), HASH_BYTES]
        # The error vector waits in the core: nothing may come between.
        got = await self._run(params, "encap_pc" if params.pc else "encap", [pk], sizes)
        *parts, ss = got.outputs
        return Encapsulated(-int(got.reject), b"".join(parts), ss, draws, sampled + got.cycles)

    async def _sample(self, params: Params, random: RandomBytes) -> tuple[int, int]:
        """Leave an error vector in the core: (draws, cycles of the accepted one)."""
        share, rest = divmod(params.tau, params.t)
        if rest or share not in SHARES:
            raise ParameterError("draw-words", f"{params.name} draws {params.tau} words for "
                                 f"{params.t} errors", "the core draws 1, 2, 4 or 8 words an error")
        for draw in range(1, MAX_DRAWS + 1):
            words = random(2 * params.tau)
            need_length(words, 2 * params.tau, "draw")
            got = await self._run(params, f"sample{share}", [words], [])
            if not got.reject:
                return draw, got.cycles
        raise MceError("random-source", f"none of {MAX_DRAWS} draws was usable",
                       "repair the random source: it gives the same words again and again")

    async def decapsulate(self, params: Params, key: KeyImage, ct: bytes) -> Decapsulated:
        """Session key of a ciphertext, implicit rejection included.

        Args:
            params: the set; `params.pc` says whether `ct` carries plaintext confirmation.
            key: image of the private key, checked by `keyimage.load` or fresh from
                `keyimage.build`.
            ct: ciphertext.

        Raises:
            LengthError: a ciphertext of another length.
            ParameterError: an image of another code (``key-set``).
            MceError: ``no-hash``, ``kem-build``.
            JobError: the core stopped the run.
        """
        self._check_build()
        need_length(ct, params.ct_bytes, "ciphertext")
        if (key.params.m, key.params.n, key.params.t) != (params.m, params.n, params.t):
            raise ParameterError("key-set", f"key image of {key.params.name} for {params.name}",
                                 "give the image of this set's key")
        c0, c1 = ct[: params.syndrome_bytes], ct[params.syndrome_bytes :]
        packets = [c0, key.pairs, key.indices, *([c1] if params.pc else []), key.s]
        got = await self._run(params, "decap_pc" if params.pc else "decap", packets, [HASH_BYTES])
        return Decapsulated(-int(got.reject), got.outputs[0], got.cycles)
