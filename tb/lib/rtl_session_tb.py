# SPDX-License-Identifier: Apache-2.0
"""cocotb side of rtl_session: runs the jobs of a folder through the driver."""

import json
import os
from pathlib import Path
from typing import Any

import cocotb

from fast_bus import FastBus
from mce.driver.device import Accelerator, JobError
from mce.driver.programs import image
from mce.isa.program import Program


async def run_row(device: Accelerator, bus: FastBus, program: Program, row: dict[str, Any],
                  folder: Path) -> dict[str, Any]:
    """One job; an error of the core is a result."""
    bus.dma_after_start = row["latency"] > 0
    bus.memory.tune(latency=row["latency"], gap=row["gap"])
    await device.set_code(row["m"], row["n"], row["t"])
    packets = [(folder / name).read_bytes() for name in row["packets"]]
    try:
        got = await device.run(program.entry(row["program"]), packets, row["outputs"])
    except JobError as err:
        return {"outputs": [], "error": [err.number, err.pc]}
    return {"outputs": [o.hex() for o in got.outputs], "reject": got.reject, "error": None,
            "cycles": got.cycles, "stall_in": got.stall_in, "stall_out": got.stall_out}


@cocotb.test()
async def run_the_jobs(dut: Any) -> None:
    """All jobs of the folder RTL_SESSION, in order, on one design."""
    folder = Path(os.environ["RTL_SESSION"])
    bus = FastBus(dut, width=int(os.environ["AXIS_WIDTH"]), seed=int(os.environ["SEED"]))
    await bus.reset()
    device = Accelerator(bus)
    build = await device.open()
    own = folder / "program.json"
    program = Program.from_json(own.read_text()) if own.exists() else image()
    await device.load(program)
    rows = json.loads((folder / "jobs.json").read_text())
    results = []
    for row in rows:
        results.append(await run_row(device, bus, program, row, folder))
        (folder / "progress").write_text(str(len(results)))
    (folder / "results.json").write_text(json.dumps({"build": str(build), "results": results}))
