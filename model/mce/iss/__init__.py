# SPDX-License-Identifier: Apache-2.0
"""Instruction-level simulator: runs programs word by word, without RTL.

>>> machine = Machine(Core())
>>> machine.load([0x04000000])              # halt
>>> machine.run(0, m=12, n=3488, t=64).error is None
True
"""

from mce.iss.core import Core
from mce.iss.machine import Machine, Retired, Run

__all__ = ["Core", "Machine", "Retired", "Run"]
