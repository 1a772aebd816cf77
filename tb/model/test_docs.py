# SPDX-License-Identifier: Apache-2.0
"""Generated parts of the documentation are up to date, and links between pages lead somewhere."""

import re

import pytest

from gen_docs import PAGES, ROOT, SAME_EVERYWHERE, render
from mce import params
from mce.driver import programs

DOCS = ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_parts_that_need_no_measurement_are_up_to_date(page: str) -> None:
    assert render(page, SAME_EVERYWHERE) == (ROOT / page).read_text(), "run `make docs`"


@pytest.mark.parametrize("page", DOCS)
def test_links_lead_to_files(page: str) -> None:
    folder = (ROOT / page).parent
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text())
    missing = [ln for ln in links if not ln.startswith("http") and not (folder / ln).exists()]
    assert not missing


def test_the_page_of_parameters_has_the_words_of_the_groups() -> None:
    text = (ROOT / "docs" / "parameters.md").read_text(encoding="utf-8")
    groups = {"CORE": programs.CORE, "KEM": programs.KEM, "BATCH": programs.BATCH,
              "CORE and KEM": (*programs.CORE, *programs.KEM), "OTHERS": programs.OTHERS}
    for name, members in groups.items():
        words = len(programs.image(members).words)
        least = max(64, 1 << (words - 1).bit_length())
        assert re.search(rf"^\| {name} \|.*\| {words} \| {least} \|$", text, re.MULTILINE), name


def test_the_cost_of_a_draw_is_that_of_its_size() -> None:
    text = (ROOT / "docs" / "programs.md").read_text(encoding="utf-8")
    row = re.search(r"^\| `sample` \| (\d.*) \|$", text, re.MULTILINE)
    assert row is not None
    sets = [params.get(f"mceliece{name}") for name in ("348864", "8192128")]
    assert row[1].replace(" ", "").split("|")[1::2] == [str(2 * p.tau) for p in sets]
