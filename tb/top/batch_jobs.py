# SPDX-License-Identifier: Apache-2.0
"""Batches for the tests of model, simulator and core."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

import codes
from codes import Key
from mce import bits
from mce.backend import EncapBatchJob, EncryptBatchJob
from program_jobs import with_padding


def words(k: Key, count: int, rng: np.random.Generator) -> EncryptBatchJob:
    """Different messages with different errors of weight t."""
    p = k.params
    messages = tuple(codes.random_message(p, rng) for _ in range(count))
    return EncryptBatchJob(p, k.pair.pk, messages, vectors(k, count, rng))


def vectors(k: Key, count: int, rng: np.random.Generator) -> tuple[bytes, ...]:
    """Error vectors of weight t."""
    return tuple(bits.pack(codes.errors(k.params, k.params.t, rng)) for _ in range(count))


def _spoilt(values: tuple[bytes, ...], which: int, count: int) -> tuple[bytes, ...]:
    """One of the values with a padding bit set."""
    return tuple(with_padding(v, count) if i == which else v for i, v in enumerate(values))


def every(k: Key, rng: np.random.Generator) -> Iterator[EncryptBatchJob | EncapBatchJob]:
    """Both kinds and both sizes, and a padding bit in every operand; the code must have some."""
    p = k.params
    bad_key = with_padding(k.pair.pk, p.k)
    for count in (4, 2):
        good = words(k, count, rng)
        yield good
        which = int(rng.integers(count))
        yield replace(good, messages=_spoilt(good.messages, which, p.k))
        yield replace(good, errors=_spoilt(good.errors, which, p.n))
        yield replace(good, public=bad_key)
        shared = EncapBatchJob(p, k.pair.pk, vectors(k, count, rng))
        yield shared
        yield replace(shared, errors=_spoilt(shared.errors, which, p.n))
        yield replace(shared, public=bad_key)
