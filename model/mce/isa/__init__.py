# SPDX-License-Identifier: Apache-2.0
"""The instruction set: specification, assembler, disassembler, generated files."""
