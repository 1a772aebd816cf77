// SPDX-License-Identifier: Apache-2.0
// vec_alu: all word-wise vector instructions (vld vst vmov vxor vand vsel vslice vplace vxplace
// vpop vflg vli veq) and the row sums of vvm.
//
// One pipeline for all of them, a token a word:
//   0 address   1 memory port A, or beat   2 word of a   3 turned word, word of d   4 result
// Results leave in step 4 (to memory port B, to the stream, or to the counter of ones). The word of
// d is addressed in step 1. When reads of d share port B with the results (`Beside` = 0) a token
// comes every second cycle, so that they alternate; all else takes a word a cycle.
// Operands stand a cycle before the start. First address in the cycle after it, result i of P words
// 4 cycles after its address; `done_o` comes with the last result (vpop, veq: 4 cycles later). P =
// words touched: ceil(len/W), for vslice one more (the first only fills saved_q), for vplace and
// vxplace the words of d; without len the whole register. veq is a count of the ones of the
// difference, compared with none.
// `ce` stops the pipeline when the stream lacks a beat (vld, vvm) or does not take one (vst).
//
// vvm is a vslice of the stream once a row, with the word of d from port A in step 1 and XOR. A row
// is one lead token, which turns the beat at hand to the row's offset and looks up its bit of a,
// then K = ceil(cols/W) words, and never less than 4 tokens: the sum of one row is in the memory
// before the next row reads it. The parts that count rows and bytes are in vec_vm.
//
// Tokens and addresses are here, the words in vec_words. They are treated alike whatever they hold;
// vsel is a copy here, and vec_core keeps the memory from taking it.
`default_nettype none

module vec_alu #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7,               // address bits of a word inside a register
  parameter Beside     = 1                // words of d have a port of their own
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,   // wipe
  input  wire                  start_i,   // only with an instruction of the list above
  input  wire [5:0]            op_i,
  input  wire [M:0]            len_i,
  input  wire [M:0]            arg_i,     // vslice, vplace: first bit; vpop: weight, veq: 0
  input  wire [7:0]            flags_i,
  input  wire [15:0]           imm_i,
  output wire                  last_o,    // the last result, whether or not it is taken
  output wire                  done_o,
  output wire                  rda_en_o,
  output wire                  rda_of_d_o,  // port A reads d, not a
  output wire [WordBits-1:0]   rda_word_o,
  input  wire [AXIS_WIDTH-1:0] rda_data_i,
  output wire                  rdb_en_o,
  output wire [WordBits-1:0]   rdb_word_o,
  input  wire [AXIS_WIDTH-1:0] rdb_data_i,
  output wire                  wr_en_o,     // a result, taken in this cycle
  output wire                  wr_mem_o,    // a result; while the stream makes it wait, the same
  output wire [AXIS_WIDTH-1:0] wr_data_o, // zero while no result is there
  output wire                  wr_wrap_o, // with wr_en_o: the next result is word 0 again
  output wire                  look_o,    // this read is a look-up, its bit comes 2 cycles later
  output wire [$clog2(AXIS_WIDTH)-1:0] look_bit_o,
  input  wire                  looked_i,
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  out_valid_o,
  input  wire                  out_ready_i,
  output wire                  weight_we_o,
  output wire                  weight_o,
  output wire                  equal_we_o,
  output wire                  equal_o,
  output wire                  padbad_o
);
`include "mce_isa.vh"

  localparam integer LogW    = $clog2(AXIS_WIDTH);
  localparam integer PosBits = WordBits + LogW + 1;      // a bit position, one register further too
  localparam [WordBits-1:0] OneWord = 1;
  localparam [WordBits:0]   OneLeft = 1;

  // The instruction under way, decoded once at the start.
  reg  is_vld_q, is_vst_q, is_pop_q, is_slice_q, is_eq_q, is_vvm_q, reads_d_q;

  // ---- Operands: known in the cycle of the start and from then on ----
  wire [PosBits-1:0]    last_pos;                        // the last bit handled
  wire [WordBits-1:0]   from_a, from_d;                  // first words
  wire [LogW-1:0]       amount, wrap_bit;                // of the turn, and what it wraps
  wire                  slices, places, is_row, wraps;
  vec_operands #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_operands (
    .clk        (clk),
    .op_i       (op_i),
    .len_i      (len_i),
    .arg_i      (arg_i),
    .slices_o   (slices),
    .places_o   (places),
    .rows_o     (is_row),
    .last_pos_o (last_pos),
    .from_a_o   (from_a),
    .from_d_o   (from_d),
    .amount_o   (amount),
    .wraps_o    (wraps),
    .wrap_bit_o (wrap_bit)
  );

  // ---- Tokens ----
  reg                   act_q, act_d, phase_q, first_q, first_d;
  reg                   words_q, words_d;                // vvm: low before the lead of a row
  reg  [WordBits:0]     left_q, left_d;                  // words to address after the next one
  reg  [WordBits-1:0]   rda_word_q, rda_word_d, rdb_word_q, rdb_word_d;
  reg  [LogW-1:0]       turn_q, turn_d, last_bit_q, last_bit_d;
  reg                   valid1_q, valid2_q, valid3_q, valid4_q;
  reg                   first1_q, first2_q, first3_q, first4_q;
  reg                   last1_q, last2_q, last3_q, last4_q;
  reg                   lead1_q, lead2_q, lead3_q;
  reg                   beat_q;                          // the token in step 1 takes a beat
  wire                  vm_take0, vm_last_row, vm_old, vm_skip, vm_padbad;
  wire [WordBits-1:0]   vm_word;
  wire [LogW-1:0]       vm_turn;
  wire                  pop_done, pop_equal;

  wire ce      = !(beat_q && !in_valid_i) && !(is_vst_q && valid4_q && !out_ready_i);
  wire issue   = act_q && !phase_q && words_q;
  wire lead    = act_q && !words_q && !lead2_q && !lead3_q;
  wire at_last = left_q == {(WordBits+1){1'b0}};
  wire result  = valid4_q && !(is_slice_q && first4_q);

  assign rda_en_o    = (is_vvm_q ? lead1_q || valid1_q : issue) && ce;
  assign rda_of_d_o  = is_vvm_q && valid1_q;
  assign rda_word_o  = lead1_q ? vm_word : is_vvm_q ? rdb_word_q : rda_word_q;
  assign look_o      = lead1_q;
  assign rdb_en_o    = valid1_q && reads_d_q;
  assign rdb_word_o  = rdb_word_q;
  assign wr_mem_o    = result && !is_vst_q && !is_pop_q;
  assign wr_en_o     = wr_mem_o && !(beat_q && !in_valid_i);
  assign wr_wrap_o   = is_vvm_q && last4_q && act_q;
  assign in_ready_o  = beat_q;
  assign out_valid_o = is_vst_q && valid4_q;
  assign weight_we_o = pop_done && !is_eq_q;
  assign equal_we_o  = pop_done && is_eq_q;
  assign weight_o    = pop_equal;
  assign equal_o     = pop_equal;
  // Of vvm, the end of an earlier row has left step 4 when the last token of all is on its way.
  assign last_o      = valid4_q && last4_q && !act_q;
  assign done_o      = is_pop_q ? pop_done : last_o && ce;

  always @(*) begin
    act_d      = act_q;
    first_d    = first_q;
    words_d    = words_q;
    left_d     = left_q;
    rda_word_d = rda_word_q;
    rdb_word_d = rdb_word_q;
    turn_d     = turn_q;
    last_bit_d = last_bit_q;
    if (issue && ce) begin
      act_d      = !at_last || (is_vvm_q && !vm_last_row);
      words_d    = !at_last;
      first_d    = 1'b0;
      left_d     = left_q - OneLeft;
      rda_word_d = rda_word_q + OneWord;
    end
    if (lead && ce) words_d = 1'b1;
    // Operands are stable, so the words of a row are counted from them anew.
    if (lead || start_i) left_d = last_pos[PosBits-1:LogW];
    if (valid1_q && ce && (reads_d_q || is_vvm_q)) rdb_word_d = rdb_word_q + OneWord;
    if (lead1_q) rdb_word_d = {WordBits{1'b0}};
    if (lead1_q && ce) turn_d = vm_turn;
    if (start_i) begin
      act_d      = 1'b1;
      first_d    = 1'b1;
      words_d    = !is_row;
      last_bit_d = last_pos[LogW-1:0];
      rda_word_d = from_a;
      rdb_word_d = from_d;
      turn_d     = amount;
    end
  end

  // ---- Words ----
  wire [AXIS_WIDTH-1:0] word;
  wire                  streams;
  reg                   padbad_q;

  assign padbad_o = padbad_q;

  vec_words #(.AXIS_WIDTH(AXIS_WIDTH)) u_words (
    .clk        (clk),
    .rst_n      (rst_n),
    .clear_i    (clear_i),
    .start_i    (start_i),
    .ce_i       (ce),
    .op_i       (op_i),
    .flags_i    (flags_i),
    .imm_i      (imm_i),
    .places_i   (places),
    .wraps_i    (wraps),
    .wrap_bit_i (wrap_bit),
    .last_bit_i (last_bit_q),
    .row_turn_i (vm_turn),
    .take1_i    (beat_q || !is_vvm_q),
    .first1_i   (first1_q),
    .last1_i    (last1_q),
    .lead1_i    (lead1_q),
    .lead2_i    (lead2_q),
    .none2_i    (vm_skip),
    .old2_i     (vm_old),
    .turn2_i    (turn_q),
    .valid3_i   (valid3_q),
    .rda_data_i (rda_data_i),
    .rdb_data_i (rdb_data_i),
    .in_data_i  (in_data_i),
    .streams_o  (streams),
    .word_o     (word),
    .result_o   (wr_data_o)
  );

  vec_pop #(.M(M), .AXIS_WIDTH(AXIS_WIDTH)) u_pop (
    .clk     (clk),
    .rst_n   (rst_n),
    .clear_i (clear_i || start_i),
    .valid_i (is_pop_q && valid4_q),
    .last_i  (last4_q),
    .data_i  (wr_data_o),
    .want_i  (arg_i),
    .done_o  (pop_done),
    .equal_o (pop_equal)
  );

  vec_vm #(.M(M), .AXIS_WIDTH(AXIS_WIDTH), .WordBits(WordBits)) u_vm (
    .clk        (clk),
    .rst_n      (rst_n),
    .clear_i    (clear_i),
    .start_i    (start_i),
    .ce_i       (ce),
    .run_i      (is_vvm_q),
    .lead_i     (lead1_q),
    .valid_i    (valid1_q),
    .last_i     (last1_q),
    .rows_i     (len_i),
    .last_bit_i (last_bit_q),
    .lead0_i    (lead),
    .last0_i    (at_last),
    .take0_o    (vm_take0),
    .turn_o     (vm_turn),
    .word_o     (vm_word),
    .bit_o      (look_bit_o),
    .last_row_o (vm_last_row),
    .looked_i   (looked_i),
    .skip_o     (vm_skip),
    .old_o      (vm_old),
    .beat_i     (word),
    .padbad_o   (vm_padbad)
  );

  // ---- Flops ----
  always @(posedge clk) begin
    if (!rst_n) begin
      act_q    <= 1'b0;
      phase_q  <= 1'b0;
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
      lead1_q  <= 1'b0;
      beat_q   <= 1'b0;
      lead2_q  <= 1'b0;
      lead3_q  <= 1'b0;
      padbad_q <= 1'b0;
    end else begin
      act_q    <= act_d;
      phase_q  <= issue && reads_d_q && !is_eq_q && Beside == 0;
      padbad_q <= streams && valid2_q && last2_q && ce && vm_padbad;
      if (ce) begin
        valid1_q <= issue;
        valid2_q <= valid1_q;
        valid3_q <= valid2_q;
        valid4_q <= valid3_q;
        lead1_q  <= lead;
        beat_q   <= is_vvm_q ? (lead || issue) && vm_take0 : is_vld_q && issue;
        lead2_q  <= lead1_q;
        lead3_q  <= lead2_q;
      end
    end
  end

  always @(posedge clk) begin
    if (start_i) begin
      is_vld_q   <= op_i == OP_VLD;
      is_vst_q   <= op_i == OP_VST;
      is_pop_q   <= op_i == OP_VPOP || op_i == OP_VEQ;
      is_slice_q <= slices;
      is_eq_q    <= op_i == OP_VEQ;
      is_vvm_q   <= is_row;
      reads_d_q  <= places || op_i == OP_VXOR || op_i == OP_VAND || op_i == OP_VEQ;
    end
    first_q    <= first_d;
    words_q    <= words_d;
    left_q     <= left_d;
    rda_word_q <= rda_word_d;
    rdb_word_q <= rdb_word_d;
    turn_q     <= turn_d;
    last_bit_q <= last_bit_d;
    if (ce) begin
      {first1_q, first2_q, first3_q, first4_q} <= {first_q, first1_q, first2_q, first3_q};
      {last1_q, last2_q, last3_q, last4_q}     <= {at_last, last1_q, last2_q, last3_q};
    end
  end
endmodule

`default_nettype wire
