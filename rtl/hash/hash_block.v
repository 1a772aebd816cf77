// SPDX-License-Identifier: Apache-2.0
// hash_block: the hash unit in its place between the packet streams and the vector core.
// habs: the vector core runs its vst, and the beats come here instead of leaving. hsq: it runs its
// vld, on beats from here. hstr: a packet comes here. Everything else passes; the rows of a matrix
// do not even come by. HASH = 0: no unit.
// done_o is the done of the vector core, and for these three the later one of those at work.
// op_i stands from two cycles before start_i on. A register before the hash unit and one behind it
// add a cycle each to the times of hash_unit.
`default_nettype none

module hash_block #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter HASH       = 1
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,
  input  wire                  start_i,
  input  wire [5:0]            op_i,
  input  wire [M:0]            len_i,
  input  wire                  wipe_i,
  output wire                  wipe_busy_o,
  output wire                  done_o,
  // Packets.
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  out_valid_o,
  input  wire                  out_ready_i,
  // Vector core; the data of its result goes to the stream directly.
  output wire [5:0]            vec_op_o,
  output wire                  vec_in_valid_o,
  output wire [AXIS_WIDTH-1:0] vec_in_data_o,
  input  wire                  vec_in_ready_i,
  input  wire                  vec_out_valid_i,
  input  wire [AXIS_WIDTH-1:0] vec_out_data_i,
  output wire                  vec_out_ready_o,
  input  wire                  vec_done_i
);
  `include "mce_isa.vh"

  generate
    if (HASH == 0) begin : gen_none
      wire unused = &{1'b0, clk, rst_n, clear_i, start_i, len_i, wipe_i, vec_out_data_i};
      assign wipe_busy_o     = 1'b0;
      assign done_o          = vec_done_i;
      assign in_ready_o      = vec_in_ready_i;
      assign out_valid_o     = vec_out_valid_i;
      assign vec_op_o        = op_i;
      assign vec_in_valid_o  = in_valid_i;
      assign vec_in_data_o   = in_data_i;
      assign vec_out_ready_o = out_ready_i;
    end else begin : gen_hash
      // Both come long before the first instruction and before the end of a wipe, and from afar.
      reg  clear_q, wipe_q;
      always @(posedge clk) begin
        clear_q <= clear_i;
        wipe_q  <= wipe_i;
      end

      // Decoded two cycles ahead of the start, for the vector core decodes one cycle ahead.
      reg  from_vector, from_stream, to_vector;
      always @(posedge clk) begin
        from_vector <= op_i == OP_HABS;
        from_stream <= op_i == OP_HSTR;
        to_vector   <= op_i == OP_HSQ;
      end
      wire hash_done, unused_busy, unused_next;
      wire hash_in_ready, to_hash_valid, to_hash_ready;
      wire hash_out_valid, from_hash_valid, from_hash_ready;
      wire [AXIS_WIDTH-1:0] hash_out_data, to_hash, from_hash;

      assign vec_op_o        = from_vector ? OP_VST : to_vector ? OP_VLD : op_i;
      // No packet comes in beside hsq, and no other beats come from here: valid is no choice.
      assign vec_in_valid_o  = hash_out_valid || in_valid_i;
      assign vec_in_data_o   = to_vector ? hash_out_data : in_data_i;
      assign in_ready_o      = from_stream ? hash_in_ready : vec_in_ready_i;
      assign out_valid_o     = vec_out_valid_i && !from_vector;
      assign vec_out_ready_o = from_vector ? hash_in_ready : out_ready_i;

      // Registers on both sides: the paths of the hash unit and those of the others stay apart.
      wire unused_out_next;
      wire unused_ready = &{1'b0, unused_next, unused_out_next};
      skid_buffer #(.WIDTH(AXIS_WIDTH)) u_in (
        .clk         (clk),
        .rst_n       (rst_n),
        .in_valid_i  (from_vector ? vec_out_valid_i : in_valid_i && from_stream),
        .in_ready_o  (hash_in_ready),
        .ready_next_o(unused_next),
        .in_data_i   (from_vector ? vec_out_data_i : in_data_i),
        .out_valid_o (to_hash_valid),
        .out_ready_i (to_hash_ready),
        .out_data_o  (to_hash)
      );
      hash_unit #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .VARIANT(HASH)) u_hash (
        .clk        (clk),
        .rst_n      (rst_n),
        .clear_i    (clear_q),
        .start_i    (start_i),
        .squeeze_i  (to_vector),
        .len_i      (len_i),
        .busy_o     (unused_busy),
        .done_o     (hash_done),
        .in_valid_i (to_hash_valid),
        .in_data_i  (to_hash),
        .in_ready_o (to_hash_ready),
        .out_valid_o(from_hash_valid),
        .out_data_o (from_hash),
        .out_ready_i(from_hash_ready),
        .wipe_i     (wipe_q),
        .wipe_busy_o(wipe_busy_o)
      );
      skid_buffer #(.WIDTH(AXIS_WIDTH)) u_out (
        .clk         (clk),
        .rst_n       (rst_n),
        .in_valid_i  (from_hash_valid),
        .in_ready_o  (from_hash_ready),
        .ready_next_o(unused_out_next),
        .in_data_i   (from_hash),
        .out_valid_o (hash_out_valid),
        .out_ready_i (vec_in_ready_i && to_vector),
        .out_data_o  (hash_out_data)
      );

      // Who is still at work.
      reg  hash_runs_q, vec_runs_q;
      wire hash_left = hash_runs_q && !hash_done;
      wire vec_left  = vec_runs_q && !vec_done_i;
      assign done_o  = (hash_runs_q || vec_runs_q) ? !hash_left && !vec_left : vec_done_i;
      always @(posedge clk) begin
        if (!rst_n) begin
          hash_runs_q <= 1'b0;
          vec_runs_q  <= 1'b0;
        end else if (start_i) begin
          hash_runs_q <= 1'b1;
          vec_runs_q  <= !from_stream;
        end else begin
          hash_runs_q <= hash_left;
          vec_runs_q  <= vec_left;
        end
      end
    end
  endgenerate
endmodule

`default_nettype wire
