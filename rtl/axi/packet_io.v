// SPDX-License-Identifier: Apache-2.0
// packet_io: both packet streams of the core, with the gears, the stall signals and the stream
// time-out. chunks_i sends a packet through a gear of 64 bits: to and from the units that work on
// 16-bit words; else beats go to and come from the vector core. pairs_i with it: a packet of pairs
// of 32 bits for the evaluation unit, which takes POINTS of them at a time. What is seen of waits,
// stall_*_o and expired_o, comes a cycle later than in the streams, expired_o two.
`default_nettype none

module packet_io #(
  parameter AXIS_WIDTH = 64,
  parameter POINTS     = 2
) (
  input  wire                    clk,
  input  wire                    rst_n,
  input  wire                    kill_i,
  input  wire                    soft_reset_i,
  input  wire                    clear_in_i,
  input  wire [AXIS_WIDTH-1:0]   s_axis_tdata,
  input  wire [AXIS_WIDTH/8-1:0] s_axis_tkeep,
  input  wire                    s_axis_tvalid,
  input  wire                    s_axis_tlast,
  output wire                    s_axis_tready,
  output wire [AXIS_WIDTH-1:0]   m_axis_tdata,
  output wire [AXIS_WIDTH/8-1:0] m_axis_tkeep,
  output wire                    m_axis_tvalid,
  output wire                    m_axis_tlast,
  input  wire                    m_axis_tready,
  // Sequencer: start of a packet with its length, state, faults, end of a job.
  input  wire                    in_start_i,
  input  wire                    out_start_i,
  input  wire [31:0]             bytes_i,
  input  wire                    chunks_i,
  input  wire                    pairs_i,
  output wire                    in_active_o,
  output wire                    out_active_o,
  output wire                    in_err_o,
  output wire [7:0]              in_err_code_o,
  input  wire [31:0]             timeout_i,
  input  wire                    waits_i,
  input  wire                    drain_i,
  input  wire                    close_i,
  output wire                    drained_o,
  output wire                    expired_o,
  output wire                    stall_in_o,
  output wire                    stall_out_o,
  // Beats to and from the vector core.
  output wire                    in_valid_o,
  output wire [AXIS_WIDTH-1:0]   in_data_o,
  input  wire                    in_ready_i,
  input  wire                    in_due_i,              // a beat is waited for, ready or not
  input  wire                    out_valid_i,
  input  wire [AXIS_WIDTH-1:0]   out_data_i,
  output wire                    out_ready_o,
  // Chunks of 64 bits.
  output wire                    ck_valid_o,
  output wire [63:0]             ck_data_o,
  input  wire                    ck_ready_i,
  // Chunks of POINTS pairs.
  output wire                    pairs_valid_o,
  output wire [32*POINTS-1:0]    pairs_data_o,
  input  wire                    pairs_ready_i,
  input  wire                    pck_valid_i,
  input  wire [63:0]             pck_data_i,
  output wire                    pck_ready_o
);
  wire beat_valid, beat_last, gear_ready, narrow_valid, narrow_ready, ck_ready;
  wire beat_ready = chunks_i ? gear_ready : in_ready_i;
  // Of a packet for the gear the others take nothing: they wait for none.
  assign in_valid_o = beat_valid;

  stream_in #(.AXIS_WIDTH(AXIS_WIDTH)) u_stream_in (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (clear_in_i),
    .s_axis_tdata (s_axis_tdata),
    .s_axis_tkeep (s_axis_tkeep),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tlast (s_axis_tlast),
    .s_axis_tready(s_axis_tready),
    .start_i      (in_start_i),
    .bytes_i      (bytes_i),
    .active_o     (in_active_o),
    .out_valid_o  (beat_valid),
    .out_data_o   (in_data_o),
    .out_last_o   (beat_last),
    .out_ready_i  (beat_ready),
    .err_o        (in_err_o),
    .err_code_o   (in_err_code_o),
    .drain_i      (drain_i),
    .drained_o    (drained_o)
  );

  gear_in #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_in (
    .clk       (clk),
    .rst_n     (rst_n),
    .clear_i   (in_start_i || kill_i),
    .in_valid_i(narrow_valid),
    .in_data_i (in_data_o),
    .in_last_i (beat_last),
    .in_ready_o(narrow_ready),
    .ck_valid_o(ck_valid_o),
    .ck_data_o (ck_data_o),
    .ck_ready_i(ck_ready)
  );

  generate
    if (POINTS == 2) begin : gen_narrow
      wire unused = pairs_i;
      assign narrow_valid  = beat_valid && chunks_i;
      assign gear_ready    = narrow_ready;
      assign ck_ready      = ck_ready_i || pairs_ready_i;
      assign pairs_valid_o = ck_valid_o;
      assign pairs_data_o  = ck_data_o;
    end else begin : gen_wide
      wire wide_ready;
      assign narrow_valid = beat_valid && chunks_i && !pairs_i;
      assign gear_ready   = pairs_i ? wide_ready : narrow_ready;
      assign ck_ready     = ck_ready_i;
      gear_in #(.AXIS_WIDTH(AXIS_WIDTH), .CHUNK(32*POINTS)) u_gear_in (
        .clk       (clk),
        .rst_n     (rst_n),
        .clear_i   (in_start_i || kill_i),
        .in_valid_i(beat_valid && pairs_i),
        .in_data_i (in_data_o),
        .in_last_i (beat_last),
        .in_ready_o(wide_ready),
        .ck_valid_o(pairs_valid_o),
        .ck_data_o (pairs_data_o),
        .ck_ready_i(pairs_ready_i)
      );
    end
  endgenerate

  wire                  gear_valid, beat_taken;
  wire [AXIS_WIDTH-1:0] gear_data;
  // Without a beat on offer nobody looks at it.
  assign out_ready_o = beat_taken;

  gear_out #(.AXIS_WIDTH(AXIS_WIDTH)) u_gear_out (
    .clk        (clk),
    .rst_n      (rst_n && !kill_i),
    .start_i    (out_start_i),
    .bytes_i    (bytes_i),
    .ck_valid_i (pck_valid_i),
    .ck_data_i  (pck_data_i),
    .ck_ready_o (pck_ready_o),
    .out_valid_o(gear_valid),
    .out_data_o (gear_data),
    .out_ready_i(beat_taken && chunks_i)
  );

  // Only a soft reset may take back a beat that is on offer.
  stream_out #(.AXIS_WIDTH(AXIS_WIDTH)) u_stream_out (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (soft_reset_i),
    .start_i      (out_start_i),
    .bytes_i      (bytes_i),
    .active_o     (out_active_o),
    .in_valid_i   (chunks_i ? gear_valid : out_valid_i),
    .in_data_i    (chunks_i ? gear_data : out_data_i),
    .in_ready_o   (beat_taken),
    .close_i      (close_i),
    .m_axis_tdata (m_axis_tdata),
    .m_axis_tkeep (m_axis_tkeep),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tlast (m_axis_tlast),
    .m_axis_tready(m_axis_tready)
  );

  // A job waits when a beat is due on either stream; draining waits for the sender, counting anew.
  // Nothing depends on the cycle in which that is seen: it is registered. So the first cycle of a
  // drain still sees the last one of the job, which must not count.
  reg  stall_in_q, stall_out_q, waiting_q;
  wire taken     = s_axis_tvalid && s_axis_tready;
  wire stall_in  = waits_i && !drain_i && in_active_o && (beat_ready || in_due_i) && !beat_valid;
  wire stall_out = waits_i && !drain_i && m_axis_tvalid && !m_axis_tready;
  assign stall_in_o  = stall_in_q;
  assign stall_out_o = stall_out_q;
  always @(posedge clk) begin
    stall_in_q  <= rst_n && stall_in;
    stall_out_q <= rst_n && stall_out;
    waiting_q   <= rst_n && (stall_in || stall_out || (drain_i && !close_i && !taken));
  end

  watchdog u_watchdog (
    .clk      (clk),
    .waiting_i(waiting_q && !close_i),
    .limit_i  (timeout_i),
    .expired_o(expired_o)
  );
endmodule

`default_nettype wire
