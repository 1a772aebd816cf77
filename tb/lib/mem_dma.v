// SPDX-License-Identifier: Apache-2.0
// mem_dma: bench memory with a stream DMA channel in each direction, run by descriptors.
//
// Python pushes descriptors (byte address, beat aligned, and byte length) and sleeps; a megabyte
// then streams without waking it. A descriptor FIFO a channel; one beat a cycle, also across
// packets, unless latency or gaps are asked for. Latency counts from the start of a descriptor
// (previous packet finished) to its first beat and stands for memory latency and DMA programming.
// gap_i of 256 in cycles are idle, by an LFSR that seed_i starts in reset.
//
// Back door: load_i reads words word_first_i..word_last_i from mem_load.hex and dump_i writes the
// same range to mem_dump.hex, both in the working folder of the simulation. Memory that nobody
// loaded stays unknown, so that a 4-state simulator shows its use.
`default_nettype none

module mem_dma #(
  parameter W = 64,
  parameter BYTES = 2097152,
  parameter FIFO_LOG2 = 4
) (
  input  wire           clk,
  input  wire           rst_n,
  input  wire [31:0]    seed_i,
  input  wire [7:0]     gap_i,
  input  wire [15:0]    latency_i,

  input  wire           load_i,
  input  wire           dump_i,
  input  wire [31:0]    word_first_i,
  input  wire [31:0]    word_last_i,

  // Memory to stream: descriptors, packets finished.
  input  wire           mm2s_push_i,
  input  wire [31:0]    mm2s_addr_i,
  input  wire [31:0]    mm2s_len_i,
  output wire           mm2s_full_o,
  output wire [31:0]    mm2s_count_o,
  output wire [W-1:0]   m_axis_tdata,
  output wire [W/8-1:0] m_axis_tkeep,
  output wire           m_axis_tvalid,
  input  wire           m_axis_tready,
  output wire           m_axis_tlast,

  // Stream to memory: descriptors with room in bytes, packets finished, their lengths in order.
  // A packet longer than its room is counted in full and stored as far as it fits.
  input  wire           s2mm_push_i,
  input  wire [31:0]    s2mm_addr_i,
  input  wire [31:0]    s2mm_len_i,
  output wire           s2mm_full_o,
  output wire [31:0]    s2mm_count_o,
  output wire           s2mm_len_valid_o,
  output wire [31:0]    s2mm_len_o,
  input  wire           s2mm_pop_i,
  input  wire [W-1:0]   s_axis_tdata,
  input  wire [W/8-1:0] s_axis_tkeep,
  input  wire           s_axis_tvalid,
  output wire           s_axis_tready,
  input  wire           s_axis_tlast
);

  localparam B = W / 8;
  localparam BLog2 = $clog2(B);
  localparam Words = BYTES / B;

  reg  [W-1:0] mem [0:Words-1];

  // One step a cycle; two bytes of it decide about gaps of the two channels.
  reg  [31:0]  lfsr_q;
  wire [31:0]  lfsr_d = {1'b0, lfsr_q[31:1]} ^ (lfsr_q[0] ? 32'hA3000000 : 32'd0);
  wire mm2s_gap = lfsr_q[7:0] < gap_i;
  wire s2mm_gap = lfsr_q[20:13] < gap_i;

  wire         src_take, src_ready, dst_take, dst_ready;
  wire [63:0]  src_desc, dst_desc;
  wire         src_some, dst_some, src_room, dst_room, len_room;

  // Memory to stream: the descriptor under way, then the output register.
  reg          src_run_q;
  reg  [15:0]  src_wait_q;
  reg  [31:0]  src_word_q, src_left_q;
  reg          out_valid_q, out_last_q;
  reg  [W-1:0] out_data_q;
  reg  [B-1:0] out_keep_q;
  reg  [31:0]  src_count_q;

  wire out_free = !out_valid_q || m_axis_tready;
  wire src_go   = src_run_q && (src_wait_q == 16'd0) && out_free && !mm2s_gap;
  wire src_last = src_left_q <= B;
  assign src_ready = !src_run_q || (src_go && src_last);
  assign src_take  = src_some && src_ready;

  always @(posedge clk) begin
    if (!rst_n) begin
      src_run_q   <= 1'b0;
      out_valid_q <= 1'b0;
      src_count_q <= 32'd0;
      lfsr_q      <= seed_i == 32'd0 ? 32'd1 : seed_i;
    end else begin
      lfsr_q <= lfsr_d;
      if (src_ready) src_run_q <= src_take;
      if (out_free) out_valid_q <= src_go;
      if (out_valid_q && m_axis_tready && out_last_q) src_count_q <= src_count_q + 32'd1;
    end
    if (src_take) begin
      src_word_q <= src_desc[63:32] >> BLog2;
      src_left_q <= src_desc[31:0];
      src_wait_q <= latency_i;
    end else begin
      if (src_wait_q != 16'd0) src_wait_q <= src_wait_q - 16'd1;
      if (src_go) src_word_q <= src_word_q + 32'd1;
      if (src_go) src_left_q <= src_left_q - B;
    end
    if (src_go) begin
      out_data_q <= mem[src_word_q];
      out_last_q <= src_last;
      out_keep_q <= src_last ? {B{1'b1}} >> (B - src_left_q) : {B{1'b1}};
    end
  end

  assign mm2s_count_o  = src_count_q;
  assign mm2s_full_o   = !src_room;
  assign m_axis_tdata  = out_data_q;
  assign m_axis_tkeep  = out_keep_q;
  assign m_axis_tvalid = out_valid_q;
  assign m_axis_tlast  = out_last_q;

  // Stream to memory. Ready depends on the descriptor and the gaps, never on valid.
  reg          dst_run_q;
  reg  [15:0]  dst_wait_q;
  reg  [31:0]  dst_word_q, dst_end_q, dst_bytes_q;
  reg  [31:0]  dst_count_q;

  wire dst_beat = s_axis_tvalid && s_axis_tready;
  wire dst_done = dst_beat && s_axis_tlast;
  assign s_axis_tready = dst_run_q && (dst_wait_q == 16'd0) && !s2mm_gap && len_room;
  assign dst_ready = !dst_run_q || dst_done;
  assign dst_take  = dst_some && dst_ready;

  function [31:0] ones;
    input [B-1:0] value;
    integer k;
    begin
      ones = 32'd0;
      for (k = 0; k < B; k = k + 1) ones = ones + {31'd0, value[k]};
    end
  endfunction

  wire [31:0] dst_total = dst_bytes_q + (&s_axis_tkeep ? B : ones(s_axis_tkeep));

  always @(posedge clk) begin
    if (!rst_n) begin
      dst_run_q   <= 1'b0;
      dst_count_q <= 32'd0;
    end else begin
      if (dst_ready) dst_run_q <= dst_take;
      if (dst_done) dst_count_q <= dst_count_q + 32'd1;
    end
    if (dst_take) begin
      dst_word_q  <= dst_desc[63:32] >> BLog2;
      dst_end_q   <= (dst_desc[63:32] + dst_desc[31:0] + B - 1) >> BLog2;
      dst_bytes_q <= 32'd0;
      dst_wait_q  <= latency_i;
    end else begin
      if (dst_wait_q != 16'd0) dst_wait_q <= dst_wait_q - 16'd1;
      if (dst_beat) dst_word_q <= dst_word_q + 32'd1;
      if (dst_beat) dst_bytes_q <= dst_total;
    end
  end

  function [W-1:0] merge;
    input [W-1:0] old;
    input [W-1:0] data;
    input [B-1:0] keep;
    integer k;
    begin
      merge = old;
      for (k = 0; k < B; k = k + 1) if (keep[k]) merge[8*k +: 8] = data[8*k +: 8];
    end
  endfunction

  // The one process that writes the memory; the old word is read only where a beat is partial.
  always @(posedge clk) begin
    if (load_i) $readmemh("mem_load.hex", mem, word_first_i, word_last_i);
    else if (dst_beat && (dst_word_q < dst_end_q))
      mem[dst_word_q] <= &s_axis_tkeep ? s_axis_tdata :
                         merge(mem[dst_word_q], s_axis_tdata, s_axis_tkeep);
    if (dump_i) $writememh("mem_dump.hex", mem, word_first_i, word_last_i);
  end

  assign s2mm_count_o = dst_count_q;
  assign s2mm_full_o  = !dst_room;

  mem_dma_fifo #(.WIDTH(64), .LOG2(FIFO_LOG2)) u_src (
    .clk(clk), .rst_n(rst_n), .push_i(mm2s_push_i), .data_i({mm2s_addr_i, mm2s_len_i}),
    .room_o(src_room), .some_o(src_some), .data_o(src_desc), .pop_i(src_take)
  );

  mem_dma_fifo #(.WIDTH(64), .LOG2(FIFO_LOG2)) u_dst (
    .clk(clk), .rst_n(rst_n), .push_i(s2mm_push_i), .data_i({s2mm_addr_i, s2mm_len_i}),
    .room_o(dst_room), .some_o(dst_some), .data_o(dst_desc), .pop_i(dst_take)
  );

  mem_dma_fifo #(.WIDTH(32), .LOG2(FIFO_LOG2)) u_len (
    .clk(clk), .rst_n(rst_n), .push_i(dst_done), .data_i(dst_total),
    .room_o(len_room), .some_o(s2mm_len_valid_o), .data_o(s2mm_len_o), .pop_i(s2mm_pop_i)
  );

endmodule

`default_nettype wire
