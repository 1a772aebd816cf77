// SPDX-License-Identifier: Apache-2.0
// vec_sample: sets the bits of a vector that random words name, the first t below n (vsamp).
// Four cycles a word, whatever it is: 0 take the word, 1 address its place, 2 the word of the
// vector is there, 3 write it back, with the bit when the position counts. A wrong position is
// read and written too, unchanged. done_o 4*len + 1 cycles after start_i when the words are there.
// drawn_o (with done_o): t positions were found, and none of them twice.
// Classic McEliece specification, algorithm FixedWeight, steps 2 to 6.
`default_nettype none

module vec_sample #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,     // wipe
  input  wire                  start_i,
  input  wire [M:0]            len_i,
  input  wire [4:0]            m_i,
  input  wire [M:0]            n_i,
  input  wire [M:0]            t_i,
  input  wire                  ck_valid_i,
  input  wire [63:0]           ck_data_i,
  output wire                  ck_ready_o,
  output wire                  rd_en_o,
  output wire [WordBits-1:0]   word_o,      // of the read, and of the write two cycles later
  output wire [$clog2(AXIS_WIDTH)-1:0] bit_o,
  input  wire                  looked_i,    // the bit of the word read, two cycles later
  input  wire [AXIS_WIDTH-1:0] rd_data_i,
  output wire                  wr_en_o,
  output wire [AXIS_WIDTH-1:0] wr_data_o,   // zero while nothing is written
  output wire                  done_o,
  output wire                  drawn_o
);
  localparam integer LogW    = $clog2(AXIS_WIDTH);
  localparam integer PosBits = WordBits + LogW;
  localparam [M:0]   One     = 1;

  reg                  run_q, run_d;
  reg  [1:0]           phase_q, phase_d;
  reg  [1:0]           slot_q, slot_d;        // which word of the chunk is next
  reg  [M:0]           left_q, left_d;
  reg                  last;                  // left_q is 1
  reg  [M:0]           found_q, found_d;
  reg                  all_q;                 // found_q is t: no position counts any more
  reg                  twice_q, twice_d;
  reg                  counts_q, counts_d;    // the position is one of the t
  reg  [PosBits-1:0]   pos_q, pos_d;
  reg  [AXIS_WIDTH-1:0] word_q;

  wire [63:0]  shifted = ck_data_i >> {slot_q, 4'd0};
  wire [16:0]  keep    = ~(17'h1ffff << m_i);
  wire [M-1:0] pos     = shifted[M-1:0] & keep[M-1:0];
  wire         unused  = ^{shifted[63:M], keep[16:M]};
  wire         take    = run_q && phase_q == 2'd0 && ck_valid_i;
  // Which bit, as a byte of the word and a bit of the byte.
  wire [AXIS_WIDTH/8-1:0] byte_hit = {{(AXIS_WIDTH/8-1){1'b0}}, counts_q} << pos_q[LogW-1:3];
  wire [7:0]              bit_hit  = 8'd1 << pos_q[2:0];
  reg  [AXIS_WIDTH-1:0]   word_d;

  assign ck_ready_o = run_q && phase_q == 2'd0 && (slot_q == 2'd3 || last);
  assign rd_en_o    = run_q && phase_q == 2'd1;
  assign word_o     = pos_q[PosBits-1:LogW];
  assign wr_en_o    = run_q && phase_q == 2'd3;
  assign wr_data_o  = word_q;
  assign done_o     = wr_en_o && left_q == {(M+1){1'b0}};
  assign drawn_o    = done_o && found_q == t_i && !twice_d;
  assign bit_o      = pos_q[LogW-1:0];

  integer i;
  always @(*) begin
    for (i = 0; i < AXIS_WIDTH; i = i + 1)
      word_d[i] = rd_data_i[i] || (byte_hit[i / 8] && bit_hit[i % 8]);
    run_d    = run_q && !done_o;
    phase_d  = phase_q + {1'b0, take || phase_q != 2'd0};
    slot_d   = slot_q + {1'b0, take};
    left_d   = left_q - {{M{1'b0}}, take};
    found_d  = found_q;
    twice_d  = twice_q;
    counts_d = counts_q;
    pos_d    = pos_q;
    if (take) begin
      pos_d    = {{(PosBits-M){1'b0}}, pos};
    end
    if (rd_en_o) begin
      counts_d = {1'b0, pos_q[M-1:0]} < n_i && !all_q;
    end
    // Counted in phase 2, compared by the end of phase 3: long before the next phase 1.
    if (run_q && phase_q == 2'd2) found_d = found_q + {{M{1'b0}}, counts_q};
    if (wr_en_o) twice_d = twice_q || (counts_q && looked_i);
    if (start_i) begin
      run_d   = 1'b1;
      phase_d = 2'd0;
      slot_d  = 2'd0;
      left_d  = len_i;
      found_d = {(M+1){1'b0}};
      twice_d = 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) run_q <= 1'b0;
    else        run_q <= run_d;
    phase_q <= phase_d;
    slot_q  <= slot_d;
    left_q  <= left_d;
    last    <= left_d == One;
    all_q   <= found_q == t_i;
    if (clear_i) begin
      found_q  <= {(M+1){1'b0}};
      twice_q  <= 1'b0;
      counts_q <= 1'b0;
      pos_q    <= {PosBits{1'b0}};
    end else begin
      found_q  <= found_d;
      twice_q  <= twice_d;
      counts_q <= counts_d;
      pos_q    <= pos_d;
    end
    if (clear_i || !run_q || phase_q != 2'd2) word_q <= {AXIS_WIDTH{1'b0}};
    else                                      word_q <= word_d;
  end
endmodule

`default_nettype wire
