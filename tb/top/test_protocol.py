# SPDX-License-Identifier: Apache-2.0
"""The whole core at its ports: AXI protocol, answers of the golden model, many codes a build."""

from __future__ import annotations

import json

import numpy as np
import pytest

import builds
import codes
from mce import bits
from runner import have, seed, sims, simulate


def drawn(m: int, t_max: int, count: int) -> list[tuple[int, int, int]]:
    """Random codes whose length is no multiple of 8."""
    rng = np.random.default_rng([seed(), m])
    found: list[tuple[int, int, int]] = []
    while len(found) < count:
        t = int(rng.integers(2, t_max + 1))
        n = int(rng.integers(m * t + 2, 2**m))
        if n % 8:
            found.append((m, n, t))
    return found


CASES = {
    "six": (builds.SIX, [(6, 64, 3), *drawn(6, 3, 2), (5, 32, 3), *drawn(5, 3, 1)]),
    "four": (builds.FOUR, [(4, 16, 2), (4, 13, 2), (4, 11, 2)]),
    "twelve": (builds.TWELVE, [(12, 48, 2)]),
}
# At the narrowest and the widest stream; in the last a vector is shorter than a beat.
WIDTHS = {
    "six-32": (builds.SIX | {"AXIS_WIDTH": 32}, [(6, 64, 3), (5, 29, 2), *drawn(6, 3, 1)]),
    "six-512": (builds.SIX | {"AXIS_WIDTH": 512}, [(6, 64, 3), (5, 29, 2), *drawn(6, 3, 1)]),
    "four-256": (builds.FOUR | {"AXIS_WIDTH": 256}, [(4, 16, 2), (4, 11, 2)]),
}
ALL = ["programs_match_the_model", "programs_match_the_model_when_every_channel_pauses",
       "packets_that_wait_before_the_start_are_used_in_order"]


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("sim", sims())
def test_every_program_gives_the_models_answer_on_every_channel_timing(sim: str,
                                                                       case: str) -> None:
    """Icarus, a hundred times slower, runs the paused test on the first and the last code."""
    parameters, chosen = CASES[case]
    env, tests = {"CODES": json.dumps(chosen)}, ALL
    if sim == "icarus":
        env, tests = {"CODES": json.dumps([chosen[0], chosen[-1]][: len(chosen)])}, ALL[1:2]
    if case == "twelve":
        env["KINDS"] = json.dumps(["trap"])
    simulate("mce_top", "protocol_tb", sim=sim, parameters=parameters, testcase=tests, env=env)


@pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")
@pytest.mark.parametrize("case", WIDTHS)
def test_every_program_gives_the_models_answer_at_other_widths(case: str) -> None:
    parameters, chosen = WIDTHS[case]
    simulate("mce_top", "protocol_tb", parameters=parameters, testcase=ALL,
             env={"CODES": json.dumps(chosen)})


@pytest.mark.parametrize("code", [(6, 64, 3), (5, 29, 2), (4, 16, 2), (12, 48, 2)])
def test_the_benches_expectation_is_the_decoder_of_the_model(code: tuple[int, int, int]) -> None:
    k, rng = codes.small(*code), np.random.default_rng(seed())
    for kind in codes.kinds(k):
        word = codes.word(k, kind, rng)
        found = k.pair.private.code.decode(bits.unpack(word, k.params.n))
        expected = codes.search(k.image, word)
        both = codes.WEIGHT | codes.RECHECK
        assert found.accept == (expected.flags & both == both), kind
        # A word at random may be decodable in codes as small as these.
        assert found.accept or kind not in ("valid", "padding")
        if found.accept:
            assert np.array_equal(found.error, expected.errors)
            assert np.array_equal(found.locator, expected.locator)
