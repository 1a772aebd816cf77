# SPDX-License-Identifier: Apache-2.0
"""Backend `rtl`: the jobs run on the simulated core, through its AXI ports and the driver.

The default build serves m = 12 and 13 up to t = 128; other codes get their own (`build_for`). Needs
a checkout with rtl/, tb/ and sw/, and the simulator that `make setup` installs.
"""

from __future__ import annotations

import importlib
import sys
from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

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
    Job,
    Result,
)
from mce.bits import nbytes
from mce.driver import batch
from mce.driver.batch import Encrypted, Shared
from mce.driver.device import JobError
from mce.driver.kem import Decapsulated, Encapsulated
from mce.errors import MceError
from mce.iss import Core
from mce.params import HASH_BYTES, Params

if TYPE_CHECKING:
    from rtl_session import KemJob, RtlJob, RtlResult, Session

ROOT = Path(__file__).resolve().parents[2]
FLAG_WEIGHT, FLAG_RECHECK = 1, 2
KEM_SECTIONS = frozenset({
    "vectors.encap", "vectors.decap", "negative.decaps", "negative.pc_decaps",
    "negative.scripted_encaps", "negative.padding", "keys.encaps", "keys.negative",
    "botan_negative",
})
"""Sections of vector files about the KEM with given keys."""


def build_for(params: Params) -> dict[str, object]:
    """Synthesis parameters that serve this code: none (the default build) when it does.

    Others get a build of their field alone, with T_MAX a power of two, or as large as the field
    has a use for: codes of similar t share a build.

    Raises:
        ParameterError: no build runs this code (``build``).
    """
    default = Core()
    if params.m in default.fields and params.t <= default.t_max and params.n <= default.n_max:
        return {}
    most = (params.q - 1) // params.m
    t_max = min(1 << (params.t - 1).bit_length(), most)
    build = {"M": params.m, "FIELDS": 1 << params.m, "N_MAX": params.q, "T_MAX": t_max}
    Core.from_parameters(build)
    return {**build}


def build_of(job: Job) -> dict[str, object]:
    """`build_for` the code of a job; a batch needs BATCH too, the largest there is.

    Raises:
        ParameterError: as `build_for`.
    """
    build = build_for(job.params)
    if isinstance(job, EncryptBatchJob | EncapBatchJob):
        return {**build, **batch.BUILD}
    return build


def session() -> Any:
    """The simulation side of the repository, tb/lib/rtl_session.py.

    Raises:
        MceError: not in a checkout, or the simulator is not set up (``backend-setup``).
    """
    folder = str(ROOT / "tb" / "lib")
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        module = importlib.import_module("rtl_session")
        ready = module.runner.have("verilator")
    except ImportError as error:
        raise MceError("backend-setup", f"the rtl backend does not load: {error}",
                       "work in a checkout of the repository and run `make setup`") from error
    if not ready:
        raise MceError("backend-setup", "no Verilator >= 5.036", "run `make setup`")
    return module


@lru_cache(maxsize=4)
def _image(params: Params, sk: bytes) -> keyimage.KeyImage:
    return keyimage.build(params, sk)


def simulated(jobs: Sequence[RtlJob | KemJob], **options: Any) -> Session:
    """`rtl_session.run_jobs`, with a failure of the build as an error with a cure.

    Raises:
        MceError: as `session`; the simulator does not elaborate or compile the design (``build``).
    """
    side = session()
    try:
        done: Session = side.run_jobs(jobs, **options)
    except RuntimeError as error:
        first, *log = str(error).splitlines()
        if not first.startswith("build failed"):
            raise
        why = next((line.strip() for line in log if "rror" in line), "see its log")
        raise MceError("build", f"{first.rstrip(':')}: {why}",
                       "see docs/parameters.md for what elaboration refuses, and `make doctor` "
                       "for the tools") from error
    return done


def encrypt_job(job: EncryptJob, **options: int) -> RtlJob:
    """Packets and result lengths of the program encrypt.s."""
    p = job.params
    made: RtlJob = session().RtlJob("encrypt", p.m, p.n, p.t, (job.message, job.errors, job.public),
                                    (p.n_bytes,), **options)
    return made


def decrypt_job(job: DecryptJob, **options: int) -> RtlJob:
    """Packets and result lengths of the program decrypt.s."""
    p, image = job.params, _image(job.params.with_pc(False), job.private)
    packets = (job.word, image.pairs, image.indices)
    made: RtlJob = session().RtlJob("decrypt", p.m, p.n, p.t, packets, (nbytes(p.k),), **options)
    return made


def decode_job(job: DecodeJob) -> RtlJob:
    """Packets and result lengths of the program decode.s."""
    p, image = job.params, _image(job.params.with_pc(False), job.private)
    packets = (job.word, image.pairs, image.indices)
    made: RtlJob = session().RtlJob("decode", p.m, p.n, p.t, packets,
                                    (p.n_bytes, 1, 2 * (p.t + 1)))
    return made


def encap_job(job: EncapJob, **options: int) -> KemJob:
    """The driver's encapsulation."""
    packets = (job.public, b"".join(job.draws))
    made: KemJob = session().KemJob("encapsulate", job.params, packets, **options)
    return made


def decap_job(job: DecapJob, **options: int) -> KemJob:
    """The driver's decapsulation; the key travels as a key image file."""
    key = _image(job.params.with_pc(False), job.private)
    packets = (key.to_bytes(), job.ciphertext)
    made: KemJob = session().KemJob("decapsulate", job.params, packets, **options)
    return made


