// SPDX-License-Identifier: Apache-2.0
// mce_top: the accelerator with its AXI4-Lite register block and AXI4-Stream ports. Wiring only.
`default_nettype none

module mce_top #(
  parameter        M              = 13,
  parameter        N_MAX          = 1 << M,
  parameter        T_MAX          = 128,
  parameter        NUM_INST       = 256,
  parameter        NUM_REGS       = 8,
  parameter        AXIS_WIDTH     = 64,
  parameter [16:0] FIELDS         = (M == 13) ? 17'h03000 : (17'd1 << M),
  parameter        GF2MULT_FACTOR = 8,
  parameter        HASH           = 1,
  parameter        POINTS         = 2,
  parameter        GATHER_PORTS   = 4,
  parameter        BATCH          = 1
) (
  input  wire                    clk,
  input  wire                    rst_n,
  input  wire [15:0]             s_axil_awaddr,
  input  wire                    s_axil_awvalid,
  output wire                    s_axil_awready,
  input  wire [31:0]             s_axil_wdata,
  input  wire [3:0]              s_axil_wstrb,
  input  wire                    s_axil_wvalid,
  output wire                    s_axil_wready,
  output wire [1:0]              s_axil_bresp,
  output wire                    s_axil_bvalid,
  input  wire                    s_axil_bready,
  input  wire [15:0]             s_axil_araddr,
  input  wire                    s_axil_arvalid,
  output wire                    s_axil_arready,
  output wire [31:0]             s_axil_rdata,
  output wire [1:0]              s_axil_rresp,
  output wire                    s_axil_rvalid,
  input  wire                    s_axil_rready,
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
  output wire                    irq_o
);
  wire        start, abort, soft_reset, wipe, imem_we, imem_re, running, wiping, done, reject;
  wire        stall_in, stall_out;
  wire [11:0] start_pc, imem_addr;
  wire [12:0] err_pc;
  wire [4:0]  m;
  wire [16:0] n;
  wire [15:0] t;
  wire [31:0] timeout, imem_wdata, imem_rdata;
  wire [7:0]  err_code;

  axil_regs #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR),
    .HASH(HASH), .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_regs (
    .clk           (clk),
    .rst_n         (rst_n),
    .s_axil_awaddr (s_axil_awaddr),
    .s_axil_awvalid(s_axil_awvalid),
    .s_axil_awready(s_axil_awready),
    .s_axil_wdata  (s_axil_wdata),
    .s_axil_wstrb  (s_axil_wstrb),
    .s_axil_wvalid (s_axil_wvalid),
    .s_axil_wready (s_axil_wready),
    .s_axil_bresp  (s_axil_bresp),
    .s_axil_bvalid (s_axil_bvalid),
    .s_axil_bready (s_axil_bready),
    .s_axil_araddr (s_axil_araddr),
    .s_axil_arvalid(s_axil_arvalid),
    .s_axil_arready(s_axil_arready),
    .s_axil_rdata  (s_axil_rdata),
    .s_axil_rresp  (s_axil_rresp),
    .s_axil_rvalid (s_axil_rvalid),
    .s_axil_rready (s_axil_rready),
    .start_o       (start),
    .start_pc_o    (start_pc),
    .abort_o       (abort),
    .soft_reset_o  (soft_reset),
    .wipe_o        (wipe),
    .m_o           (m),
    .n_o           (n),
    .t_o           (t),
    .timeout_o     (timeout),
    .imem_we_o     (imem_we),
    .imem_re_o     (imem_re),
    .imem_addr_o   (imem_addr),
    .imem_wdata_o  (imem_wdata),
    .imem_rdata_i  (imem_rdata),
    .running_i     (running),
    .wiping_i      (wiping),
    .done_i        (done),
    .reject_i      (reject),
    .err_code_i    (err_code),
    .err_pc_i      (err_pc),
    .stall_in_i    (stall_in),
    .stall_out_i   (stall_out),
    .irq_o         (irq_o)
  );

  mce_core #(
    .M(M), .N_MAX(N_MAX), .T_MAX(T_MAX), .NUM_INST(NUM_INST), .NUM_REGS(NUM_REGS),
    .AXIS_WIDTH(AXIS_WIDTH), .FIELDS(FIELDS), .GF2MULT_FACTOR(GF2MULT_FACTOR),
    .HASH(HASH), .POINTS(POINTS), .GATHER_PORTS(GATHER_PORTS), .BATCH(BATCH)
  ) u_core (
    .clk          (clk),
    .rst_n        (rst_n),
    .start_i      (start),
    .start_pc_i   (start_pc),
    .abort_i      (abort),
    .soft_reset_i (soft_reset),
    .wipe_i       (wipe),
    .m_i          (m),
    .n_i          (n),
    .t_i          (t),
    .timeout_i    (timeout),
    .imem_we_i    (imem_we),
    .imem_re_i    (imem_re),
    .imem_addr_i  (imem_addr),
    .imem_wdata_i (imem_wdata),
    .imem_rdata_o (imem_rdata),
    .running_o    (running),
    .wiping_o     (wiping),
    .done_o       (done),
    .reject_o     (reject),
    .err_code_o   (err_code),
    .err_pc_o     (err_pc),
    .stall_in_o   (stall_in),
    .stall_out_o  (stall_out),
    .s_axis_tdata (s_axis_tdata),
    .s_axis_tkeep (s_axis_tkeep),
    .s_axis_tvalid(s_axis_tvalid),
    .s_axis_tlast (s_axis_tlast),
    .s_axis_tready(s_axis_tready),
    .m_axis_tdata (m_axis_tdata),
    .m_axis_tkeep (m_axis_tkeep),
    .m_axis_tvalid(m_axis_tvalid),
    .m_axis_tlast (m_axis_tlast),
    .m_axis_tready(m_axis_tready)
  );
endmodule

`default_nettype wire
