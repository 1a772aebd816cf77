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
    EncapBatchJob,
    EncapJob,
    EncryptBatchJob,
    EncryptJob,
)
from mce.backend_rtl import FLAG_RECHECK, FLAG_WEIGHT, KEM_SECTIONS, build_for
from mce.bits import nbytes
from mce.driver import batch
from mce.driver.batch import Batch, Encrypted, Shared
from mce.driver.device import JobError
from mce.driver.kem import Decapsulated, Encapsulated, Kem
from mce.driver.programs import BATCH, GROUPS, image
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

    def encrypted_batches(self, jobs: Sequence[EncryptBatchJob]) -> list[Encrypted]:
        """The words of each job, and its cycles."""
        return [wait(_batch(j.params).encrypt(j.params, j.public, j.messages, j.errors))
                for j in jobs]

    def shared_batches(self, jobs: Sequence[EncapBatchJob]) -> list[Shared]:
        """Ciphertexts and session keys of each job, and its cycles."""
        return [wait(_batch(j.params).encapsulate(j.params, j.public, j.errors)) for j in jobs]


@lru_cache(maxsize=8)
def _batch_device(core: Core) -> SimulatedDevice:
    device = SimulatedDevice(core)
    wait(device.load(image(BATCH)))
    return device


def _batch(params: Params, core: Core | None = None) -> Batch:
    chosen = core or Core.from_parameters({**build_for(params), **batch.BUILD})
    return Batch(_batch_device(chosen), image(BATCH))


def batch_cycles(params: Params, count: int = 4, core: Core | None = None) -> tuple[int, int]:
    """Cycles of one encryption and of a batch of `count`, on one build.

    Args:
        params: the set.
        count: words of the batch, 2 or 4.
        core: the build, with BATCH of `count` or more; default the one of the backend.

    Raises:
        JobError: the build cannot run it.
        ParameterError, MceError: see `mce.driver.batch.Batch.encrypt`.
    """
    chosen = core or Core.from_parameters({**build_for(params), **batch.BUILD})
    p = params
    message, errors, public = bytes(nbytes(p.k)), bytes(p.n_bytes), bytes(p.pk_bytes)
    device = _device(chosen)
    wait(device.set_code(p.m, p.n, p.t))
    one = wait(device.run(PROGRAMS.entry("encrypt"), [message, errors, public], [p.n_bytes]))
    several = wait(_batch(p, chosen).encrypt(p, public, [message] * count, [errors] * count))
    return one.cycles, several.cycles


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
