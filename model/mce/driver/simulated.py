# SPDX-License-Identifier: Apache-2.0
"""The instruction-level simulator in the place of a core, for driver classes such as `Kem`."""

from __future__ import annotations

from collections.abc import Coroutine, Sequence
from typing import Any, TypeVar

from mce.driver.device import Build, JobError, JobResult
from mce.isa.program import Program
from mce.iss import Core, Machine

T = TypeVar("T")


def wait(call: Coroutine[Any, Any, T]) -> T:
    """The result of a driver call on a device that never waits, without an event loop."""
    try:
        call.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    call.close()
    raise RuntimeError("the device waits: run the call in an event loop")


class SimulatedDevice:
    """What `mce.driver.device.Accelerator` offers, without a bus.

    Args:
        core: the build.
    """

    def __init__(self, core: Core) -> None:
        self.machine = Machine(core)
        self.code = (0, 0, 0)
        self.build: Build | None = Build(
            m_max=core.m, n_max=core.n_max, t_max=core.t_max, fields=core.fields,
            axis_width=core.axis_width, factor=core.gf2mult_factor, num_regs=core.num_regs,
            num_inst=core.num_inst, reg_capacity=core.rcap, hash=core.hash,
            points=core.points, gather_ports=core.gather_ports, batch=core.batch,
        )

    async def load(self, program: Program) -> None:
        """Load a program, which wipes what the last one left.

        Raises:
            MceError: the program is longer than the memory (``iss-memory``).
        """
        self.machine.load(program.words)

    async def set_code(self, m: int, n: int, t: int) -> None:
        """Choose field, code length and weight."""
        self.code = (m, n, t)

    async def run(self, start_pc: int, packets: Sequence[bytes],
                  outputs: Sequence[int]) -> JobResult:
        """Run the loaded program; `outputs` says how many packets there must be, and how long.

        Raises:
            JobError: the machine stopped the job.
        """
        m, n, t = self.code
        done = self.machine.run(start_pc, m=m, n=n, t=t, packets=packets)
        if done.error:
            raise JobError(*done.error)
        assert [len(o) for o in done.outputs] == list(outputs), "result packets of other sizes"
        return JobResult(tuple(done.outputs), done.reject, done.cycles, 0, 0)
