// SPDX-License-Identifier: Apache-2.0
// fast_top: the accelerator with memory and stream DMA beside it, for benches with whole keys.
//
// Python drives registers (s_axil_*) and descriptors, then sleeps on irq_o while megabytes stream.
// The two streams keep their names as seen by the accelerator, for the protocol monitors.
`default_nettype none

module fast_top #(
  parameter M = 13,
  parameter N_MAX = 8192,
  parameter T_MAX = 128,
  parameter NUM_INST = 256,
  parameter NUM_REGS = 8,
  parameter [16:0] FIELDS = 17'h03000,
  parameter AXIS_WIDTH = 64,
  parameter GF2MULT_FACTOR = 8,
  parameter HASH = 1,
  parameter POINTS = 2,
  parameter GATHER_PORTS = 4,
  parameter BATCH = 1,
  parameter MEM_BYTES = 16777216
) (
  input  wire        clk,
  input  wire        rst_n,

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
  input  wire        s_axil_rready,
  output wire        irq_o,
  // Signature of every cycle's outputs but data, from the start bit to the interrupt.
  output wire [127:0] trace_o,

  // Low: the DMA drops its descriptors and what it has under way; memory keeps its contents.
  input  wire        dma_rst_n,
  input  wire [31:0] seed_i,
  input  wire [7:0]  gap_i,
  input  wire [15:0] latency_i,
  input  wire        load_i,
  input  wire        dump_i,
  input  wire [31:0] word_first_i,
  input  wire [31:0] word_last_i,
  input  wire        mm2s_push_i,
  input  wire [31:0] mm2s_addr_i,
  input  wire [31:0] mm2s_len_i,
  output wire        mm2s_full_o,
  output wire [31:0] mm2s_count_o,
  input  wire        s2mm_push_i,
  input  wire [31:0] s2mm_addr_i,
  input  wire [31:0] s2mm_len_i,
  output wire        s2mm_full_o,
  output wire [31:0] s2mm_count_o,
  output wire        s2mm_len_valid_o,
  output wire [31:0] s2mm_len_o,
  input  wire        s2mm_pop_i
);

  wire [AXIS_WIDTH-1:0]   s_axis_tdata, m_axis_tdata;
  wire [AXIS_WIDTH/8-1:0] s_axis_tkeep, m_axis_tkeep;
  wire                    s_axis_tvalid, m_axis_tvalid;
  wire                    s_axis_tready, m_axis_tready;
  wire                    s_axis_tlast, m_axis_tlast;

  mem_dma #(
    .W     (AXIS_WIDTH),
    .BYTES (MEM_BYTES)
  ) u_dma (
    .clk              (clk),
    .rst_n            (rst_n && dma_rst_n),
    .seed_i           (seed_i),
    .gap_i            (gap_i),
    .latency_i        (latency_i),
    .load_i           (load_i),
    .dump_i           (dump_i),
    .word_first_i     (word_first_i),
    .word_last_i      (word_last_i),
    .mm2s_push_i      (mm2s_push_i),
    .mm2s_addr_i      (mm2s_addr_i),
    .mm2s_len_i       (mm2s_len_i),
    .mm2s_full_o      (mm2s_full_o),
    .mm2s_count_o     (mm2s_count_o),
    .m_axis_tdata     (s_axis_tdata),
    .m_axis_tkeep     (s_axis_tkeep),
    .m_axis_tvalid    (s_axis_tvalid),
    .m_axis_tready    (s_axis_tready),
    .m_axis_tlast     (s_axis_tlast),
    .s2mm_push_i      (s2mm_push_i),
    .s2mm_addr_i      (s2mm_addr_i),
    .s2mm_len_i       (s2mm_len_i),
    .s2mm_full_o      (s2mm_full_o),
    .s2mm_count_o     (s2mm_count_o),
    .s2mm_len_valid_o (s2mm_len_valid_o),
    .s2mm_len_o       (s2mm_len_o),
    .s2mm_pop_i       (s2mm_pop_i),
    .s_axis_tdata     (m_axis_tdata),
    .s_axis_tkeep     (m_axis_tkeep),
    .s_axis_tvalid    (m_axis_tvalid),
    .s_axis_tready    (m_axis_tready),
    .s_axis_tlast     (m_axis_tlast)
  );

  mce_top #(
    .M              (M),
    .N_MAX          (N_MAX),
    .T_MAX          (T_MAX),
    .NUM_INST       (NUM_INST),
    .NUM_REGS       (NUM_REGS),
    .FIELDS         (FIELDS),
    .AXIS_WIDTH     (AXIS_WIDTH),
    .GF2MULT_FACTOR (GF2MULT_FACTOR),
    .HASH           (HASH),
    .POINTS         (POINTS),
    .GATHER_PORTS   (GATHER_PORTS),
    .BATCH          (BATCH)
  ) u_top (
    .clk            (clk),
    .rst_n          (rst_n),
    .s_axil_awaddr  (s_axil_awaddr),
    .s_axil_awvalid (s_axil_awvalid),
    .s_axil_awready (s_axil_awready),
    .s_axil_wdata   (s_axil_wdata),
    .s_axil_wstrb   (s_axil_wstrb),
    .s_axil_wvalid  (s_axil_wvalid),
    .s_axil_wready  (s_axil_wready),
    .s_axil_bresp   (s_axil_bresp),
    .s_axil_bvalid  (s_axil_bvalid),
    .s_axil_bready  (s_axil_bready),
    .s_axil_araddr  (s_axil_araddr),
    .s_axil_arvalid (s_axil_arvalid),
    .s_axil_arready (s_axil_arready),
    .s_axil_rdata   (s_axil_rdata),
    .s_axil_rresp   (s_axil_rresp),
    .s_axil_rvalid  (s_axil_rvalid),
    .s_axil_rready  (s_axil_rready),
    .s_axis_tdata   (s_axis_tdata),
    .s_axis_tkeep   (s_axis_tkeep),
    .s_axis_tvalid  (s_axis_tvalid),
    .s_axis_tready  (s_axis_tready),
    .s_axis_tlast   (s_axis_tlast),
    .m_axis_tdata   (m_axis_tdata),
    .m_axis_tkeep   (m_axis_tkeep),
    .m_axis_tvalid  (m_axis_tvalid),
    .m_axis_tready  (m_axis_tready),
    .m_axis_tlast   (m_axis_tlast),
    .irq_o          (irq_o)
  );

  // A linear feedback register (x^128 + x^7 + x^2 + x + 1) takes in all outputs that are not data.
  // tkeep (up to 64 bits) stays in the low half, the others in the high half.
  wire [63:0]  low  = {{(64-AXIS_WIDTH/8){1'b0}}, m_axis_tkeep};
  wire [63:0]  high = {51'd0, s_axis_tready, m_axis_tvalid, m_axis_tlast, irq_o, s_axil_awready,
                       s_axil_wready, s_axil_bvalid, s_axil_bresp, s_axil_arready, s_axil_rvalid,
                       s_axil_rresp};
  reg  [127:0] trace_q;
  reg          traced_q;
  always @(posedge clk) begin
    if (!rst_n || u_top.start) begin
      trace_q  <= 128'd0;
      traced_q <= !rst_n;
    end else if (!traced_q) begin
      trace_q  <= ({trace_q[126:0], 1'b0} ^ (trace_q[127] ? 128'h87 : 128'd0)) ^ {high, low};
      traced_q <= irq_o;
    end
  end
  assign trace_o = trace_q;

endmodule

`default_nettype wire
