// SPDX-License-Identifier: Apache-2.0
// axil_job: commands, status, counters and interrupt of the job behind the register block.
//
// The do_ inputs are carried-out requests of the register block, one cycle each; they are obeyed in
// the next cycle, out of registers, which are the pulses to the core. A job lasts from start_o to
// the first done_i, both cycles included; a soft reset ends it without a result, and the core's
// late done_i is then ignored.
`default_nettype none

module axil_job (
  input  wire        clk,
  input  wire        rst_n,

  input  wire        do_start_i,
  input  wire        do_abort_i,
  input  wire        do_soft_reset_i,
  input  wire        do_wipe_i,
  // Bit 0 DONE, bit 1 ERROR, as in the three interrupt registers.
  input  wire [1:0]  irq_enable_i,
  input  wire [1:0]  irq_set_i,
  input  wire [1:0]  irq_clear_i,

  output wire        start_o,
  output wire        abort_o,
  output wire        soft_reset_o,
  output wire        wipe_o,

  input  wire        done_i,
  input  wire        reject_i,
  input  wire [7:0]  err_code_i,
  input  wire [12:0] err_pc_i,
  input  wire        stall_in_i,
  input  wire        stall_out_i,

  output wire        active_o,
  output wire        done_o,
  output wire        error_o,
  output wire        reject_o,
  output wire [7:0]  err_code_o,
  output wire [12:0] err_pc_o,
  output wire [31:0] cycles_o,
  output wire [31:0] stall_in_o,
  output wire [31:0] stall_out_o,
  output wire [1:0]  irq_status_o,
  output wire        irq_o
);

  reg         start_q, abort_q, soft_reset_q, wipe_q;
  reg         active_q, active_d;
  reg         done_q, done_d;
  reg         error_q, error_d;
  reg         reject_q, reject_d;
  reg  [7:0]  err_code_q, err_code_d;
  reg  [12:0] err_pc_q, err_pc_d;
  reg  [1:0]  irq_status_q, irq_status_d;
  reg         irq_q;
  reg  [31:0] cycles_q, stall_in_q, stall_out_q;

  wire finish = active_q && done_i;
  wire failed = err_code_i != 8'd0;
  wire [1:0] events = {finish && failed, finish};

  assign start_o      = start_q;
  assign abort_o      = abort_q;
  assign soft_reset_o = soft_reset_q;
  assign wipe_o       = wipe_q;
  assign active_o     = active_q;
  assign done_o       = done_q;
  assign error_o      = error_q;
  assign reject_o     = reject_q;
  assign err_code_o   = err_code_q;
  assign err_pc_o     = err_pc_q;
  assign cycles_o     = cycles_q;
  assign stall_in_o   = stall_in_q;
  assign stall_out_o  = stall_out_q;
  assign irq_status_o = irq_status_q;
  assign irq_o        = irq_q;

  always @(*) begin
    active_d     = active_q;
    done_d       = done_q;
    error_d      = error_q;
    reject_d     = reject_q;
    err_code_d   = err_code_q;
    err_pc_d     = err_pc_q;
    // A new event outlasts a clear in the same cycle, or an interrupt would be lost.
    irq_status_d = (irq_status_q & ~irq_clear_i) | irq_set_i | events;
    if (finish) begin
      active_d   = 1'b0;
      done_d     = 1'b1;
      error_d    = failed;
      // The verdict of a program that did not reach its end means nothing.
      reject_d   = reject_i && !failed;
      err_code_d = err_code_i;
      err_pc_d   = err_pc_i;
    end
    if (start_q || soft_reset_q) begin
      active_d   = start_q;
      done_d     = 1'b0;
      error_d    = 1'b0;
      reject_d   = 1'b0;
      err_code_d = 8'd0;
      err_pc_d   = 13'd0;
    end
    if (soft_reset_q) irq_status_d = 2'b00;
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      start_q      <= 1'b0;
      abort_q      <= 1'b0;
      soft_reset_q <= 1'b0;
      wipe_q       <= 1'b0;
      active_q     <= 1'b0;
      done_q       <= 1'b0;
      error_q      <= 1'b0;
      reject_q     <= 1'b0;
      err_code_q   <= 8'd0;
      err_pc_q     <= 13'd0;
      irq_status_q <= 2'b00;
      irq_q        <= 1'b0;
    end else begin
      start_q      <= do_start_i;
      abort_q      <= do_abort_i;
      soft_reset_q <= do_soft_reset_i;
      wipe_q       <= do_wipe_i;
      active_q     <= active_d;
      done_q       <= done_d;
      error_q      <= error_d;
      reject_q     <= reject_d;
      err_code_q   <= err_code_d;
      err_pc_q     <= err_pc_d;
      irq_status_q <= irq_status_d;
      // What is set in the cycle of a soft reset's request is never seen.
      irq_q        <= |(irq_status_q & irq_enable_i) && !soft_reset_q;
    end
  end

  // The stall levels are the core's and come from handshakes only, never from data.
  always @(posedge clk) begin
    if (!rst_n || start_q) begin
      cycles_q    <= {31'd0, start_q};
      stall_in_q  <= {31'd0, start_q && stall_in_i};
      stall_out_q <= {31'd0, start_q && stall_out_i};
    end else if (active_q) begin
      cycles_q    <= cycles_q + 32'd1;
      stall_in_q  <= stall_in_q + {31'd0, stall_in_i};
      stall_out_q <= stall_out_q + {31'd0, stall_out_i};
    end
  end

endmodule

`default_nettype wire
