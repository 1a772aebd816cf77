# SPDX-License-Identifier: Apache-2.0
"""What to stream to sw/asm/bch_decode.s: a BCH code in the form of a key image.

A narrow-sense binary BCH code of length n <= 2^m - 1 has the zeros alpha, ..., alpha^2t, with alpha
the generator of `mce.field`. Position i is the coefficient of x^i; its point and its weight are
alpha^i, so that the 2t sums of `esyn` are r(alpha), ..., r(alpha^2t).
"""

from __future__ import annotations

import numpy as np

from mce.basis import basis
from mce.errors import ParameterError
from mce.field import U16, field
from mce.keyimage import OUTSIDE, KeyImage
from mce.params import Params


def powers(m: int, count: int) -> U16:
    """alpha^0, ..., alpha^(count - 1)."""
    f, found = field(m), [1]
    while len(found) < count:
        found.append(int(f.mul(found[-1], f.generator)))
    return np.array(found, dtype=np.uint16)


def image(m: int, n: int, t: int) -> KeyImage:
    """Pairs and indices of the code, as `KeyImage.pairs` and `.indices`; nothing is secret.

    Raises:
        ParameterError: n larger than 2^m - 1 (``bch-length``), or no code of this size.
    """
    p = Params(f"bch m={m} n={n} t={t}", m, n, t, ())
    if n >= p.q:
        raise ParameterError("bch-length", f"n = {n}", f"a BCH code has at most {p.q - 1} bits")
    b = basis(m)
    alpha = powers(m, n)
    idx = b.number_of(alpha).astype(np.uint16)
    pos = np.full(p.q, OUTSIDE, dtype=np.uint16)
    w = np.zeros(p.q, dtype=np.uint16)
    pos[idx], w[idx] = np.arange(n), alpha
    return KeyImage(p, b, pos, w, idx, bytes(p.n_bytes))
