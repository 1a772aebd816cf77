# SPDX-License-Identifier: Apache-2.0
"""Keys, ciphertexts and session keys agree with an independent Rust implementation.

The model, and the programs of the core on the instruction-level simulator; the RTL in
tb/top/test_kem.py.
"""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

from mce import backend, kem, params
from mce.driver.kem import MAX_DRAWS


def other(name: str) -> Any:
    importlib.import_module("pqcrypto.kem")
    return importlib.import_module(f"pqcrypto.kem.{name.replace('mceliece', 'mceliece_')}")


@pytest.mark.parametrize("name", params.names())
def test_other_decapsulates_what_the_model_encapsulates(name: str, pair: Any) -> None:
    made = pair(name)
    sent = kem.encapsulate(made.params, made.pk, os.urandom)
    assert other(name).decaps(made.sk, sent.ct) == sent.ss


@pytest.mark.parametrize("name", params.names())
def test_model_decapsulates_what_the_other_encapsulates(name: str, pair: Any) -> None:
    made = pair(name)
    ct, ss = other(name).encaps(made.pk)
    assert kem.decapsulate(made.params, made.sk, ct).ss == ss


@pytest.mark.parametrize("name", params.names())
def test_both_reject_a_flipped_bit_with_the_same_key(name: str, pair: Any) -> None:
    made = pair(name)
    ct = bytearray(kem.encapsulate(made.params, made.pk, os.urandom).ct)
    ct[0] ^= 1
    got = kem.decapsulate(made.params, made.sk, bytes(ct))
    assert not got.accepted and other(name).decaps(made.sk, bytes(ct)) == got.ss


@pytest.mark.parametrize("name", ["mceliece348864f", "mceliece6960119f"])
def test_model_uses_a_key_of_the_other(name: str) -> None:
    pk, sk = other(name).keygen()
    p = params.get(name)
    sent = kem.encapsulate(p, bytes(pk), os.urandom)
    assert kem.decapsulate(p, bytes(sk), sent.ct).ss == sent.ss
    assert other(name).decaps(sk, sent.ct) == sent.ss


@pytest.mark.parametrize("name", params.names())
def test_other_decapsulates_what_the_programs_encapsulate(name: str, pair: Any) -> None:
    made = pair(name)
    draws = [os.urandom(2 * made.params.tau) for _ in range(MAX_DRAWS)]
    sent = backend.load("iss").encapsulate(made.params, made.pk, draws)
    assert other(name).decaps(made.sk, sent.ct) == sent.ss


@pytest.mark.parametrize("name", params.names())
def test_programs_decapsulate_what_the_other_encapsulates(name: str, pair: Any) -> None:
    made, iss = pair(name), backend.load("iss")
    ct, ss = map(bytes, other(name).encaps(made.pk))
    assert iss.decapsulate(made.params, made.sk, ct).ss == ss
    wrong = bytes([ct[0] ^ 1]) + ct[1:]
    rejected = iss.decapsulate(made.params, made.sk, wrong)
    assert rejected.ret == 0 and rejected.ss == other(name).decaps(made.sk, wrong) != ss
