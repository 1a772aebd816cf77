# SPDX-License-Identifier: Apache-2.0
"""What every test run says first: seed, simulators, vectors."""

import os
from pathlib import Path

from runner import ROOT, have, seed

VECTORS = Path(os.environ.get("MCE_VECTORS", ROOT.parent / "shared" / "vectors"))


def pytest_report_header() -> list[str]:
    """Lines above the tests."""
    found = [s for s in ("verilator", "icarus") if have(s)]
    vectors = VECTORS if VECTORS.is_dir() else "not found: tests that read vector files are skipped"
    return [f"seed: {seed()} (SEED=n changes it)", f"simulators: {', '.join(found) or 'none'}",
            f"vector files: {vectors}"]
