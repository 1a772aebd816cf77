// SPDX-License-Identifier: Apache-2.0
// vec_pop: counts the ones of a stream of words and compares the sum with a public number.
//
// One word a cycle, zero while `valid_i` is low; `done_o` comes 4 cycles after the word marked
// `last_i`, `equal_o` is valid with it. `clear_i` empties every stage: before the first word of a
// vector, and as wipe.
// Bytes, groups of eight bytes, the word and the running sum are one pipeline stage each, so no
// path is longer than an adder tree of eight operands at any width.
`default_nettype none

module vec_pop #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,
  input  wire                  valid_i,
  input  wire                  last_i,
  input  wire [AXIS_WIDTH-1:0] data_i,
  input  wire [M:0]            want_i,
  output wire                  done_o,
  output wire                  equal_o
);
  localparam integer Bytes    = AXIS_WIDTH / 8;
  localparam integer Groups   = (Bytes + 7) / 8;
  localparam integer GroupLen = (Bytes < 8) ? Bytes : 8;   // bytes in a group
  // A byte has at most 8 ones, a group 64. One spare bit lets every operand below be padded.
  localparam integer WordBits = ($clog2(AXIS_WIDTH) > 6) ? $clog2(AXIS_WIDTH) + 2 : 8;
  localparam integer SumBits  = (M + 1 > WordBits) ? M + 2 : WordBits + 1;

  reg  [4*Bytes-1:0]  byte_q;
  wire [4*Bytes-1:0]  byte_d;
  reg  [7*Groups-1:0] group_q;
  wire [7*Groups-1:0] group_d;
  reg  [WordBits-1:0] word_q, word_d;
  reg  [SumBits-1:0]  sum_q;
  reg  [3:0]          last_q;

  genvar g;
  generate
    for (g = 0; g < Bytes; g = g + 1) begin : gen_byte
      wire [7:0] x = data_i[8*g +: 8];
      assign byte_d[4*g +: 4] = {3'd0, x[0]} + {3'd0, x[1]} + {3'd0, x[2]} + {3'd0, x[3]}
                              + {3'd0, x[4]} + {3'd0, x[5]} + {3'd0, x[6]} + {3'd0, x[7]};
    end
    for (g = 0; g < Groups; g = g + 1) begin : gen_group
      reg [6:0] ones;
      integer i;
      always @(*) begin
        ones = 7'd0;
        for (i = 0; i < GroupLen; i = i + 1)
          ones = ones + {3'd0, byte_q[4*(GroupLen*g + i) +: 4]};
      end
      assign group_d[7*g +: 7] = ones;
    end
  endgenerate

  integer k;
  always @(*) begin
    word_d = {WordBits{1'b0}};
    for (k = 0; k < Groups; k = k + 1)
      word_d = word_d + {{(WordBits-7){1'b0}}, group_q[7*k +: 7]};
  end

  assign done_o  = last_q[3];
  assign equal_o = sum_q == {{(SumBits-M-1){1'b0}}, want_i};

  always @(posedge clk) begin
    if (!rst_n) last_q <= 4'd0;
    else        last_q <= {last_q[2:0], valid_i && last_i};
  end

  // Words that are not valid are zero, so the sum needs no valid of its own.
  always @(posedge clk) begin
    if (clear_i) begin
      byte_q  <= {(4*Bytes){1'b0}};
      group_q <= {(7*Groups){1'b0}};
      word_q  <= {WordBits{1'b0}};
      sum_q   <= {SumBits{1'b0}};
    end else begin
      byte_q  <= byte_d;
      group_q <= group_d;
      word_q  <= word_d;
      sum_q   <= sum_q + {{(SumBits-WordBits){1'b0}}, word_q};
    end
  end
endmodule

`default_nettype wire
