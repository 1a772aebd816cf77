// SPDX-License-Identifier: Apache-2.0
// eval_basis_seq: issues one operation a cycle to the data path of the basis change.
// Forward (forward_i = 1): intake of t+1 coefficients (2^LEVELS if t = 2^LEVELS, whose top
// coefficient is 1), layers of the change of 2^LEVELS coefficients, then endless feeding of the
// forward pipeline. Transposed: intake of the sums, layers backwards for 2^L = 2t rounded up (at
// least 8), emission of 2t power sums, done_o. wipe_i: intake of sums, then feeding.
// Cells e and e+1 (e even) form word e/2. A layer of step 2^p is 2^(L-3) operations (at least one)
// of two butterflies each: one on the even and one on the odd cells of four words; for p = 0
// (op_cross_o) one on the first two and one on the last two of them. Operations take five cycles:
// where a shorter list would read what is still under way the layers are held apart.
`default_nettype none

module eval_basis_seq #(
  parameter M      = 13,
  parameter LEVELS = 7,
  parameter POINTS = 2
) (
  input  wire              clk,
  input  wire              clr_i,
  input  wire              start_i,
  input  wire              forward_i,
  input  wire              wipe_i,
  input  wire [M:0]        t_i,
  input  wire              in_valid_i,
  input  wire              in_last_i,      // last sums
  input  wire              feed_go_i,      // an operation of feeding may be issued
  output wire              op_write_o,     // write the intake to cell n ...
  output wire              op_pair_o,      // ... and to the one half the size above
  output wire              op_layer_o,     // two butterflies on word_o and the words 1, 2 and 3
                                           // steps above
  output wire              op_cross_o,     // ... of the layer with step 1
  output wire              op_feed_o,      // read and scale cell n and the one(s) above
  output wire              op_emit_o,      // emit a cell: of word_o ...
  output wire              op_emit_far_o,  // ... or one step above; the even cell if n is even,
                                           // else the odd cell of the operation before
  output wire [LEVELS:0]   n_o,
  output wire [LEVELS-1:0] word_o,
  output wire [LEVELS-1:0] step_o,         // one-hot
  output wire [3:0]        exponent_o,     // the layer's constant is b^(2^exponent)
  output wire              done_o
);
  localparam Width = LEVELS + 1;           // bits of a cell number: 2^(LEVELS+1) cells
  localparam [Width-1:0] One     = {{LEVELS{1'b0}}, 1'b1};
  // Masks below 2^p, the code of a step p: shifting makes it the next one.
  localparam [Width-1:0] TopForward = (One << (LEVELS - 2)) - One;
  localparam ExpBits = $clog2(LEVELS);
  localparam integer       ExpTop     = LEVELS - 2;
  localparam [ExpBits-1:0] ExpForward = ExpTop[ExpBits-1:0], ExpZero = 0, ExpOne = 1;
  // Word steps of intake and feeding: a half, or for four points a quarter.
  localparam [LEVELS-1:0] StepForward = One[LEVELS-1:0] << (LEVELS - 1 - POINTS / 2);
  localparam [LEVELS-1:0] StepSums    = One[LEVELS-1:0] << (LEVELS - POINTS / 2);

  localparam [2:0] Hold  = 3'd4;           // idle cycles between layers that are too short
  localparam [2:0] Cross = 3'd1;           // idle cycles behind the layer of step 1
  localparam [2:0] Late  = 3'd1;           // cycles of the last emission

  localparam [2:0] Idle = 3'd0, Intake = 3'd1, Layer = 3'd2, Feed = 3'd3, Tail = 3'd4,
                   Drain = 3'd5;

  // n: cell or operation; low: code of p; next: code of the p that the next group of layers starts
  // with; exp: p less that p; group: forward the groups to come, transposed those before.
  reg  [2:0]       state_q, state_d;
  reg  [Width:0]   n_q;
  reg  [LEVELS:0]  low_q, low_d, next_q, next_d;
  reg  [ExpBits-1:0] exp_q, exp_d, group_q, group_d;
  reg              last_q, last_d;         // transposed: in the last group
  reg              past_q, past_d;         // forward: coefficient t is in
  reg  [2:0]       hold_q, hold_d;
  reg              done_q;                 // Drain ends

  // Code of the highest p, L - 2: bit i tells whether t > 2^(i+1).
  reg  [LEVELS:0]  top_sums;
  integer          i;
  always @(*) begin
    top_sums = {{LEVELS{1'b0}}, 1'b1};
    for (i = 1; i < LEVELS - 1; i = i + 1)
      top_sums[i] = |(t_i[LEVELS:0] >> (i + 2)) ||
                    (t_i[i+1] && (t_i[LEVELS:0] & ((One << (i + 1)) - One)) != {Width{1'b0}});
  end
  // Registered: t and the direction stand before the intake begins.
  reg  [LEVELS:0]  top, t_q;
  always @(posedge clk) begin
    top <= forward_i ? TopForward : top_sums;
    t_q <= t_i[LEVELS:0];
  end
  wire [LEVELS:0]  count = {1'b0, top[LEVELS:1]};      // operations of a layer, as a code
  // Eight operations or less.
  wire             short_layers = LEVELS < 5 || !top[4 % Width];

  // A coefficient beyond t is zero: pairs (n, n + half) clear the upper half on the way.
  wire             tail       = state_q == Tail;
  wire [LEVELS:0]  reached    = tail ? n_q[Width:1] : n_q[LEVELS:0];
  wire             equal      = reached == t_q;
  wire             half_ones  = &n_q[LEVELS-2:0];
  wire             block_last = &n_q[LEVELS-1-POINTS/2:0];
  wire             coeff_last = n_q[LEVELS-1] ? equal || half_ones
                                              : half_ones && (equal || past_q);
  wire             intake     = state_q == Intake && (in_valid_i || (forward_i && past_q));
  wire             intake_all = forward_i ? coeff_last : in_last_i;
  wire             go         = hold_q == 3'd0;
  wire             layer_last = &(n_q[LEVELS:0] | ~count);
  wire             p_last     = exp_q == (forward_i ? ExpZero : group_q);
  wire             all_last   = p_last && (forward_i ? group_q == ExpZero : last_q);
  // Transposed, the exponent of the last layer of a group is the group's number.
  wire [ExpBits-1:0] exp_from = (p_last && forward_i) ? group_q : exp_q;
  wire [ExpBits-1:0] exp_next = forward_i ? exp_from - ExpOne : exp_from + ExpOne;
  wire             tail_end   = equal && !n_q[0];
  // L = 3 has no room for emission beside layers.
  wire             emits      = top[1];

  always @(*) begin
    state_d = state_q;
    low_d   = low_q;
    next_d  = next_q;
    exp_d   = exp_q;
    group_d = group_q;
    last_d  = last_q;
    past_d  = past_q;
    hold_d  = go ? 3'd0 : hold_q - 3'd1;
    case (state_q)
      // Waits for a run.
      Idle: begin
        if (start_i) state_d = Intake;
        past_d = 1'b0;
      end
      // Takes coefficients or sums at the pace of their source.
      Intake: begin
        low_d   = top;
        next_d  = forward_i ? TopForward : top >> 1;
        exp_d   = forward_i ? ExpForward : ExpZero;
        group_d = exp_d;
        last_d  = 1'b0;
        if (intake) begin
          past_d = past_q || equal;
          if (intake_all) begin
            state_d = wipe_i ? Feed : Layer;
            // The first butterfly may read the last coefficient.
            hold_d  = (short_layers || forward_i) ? Hold : 3'd0;
          end
        end
      end
      // Steps through the operations of all layers.
      Layer:
        if (go && layer_last) begin
          hold_d = short_layers ? Hold : low_q[0] ? 3'd0 : Cross;
          low_d  = p_last ? next_q : forward_i ? low_q >> 1 : {low_q[LEVELS-1:0], 1'b1};
          exp_d  = (p_last && !forward_i) ? ExpZero : exp_next;
          if (p_last) begin
            group_d = exp_next;
            next_d  = forward_i ? next_q : next_q >> 1;
            last_d  = !next_q[0];
          end
          if (all_last) state_d = forward_i ? Feed : Tail;
        end
      // Feeds the coefficients block after block until the next run, at the pace of feed_go_i.
      Feed:
        state_d = Feed;
      // Emits the power sums that the layers have not emitted.
      Tail:
        if (go && tail_end) begin
          state_d = Drain;
          hold_d  = Late;
        end
      // Lets the last emission leave.
      default:
        if (go) state_d = Idle;
    endcase
  end

  // Each list starts at 0 but the emission behind the layers, at the sum 3L/8: the operations of a
  // layer are L/8, a power of two.
  wire             layer     = state_q == Layer;
  wire             tail_next = layer && all_last && !forward_i && emits;
  wire             list_end  = state_q == Intake ? intake && intake_all
                             : layer ? go && layer_last : op_feed_o && block_last;
  wire [Width:0]   n_inc     = n_q + 1'b1;

  always @(posedge clk) begin
    if (state_q == Idle || (list_end && !tail_next)) n_q <= {(Width+1){1'b0}};
    else if (intake || op_feed_o || (go && (layer || tail)))
      n_q <= n_inc | ((n_inc << 1) & {(Width+1){list_end}});
    // The end goes far.
    if (clr_i) begin
      state_q <= Idle;
      hold_q  <= 3'd0;
      done_q  <= 1'b0;
    end else begin
      state_q <= state_d;
      hold_q  <= hold_d;
      done_q  <= state_d == Drain && hold_d == 3'd0;
    end
    low_q   <= low_d;
    next_q  <= next_d;
    exp_q   <= exp_d;
    group_q <= group_d;
    last_q  <= last_d;
    past_q  <= past_d;
  end

  // The order of a layer: operation n is number n/2, or that and half of them if n is odd. So each
  // word that is emitted is read two operations before the next one.
  wire [LEVELS-1:0] half      = count[LEVELS-1:0] & ~count[LEVELS:1];
  wire [LEVELS-1:0] number    = n_q[LEVELS:1] | (half & {LEVELS{layer && n_q[0]}});
  wire [LEVELS-1:0] below     = low_q[LEVELS:1];
  wire              sums_step = state_q == Intake && !forward_i;

  // In the layers of the last group the cells 2^p and up to 2^(p+1) are final, and the operations
  // read them one step above their first words, in order. Cells 0 and 1 are final from the start
  // and lie in the word that the last layer before does not need.
  wire far  = last_q && low_q[0] && (n_q[LEVELS:0] & ~low_q) == {Width{1'b0}};
  wire near = !last_q && !next_q[0] && p_last && n_q[LEVELS:1] == {LEVELS{1'b0}};

  assign op_write_o    = intake;
  assign op_pair_o     = !forward_i || !n_q[LEVELS-1];
  assign op_layer_o    = layer && go;
  assign op_cross_o    = layer && !low_q[0];
  assign op_feed_o     = state_q == Feed && go && feed_go_i;
  assign op_emit_o     = go && ((tail && !tail_end) ||
                                (layer && !forward_i && emits && (far || near)));
  assign op_emit_far_o = layer && last_q;
  assign n_o           = n_q[LEVELS:0];
  assign word_o        = layer ? (number & below) | ((number & ~below) << 2) : number;
  assign step_o        = layer ? ~below & {below[LEVELS-2:0], 1'b1}
                               : sums_step ? StepSums : StepForward;
  assign exponent_o    = {{(4-ExpBits){1'b0}}, exp_q};
  assign done_o        = done_q;
endmodule

`default_nettype wire
