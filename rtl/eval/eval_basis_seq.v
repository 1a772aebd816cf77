// SPDX-License-Identifier: Apache-2.0
// eval_basis_seq: issues one operation a cycle to the data path of the basis change.
// Forward (forward_i = 1): intake of t+1 coefficients (2^LEVELS if t = 2^LEVELS, whose top
// coefficient is 1), layers of the change of 2^LEVELS coefficients, then endless feeding of the
// forward pipeline. Transposed: intake of the sum pairs, layers backwards for 2^L = 2t rounded up
// (at least 8), emission of 2t power sums, done_o. wipe_i: intake of pairs, then feeding.
// A layer is 2^(L-2) butterflies; operations on it take five cycles, and where a shorter list of
// butterflies would read what is still under way (L <= 6) the layers are held apart.
`default_nettype none

module eval_basis_seq #(
  parameter M      = 13,
  parameter LEVELS = 7
) (
  input  wire              clk,
  input  wire              clr_i,
  input  wire              start_i,
  input  wire              forward_i,
  input  wire              wipe_i,
  input  wire [M:0]        t_i,
  input  wire              in_valid_i,
  input  wire              in_last_i,      // last sum pair
  input  wire              feed_go_i,      // a pair may be fed
  output wire              op_write_o,     // write the intake to cell n ...
  output wire              op_pair_o,      // ... and to cell n with bit p set
  output wire              op_layer_o,     // butterfly number n of the layer with bits p, p+1
  output wire              op_feed_o,      // read the scaled cells n and n with bit p set
  output wire              op_emit_o,      // emit cell n ...
  output wire              op_emit_far_o,  // ... or, in the last layer, the one with bit p set
  output wire [LEVELS:0]   n_o,
  output wire [LEVELS:0]   p_o,            // one-hot
  output wire [3:0]        exponent_o,     // the layer's constant is b^(2^exponent)
  output wire              done_o
);
  localparam Width = LEVELS + 1;           // bits of a cell number: 2^(LEVELS+1) cells
  localparam [Width-1:0] One        = {{LEVELS{1'b0}}, 1'b1};
  localparam [Width-1:0] HalfFft    = One << (LEVELS - 1);
  localparam [Width-1:0] HalfSums   = One << LEVELS;
  localparam [Width-1:0] TopForward = One << (LEVELS - 2);
  localparam integer     ExpForward = LEVELS - 2;

  localparam [2:0] Hold = 3'd4;            // idle cycles between layers that are too short
  localparam [2:0] Late = 3'd2;            // cycles from the last operation to its emission

  localparam [2:0] Idle = 3'd0, Intake = 3'd1, Layer = 3'd2, Feed = 3'd3, Tail = 3'd4,
                   Drain = 3'd5;

  // n: cell or butterfly; p, j: the loops of the layer list, one-hot; exp = p - j; exp_top = L-2 -
  // j.
  reg  [2:0]       state_q, state_d;
  reg  [Width-1:0] n_q, n_d, p_q, p_d, j_q, j_d;
  reg  [3:0]       exp_q, exp_d, exp_top_q, exp_top_d;
  reg  [2:0]       hold_q, hold_d;

  // top: bit L-2, the highest p of the layer list; as a number, the butterflies of a layer.
  reg  [Width-1:0] top_sums;
  integer          i;
  always @(*) begin
    top_sums = {Width{1'b0}};
    top_sums[1] = t_i <= 4;
    for (i = 2; i < LEVELS; i = i + 1)
      top_sums[i] = t_i > (1 << i) && t_i <= (2 << i);
  end
  wire [Width-1:0] top   = forward_i ? TopForward : top_sums;
  wire [Width-1:0] two_l = top << 1;
  wire             short_layers;
  generate
    if (LEVELS > 4) begin : gen_long
      assign short_layers = |top[4:0];
    end else begin : gen_short
      assign short_layers = 1'b1;
    end
  endgenerate

  // Coefficients beyond t are zero: pairs (n, n + half) clear the upper half on the way.
  wire [Width-1:0] t_low      = t_i[Width-1:0];
  wire             full       = t_i[LEVELS];
  wire [Width-1:0] intake_end = full ? HalfSums - One : (t_low < HalfFft) ? HalfFft - One : t_low;
  wire             expected   = !forward_i || full || n_q <= t_low;
  wire             intake     = state_q == Intake && (in_valid_i || !expected);
  wire             intake_all = forward_i ? n_q == intake_end : in_last_i;
  wire             go         = hold_q == 3'd0;
  wire             layer_last = n_q == top - One;
  wire             p_last     = forward_i ? p_q == j_q : p_q == top;
  wire             j_last     = forward_i ? j_q == top : j_q[0];
  wire [Width:0]   sums_end   = {t_i[Width-1:0], 1'b0} - {{Width{1'b0}}, 1'b1};

  always @(*) begin
    state_d   = state_q;
    n_d       = n_q;
    p_d       = p_q;
    j_d       = j_q;
    exp_d     = exp_q;
    exp_top_d = exp_top_q;
    hold_d    = go ? 3'd0 : hold_q - 3'd1;
    case (state_q)
      // Waits for a run.
      Idle:
        if (start_i) begin
          state_d = Intake;
          n_d     = {Width{1'b0}};
          p_d     = forward_i ? HalfFft : HalfSums;
        end
      // Takes coefficients or sum pairs at the pace of their source.
      Intake:
        if (intake) begin
          n_d = n_q + One;
          if (intake_all) begin
            state_d   = wipe_i ? Feed : Layer;
            // The first butterfly may read the last coefficient.
            hold_d    = (short_layers || forward_i) ? Hold : 3'd0;
            n_d       = {Width{1'b0}};
            j_d       = forward_i ? One : top;
            p_d       = wipe_i ? HalfFft : top;
            exp_top_d = ExpForward[3:0];
            exp_d     = forward_i ? ExpForward[3:0] : 4'd0;
          end
        end
      // Steps through the butterflies of all layers.
      Layer:
        if (go) begin
          n_d = n_q + One;
          if (layer_last) begin
            hold_d = short_layers ? Hold : 3'd0;
            n_d    = {Width{1'b0}};
            p_d    = forward_i ? p_q >> 1 : p_q << 1;
            exp_d  = forward_i ? exp_q - 4'd1 : exp_q + 4'd1;
            if (p_last) begin
              j_d       = forward_i ? j_q << 1 : j_q >> 1;
              p_d       = forward_i ? top : j_q >> 1;
              exp_top_d = exp_top_q - 4'd1;
              exp_d     = forward_i ? exp_top_q - 4'd1 : 4'd0;
              if (j_last) begin
                state_d = forward_i ? Feed : Tail;
                n_d     = forward_i ? {Width{1'b0}} : two_l;
                p_d     = HalfFft;
                // Only 2t = L/2, that is t = 2: the layers have emitted all four sums already.
                if (!forward_i && {1'b0, two_l} > sums_end) begin
                  state_d = Drain;
                  hold_d  = Late;
                end
              end
            end
          end
        end
      // Feeds the coefficients block after block until the next run, at the pace of feed_go_i.
      Feed:
        if (go && feed_go_i) n_d = (n_q + One) & (HalfFft - One);
      // Emits the power sums that the last two layers have not emitted.
      Tail:
        if (go) begin
          n_d = n_q + One;
          if ({1'b0, n_q} == sums_end) begin
            state_d = Drain;
            hold_d  = Late;
          end
        end
      // Lets the last emission leave.
      default:
        if (go) state_d = Idle;
    endcase
  end

  always @(posedge clk) begin
    if (clr_i) begin
      state_q <= Idle;
      hold_q  <= 3'd0;
    end else begin
      state_q <= state_d;
      hold_q  <= hold_d;
    end
    n_q       <= n_d;
    p_q       <= p_d;
    j_q       <= j_d;
    exp_q     <= exp_d;
    exp_top_q <= exp_top_d;
  end

  wire emit_layer = op_layer_o && !forward_i && j_q[0];

  assign op_write_o    = intake;
  assign op_pair_o     = !forward_i || !n_q[LEVELS-1];
  assign op_layer_o    = state_q == Layer && go;
  assign op_feed_o     = state_q == Feed && go && feed_go_i;
  // Cells below 2^(L-2) are final before the last layer but one, which leaves their bank idle; the
  // cells up to 2^(L-1) are final before the last layer, which reads them in order.
  assign op_emit_o     = (state_q == Tail && go) || (emit_layer && (p_q == top || p_q == top >> 1));
  assign op_emit_far_o = state_q == Layer && p_q == top;
  assign n_o           = n_q;
  assign p_o           = p_q;
  assign exponent_o    = exp_q;
  assign done_o        = state_q == Drain && go;
endmodule

`default_nettype wire
