// SPDX-License-Identifier: Apache-2.0
// stream_rig: the stream modules side by side, gear_in with both sizes of chunks, so that one build
// serves all their tests.
// Nothing is connected between them; the prefix of a port names its module.
`default_nettype none

module stream_rig #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                    clk,
  input  wire                    rst_n,
  // skid_buffer
  input  wire                    sk_in_valid_i,
  output wire                    sk_in_ready_o,
  output wire                    sk_ready_next_o,
  input  wire [AXIS_WIDTH-1:0]   sk_in_data_i,
  output wire                    sk_out_valid_o,
  input  wire                    sk_out_ready_i,
  output wire [AXIS_WIDTH-1:0]   sk_out_data_o,
  // stream_in
  input  wire                    si_clear_i,
  input  wire [AXIS_WIDTH-1:0]   si_tdata,
  input  wire [AXIS_WIDTH/8-1:0] si_tkeep,
  input  wire                    si_tvalid,
  input  wire                    si_tlast,
  output wire                    si_tready,
  input  wire                    si_start_i,
  input  wire [31:0]             si_bytes_i,
  output wire                    si_active_o,
  output wire                    si_out_valid_o,
  output wire [AXIS_WIDTH-1:0]   si_out_data_o,
  output wire                    si_out_last_o,
  input  wire                    si_out_ready_i,
  output wire                    si_err_o,
  output wire [7:0]              si_err_code_o,
  input  wire                    si_drain_i,
  output wire                    si_drained_o,
  // stream_out
  input  wire                    so_clear_i,
  input  wire                    so_start_i,
  input  wire [31:0]             so_bytes_i,
  output wire                    so_active_o,
  input  wire                    so_in_valid_i,
  input  wire [AXIS_WIDTH-1:0]   so_in_data_i,
  output wire                    so_in_ready_o,
  input  wire                    so_close_i,
  output wire [AXIS_WIDTH-1:0]   so_tdata,
  output wire [AXIS_WIDTH/8-1:0] so_tkeep,
  output wire                    so_tvalid,
  output wire                    so_tlast,
  input  wire                    so_tready,
  // gear_in
  input  wire                    gi_clear_i,
  input  wire                    gi_in_valid_i,
  input  wire [AXIS_WIDTH-1:0]   gi_in_data_i,
  input  wire                    gi_in_last_i,
  output wire                    gi_in_ready_o,
  output wire                    gi_ck_valid_o,
  output wire [63:0]             gi_ck_data_o,
  input  wire                    gi_ck_ready_i,
  // gear_in for chunks of 128 bits
  input  wire                    gw_clear_i,
  input  wire                    gw_in_valid_i,
  input  wire [AXIS_WIDTH-1:0]   gw_in_data_i,
  input  wire                    gw_in_last_i,
  output wire                    gw_in_ready_o,
  output wire                    gw_ck_valid_o,
  output wire [127:0]            gw_ck_data_o,
  input  wire                    gw_ck_ready_i,
  // gear_out; its reset is also what kills a packet
  input  wire                    go_rst_n,
  input  wire                    go_start_i,
  input  wire [31:0]             go_bytes_i,
  input  wire                    go_ck_valid_i,
  input  wire [63:0]             go_ck_data_i,
  output wire                    go_ck_ready_o,
  output wire                    go_out_valid_o,
  output wire [AXIS_WIDTH-1:0]   go_out_data_o,
  input  wire                    go_out_ready_i
);
  skid_buffer #(.WIDTH(AXIS_WIDTH)) u_skid (
    .clk         (clk),
    .rst_n       (rst_n),
    .in_valid_i  (sk_in_valid_i),
    .in_ready_o  (sk_in_ready_o),
    .ready_next_o(sk_ready_next_o),
    .in_data_i   (sk_in_data_i),
    .out_valid_o (sk_out_valid_o),
    .out_ready_i (sk_out_ready_i),
    .out_data_o  (sk_out_data_o)
  );

  stream_in #(.AXIS_WIDTH(AXIS_WIDTH)) u_stream_in (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (si_clear_i),
    .s_axis_tdata (si_tdata),
    .s_axis_tkeep (si_tkeep),
    .s_axis_tvalid(si_tvalid),
    .s_axis_tlast (si_tlast),
    .s_axis_tready(si_tready),
    .start_i      (si_start_i),
    .bytes_i      (si_bytes_i),
    .active_o     (si_active_o),
    .out_valid_o  (si_out_valid_o),
    .out_data_o   (si_out_data_o),
    .out_last_o   (si_out_last_o),
    .out_ready_i  (si_out_ready_i),
    .err_o        (si_err_o),
    .err_code_o   (si_err_code_o),
    .drain_i      (si_drain_i),
    .drained_o    (si_drained_o)
  );

  stream_out #(.AXIS_WIDTH(AXIS_WIDTH)) u_stream_out (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (so_clear_i),
    .start_i      (so_start_i),
    .bytes_i      (so_bytes_i),
    .active_o     (so_active_o),
    .in_valid_i   (so_in_valid_i),
    .in_data_i    (so_in_data_i),
    .in_ready_o   (so_in_ready_o),
    .close_i      (so_close_i),
    .m_axis_tdata (so_tdata),
    .m_axis_tkeep (so_tkeep),
    .m_axis_tvalid(so_tvalid),
    .m_axis_tlast (so_tlast),
    .m_axis_tready(so_tready)
  );

  gear_in #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_in (
    .clk       (clk),
    .rst_n     (rst_n),
    .clear_i   (gi_clear_i),
    .in_valid_i(gi_in_valid_i),
    .in_data_i (gi_in_data_i),
    .in_last_i (gi_in_last_i),
    .in_ready_o(gi_in_ready_o),
    .ck_valid_o(gi_ck_valid_o),
    .ck_data_o (gi_ck_data_o),
    .ck_ready_i(gi_ck_ready_i)
  );

  gear_in #(.AXIS_WIDTH(AXIS_WIDTH), .CHUNK(128)) u_gear_wide (
    .clk       (clk),
    .rst_n     (rst_n),
    .clear_i   (gw_clear_i),
    .in_valid_i(gw_in_valid_i),
    .in_data_i (gw_in_data_i),
    .in_last_i (gw_in_last_i),
    .in_ready_o(gw_in_ready_o),
    .ck_valid_o(gw_ck_valid_o),
    .ck_data_o (gw_ck_data_o),
    .ck_ready_i(gw_ck_ready_i)
  );

  gear_out #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_out (
    .clk        (clk),
    .rst_n      (go_rst_n),
    .start_i    (go_start_i),
    .bytes_i    (go_bytes_i),
    .ck_valid_i (go_ck_valid_i),
    .ck_data_i  (go_ck_data_i),
    .ck_ready_o (go_ck_ready_o),
    .out_valid_o(go_out_valid_o),
    .out_data_o (go_out_data_o),
    .out_ready_i(go_out_ready_i)
  );
endmodule

`default_nettype wire
