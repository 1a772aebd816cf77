# SPDX-License-Identifier: Apache-2.0
"""Sequencer of the simulator: loops, errors, wipes, packets, what the watcher sees, cycles."""

from __future__ import annotations

import pytest

from iss_programs import SMALL, Bench
from mce.errors import MceError
from mce.isa.spec import load
from mce.iss import Core, Machine

CODE = {name: error.code for name, error in load().errors.items()}
PADOK = 4


def retired(bench: Bench) -> list[int]:
    """Addresses in the order of execution."""
    return [r.pc for r in bench.seen]


def error_of(text: str, packets: list[bytes] | None = None) -> tuple[str, int] | None:
    """Name and address of the error of a program."""
    outcome = Bench().run(text, packets or [])
    if outcome.error is None:
        return None
    return next(n for n, c in CODE.items() if c == outcome.error[0]), outcome.error[1]


def test_scalars_follow_from_the_parameters() -> None:
    bench = Bench()
    bench.run("nop")
    assert bench.machine.state.s[:8] == [0, 60, 42, 18, 3, 6, 64, 4]


def test_scalar_arithmetic_is_modulo_2_to_the_17() -> None:
    bench = Bench()
    bench.run("li s8, 65535\nsadd s9, s8, s8\nsadd s10, s9, t\nssub s11, zero, t1")
    assert bench.machine.state.s[8:12] == [65535, 131070, 1, 131068]


def test_scalars_survive_wipes_and_runs() -> None:
    bench = Bench()
    bench.run("li s8, 77\nwipe")
    bench.run("nop")
    assert bench.machine.state.s[8] == 77


def test_a_loop_runs_its_body_count_times() -> None:
    bench = Bench()
    bench.run("li s8, 3\nloop s8, end\nnop\nnop\nend: nop")
    assert retired(bench) == [0, 1, 2, 3, 2, 3, 2, 3, 4, 5]


def test_two_loops_may_end_at_the_same_address() -> None:
    bench = Bench()
    bench.run("li s8, 2\nloop s8, end\nnop\nloop s8, end\nnop\nend: nop")
    assert retired(bench) == [0, 1, 2, 3, 4, 4, 2, 3, 4, 4, 5, 6]


def test_the_count_of_a_loop_is_read_once() -> None:
    bench = Bench()
    bench.run("li s8, 2\nloop s8, end\nli s8, 9\nend: nop")
    assert retired(bench) == [0, 1, 2, 2, 3, 4]


def test_loops_do_not_survive_halt() -> None:
    bench = Bench()
    bench.run("li s8, 2\nloop s8, 5\nloop s8, 5\nhalt")
    bench.run("li s8, 1\nloop s8, end\nnop\nend: nop")
    assert retired(bench) == [0, 1, 2, 3, 4]


LOOP = 0x06 << 26 | 8 << 16
ERRORS = {
    ".word 0": ("BAD_OPCODE", 0),
    "nop\n.word 0x04000001": ("BAD_OPERAND", 1),
    ".word 0x48000000\nnop\n.word 0xfc000000": ("BAD_OPCODE", 2),
    "li s8, 65\nvld v0, s8": ("LENGTH_RANGE", 1),
    "vld v0, zero": ("LENGTH_RANGE", 0),
    "loop zero, end\nnop\nend: nop": ("LENGTH_RANGE", 0),
    "li s8, 1\nli s9, 64\nvslice v0, v1, s8, s9": ("LENGTH_RANGE", 2),
    "li s8, 7\npadd p4, p5, p6, s8": ("LENGTH_RANGE", 1),
    "li s8, 7\npld p6, s8": ("LENGTH_RANGE", 1),
    "li s8, 10\npld p0, s8": ("LENGTH_RANGE", 1),
    "li s8, 6\nli s9, 6\npscale p4, p5, p6, s8, s9": ("LENGTH_RANGE", 2),
    f"li s8, 1\n.word {LOOP | 2}": ("BAD_OPERAND", 1),
    f"li s8, 1\n.word {LOOP | 257}\nnop": ("BAD_OPERAND", 1),
    f"li s8, 1\n.word {LOOP | 9}\n.word {LOOP | 9}\n.word {LOOP | 9}\nnop": ("BAD_OPERAND", 3),
    f"li s8, 0\n.word {LOOP | 2}": ("LENGTH_RANGE", 1),
    "vld v0, n": ("STREAM_TIMEOUT", 0),
}


@pytest.mark.parametrize("text", ERRORS)
def test_error_code_and_address(text: str) -> None:
    assert error_of(text) == ERRORS[text]


@pytest.mark.parametrize(
    ("size", "name"), [(7, "PKT_SHORT"), (9, "PKT_LONG"), (1, "PKT_SHORT"), (64, "PKT_LONG")]
)
def test_a_packet_of_another_size_ends_the_job(size: int, name: str) -> None:
    assert error_of("nop\nvld v0, n", [bytes(size)]) == (name, 1)


def test_running_past_the_memory_is_pc_range() -> None:
    machine = Machine(SMALL)
    machine.load([0x08000000] * 256)
    assert machine.run(250, m=6, n=60, t=3).error == (CODE["PC_RANGE"], 256)
    assert machine.run(300, m=6, n=60, t=3).error == (CODE["PC_RANGE"], 300)


@pytest.mark.parametrize("code", [(7, 60, 3), (4, 16, 2), (6, 65, 3), (6, 60, 1), (6, 60, 5),
                                  (6, 18, 3), (5, 33, 2)])  # fmt: skip
