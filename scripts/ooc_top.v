// SPDX-License-Identifier: Apache-2.0
// ooc_top: mce_top between registers, for timing out of context on a device with few pins.
// Every input comes from one bit of a shift register and every output ends in a register, so the
// clock found is that of the core alone.
`default_nettype none

module ooc_top #(
  parameter        M              = 13,
  parameter        N_MAX          = 8192,
  parameter        T_MAX          = 128,
  parameter        NUM_INST       = 256,
  parameter        NUM_REGS       = 8,
  parameter        AXIS_WIDTH     = 64,
  parameter [16:0] FIELDS         = 17'h03000,
  parameter        GF2MULT_FACTOR = 8,
  parameter        HASH           = 1,
  parameter        POINTS         = 2,
  parameter        GATHER_PORTS   = 2,
  parameter        BATCH          = 1
) (
  input  wire clk,
  input  wire si_i,
  output wire so_o
);
  localparam W    = AXIS_WIDTH;
  localparam InW  = 1 + 16 + 1 + 32 + 4 + 1 + 1 + 16 + 1 + 1 + W + W/8 + 1 + 1 + 1;
  localparam OutW = 1 + 1 + 2 + 1 + 1 + 32 + 2 + 1 + 1 + W + W/8 + 1 + 1 + 1;

  reg  [InW-1:0]  in_q;
  reg  [OutW-1:0] out_q, fold_q;
  wire [OutW-1:0] out;
  assign so_o = fold_q[0];

  always @(posedge clk) begin
    in_q   <= {in_q[InW-2:0], si_i};
    out_q  <= out;
    // A rotating fold keeps every output alive with one XOR of depth.
    fold_q <= out_q ^ {fold_q[0], fold_q[OutW-1:1]};
  end

  wire         rst_n, awvalid, wvalid, bready, arvalid, rready, svalid, slast, mready;
  wire [15:0]  awaddr, araddr;
  wire [31:0]  wdata;
  wire [3:0]   wstrb;
  wire [W-1:0] sdata;
  wire [W/8-1:0] skeep;
  assign {rst_n, awaddr, awvalid, wdata, wstrb, wvalid, bready, araddr, arvalid, rready, sdata,
          skeep, svalid, slast, mready} = in_q;

  wire         awready, wready, bvalid, arready, rvalid, sready, mvalid, mlast, irq;
  wire [1:0]   bresp, rresp;
  wire [31:0]  rdata;
  wire [W-1:0] mdata;
  wire [W/8-1:0] mkeep;
  assign out = {awready, wready, bresp, bvalid, arready, rdata, rresp, rvalid, sready, mdata, mkeep,
                mvalid, mlast, irq};

  mce_top #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR), .HASH(HASH),
    .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_top (
    .clk          (clk),
    .rst_n        (rst_n),
    .s_axil_awaddr(awaddr),
    .s_axil_awvalid(awvalid),
    .s_axil_awready(awready),
    .s_axil_wdata (wdata),
    .s_axil_wstrb (wstrb),
    .s_axil_wvalid(wvalid),
    .s_axil_wready(wready),
    .s_axil_bresp (bresp),
    .s_axil_bvalid(bvalid),
    .s_axil_bready(bready),
    .s_axil_araddr(araddr),
    .s_axil_arvalid(arvalid),
    .s_axil_arready(arready),
    .s_axil_rdata (rdata),
    .s_axil_rresp (rresp),
    .s_axil_rvalid(rvalid),
    .s_axil_rready(rready),
    .s_axis_tdata (sdata),
    .s_axis_tkeep (skeep),
    .s_axis_tvalid(svalid),
    .s_axis_tlast (slast),
    .s_axis_tready(sready),
    .m_axis_tdata (mdata),
    .m_axis_tkeep (mkeep),
    .m_axis_tvalid(mvalid),
    .m_axis_tlast (mlast),
    .m_axis_tready(mready),
    .irq_o        (irq)
  );
endmodule

`default_nettype wire
