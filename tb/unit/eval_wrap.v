// SPDX-License-Identifier: Apache-2.0
// eval_wrap: eval_unit among behavioural neighbours: pair stream, vector memory, registers.
// load_i reads chunks.hex, bits.hex and poly.hex; dump_i writes sums.hex, roots.hex, values.hex.
// The streams pause in gap_i/256 of the cycles. A run or wipe ends with finished_o; cycles_o counts
// its busy cycles. fault_o collects breaches of the interface rules, one bit each.
`default_nettype none

module eval_wrap #(
  parameter        M          = 13,
  parameter        N_MAX      = 1 << M,
  parameter        T_MAX      = 128,
  parameter        POINTS     = 2,
  parameter        AXIS_WIDTH = 64,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        VWORDS     = ((1 << M) > AXIS_WIDTH) ? (1 << M) / AXIS_WIDTH : 1,
  parameter        WORD_BITS  = (VWORDS > 1) ? $clog2(VWORDS) : 1
) (
  input  wire        clk,
  input  wire        rst_n,
  input  wire        load_i,
  input  wire        dump_i,
  input  wire        start_i,
  input  wire        wipe_i,
  input  wire [5:0]  op_i,
  input  wire [2:0]  v_i,
  input  wire [4:0]  p_i,
  input  wire [4:0]  m_i,
  input  wire [M:0]  n_i,
  input  wire [M:0]  t_i,
  input  wire [7:0]  gap_i,
  output wire        busy_o,
  output reg         finished_o,
  output reg  [31:0] cycles_o,
  output reg  [31:0] chunks_o,
  output reg  [31:0] sums_o,
  output reg  [31:0] sent_o,
  output reg         recheck_o,
  output reg         recheck_seen_o,
  output reg  [7:0]  fault_o
);
  localparam [5:0] Esyn = 6'h28, Eroot = 6'h29, Eval = 6'h2a;
  localparam XrLatency = 3;
  localparam LaneBits  = $clog2(POINTS);

  wire                  done, wipe_busy, ck_ready, look_valid, rw_valid, xw_start, xw_valid;
  wire                  xr_start, recheck_we, recheck;
  wire [2:0]            look_reg, rw_reg;
  wire [POINTS*M-1:0]   look_idx;
  wire [M-1:0]          xw_data;
  wire [WORD_BITS-1:0]  rw_word;
  wire [AXIS_WIDTH-1:0] rw_data;
  wire [4:0]            xw_reg, xr_reg;
  wire [M:0]            xr_len;
  wire                  out_valid;
  wire [63:0]           out_data;
  reg                   ck_valid_q, busy_q, out_ready_q, held_q;
  reg  [63:0]           held_data_q;
  reg  [15:0]           lfsr_q;
  reg  [POINTS-1:0]     look1_q, look2_q;
  reg  [31:0]           xr_at_q, xr_left_q, xr_cell_q;

  reg  [32*POINTS-1:0]  chunks [0:(1<<M)/POINTS-1];
  reg                   bits   [0:(1<<M)-1];
  reg  [M-1:0]          poly   [0:2*T_MAX];
  reg  [M-1:0]          sums   [0:2*T_MAX-1];
  reg  [AXIS_WIDTH-1:0] roots  [0:VWORDS-1];
  reg  [63:0]           values [0:(1<<(M-2))-1];
  integer               i, lane;

  wire esyn    = busy_o && op_i == Esyn;
  wire eroot   = busy_o && op_i == Eroot;
  wire eval    = busy_o && op_i == Eval;
  wire take    = ck_valid_q && ck_ready;
  wire more    = chunks_o + (take ? 32'd1 : 32'd0) < (32'd1 << (m_i - LaneBits[4:0]));
  wire xr_go   = xr_left_q != 32'd0 && xr_at_q >= XrLatency;

  always @(posedge clk) begin
    lfsr_q  <= {lfsr_q[14:0], lfsr_q[15] ^ lfsr_q[13] ^ lfsr_q[12] ^ lfsr_q[10]};
    busy_q  <= busy_o || wipe_busy;
    for (lane = 0; lane < POINTS; lane = lane + 1)
      look1_q[lane] <= look_valid && bits[look_idx[M*lane +: M]];
    look2_q <= look1_q;
    finished_o <= busy_q && !(busy_o || wipe_busy);
    if (busy_o || wipe_busy) cycles_o <= cycles_o + 32'd1;
    if (take) chunks_o <= chunks_o + 32'd1;
    if (take || !ck_valid_q) ck_valid_q <= esyn && more && lfsr_q[7:0] >= gap_i;
    if (xr_start) begin
      xr_at_q   <= 32'd0;
      xr_cell_q <= 32'd0;
      xr_left_q <= {{(31-M){1'b0}}, xr_len};
    end else begin
      xr_at_q <= xr_at_q + 32'd1;
      if (xr_go) begin
        xr_left_q <= xr_left_q - 32'd1;
        xr_cell_q <= xr_cell_q + 32'd1;
      end
    end
    if (xw_valid) begin
      sums[sums_o] <= xw_data;
      sums_o       <= sums_o + 32'd1;
    end
    if (rw_valid) roots[rw_word] <= rw_data;
    out_ready_q <= lfsr_q[8:1] >= gap_i;
    if (out_valid && out_ready_q) begin
      values[sent_o[M-3:0]] <= out_data;
      sent_o                <= sent_o + 32'd1;
    end
    held_q      <= out_valid && !out_ready_q && rst_n;
    held_data_q <= out_data;
    if (recheck_we) begin
      recheck_o      <= recheck;
      recheck_seen_o <= 1'b1;
    end
    fault_o[0] <= fault_o[0] | (look_valid ? !esyn || look_reg != v_i
                                           : |{look_reg, look_idx});
    fault_o[1] <= fault_o[1] | (rw_valid ? !eroot || rw_reg != v_i : |{rw_reg, rw_word, rw_data});
    fault_o[2] <= fault_o[2] | (xw_start ? !esyn || xw_reg != p_i : |xw_reg) |
                               (xw_valid ? !esyn || {1'b0, sums_o} >= {t_i, 1'b0} : |xw_data);
    fault_o[3] <= fault_o[3] | (xr_start ? !(eroot || eval) || xr_reg != p_i : |{xr_reg, xr_len});
    fault_o[4] <= fault_o[4] | (ck_ready && !esyn);
    fault_o[5] <= fault_o[5] | (recheck_we ? !eroot || !done : recheck) | (done && !busy_o);
    fault_o[6] <= fault_o[6] | (rw_valid && {{(32-WORD_BITS){1'b0}}, rw_word} >= VWORDS);
    fault_o[7] <= fault_o[7] | (out_valid ? !eval || sent_o >= 32'd1 << (m_i - 5'd2)
                                          : !eval && |out_data) |
                               (held_q && (!out_valid || out_data != held_data_q));
    if (start_i || wipe_i || !rst_n) begin
      cycles_o       <= 32'd0;
      chunks_o       <= 32'd0;
      sums_o         <= 32'd0;
      sent_o         <= 32'd0;
      ck_valid_q     <= 1'b0;
      xr_left_q      <= 32'd0;
      recheck_o      <= 1'b0;
      recheck_seen_o <= 1'b0;
    end
    if (!rst_n) begin
      lfsr_q  <= 16'hACE1;
      fault_o <= 8'd0;
    end
    if (load_i) begin
      $readmemh("chunks.hex", chunks);
      $readmemh("bits.hex", bits);
      $readmemh("poly.hex", poly);
      // Whatever eroot does not overwrite shows.
      for (i = 0; i < VWORDS; i = i + 1) roots[i] <= {AXIS_WIDTH{1'b1}};
    end
    if (dump_i) begin
      $writememh("sums.hex", sums);
      $writememh("roots.hex", roots);
      $writememh("values.hex", values);
    end
  end

  eval_unit #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .POINTS(POINTS), .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS)
  ) u_eval (
    .clk(clk), .rst_n(rst_n), .start_i(start_i), .op_i(op_i), .v_i(v_i), .p_i(p_i),
    .m_i(m_i), .n_i(n_i), .t_i(t_i), .busy_o(busy_o), .done_o(done),
    .ck_valid_i(ck_valid_q), .ck_data_i(chunks[chunks_o[M-LaneBits-1:0]]), .ck_ready_o(ck_ready),
    .out_valid_o(out_valid), .out_data_o(out_data), .out_ready_i(out_ready_q),
    .look_valid_o(look_valid), .look_reg_o(look_reg),
    .look_idx_o(look_idx), .look_bit_i(look2_q),
    .rw_valid_o(rw_valid), .rw_reg_o(rw_reg), .rw_word_o(rw_word), .rw_data_o(rw_data),
    .xw_start_o(xw_start), .xw_reg_o(xw_reg), .xw_valid_o(xw_valid), .xw_data_o(xw_data),
    .xr_start_o(xr_start), .xr_reg_o(xr_reg), .xr_len_o(xr_len),
    .xr_valid_i(xr_go), .xr_data_i(xr_go ? poly[xr_cell_q] : {M{1'b0}}),
    .recheck_we_o(recheck_we), .recheck_o(recheck),
    .wipe_i(wipe_i), .wipe_busy_o(wipe_busy)
  );
endmodule

`default_nettype wire
