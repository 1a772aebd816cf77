// SPDX-License-Identifier: Apache-2.0
// vec_vm: rows, byte offsets and row bits of vvm, beside step 1 of the pipeline of vec_alu.
//
// Rows of R = ceil(cols/8) bytes lie packed in beats of B = W/8 bytes. A row that begins at lane o
// of a beat is read as words: word j is the upper part of one beat joined with the lower part of
// the next, both turned by o. Tokens come as one lead a row, then its words. The lead fetches a
// beat when o is 0, otherwise the beat at hand, which held the end of the row before, is used
// again. A word fetches the next beat unless the row ends before it. So every beat is taken once,
// and none before a byte of it is needed. No division: o advances by R mod B.
//
// With the lead the bit of `a` for this row is looked up; `looked_i` comes two cycles later, not
// held back by `ce_i`, and is kept for the row. It selects data, nothing that can be seen outside.
// The check of padding bits serves vld too, as a row that begins at lane 0.
`default_nettype none

module vec_vm #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7                // address bits of a word inside a register
) (
  input  wire                          clk,
  input  wire                          rst_n,
  input  wire                          clear_i,     // wipe
  input  wire                          start_i,
  input  wire                          ce_i,
  input  wire                          run_i,       // vvm is under way
  input  wire                          lead0_i,     // the token in step 0 is a lead, or else
  input  wire                          last0_i,     // the last word of a row
  // The token in step 1: a lead, or a word, the last one of its row.
  input  wire                          lead_i,
  input  wire                          valid_i,
  input  wire                          last_i,
  input  wire [M:0]                    rows_i,      // stable while vvm runs
  input  wire [$clog2(AXIS_WIDTH)-1:0] last_bit_i,  // of a row, in its last word
  output wire                          take0_o,     // the token in step 0 will take a beat
  output wire [$clog2(AXIS_WIDTH)-1:0] turn_o,      // of the beats of this row, to the left
  output wire [WordBits-1:0]           word_o,      // where the bit of this row is
  output wire [$clog2(AXIS_WIDTH)-1:0] bit_o,
  output wire                          last_row_o,  // valid before the last word is in step 0
  input  wire                          looked_i,
  // For the token in step 2.
  output wire                          skip_o,      // vvm: the row is not added
  output wire                          old_o,       // else: to the old words of d, not to zero
  input  wire [AXIS_WIDTH-1:0]         beat_i,
  output wire                          padbad_o     // only of the last word: a padding bit is set
);
  localparam integer B       = AXIS_WIDTH / 8;
  localparam integer LogW    = $clog2(AXIS_WIDTH);
  localparam integer LogB    = $clog2(B);
  localparam integer IdxBits = WordBits + LogW;
  localparam [M:0]        OneRow  = 1;
  localparam [LogB-1:0]   OneLane = 1;

  reg  [M:0]      row_q, row_d;
  reg             last_row_q;
  reg  [LogB-1:0] off_q, off_d;            // lane of the first byte of the row
  reg  [LogB-1:0] end2_q;                  // lane of its last byte, for step 2
  reg             old_q, old_d, old2_q;
  reg             look1_q, look2_q;
  reg             skip_q;

  wire [IdxBits+1:0] index   = {{(IdxBits-M+1){1'b0}}, row_q};
  wire               unused_top = ^index[IdxBits+1:IdxBits];
  wire [M:0]         row_inc = row_q + OneRow;
  wire               row_end = run_i && valid_i && last_i && ce_i;
  // The carry says that the row ends in the beat after the one at hand.
  wire [LogB:0]      end_sum = {1'b0, off_q} + {1'b0, last_bit_i[LogW-1:3]};
  // Lane 0, the first lane of this row and of the next one. That is known by the last word of a
  // row, since a word comes after a lead.
  reg                zero_q, zero_next_q;
  wire [7:0]         pad     = 8'hfe << last_bit_i[2:0];

  assign take0_o    = lead0_i ? (valid_i && last_i ? zero_next_q : zero_q)
                              : !last0_i || end_sum[LogB];
  assign turn_o     = {-off_q, 3'd0};
  assign word_o     = index[LogW +: WordBits];
  assign bit_o      = index[LogW-1:0];
  assign last_row_o = last_row_q;
  assign skip_o     = look2_q ? !looked_i : skip_q;
  assign old_o      = old2_q;
  // Fetched or not, the beat at hand is the one with the row's last byte.
  assign padbad_o   = |(beat_i[{end2_q, 3'd0} +: 8] & pad);

  always @(*) begin
    row_d = row_q;
    off_d = off_q;
    old_d = old_q;
    if (row_end) begin
      row_d = row_inc;
      off_d = end_sum[LogB-1:0] + OneLane;
      old_d = 1'b1;
    end
    if (start_i) begin
      row_d = {(M+1){1'b0}};
      off_d = {LogB{1'b0}};
      old_d = 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      look1_q <= 1'b0;
      look2_q <= 1'b0;
    end else begin
      look1_q <= lead_i && ce_i;
      look2_q <= look1_q;
    end
  end

  always @(posedge clk) begin
    row_q      <= row_d;
    off_q      <= off_d;
    old_q      <= old_d;
    last_row_q <= row_inc == rows_i;
    zero_next_q <= &end_sum[LogB-1:0];
    if (start_i)      zero_q <= 1'b1;
    else if (row_end) zero_q <= zero_next_q;
    if (ce_i) begin
      end2_q <= end_sum[LogB-1:0];
      old2_q <= old_q;
    end
  end

  // Contents of a vector. A wipe leaves no row added, whatever its bit was.
  always @(posedge clk) begin
    if (clear_i) skip_q <= run_i;
    else         skip_q <= run_i && skip_o;
  end
endmodule

`default_nettype wire
