# SPDX-License-Identifier: Apache-2.0
"""The examples of the documentation run, print what the pages show, and are right."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gen_tutorial import BLOCK, PAGES, ROOT, Terminal, render
from mce import bits, poly
from mce.field import field
from mce.isa.asm import assemble
from mce.isa.program import Program
from mce.iss import Core, Machine

TUTORIAL = (ROOT / "docs" / "programming.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_pages_show_what_their_commands_print(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert render(text) == text, "run `make docs`, then read what changed"


@pytest.mark.parametrize("page", PAGES)
def test_pages_have_commands(page: str) -> None:
    assert (ROOT / page).read_text(encoding="utf-8").count("\n$ mce ") >= 2


def test_a_command_that_is_not_known_is_no_silent_pass() -> None:
    with pytest.raises(ValueError, match="not known"):
        Terminal().run("make coffee")


def test_wrong_output_in_a_page_is_found() -> None:
    page = "```console\n$ mce isa nop\nwrong\n```\n"
    assert render(page) != page


@pytest.fixture
def program() -> Callable[[str], Program]:
    """A program of the tutorial."""
    files = {name: body for _, name, body in BLOCK.findall(TUTORIAL) if name}
    return lambda name: assemble(files[name], name)


def run(
    program: Program, code: tuple[int, int, int], packets: list[bytes]
) -> tuple[list[bytes], bool]:
    """Result packets and verdict on the instruction-level simulator."""
    machine = Machine(Core())
    machine.load(list(program.words))
    m, n, t = code
    result = machine.run(0, m=m, n=n, t=t, packets=packets)
    assert result.error is None
    return result.outputs, result.reject


@pytest.mark.parametrize("weight", [0, 1, 2, 3, 61])
def test_weight_accepts_words_of_t_ones_only(
    weight: int, program: Callable[[str], Program], rng: np.random.Generator
) -> None:
    word = bits.pack(bits.from_positions(rng.permutation(61)[:weight], 61))
    outputs, reject = run(program("weight.s"), (12, 61, 2), [word])
    assert (outputs, reject) == ([word if weight == 2 else bytes(8)], weight != 2)


def test_weight_rejects_padding(program: Callable[[str], Program]) -> None:
    assert run(program("weight.s"), (12, 61, 2), [bytes.fromhex("0300000000000080")])[1]


def test_hamming_syndromes_are_the_numbers_of_the_wrong_bits(
    program: Callable[[str], Program],
) -> None:
    h = bytes.fromhex("556678")
    rows = [[byte >> i & 1 for i in range(7)] for byte in h]
    assert [sum(rows[r][i] << r for r in range(3)) for i in range(7)] == list(range(1, 8))
    wrong = (3, 0, 5, 6)
    packets = [p for bit in wrong for p in (bytes([0x07 ^ 1 << bit]), h)]
    outputs, _ = run(program("syndromes.s"), (12, 64, 2), packets)
    value = int.from_bytes(outputs[0], "little")
    assert [value >> 3 * i & 7 for i in range(4)] == [bit + 1 for bit in wrong]


def test_product_is_that_of_the_model(
    program: Callable[[str], Program], rng: np.random.Generator
) -> None:
    f, t = field(12), 7
    h, a, b = (rng.integers(0, f.q, t).astype(np.uint16) for _ in range(3))
    a[3], b[3] = 0, 0
    packets = [bits.words_to_bytes(x) for x in (h, a, b)]
    product, ones = run(program("product.s"), (12, 200, t), packets)[0]
    modulus = np.append(h, np.uint16(1))
    remainder = poly.mod(f, poly.mul(f, a, b), modulus)[:t]
    expected = np.pad(remainder, (0, t - len(remainder)))
    assert product == bits.words_to_bytes(expected)
    assert ones == bits.words_to_bytes((expected != 0).astype(np.uint16))


def test_the_self_test_of_the_porting_page_accepts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (ROOT / "docs" / "porting.md").read_text(encoding="utf-8")
    script = next(body for _, name, body in BLOCK.findall(page) if name == "make_exam.py")
    (tmp_path / "make_exam.py").write_text(script, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    terminal = Terminal()
    assert re.fullmatch(r"\d+ packets in, 3 out\n", terminal.run("python make_exam.py"))
    questions = "".join(f" --in {path.name}" for path in sorted(tmp_path.glob("q??")))
    command = f"mce run {ROOT}/sw/asm/selftest.s --set 348864{questions}"
    shown = terminal.run(command + " --out b1 --out b2 --out b3")
    assert terminal.status == 0 and "accepted" in shown
    assert all(Path(f"a{i}").read_bytes() == Path(f"b{i}").read_bytes() for i in (1, 2, 3))


def test_the_working_directory_is_left_as_it_was() -> None:
    before = Path.cwd()
    render("nothing to run\n")
    assert Path.cwd() == before
