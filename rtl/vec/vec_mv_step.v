// SPDX-License-Identifier: Apache-2.0
// vec_mv_step: sequence of steps of a matrix product, from the row and column counts alone.
//
// Rows of R = ceil(cols/8) bytes lie packed in beats of B = W/8 bytes. A step is one beat (R >= B)
// or one row (R < B, where a beat with several row ends is held). The first token after `start_i`
// is `fetch_o` (vector word 0, for the heads of later rows), then one step a cycle with `ce_i`.
// For each step: the vector word of the row that is under way, the lane `off_o` in which that row
// began (`cont_o`: in an earlier beat), and if it `ends_o` here the lane `stop_o` after its last
// byte (0 stands for B). `head_o`: the next row begins at `stop_o` and goes on in the next beat.
// No division: offsets advance by R mod B, which is what `stop_o` is.
`default_nettype none

module vec_mv_step #(
  parameter M          = 13,
  parameter AXIS_WIDTH = 64,
  parameter WordBits   = 7
) (
  input  wire                            clk,
  input  wire                            rst_n,
  input  wire                            start_i,
  input  wire                            ce_i,
  input  wire [M:0]                      rows_i,
  input  wire [M:0]                      cols_i,
  output wire                            fetch_o,
  output wire                            valid_o,
  output wire [WordBits-1:0]             word_o,
  output wire [$clog2(AXIS_WIDTH/8)-1:0] off_o,
  output wire [$clog2(AXIS_WIDTH/8)-1:0] stop_o,
  output wire                            cont_o,
  output wire                            ends_o,
  output wire                            head_o,
  output wire                            take_o,    // this step is the last one on its beat
  output wire                            last_o,    // end of the last row
  output wire [7:0]                      pad_o      // padding bits of a row's last byte
);
  localparam integer B        = AXIS_WIDTH / 8;
  localparam integer LogB     = $clog2(B);
  // A distance in bytes: a row has up to 2^(M-3) bytes, a beat B; one bit more for a sum.
  localparam integer DistBits = ((M - 3 > LogB) ? M - 3 : LogB) + 2;
  localparam [DistBits-1:0] BeatLen = B[DistBits-1:0];
  localparam [DistBits-1:0] OneDist = 1;
  localparam [WordBits-1:0] OneWord = 1;
  localparam [LogB-1:0]     OneLane = 1;
  localparam [M:0]          One     = 1;

  reg                 fetch_q;
  reg                 run_q, run_d;
  reg  [M:0]          rows_q, rows_d;     // rows not yet ended
  reg  [DistBits-1:0] len_q, len_d;       // R - 1
  reg  [DistBits-1:0] turn_q;             // what the end of a row adds to end_q
  wire [DistBits-1:0] turn_d;
  reg                 short_q;            // R < B
  wire                short_d;
  reg  [2:0]          used_q, used_d;     // highest used bit of a row's last byte
  reg  [DistBits-1:0] end_q, end_d;       // last byte of the current row, from the beat's start
  reg  [WordBits-1:0] word_q, word_d;
  reg  [LogB-1:0]     off_q, off_d;
  reg                 cont_q, cont_d;

  wire [M:0]          cols_less = cols_i - One;
  wire                at_last   = rows_q == One;
  wire                ends      = short_q || end_q[DistBits-1:LogB] == {(DistBits-LogB){1'b0}};
  wire [DistBits-1:0] end_sum   = end_q + (ends ? turn_q : -BeatLen);
  wire                hold      = short_q && !end_sum[LogB] && !at_last;
  wire [LogB-1:0]     stop      = end_q[LogB-1:0] + OneLane;
  wire                head      = ends && !hold && !at_last && stop != {LogB{1'b0}};

  // Both depend on len_q alone and are used two cycles after the start.
  assign short_d = len_q < BeatLen - OneDist;
  assign turn_d  = len_q + OneDist - (short_d ? {DistBits{1'b0}} : BeatLen);

  assign fetch_o = fetch_q;
  assign valid_o = run_q && !fetch_q;
  assign word_o  = word_q;
  assign off_o   = off_q;
  assign stop_o  = stop;
  assign cont_o  = cont_q;
  assign ends_o  = ends;
  assign head_o  = head;
  assign take_o  = !hold;
  assign last_o  = ends && at_last;
  assign pad_o   = 8'hfe << used_q;

  always @(*) begin
    run_d  = run_q;
    rows_d = rows_q;
    len_d  = len_q;
    used_d = used_q;
    end_d  = end_q;
    word_d = word_q;
    off_d  = off_q;
    cont_d = cont_q;
    if (valid_o && ce_i) begin
      run_d  = !(ends && at_last);
      // Of a short row only the lane matters: the sum is below 2B, less B when the beat is left.
      end_d  = short_q ? {{(DistBits-LogB){1'b0}}, end_sum[LogB-1:0]} : end_sum;
      word_d = word_q + OneWord;
      cont_d = 1'b1;
      if (ends) begin
        rows_d = rows_q - One;
        off_d  = stop;
        word_d = {WordBits{1'b0}};
        cont_d = head;
        if (head) word_d = OneWord;
      end
    end
    if (start_i) begin
      run_d  = 1'b1;
      rows_d = rows_i;
      len_d  = {{(DistBits-M+2){1'b0}}, cols_less[M:3]};
      used_d = cols_less[2:0];
      end_d  = len_d;
      word_d = {WordBits{1'b0}};
      off_d  = {LogB{1'b0}};
      cont_d = 1'b0;
    end
  end

  always @(posedge clk) begin
    if (!rst_n) begin
      fetch_q <= 1'b0;
      run_q   <= 1'b0;
    end else begin
      fetch_q <= start_i;
      run_q   <= run_d;
    end
  end

  always @(posedge clk) begin
    rows_q  <= rows_d;
    len_q   <= len_d;
    turn_q  <= turn_d;
    short_q <= short_d;
    used_q  <= used_d;
    end_q   <= end_d;
    word_q  <= word_d;
    off_q   <= off_d;
    cont_q  <= cont_d;
  end
endmodule

`default_nettype wire
