# SPDX-License-Identifier: Apache-2.0
"""Backend `iss`: the programs of sw/asm on the instruction-level simulator.

The builds are those of the rtl backend: the default one for m = 12 and 13, else one for the code.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from mce import keyimage
from mce.backend import Backend, Decoded, DecodeJob, Decrypted, DecryptJob, EncryptJob
from mce.backend_rtl import FLAG_RECHECK, FLAG_WEIGHT, build_for
from mce.driver.device import JobError
from mce.driver.programs import image
from mce.iss import Core, Machine, Run
from mce.params import Params


@lru_cache(maxsize=8)
def _machine(core: Core) -> Machine:
    machine = Machine(core)
    machine.load(image().words)
    return machine


@lru_cache(maxsize=4)
def _image(params: Params, sk: bytes) -> keyimage.KeyImage:
    return keyimage.build(params, sk)


def run(program: str, params: Params, packets: Sequence[bytes]) -> Run:
    """Run encrypt, decrypt or decode on the build that serves a code.

    Raises:
        JobError: the machine stopped the job.
    """
    machine = _machine(Core.from_parameters(build_for(params)))
    p, entry = params, image().entries[program]
    outcome = machine.run(entry, m=p.m, n=p.n, t=p.t, packets=packets)
    if outcome.error:
        raise JobError(*outcome.error)
    return outcome


def encrypt_packets(job: EncryptJob) -> tuple[bytes, ...]:
    """Operand packets of the program encrypt.s."""
    return job.message, job.errors, job.public


def decrypt_packets(job: DecryptJob | DecodeJob) -> tuple[bytes, ...]:
    """Operand packets of the programs decrypt.s and decode.s."""
    key = _image(job.params, job.private)
    return job.word, key.pairs, key.indices


class IssBackend(Backend):
    """Answers each job by a run; nothing is gained by batches."""

    name = "iss"
    sections = frozenset({"pke", "decode"})

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


def _decoded(outcome: Run) -> Decoded:
    """Roots and flags out of the packets of decode.s."""
    flags = outcome.outputs[1][0]
    weight, recheck = bool(flags & FLAG_WEIGHT), bool(flags & FLAG_RECHECK)
    return Decoded(outcome.outputs[0], weight, recheck, not outcome.reject)


def create() -> Backend:
    """Entry point of `mce.backend.load`."""
    return IssBackend()
