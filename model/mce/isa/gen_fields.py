# SPDX-License-Identifier: Apache-2.0
"""rtl/gen/mce_fields.vh: field polynomials and FFT bases as constant functions of the degree m."""

from __future__ import annotations

from collections.abc import Iterator

from mce import spec
from mce.basis import basis

_SOURCE = "Generated from model/spec/params.yml and model/mce/basis.py by `mce gen`; do not edit."

_FIELD_BITS = """\
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
endfunction""".splitlines()
"""Text of the function that needs nothing of the specification."""


def _case(rows: Iterator[tuple[int, str]], default: str, name: str) -> list[str]:
    """A case statement over m."""
    body = [f"    {m}: {name} = {value};" for m, value in rows]
    return ["  case (m)", *body, f"    default: {name} = {default};", "  endcase"]


def fields_vh() -> str:
    """Text of rtl/gen/mce_fields.vh: constant functions of the degree m."""
    fields = {m: sum(1 << e for e in exponents) for m, exponents in spec.fields().items()}
    bases = {m: basis(m) for m in fields}
    poly = _case(((m, f"17'h{f:05x}") for m, f in fields.items()), "17'h00000", "field_poly")
    b = _case(((m, f"16'h{x.b:04x}") for m, x in bases.items()), "16'h0000", "basis_b")
    length = _case(((m, f"{x.r}") for m, x in bases.items()), "0", "chain_len")
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// {_SOURCE}",
        "// Include inside a module; meant for constants: m is an integer known at elaboration.",
        "",
        "// f(z) of GF(2^m) with leading term, bit i the coefficient of z^i; 0: no such field.",
        "function [16:0] field_poly;",
        "  input integer m;",
        *poly,
        "endfunction",
        "",
        "// The constant b of the chain s_{j+1}(x) = s_j(x)^2 + b s_j(x).",
        "function [15:0] basis_b;",
        "  input integer m;",
        *b,
        "endfunction",
        "",
        "// Chain length r, the longest of the field: beta_0..beta_{r-1} belong to the chain, the",
        "// others complete the basis.",
        "function integer chain_len;",
        "  input integer m;",
        *length,
        "endfunction",
        "",
        "// beta_i, i < m: point number a is the sum of the beta_i with a_i = 1.",
        "function [15:0] basis_beta;",
        "  input integer m;",
        "  input integer i;",
        "  case (32 * m + i)",
    ]
    for m, x in bases.items():
        lines.append(f"    // m = {m}")
        for i, beta in enumerate(x.beta):
            lines.append(f"    {32 * m + i}: basis_beta = 16'h{int(beta):04x};")
    lines += ["    default: basis_beta = 16'h0000;", "  endcase", "endfunction", "", *_FIELD_BITS]
    return "\n".join(lines) + "\n"
