# SPDX-License-Identifier: Apache-2.0
"""Any (n, t) within the limits of a build runs on it, n a multiple of 8 or not."""

from __future__ import annotations

import numpy as np
import pytest

import codes
import points
from codes import Job
from points import Line
from rtl_session import RtlJob, run_jobs
from runner import have, seed

BUILD = {"M": 11, "N_MAX": 2003, "T_MAX": 16, "FIELDS": 0b1111 << 8 | 1 << 6}
"""Five fields; a longest code that is no power of two."""
FIELDS = (6, 8, 9, 10, 11)
PER_FIELD = 9

pytestmark = pytest.mark.skipif(not have("verilator"), reason="verilator missing: run `make setup`")


def drawn(m: int, rng: np.random.Generator) -> list[tuple[int, int, int]]:
    """The shortest and the longest code of a field, and random ones."""
    longest = min(BUILD["N_MAX"], 1 << m)
    top = min(BUILD["T_MAX"], (longest - 1) // m)
    found = [(m, m * top + 1, top), (m, longest, top)]
    for _ in range(PER_FIELD):
        t = int(rng.integers(2, top + 1))
        found.append((m, int(rng.integers(m * t + 1, longest + 1)), t))
    return found


def chosen() -> list[tuple[int, int, int]]:
    """(m, n, t) of all codes."""
    rng = np.random.default_rng([seed(), 3])
    return [code for m in FIELDS for code in drawn(m, rng)]


def jobs(k: codes.Key, rng: np.random.Generator) -> list[Job]:
    """An encryption, and decryptions of a good word, of one at random and of one more bad one."""
    p = k.params
    bad = [kind for kind in ("trap", "padding") if kind in codes.kinds(k)]
    kinds = ["valid", "random", str(rng.choice(bad))] if bad else ["valid", "random"]
    return [codes.encrypt(k, codes.random_message(p, rng), codes.errors(p, p.t, rng)),
            *[codes.decrypt(k, codes.word(k, kind, rng), kind) for kind in kinds]]


def check(todo: list[Job], parameters: dict[str, int] | None = None) -> None:
    """Every answer of the core is the model's."""
    rows = [RtlJob(j.program, j.m, j.n, j.t, j.packets, tuple(map(len, j.outputs))) for j in todo]
    for job, got in zip(todo, run_jobs(rows, parameters=parameters).results, strict=True):
        what = f"{job.program} {job.kind} m={job.m} n={job.n} t={job.t}"
        assert got.error is None, what
        assert got.outputs == job.outputs, what
        assert got.reject == job.reject, what


def test_the_draw_has_fifty_codes_most_of_them_of_no_whole_bytes() -> None:
    found = chosen()
    assert len(set(found)) >= 50
    assert sum(n % 8 != 0 for _, n, _ in found) > 35
    assert {m for m, _, _ in found} == set(FIELDS)


def test_fifty_codes_of_any_length_run_on_one_build() -> None:
    rng = np.random.default_rng([seed(), 4])
    todo = [job for code in chosen() for job in jobs(codes.small(*code), rng)]
    assert {job.reject for job in todo} == {False, True}
    check(todo, BUILD)


def test_a_small_field_in_a_large_build_takes_as_long_as_the_formula_says() -> None:
    """Clearing the register of roots outlasts the evaluation of sixteen points."""
    at = points.point("small in large", ((4, 16, 2),), M=11, N_MAX=2048, T_MAX=2, AXIS_WIDTH=32,
                      FIELDS=1 << 4 | 1 << 11)
    lines = [Line(**line) for line in points.measure(at)]
    assert len(lines) == 5
    assert [line for line in lines if not line.good] == []


def test_the_smallest_published_toy_code_runs_on_the_default_build() -> None:
    rng = np.random.default_rng(seed())
    check(jobs(codes.small(12, 48, 2), rng))
