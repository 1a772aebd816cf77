// SPDX-License-Identifier: Apache-2.0
// axi_faulty: AXI4-Lite slave and AXI4-Stream source that break one rule, chosen by fault_i.
//
// Fault 0 keeps every rule. The stream sends packets of three beats, the last with five bytes. The
// slave answers with the address it was asked for.
`default_nettype none

module axi_faulty (
  input  wire        clk,
  input  wire        rst_n,
  input  wire [4:0]  fault_i,

  output wire [63:0] m_axis_tdata,
  output wire [7:0]  m_axis_tkeep,
  output wire        m_axis_tvalid,
  input  wire        m_axis_tready,
  output wire        m_axis_tlast,

  input  wire [15:0] s_axil_awaddr,
  input  wire        s_axil_awvalid,
  output wire        s_axil_awready,
  input  wire [31:0] s_axil_wdata,
  input  wire [3:0]  s_axil_wstrb,
  input  wire        s_axil_wvalid,
  output wire        s_axil_wready,
  output wire [1:0]  s_axil_bresp,
  output wire        s_axil_bvalid,
  input  wire        s_axil_bready,
  input  wire [15:0] s_axil_araddr,
  input  wire        s_axil_arvalid,
  output wire        s_axil_arready,
  output wire [31:0] s_axil_rdata,
  output wire [1:0]  s_axil_rresp,
  output wire        s_axil_rvalid,
  input  wire        s_axil_rready
);

  // Waited: the beat or response was offered in the cycle before and not taken.
  reg         live_q, t_waited_q, b_waited_q, r_waited_q;
  reg  [1:0]  beat_q;
  wire        last = beat_q == 2'd2;

  assign m_axis_tvalid = (fault_i == 5'd1) ? live_q && !t_waited_q :
                         (fault_i == 5'd2) ? 1'bx : live_q || (fault_i == 5'd3);
  assign m_axis_tdata  = (fault_i == 5'd5) ? 64'bx :
                         {62'd0, beat_q} ^ {64{(fault_i == 5'd4) && t_waited_q}};
  assign m_axis_tlast  = (fault_i == 5'd7) ? 1'bx : last ^ ((fault_i == 5'd6) && t_waited_q);
  assign m_axis_tkeep  = !last ? ((fault_i == 5'd9) ? 8'h0f : 8'hff) :
                         (fault_i == 5'd8) ? 8'h15 : (fault_i == 5'd10) ? 8'h00 :
                         (fault_i == 5'd11) ? 8'h1e : 8'h1f ^ {7'd0, (fault_i == 5'd12)
                                                               && t_waited_q};

  reg         aw_q, w_q, ar_q;
  reg  [15:0] araddr_q;
  wire        b_ok = aw_q && w_q;

  assign s_axil_awready = live_q && !aw_q;
  assign s_axil_wready  = live_q && !w_q;
  assign s_axil_arready = live_q && !ar_q;
  assign s_axil_bvalid  = (fault_i == 5'd16) ? aw_q :
                          (fault_i == 5'd17) ? b_ok && !b_waited_q :
                          (fault_i == 5'd18) ? 1'b0 :
                          (fault_i == 5'd19) ? 1'bx : b_ok;
  assign s_axil_bresp   = (fault_i == 5'd20) ? 2'b01 :
                          {(fault_i == 5'd21) && b_waited_q, 1'b0};
  assign s_axil_rvalid  = (fault_i == 5'd22) ? live_q :
                          (fault_i == 5'd23) ? ar_q && !r_waited_q :
                          (fault_i == 5'd24) ? 1'b0 : ar_q || (fault_i == 5'd28);
  assign s_axil_rdata   = (fault_i == 5'd25) ? 32'bx :
                          {16'd0, araddr_q} ^ {32{(fault_i == 5'd26) && r_waited_q}};
  assign s_axil_rresp   = {(fault_i == 5'd27) && r_waited_q, 1'b0};

  always @(posedge clk) begin
    live_q     <= rst_n;
    t_waited_q <= rst_n && m_axis_tvalid && !m_axis_tready;
    b_waited_q <= rst_n && s_axil_bvalid && !s_axil_bready;
    r_waited_q <= rst_n && s_axil_rvalid && !s_axil_rready;
    if (!rst_n) begin
      beat_q <= 2'd0;
      aw_q   <= 1'b0;
      w_q    <= 1'b0;
      ar_q   <= 1'b0;
    end else begin
      if (live_q && m_axis_tready) beat_q <= last ? 2'd0 : beat_q + 2'd1;
      if (s_axil_awvalid && s_axil_awready) aw_q <= 1'b1;
      if (s_axil_wvalid && s_axil_wready) w_q <= 1'b1;
      if (b_ok && s_axil_bready) aw_q <= 1'b0;
      if (b_ok && s_axil_bready) w_q <= 1'b0;
      if (s_axil_arvalid && s_axil_arready) ar_q <= 1'b1;
      if (ar_q && s_axil_rready) ar_q <= 1'b0;
      if (s_axil_arvalid && s_axil_arready) araddr_q <= s_axil_araddr;
    end
  end

  // The slave stores nothing.
  wire unused = &{1'b0, s_axil_awaddr, s_axil_wdata, s_axil_wstrb};

endmodule

`default_nettype wire
