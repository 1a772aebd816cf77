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
// A result bit is (m & x) ^ b, where x is the turned word joined with the wrapped part of the word
// before, m the mask: bits of the length, of the placed field, the row's bit of vvm, the word of d
// for vand, and b the word of d for vxor, veq, vvm and vxplace and what the mask leaves of it for
// vplace. All words are treated alike whatever they hold; vsel is a copy here, and vec_core keeps
// the memory from taking it.
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
  localparam [LogW-1:0]     OneBit  = 1;

  // The instruction under way, decoded once at the start.
  reg  is_vld_q, is_vst_q, is_pop_q, is_slice_q, is_place_q;
  reg  is_and_q, is_flg_q, is_vli_q, is_eq_q, is_vvm_q, reads_d_q;
  reg  adds_in_q, adds_out_q;                           // d is added inside, outside the mask

  wire slices = op_i == OP_VSLICE;
  wire places = op_i == OP_VPLACE || op_i == OP_VXPLACE;

  // ---- Operands: position of the last bit handled, amount of the turn ----
  reg  [PosBits-1:0]    offset, final_pos;
  wire [PosBits-1:0]    len_pos = {{(PosBits-M-1){1'b0}}, len_i};
  wire [PosBits-1:0]    arg_pos = {{(PosBits-M-1){1'b0}}, arg_i};
  wire                  unused_top = arg_pos[PosBits-1]; // a first bit lies inside the register
  reg                   all_words;

  always @(*) begin
    offset    = {PosBits{1'b1}};                         // len - 1
    all_words = 1'b0;
    case (op_i)
      OP_VSLICE: offset = {{(PosBits-LogW){1'b0}}, {LogW{1'b1}}};
      OP_VPLACE, OP_VXPLACE:
        offset = {{(PosBits-LogW){1'b0}}, arg_pos[LogW-1:0]} + {PosBits{1'b1}};
      OP_VLD, OP_VST, OP_VPOP, OP_VFLG, OP_VLI, OP_VEQ, OP_VVM: ;
      default:   all_words = 1'b1;
    endcase
    final_pos = (op_i == OP_VVM ? arg_pos : len_pos) + offset;
    if (all_words)       final_pos = {1'b0, {(PosBits-1){1'b1}}};
    if (op_i == OP_VFLG) final_pos = {{(PosBits-3){1'b0}}, 3'd7};
    if (op_i == OP_VLI)  final_pos = {{(PosBits-LogW){1'b0}}, {LogW{1'b1}}};
  end

  // They are stable a cycle before the start, and so is what follows from them.
  reg  [PosBits-1:0]    final_q;
  reg  [WordBits-1:0]   from_a_q, from_d_q;              // first words
  reg  [LogW-1:0]       amount_q;
  reg                   is_row_q;
  always @(posedge clk) begin
    final_q  <= final_pos;
    from_a_q <= arg_pos[LogW +: WordBits] & {WordBits{slices}};
    from_d_q <= arg_pos[LogW +: WordBits] & {WordBits{places}};
    is_row_q <= op_i == OP_VVM;
    // Down by arg is up by -arg. From a word boundary, turn 0, all lanes of a slice count as
    // wrapped: the first word of a slice fills saved_q and every result is one word late.
    amount_q <= (slices ? -arg_pos[LogW-1:0] : arg_pos[LogW-1:0]) & {LogW{slices || places}};
  end

  // ---- Tokens ----
  reg                   act_q, act_d, phase_q, first_q, first_d;
  reg                   words_q, words_d;                // vvm: low before the lead of a row
  reg  [WordBits:0]     left_q, left_d;                  // words to address after the next one
  reg  [WordBits-1:0]   rda_word_q, rda_word_d, rdb_word_q, rdb_word_d;
  reg  [LogW-1:0]       turn_q, turn_d, last_bit_q, last_bit_d, wrap_bit_q, wrap_bit_d;
  reg                   valid1_q, valid2_q, valid3_q, valid4_q;
  reg                   first1_q, first2_q, first3_q, first4_q;
  reg                   last1_q, last2_q, last3_q, last4_q;
  reg                   lead1_q, lead2_q, lead3_q;
  wire                  vm_take, vm_last_row, vm_old, vm_chosen, vm_padbad;
  wire [WordBits-1:0]   vm_word;
  wire [LogW-1:0]       vm_turn;
  wire                  pop_done, pop_equal;

  wire from_stream = is_vld_q || is_vvm_q;
  wire beat    = is_vvm_q ? vm_take : is_vld_q && valid1_q;
  wire ce      = !(beat && !in_valid_i) && !(is_vst_q && valid4_q && !out_ready_i);
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
  assign wr_en_o     = wr_mem_o && ce;
  assign wr_wrap_o   = is_vvm_q && last4_q && act_q;
  assign in_ready_o  = beat;
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
    wrap_bit_d = wrap_bit_q;
    if (issue && ce) begin
      act_d      = !at_last || (is_vvm_q && !vm_last_row);
      words_d    = !at_last;
      first_d    = 1'b0;
      left_d     = left_q - OneLeft;
      rda_word_d = rda_word_q + OneWord;
    end
    if (lead && ce) words_d = 1'b1;
    // Operands are stable, so the words of a row are counted from them anew.
    if (lead || start_i) left_d = final_q[PosBits-1:LogW];
    if (valid1_q && ce && (reads_d_q || is_vvm_q)) rdb_word_d = rdb_word_q + OneWord;
    if (lead1_q) rdb_word_d = {WordBits{1'b0}};
    if (lead1_q && ce) turn_d = vm_turn;
    if (start_i) begin
      act_d      = 1'b1;
      first_d    = 1'b1;
      words_d    = !is_row_q;
      last_bit_d = final_q[LogW-1:0];
      rda_word_d = from_a_q;
      rdb_word_d = from_d_q;
      turn_d     = amount_q;
    end
    if (start_i || (lead1_q && ce)) wrap_bit_d = turn_d - OneBit;
  end

  // ---- Words ----
  reg  [AXIS_WIDTH-1:0] a_q, a_d, b_q, b_d, turned_q, saved_q, wrap_q, inside_q, mask_q, mask_d;
  reg  [AXIS_WIDTH-1:0] window;
  wire [AXIS_WIDTH-1:0] turned_d;
  reg  [AXIS_WIDTH-1:0] result_q, result_d, upto;
  reg                   padbad_q, padbad_d, edge1_q, edge2_q;
  // Low bits of a turned word belong to the word before.
  wire                  wraps = is_slice_q || is_vvm_q || (is_place_q && turn_q != {LogW{1'b0}});
  wire                  set_wrap = edge1_q || (lead2_q && ce);
  wire [LogW-1:0]       upto_bit = edge1_q || lead2_q ? wrap_bit_q : last_bit_q;
  // The mask in three parts: the whole word, without the wrapped part, nothing at all.
  wire                  mask_all  = !last2_q;
  wire                  mask_cut  = is_place_q && first2_q;
  wire                  mask_none = is_vvm_q && !vm_chosen;

  assign wr_data_o = result_q;
  assign padbad_o  = padbad_q;

  integer i;
  always @(*) begin
    for (i = 0; i < AXIS_WIDTH; i = i + 1) begin
      upto[i] = i[LogW-1:0] <= upto_bit;
    end
    a_d = rda_data_i;
    if (from_stream) a_d = in_data_i;
    if (is_flg_q) a_d = {{(AXIS_WIDTH-8){1'b0}}, flags_i};
    if (is_vli_q) a_d = {{(AXIS_WIDTH-16){imm_i[15]}}, imm_i};
    window = (inside_q | {AXIS_WIDTH{mask_all}}) & ~(wrap_q & {AXIS_WIDTH{mask_cut}});
    mask_d = is_and_q ? rdb_data_i : window;
    // veq leaves the bits after the length out of both words, vplace takes d outside the mask,
    // vxplace all of it.
    b_d = (rda_data_i & {AXIS_WIDTH{vm_old}})
        | (rdb_data_i & ((window & {AXIS_WIDTH{adds_in_q}})
                         | (~window & {AXIS_WIDTH{adds_out_q}})));
    padbad_d = from_stream && valid2_q && last2_q && ce && vm_padbad;
    result_d = (mask_q & ((wrap_q & saved_q) | (~wrap_q & turned_q))) ^ b_q;
  end

  vec_rotl #(.WIDTH(AXIS_WIDTH), .Unit(1)) u_rotl (
    .data_i   (a_q),
    .amount_i (turn_q),
    .data_o   (turned_d)
  );

  vec_pop #(.M(M), .AXIS_WIDTH(AXIS_WIDTH)) u_pop (
    .clk     (clk),
    .rst_n   (rst_n),
    .clear_i (clear_i || start_i),
    .valid_i (is_pop_q && valid4_q),
    .last_i  (last4_q),
    .data_i  (result_q),
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
    .take_o     (vm_take),
    .turn_o     (vm_turn),
    .word_o     (vm_word),
    .bit_o      (look_bit_o),
    .last_row_o (vm_last_row),
    .looked_i   (looked_i),
    .chosen_o   (vm_chosen),
    .old_o      (vm_old),
    .beat_i     (a_q),
    .padbad_o   (vm_padbad)
  );

  // ---- Flops ----
  always @(posedge clk) begin
    if (!rst_n) begin
      act_q    <= 1'b0;
      edge1_q  <= 1'b0;
      edge2_q  <= 1'b0;
      phase_q  <= 1'b0;
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
      lead1_q  <= 1'b0;
      lead2_q  <= 1'b0;
      lead3_q  <= 1'b0;
      padbad_q <= 1'b0;
    end else begin
      act_q    <= act_d;
      edge1_q  <= start_i;
      edge2_q  <= edge1_q;
      phase_q  <= issue && reads_d_q && !is_eq_q && Beside == 0;
      padbad_q <= padbad_d;
      if (ce) begin
        valid1_q <= issue;
        valid2_q <= valid1_q;
        valid3_q <= valid2_q;
        valid4_q <= valid3_q;
        lead1_q  <= lead;
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
      is_place_q <= places;
      is_and_q   <= op_i == OP_VAND;
      is_flg_q   <= op_i == OP_VFLG;
      is_vli_q   <= op_i == OP_VLI;
      is_eq_q    <= op_i == OP_VEQ;
      is_vvm_q   <= is_row_q;
      reads_d_q  <= places || op_i == OP_VXOR || op_i == OP_VAND || op_i == OP_VEQ;
      adds_in_q  <= op_i == OP_VXPLACE || op_i == OP_VXOR || op_i == OP_VEQ;
      adds_out_q <= places;
    end
    first_q    <= first_d;
    words_q    <= words_d;
    left_q     <= left_d;
    rda_word_q <= rda_word_d;
    rdb_word_q <= rdb_word_d;
    turn_q     <= turn_d;
    last_bit_q <= last_bit_d;
    wrap_bit_q <= wrap_bit_d;
    // One comparator fills both masks in the two cycles after the start, before the first word,
    // and the wrapped part again for each row of vvm.
    if (set_wrap && !wraps) wrap_q <= {AXIS_WIDTH{1'b0}};
    else if (set_wrap)      wrap_q <= upto;
    if (edge2_q) inside_q <= upto;
    if (ce) begin
      {first1_q, first2_q, first3_q, first4_q} <= {first_q, first1_q, first2_q, first3_q};
      {last1_q, last2_q, last3_q, last4_q}     <= {at_last, last1_q, last2_q, last3_q};
    end
  end

  // Vector contents. What zeroes a whole word is a reset, to leave room in its bits' LUTs.
  always @(posedge clk) begin
    if (clear_i) begin
      a_q      <= {AXIS_WIDTH{1'b0}};
      b_q      <= {AXIS_WIDTH{1'b0}};
      turned_q <= {AXIS_WIDTH{1'b0}};
      saved_q  <= {AXIS_WIDTH{1'b0}};
    end else if (ce) begin
      if (beat || !is_vvm_q) a_q <= a_d;
      b_q      <= b_d;
      turned_q <= turned_d;
      saved_q  <= turned_q;
    end
    if (clear_i || (ce && mask_none)) mask_q <= {AXIS_WIDTH{1'b0}};
    else if (ce)                      mask_q <= mask_d;
    if (clear_i || (ce && !valid3_q)) result_q <= {AXIS_WIDTH{1'b0}};
    else if (ce)                      result_q <= result_d;
  end
endmodule

`default_nettype wire
