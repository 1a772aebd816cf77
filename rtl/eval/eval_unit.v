// SPDX-License-Identifier: Apache-2.0
// eval_unit: syndromes (esyn), roots with re-check (eroot) and values (eval) of polynomials by the
// streaming additive FFT.
// POINTS points a cycle everywhere in the pipelines. Lanes stand side by side, the first one low.
// esyn: chunks -> weighted points -> transposed pipeline -> accumulators -> basis change -> pair p.
// eroot: register p -> basis change -> forward pipeline -> root bits -> vector v; the root bits
// gate the weights of the last esyn through the transposed pipeline on top of its accumulators,
// and the flag tells whether all vanish. That uses the accumulators up: one eroot for one esyn.
// eval: register p -> basis change -> forward pipeline -> stream, four values a chunk; weights and
// accumulators stay.
// Operands must hold until done_o. Cycles, with P = POINTS, q = 2^m, T = 2^LF >= T_MAX (LF >= 2),
// L = 2t rounded up to a power of two (>= 8), B(x) = max(x/8, 1) * log2(x)*(log2(x)-1)/2 pairs of
// butterflies:
//   esyn:  q/P + B(L) + 2t - 3L/8 (2t if L = 8) + 2T/P + 2*LF + 11, with a stream that never pauses
//   eroot: q/P + B(T) + load + 3T/P + 4*LF + 15 + x, load = t+1 (T if t = T, at least T/2),
//          x cycles from xr_start_o to the first coefficient
//   eval:  q/P + B(T) + load + T/P + 2*LF + 12 + x, with a stream that takes a chunk when offered
// plus one cycle, or where a layer has 8 pairs of butterflies or less four idle cycles per layer
// and one more time in esyn.
// The duration never depends on contents. A wipe takes (2^M + 3T)/P + 4*LF + about 20.
`default_nettype none

module eval_unit #(
  parameter        M          = 13,
  parameter        N_MAX      = 1 << M,
  parameter        T_MAX      = 128,
  parameter        POINTS     = 2,
  parameter        AXIS_WIDTH = 64,
  parameter [16:0] FIELDS     = 17'h03000,
  parameter        VWORDS     = ((1 << M) > AXIS_WIDTH) ? (1 << M) / AXIS_WIDTH : 1,
  parameter        WORD_BITS  = (VWORDS > 1) ? $clog2(VWORDS) : 1
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  start_i,
  input  wire [5:0]            op_i,
  input  wire [2:0]            v_i,
  input  wire [4:0]            p_i,
  input  wire [4:0]            m_i,
  input  wire [M:0]            n_i,
  input  wire [M:0]            t_i,
  output wire                  busy_o,
  output wire                  done_o,
  // Pairs {position, weight} from the stream.
  input  wire                  ck_valid_i,
  input  wire [32*POINTS-1:0]  ck_data_i,
  output wire                  ck_ready_o,
  output wire                  out_valid_o,
  output wire [63:0]           out_data_o,
  input  wire                  out_ready_i,
  // Vector core.
  output wire                  look_valid_o,
  output wire [2:0]            look_reg_o,
  output wire [POINTS*M-1:0]   look_idx_o,
  input  wire [POINTS-1:0]     look_bit_i,
  output wire                  rw_valid_o,
  output wire [2:0]            rw_reg_o,
  output wire [WORD_BITS-1:0]  rw_word_o,
  output wire [AXIS_WIDTH-1:0] rw_data_o,
  // Polynomial unit.
  output wire                  xw_start_o,
  output wire [4:0]            xw_reg_o,
  output wire                  xw_valid_o,
  output wire [M-1:0]          xw_data_o,
  output wire                  xr_start_o,
  output wire [4:0]            xr_reg_o,
  output wire [M:0]            xr_len_o,
  input  wire                  xr_valid_i,
  input  wire [M-1:0]          xr_data_i,
  // Flag.
  output wire                  recheck_we_o,
  output wire                  recheck_o,
  input  wire                  wipe_i,
  output wire                  wipe_busy_o
);
  `include "mce_isa.vh"
  `include "mce_fields.vh"

  // At least two stages, so that no loop is shorter than the latency of what it reads back.
  localparam Levels   = (T_MAX > 4) ? $clog2(T_MAX) : 2;
  localparam LaneBits = $clog2(POINTS);

  // Every field of the build needs a chain of Levels + 1.
  function integer chains_fit(input integer levels);
    integer m;
    begin
      chains_fit = 1;
      for (m = 1; m <= 16; m = m + 1)
        if (FIELDS[m] && (m > M || chain_len(m) < levels + 1)) chains_fit = 0;
    end
  endfunction

  generate
    if (chains_fit(Levels) == 0) begin : gen_stop_chain
      eval_unit_error_FIELDS_has_a_field_above_M_or_with_a_chain_too_short_for_T_MAX u_stop ();
    end
    if (N_MAX > (1 << M)) begin : gen_stop_length
      eval_unit_error_N_MAX_exceeds_2_to_the_M u_stop ();
    end
  endgenerate

  localparam [2:0] Idle = 3'd0, Syndrome = 3'd1, Roots = 3'd2, Values = 3'd3, Wipe = 3'd4;

  reg  [2:0] state_q, state_d;
  reg        first_q;        // first cycle of a run
  reg  [2:0] wiped_q;        // cycles since the zeros reached the end of the forward pipeline
  // Copies of its own, for m and t go to every corner of the unit; that of m goes on from pipeline
  // to pipeline, ahead of the points.
  wire [4:0] m1, unused_m;
  reg  [4:0] m_q;
  reg  [M:0] t_q;
  always @(posedge clk) begin
    m_q <= m_i;
    t_q <= t_i;
  end

  // The start is registered, so that what clears the pipelines before each run is a register too.
  reg        clr, begin_syn, begin_root, begin_val, begin_wipe;
  // After a kill the pipelines are cleared a cycle late. What speaks to other units is not.
  wire       stop       = clr || !rst_n;
  wire       begin_any  = begin_syn || begin_root || begin_val || begin_wipe;
  wire       syndrome   = state_q == Syndrome;
  wire       roots      = state_q == Roots;
  wire       values     = state_q == Values;
  wire       wiping     = state_q == Wipe;
  reg        forward;       // roots || values

  wire           basis_done, accu_done, accu_zero, filling;
  wire           emit_valid;
  wire [M-1:0]   emit_data;
  wire           feed, feed_go, primed, value_accept, value_full, values_empty;
  wire           feed_valid, value_valid, root_valid, point_valid, y_valid, sum_valid, sum_last;
  wire [POINTS*M-1:0]   feed_data, value, point, y, sum;
  wire [M-LaneBits-1:0] root_number;
  wire [POINTS-1:0]     root_bits;
  // Cycles of all points minus one. A wipe covers the largest field, whatever m is.
  reg  [M-LaneBits-1:0] last;

  always @(*) begin
    state_d = state_q;
    case (state_q)
      // Waits for an instruction or a wipe.
      Idle:
        if (begin_wipe) state_d = Wipe;
        else if (begin_syn) state_d = Syndrome;
        else if (begin_root) state_d = Roots;
        else if (begin_val) state_d = Values;
      // Takes the pairs, sums, changes the basis, writes the syndromes.
      Syndrome: if (basis_done) state_d = Idle;
      // Loads, changes the basis, evaluates, writes roots, sums up the re-check.
      Roots: if (accu_done && !filling) state_d = Idle;
      // Loads, changes the basis, sends values as fast as the stream takes them.
      Values: if (value_full && values_empty) state_d = Idle;
      // An esyn of zeros, then zeros through the forward pipeline.
      default: if (wiped_q[2]) state_d = Idle;
    endcase
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      state_q <= Idle;
      first_q <= 1'b0;
      forward <= 1'b0;
    end else begin
      state_q <= state_d;
      first_q <= begin_any;
      forward <= state_d == Roots || state_d == Values;
    end
    clr        <= !rst_n || start_i || wipe_i;
    begin_syn  <= rst_n && start_i && op_i == OP_ESYN;
    begin_root <= rst_n && start_i && op_i == OP_EROOT;
    begin_val  <= rst_n && start_i && op_i == OP_EVAL;
    begin_wipe <= rst_n && wipe_i;
    if (clr) wiped_q <= 3'd0;
    else if (value_valid && !wiped_q[2]) wiped_q <= wiped_q + 3'd1;
  end

  // A coefficient's bits from m on are ignored.
  reg  [M-1:0] mask;
  always @(posedge clk) begin
    mask <= ~({M{1'b1}} << m_i);
    last <= ~({(M-LaneBits){1'b1}} << (m_i - LaneBits[4:0])) | {(M-LaneBits){wiping}};
  end

  eval_points #(.M(M), .POINTS(POINTS)) u_points (
    .clk(clk), .clr_i(stop), .esyn_i(syndrome), .wipe_i(wiping),
    .m_i(m_q), .n_i(n_i), .last_i(last),
    .ck_valid_i(ck_valid_i), .ck_data_i(ck_data_i), .ck_ready_o(ck_ready_o),
    .look_valid_o(look_valid_o), .look_idx_o(look_idx_o), .look_bit_i(look_bit_i),
    .root_number_i(root_number), .root_valid_i(root_valid), .root_bits_i(root_bits),
    .valid_o(point_valid), .data_o(point)
  );

  eval_fft #(
    .M(M), .FIELDS(FIELDS), .POINTS(POINTS), .LEVELS(Levels + 1), .TRANSPOSED(1)
  ) u_transposed (
    .clk(clk), .clr_i(clr), .m_i(m_q), .m_o(m1),
    .valid_i(point_valid), .data_i(point), .valid_o(y_valid), .data_o(y)
  );

  eval_accu #(.M(M), .POINTS(POINTS), .LEVELS(Levels)) u_accu (
    .clk(clk), .clr_i(clr), .last_i(last), .t_i(t_q), .add_i(roots),
    .valid_i(y_valid), .data_i(y),
    .sum_valid_o(sum_valid), .sum_last_o(sum_last), .sum_o(sum),
    .done_o(accu_done), .zero_o(accu_zero)
  );

  eval_basis #(.M(M), .FIELDS(FIELDS), .LEVELS(Levels), .POINTS(POINTS)) u_basis (
    .clk(clk), .clr_i(clr), .start_i(first_q), .forward_i(forward), .wipe_i(wiping),
    .m_i(m_q), .t_i(t_q),
    .in_valid_i(forward ? xr_valid_i : sum_valid), .in_last_i(sum_last),
    .in_i({sum[POINTS*M-1:M], forward ? xr_data_i & mask : sum[M-1:0]}),
    .feed_go_i(feed_go || !values), .feed_o(feed), .primed_o(primed),
    .feed_valid_o(feed_valid), .feed_data_o(feed_data),
    .emit_valid_o(emit_valid), .emit_data_o(emit_data), .done_o(basis_done)
  );

  eval_fft #(
    .M(M), .FIELDS(FIELDS), .POINTS(POINTS), .LEVELS(Levels), .TRANSPOSED(0)
  ) u_forward (
    .clk(clk), .clr_i(clr), .m_i(m1), .m_o(unused_m),
    .valid_i(feed_valid), .data_i(feed_data), .valid_o(value_valid), .data_o(value)
  );

  eval_roots #(
    .M(M), .POINTS(POINTS), .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .VWORDS(VWORDS),
    .WORD_BITS(WORD_BITS)
  ) u_roots (
    .clk(clk), .clr_i(stop), .start_i(first_q && roots), .active_i(roots),
    .count_i(values), .m_i(m_q), .last_i(last),
    .valid_i(value_valid), .data_i(value), .accept_o(value_accept), .full_o(value_full),
    .root_number_o(root_number), .root_valid_o(root_valid), .root_bits_o(root_bits),
    .rw_valid_o(rw_valid_o), .rw_word_o(rw_word_o), .rw_data_o(rw_data_o), .filling_o(filling)
  );

  // From a feeding to its values: five cycles in eval_basis, two a stage.
  eval_values #(
    .M(M), .POINTS(POINTS), .LATENCY(5 + 2 * Levels)
  ) u_values (
    .clk(clk), .clr_i(stop), .wipe_i(wiping),
    .feed_i(feed && values), .primed_i(primed), .go_o(feed_go),
    .valid_i(value_accept && values), .data_i(value),
    .empty_o(values_empty), .out_valid_o(out_valid_o), .out_data_o(out_data_o),
    .out_ready_i(out_ready_i)
  );

  wire   works        = syndrome || forward;
  assign busy_o       = works || begin_syn || begin_root || begin_val;
  assign done_o       = works && state_d == Idle;
  assign wipe_busy_o  = wiping || begin_wipe;
  assign xw_valid_o   = emit_valid && syndrome;
  assign xw_data_o    = emit_data & {M{syndrome}};
  assign look_reg_o   = v_i & {3{look_valid_o}};
  assign rw_reg_o     = v_i & {3{rw_valid_o}};
  assign xw_start_o   = first_q && syndrome;
  assign xw_reg_o     = p_i & {5{xw_start_o}};
  assign xr_start_o   = first_q && forward;
  assign xr_reg_o     = p_i & {5{xr_start_o}};
  // The top coefficient of degree 2^Levels is known to be 1.
  assign xr_len_o     = (t_q + {{M{1'b0}}, !t_q[Levels]}) & {(M+1){xr_start_o}};
  assign recheck_we_o = roots && done_o;
  assign recheck_o    = recheck_we_o && accu_zero;
endmodule

`default_nettype wire
