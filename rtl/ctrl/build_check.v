// SPDX-License-Identifier: Apache-2.0
// build_check: no logic; stops the elaboration of a senseless build. The message is the name of the
// missing module. The evaluation unit checks its own need for long basis chains.
`default_nettype none

module build_check #(
  parameter        M              = 13,
  parameter        N_MAX          = 8192,
  parameter        T_MAX          = 128,
  parameter        NUM_INST       = 256,
  parameter        NUM_REGS       = 8,
  parameter        AXIS_WIDTH     = 64,
  parameter [16:0] FIELDS         = 17'h03000,
  parameter        GF2MULT_FACTOR = 8,
  parameter        HASH           = 1,
  parameter        POINTS         = 2,
  parameter        GATHER_PORTS   = 4,
  parameter        BATCH          = 1
);
  // Fields of M bits at most; a shift by M + 1 = 17 must not lose the comparison.
  localparam [31:0] Fields   = {15'd0, FIELDS};
  localparam        FieldsOk = FIELDS != 17'd0 && FIELDS[3:0] == 4'd0 && (Fields >> M) <= 32'd1;

  // Whether some code of the build corrects t errors: m t < n <= min(N_MAX, 2^m).
  function integer some_code;
    input integer t;
    integer m;
    begin
      some_code = 0;
      for (m = 4; m <= 16; m = m + 1)
        if (FIELDS[m] && m * t < N_MAX && m * t < (1 << m)) some_code = 1;
    end
  endfunction

  generate
    if (M < 4 || M > 16) begin : gen_m
      mce_error_M_must_be_4_to_16 u_stop ();
    end
    if (N_MAX > (1 << M)) begin : gen_n
      mce_error_N_MAX_must_be_at_most_2_to_the_M u_stop ();
    end
    if (!FieldsOk) begin : gen_fields
      mce_error_FIELDS_must_name_fields_from_4_up_to_M u_stop ();
    end
    // Only with sound fields, so that one mistake gives one message.
    if (FieldsOk && some_code(2) == 0) begin : gen_short
      mce_error_N_MAX_is_too_small_for_a_code_with_t_2_in_a_field_of_FIELDS u_stop ();
    end
    if (FieldsOk && some_code(2) != 0 && some_code(T_MAX) == 0) begin : gen_useless_t
      mce_error_T_MAX_is_larger_than_N_MAX_or_2_to_the_m_over_m_allows_in_any_field u_stop ();
    end
    if (NUM_REGS < 4 || NUM_REGS > 32 || (NUM_REGS & (NUM_REGS - 1)) != 0) begin : gen_regs
      mce_error_NUM_REGS_must_be_4_8_16_or_32 u_stop ();
    end
    if (NUM_INST < 64 || NUM_INST > 4096 || (NUM_INST & (NUM_INST - 1)) != 0) begin : gen_inst
      mce_error_NUM_INST_must_be_a_power_of_two_from_64_to_4096 u_stop ();
    end
    if (AXIS_WIDTH < 32 || AXIS_WIDTH > 512 || (AXIS_WIDTH & (AXIS_WIDTH - 1)) != 0) begin : gen_w
      mce_error_AXIS_WIDTH_must_be_32_64_128_256_or_512 u_stop ();
    end
    if (T_MAX < 2) begin : gen_t
      mce_error_T_MAX_must_be_2_or_more u_stop ();
    end
    if (HASH < 0 || HASH > 2) begin : gen_hash
      mce_error_HASH_must_be_0_none_1_planes_or_2_rounds u_stop ();
    end
    if (POINTS != 2 && POINTS != 4) begin : gen_points
      mce_error_POINTS_must_be_2_or_4 u_stop ();
    end
    // Four points of a cycle are four look-ups, and quarters of a block of eight points or more.
    if (POINTS == 4 && GATHER_PORTS != 4) begin : gen_four_looks
      mce_error_POINTS_4_needs_GATHER_PORTS_4 u_stop ();
    end
    if (POINTS == 4 && T_MAX < 5) begin : gen_four_t
      mce_error_POINTS_4_needs_T_MAX_of_5_or_more u_stop ();
    end
    if (GATHER_PORTS != 2 && GATHER_PORTS != 4) begin : gen_gather
      mce_error_GATHER_PORTS_must_be_2_or_4 u_stop ();
    end
    if (BATCH != 1 && BATCH != 2 && BATCH != 4) begin : gen_batch
      mce_error_BATCH_must_be_1_2_or_4 u_stop ();
    end
    if (BATCH == 4 && GATHER_PORTS != 4) begin : gen_batch_ports
      mce_error_BATCH_4_needs_GATHER_PORTS_4 u_stop ();
    end
    if (GF2MULT_FACTOR < 1 || GF2MULT_FACTOR > 32) begin : gen_f
      mce_error_GF2MULT_FACTOR_must_be_1_to_32 u_stop ();
    end
  endgenerate
endmodule

`default_nettype wire
