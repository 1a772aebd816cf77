# SPDX-License-Identifier: Apache-2.0
"""Table of all handlers.

A handler gets the tally of its section, a unit, and the unit's key pair. It compares at once and
returns None, or it is a generator: it yields the jobs it asks of the backend, gets their results,
and compares those. So the jobs of many units travel in one batch.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

from mce.backend import Job, Result
from mce.vectors import on_backend, on_digests, on_kem, on_keygen, on_units
from mce.vectors.keys import Key
from mce.vectors.plan import Unit
from mce.vectors.report import Tally

Steps = Generator[list[Job], list[Result], None]
Handler = Callable[[Tally, Unit, Key | None], Steps | None]

HANDLERS: dict[str, Handler] = {
    **on_units.HANDLERS,
    **on_keygen.HANDLERS,
    **on_kem.HANDLERS,
    **on_backend.HANDLERS,
    **on_digests.HANDLERS,
}
