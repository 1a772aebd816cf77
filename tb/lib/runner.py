# SPDX-License-Identifier: Apache-2.0
"""The one place that builds an RTL top and runs cocotb tests on it.

`simulate` is called from the pytest side of a bench. Builds are kept in build/sim, named by the
hash of everything that enters them, so an unchanged design is never built twice, whoever asks.
"""

from __future__ import annotations

import fcntl
import hashlib
import logging
import os
import re
import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest
from cocotb_tools.check_results import get_results
from cocotb_tools.runner import get_runner

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build"
INCLUDES = (ROOT / "rtl" / "gen",)
DEFAULT_SEED = 20260
LOG = logging.getLogger("mce.sim")

# Only what a bench touches is public: the model is about three times faster.
VERILATOR_ARGS = (
    "--no-public-flat-rw", "-O3", "--x-assign", "fast", "--x-initial", "unique",
    "-Wno-fatal", "-Wno-WIDTH", "-Wno-UNUSED", "-CFLAGS", "-O2",
)


@cache
def use_repaired_verilator() -> None:
    """Put the repaired Verilator of `make setup` first on PATH when it exists."""
    repaired = BUILD / "verilator" / "bin"
    if repaired.is_dir():
        os.environ["PATH"] = f"{repaired}{os.pathsep}{os.environ['PATH']}"


def have(sim: str) -> bool:
    """True when the simulator `sim` ("verilator" or "icarus") can be run."""
    use_repaired_verilator()
    return shutil.which({"verilator": "verilator", "icarus": "iverilog"}[sim]) is not None


def sims() -> list[object]:
    """Simulators as pytest parameters; one that is not installed is a visible skip."""
    cures = {"verilator": "run `make setup`", "icarus": "apt-get install iverilog"}
    return [
        pytest.param(s, marks=pytest.mark.skipif(not have(s), reason=f"{s} missing: {cures[s]}"))
        for s in cures
    ]


def seed() -> int:
    """Seed of this run: environment variable SEED, or the fixed default."""
    return int(os.environ.get("SEED", DEFAULT_SEED))


def file_list() -> list[Path]:
    """RTL sources in order, from rtl/files.f."""
    lines = (ROOT / "rtl" / "files.f").read_text().splitlines()
    return [ROOT / ln.strip() for ln in lines if ln.strip() and not ln.startswith("#")]


def closure(top: str, extra_sources: Sequence[Path] = ()) -> list[Path]:
    """Sources that `top` needs, in file-list order, `extra_sources` last.

    File = module, so a module is used where its file's stem stands as a word. Leaving out the
    rest keeps a unit's build valid while other units change.
    """
    known = {p.stem: p for p in [*file_list(), *extra_sources]}
    words = {stem: set(re.findall(r"\w+", p.read_text())) for stem, p in known.items()}
    needed, todo = set(), [top]
    while todo:
        stem = todo.pop()
        if stem in known and stem not in needed:
            needed.add(stem)
            todo.extend(words[stem] & known.keys())
    return [p for stem, p in known.items() if stem in needed]


def _digest(sources: Iterable[Path], facts: Iterable[object]) -> str:
    h = hashlib.sha256(repr(list(facts)).encode())
    headers = sorted(p for inc in INCLUDES for p in inc.glob("*.vh"))
    for path in [*sources, *headers, Path(__file__)]:
        h.update(str(path).encode() + b"\0" + path.read_bytes())
    return h.hexdigest()[:12]


def _public_file(folder: Path, modules: Sequence[str]) -> Path:
    vlt = folder / "public.vlt"
    rows = [f'public_flat_rw -module "{m}" -var "*"' for m in modules]
    vlt.write_text("\n".join(["`verilator_config", *rows, ""]))
    return vlt


