// SPDX-License-Identifier: Apache-2.0
// vec_memory: the eight vector registers in block RAM, its ports and the look-ups of single bits.
//
// Ports come in twos, an even one and an odd one on each copy of the contents: GATHER_PORTS = 2 is
// one dual-port RAM, 4 is two of them that are written in the same cycles with the same words. So a
// copy costs a RAM, and gives two more reads a cycle with addresses of their own.
//   read     any port, `read_*_i`; the word comes a cycle later
//   look-up  all ports; the register's bit of each port comes two cycles later
//   write    one word through the odd ports, or two neighbours through all, the even word first
// A write of two words at an odd address is that word alone, through the even ports. `keep_i` turns
// `one_i` and `pair_i` into accesses that change nothing. Requesters do not meet, except that a
// read of an odd port goes before the address of a write and root writes before all.
`default_nettype none

module vec_memory #(
  parameter M            = 13,
  parameter AXIS_WIDTH   = 64,
  parameter WordBits     = 7,                                 // address bits in a register
  parameter GATHER_PORTS = 4,
  parameter IdxBits      = WordBits + $clog2(AXIS_WIDTH)      // bit number in a register, >= M
) (
  input  wire                               clk,
  input  wire                               wiping_i,
  input  wire                               flush_i,          // read any word, on all ports
  // Look-ups of vgather, those of the evaluation unit, and a bit of the word that port 0 reads.
  input  wire                               look_i,
  input  wire [2:0]                         look_reg_i,
  input  wire [GATHER_PORTS*IdxBits-1:0]    look_idx_i,
  input  wire                               lent_look_i,
  input  wire [2:0]                         lent_reg_i,
  input  wire [GATHER_PORTS*M-1:0]          lent_idx_i,
  input  wire                               read_look_i,
  input  wire [$clog2(AXIS_WIDTH)-1:0]      read_bit_i,
  output wire [GATHER_PORTS-1:0]            look_bit_o,
  // Reads.
  input  wire [GATHER_PORTS-1:0]            read_en_i,
  input  wire [GATHER_PORTS*(WordBits+3)-1:0] read_addr_i,
  output wire [GATHER_PORTS*AXIS_WIDTH-1:0] read_data_o,
  // Writes.
  input  wire                               keep_i,
  input  wire                               one_i,
  input  wire                               pair_i,
  input  wire [WordBits+2:0]                addr_i,
  input  wire [AXIS_WIDTH-1:0]              pair_data_i,      // the even word of two
  input  wire [AXIS_WIDTH-1:0]              data_i,           // of all other writes
  input  wire                               side_i,           // as one_i, at its own address
  input  wire [WordBits+2:0]                side_addr_i,
  input  wire                               rw_valid_i,
  input  wire [WordBits+2:0]                rw_addr_i
);
  localparam integer LogW     = $clog2(AXIS_WIDTH);
  localparam integer AddrBits = WordBits + 3;

  wire       look     = look_i || lent_look_i;
  wire [2:0] look_reg = look_i ? look_reg_i : lent_reg_i;

  wire       even_we  = pair_i && !keep_i;
  wire       odd      = one_i || (pair_i && !addr_i[0]);
  wire       odd_we   = (odd && !keep_i) || side_i || rw_valid_i;

  reg  [AddrBits-1:0] odd_addr;
  always @(*) begin
    odd_addr = addr_i | {{(AddrBits-1){1'b0}}, pair_i};
    if (side_i)     odd_addr = side_addr_i;
    if (rw_valid_i) odd_addr = rw_addr_i;
  end

  reg  [GATHER_PORTS-1:0]          en;
  reg  [GATHER_PORTS*AddrBits-1:0] addr;
  reg  [GATHER_PORTS*IdxBits-1:0]  idx;
  reg  [AddrBits-1:0]              own;

  integer p;
  always @(*) begin
    for (p = 0; p < GATHER_PORTS; p = p + 1) begin
      idx[p*IdxBits +: IdxBits] = {IdxBits{1'b0}};
      idx[p*IdxBits +: M]       = lent_idx_i[p*M +: M];
      if (look_i) idx[p*IdxBits +: IdxBits] = look_idx_i[p*IdxBits +: IdxBits];
      // Addresses are chosen by what runs; the enables follow the stream's handshake late.
      if (p % 2 == 0) begin
        own = pair_i ? addr_i : read_addr_i[p*AddrBits +: AddrBits];
        en[p] = pair_i;
      end else begin
        own = read_en_i[p] ? read_addr_i[p*AddrBits +: AddrBits] : odd_addr;
        en[p] = odd || side_i || rw_valid_i;
      end
      if (look && !(p % 2 == 1 && rw_valid_i))
        own = {look_reg, idx[p*IdxBits + LogW +: WordBits]};
      en[p] = en[p] || look || read_en_i[p] || flush_i;
      addr[p*AddrBits +: AddrBits] = own;
    end
  end

  genvar g;
  generate
    for (g = 0; g < GATHER_PORTS / 2; g = g + 1) begin : gen_copy
      ram_tdp #(.WIDTH(AXIS_WIDTH), .DEPTH(1 << AddrBits)) u_ram (
        .clk       (clk),
        .a_en_i    (en[2*g]),
        .a_we_i    (even_we),
        .a_addr_i  (addr[2*g*AddrBits +: AddrBits]),
        .a_wdata_i (pair_data_i),
        .a_rdata_o (read_data_o[2*g*AXIS_WIDTH +: AXIS_WIDTH]),
        .b_en_i    (en[2*g+1]),
        .b_we_i    (odd_we),
        .b_addr_i  (addr[(2*g+1)*AddrBits +: AddrBits]),
        .b_wdata_i (data_i),
        .b_rdata_o (read_data_o[(2*g+1)*AXIS_WIDTH +: AXIS_WIDTH])
      );
    end
    for (g = 0; g < GATHER_PORTS; g = g + 1) begin : gen_look
      vec_look #(.AXIS_WIDTH(AXIS_WIDTH)) u_look (
        .clk     (clk),
        .clear_i (wiping_i),
        .index_i ((g == 0 && read_look_i) ? read_bit_i : idx[g*IdxBits +: LogW]),
        .rdata_i (read_data_o[g*AXIS_WIDTH +: AXIS_WIDTH]),
        .bit_o   (look_bit_o[g])
      );
    end
  endgenerate
endmodule

`default_nettype wire
