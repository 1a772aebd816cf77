# SPDX-License-Identifier: Apache-2.0
"""What every test run says first: seed, simulators, vectors. And `--resume` for the long tests.

With `--resume` a test that has passed on these sources is not run again: each one leaves an empty
file named by the hash of the sources and of its name.
"""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from runner import BUILD, ROOT, have, seed

VECTORS = Path(os.environ.get("MCE_VECTORS", ROOT.parent / "shared" / "vectors"))
PASSED = BUILD / "results" / "passed"
LEFT_OUT = "mce_left_out"
SOURCES = ("rtl", "tb", "model", "sw", "scripts", "pyproject.toml")


@cache
def sources_digest() -> str:
    """Hash of everything that decides whether a test passes, the seed included."""
    h = hashlib.sha256(f"{seed()}".encode())
    for name in SOURCES:
        top = ROOT / name
        for path in [top] if top.is_file() else sorted(top.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".pyc":
                h.update(path.relative_to(ROOT).as_posix().encode() + path.read_bytes())
    return h.hexdigest()


def marker(nodeid: str) -> Path:
    """The file that says that a test has passed."""
    return PASSED / hashlib.sha256(f"{sources_digest()} {nodeid}".encode()).hexdigest()[:24]


class Resume:
    """Leaves out what has passed and remembers what passes."""

    def __init__(self) -> None:
        self.left_out = 0

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, config: pytest.Config,
                                      items: list[pytest.Item]) -> None:
        """After the selection by marks and names."""
        done = [item for item in items if marker(item.nodeid).exists()]
        self.left_out = len(done)
        if done:
            config.hook.pytest_deselected(items=done)
            items[:] = [item for item in items if item not in done]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that passes leaves its file."""
        if report.when == "call" and report.passed:
            PASSED.mkdir(parents=True, exist_ok=True)
            marker(report.nodeid).touch()

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node: Any) -> None:
        """With pytest-xdist the workers collect: what one of them left out."""
        self.left_out = max(self.left_out, getattr(node, "workeroutput", {}).get(LEFT_OUT, 0))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Nothing left to run is no failure."""
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[LEFT_OUT] = self.left_out
        elif self.left_out and exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
            session.exitstatus = pytest.ExitCode.OK

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Say what was left out."""
        terminalreporter.write_line(f"{self.left_out} tests have passed on these sources before")


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option --resume."""
    parser.addoption("--resume", action="store_true",
                     help="leave out tests that have passed on these sources")


def pytest_configure(config: pytest.Config) -> None:
    """In the worker processes of pytest-xdist, too."""
    if config.getoption("--resume"):
        config.pluginmanager.register(Resume(), "mce-resume")


def pytest_report_header() -> list[str]:
    """Lines above the tests."""
    found = [s for s in ("verilator", "icarus") if have(s)]
    vectors = VECTORS if VECTORS.is_dir() else "not found: tests that read vector files are skipped"
    return [f"seed: {seed()} (SEED=n changes it)", f"simulators: {', '.join(found) or 'none'}",
            f"vector files: {vectors}"]
