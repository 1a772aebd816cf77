# The one ordered file list: simulation, lint, synthesis and packaging read it.
# Paths are relative to the root of the repository.
# gf
rtl/gf/gf_mul.v
# mem
rtl/mem/ram_tdp.v
rtl/mem/ram_sdp.v
rtl/mem/ram_dist.v
# axi
rtl/axi/skid_buffer.v
rtl/axi/axil_slave.v
rtl/axi/axil_job.v
rtl/axi/axil_regs.v
# vec
# poly
# eval
# ctrl
# top