def build(
    top: str,
    sim: str,
    *,
    sources: Sequence[Path] | None = None,
    extra_sources: Sequence[Path] = (),
    parameters: Mapping[str, object] | None = None,
    public: Sequence[str] = (),
    waves: bool = False,
    vcd: bool = False,
) -> tuple[object, Path]:
    """Build `top` once and return (runner, build folder).

    `sources` default to what `top` needs of rtl/files.f and `extra_sources` (bench RTL). `public`
    names further modules whose signals Python must reach (Verilator; the top always is). `vcd`
    makes Verilator's waves a value change dump, as text.
    """
    use_repaired_verilator()
    files = closure(top, extra_sources) if sources is None else [*sources, *extra_sources]
    parameters = dict(parameters or {})
    facts = (sorted(parameters.items()), top, tuple(public), waves, VERILATOR_ARGS, *[vcd] * vcd)
    folder = BUILD / "sim" / sim / f"{top}-{_digest(files, facts)}"
    folder.mkdir(parents=True, exist_ok=True)
    runner = get_runner(sim)
    with open(folder / ".lock", "w", encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        fresh = (folder / "built.ok").exists()
        args: list[str] = [] if waves else ["-g2005"]
        if sim == "verilator":
            args = [*VERILATOR_ARGS, *(["--trace-fst"] if waves and not vcd else [])]
            files = [*files, _public_file(folder, [top, *public])]
        if not fresh:
            kind = "vcd" if vcd else "waves" if waves else "plain"
            runtime = BUILD / "sim" / sim / f"runtime-{kind}"
            os.environ.pop("MAKEFLAGS", None)
            if sim == "verilator" and runtime.exists():
                os.environ["MAKEFLAGS"] = RUNTIME_MAKEFLAGS
                args = [*args, "-LDFLAGS", " ".join(map(str, sorted(runtime.glob("*.o"))))]
            with open(folder / "build.log", "w", encoding="utf-8") as log:
                _build(runner, log, sources=files, includes=INCLUDES, hdl_toplevel=top,
                       parameters=parameters, build_args=args, build_dir=folder, waves=waves,
                       timescale=("1ns", "1ps"), always=True)
            os.environ.pop("MAKEFLAGS", None)
            if sim == "verilator":
                _keep_runtime(folder, runtime)
            (folder / "built.ok").touch()
        else:
            # The runner learns names in build(); fill them in without building again.
            runner.hdl_toplevel = top
            runner.parameters = parameters
            runner.sources = files
            runner.build_dir = folder
    return runner, folder


# Verilator's own runtime, most of the work of a small build, is compiled once and linked to all.
RUNTIME_MAKEFLAGS = "-- VM_GLOBAL_FAST= VM_GLOBAL_SLOW="


def _keep_runtime(folder: Path, runtime: Path) -> None:
    """Keep the runtime objects of the first build for later ones.

    The folder appears in one step, since other processes may do the same at the same time.
    """
    if runtime.exists():
        return
    part = runtime.with_name(f"{runtime.name}.{os.getpid()}")
    part.mkdir()
    for obj in folder.glob("verilated*.o"):
        shutil.copy(obj, part)
    try:
        part.rename(runtime)
    except OSError:
        shutil.rmtree(part)


def _build(runner: object, log: object, **kwargs: object) -> None:
    log_path = Path(log.name)  # type: ignore[attr-defined]
    try:
        runner.build(log_file=log_path, **kwargs)  # type: ignore[attr-defined]
    except (subprocess.CalledProcessError, SystemExit, RuntimeError) as err:
        tail = "\n".join(log_path.read_text().splitlines()[-40:])
        raise RuntimeError(f"build failed ({log_path}):\n{tail}") from err


def simulate(
    top: str,
    module: str,
    *,
    sim: str = "verilator",
    sources: Sequence[Path] | None = None,
    extra_sources: Sequence[Path] = (),
    parameters: Mapping[str, object] | None = None,
    testcase: str | Sequence[str] | None = None,
    env: Mapping[str, str] | None = None,
    public: Sequence[str] = (),
    waves: bool | None = None,
    run_dir: Path | None = None,
    dump: Path | None = None,
) -> None:
    """Build `top` and run the cocotb tests of `module` on it; raise on any failure.

    The module lies beside the calling pytest file (its folder is in pytest's `pythonpath`).
    Environment: SEED (stimulus), WAVES=1 (write a waveform into the run folder). `dump` asks
    Verilator for a value change dump in that file, which may be a pipe.
    """
    waves = os.environ.get("WAVES") == "1" if waves is None else waves
    waves = waves or dump is not None
    runner, folder = build(top, sim, sources=sources, extra_sources=extra_sources,
                           parameters=parameters, public=public, waves=waves,
                           vcd=dump is not None)
    if run_dir is None:
        name = os.environ.get("PYTEST_CURRENT_TEST", module).split("::")[-1].split(" ")[0]
        tag = hashlib.sha256(f"{module}{name}{testcase}{env}".encode()).hexdigest()[:10]
        run_dir = folder / f"run-{tag}"
    run_dir.mkdir(exist_ok=True)
    log = run_dir / "sim.log"
    LOG.info("[%s] %s %s seed %d log %s", sim, top, dict(parameters or {}), seed(), log)
    facts = {"COCOTB_LOG_LEVEL": "INFO", "SEED": str(seed()), **(env or {})}
    _run(runner, log, hdl_toplevel=top, hdl_toplevel_lang="verilog", test_module=module,
         testcase=testcase, build_dir=folder, test_dir=run_dir, waves=waves, seed=seed(),
         results_xml=str(run_dir / "results.xml"), extra_env=facts,
         test_args=["--trace-file", str(dump)] if dump else [])


def _run(runner: object, log: Path, **kwargs: object) -> None:
    try:
        results = runner.test(log_file=log, **kwargs)  # type: ignore[attr-defined]
        total, failed = get_results(Path(str(results)))
    except (subprocess.CalledProcessError, SystemExit, RuntimeError, OSError) as err:
        raise AssertionError(f"simulation crashed: {err}\n{_tail(log)}") from err
    if total == 0:
        raise AssertionError(f"no cocotb test ran\n{_tail(log)}")
    if failed:
        raise AssertionError(f"{failed} of {total} cocotb tests failed\n{_tail(log)}")


def _tail(log: Path, lines: int = 60) -> str:
    return "\n".join(log.read_text(errors="replace").splitlines()[-lines:]) if log.exists() else ""
