// SPDX-License-Identifier: Apache-2.0
// stream_out: AXI4-Stream master that sends one packet of a known length.
// The unit supplies exactly ceil(bytes / beat) beats with zero tails; TKEEP and TLAST are made
// here. close_i ends a packet that has begun with one zero beat, so that the receiver is never
// left inside a packet; this happens before anything else is sent.
`default_nettype none

module stream_out #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                    clk,
  input  wire                    rst_n,
  input  wire                    clear_i,
  input  wire                    start_i,
  input  wire [31:0]             bytes_i,
  output wire                    active_o,
  input  wire                    in_valid_i,
  input  wire [AXIS_WIDTH-1:0]   in_data_i,
  output wire                    in_ready_o,
  input  wire                    close_i,
  output wire [AXIS_WIDTH-1:0]   m_axis_tdata,
  output wire [AXIS_WIDTH/8-1:0] m_axis_tkeep,
  output wire                    m_axis_tvalid,
  output wire                    m_axis_tlast,
  input  wire                    m_axis_tready
);
  localparam Bytes = AXIS_WIDTH / 8;
  localparam Log   = $clog2(Bytes);

  reg             sending_q, sending_d, final_q, open_q, closing_q, closing_d, ready_q;
  reg [31-Log:0]  beats_q;
  reg [Log-1:0]   tail_q;
  wire [31:0]     rounded = bytes_i + Bytes[31:0] - 32'd1;
  wire [31-Log:0] beats   = rounded[31:Log];
  wire            unused_rounded = ^rounded[Log-1:0];

  wire             buf_ready, buf_ready_next;
  wire             ours   = sending_q && !closing_q;
  wire             valid  = closing_q || (ours && in_valid_i);
  wire             last   = closing_q || final_q;
  wire             move   = valid && buf_ready;
  wire [Bytes-1:0] tail   = (tail_q == {Log{1'b0}}) ? {Bytes{1'b1}} : ~({Bytes{1'b1}} << tail_q);
  wire [Bytes-1:0] keep   = (final_q && !closing_q) ? tail : {Bytes{1'b1}};
  wire [AXIS_WIDTH-1:0] data = in_data_i & {AXIS_WIDTH{!closing_q}};

  // ours && buf_ready, as a register: a unit's pipeline stands or moves by it.
  assign in_ready_o = ready_q;
  // The packet counts as sent when the receiver has taken its last beat, whoever made it.
  assign active_o   = sending_q || closing_q || m_axis_tvalid;

  skid_buffer #(.WIDTH(AXIS_WIDTH + Bytes + 1)) u_skid (
    .clk        (clk),
    .rst_n      (rst_n && !clear_i),
    .in_valid_i (valid),
    .in_ready_o (buf_ready),
    .ready_next_o(buf_ready_next),
    .in_data_i  ({last, keep, data}),
    .out_valid_o(m_axis_tvalid),
    .out_ready_i(m_axis_tready),
    .out_data_o ({m_axis_tlast, m_axis_tkeep, m_axis_tdata})
  );

  always @(*) begin
    closing_d = closing_q;
    if (close_i) closing_d = (open_q || move) && !(move && last);
    else if (move) closing_d = 1'b0;
    sending_d = sending_q;
    if (close_i) sending_d = 1'b0;
    else if (start_i) sending_d = 1'b1;
    else if (move && !closing_q && final_q) sending_d = 1'b0;
  end

  always @(posedge clk) begin
    if (!rst_n || clear_i) begin
      sending_q <= 1'b0;
      open_q    <= 1'b0;
      closing_q <= 1'b0;
      ready_q   <= 1'b0;
    end else begin
      if (move) open_q <= !last;
      sending_q <= sending_d;
      closing_q <= closing_d;
      ready_q   <= sending_d && !closing_d && buf_ready_next;
    end
    if (start_i) begin
      beats_q <= beats;
      tail_q  <= bytes_i[Log-1:0];
      final_q <= beats == 1;
    end else if (move && !closing_q) begin
      beats_q <= beats_q - 1'b1;
      final_q <= beats_q == 2;
    end
  end
endmodule

`default_nettype wire
