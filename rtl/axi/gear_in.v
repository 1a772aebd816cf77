// SPDX-License-Identifier: Apache-2.0
// gear_in: turns beats of AXIS_WIDTH bits into chunks of CHUNK bits, low part first.
// One chunk a cycle where the beats come fast enough. CHUNK = 64: a last half chunk is filled with
// zeros. CHUNK = 128: all packets are whole chunks. Chunks beyond the end of a packet are dropped
// by the next clear_i. A register without a word holds zero, so that nothing secret stays behind.
`default_nettype none

module gear_in #(
  parameter AXIS_WIDTH = 64,
  parameter CHUNK      = 64
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  input  wire                  in_last_i,
  output wire                  in_ready_o,
  output wire                  ck_valid_o,
  output wire [CHUNK-1:0]      ck_data_o,
  input  wire                  ck_ready_i
);
  generate
    if (AXIS_WIDTH == CHUNK) begin : gen_same
      wire unused = &{1'b0, clk, rst_n, clear_i, in_last_i};
      assign ck_valid_o = in_valid_i;
      assign ck_data_o  = in_data_i;
      assign in_ready_o = ck_ready_i;
    end else if (AXIS_WIDTH < CHUNK && CHUNK == 64) begin : gen_join
      // The first half waits in a register for the second.
      reg        half_q;
      reg [31:0] low_q;
      wire       first = !half_q && !in_last_i;
      wire       hold  = half_q && !(in_valid_i && ck_ready_i);
      assign ck_valid_o = in_valid_i && !first;
      assign ck_data_o  = half_q ? {in_data_i[31:0], low_q} : {32'd0, in_data_i[31:0]};
      assign in_ready_o = first || ck_ready_i;
      always @(posedge clk) begin
        if (!rst_n || clear_i) half_q <= 1'b0;
        else if (in_valid_i && in_ready_o) half_q <= first;
        if (!hold) low_q <= in_data_i[31:0] & {32{in_valid_i && first}};
      end
    end else if (AXIS_WIDTH < CHUNK) begin : gen_fill
      // All parts but the last wait in a register.
      localparam Parts = CHUNK / AXIS_WIDTH;
      localparam Pw    = $clog2(Parts);
      localparam Rest  = CHUNK - AXIS_WIDTH;
      reg  [Pw-1:0]   part_q;
      reg  [Rest-1:0] low_q;
      wire            unused = in_last_i;
      wire            final_part = &part_q;
      wire            take = in_valid_i && in_ready_o;
      assign ck_valid_o = in_valid_i && final_part;
      assign ck_data_o  = {in_data_i, low_q};
      assign in_ready_o = !final_part || ck_ready_i;
      always @(posedge clk) begin
        if (!rst_n || clear_i || (take && final_part)) begin
          part_q <= {Pw{1'b0}};
          low_q  <= {Rest{1'b0}};
        end else if (take) begin
          part_q <= part_q + 1'b1;
          low_q  <= ck_data_o[CHUNK-1:AXIS_WIDTH];
        end
      end
    end else begin : gen_split
      localparam Parts = AXIS_WIDTH / CHUNK;
      localparam Pw    = $clog2(Parts);
      reg                  full_q;
      reg [Pw-1:0]         part_q;
      reg [AXIS_WIDTH-1:0] beat_q;
      wire                 unused = in_last_i;
      wire                 take   = ck_ready_i && full_q;
      wire                 empty  = !full_q || (take && (&part_q));
      assign in_ready_o = empty;
      assign ck_valid_o = full_q;
      assign ck_data_o  = beat_q[CHUNK-1:0];
      always @(posedge clk) begin
        if (!rst_n || clear_i) begin
          full_q <= 1'b0;
          part_q <= {Pw{1'b0}};
        end else begin
          if (empty) full_q <= in_valid_i;
          if (take) part_q <= part_q + 1'b1;
        end
        if (empty) beat_q <= in_data_i & {AXIS_WIDTH{in_valid_i}};
        else if (take) beat_q <= beat_q >> CHUNK;
      end
    end
  endgenerate
endmodule

`default_nettype wire
