// SPDX-License-Identifier: Apache-2.0
// vec_mv_lane: what vec_mv does with the contents of one vector; the control is vec_mv's.
//
// Step 2 has the word at hand, step 3 turns it and word 0, step 4 joins the window over the beat,
// step 5 the parities of its bytes. `bit_o` is the parity of the row that ends in step 5.
`default_nettype none

module vec_mv_lane #(
  parameter AXIS_WIDTH = 64
) (
  input  wire                            clk,
  input  wire                            clear_i,       // wipe
  input  wire                            start_i,
  input  wire                            ce_i,
  input  wire [AXIS_WIDTH-1:0]           data_i,        // step 1: a word of the vector
  input  wire [AXIS_WIDTH-1:0]           beat_i,        // step 4
  input  wire                            fetch2_i,      // the word at hand is word 0
  input  wire [$clog2(AXIS_WIDTH/8)-1:0] off2_i,
  input  wire [$clog2(AXIS_WIDTH/8)-1:0] stop2_i,
  input  wire                            head3_i,
  input  wire [AXIS_WIDTH/8-1:0]         from_head_i,
  input  wire [AXIS_WIDTH/8-1:0]         from_saved_i,
  input  wire [AXIS_WIDTH-1:0]           blank_i,
  input  wire                            valid5_i,
  input  wire                            ends5_i,
  input  wire [AXIS_WIDTH/8-1:0]         tail5_i,       // bytes of the row that ends here
  input  wire [AXIS_WIDTH/8-1:0]         next5_i,       // bytes of the row that begins here
  output wire                            bit_o
);
  localparam integer B = AXIS_WIDTH / 8;

  reg  [AXIS_WIDTH-1:0] vec_q, word0_q, turn_q, head_q, saved_q, win_q;
  wire [AXIS_WIDTH-1:0] turn_d, head_d;
  reg  [AXIS_WIDTH-1:0] win_d;
  reg  [B-1:0]          parity_q, parity_d;
  reg                   acc_q, acc_d;

  assign bit_o = acc_q ^ (^(parity_q & tail5_i));

  integer i;
  always @(*) begin
    for (i = 0; i < B; i = i + 1) begin
      win_d[8*i +: 8] = ~blank_i[8*i +: 8] & (from_head_i[i]  ? head_q[8*i +: 8]
                                            : from_saved_i[i] ? saved_q[8*i +: 8]
                                                              : turn_q[8*i +: 8]);
      parity_d[i] = ^(beat_i[8*i +: 8] & win_q[8*i +: 8]);
    end
  end

  always @(*) begin
    acc_d = acc_q;
    if (valid5_i) acc_d = ends5_i ? ^(parity_q & next5_i) : acc_q ^ (^(parity_q & tail5_i));
    if (start_i) acc_d = 1'b0;
  end

  // Everything here is vector contents.
  always @(posedge clk) begin
    if (clear_i) begin
      vec_q    <= {AXIS_WIDTH{1'b0}};
      word0_q  <= {AXIS_WIDTH{1'b0}};
      turn_q   <= {AXIS_WIDTH{1'b0}};
      head_q   <= {AXIS_WIDTH{1'b0}};
      saved_q  <= {AXIS_WIDTH{1'b0}};
      win_q    <= {AXIS_WIDTH{1'b0}};
      parity_q <= {B{1'b0}};
      acc_q    <= 1'b0;
    end else begin
      acc_q    <= acc_d;
      parity_q <= parity_d;
      if (ce_i) begin
        vec_q   <= data_i;
        turn_q  <= turn_d;
        head_q  <= head_d;
        saved_q <= head3_i ? head_q : turn_q;
        win_q   <= win_d;
        if (fetch2_i) word0_q <= vec_q;
      end
    end
  end

  vec_rotl #(.WIDTH(AXIS_WIDTH), .Unit(8)) u_turn (
    .data_i   (vec_q),
    .amount_i (off2_i),
    .data_o   (turn_d)
  );

  vec_rotl #(.WIDTH(AXIS_WIDTH), .Unit(8)) u_head (
    .data_i   (word0_q),
    .amount_i (stop2_i),
    .data_o   (head_d)
  );
endmodule

`default_nettype wire
