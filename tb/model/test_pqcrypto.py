# SPDX-License-Identifier: Apache-2.0
"""Keys, ciphertexts and session keys agree with an independent Rust implementation."""

from __future__ import annotations

import importlib
import os
from typing import Any

import pytest

from mce import kem, params


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
