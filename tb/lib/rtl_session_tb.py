# SPDX-License-Identifier: Apache-2.0
"""cocotb side of rtl_session: runs the jobs of a folder through the driver."""

import json
import os
from pathlib import Path
from typing import Any

import cocotb

from fast_bus import FastBus
from mce import keyimage
from mce.drbg import RandomBytes
from mce.driver.device import Accelerator, JobError
from mce.driver.kem import Kem
from mce.driver.programs import image_with
from mce.errors import LengthError, MceError
from mce.isa.program import Program
from mce.params import Params


class Runner:
    """The core and what is loaded.

    Args:
        bus: of the core.
        folder: of the jobs.
        program: the only image, or None for the groups of sw/asm.
    """

    def __init__(self, bus: FastBus, folder: Path, program: Program | None) -> None:
        self.bus, self.folder, self.fixed = bus, folder, program
        self.device = Accelerator(bus)
        self.loaded: Program | None = None

    async def _with(self, entry: str) -> Program:
        """The image with an entry, loaded."""
        program = self.fixed or image_with(entry, self.loaded)
        if program is not self.loaded:
            await self.device.load(program)
            self.loaded = program
        return program

    async def run(self, row: dict[str, Any]) -> dict[str, Any]:
        """One job; an error of the core or of the driver is a result."""
        self.bus.dma_after_start = row["latency"] > 0
        self.bus.memory.tune(latency=row["latency"], gap=row["gap"])
        packets = [(self.folder / name).read_bytes() for name in row["packets"]]
        failed: dict[str, Any] = {"outputs": [], "error": None}
        try:
            if "operation" in row:
                got = await self._kem(row, *packets)
            else:
                got = await self._program(row, packets)
            return {**got, "trace": self.bus.trace()}
        except JobError as err:
            return {**failed, "error": [err.number, err.pc]}
        except MceError as err:
            return {**failed, "refused": [err.code, err.message, err.cure]}

    async def _program(self, row: dict[str, Any], packets: list[bytes]) -> dict[str, Any]:
        program = await self._with(row["program"])
        await self.device.set_code(row["m"], row["n"], row["t"])
        got = await self.device.run(program.entry(row["program"]), packets, row["outputs"])
        return {"outputs": [o.hex() for o in got.outputs], "reject": got.reject, "error": None,
                "cycles": got.cycles, "stall_in": got.stall_in, "stall_out": got.stall_out}

    async def _kem(self, row: dict[str, Any], first: bytes, second: bytes) -> dict[str, Any]:
        """A call of the driver's KEM class, its random source scripted."""
        params = Params(**{**row["params"], "taps": ()})
        kem = Kem(self.device, await self._with("encap"))
        if row["operation"] == "encapsulate":
            made = await kem.encapsulate(params, first, scripted(second))
            return {"outputs": [made.ct.hex(), made.ss.hex()], "reject": made.ret != 0,
                    "error": None, "cycles": made.cycles, "draws": made.draws}
        opened = await kem.decapsulate(params, keyimage.load(first), second)
        return {"outputs": [opened.ss.hex()], "reject": opened.ret != 0, "error": None,
                "cycles": opened.cycles}


def scripted(draws: bytes) -> RandomBytes:
    """A source that answers with what is left of `draws`, and raises at its end."""
    at = 0

    def source(length: int) -> bytes:
        nonlocal at
        data, at = draws[at : at + length], at + length
        if len(data) != length:
            raise LengthError("scripted-draw", f"a draw of {len(data)} bytes", f"need {length}")
        return data

    return source


@cocotb.test()
async def run_the_jobs(dut: Any) -> None:
    """All jobs of the folder RTL_SESSION, in order, on one design."""
    folder = Path(os.environ["RTL_SESSION"])
    bus = FastBus(dut, width=int(os.environ["AXIS_WIDTH"]), seed=int(os.environ["SEED"]))
    await bus.reset()
    own = folder / "program.json"
    runner = Runner(bus, folder, Program.from_json(own.read_text()) if own.exists() else None)
    build = await runner.device.open()
    rows = json.loads((folder / "jobs.json").read_text())
    results = []
    for row in rows:
        results.append(await runner.run(row))
        (folder / "progress").write_text(str(len(results)))
    (folder / "results.json").write_text(json.dumps({"build": str(build), "results": results}))
