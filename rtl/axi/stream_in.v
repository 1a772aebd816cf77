// SPDX-License-Identifier: Apache-2.0
// stream_in: AXI4-Stream slave that hands over one packet of a known length and checks it.
// A beat leaves in the cycle of its check; a fault is reported one cycle later (err_o) and the
// packet then counts as over. Bytes beyond the length leave as zero. While drain_i is high,
// everything already accepted is dropped and packets that have begun are taken to their TLAST;
// packets that have not begun stay with the sender.
`default_nettype none

module stream_in #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                    clk,
  input  wire                    rst_n,
  input  wire                    clear_i,
  input  wire [AXIS_WIDTH-1:0]   s_axis_tdata,
  input  wire [AXIS_WIDTH/8-1:0] s_axis_tkeep,
  input  wire                    s_axis_tvalid,
  input  wire                    s_axis_tlast,
  output wire                    s_axis_tready,
  input  wire                    start_i,
  input  wire [31:0]             bytes_i,
  output wire                    active_o,
  output wire                    out_valid_o,
  output wire [AXIS_WIDTH-1:0]   out_data_o,
  output wire                    out_last_o,
  input  wire                    out_ready_i,
  output wire                    err_o,
  output wire [7:0]              err_code_o,
  input  wire                    drain_i,
  output wire                    drained_o
);
  localparam Bytes = AXIS_WIDTH / 8;
  localparam Log   = $clog2(Bytes);
  `include "mce_isa.vh"

  wire                  buf_ready, buf_valid, buf_take, buf_last, unused_next;
  wire [AXIS_WIDTH-1:0] buf_data;
  wire [Bytes-1:0]      buf_keep;

  // Between its first beat and its TLAST a packet is open; the sender cannot take it back.
  reg  open_q;
  wire may_take = !drain_i || open_q;
  wire accept   = s_axis_tvalid && s_axis_tready;
  assign s_axis_tready = buf_ready && may_take;

  skid_buffer #(.WIDTH(AXIS_WIDTH + Bytes + 1)) u_skid (
    .clk        (clk),
    .rst_n      (rst_n && !clear_i),
    .in_valid_i (s_axis_tvalid && may_take),
    .in_ready_o (buf_ready),
    .ready_next_o(unused_next),
    .in_data_i  ({s_axis_tlast, s_axis_tkeep, s_axis_tdata}),
    .out_valid_o(buf_valid),
    .out_ready_i(buf_take),
    .out_data_o ({buf_last, buf_keep, buf_data})
  );

  // What the current beat must look like is known one beat ahead.
  reg             active_q, final_q;
  reg [31-Log:0]  beats_q;
  reg [Log-1:0]   tail_q;
  wire [31:0]     rounded   = bytes_i + Bytes[31:0] - 32'd1;
  wire [31-Log:0] beats     = rounded[31:Log];
  wire            unused_rounded = ^rounded[Log-1:0];
  wire [Bytes-1:0] tail_keep = (tail_q == {Log{1'b0}}) ? {Bytes{1'b1}}
                                                       : ~({Bytes{1'b1}} << tail_q);
  wire [Bytes-1:0] want_keep = final_q ? tail_keep : {Bytes{1'b1}};

  // In the first cycle of a drain the packet is still active and a beat may leave: whoever takes it
  // is killed in that cycle.
  assign out_valid_o = buf_valid && active_q;
  wire move = out_valid_o && out_ready_i;
  assign buf_take    = drain_i || move;
  assign out_last_o  = final_q;
  assign active_o    = active_q;
  assign drained_o   = !open_q && !buf_valid;

  genvar i;
  generate
    for (i = 0; i < Bytes; i = i + 1) begin : gen_mask
      assign out_data_o[8*i +: 8] = buf_data[8*i +: 8] & {8{want_keep[i]}};
    end
  endgenerate

  // TKEEP must be contiguous from byte 0, and partial only together with TLAST.
  wire [Bytes-1:0] keep_up  = buf_keep + {{(Bytes-1){1'b0}}, 1'b1};
  wire             gap      = |(buf_keep & keep_up) || !buf_keep[0];
  wire             bad_keep = gap || (!buf_last && !(&buf_keep));
  wire             missing  = |(want_keep & ~buf_keep);
  wire             extra    = |(buf_keep & ~want_keep);
  wire             short    = buf_last && (!final_q || missing);
  wire             long     = final_q && (!buf_last || extra);

  reg        err_q;
  reg [7:0]  code_q, code_d;
  wire       fault = move && (bad_keep || short || long);
  assign err_o      = err_q;
  assign err_code_o = code_q;

  always @(*) begin
    code_d = ERR_PKT_LONG;
    if (bad_keep) code_d = ERR_BAD_TKEEP;
    else if (short) code_d = ERR_PKT_SHORT;
  end

  always @(posedge clk) begin
    if (!rst_n || clear_i) begin
      open_q   <= 1'b0;
      active_q <= 1'b0;
      err_q    <= 1'b0;
    end else begin
      if (accept) open_q <= !s_axis_tlast;
      err_q <= fault;
      if (drain_i || fault) active_q <= 1'b0;
      else if (start_i) active_q <= 1'b1;
      else if (move && final_q) active_q <= 1'b0;
    end
    code_q <= code_d;
    if (start_i) begin
      beats_q <= beats;
      tail_q  <= bytes_i[Log-1:0];
      final_q <= beats == 1;
    end else if (move) begin
      beats_q <= beats_q - 1'b1;
      final_q <= beats_q == 2;
    end
  end
endmodule

`default_nettype wire
