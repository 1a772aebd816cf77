// SPDX-License-Identifier: Apache-2.0
// Generated from model/spec/params.yml and model/mce/basis.py by `mce gen`; do not edit.
// Include inside a module; meant for constants: m is an integer known at elaboration.

// f(z) of GF(2^m) with leading term, bit i the coefficient of z^i; 0: no such field.
function [16:0] field_poly;
  input integer m;
  case (m)
    4: field_poly = 17'h00013;
    5: field_poly = 17'h00025;
    6: field_poly = 17'h00043;
    7: field_poly = 17'h00083;
    8: field_poly = 17'h0011b;
    9: field_poly = 17'h00211;
    10: field_poly = 17'h00409;
    11: field_poly = 17'h00805;
    12: field_poly = 17'h01009;
    13: field_poly = 17'h0201b;
    14: field_poly = 17'h04021;
    15: field_poly = 17'h08003;
    16: field_poly = 17'h1002b;
    default: field_poly = 17'h00000;
  endcase
endfunction

// The constant b of the chain s_{j+1}(x) = s_j(x)^2 + b s_j(x).
function [15:0] basis_b;
  input integer m;
  case (m)
    4: basis_b = 16'h0001;
    5: basis_b = 16'h0009;
    6: basis_b = 16'h0021;
    7: basis_b = 16'h0009;
    8: basis_b = 16'h0001;
    9: basis_b = 16'h002a;
    10: basis_b = 16'h0038;
    11: basis_b = 16'h0201;
    12: basis_b = 16'h0068;
    13: basis_b = 16'h100d;
    14: basis_b = 16'h05e8;
    15: basis_b = 16'h0081;
    16: basis_b = 16'h0001;
    default: basis_b = 16'h0000;
  endcase
endfunction

// Chain length r, the longest of the field: beta_0..beta_{r-1} belong to the chain, the
// others complete the basis.
function integer chain_len;
  input integer m;
  case (m)
    4: chain_len = 4;
    5: chain_len = 3;
    6: chain_len = 5;
    7: chain_len = 6;
    8: chain_len = 8;
    9: chain_len = 8;
    10: chain_len = 7;
    11: chain_len = 9;
    12: chain_len = 10;
    13: chain_len = 9;
    14: chain_len = 12;
    15: chain_len = 14;
    16: chain_len = 16;
    default: chain_len = 0;
  endcase
endfunction

