// SPDX-License-Identifier: Apache-2.0
// axil_regs: register block on AXI4-Lite: commands, status, parameters, counters, interrupt and
// the window into instruction memory. The map is model/spec/mce.rdl (docs/registers.md).
//
// Every answer takes the same time, whatever is asked and whatever the machine is doing. A misused
// access (axil_access) is answered SLVERR and has no effect but its record in BUS_ERROR.
//
// Core side: command pulses last one cycle, one cycle after their write is carried out. running_i
// rises in the cycle after start_o at the latest and done_i ends the job; done_i of a job that a
// soft reset has dropped is ignored. imem_rdata_i is valid in the cycle after imem_re_o.
`default_nettype none

module axil_regs #(
  parameter M = 13,
  parameter N_MAX = 8192,
  parameter T_MAX = 128,
  parameter NUM_INST = 256,
  parameter NUM_REGS = 8,
  parameter AXIS_WIDTH = 64,
  parameter [16:0] FIELDS = 17'h03000,
  parameter GF2MULT_FACTOR = 8,
  parameter HASH = 1,
  parameter POINTS = 2,
  parameter GATHER_PORTS = 4,
  parameter BATCH = 1
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

  output wire        start_o,
  output wire [11:0] start_pc_o,
  output wire        abort_o,
  output wire        soft_reset_o,
  output wire        wipe_o,
  output wire [4:0]  m_o,
  output wire [16:0] n_o,
  output wire [15:0] t_o,
  output wire [31:0] timeout_o,

  output wire        imem_we_o,
  output wire        imem_re_o,
  output wire [11:0] imem_addr_o,
  output wire [31:0] imem_wdata_o,
  input  wire [31:0] imem_rdata_i,

  input  wire        running_i,
  input  wire        wiping_i,
  input  wire        done_i,
  input  wire        reject_i,
  input  wire [7:0]  err_code_i,
  input  wire [12:0] err_pc_i,
  input  wire        stall_in_i,
  input  wire        stall_out_i,
  output wire        irq_o
);

`include "mce_regs.vh"

  // Position of the highest set bit: the largest field of the build, log2 of a power of two.
  function integer top_bit;
    input [16:0] value;
    integer i;
    begin
      top_bit = 0;
      for (i = 0; i < 17; i = i + 1) if (value[i]) top_bit = i;
    end
  endfunction

  localparam LargestField = top_bit(FIELDS);
  localparam AxisLog2 = top_bit(AXIS_WIDTH[16:0]);
  // Coefficients a polynomial register holds: lanes times coefficients a lane.
  localparam RegCapacity = (T_MAX + GF2MULT_FACTOR) / GF2MULT_FACTOR * GF2MULT_FACTOR;

  wire        req_valid, req_write;
  wire [15:0] req_addr;
  wire [31:0] req_wdata;
  wire [3:0]  req_wstrb;

  // Job state, kept in u_job. active covers the cycles before the core raises running_i.
  wire        active, done, error, reject;
  wire [7:0]  err_code;
  wire [12:0] err_pc;
  wire [31:0] cycles, stall_in, stall_out;
  wire [1:0]  irq_status;

  reg  [11:0] start_pc_q;
  reg  [4:0]  m_q;
  reg  [16:0] n_q;
  reg  [15:0] t_q;
  reg  [31:0] timeout_q;
  reg  [1:0]  irq_enable_q;
  reg  [7:0]  bus_code_q;
  reg  [15:0] bus_addr_q;

  reg         rsp_error_q, rsp_imem_q;
  reg  [31:0] rsp_rdata_q, rdata;

  wire [15:2] req_next;
  wire [15:0] reg_addr   = {req_addr[15:2], 2'b00};
  wire [11:0] imem_index = req_addr[13:2];
  wire        running    = active || running_i;
  wire        busy       = running || wiping_i;
  wire        in_imem, is_ctrl;
  wire [7:0]  misuse;

  // Commands of a CTRL write, one at most: the strongest of those asked for.
  wire ask_reset  = req_wdata[CTRL_SOFT_RESET_BIT];
  wire ask_abort  = req_wdata[CTRL_ABORT_BIT] && !ask_reset;
  wire ask_wipe   = req_wdata[CTRL_WIPE_BIT] && !ask_reset && !ask_abort;
  wire ask_start  = req_wdata[CTRL_START_BIT] && !ask_reset && !ask_abort && !ask_wipe;

  axil_access #(.NUM_INST(NUM_INST)) u_access (
    .clk         (clk),
    .next_addr_i (req_next),
    .write_i     (req_write),
    .wstrb_i     (req_wstrb),
    .begins_i    (ask_start || ask_wipe),
    .running_i   (running),
    .busy_i      (busy),
    .imem_o      (in_imem),
    .ctrl_o      (is_ctrl),
    .misuse_o    (misuse)
  );

  wire good     = misuse == BUSERR_NONE;
  wire do_write = req_valid && req_write && good;
  wire do_ctrl  = do_write && is_ctrl;

  assign imem_we_o    = do_write && in_imem;
  assign imem_re_o    = req_valid && !req_write && good && in_imem;
  assign imem_addr_o  = imem_index;
  assign imem_wdata_o = req_wdata;

  always @(*) begin
    rdata = 32'd0;
    case (reg_addr)
      REG_ID: rdata[ID_MAGIC_LSB +: ID_MAGIC_W] = ID_MAGIC_RST;
      REG_VERSION: begin
        rdata[VERSION_PATCH_LSB +: VERSION_PATCH_W] = VERSION_PATCH_RST;
        rdata[VERSION_MINOR_LSB +: VERSION_MINOR_W] = VERSION_MINOR_RST;
        rdata[VERSION_MAJOR_LSB +: VERSION_MAJOR_W] = VERSION_MAJOR_RST;
      end
      REG_CAPS0: begin
        rdata[CAPS0_M_MAX_LSB +: CAPS0_M_MAX_W] = M[CAPS0_M_MAX_W-1:0];
        rdata[CAPS0_AXIS_LOG2_LSB +: CAPS0_AXIS_LOG2_W] = AxisLog2[CAPS0_AXIS_LOG2_W-1:0];
        rdata[CAPS0_FACTOR_LSB +: CAPS0_FACTOR_W] = GF2MULT_FACTOR[CAPS0_FACTOR_W-1:0];
        rdata[CAPS0_NUM_REGS_LSB +: CAPS0_NUM_REGS_W] = NUM_REGS[CAPS0_NUM_REGS_W-1:0];
      end
      REG_CAPS1: begin
        rdata[CAPS1_T_MAX_LSB +: CAPS1_T_MAX_W] = T_MAX[CAPS1_T_MAX_W-1:0];
        rdata[CAPS1_NUM_INST_LSB +: CAPS1_NUM_INST_W] = NUM_INST[CAPS1_NUM_INST_W-1:0];
      end
      REG_CAPS2: rdata[CAPS2_N_MAX_LSB +: CAPS2_N_MAX_W] = N_MAX[CAPS2_N_MAX_W-1:0];
      REG_CAPS3: rdata[CAPS3_FIELDS_LSB +: CAPS3_FIELDS_W] = FIELDS[CAPS3_FIELDS_W-1:0];
      REG_CAPS4: begin
        rdata[CAPS4_RCAP_LSB +: CAPS4_RCAP_W] = RegCapacity[CAPS4_RCAP_W-1:0];
        rdata[CAPS4_HASH_LSB +: CAPS4_HASH_W] = HASH[CAPS4_HASH_W-1:0];
        rdata[CAPS4_POINTS_LSB +: CAPS4_POINTS_W] = POINTS[CAPS4_POINTS_W-1:0];
        rdata[CAPS4_GATHER_PORTS_LSB +: CAPS4_GATHER_PORTS_W]
          = GATHER_PORTS[CAPS4_GATHER_PORTS_W-1:0];
        rdata[CAPS4_BATCH_LSB +: CAPS4_BATCH_W] = BATCH[CAPS4_BATCH_W-1:0];
      end
      REG_STATUS: begin
        rdata[STATUS_BUSY_BIT]   = busy;
        rdata[STATUS_DONE_BIT]   = done;
        rdata[STATUS_ERROR_BIT]  = error;
        rdata[STATUS_REJECT_BIT] = reject;
        rdata[STATUS_WIPING_BIT] = wiping_i;
      end
      REG_ERROR: begin
        rdata[ERROR_CODE_LSB +: ERROR_CODE_W] = err_code;
        rdata[ERROR_PC_LSB +: ERROR_PC_W] = {3'd0, err_pc};
      end
      REG_BUS_ERROR: begin
        rdata[BUS_ERROR_CODE_LSB +: BUS_ERROR_CODE_W] = bus_code_q;
        rdata[BUS_ERROR_ADDR_LSB +: BUS_ERROR_ADDR_W] = bus_addr_q;
      end
      REG_START_PC: rdata[START_PC_PC_LSB +: START_PC_PC_W] = start_pc_q;
      REG_PARAM_M: rdata[PARAM_M_M_LSB +: PARAM_M_M_W] = m_q;
      REG_PARAM_N: rdata[PARAM_N_N_LSB +: PARAM_N_N_W] = n_q;
      REG_PARAM_T: rdata[PARAM_T_T_LSB +: PARAM_T_T_W] = t_q;
      REG_TIMEOUT: rdata[TIMEOUT_CYCLES_LSB +: TIMEOUT_CYCLES_W] = timeout_q;
      REG_IRQ_ENABLE: begin
        rdata[IRQ_ENABLE_DONE_BIT]  = irq_enable_q[0];
        rdata[IRQ_ENABLE_ERROR_BIT] = irq_enable_q[1];
      end
      REG_IRQ_STATUS: begin
        rdata[IRQ_STATUS_DONE_BIT]  = irq_status[0];
        rdata[IRQ_STATUS_ERROR_BIT] = irq_status[1];
      end
      REG_CYCLES: rdata[CYCLES_COUNT_LSB +: CYCLES_COUNT_W] = cycles;
      REG_STALL_IN: rdata[STALL_IN_COUNT_LSB +: STALL_IN_COUNT_W] = stall_in;
      REG_STALL_OUT: rdata[STALL_OUT_COUNT_LSB +: STALL_OUT_COUNT_W] = stall_out;
      default: ;
    endcase
  end

  // BUS_ERROR keeps the first misuse; writing it clears, and a write cannot be a misuse as well.
  wire bus_clear  = do_write && (reg_addr == REG_BUS_ERROR);
  wire bus_record = req_valid && !good && (bus_code_q == BUSERR_NONE);
  wire [1:0] irq_bits = {req_wdata[IRQ_STATUS_ERROR_BIT], req_wdata[IRQ_STATUS_DONE_BIT]};
  wire [1:0] test_bits = {req_wdata[IRQ_TEST_ERROR_BIT], req_wdata[IRQ_TEST_DONE_BIT]};

  always @(posedge clk) begin
    if (!rst_n) begin
      start_pc_q   <= 12'd0;
      m_q          <= LargestField[4:0];
      n_q          <= N_MAX[16:0];
      t_q          <= T_MAX[15:0];
      timeout_q    <= TIMEOUT_CYCLES_RST;
      irq_enable_q <= 2'b00;
      bus_code_q   <= BUSERR_NONE;
      bus_addr_q   <= 16'd0;
    end else begin
      if (do_write && reg_addr == REG_START_PC)
        start_pc_q <= req_wdata[START_PC_PC_LSB +: START_PC_PC_W];
      if (do_write && reg_addr == REG_PARAM_M) m_q <= req_wdata[PARAM_M_M_LSB +: PARAM_M_M_W];
      if (do_write && reg_addr == REG_PARAM_N) n_q <= req_wdata[PARAM_N_N_LSB +: PARAM_N_N_W];
      if (do_write && reg_addr == REG_PARAM_T) t_q <= req_wdata[PARAM_T_T_LSB +: PARAM_T_T_W];
      if (do_write && reg_addr == REG_TIMEOUT)
        timeout_q <= req_wdata[TIMEOUT_CYCLES_LSB +: TIMEOUT_CYCLES_W];
      if (do_write && reg_addr == REG_IRQ_ENABLE)
        irq_enable_q <= {req_wdata[IRQ_ENABLE_ERROR_BIT], req_wdata[IRQ_ENABLE_DONE_BIT]};
      if (bus_clear || bus_record) begin
        bus_code_q <= bus_clear ? BUSERR_NONE : misuse;
        bus_addr_q <= bus_clear ? 16'd0 : req_addr;
      end
    end
  end

  always @(posedge clk) begin
    rsp_error_q <= !good;
    rsp_imem_q  <= imem_re_o;
    // A refused read shows nothing: no register answers outside the map, nor in the window.
    rsp_rdata_q <= rdata;
  end

  assign start_pc_o = start_pc_q;
  assign m_o        = m_q;
  assign n_o        = n_q;
  assign t_o        = t_q;
  assign timeout_o  = timeout_q;

  axil_slave u_slave (
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
    .req_valid_o    (req_valid),
    .req_write_o    (req_write),
    .req_addr_o     (req_addr),
    .req_next_o     (req_next),
    .req_wdata_o    (req_wdata),
    .req_wstrb_o    (req_wstrb),
    .rsp_error_i    (rsp_error_q),
    .rsp_rdata_i    (rsp_imem_q ? imem_rdata_i : rsp_rdata_q)
  );

  axil_job u_job (
    .clk             (clk),
    .rst_n           (rst_n),
    .do_start_i      (do_ctrl && ask_start),
    .do_abort_i      (do_ctrl && ask_abort),
    .do_soft_reset_i (do_ctrl && ask_reset),
    .do_wipe_i       (do_ctrl && ask_wipe),
    .irq_enable_i    (irq_enable_q),
    .irq_set_i       (test_bits & {2{do_write && reg_addr == REG_IRQ_TEST}}),
    .irq_clear_i     (irq_bits & {2{do_write && reg_addr == REG_IRQ_STATUS}}),
    .start_o         (start_o),
    .abort_o         (abort_o),
    .soft_reset_o    (soft_reset_o),
    .wipe_o          (wipe_o),
    .done_i          (done_i),
    .reject_i        (reject_i),
    .err_code_i      (err_code_i),
    .err_pc_i        (err_pc_i),
    .stall_in_i      (stall_in_i),
    .stall_out_i     (stall_out_i),
    .active_o        (active),
    .done_o          (done),
    .error_o         (error),
    .reject_o        (reject),
    .err_code_o      (err_code),
    .err_pc_o        (err_pc),
    .cycles_o        (cycles),
    .stall_in_o      (stall_in),
    .stall_out_o     (stall_out),
    .irq_status_o    (irq_status),
    .irq_o           (irq_o)
  );
endmodule

`default_nettype wire
