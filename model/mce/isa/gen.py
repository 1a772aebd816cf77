# SPDX-License-Identifier: Apache-2.0
"""Generated files: RTL constants, C header, tables of docs/isa.md.

Every output is a pure function of ``model/spec`` and ``mce.basis``. They are committed; `stale()`
lists the ones that differ from what would be written, and a test keeps that list empty.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from mce.errors import FormatError
from mce.isa import gen_docs
from mce.isa.gen_fields import fields_vh
from mce.isa.gen_keccak import keccak_vh
from mce.isa.spec import load
from mce.isa.words import Isa

ROOT = Path(__file__).resolve().parents[3]
"""Root of the source tree: outputs are committed there."""

_SOURCE = "Generated from model/spec/isa.yml by `mce gen`; do not edit."


LINE = 100
"""Columns of a generated line; a note that does not fit stands above."""


def _localparam(name: str, width: int, value: int, note: str = "") -> str:
    """One constant; hexadecimal digits as wide as the constant."""
    digits = f"{width}'h{value:0{-(-width // 4)}x}"
    line = f"localparam [{width - 1}:0] {name} = {digits};"
    noted = f"{line:<48}// {note}" if note else line
    return noted if len(noted) <= LINE else f"// {note}\n{line}"


def isa_vh(isa: Isa) -> str:
    """Text of rtl/gen/mce_isa.vh: localparams only, no include guard."""
    lines = [
        "// SPDX-License-Identifier: Apache-2.0",
        f"// {_SOURCE}",
        "// Include inside a module. There is no guard: every module needs its own copy.",
        "",
        "// Opcodes, word bits [31:26].",
    ]
    for i in isa.instructions.values():
        lines.append(_localparam(f"OP_{i.name.upper()}", 6, i.opcode, i.summary))
    lines += ["", "// Bits that must be 0 in a word of the instruction, in every build."]
    for i in isa.instructions.values():
        lines.append(_localparam(f"MBZ_{i.name.upper()}", 32, isa.must_be_zero(i)))
    lines += ["", "// Bit positions of the operand fields."]
    for field in isa.fields.values():
        name = field.name.upper()
        lines.append(f"localparam FIELD_{name}_MSB = {field.msb};")
        lines.append(f"localparam FIELD_{name}_LSB = {field.lsb};")
    lines += ["", "// Bit positions in the flags byte."]
    lines += [f"localparam FLAG_{f.name.upper()} = {f.bit};" for f in isa.flags]
    lines.append(_localparam("FLAG_MASK", 8, isa.flag_mask))
    lines += ["", "// Scalar registers; SREG_FREE is the first a program may write."]
    for scalar in isa.scalars:
        lines.append(_localparam(f"SREG_{scalar.constant}", 4, scalar.number, scalar.value))
    lines.append(_localparam("SREG_FREE", 4, isa.kinds["sfree"].first))
    lines += ["", "// Error codes, of a job (ERROR) and of the bus (BUS_ERROR); 0 is no error."]
    for error in isa.errors.values():
        lines.append(_localparam(f"ERR_{error.name}", 8, error.code, error.scope))
    return "\n".join(lines) + "\n"


def isa_h(isa: Isa) -> str:
    """Text of sw/include/mce_isa.h for C drivers."""
    lines = [
        "/* SPDX-License-Identifier: Apache-2.0 */",
        f"/* {_SOURCE} */",
        "#ifndef MCE_ISA_H",
        "#define MCE_ISA_H",
        "",
        "/* Opcodes, word bits 31..26. */",
    ]
    lines += [
        f"#define MCE_OP_{i.name.upper()} 0x{i.opcode:02x}u" for i in isa.instructions.values()
    ]
    lines += ["", "/* Operand fields of a word. */"]
    for field in isa.fields.values():
        lines.append(f"#define MCE_FIELD_{field.name.upper()}_SHIFT {field.lsb}u")
        lines.append(f"#define MCE_FIELD_{field.name.upper()}_MASK 0x{field.mask:08x}u")
    lines += ["", "/* Bits of the flags byte. */"]
    lines += [f"#define MCE_FLAG_{f.name.upper()} 0x{1 << f.bit:02x}u" for f in isa.flags]
    lines += ["", "/* Error codes: MCE_ERR_* end a job (ERROR), MCE_BUS_* refuse a bus access. */"]
    for error in isa.errors.values():
        prefix = "MCE_ERR" if error.scope == "job" else "MCE_BUS"
        lines.append(f"#define {prefix}_{error.name} {error.code}u /* {error.meaning} */")
    lines += ["", "/* Words of an error code, for messages. */"]
    lines += ["static inline const char *mce_error_text(unsigned code) {", "  switch (code) {"]
    for error in isa.errors.values():
        lines.append(f'    case {error.code}u: return "{error.meaning}";')
    lines += ['    default: return "no error";', "  }", "}", "", "#endif"]
    return "\n".join(lines) + "\n"


def _docs(isa: Isa) -> str:
    path = ROOT / "docs" / "isa.md"
    return gen_docs.refresh(path.read_text(encoding="utf-8"), isa)


def outputs() -> dict[str, Callable[[], str]]:
    """Path below the root -> function that makes the text."""
    isa = load()
    return {
        "rtl/gen/mce_isa.vh": lambda: isa_vh(isa),
        "rtl/gen/mce_fields.vh": fields_vh,
        "rtl/gen/mce_keccak.vh": keccak_vh,
        "sw/include/mce_isa.h": lambda: isa_h(isa),
        "docs/isa.md": lambda: _docs(isa),
    }


def require_tree() -> None:
    """Raise FormatError when the package is installed without its source tree."""
    if not (ROOT / "rtl").is_dir():
        raise FormatError("no-source-tree", f"no rtl/ in {ROOT}", "run from a source checkout")


def stale() -> list[str]:
    """Paths whose committed text is not what `write()` would write."""
    require_tree()
    result = []
    for name, make in outputs().items():
        path = ROOT / name
        if not path.is_file() or path.read_text(encoding="utf-8") != make():
            result.append(name)
    return result


def write() -> list[str]:
    """Write every generated file that is stale; returns their paths."""
    names = stale()
    for name in names:
        path = ROOT / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(outputs()[name](), encoding="utf-8")
    return names
