// SPDX-License-Identifier: Apache-2.0
// vec_collect: gathers result bits, one or two a cycle, into words, first bit lowest.
//
// `full_o` is up for one cycle, the one after the batch that completed the word or carried
// `last_i`; `word_o` is valid then, bits that were not delivered are zero. `final_o` marks the word
// of `last_i`. The word must be taken at once; batches go on meanwhile. In the two-bit mode all
// batches carry two bits (pad the last one with a zero).
// Bits enter a byte first and whole bytes a word, so that no W-way decoder is needed.
`default_nettype none

module vec_collect #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,   // before the first batch, and wipe
  input  wire                  valid_i,
  input  wire                  last_i,
  input  wire                  two_i,
  input  wire [1:0]            bits_i,
  output wire                  full_o,
  output wire                  final_o,
  output wire [AXIS_WIDTH-1:0] word_o
);
  localparam integer LogW  = $clog2(AXIS_WIDTH);
  localparam integer Bytes = AXIS_WIDTH / 8;

  reg  [LogW-1:0]       pos_q, pos_d;
  reg  [7:0]            byte_q, byte_d;
  reg  [AXIS_WIDTH-1:0] word_q;
  reg  [Bytes-1:0]      lane;
  reg                   full_q, full_d;
  reg                   final_q, final_d;

  wire [7:0] placed     = {6'd0, two_i && bits_i[1], bits_i[0]} << pos_q[2:0];
  wire [7:0] byte_new   = byte_q | placed;
  wire       byte_end   = (&pos_q[2:1] && (two_i || pos_q[0])) || last_i;
  wire       store      = valid_i && byte_end;

  assign full_o  = full_q;
  assign final_o = final_q;
  assign word_o  = word_q;

  integer i;
  always @(*) begin
    pos_d   = pos_q;
    byte_d  = byte_q;
    full_d  = store && (&pos_q[LogW-1:3] || last_i);
    final_d = valid_i && last_i;
    if (valid_i) begin
      pos_d  = pos_q + {{(LogW-2){1'b0}}, two_i, !two_i};
      byte_d = byte_end ? 8'd0 : byte_new;
    end
    for (i = 0; i < Bytes; i = i + 1) lane[i] = store && pos_q[LogW-1:3] == i[LogW-4:0];
  end

  always @(posedge clk) begin
    if (!rst_n || clear_i) begin
      pos_q   <= {LogW{1'b0}};
      full_q  <= 1'b0;
      final_q <= 1'b0;
    end else begin
      pos_q   <= pos_d;
      full_q  <= full_d;
      final_q <= final_d;
    end
  end

  // Byte lanes have an enable each. The finished word leaves in the cycle of full_q, when a byte of
  // the next one may come in already.
  integer k;
  always @(posedge clk) begin
    if (clear_i) begin
      byte_q <= 8'd0;
      word_q <= {AXIS_WIDTH{1'b0}};
    end else begin
      byte_q <= byte_d;
      for (k = 0; k < Bytes; k = k + 1)
        if (lane[k])     word_q[8*k +: 8] <= byte_new;
        else if (full_q) word_q[8*k +: 8] <= 8'd0;
    end
  end
endmodule

`default_nettype wire
