// SPDX-License-Identifier: Apache-2.0
// vec_bits: the instructions whose results are single bits (vmv vmvb vgather), and the words that
// the bits become. Full words leave at once, in pairs for vgather; those of vmvb one a vector.
`default_nettype none

module vec_bits #(
  parameter M            = 13,
  parameter AXIS_WIDTH   = 64,
  parameter WordBits     = 7,                         // address bits of a word inside a register
  parameter IdxBits      = 13,                        // and of a bit
  parameter GATHER_PORTS = 4,
  parameter BATCH        = 1
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,               // wipe
  input  wire                  start_i,
  input  wire                  done_i,
  // Decoded a cycle ahead of the start, and of the instruction under way.
  input  wire                  mv_i,                  // vmv or vmvb
  input  wire                  mvb_i,
  input  wire                  gather_i,
  input  wire                  run_mv_i,
  input  wire                  run_mvb_i,
  input  wire [2:0]            count_i,
  input  wire [M:0]            len_i,
  input  wire [M:0]            arg_i,
  input  wire [4:0]            m_i,
  input  wire                  fill_i,                // give two words of ones
  // Beats of rows, chunks of indices.
  input  wire                  row_valid_i,
  input  wire [AXIS_WIDTH-1:0] row_data_i,
  output wire                  row_ready_o,
  output wire                  row_due_o,
  input  wire                  ck_valid_i,
  input  wire [63:0]           ck_data_i,
  output wire                  ck_ready_o,
  // Memory: words of the vectors, words of results so far (of lane rd_lane_o), bits.
  output wire                  mv_rd_en_o,
  output wire [WordBits-1:0]   mv_word_o,
  output wire                  rd_en_o,
  output wire [1:0]            rd_lane_o,
  input  wire [BATCH*AXIS_WIDTH-1:0]     rd_data_i,
  output wire                            look_valid_o,
  output wire [GATHER_PORTS*IdxBits-1:0] look_idx_o,
  input  wire [GATHER_PORTS-1:0]         look_bit_i,
  // Results.
  output wire                  full_o,
  output wire                  final_o,
  output wire [AXIS_WIDTH-1:0] word0_o,
  output wire [AXIS_WIDTH-1:0] word1_o,
  output wire                  wr_en_o,
  output wire [1:0]            wr_lane_o,
  output wire [AXIS_WIDTH-1:0] wr_data_o,
  output wire                  resume_o,
  output wire                  batch_done_o,
  output wire                  padbad_o
);
  wire                    bit_valid, bit_last, hold, hold_last, ga_valid, ga_last, full;
  wire [BATCH-1:0]        bits;
  wire [GATHER_PORTS-1:0] ga_bits;
  reg                     valid_q, last_q, bit_q;

  assign full_o = full;

  vec_mv #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits), .BATCH(BATCH)) u_mv (
    .clk         (clk),
    .rst_n       (rst_n),
    .clear_i     (clear_i),
    .start_i     (start_i && mv_i),
    .batch_i     (mvb_i),
    .rows_i      (len_i),
    .cols_i      (arg_i),
    .rd_en_o     (mv_rd_en_o),
    .rd_word_o   (mv_word_o),
    .rd_data_i   (rd_data_i),
    .in_valid_i  (row_valid_i),
    .in_data_i   (row_data_i),
    .in_ready_o  (row_ready_o),
    .in_due_o    (row_due_o),
    .bit_valid_o (bit_valid),
    .bit_last_o  (bit_last),
    .bits_o      (bits),
    .hold_o      (hold),
    .hold_last_o (hold_last),
    .resume_i    (resume_o),
    .padbad_o    (padbad_o)
  );

  generate
    if (BATCH > 1) begin : gen_batch
      vec_batch #(.AXIS_WIDTH(AXIS_WIDTH), .BATCH(BATCH)) u_batch (
        .clk         (clk),
        .rst_n       (rst_n),
        .clear_i     (clear_i || start_i),
        .count_i     (count_i),
        .valid_i     (bit_valid && run_mvb_i),
        .last_i      (bit_last),
        .bits_i      (bits),
        .hold_i      (hold),
        .hold_last_i (hold_last),
        .rd_en_o     (rd_en_o),
        .rd_lane_o   (rd_lane_o),
        .rd_data_i   (rd_data_i[0 +: AXIS_WIDTH]),
        .wr_en_o     (wr_en_o),
        .wr_lane_o   (wr_lane_o),
        .wr_data_o   (wr_data_o),
        .resume_o    (resume_o),
        .done_o      (batch_done_o)
      );
    end else begin : gen_no_batch
      wire unused = &{1'b0, count_i, hold, hold_last};
      assign {rd_en_o, rd_lane_o, wr_en_o, wr_lane_o, resume_o, batch_done_o} = 8'd0;
      assign wr_data_o = {AXIS_WIDTH{1'b0}};
    end
  endgenerate

  vec_gather #(.M(M), .IdxBits(IdxBits), .GATHER_PORTS(GATHER_PORTS)) u_gather (
    .clk          (clk),
    .rst_n        (rst_n),
    .clear_i      (clear_i),
    .start_i      (start_i && gather_i),
    .len_i        (len_i),
    .m_i          (m_i),
    .hold_i       (full),
    .ck_valid_i   (ck_valid_i),
    .ck_data_i    (ck_data_i),
    .ck_ready_o   (ck_ready_o),
    .look_valid_o (look_valid_o),
    .look_idx_o   (look_idx_o),
    .look_bit_i   (look_bit_i),
    .bits_valid_o (ga_valid),
    .bits_last_o  (ga_last),
    .bits_o       (ga_bits)
  );

  // A parity is the end of a long path, and so is the collecting: a register between them.
  always @(posedge clk) begin
    valid_q <= rst_n && bit_valid && !run_mvb_i;
    last_q  <= bit_last;
    bit_q   <= bits[0] && bit_valid && !clear_i;
  end

  vec_collect #(.AXIS_WIDTH(AXIS_WIDTH), .BITS(GATHER_PORTS)) u_collect (
    .clk     (clk),
    .clear_i (!rst_n || clear_i || done_i),
    .fill_i  (fill_i),
    .valid_i (ga_valid || valid_q),
    .last_i  (run_mv_i ? last_q : ga_last),
    .many_i  (!run_mv_i),
    .bits_i  (run_mv_i ? {GATHER_PORTS{bit_q}} : ga_bits),
    .full_o  (full),
    .final_o (final_o),
    .word0_o (word0_o),
    .word1_o (word1_o)
  );
endmodule

`default_nettype wire
