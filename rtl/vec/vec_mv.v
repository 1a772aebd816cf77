// SPDX-License-Identifier: Apache-2.0
// vec_mv: parities of streamed matrix rows with a vector (vmv), at the rate of the stream.
//
// Rows are byte-aligned and packed into beats (vec_mv_step tells how). Not the rows are turned but
// the vector: a row that begins at lane o of a beat needs the vector's words rotated up by o bytes,
// and each lane of the window over a beat comes from one of
//   the wrapped part of the word before      lanes below o       saved_q
//   the word of this beat                    lanes from o on     turn_q
//   word 0 turned for the next row           lanes after the end head_q, kept at hand: no stall
// A beat thus feeds the end of one row and the head of the next.
//
// S = max(beats, rows) steps, one a cycle while the stream delivers: start in cycle 0, first beat
// in cycle 6, the parity of a row in the cycle after the step of its end. When the beat of a step
// is missing the whole pipeline waits (`ce`); nothing else, least of all data, moves `in_ready_o`.
// Padding bits of a row's last byte are left out of the parity; a set one pulses `padbad_o`.
// Memory: `rd_en_o` with `rd_word_o` in one cycle, `rd_data_i` valid in the next and held.
//
// BATCH vectors are multiplied at once, each in a lane of its own (vec_mv_lane); the bookkeeping of
// rows is shared. With `batch_i` at the start the products stop after each W rows and after the
// last one: `hold_o` (with `hold_last_o`) is up from the cycle of that parity on, and the memory is
// free, until `resume_i` comes, whose cycle repeats the read that was lost.
`default_nettype none

module vec_mv #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7,               // address bits of a word inside a register
  parameter BATCH      = 1
) (
  input  wire                  clk,
  input  wire                  rst_n,
  input  wire                  clear_i,   // wipe
  input  wire                  start_i,
  input  wire                  batch_i,   // with start_i
  input  wire [M:0]            rows_i,    // 1 .. 2^M
  input  wire [M:0]            cols_i,    // 1 .. 2^M
  output wire                  rd_en_o,
  output wire [WordBits-1:0]   rd_word_o,
  input  wire [BATCH*AXIS_WIDTH-1:0] rd_data_i,   // of each vector
  input  wire                  in_valid_i,
  input  wire [AXIS_WIDTH-1:0] in_data_i,
  output wire                  in_ready_o,
  output wire                  in_due_o,
  output wire                  bit_valid_o,
  output wire                  bit_last_o,
  output wire [BATCH-1:0]      bits_o,
  output wire                  hold_o,
  output wire                  hold_last_o,
  input  wire                  resume_i,
  output wire                  padbad_o
);
  localparam integer B    = AXIS_WIDTH / 8;
  localparam integer LogB = $clog2(B);

  // Step 0: the token and the memory address.
  wire            fetch, valid, cont, ends, head, take, last;
  wire [LogB-1:0] off, stop;
  wire [7:0]      pad;
  // Step 1: memory. Step 2: word. Step 3: turned. Step 4: window and beat. Step 5: byte parities.
  reg             fetch1_q, valid1_q, cont1_q, ends1_q, head1_q, take1_q, last1_q;
  reg             fetch2_q, valid2_q, cont2_q, ends2_q, head2_q, take2_q, last2_q;
  reg             valid3_q, cont3_q, ends3_q, head3_q, take3_q, last3_q;
  reg             valid4_q, ends4_q, last4_q;
  reg             beat_q;                               // the token in step 4 takes its beat
  reg             valid5_q, ends5_q, last5_q;
  reg  [LogB-1:0] off1_q, off2_q, off3_q, stop1_q, stop2_q, stop3_q;

  reg  [B-1:0]    from_head_q, from_saved_q, from_head_d, from_saved_d;
  reg  [B-1:0]    pad3_q, pad3_d, pad4_q;
  reg  [AXIS_WIDTH-1:0] blank_q, blank_d;
  reg  [B-1:0]    tail4_q, next4_q, tail4_d, next4_d, tail5_q, next5_q;
  reg  [B-1:0]    padbad_d;
  reg  [B-1:0]    padbad_q;

  // A batch's pause; never without one.
  wire                hold, resume;
  wire [WordBits-1:0] step_word, word1;

  wire ce    = (!valid4_q || in_valid_i) && !hold;
  wire taken = valid4_q && in_valid_i && !hold;

  assign rd_en_o     = ((fetch || valid) && ce) || resume;
  assign rd_word_o   = resume ? word1 : step_word;
  assign in_ready_o  = beat_q && !hold;
  // A row that ends inside a beat looks at the beat without taking it.
  assign in_due_o    = valid4_q;
  assign bit_valid_o = valid5_q && ends5_q;
  assign bit_last_o  = last5_q;
  assign hold_o      = hold;
  assign padbad_o    = |padbad_q;

  // The source of each lane, and the rows it belongs to.
  integer i;
  always @(*) begin
    for (i = 0; i < B; i = i + 1) begin
      from_head_d[i]  = head2_q && i != 0 && i[LogB-1:0] >= stop2_q;
      from_saved_d[i] = cont2_q && i[LogB-1:0] < off2_q;
      // Lanes below a row that began in this beat belong to rows already finished.
      tail4_d[i] = (!ends3_q || stop3_q == {LogB{1'b0}} || i[LogB-1:0] < stop3_q)
                && (cont3_q || i[LogB-1:0] >= off3_q);
      next4_d[i] = head3_q && i[LogB-1:0] >= stop3_q;
      // The last byte of a row: the window is blanked at its padding bits.
      pad3_d[i]  = ends2_q && i[LogB-1:0] == stop2_q - {{(LogB-1){1'b0}}, 1'b1};
      blank_d[8*i +: 8] = pad3_d[i] ? pad : 8'd0;
      padbad_d[i] = pad4_q[i] && |(in_data_i[8*i +: 8] & pad);
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      fetch1_q <= 1'b0;
      fetch2_q <= 1'b0;
      valid1_q <= 1'b0;
      valid2_q <= 1'b0;
      valid3_q <= 1'b0;
      valid4_q <= 1'b0;
      valid5_q <= 1'b0;
      padbad_q <= {B{1'b0}};
      beat_q   <= 1'b0;
    end else begin
      valid5_q <= taken;
      padbad_q <= padbad_d & {B{taken}};
      if (ce) begin
        fetch1_q <= fetch;
        fetch2_q <= fetch1_q;
        valid1_q <= valid;
        valid2_q <= valid1_q;
        valid3_q <= valid2_q;
        valid4_q <= valid3_q;
        beat_q   <= valid3_q && take3_q;
      end
    end
  end

  // What a token says of its step; all public.
  always @(posedge clk) begin
    ends5_q <= ends4_q;
    last5_q <= last4_q;
    tail5_q <= tail4_q;
    next5_q <= next4_q;
    if (ce) begin
      {cont1_q, ends1_q, head1_q, take1_q, last1_q} <= {cont, ends, head, take, last};
      {cont2_q, ends2_q, head2_q, take2_q, last2_q} <=
          {cont1_q, ends1_q, head1_q, take1_q, last1_q};
      {cont3_q, ends3_q, head3_q, take3_q, last3_q} <=
          {cont2_q, ends2_q, head2_q, take2_q, last2_q};
      {ends4_q, last4_q}           <= {ends3_q, last3_q};
      {off1_q, off2_q, off3_q}     <= {off, off1_q, off2_q};
      {stop1_q, stop2_q, stop3_q}  <= {stop, stop1_q, stop2_q};
      {from_head_q, from_saved_q}  <= {from_head_d, from_saved_d};
      {blank_q, pad3_q, pad4_q}    <= {blank_d, pad3_d, pad3_q};
      {tail4_q, next4_q}           <= {tail4_d, next4_d};
    end
  end

  // Vector contents: a lane each.
  genvar v;
  generate
    for (v = 0; v < BATCH; v = v + 1) begin : gen_lane
      vec_mv_lane #(.AXIS_WIDTH(AXIS_WIDTH)) u_lane (
        .clk          (clk),
        .clear_i      (clear_i),
        .start_i      (start_i),
        .ce_i         (ce),
        .data_i       (rd_data_i[AXIS_WIDTH*v +: AXIS_WIDTH]),
        .beat_i       (in_data_i),
        .fetch2_i     (fetch2_q),
        .off2_i       (off2_q),
        .stop2_i      (stop2_q),
        .head3_i      (head3_q),
        .from_head_i  (from_head_q),
        .from_saved_i (from_saved_q),
        .blank_i      (blank_q),
        .valid5_i     (valid5_q),
        .ends5_i      (ends5_q),
        .tail5_i      (tail5_q),
        .next5_i      (next5_q),
        .bit_o        (bits_o[v])
      );
    end

    if (BATCH > 1) begin : gen_hold
      localparam integer LogW = $clog2(AXIS_WIDTH);
      localparam [LogW-1:0] OneRow = 1;

      reg                batch_q, hold_q, hold_last_q;
      reg [LogW-1:0]     rows_q;            // row ends so far, modulo W
      reg                full1_q, full2_q, full3_q, full4_q;
      reg [WordBits-1:0] word1_q;
      wire               row_end = valid && ends;

      assign hold        = hold_q;
      assign hold_last_o = hold_last_q;
      assign resume      = resume_i;
      assign word1       = word1_q;

      always @(posedge clk) begin
        if (!rst_n) hold_q <= 1'b0;
        else        hold_q <= (hold_q && !resume_i && !start_i)
                           || (taken && batch_q && full4_q);
      end

      always @(posedge clk) begin
        if (start_i) batch_q     <= batch_i;
        if (taken)   hold_last_q <= last4_q;
        if (start_i)            rows_q <= {LogW{1'b0}};
        else if (row_end && ce) rows_q <= rows_q + OneRow;
        if (ce) begin
          full1_q <= row_end && (&rows_q || last);
          full2_q <= full1_q;
          full3_q <= full2_q;
          full4_q <= full3_q;
          word1_q <= step_word;
        end
      end
    end else begin : gen_no_hold
      wire unused = &{1'b0, batch_i, resume_i};
      assign hold        = 1'b0;
      assign hold_last_o = 1'b0;
      assign resume      = 1'b0;
      assign word1       = {WordBits{1'b0}};
    end
  endgenerate

  vec_mv_step #(
    .M          (M),
    .AXIS_WIDTH (AXIS_WIDTH),
    .WordBits   (WordBits)
  ) u_step (
    .clk     (clk),
    .rst_n   (rst_n),
    .start_i (start_i),
    .ce_i    (ce),
    .rows_i  (rows_i),
    .cols_i  (cols_i),
    .fetch_o (fetch),
    .valid_o (valid),
    .word_o  (step_word),
    .off_o   (off),
    .stop_o  (stop),
    .cont_o  (cont),
    .ends_o  (ends),
    .head_o  (head),
    .take_o  (take),
    .last_o  (last),
    .pad_o   (pad)
  );
endmodule

`default_nettype wire
