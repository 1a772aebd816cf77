// SPDX-License-Identifier: Apache-2.0
// poly_frobenius: the maps x -> x^(2^k) of poly_scalar's inversion chain, and the chain itself.
// Combinational. Bits 0..4 of here_i are the products of the chain, bit 5 the last map (k = 1).
// used_o: the chain of this field has that product. add_o: the second factor is the kept power,
// else the accumulator itself. rebase_o: the accumulator becomes the kept power.
`default_nettype none

module poly_frobenius #(
  parameter        M      = 13,
  parameter [16:0] FIELDS = 17'h03000
) (
  input  wire [4:0]   m_i,
  input  wire [5:0]   here_i,
  input  wire [M-1:0] x_i,
  output wire [M-1:0] y_o,
  output wire         used_o,
  output wire         add_o,
  output wire         rebase_o
);
  localparam Steps = 6;

  `include "mce_fields.vh"

  // Addition chain 1 = n_0 < n_1 < ... = m-1 of shortest length, one digit a step: the n reached.
  // Each n is twice the one before or adds the kept one, which is 1, for m = 13 and 16 later 3:
  // for m = 13 that saves the map k = 6, whose matrix is dense.
  function [19:0] chain(input integer m);
    case (m)
      4:  chain = 20'h23000;
      5:  chain = 20'h24000;
      6:  chain = 20'h24500;
      7:  chain = 20'h23600;
      8:  chain = 20'h23670;
      9:  chain = 20'h24800;
      10: chain = 20'h24890;
      11: chain = 20'h245a0;
      12: chain = 20'h245ab;
      13: chain = 20'h2369c;
      14: chain = 20'h236cd;
      15: chain = 20'h2367e;
      16: chain = 20'h236cf;
      default: chain = 20'h00000;
    endcase
  endfunction

  // The n before (at = 0 gives 1) or after (at + 1) a step; 0 when the chain has ended.
  function integer reached(input integer m, input integer at);
    reg [19:0] digits;
    begin
      digits = chain(m) >> (4 * (5 - at));
      reached = (at == 0) ? 1 : (at > 5) ? 0 : {12'd0, digits & 20'h0000f};
    end
  endfunction

  function is_used(input integer m, input integer at);
    is_used = reached(m, at + 1) != 0;
  endfunction

  function is_double(input integer m, input integer at);
    is_double = reached(m, at + 1) == 2 * reached(m, at);
  endfunction

  // Exponent k of the map in a step: n when doubling, else the size of the kept power.
  function integer exponent(input integer m, input integer at);
    if (!is_used(m, at))       exponent = (at == Steps - 1) ? 1 : 0;
    else if (is_double(m, at)) exponent = reached(m, at);
    else                       exponent = reached(m, at + 1) - reached(m, at);
  endfunction

  // Steps of field m, as a mask, that use the exponent k.
  function [Steps-1:0] steps_with(input integer m, input integer k);
    integer at;
    begin
      steps_with = {Steps{1'b0}};
      for (at = 0; at < Steps; at = at + 1)
        if (exponent(m, at) == k) steps_with[at] = 1'b1;
    end
  endfunction

  // Column i of the map: z^i squared k times, all columns in one word.
  function [M*M-1:0] columns(input integer m, input integer k);
    integer i;
    integer n;
    integer b;
    reg [15:0] x;
    reg [31:0] square;
    begin
      columns = {(M*M){1'b0}};
      for (i = 0; i < m; i = i + 1) begin
        x = 16'd1 << i;
        for (n = 0; n < k; n = n + 1) begin
          square = 32'd0;
          for (b = 0; b < 16; b = b + 1) square[2*b] = x[b];
          for (b = 30; b >= m; b = b - 1)
            if (square[b]) square = square ^ ({15'd0, field_poly(m)} << (b - m));
          x = square[15:0];
        end
        columns[i*M +: M] = x[M-1:0];
      end
    end
  endfunction

  // All maps of all fields of the build, chosen by AND-OR; index 8*m + k.
  localparam Maps = 17 * 8;
  wire [M-1:0] picked [0:Maps];
  assign picked[0] = {M{1'b0}};
  genvar g;
  generate
    for (g = 0; g < Maps; g = g + 1) begin : gen_map
      if (FIELDS[g/8] && g/8 <= M && (g % 8) != 0 && steps_with(g/8, g % 8) != 0) begin : gen_on
        localparam [31:0]      Field  = g / 8;
        localparam [Steps-1:0] Where  = steps_with(g/8, g % 8);
        localparam [M*M-1:0]   Matrix = columns(g/8, g % 8);
        reg [M-1:0] image;
        integer i;
        always @(*) begin
          image = {M{1'b0}};
          for (i = 0; i < M; i = i + 1)
            image = image ^ (Matrix[i*M +: M] & {M{x_i[i]}});
        end
        localparam [4:0] Bits = field_bits(FIELDS, g/8);
        wire chosen = (m_i & Bits) == (Field[4:0] & Bits) && |(here_i & Where);
        assign picked[g+1] = picked[g] ^ (image & {M{chosen}});
      end else begin : gen_off
        assign picked[g+1] = picked[g];
      end
    end
  endgenerate
  assign y_o = picked[Maps];

  // What a step does: masks over the steps, constants a field.
  function [Steps-1:0] used_mask(input integer m);
    integer at;
    for (at = 0; at < Steps; at = at + 1) used_mask[at] = is_used(m, at);
  endfunction

  function [Steps-1:0] add_mask(input integer m);
    integer at;
    for (at = 0; at < Steps; at = at + 1)
      add_mask[at] = is_used(m, at) && !is_double(m, at);
  endfunction

  wire [17:0] used;
  wire [17:0] add;
  wire [17:0] rebase;
  assign used[0]   = 1'b0;
  assign add[0]    = 1'b0;
  assign rebase[0] = 1'b0;
  genvar f;
  generate
    for (f = 0; f <= 16; f = f + 1) begin : gen_step
      if (FIELDS[f] && f <= M) begin : gen_on
        localparam [Steps-1:0] Used = used_mask(f);
        localparam [Steps-1:0] Add  = add_mask(f);
        localparam [31:0]      Field = f;
        localparam [4:0]       Bits = field_bits(FIELDS, f);
        wire                   mine = (m_i & Bits) == (Field[4:0] & Bits);
        assign used[f+1] = used[f] || (mine && |(here_i & Used));
        assign add[f+1]  = add[f]  || (mine && |(here_i & Add));
        if (f == 13 || f == 16) begin : gen_rebase
          assign rebase[f+1] = rebase[f] || (mine && here_i[2]);
        end else begin : gen_keep
          assign rebase[f+1] = rebase[f];
        end
      end else begin : gen_off
        assign used[f+1]   = used[f];
        assign add[f+1]    = add[f];
        assign rebase[f+1] = rebase[f];
      end
    end
  endgenerate
  assign used_o   = used[17];
  assign add_o    = add[17];
  assign rebase_o = rebase[17];
endmodule

`default_nettype wire
