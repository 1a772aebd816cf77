# SPDX-License-Identifier: Apache-2.0
"""The programs of sw/asm on the instruction-level simulator give the model's answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
import pytest

import codes
import program_jobs
from codes import Job
from mce import bits, params
from mce.backend_rtl import build_for
from mce.driver.programs import CORE, FOLDER, GROUPS, KEM, NAMES, image, image_with
from mce.errors import MceError
from mce.isa.asm import assemble, assemble_files
from mce.isa.words import Build
from mce.iss import Core, Machine, Run

TOYS = [(5, 29, 2), (6, 61, 3), (6, 64, 3), (8, 203, 9)]


def core_for(m: int, t: int, **options: int) -> Core:
    """The smallest build that serves a code."""
    t_max = 1 << max(1, (t - 1).bit_length())
    return Core(m=m, n_max=1 << m, t_max=t_max, fields=(m,), **options)


def run(core: Core, job: Job, words: Sequence[int] | None = None) -> Run:
    """One job on a machine of its own; `words` replace the program's."""
    machine = Machine(core)
    machine.load(words or image((job.program,)).words)
    return machine.run(0, m=job.m, n=job.n, t=job.t, packets=job.packets)


def check(core: Core, jobs: Iterable[Job]) -> int:
    """Run them; every answer is the model's."""
    done = 0
    for job in jobs:
        got, what = run(core, job), f"{job.program} {job.kind}"
        assert got.error is None, what
        assert (tuple(got.outputs), got.reject) == (job.outputs, job.reject), what
        done += 1
    return done


def test_every_program_is_in_a_group_and_the_groups_fit_their_memories() -> None:
    assert set(NAMES) == {path.stem for path in FOLDER.glob("*.s")}
    assert {name for group in GROUPS for name in group} == set(NAMES)
    assert all(len(image(group).words) <= 256 for group in GROUPS)
    assert list(image().entries) == list(CORE)
    assert len(image().words) <= 64
    assert len(image(KEM).words) <= 128


def test_a_group_is_found_by_its_entry_and_kept_while_it_serves() -> None:
    both = image_with("encap")
    assert image_with("encrypt") is image() and image_with("sample4") is both
    assert image_with("encrypt", both) is both
    assert image_with("selftest", both) is image(GROUPS[2])
    with pytest.raises(MceError, match="no-entry"):
        image_with("coffee")


@pytest.mark.parametrize("name", NAMES)
def test_header_names_packets_status_registers_and_cycles(name: str) -> None:
    head = (FOLDER / f"{name}.s").read_text().split(".entry")[0]
    assert re.search(rf"^# {name}: ", head, re.MULTILINE)
    for part in ("in", "out", "status", "clobbers", "cycles"):
        assert re.search(rf"^# {part} ", head, re.MULTILINE), part


@pytest.mark.parametrize("name", [n for n in NAMES if n != "selftest_pmul"])
def test_programs_run_on_the_smallest_build(name: str) -> None:
    assert len(assemble_files([FOLDER / f"{name}.s"], Build(num_regs=4, num_inst=64)).words) <= 64


@pytest.mark.parametrize("code", TOYS)
def test_programs_match_the_model_on_small_codes(
    code: tuple[int, int, int], rng: np.random.Generator
) -> None:
    k = codes.small(*code)
    count = check(core_for(k.params.m, k.params.t), program_jobs.cryptography(k, rng))
    assert count >= 6


def test_programs_match_the_model_on_a_standard_set(rng: np.random.Generator) -> None:
    k = codes.key(params.get("mceliece348864"))
    assert build_for(k.params) == {}
    check(Core(), program_jobs.cryptography(k, rng))


@pytest.mark.parametrize("name", ["mceliece348864", "mceliece6960119"])
def test_textbook_encryption_keeps_its_cycle_bound(name: str) -> None:
    """One matrix beat a cycle but for 2 %, and 4000 cycles for everything else."""
    p = params.get(name)
    packets = (bytes(p.row_bytes), bytes(p.n_bytes), bytes(p.k * p.n_bytes))
    job = Job("textbook_encrypt", p.m, p.n, p.t, packets, (bytes(p.n_bytes),), False)
    assert run(Core(), job).cycles <= 1.02 * p.k * p.n / 64 + 4000


@pytest.mark.parametrize("code", [*TOYS, (9, 400, 12)])
def test_a_key_with_another_permutation_or_scrambler_does_not_decrypt(
    code: tuple[int, int, int], rng: np.random.Generator
) -> None:
    k = codes.small(*code)
    p, good = k.params, program_jobs.textbook_pair(k).private
    word = program_jobs.textbook_word(k, p.t, rng)
    right = run(core_for(p.m, p.t), program_jobs.textbook_decrypt(k, word))
    for wrong in (replace(good, order=good.order[::-1].copy()),
                  replace(good, unscramble=good.unscramble[p.row_bytes :]
                          + good.unscramble[: p.row_bytes])):  # fmt: skip
        job = program_jobs.textbook_decrypt(k, word, wrong)
        check(core_for(p.m, p.t), [job])
        assert job.outputs[0] != right.outputs[0]


