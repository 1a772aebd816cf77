# SPDX-License-Identifier: Apache-2.0
"""Key pairs of the official known answers, generated once and kept in build/cache.

They are published test keys: nothing in the cache is secret.
"""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

from mce.drbg import Drbg
from mce.kat import seeds
from mce.keygen import seeded_keygen
from mce.params import DELTA_BYTES, Params

CACHE = Path(__file__).resolve().parents[2] / "build" / "cache"
DIGEST_BYTES = 32


def count0(params: Params, folder: Path = CACHE) -> tuple[bytes, bytes]:
    """Public and private key of count 0 of the official known answers, seed `kat.seeds(1)[0]`.

    Args:
        params: the set.
        folder: where they are kept; a damaged file is made anew.
    """
    path = folder / f"{params.name}.count0"
    kept = path.read_bytes() if path.exists() else b""
    keys = kept[DIGEST_BYTES:]
    if kept[:DIGEST_BYTES] != _digest(keys) or len(keys) != params.pk_bytes + params.sk_bytes:
        pair = seeded_keygen(params, Drbg(seeds(1)[0])(DELTA_BYTES))
        keys = pair.pk + pair.sk
        folder.mkdir(parents=True, exist_ok=True)
        # In one step: several processes may do the same.
        part = path.with_suffix(f".{os.getpid()}")
        part.write_bytes(_digest(keys) + keys)
        part.replace(path)
    return keys[: params.pk_bytes], keys[params.pk_bytes :]


def _digest(keys: bytes) -> bytes:
    return hashlib.sha256(keys).digest()
