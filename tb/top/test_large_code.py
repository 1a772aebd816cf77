# SPDX-License-Identifier: Apache-2.0
"""A code larger than any of Classic McEliece through the whole core: m = 14, t = 160, n = 2^14."""

from __future__ import annotations

import numpy as np
import pytest

import codes
from mce import bits, params
from rtl_session import RtlJob, run_jobs
from runner import have, seed

# y^160 + y^19 + y^17 + z is irreducible; no trinomial of this degree over GF(2^14) is.
CODE = params.custom(14, 16384, 160, {0: 2, 17: 1, 19: 1})
BUILD = {"M": 14, "FIELDS": 1 << 14, "N_MAX": 16384, "T_MAX": 256}


@pytest.mark.slow
@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
def test_words_of_160_errors_are_decrypted_and_others_rejected() -> None:
    k, rng = codes.key(CODE), np.random.default_rng(seed())
    message = codes.random_message(CODE, rng)
    word = codes.encrypt(k, message, codes.errors(CODE, CODE.t, rng)).outputs[0]
    nothing = bytes(len(message))
    few = codes.encrypt(k, message, codes.errors(CODE, CODE.t - 1, rng)).outputs[0]
    junk = codes.word(k, "random", rng)
    rows = [RtlJob("decrypt", CODE.m, CODE.n, CODE.t, (c, k.image.pairs, k.image.indices),
                   (len(message),)) for c in (word, junk, few, word)]
    done = run_jobs(rows, parameters=BUILD).results
    assert [(r.error, r.outputs, r.reject) for r in done] == [
        (None, (message,), False), (None, (nothing,), True), (None, (nothing,), True),
        (None, (message,), False),
    ]
    assert len({r.cycles for r in done}) == 1
    assert bits.nbytes(CODE.k) == len(message) == 1768
