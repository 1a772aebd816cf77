// SPDX-License-Identifier: Apache-2.0
// vec_collect: gathers result bits, one or BITS a cycle, into words, first bit lowest.
//
// One bit a cycle (`many_i` low) gives words, in `word1_o`. BITS a cycle gives pairs of words,
// `word0_o` first, so that half as many cycles go into writing them; the second of the last pair
// may be zero. `full_o` is up for one cycle, the one after the batch that completed the word or
// pair or carried `last_i`; words are valid then, bits that were not delivered are zero. `final_o`
// marks the words of `last_i`. They must be taken at once; batches go on meanwhile. With `many_i`
// all batches carry BITS bits (pad the last one with zeros).
// At all other times but those between the first bit and full_o the words are zero, and all ones
// from `fill_i` to `clear_i`: they are also what vli and the rest of a result are made of.
// Bits enter a byte first and whole bytes a word, so that no W-way decoder is needed. In the cycle
// of full_o all bytes are emptied, but for a first byte that `last_i` completes right then.
`default_nettype none

module vec_collect #(
  parameter AXIS_WIDTH = 64,
  parameter BITS       = 4                // a cycle with many_i, 2 or 4
) (
  input  wire                  clk,
  input  wire                  clear_i,   // reset, after the last word, and wipe
  input  wire                  fill_i,
  input  wire                  valid_i,
  input  wire                  last_i,
  input  wire                  many_i,    // stable from the first batch to the last
  input  wire [BITS-1:0]       bits_i,    // bit 0 alone, repeated, without many_i
  output wire                  full_o,
  output wire                  final_o,
  output wire [AXIS_WIDTH-1:0] word0_o,
  output wire [AXIS_WIDTH-1:0] word1_o
);
  localparam integer LogW  = $clog2(AXIS_WIDTH);
  localparam integer LogB  = $clog2(BITS);
  localparam integer Bytes = AXIS_WIDTH / 4;             // of both words

  reg  [LogW:0]           pos_q, pos_d;
  reg  [7:0]              byte_q, byte_d, byte_new;
  reg  [2*AXIS_WIDTH-1:0] word_q;
  reg  [Bytes-1:0]        lane;
  reg                     full_q, full_d;
  reg                     final_q, final_d;

  wire [2:0]      low      = {pos_q[2:LogB], pos_q[LogB-1:0] | {LogB{many_i}}};
  wire            byte_end = &low || last_i;
  wire            store    = valid_i && byte_end;
  // Single words lie in the upper half.
  wire [LogW-3:0] at       = {pos_q[LogW] || !many_i, pos_q[LogW-1:3]};

  assign full_o  = full_q;
  assign final_o = final_q;
  assign word0_o = word_q[0 +: AXIS_WIDTH];
  assign word1_o = word_q[AXIS_WIDTH +: AXIS_WIDTH];

  integer i;
  always @(*) begin
    for (i = 0; i < 8; i = i + 1) begin
      byte_new[i] = byte_q[i] || (bits_i[i % BITS] && i[2:LogB] == pos_q[2:LogB]
                                  && (many_i || i[LogB-1:0] == pos_q[LogB-1:0]));
    end
    for (i = 0; i < Bytes; i = i + 1) lane[i] = fill_i || (store && at == i[LogW-3:0]);
    pos_d   = pos_q;
    byte_d  = byte_q;
    full_d  = store && (&at || last_i);
    final_d = valid_i && last_i;
    if (valid_i) begin
      pos_d  = pos_q + (many_i ? BITS[LogW:0] : {{LogW{1'b0}}, 1'b1});
      byte_d = byte_end ? 8'd0 : byte_new;
    end
  end

  integer k;
  always @(posedge clk) begin
    if (clear_i) begin
      pos_q   <= {(LogW+1){1'b0}};
      full_q  <= 1'b0;
      final_q <= 1'b0;
      byte_q  <= 8'd0;
    end else begin
      pos_q   <= pos_d;
      full_q  <= full_d;
      final_q <= final_d;
      byte_q  <= byte_d;
    end
    for (k = 0; k < Bytes; k = k + 1) begin
      if (clear_i || (full_q && !(k % (Bytes / 2) == 0 && lane[k]))) word_q[8*k +: 8] <= 8'd0;
      else if (lane[k]) word_q[8*k +: 8] <= byte_new | {8{fill_i}};
    end
  end
endmodule

`default_nettype wire
