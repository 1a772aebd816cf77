// SPDX-License-Identifier: Apache-2.0
// axil_slave: AXI4-Lite protocol in front of a register block that answers in a fixed time.
//
// The three request channels are captured independently, so address and data of a write may come
// in any order and any distance. One request at a time goes to the register block, reads and
// writes in turn when both wait; its answer is sampled in the following cycle. Responses, errors
// included, are held until the master takes them; a stalled response of one direction does not
// stop the other. Latency: four cycles from the last request handshake to the response, whatever
// the answer; one request every three cycles.
`default_nettype none

module axil_slave (
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

  // One cycle a request, out of registers.
  output wire        req_valid_o,
  output wire        req_write_o,
  output wire [15:0] req_addr_o,
  output wire [15:2] req_next_o,             // req_addr_o of the next cycle, if it has a request
  output wire [31:0] req_wdata_o,
  output wire [3:0]  req_wstrb_o,
  // Valid in the cycle after the request.
  input  wire        rsp_error_i,
  input  wire [31:0] rsp_rdata_i
);

  // OKAY and SLVERR differ in this bit alone.
  localparam [1:0] RespError = 2'b10;

  // Captured requests. Ready is a register of its own: low in reset, so that a master that leaves
  // reset first cannot lose a request, and afterwards the opposite of full.
  reg         aw_ready_q, w_ready_q, ar_ready_q;
  reg         aw_full_q, w_full_q, ar_full_q;
  reg         aw_full_d, w_full_d, ar_full_d;
  reg  [15:0] awaddr_q, araddr_q;
  reg  [31:0] wdata_q;
  reg  [3:0]  wstrb_q;

  // The request of this cycle; then the one whose answer arrives; and the direction served last.
  reg         valid_q, wait_q, write_q;
  reg  [15:0] addr_q;

  reg         b_valid_q, r_valid_q;
  reg         b_valid_d, r_valid_d;
  reg         b_error_q, r_error_q;
  reg  [31:0] rdata_q;

  wire aw_take = s_axil_awvalid && aw_ready_q;
  wire w_take  = s_axil_wvalid && w_ready_q;
  wire ar_take = s_axil_arvalid && ar_ready_q;

  // A request is issued only when its response register is free or being emptied. The answer to
  // the request before cannot claim it meanwhile: that one is awaited first (valid_q, wait_q).
  wire can_write = aw_full_q && w_full_q && (!b_valid_q || s_axil_bready);
  wire can_read  = ar_full_q && (!r_valid_q || s_axil_rready);
  wire issue     = !valid_q && !wait_q && (can_write || can_read);
  wire issue_wr  = issue && can_write && !(can_read && write_q);
  wire issue_rd  = issue && !issue_wr;

  wire b_load = wait_q && write_q;
  wire r_load = wait_q && !write_q;

  assign req_valid_o = valid_q;
  assign req_write_o = write_q;
  assign req_addr_o  = addr_q;
  wire [15:0] next   = issue_wr ? awaddr_q : araddr_q;
  assign req_next_o  = next[15:2];
  assign req_wdata_o = wdata_q;
  assign req_wstrb_o = wstrb_q;

  assign s_axil_awready = aw_ready_q;
  assign s_axil_wready  = w_ready_q;
  assign s_axil_arready = ar_ready_q;
  assign s_axil_bvalid  = b_valid_q;
  assign s_axil_bresp   = b_error_q ? RespError : 2'b00;
  assign s_axil_rvalid  = r_valid_q;
  assign s_axil_rresp   = r_error_q ? RespError : 2'b00;
  assign s_axil_rdata   = rdata_q;

  always @(*) begin
    aw_full_d = (aw_full_q && !issue_wr) || aw_take;
    w_full_d  = (w_full_q && !issue_wr) || w_take;
    ar_full_d = (ar_full_q && !issue_rd) || ar_take;
    b_valid_d = (b_valid_q && !s_axil_bready) || b_load;
    r_valid_d = (r_valid_q && !s_axil_rready) || r_load;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      aw_ready_q <= 1'b0;
      w_ready_q  <= 1'b0;
      ar_ready_q <= 1'b0;
      aw_full_q  <= 1'b0;
      w_full_q   <= 1'b0;
      ar_full_q  <= 1'b0;
      valid_q    <= 1'b0;
      wait_q     <= 1'b0;
      write_q    <= 1'b0;
      b_valid_q  <= 1'b0;
      r_valid_q  <= 1'b0;
    end else begin
      aw_ready_q <= !aw_full_d;
      w_ready_q  <= !w_full_d;
      ar_ready_q <= !ar_full_d;
      aw_full_q  <= aw_full_d;
      w_full_q   <= w_full_d;
      ar_full_q  <= ar_full_d;
      valid_q    <= issue;
      wait_q     <= valid_q;
      b_valid_q  <= b_valid_d;
      r_valid_q  <= r_valid_d;
      if (issue) write_q <= issue_wr;
    end
  end

  // Data is qualified by the flags above and needs no reset.
  always @(posedge clk) begin
    if (issue) addr_q <= next;
    if (aw_take) awaddr_q <= s_axil_awaddr;
    if (w_take) wdata_q <= s_axil_wdata;
    if (w_take) wstrb_q <= s_axil_wstrb;
    if (ar_take) araddr_q <= s_axil_araddr;
    if (b_load) b_error_q <= rsp_error_i;
    if (r_load) r_error_q <= rsp_error_i;
    if (r_load) rdata_q <= rsp_rdata_i;
  end

endmodule

`default_nettype wire
