// SPDX-License-Identifier: Apache-2.0
// vec_batch: adds the results of vmvb to its b registers, one after the other, while vec_mv pauses.
//
// `hold_i` comes with the last bits of a word of results. In its cycle and the next ones the words
// of d, d+1, ... are read, one a cycle (`rd_en_o`, register d + `rd_lane_o`), and each is written
// with the sum a cycle later (`wr_en_o`, register d + `wr_lane_o`). `resume_o` comes in the cycle
// after the last write, b + 1 after the first of the pause, `done_o` instead with the last write
// when `hold_last_i` is up.
`default_nettype none

module vec_batch #(
  parameter AXIS_WIDTH = 64,
  parameter BATCH      = 4
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,    // before the first bits, and wipe
  input  wire [2:0]            count_i,    // b, 2 .. BATCH
  input  wire                  valid_i,
  input  wire                  last_i,
  input  wire [BATCH-1:0]      bits_i,     // one of each vector
  input  wire                  hold_i,
  input  wire                  hold_last_i,
  output wire                  rd_en_o,
  output wire [1:0]            rd_lane_o,
  input  wire [AXIS_WIDTH-1:0] rd_data_i,
  output wire                  wr_en_o,
  output wire [1:0]            wr_lane_o,
  output wire [AXIS_WIDTH-1:0] wr_data_o,  // zero while nothing is written
  output wire                  resume_o,
  output wire                  done_o
);
  localparam integer LogW  = $clog2(AXIS_WIDTH);
  localparam integer Bytes = AXIS_WIDTH / 8;
  localparam [LogW-1:0] OneBit = 1;

  // ---- Words of results; bits enter a byte first and whole bytes a word ----
  reg  [LogW-1:0]             pos_q;
  wire                        store = valid_i && (&pos_q[2:0] || last_i);
  wire [7:0]                  place = 8'd1 << pos_q[2:0];
  reg  [8*BATCH-1:0]          byte_q, byte_new;
  reg  [BATCH*AXIS_WIDTH-1:0] word_q, word_d;

  // ---- Reads and writes of a pause ----
  reg  [2:0]                  step_q;
  reg                         over_q;       // the last pause ends with the next instruction
  wire                        pause  = hold_i && !over_q;
  wire                        writes = pause && step_q != 3'd0 && step_q <= count_i;
  wire                        at_end = step_q > count_i;
  wire [1:0]                  lane_now = step_q[1:0] - 2'd1;
  reg  [AXIS_WIDTH-1:0]       chosen;

  assign rd_en_o   = pause && step_q < count_i;
  assign rd_lane_o = step_q[1:0];
  assign wr_en_o   = writes;
  assign wr_lane_o = lane_now;
  assign wr_data_o = (rd_data_i ^ chosen) & {AXIS_WIDTH{writes}};
  assign resume_o  = pause && at_end;
  assign done_o    = writes && hold_last_i && step_q == count_i;

  integer v, i;
  always @(*) begin
    chosen = {AXIS_WIDTH{1'b0}};
    word_d = word_q;
    for (v = 0; v < BATCH; v = v + 1) begin
      byte_new[8*v +: 8] = byte_q[8*v +: 8] | (place & {8{bits_i[v]}});
      for (i = 0; i < Bytes; i = i + 1)
        if (store && pos_q[LogW-1:3] == i[LogW-4:0])
          word_d[AXIS_WIDTH*v + 8*i +: 8] = byte_new[8*v +: 8];
      if (lane_now == v[1:0]) chosen = word_q[AXIS_WIDTH*v +: AXIS_WIDTH];
    end
    // All words have been written: the bytes of the next ones are not all stored, at the end.
    if (resume_o) word_d = {(BATCH*AXIS_WIDTH){1'b0}};
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      step_q <= 3'd0;
      over_q <= 1'b0;
    end else begin
      step_q <= (pause && !at_end) ? step_q + 3'd1 : 3'd0;
      over_q <= hold_i && (over_q || done_o);
    end
  end

  always @(posedge clk) begin
    if (clear_i) begin
      pos_q  <= {LogW{1'b0}};
      byte_q <= {(8*BATCH){1'b0}};
      word_q <= {(BATCH*AXIS_WIDTH){1'b0}};
    end else begin
      if (valid_i) begin
        pos_q  <= pos_q + OneBit;
        byte_q <= store ? {(8*BATCH){1'b0}} : byte_new;
      end
      word_q <= word_d;
    end
  end
endmodule

`default_nettype wire
