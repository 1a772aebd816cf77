// SPDX-License-Identifier: Apache-2.0
// vec_mask: which bits of a result of vec_alu come from the word before, and which count at all.
//
// One comparator fills both masks: the wrapped part at the start, the bits of the last word in the
// cycle after it, before the first word is in step 1, and the wrapped part again for each row of
// vvm. The mask is made in two steps, the second one for the row's bit, which comes late.
`default_nettype none

module vec_mask #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                          clk,
  input  wire                          rst_n,
  input  wire                          start_i,
  input  wire                          ce_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0] last_bit_i,  // of the last word, from the cycle after start
  // At the start: the turned word's bits up to this one wrap, or none.
  input  wire                          wraps_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0] wrap_bit_i,
  // A lead of vvm in step 1: its row is turned by this many bits.
  input  wire                          lead1_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0] turn_i,
  input  wire                          lead2_i,     // it is in step 2
  // The token in step 1.
  input  wire                          all1_i,      // it is not the last: no bit is cut off
  input  wire                          cut1_i,      // the wrapped part does not count
  // The token in step 2 counts for nothing.
  input  wire                          none2_i,
  output wire [AXIS_WIDTH-1:0]         wrap_o,
  output wire [AXIS_WIDTH-1:0]         window_o,    // for the token in step 2, without none2_i
  output wire [AXIS_WIDTH-1:0]         mask_o       // for the token in step 3
);
  localparam integer    LogW   = $clog2(AXIS_WIDTH);
  localparam [LogW-1:0] OneBit = 1;

  reg  [AXIS_WIDTH-1:0] wrap_q, inside_q, window_q, mask_q, upto;
  reg  [LogW-1:0]       wrap_bit_q;
  reg                   edge1_q;
  // Without start_i in it: that comes from afar.
  wire [LogW-1:0]       upto_bit = edge1_q ? last_bit_i : lead2_i ? wrap_bit_q : wrap_bit_i;

  assign wrap_o   = wrap_q;
  assign window_o = window_q;
  assign mask_o   = mask_q;

  integer i;
  always @(*) begin
    for (i = 0; i < AXIS_WIDTH; i = i + 1) upto[i] = i[LogW-1:0] <= upto_bit;
  end

  always @(posedge clk) begin
    if (!rst_n) edge1_q <= 1'b0;
    else        edge1_q <= start_i;
  end

  always @(posedge clk) begin
    if (lead1_i && ce_i) wrap_bit_q <= turn_i - OneBit;
    if (start_i && !wraps_i)               wrap_q <= {AXIS_WIDTH{1'b0}};
    else if (start_i || (lead2_i && ce_i)) wrap_q <= upto;
    if (edge1_q) inside_q <= upto;
  end

  // A wipe need not clear the mask: it follows in the next cycle, for then no row is added.
  always @(posedge clk) begin
    if (ce_i && none2_i) mask_q <= {AXIS_WIDTH{1'b0}};
    else if (ce_i)       mask_q <= window_q;
    if (ce_i) window_q <= (inside_q | {AXIS_WIDTH{all1_i}}) & ~(wrap_q & {AXIS_WIDTH{cut1_i}});
  end
endmodule

`default_nettype wire