def test_parameters_that_the_build_has_not_are_param_range(code: tuple[int, int, int]) -> None:
    assert Bench().run("nop", code=code).error == (CODE["PARAM_RANGE"], 0)


@pytest.mark.parametrize("code", [(6, 19, 3), (6, 64, 4), (5, 32, 3), (6, 13, 2)])
def test_parameters_at_the_limits_are_accepted(code: tuple[int, int, int]) -> None:
    assert Bench().run("nop", code=code).error is None


SECRETS = "vld v7, n\nesyn p4, v7\n"


def full(bench: Bench, text: str) -> None:
    """Fill all kinds of secret state, then run the text."""
    pairs = bytes(range(1, 129)) * 2
    bench.run(f"{SECRETS}pbm\nli s8, 2\nvmov v1, v7\nhabs v7, n\n{text}",
              [b"\xff" * 7 + b"\x0f", pairs])


def is_wiped(bench: Bench) -> bool:
    """Whether everything secret is as after a reset."""
    state = bench.machine.state
    return (
        not any(state.v)
        and not state.p.any()
        and not state.unknown.any()
        and state.weights is None
        and state.flags == PADOK
        and state.message == b""
    )


@pytest.mark.parametrize("text", [".word 0", "wipe", "vld v0, zero", "vld v0, n"])
def test_errors_and_wipe_clear_everything_secret(text: str) -> None:
    bench = Bench()
    full(bench, text)
    assert is_wiped(bench)


def test_halt_leaves_everything_for_the_next_run() -> None:
    bench = Bench()
    full(bench, "nop")
    assert bench.machine.state.v[1] == (1 << 60) - 1
    assert bench.machine.state.weights is not None


def test_the_first_write_to_the_memory_after_a_run_wipes() -> None:
    bench = Bench()
    full(bench, "nop")
    bench.machine.load([0x04000000], 10)
    assert is_wiped(bench)


def test_later_writes_do_not_wipe() -> None:
    bench = Bench()
    bench.machine.load([0x04000000])
    bench.vector(1, 5)
    bench.machine.load([0x04000000])
    assert bench.machine.state.v[1] == 5


def test_a_start_sets_the_flags_anew() -> None:
    bench = Bench()
    bench.run("li s8, 3\nvld v1, s8\nvclr v0\nveq v0, v0, s8", [b"\xff"])
    assert bench.machine.state.flags == 8
    bench.run("nop")
    assert bench.machine.state.flags == PADOK


def test_reject_is_what_the_last_verdict_found() -> None:
    assert not Bench().run("verdict weight\nverdict padok").reject
    assert Bench().run("verdict padok\nverdict weight").reject
    assert not Bench().run("verdict 0").reject
    assert not Bench().run("nop").reject


def test_an_error_takes_the_verdict_back() -> None:
    assert not Bench().run("verdict weight\n.word 0").reject


def test_packets_that_are_left_over_are_the_callers_error() -> None:
    with pytest.raises(MceError, match="iss-packets"):
        Bench().run("vld v0, n", [bytes(8), bytes(8)])


def test_a_program_that_does_not_fit_is_refused() -> None:
    with pytest.raises(MceError, match="iss-memory"):
        Machine(SMALL).load([0] * 10, 250)


def test_the_watcher_sees_every_instruction() -> None:
    bench = Bench()
    outcome = bench.run("li s8, 2\nloop s8, end\nvld v1, s8\nend: pli p4, 3",
                        [b"\x01", b"\x06"])  # fmt: skip
    seen = [(r.index, r.pc, r.next_pc, r.text, r.flags) for r in bench.seen]
    assert seen == [
        (0, 0, 1, "li      s8, 2", 4),
        (1, 1, 2, "loop    s8, 3", 4),
        (2, 2, 2, "vld     v1, s8", 4),
        (3, 2, 3, "vld     v1, s8", 0),
        (4, 3, 4, "pli     p4, 3", 0),
        (5, 4, 4, "halt", 0),
    ]
    changed = [r.changed for r in bench.seen]
    assert changed[0] == (("s8", 2),)
    assert changed[2:4] == [(("v1", 1),), (("v1", 2),)]
    assert changed[4] == (("p4", (3, 0, 0, 0, 0, 0)),)
    assert [r.word for r in bench.seen] == [bench.machine.memory[r.pc] for r in bench.seen]
    assert outcome.retired == 6


def test_the_cycles_of_the_instructions_add_up() -> None:
    bench = Bench()
    outcome = bench.run("li s8, 2\nloop s8, end\nvclr v1\nend: nop")
    assert outcome.cycles == 14 + sum(r.cycles for r in bench.seen)
    # li, loop, nop 4, halt 4; vclr 5 + 1 + R/2 with R = 2; leaving the loop costs nothing.
    assert [r.cycles for r in bench.seen] == [4, 4, 7, 7, 4, 4]


def test_a_run_does_not_depend_on_the_contents() -> None:
    cycles = set()
    for value in (b"\0", b"\x01", b"\xff"):
        text = "vld v0, n\nvpop v0, n, t\nesyn p4, v0\npbm\neroot v1, p0\nvst v1, n"
        cycles.add(Bench(Core()).run(text, [value * 436, value * (4 << 12)], (12, 3488, 64)).cycles)
    assert len(cycles) == 1
