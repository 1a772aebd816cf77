// SPDX-License-Identifier: Apache-2.0
// Generated from model/mce/isa/gen_keccak.py by `mce gen`; do not edit.
// Include inside a module.

// Rotation of lane (x, y) in rho; x and y are known at elaboration.
function integer rho(input integer x, input integer y);
  case (5*y + x)
    0: rho = 0;
    1: rho = 1;
    2: rho = 62;
    3: rho = 28;
    4: rho = 27;
    5: rho = 36;
    6: rho = 44;
    7: rho = 6;
    8: rho = 55;
    9: rho = 20;
    10: rho = 3;
    11: rho = 10;
    12: rho = 43;
    13: rho = 25;
    14: rho = 39;
    15: rho = 41;
    16: rho = 45;
    17: rho = 15;
    18: rho = 21;
    19: rho = 8;
    20: rho = 18;
    21: rho = 2;
    22: rho = 61;
    23: rho = 56;
    24: rho = 14;
    default: rho = 0;
  endcase
endfunction

// Round constant; it has ones only at bits 2^j - 1.
function [63:0] iota(input [4:0] number);
  reg [6:0] bits;
  begin
    case (number)
      5'd0: bits = 7'h01;
      5'd1: bits = 7'h1a;
      5'd2: bits = 7'h5e;
      5'd3: bits = 7'h70;
      5'd4: bits = 7'h1f;
      5'd5: bits = 7'h21;
      5'd6: bits = 7'h79;
      5'd7: bits = 7'h55;
      5'd8: bits = 7'h0e;
      5'd9: bits = 7'h0c;
      5'd10: bits = 7'h35;
      5'd11: bits = 7'h26;
      5'd12: bits = 7'h3f;
      5'd13: bits = 7'h4f;
      5'd14: bits = 7'h5d;
      5'd15: bits = 7'h53;
      5'd16: bits = 7'h52;
      5'd17: bits = 7'h48;
      5'd18: bits = 7'h16;
      5'd19: bits = 7'h66;
      5'd20: bits = 7'h79;
      5'd21: bits = 7'h58;
      5'd22: bits = 7'h21;
      5'd23: bits = 7'h74;
      default: bits = 7'h00;
    endcase
    iota = {bits[6], 31'd0, bits[5], 15'd0, bits[4], 7'd0, bits[3], 3'd0, bits[2], 1'b0,
            bits[1], bits[0]};
  end
endfunction