// beta_i, i < m: point number a is the sum of the beta_i with a_i = 1.
function [15:0] basis_beta;
  input integer m;
  input integer i;
  case (32 * m + i)
    // m = 4
    128: basis_beta = 16'h0001;
    129: basis_beta = 16'h0006;
    130: basis_beta = 16'h0002;
    131: basis_beta = 16'h000a;
    // m = 5
    160: basis_beta = 16'h0009;
    161: basis_beta = 16'h0010;
    162: basis_beta = 16'h0015;
    163: basis_beta = 16'h0001;
    164: basis_beta = 16'h0002;
    // m = 6
    192: basis_beta = 16'h0021;
    193: basis_beta = 16'h0013;
    194: basis_beta = 16'h0016;
    195: basis_beta = 16'h0014;
    196: basis_beta = 16'h001e;
    197: basis_beta = 16'h0001;
    // m = 7
    224: basis_beta = 16'h0009;
    225: basis_beta = 16'h0036;
    226: basis_beta = 16'h0021;
    227: basis_beta = 16'h0014;
    228: basis_beta = 16'h0027;
    229: basis_beta = 16'h0053;
    230: basis_beta = 16'h0001;
    // m = 8
    256: basis_beta = 16'h0001;
    257: basis_beta = 16'h00bc;
    258: basis_beta = 16'h005c;
    259: basis_beta = 16'h000c;
    260: basis_beta = 16'h00ae;
    261: basis_beta = 16'h005a;
    262: basis_beta = 16'h000e;
    263: basis_beta = 16'h0084;
    // m = 9
    288: basis_beta = 16'h002a;
    289: basis_beta = 16'h0090;
    290: basis_beta = 16'h0199;
    291: basis_beta = 16'h018d;
    292: basis_beta = 16'h01d3;
    293: basis_beta = 16'h000f;
    294: basis_beta = 16'h014f;
    295: basis_beta = 16'h0145;
    296: basis_beta = 16'h0001;
    // m = 10
    320: basis_beta = 16'h0038;
    321: basis_beta = 16'h0141;
    322: basis_beta = 16'h0280;
    323: basis_beta = 16'h0010;
    324: basis_beta = 16'h00d0;
    325: basis_beta = 16'h0318;
    326: basis_beta = 16'h0245;
    327: basis_beta = 16'h0001;
    328: basis_beta = 16'h0002;
    329: basis_beta = 16'h0040;
    // m = 11
    352: basis_beta = 16'h0201;
    353: basis_beta = 16'h0410;
    354: basis_beta = 16'h04b5;
    355: basis_beta = 16'h010e;
    356: basis_beta = 16'h0445;
    357: basis_beta = 16'h041b;
    358: basis_beta = 16'h04f1;
    359: basis_beta = 16'h01a4;
    360: basis_beta = 16'h05cd;
    361: basis_beta = 16'h0001;
    362: basis_beta = 16'h0002;
    // m = 12
    384: basis_beta = 16'h0068;
    385: basis_beta = 16'h0d83;
    386: basis_beta = 16'h0d21;
    387: basis_beta = 16'h0482;
    388: basis_beta = 16'h0083;
    389: basis_beta = 16'h0328;
    390: basis_beta = 16'h0207;
    391: basis_beta = 16'h0592;
    392: basis_beta = 16'h09bf;
    393: basis_beta = 16'h00b8;
    394: basis_beta = 16'h0001;
    395: basis_beta = 16'h0008;
    // m = 13
    416: basis_beta = 16'h100d;
    417: basis_beta = 16'h0a80;
    418: basis_beta = 16'h0fbb;
    419: basis_beta = 16'h0447;
    420: basis_beta = 16'h0aad;
    421: basis_beta = 16'h057b;
    422: basis_beta = 16'h0177;
    423: basis_beta = 16'h005f;
    424: basis_beta = 16'h00c3;
    425: basis_beta = 16'h0001;
    426: basis_beta = 16'h0002;
    427: basis_beta = 16'h0004;
    428: basis_beta = 16'h0200;
    // m = 14
    448: basis_beta = 16'h05e8;
    449: basis_beta = 16'h1807;
    450: basis_beta = 16'h307e;
    451: basis_beta = 16'h10c1;
    452: basis_beta = 16'h292c;
    453: basis_beta = 16'h001f;
    454: basis_beta = 16'h3bce;
    455: basis_beta = 16'h03c7;
    456: basis_beta = 16'h008f;
    457: basis_beta = 16'h33c1;
    458: basis_beta = 16'h201b;
    459: basis_beta = 16'h01fe;
    460: basis_beta = 16'h0001;
    461: basis_beta = 16'h0002;
    // m = 15
    480: basis_beta = 16'h0081;
    481: basis_beta = 16'h0b16;
    482: basis_beta = 16'h244e;
    483: basis_beta = 16'h066c;
    484: basis_beta = 16'h3a6f;
    485: basis_beta = 16'h0758;
    486: basis_beta = 16'h0a1b;
    487: basis_beta = 16'h2d5f;
    488: basis_beta = 16'h0d6b;
    489: basis_beta = 16'h3b79;
    490: basis_beta = 16'h2915;
    491: basis_beta = 16'h0776;
    492: basis_beta = 16'h0c17;
    493: basis_beta = 16'h5f48;
    494: basis_beta = 16'h0001;
    // m = 16
    512: basis_beta = 16'h0001;
    513: basis_beta = 16'h0732;
    514: basis_beta = 16'h88ac;
    515: basis_beta = 16'ha0b6;
    516: basis_beta = 16'h3872;
    517: basis_beta = 16'h9ea0;
    518: basis_beta = 16'h50f2;
    519: basis_beta = 16'h7874;
    520: basis_beta = 16'h1298;
    521: basis_beta = 16'h0468;
    522: basis_beta = 16'h0028;
    523: basis_beta = 16'h0624;
    524: basis_beta = 16'h88be;
    525: basis_beta = 16'ha0b0;
    526: basis_beta = 16'h3870;
    527: basis_beta = 16'hec18;
    default: basis_beta = 16'h0000;
  endcase
endfunction

// The bits of m that tell the field of degree f from the other ones of a build (mask FIELDS). A
// checked m is one of them, so a build with two fields decodes nothing: one bit chooses.
function [4:0] field_bits;
  input [16:0] fields;
  input integer f;
  integer at;
  integer other;
  reg [4:0] fewer;
  reg clash;
  begin
    field_bits = 5'h1f;
    for (at = 4; at >= 0; at = at - 1) begin
      fewer = field_bits & ~(5'd1 << at);
      clash = 1'b0;
      for (other = 0; other <= 16; other = other + 1)
        if (fields[other] && other != f && (other[4:0] & fewer) == (f[4:0] & fewer)) clash = 1'b1;
      if (!clash) field_bits = fewer;
    end
  end
endfunction
