# SPDX-License-Identifier: Apache-2.0
"""Bench memory with stream DMA: contents, lengths, one beat a cycle, latency."""

from __future__ import annotations

import pytest

from runner import ROOT, sims, simulate

LIB = ROOT / "tb" / "lib"


@pytest.mark.parametrize("width", [32, 64, 256])
@pytest.mark.parametrize("sim", sims())
def test_memory_and_dma(sim: str, width: int) -> None:
    simulate("mem_dma", "mem_dma_tb", sim=sim, sources=[LIB / "mem_dma_fifo.v", LIB / "mem_dma.v"],
             parameters={"W": width}, env={"WIDTH": str(width)})