def encrypt_batch_job(job: EncryptBatchJob, **options: int) -> RtlJob:
    """Packets and result lengths of the programs encrypt_batch.s and encrypt_batch2.s."""
    p, count = job.params, len(job.messages)
    packets = tuple(batch.encrypt_packets(p, job.public, job.messages, job.errors))
    made: RtlJob = session().RtlJob(batch.entry("encrypt_batch", count), p.m, p.n, p.t, packets,
                                    (p.n_bytes,) * count, **options)
    return made


def encap_batch_job(job: EncapBatchJob, **options: int) -> RtlJob:
    """Packets and result lengths of the programs encap_batch.s and encap_batch2.s."""
    p, count = job.params, len(job.errors)
    packets = tuple(batch.encap_packets(p, job.public, job.errors))
    made: RtlJob = session().RtlJob(batch.entry("encap_batch", count), p.m, p.n, p.t, packets,
                                    (p.syndrome_bytes, HASH_BYTES) * count, **options)
    return made


def check(result: RtlResult) -> RtlResult:
    """The result, or the error of its job.

    Raises:
        JobError: the core stopped the job.
        MceError: the driver refused it.
    """
    if result.refused:
        code, message, cure = result.refused
        raise MceError(code, message, cure)
    if result.error:
        raise JobError(*result.error)
    return result


def _word(result: RtlResult) -> bytes:
    return result.outputs[0]


def _decrypted(result: RtlResult) -> Decrypted:
    return Decrypted(result.outputs[0], result.reject)


def _decoded(result: RtlResult) -> Decoded:
    flags = result.outputs[1][0]
    return Decoded(result.outputs[0], bool(flags & FLAG_WEIGHT), bool(flags & FLAG_RECHECK),
                   not result.reject)


def _encapsulated(result: RtlResult) -> Encapsulated:
    ct, ss = result.outputs
    return Encapsulated(-int(result.reject), ct, ss, result.draws, result.cycles)


def _decapsulated(result: RtlResult) -> Decapsulated:
    return Decapsulated(-int(result.reject), result.outputs[0], result.cycles)


def _encrypted(result: RtlResult) -> Encrypted:
    return Encrypted(result.outputs, result.reject, result.cycles)


def _shared(result: RtlResult) -> Shared:
    return Shared(result.outputs[0::2], result.outputs[1::2], result.reject, result.cycles)


_MAKERS: dict[type, Callable[[Any], RtlJob | KemJob]] = {
    EncryptJob: encrypt_job, DecryptJob: decrypt_job, DecodeJob: decode_job,
    EncapJob: encap_job, DecapJob: decap_job, EncryptBatchJob: encrypt_batch_job,
    EncapBatchJob: encap_batch_job,
}
_READERS: dict[type, Callable[[RtlResult], Result]] = {
    EncryptJob: _word, DecryptJob: _decrypted, DecodeJob: _decoded,
    EncapJob: _encapsulated, DecapJob: _decapsulated, EncryptBatchJob: _encrypted,
    EncapBatchJob: _shared,
}


class RtlBackend(Backend):
    """The simulated core; one simulation a batch and build."""

    name = "rtl"
    whole_files = True
    sections = frozenset({"pke", "decode"}) | KEM_SECTIONS

    def _run(self, jobs: Sequence[Any], make: Any) -> list[RtlResult]:
        """Run each job on the build for its code, grouped by build, results in order."""
        builds: dict[tuple[tuple[str, object], ...], list[int]] = {}
        for index, job in enumerate(jobs):
            key = tuple(sorted(build_of(job).items()))
            builds.setdefault(key, []).append(index)
        results: dict[int, RtlResult] = {}
        for key, indices in builds.items():
            done = simulated([make(jobs[i]) for i in indices], parameters=dict(key))
            results.update(zip(indices, map(check, done.results), strict=True))
        return [results[i] for i in range(len(jobs))]

    def run(self, jobs: Sequence[Job]) -> list[Result]:
        """A mixed batch, in one simulation a build."""
        results = self._run(jobs, lambda job: _MAKERS[type(job)](job))
        return [_READERS[type(job)](r) for job, r in zip(jobs, results, strict=True)]

    def encrypt_words(self, jobs: Sequence[EncryptJob]) -> list[bytes]:
        """The word of each job; a rejected input gives zeros, as the hardware does."""
        return [_word(r) for r in self._run(jobs, encrypt_job)]

    def decrypt_words(self, jobs: Sequence[DecryptJob]) -> list[Decrypted]:
        """Message and verdict of each job."""
        return [_decrypted(r) for r in self._run(jobs, decrypt_job)]

    def decode_words(self, jobs: Sequence[DecodeJob]) -> list[Decoded]:
        """Roots, flags and verdict of each job."""
        return [_decoded(r) for r in self._run(jobs, decode_job)]

    def encapsulations(self, jobs: Sequence[EncapJob]) -> list[Encapsulated]:
        """Ciphertext and session key of each job, and its cycles."""
        return [_encapsulated(r) for r in self._run(jobs, encap_job)]

    def decapsulations(self, jobs: Sequence[DecapJob]) -> list[Decapsulated]:
        """Session key of each job, and its cycles."""
        return [_decapsulated(r) for r in self._run(jobs, decap_job)]

    def encrypted_batches(self, jobs: Sequence[EncryptBatchJob]) -> list[Encrypted]:
        """The words of each job, and its cycles."""
        return [_encrypted(r) for r in self._run(jobs, encrypt_batch_job)]

    def shared_batches(self, jobs: Sequence[EncapBatchJob]) -> list[Shared]:
        """Ciphertexts and session keys of each job, and its cycles."""
        return [_shared(r) for r in self._run(jobs, encap_batch_job)]


def create() -> RtlBackend:
    """Entry point of `mce.backend.load`."""
    session()
    return RtlBackend()
