# SPDX-License-Identifier: Apache-2.0
"""Generated parts of the documentation are up to date, and links between pages lead somewhere."""

import re

import pytest

from gen_docs import PAGES, ROOT, render

DOCS = ["README.md", *sorted(str(p.relative_to(ROOT)) for p in (ROOT / "docs").glob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_the_worked_example_is_what_the_model_gives(page):
    assert render(page, {"example"}) == (ROOT / page).read_text()


@pytest.mark.parametrize("page", DOCS)
def test_links_lead_to_files(page):
    folder = (ROOT / page).parent
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / page).read_text())
    missing = [ln for ln in links if not ln.startswith("http") and not (folder / ln).exists()]
    assert not missing
