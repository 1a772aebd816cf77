// SPDX-License-Identifier: Apache-2.0
// axil_access: what stands at an address, and whether a request may do what it asks for. The map is
// model/spec/mce.rdl. A misused access is judged in the order address, strobes, state.
`default_nettype none

module axil_access #(
  parameter NUM_INST = 256
) (
  input  wire        clk,
  input  wire [15:2] next_addr_i,   // of the request, a cycle ahead
  input  wire        write_i,
  input  wire [3:0]  wstrb_i,
  input  wire        begins_i,      // a write of CTRL would start a job or a wipe
  input  wire        running_i,
  input  wire        busy_i,
  output wire        imem_o,        // the window into instruction memory
  output wire        ctrl_o,        // the register CTRL
  output wire [7:0]  misuse_o
);
`include "mce_regs.vh"

  // The two low address bits select bytes, and bytes are not served one by one.
  wire [15:0] addr = {next_addr_i, 2'b00};
  wire        imem = addr[15:14] == REG_IMEM[15:14] && ({1'b0, addr[13:2]} < NUM_INST[12:0]);

  reg  mapped_d, writable_d, locked_d, mapped_q, writable_q, locked_q, imem_q, ctrl_q;
  always @(*) begin
    mapped_d   = imem;
    writable_d = imem;
    locked_d   = imem;
    case (addr)
      REG_ID, REG_VERSION, REG_CAPS0, REG_CAPS1, REG_CAPS2, REG_CAPS3, REG_CAPS4, REG_STATUS,
      REG_ERROR, REG_CYCLES, REG_STALL_IN, REG_STALL_OUT: mapped_d = 1'b1;
      REG_CTRL, REG_BUS_ERROR, REG_TIMEOUT, REG_IRQ_ENABLE, REG_IRQ_STATUS, REG_IRQ_TEST: begin
        mapped_d   = 1'b1;
        writable_d = 1'b1;
      end
      REG_START_PC, REG_PARAM_M, REG_PARAM_N, REG_PARAM_T: begin
        mapped_d   = 1'b1;
        writable_d = 1'b1;
        locked_d   = 1'b1;
      end
      default: ;
    endcase
  end

  reg [7:0] misuse;
  always @(*) begin
    misuse = BUSERR_NONE;
    if (!mapped_q || (write_i && !writable_q)) misuse = BUSERR_BAD_ADDRESS;
    else if (write_i && !(&wstrb_i)) misuse = BUSERR_PARTIAL_STROBE;
    else if (running_i && locked_q && (write_i || imem_q)) misuse = BUSERR_WRITE_BUSY;
    else if (busy_i && write_i && ctrl_q && begins_i) misuse = BUSERR_START_BUSY;
  end

  always @(posedge clk) begin
    {mapped_q, writable_q, locked_q} <= {mapped_d, writable_d, locked_d};
    imem_q <= imem;
    ctrl_q <= addr == REG_CTRL;
  end

  assign imem_o   = imem_q;
  assign ctrl_o   = ctrl_q;
  assign misuse_o = misuse;
endmodule

`default_nettype wire
