// SPDX-License-Identifier: Apache-2.0
// eval_rom: constants of the chain s_{j+1}(x) = s_j(x)^2 + b s_j(x), computed at elaboration.
// One table per field of the build, the field chosen by m_i at run time; combinational. add_i is
// added to the entry: a table of 16 entries for two fields and that sum are one 6-input LUT a bit.
// KIND 0: shat_LEVEL(beta_{LEVEL+1} + ... + beta_{LEVEL+1+idx}), the steps of a twiddle; 15: 0.
// KIND 1: s_LEVEL(beta_LEVEL + ... + beta_{LEVEL+idx}); 15: 0. Both: idx[4] ignored.
// KIND 2: coefficient of x^(2^idx) in s_LEVEL(x), idx < LEVEL; else 0.
// KIND 3: b^(LEVEL+idx) for idx < 16, b^(2^(idx-16)) above. KIND 4: the same with 8 for 16, idx[4]
// ignored.
// KIND 5: shat_LEVEL(beta_{LEVEL+2} + ... + beta_{LEVEL+2+idx}); 15: 0. idx[4] ignored.
// KIND 6: as KIND 5, but 15: shat_LEVEL(beta_{LEVEL+1}).
`default_nettype none

module eval_rom #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000,
  parameter        KIND   = 0,
  parameter        LEVEL  = 0
) (
  input  wire [4:0]   m_i,
  input  wire [4:0]   idx_i,
  input  wire [M-1:0] add_i,
  output wire [M-1:0] value_o
);
  // 16 bits an entry in here, whatever M is; constant functions cost nothing in hardware.
  localparam Entries = 32;

  `include "mce_fields.vh"

  // Product in GF(2^m), shift and add from the top bit of y.
  function [15:0] times(input [15:0] x, input [15:0] y, input integer m);
    integer i;
    reg [16:0] sum;
    begin
      sum = 17'd0;
      for (i = m - 1; i >= 0; i = i - 1) begin
        sum = {sum[15:0], 1'b0};
        if (sum[m]) sum = sum ^ field_poly(m);
        if (y[i]) sum = sum ^ {1'b0, x};
      end
      times = sum[15:0];
    end
  endfunction

  // 1/x = x^(2^m - 2), the product of x^(2^i) for i = 1..m-1.
  function [15:0] inverse(input [15:0] x, input integer m);
    integer i;
    reg [15:0] power;
    begin
      power   = x;
      inverse = 16'd1;
      for (i = 1; i < m; i = i + 1) begin
        power   = times(power, power, m);
        inverse = times(inverse, power, m);
      end
    end
  endfunction

  // shat_LEVEL(x): shat_{j+1} = b (shat_j^2 + shat_j) and shat_0 = x/b spare a division a level.
  function [15:0] shat(input [15:0] x, input [15:0] b, input [15:0] b_inv, input integer m);
    integer j;
    begin
      shat = times(x, b_inv, m);
      for (j = 0; j < LEVEL; j = j + 1) shat = times(b, times(shat, shat, m) ^ shat, m);
    end
  endfunction

  // KIND 0, 1, 5, 6: prefix sums over the basis, since the functions are linear.
  function [16*Entries-1:0] steps(input integer m);
    integer idx, first;
    reg [15:0] b, b_inv, point, v;
    begin
      steps = {(16*Entries){1'b0}};
      b     = basis_b(m);
      b_inv = inverse(b, m);
      first = (KIND == 0) ? LEVEL + 1 : (KIND == 1) ? LEVEL : LEVEL + 2;
      point = 16'd0;
      for (idx = 0; idx < 15 && first + idx < m; idx = idx + 1) begin
        point = point ^ basis_beta(m, first + idx);
        v     = shat(point, b, b_inv, m);
        if (KIND == 1) v = times(b, v, m);
        steps[16*idx +: 16]        = v;
        steps[16*(16 + idx) +: 16] = v;
      end
      if (KIND == 6) begin
        v = shat(basis_beta(m, LEVEL + 1), b, b_inv, m);
        steps[16*15 +: 16] = v;
        steps[16*31 +: 16] = v;
      end
    end
  endfunction

  // KIND 2. The coefficients of s_{j+1} are e_i <- e_{i-1}^2 + b e_i.
  function [16*Entries-1:0] coefficients(input integer m);
    integer i, j;
    reg [15:0] b, below, here;
    begin
      coefficients       = {(16*Entries){1'b0}};
      coefficients[15:0] = 16'd1;
      b                  = basis_b(m);
      for (j = 0; j < LEVEL; j = j + 1) begin
        below = 16'd0;
        for (i = 0; i <= j + 1; i = i + 1) begin
          here = coefficients[16*i +: 16];
          coefficients[16*i +: 16] = times(below, below, m) ^ times(b, here, m);
          below = here;
        end
      end
      coefficients[16*LEVEL +: 16] = 16'd0;
    end
  endfunction

  // KIND 3 and 4: scalings b^popcount in the lower half, constants of the layers in the upper half.
  function [16*Entries-1:0] powers(input integer m);
    integer i, half;
    reg [15:0] b, power, square;
    begin
      half   = (KIND == 3) ? 16 : 8;
      b      = basis_b(m);
      power  = 16'd1;
      square = b;
      powers = {(16*Entries){1'b0}};
      for (i = 0; i < LEVEL; i = i + 1) power = times(power, b, m);
      for (i = 0; i < half; i = i + 1) begin
        powers[16*i +: 16]          = power;
        powers[16*(half + i) +: 16] = square;
        power  = times(power, b, m);
        square = times(square, square, m);
      end
      if (KIND != 3) powers[256 +: 256] = powers[0 +: 256];
    end
  endfunction

  function [16*Entries-1:0] table_of(input integer m);
    case (KIND)
      2:       table_of = coefficients(m);
      3, 4:    table_of = powers(m);
      default: table_of = steps(m);
    endcase
  endfunction

  // The smallest field of the build is the default, so that a build of one field decodes nothing.
  wire [15:0] chosen [0:17];
  assign chosen[0] = 16'd0;
  wire unused = &{1'b0, m_i, chosen[17]};
  genvar f;
  generate
    for (f = 0; f <= 16; f = f + 1) begin : gen_field
      if (FIELDS[f] && f <= M) begin : gen_on
        localparam [16*Entries-1:0] Table = table_of(f);
        wire [15:0] entry = Table[16*idx_i +: 16];
        if ((FIELDS & ((17'd1 << f) - 17'd1)) == 17'd0) begin : gen_default
          assign chosen[f+1] = entry;
        end else begin : gen_other
          localparam [31:0] Field = f;
          localparam [4:0]  Bits  = field_bits(FIELDS, f);
          assign chosen[f+1] = (m_i & Bits) == (Field[4:0] & Bits) ? entry : chosen[f];
        end
      end else begin : gen_off
        assign chosen[f+1] = chosen[f];
      end
    end
  endgenerate
  assign value_o = chosen[17][M-1:0] ^ add_i;
endmodule

`default_nettype wire
