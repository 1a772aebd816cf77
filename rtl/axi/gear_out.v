// SPDX-License-Identifier: Apache-2.0
// gear_out: turns the chunks of 64 bits of one packet into beats of AXIS_WIDTH bits.
// start_i comes with the packet's length, so that the last beat leaves when it is complete.
// A register without a word holds zero, so that nothing secret stays behind.
`default_nettype none

module gear_out #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  start_i,
  input  wire [31:0]           bytes_i,
  input  wire                  ck_valid_i,
  input  wire [63:0]           ck_data_i,
  output wire                  ck_ready_o,
  output wire                  out_valid_o,
  output wire [AXIS_WIDTH-1:0] out_data_o,
  input  wire                  out_ready_i
);
  generate
    if (AXIS_WIDTH == 64) begin : gen_same
      wire unused = &{1'b0, clk, rst_n, start_i, bytes_i};
      assign out_valid_o = ck_valid_i;
      assign out_data_o  = ck_data_i;
      assign ck_ready_o  = out_ready_i;
    end else if (AXIS_WIDTH < 64) begin : gen_split
      reg  high_q;
      assign out_valid_o = ck_valid_i;
      assign out_data_o  = high_q ? ck_data_i[63:32] : ck_data_i[31:0];
      // Words of 32 bits still to send; the odd last one ends the chunk.
      reg  [29:0] words_q;
      wire        ends = words_q == 30'd1;
      assign ck_ready_o  = out_ready_i && (high_q || ends);
      wire [31:0] up   = bytes_i + 32'd3;
      wire        unused_up = ^up[1:0];
      always @(posedge clk) begin
        if (!rst_n || start_i) high_q <= 1'b0;
        else if (out_valid_o && out_ready_i) high_q <= !high_q && !ends;
        if (start_i) words_q <= up[31:2];
        else if (out_valid_o && out_ready_i) words_q <= words_q - 1'b1;
      end
    end else begin : gen_join
      localparam Parts = AXIS_WIDTH / 64;
      localparam Pw    = $clog2(Parts);
      reg  [Pw-1:0]         part_q;
      reg  [AXIS_WIDTH-1:0] beat_q;
      reg                   full_q;
      reg  [28:0]           left_q;
      wire [31:0]           up     = bytes_i + 32'd7;
      wire                  unused_up = ^up[2:0];
      wire                  free   = !full_q || out_ready_i;
      wire                  take   = ck_valid_i && free;
      wire                  closes = (&part_q) || left_q == 29'd1;
      wire [63:0]           chunk  = ck_data_i & {64{ck_valid_i}};
      wire [AXIS_WIDTH-1:0] kept   = beat_q & {AXIS_WIDTH{part_q != {Pw{1'b0}}}};
      assign ck_ready_o  = free;
      assign out_valid_o = full_q;
      assign out_data_o  = beat_q;
      always @(posedge clk) begin
        if (!rst_n || start_i) begin
          part_q <= {Pw{1'b0}};
          full_q <= 1'b0;
        end else begin
          if (take) part_q <= closes ? {Pw{1'b0}} : part_q + 1'b1;
          if (free) full_q <= take && closes;
        end
        if (free) beat_q <= kept | ({{(AXIS_WIDTH-64){1'b0}}, chunk} << {part_q, 6'd0});
        if (start_i) left_q <= up[31:3];
        else if (take) left_q <= left_q - 1'b1;
      end
    end
  endgenerate
endmodule

`default_nettype wire
