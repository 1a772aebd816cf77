# SPDX-License-Identifier: Apache-2.0
"""Generated parts of the documentation are up to date, and links between pages lead somewhere."""

import re

import pytest

from gen_docs import PAGES, ROOT, SAME_EVERYWHERE, render

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
