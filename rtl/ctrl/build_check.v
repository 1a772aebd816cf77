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
  parameter        GF2MULT_FACTOR = 8
);
  generate
    if (M < 4 || M > 16) begin : gen_m
      mce_error_M_must_be_4_to_16 u_stop ();
    end
    if (N_MAX > (1 << M)) begin : gen_n
      mce_error_N_MAX_must_be_at_most_2_to_the_M u_stop ();
    end
    if (FIELDS == 17'd0 || FIELDS >= (17'd2 << M)) begin : gen_fields
      mce_error_FIELDS_must_name_fields_up_to_M u_stop ();
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
    if (GF2MULT_FACTOR < 1 || GF2MULT_FACTOR > 32) begin : gen_f
      mce_error_GF2MULT_FACTOR_must_be_1_to_32 u_stop ();
    end
  endgenerate
endmodule

`default_nettype wire
