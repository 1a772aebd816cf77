# SPDX-License-Identifier: Apache-2.0
"""Backend `iss`: the programs of sw/asm on the instruction-level simulator.

The builds are those of the rtl backend: the default one for m = 12 and 13, else one for the code.
The KEM runs through the driver's class, as on a core.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mce import keyimage
from mce.backend import (
    Backend,
    DecapJob,
    Decoded,
    DecodeJob,
    Decrypted,
    DecryptJob,
    EncapJob,
    EncryptJob,
)
from mce.backend_rtl import FLAG_RECHECK, FLAG_WEIGHT, KEM_SECTIONS, build_for
from mce.driver.device import JobError
from mce.driver.kem import Decapsulated, Encapsulated, Kem
from mce.driver.programs import GROUPS, image
from mce.driver.simulated import SimulatedDevice, wait
from mce.iss import Core, Run
from mce.params import Params

PROGRAMS = image(GROUPS[1])
"""Raw scheme and KEM."""


@lru_cache(maxsize=8)
def _device(core: Core) -> SimulatedDevice:
    device = SimulatedDevice(core)
    wait(device.load(PROGRAMS))
    return device


def device_for(params: Params) -> SimulatedDevice:
    """The build that serves a code, with the programs loaded; one for all calls."""
    return _device(Core.from_parameters(build_for(params)))


@lru_cache(maxsize=4)
def _image(params: Params, sk: bytes) -> keyimage.KeyImage:
    return keyimage.build(params, sk)


def _key(job: DecryptJob | DecodeJob | DecapJob) -> keyimage.KeyImage:
    return _image(job.params.with_pc(False), job.private)


def run(program: str, params: Params, packets: Sequence[bytes]) -> Run:
    """Run encrypt, decrypt or decode on the build that serves a code.

    Raises:
        JobError: the machine stopped the job.
    """
    machine, p = device_for(params).machine, params
    outcome = machine.run(PROGRAMS.entry(program), m=p.m, n=p.n, t=p.t, packets=packets)
    if outcome.error:
        raise JobError(*outcome.error)
    return outcome


def encrypt_packets(job: EncryptJob) -> tuple[bytes, ...]:
    """Operand packets of the program encrypt.s."""
    return job.message, job.errors, job.public


def decrypt_packets(job: DecryptJob | DecodeJob) -> tuple[bytes, ...]:
    """Operand packets of the programs decrypt.s and decode.s."""
    key = _key(job)
    return job.word, key.pairs, key.indices


class IssBackend(Backend):
    """Answers each job by a run; nothing is gained by batches."""

    name = "iss"
    sections = frozenset({"pke", "decode"}) | KEM_SECTIONS

    def encrypt_words(self, jobs: Sequence[EncryptJob]) -> list[bytes]:
        """The word of each job; a rejected input gives zeros, as the hardware does."""
        return [run("encrypt", j.params, encrypt_packets(j)).outputs[0] for j in jobs]

    def decrypt_words(self, jobs: Sequence[DecryptJob]) -> list[Decrypted]:
        """See ``Backend``."""
        runs = (run("decrypt", j.params, decrypt_packets(j)) for j in jobs)
        return [Decrypted(r.outputs[0], r.reject) for r in runs]

    def decode_words(self, jobs: Sequence[DecodeJob]) -> list[Decoded]:
        """See ``Backend``."""
        return [_decoded(run("decode", j.params, decrypt_packets(j))) for j in jobs]

    def encapsulations(self, jobs: Sequence[EncapJob]) -> list[Encapsulated]:
        """See ``Backend``."""
        return [wait(_kem(j.params).encapsulate(j.params, j.public, j.source())) for j in jobs]

    def decapsulations(self, jobs: Sequence[DecapJob]) -> list[Decapsulated]:
        """See ``Backend``."""
        return [
            wait(_kem(j.params).decapsulate(j.params, _key(j), j.ciphertext)) for j in jobs
        ]


def _kem(params: Params) -> Kem:
    return Kem(device_for(params), PROGRAMS)


def _decoded(outcome: Run) -> Decoded:
    """Roots and flags out of the packets of decode.s."""
    flags = outcome.outputs[1][0]
    weight, recheck = bool(flags & FLAG_WEIGHT), bool(flags & FLAG_RECHECK)
    return Decoded(outcome.outputs[0], weight, recheck, not outcome.reject)


def create() -> Backend:
    """Entry point of `mce.backend.load`."""
    return IssBackend()