EXAMS = [(4, 15, 2, 4), (4, 16, 2, 4), (5, 30, 3, 8), (6, 61, 3, 8), (7, 128, 10, 8),
         (8, 200, 7, 4), (9, 400, 12, 8), (10, 1023, 50, 8), (11, 2000, 31, 16),
         (12, 3488, 64, 8), (13, 6960, 119, 8), (13, 8192, 128, 8), (14, 9000, 100, 8),
         (15, 32767, 64, 8), (16, 65536, 64, 8)]  # fmt: skip


@pytest.mark.parametrize(("m", "n", "t", "num_regs"), EXAMS)
def test_self_test_passes_on_every_field(m: int, n: int, t: int, num_regs: int) -> None:
    core = core_for(m, t, num_regs=num_regs)
    parts = ("", "kem", "pmul") if num_regs > 4 else ("", "kem")
    check(core, [program_jobs.self_test(m, n, t, part=part) for part in parts])


def test_self_test_passes_for_a_small_code_on_the_default_build() -> None:
    check(Core(), [program_jobs.self_test(12, 48, 2, part=part) for part in ("", "kem", "pmul")])


def test_self_test_of_the_kem_passes_with_every_draw_and_stops_without_hash() -> None:
    for seed in range(20):
        check(core_for(6, 3), [program_jobs.self_test(6, 61, 3, seed, part="kem")])
    bad_opcode = 1
    got = run(core_for(6, 3, hash=0), program_jobs.self_test(6, 61, 3, part="kem"))
    assert got.error is not None and got.error[0] == bad_opcode


@pytest.mark.parametrize("part", ["", "pmul", "kem"])
def test_self_test_fails_without_any_of_its_instructions(part: str) -> None:
    """With a `nop` in its place the run is another one, so that each instruction takes part.

    Some cannot be seen so: the veq that only clears EQUAL, a vsel or vkeep that keeps its register,
    the verdict, whose absence accepts, and the wipe of a machine that is clean.
    """
    job, core = program_jobs.self_test(8, 200, 7, part=part), core_for(8, 7)
    sound, kept = image((job.program,)), []
    for line in sound.lines[:-1]:
        words = list(sound.words)
        words[line.address] = assemble("nop").words[0]
        try:
            got = run(core, job, words)
        except MceError:
            continue  # packets are left over, or something undefined was read
        if got.error is None and not got.reject and tuple(got.outputs) == job.outputs:
            kept.append(" ".join(line.source.split()))
    unseen = {
        "": ["nop", "veq v7, v4, s9", "vsel v5, v0, weight|recheck|padok", "verdict equal"],
        "pmul": ["wipe", "verdict equal"],
        "kem": ["wipe", "vkeep v1, drawn", "verdict equal"],
    }
    assert kept == unseen[part]


@pytest.mark.parametrize("number", [1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13])
def test_self_test_rejects_an_answer_that_is_not_the_expected_one(number: int) -> None:
    """A packet of another exam stands for a core that computes something else.

    Packet 2 and the first only say what must have no effect; packet 12 is as good as its bits.
    """
    job, other = (program_jobs.self_test(8, 200, 7, seed) for seed in (0, 1))
    packets = list(job.packets)
    packets[number] = other.packets[number] if number < 13 else b"\xfd\x02"
    assert run(core_for(8, 7), replace(job, packets=tuple(packets))).reject == (number != 1)


def bch_word(m: int, n: int, t: int, weight: int, rng: np.random.Generator) -> Job:
    """The zero code word with errors."""
    word = bits.from_positions(rng.choice(n, weight, replace=False), n)
    return program_jobs.bch_decode(m, n, t, word, np.zeros(n, np.uint8) if weight <= t else None)


@pytest.mark.parametrize(("m", "n", "t"), [(4, 15, 2), (8, 255, 10), (10, 1023, 40), (10, 900, 33)])
def test_bch_decoder_corrects_up_to_t_errors(
    m: int, n: int, t: int, rng: np.random.Generator
) -> None:
    check(core_for(m, t), [bch_word(m, n, t, w, rng) for w in (0, 1, t - 1, t)])


def test_bch_decoder_rejects_more_errors_and_padding(rng: np.random.Generator) -> None:
    m, n, t = 10, 1023, 40
    job = bch_word(m, n, t, t, rng)
    padded = program_jobs.with_padding(job.packets[0], n)
    wrong = replace(job, packets=(padded, *job.packets[1:]), outputs=(bytes(128),), reject=True)
    check(core_for(m, t), [bch_word(m, n, t, w, rng) for w in (t + 1, t + 5)] + [wrong])
