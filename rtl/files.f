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
rtl/axi/stream_in.v
rtl/axi/stream_out.v
rtl/axi/gear_in.v
rtl/axi/gear_out.v
rtl/axi/watchdog.v
rtl/axi/packet_io.v
rtl/axi/axil_slave.v
rtl/axi/axil_job.v
rtl/axi/axil_access.v
rtl/axi/axil_regs.v
# vec
rtl/vec/vec_rotl_stage.v
rtl/vec/vec_rotl.v
rtl/vec/vec_pop.v
rtl/vec/vec_look.v
rtl/vec/vec_memory.v
rtl/vec/vec_control.v
rtl/vec/vec_collect.v
rtl/vec/vec_gather.v
rtl/vec/vec_sample.v
rtl/vec/vec_vm.v
rtl/vec/vec_operands.v
rtl/vec/vec_mask.v
rtl/vec/vec_words.v
rtl/vec/vec_alu.v
rtl/vec/vec_mv_step.v
rtl/vec/vec_mv_lane.v
rtl/vec/vec_mv.v
rtl/vec/vec_batch.v
rtl/vec/vec_bits.v
rtl/vec/vec_core.v
# poly
rtl/poly/poly_rows3.v
rtl/poly/poly_head.v
rtl/poly/poly_pick4.v
rtl/poly/poly_lane.v
rtl/poly/poly_lanes.v
rtl/poly/poly_matrix.v
rtl/poly/poly_frobenius.v
rtl/poly/poly_scalar.v
rtl/poly/poly_cursor.v
rtl/poly/poly_read.v
rtl/poly/poly_write.v
rtl/poly/poly_bm.v
rtl/poly/poly_elem.v
rtl/poly/poly_mul.v
rtl/poly/poly_unit.v
# eval
rtl/eval/eval_rom.v
rtl/eval/eval_twiddle.v
rtl/eval/eval_commutator.v
rtl/eval/eval_stage.v
rtl/eval/eval_fft.v
rtl/eval/eval_accu.v
rtl/eval/eval_basis_monic.v
rtl/eval/eval_basis_seq.v
rtl/eval/eval_basis_cells.v
rtl/eval/eval_basis.v
rtl/eval/eval_points.v
rtl/eval/eval_roots.v
rtl/eval/eval_values.v
rtl/eval/eval_unit.v
# hash
rtl/hash/keccak_planes.v
rtl/hash/keccak_rounds.v
rtl/hash/hash_unit.v
rtl/hash/hash_block.v
# ctrl
rtl/ctrl/build_check.v
rtl/ctrl/serial_mul.v
rtl/ctrl/scalars.v
rtl/ctrl/decode.v
rtl/ctrl/operands.v
rtl/ctrl/loop_stack.v
rtl/ctrl/flags.v
rtl/ctrl/instruction.v
rtl/ctrl/sequencer.v
# top
rtl/mce_units.v
rtl/mce_core.v
rtl/mce_top.v
