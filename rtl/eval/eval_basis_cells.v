// SPDX-License-Identifier: Apache-2.0
// eval_basis_cells: the cells of the basis change: gives the operands of an operation in the order
// in which the multipliers take them, and writes the results back.
// Word w, cells 2w and 2w+1, lies in bank {parity of its odd bits, of its even bits}, its even and
// its odd cell in the two lanes, so the four words w, w+s, w+2s, w+3s, s = 2^q, never meet.
// A digit in a name is the cycle after the operation: its word and step come in cycle 0, its flags
// in cycles 1 and 4; operands leave in cycle 2, even cells as x, odd ones as y; results of sides A
// and B come in cycle 5 and are legible in the sixth. A clear drops what is still to be written.
`default_nettype none

module eval_basis_cells #(
  parameter M      = 13,
  parameter LEVELS = 7,
  parameter POINTS = 2
) (
  input  wire              clk,
  input  wire              clr_i,
  input  wire              forward_i,
  // The operation.
  input  wire [LEVELS-1:0] word_i,
  input  wire [LEVELS-1:0] step_i,
  input  wire              live_i,                // it writes
  input  wire              pair_i,
  input  wire              far_i,
  input  wire              layer1_i,
  input  wire              cross1_i,
  input  wire              feed1_i,
  input  wire              lane1_i,
  input  wire              layer4_i,
  input  wire              cross4_i,
  input  wire              lane4_i,
  // Operands.
  output wire [M-1:0]      x1_o,
  output wire [M-1:0]      x2_o,
  output wire [M-1:0]      x3_o,
  output wire [M-1:0]      xe_o,
  output wire [M-1:0]      y1_o,
  output wire [M-1:0]      y2_o,
  output wire [M-1:0]      y3_o,
  output wire [M-1:0]      ye_o,
  // Results.
  input  wire [M-1:0]      first_a5_i,
  input  wire [M-1:0]      second_a5_i,
  input  wire [M-1:0]      first_b5_i,
  input  wire [M-1:0]      second_b5_i
);
  localparam Depth    = 1 << (LEVELS - 2);        // of a bank, in cells of one lane
  localparam AddrBits = (LEVELS > 2) ? LEVELS - 2 : 1;
  localparam Four     = POINTS / 4;
  localparam [15:0]       EvenBits = 16'h5555;
  localparam [LEVELS-1:0] Even     = EvenBits[LEVELS-1:0];

  // A step flips one parity of the bank number, two steps flip the other one. The same function
  // turns z into the bank of the word z steps above the first, and a bank into its z.
  function [1:0] swap_if(input odd, input [1:0] x);
    swap_if = odd ? {x[0], x[1]} : x;
  endfunction

  wire [1:0]            bank0 = {^(word_i & ~Even), ^(word_i & Even)};
  wire                  odd   = |(step_i & ~Even);
  wire [4*AddrBits-1:0] addr;
  genvar b;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_addr
      localparam [1:0] Bank = b;
      wire [1:0]       z  = swap_if(odd, Bank ^ bank0);
      wire [LEVELS:0]  at = {1'b0, word_i | (step_i & {LEVELS{z[0]}})
                                          | (step_i << 1 & {LEVELS{z[1]}})};
      wire             unused_at = |at;           // the two low bits are given by the bank
      assign addr[AddrBits*b +: AddrBits] = at[2 +: AddrBits];
    end
  endgenerate

  // Cycles 1 to 5: flags and addresses of the write move along with the data.
  reg                   far1_q, pair1_q, pair2_q, pair3_q, pair4_q;
  reg                   live1_q, live2_q, live3_q, live4_q, odd1_q, odd2_q, odd3_q, odd4_q;
  reg  [1:0]            bank1_q, bank2_q, bank3_q, bank4_q;
  reg  [1:0]            sel_x12_q, sel_x22_q, sel_y12_q, sel_y22_q, sel_32_q, sel_e2_q;
  reg  [4*M-1:0]        even2_q, odd2_cells_q;
  reg  [4*AddrBits-1:0] addr1_q, addr2_q, addr3_q, addr4_q, addr5_q;
  reg  [3:0]            we_even5_q, we_odd5_q, b_even5_q, b_odd5_q, second_even5_q, second_odd5_q;

  // Cycle 1: read the banks.
  wire [4*M-1:0] even, odd_cells;
  generate
    for (b = 0; b < 4; b = b + 1) begin : gen_bank
      wire [M-1:0] a_even = second_even5_q[b] ? second_a5_i : first_a5_i;
      wire [M-1:0] b_even = second_even5_q[b] ? second_b5_i : first_b5_i;
      wire [M-1:0] a_odd  = second_odd5_q[b] ? second_a5_i : first_a5_i;
      wire [M-1:0] b_odd  = second_odd5_q[b] ? second_b5_i : first_b5_i;
      ram_dist #(
        .WIDTH(M), .DEPTH(Depth)
      ) u_even (
        .clk(clk), .we_i(we_even5_q[b]), .waddr_i(addr5_q[AddrBits*b +: AddrBits]),
        .wdata_i(b_even5_q[b] ? b_even : a_even),
        .raddr_i(addr1_q[AddrBits*b +: AddrBits]), .rdata_o(even[M*b +: M])
      );
      ram_dist #(
        .WIDTH(M), .DEPTH(Depth)
      ) u_odd (
        .clk(clk), .we_i(we_odd5_q[b]), .waddr_i(addr5_q[AddrBits*b +: AddrBits]),
        .wdata_i(b_odd5_q[b] ? b_odd : a_odd),
        .raddr_i(addr1_q[AddrBits*b +: AddrBits]), .rdata_o(odd_cells[M*b +: M])
      );
    end
  endgenerate

  // Steps z from the first word to the operands in cycle 2, see there; Upper: where a pair has its
  // upper cell in feeding.
  localparam [1:0] Upper = (Four != 0) ? 2'd2 : 2'd1;
  reg [1:0] z_x1, z_x2, z_y1, z_y2, z_3, z_e;
  always @(*) begin
    // Feeding, and emission after the layers.
    {z_x1, z_x2} = {2'd0, Upper};
    {z_y2, z_y1} = {2'd0, Upper};
    z_3          = lane1_i ? 2'd3 : 2'd1;
    z_e          = (Four != 0 && feed1_i) ? (lane1_i ? 2'd1 : 2'd3) : {1'b0, far1_q};
    if (cross1_i) begin
      {z_x1, z_x2} = {2'd3, 2'd1};
      {z_y2, z_e}  = forward_i ? {2'd1, 2'd0} : {2'd0, 2'd1};
      {z_y1, z_3}  = forward_i ? {2'd3, 2'd2} : {2'd2, 2'd3};
    end else if (layer1_i) begin
      {z_x2, z_y2} = {2'd2, 2'd2};
      {z_x1, z_3}  = forward_i ? {2'd3, 2'd1} : {2'd1, 2'd3};
      z_y1         = z_x1;
    end
  end

  // Cycle 2: order the operands.
  assign x1_o = even2_q[M*sel_x12_q +: M];
  assign x2_o = even2_q[M*sel_x22_q +: M];
  assign x3_o = even2_q[M*sel_32_q +: M];
  assign xe_o = even2_q[M*sel_e2_q +: M];
  assign y1_o = odd2_cells_q[M*sel_y12_q +: M];
  assign y2_o = odd2_cells_q[M*sel_y22_q +: M];
  assign y3_o = odd2_cells_q[M*sel_32_q +: M];
  assign ye_o = odd2_cells_q[M*sel_e2_q +: M];

  // Cycle 4: what each bank takes in which lane; z as above.
  reg [3:0] we_even, we_odd, b_even, b_odd, second_even, second_odd;
  reg [1:0] z;
  reg       layer_we, write_we;
  integer   i;
  always @(*) begin
    for (i = 0; i < 4; i = i + 1) begin
      z        = swap_if(odd4_q, i[1:0] ^ bank4_q);
      layer_we = forward_i ? z[1] ^ z[0] : z[1];
      write_we = z == 2'd0 || (pair4_q && z == Upper) || (Four != 0 && !forward_i);
      b_even[i]      = Upper[1] ? z[1] : z[0];
      b_odd[i]       = b_even[i];
      second_even[i] = Four != 0 && z[0];
      second_odd[i]  = Four != 0 && z[0];
      we_even[i]     = write_we && !lane4_i;
      we_odd[i]      = write_we && lane4_i;
      if (cross4_i) begin
        {b_even[i], second_even[i]} = {z[1], 1'b0};
        {b_odd[i], second_odd[i]}   = {z[1], 1'b1};
        we_even[i]                  = z[0];
        we_odd[i]                   = z[0] ^ forward_i;
      end else if (layer4_i) begin
        {b_even[i], second_even[i]} = {1'b0, z[0]};
        {b_odd[i], second_odd[i]}   = {1'b1, z[0]};
        we_even[i]                  = layer_we;
        we_odd[i]                   = layer_we;
      end
    end
  end

  always @(posedge clk) begin
    if (clr_i) begin
      {live1_q, live2_q, live3_q, live4_q} <= 4'd0;
      {we_even5_q, we_odd5_q}              <= 8'd0;
    end else begin
      {live1_q, live2_q, live3_q, live4_q} <= {live_i, live1_q, live2_q, live3_q};
      {we_even5_q, we_odd5_q}              <= {we_even, we_odd} & {8{live4_q}};
    end
    {pair1_q, pair2_q, pair3_q, pair4_q} <= {pair_i, pair1_q, pair2_q, pair3_q};
    {odd1_q, odd2_q, odd3_q, odd4_q}     <= {odd, odd1_q, odd2_q, odd3_q};
    {bank1_q, bank2_q, bank3_q, bank4_q} <= {bank0, bank1_q, bank2_q, bank3_q};
    {addr1_q, addr2_q, addr3_q, addr4_q, addr5_q} <= {addr, addr1_q, addr2_q, addr3_q, addr4_q};
    far1_q         <= far_i;
    even2_q        <= even;
    odd2_cells_q   <= odd_cells;
    sel_x12_q      <= bank1_q ^ swap_if(odd1_q, z_x1);
    sel_x22_q      <= bank1_q ^ swap_if(odd1_q, z_x2);
    sel_y12_q      <= bank1_q ^ swap_if(odd1_q, z_y1);
    sel_y22_q      <= bank1_q ^ swap_if(odd1_q, z_y2);
    sel_32_q       <= bank1_q ^ swap_if(odd1_q, z_3);
    sel_e2_q       <= bank1_q ^ swap_if(odd1_q, z_e);
    b_even5_q      <= b_even;
    b_odd5_q       <= b_odd;
    second_even5_q <= second_even;
    second_odd5_q  <= second_odd;
  end
endmodule

`default_nettype wire
