# SPDX-License-Identifier: Apache-2.0
"""Random programs: every instruction, lengths at corners, and every way of going wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from cores import build_of
from mce.isa.spec import check
from walker import ISA, MATRIX, Step, Walker

MAX_BYTES = 6000
MAX_STEPS = 90
NOP, HALT = (ISA.instructions[name].opcode << 26 for name in ("nop", "halt"))

# Everything not named counts 3. Whole fields of elements stream through the evaluation unit.
WEIGHTS = {"halt": 0, "loop": 0, "nop": 1, "wipe": 1, "esyn": 2, "eroot": 2, "eval": 2, "pbm": 2,
           "pmul": 4, "li": 2, "vld": 6, "vst": 5, "pld": 6, "pst": 5, "vmv": 4, "vvm": 4,
           "vmvb": 5, "verdict": 2, "habs": 4, "hstr": 4, "hsq": 4, "vsamp": 5}
BLOCK = 136
"""Bytes of a block of SHAKE256."""

FAULTS = ("opcode", "opcode", "opcode", "operand", "stray", "length", "missing", "short", "long",
          "run out", "run out", "run out", "parameter", "loop end", "loop depth", "loop count")


@dataclass(frozen=True)
class Program:
    """A program at its place, and how it is run.

    Attributes:
        base: address of its first word, START_PC.
        words: the program.
        m, n, t: parameters of its run.
        fault: what goes wrong on purpose, empty for nothing.
    """

    base: int
    words: tuple[int, ...]
    m: int
    n: int
    t: int
    fault: str


class Generator:
    """Programs for one build; the same seed gives the same programs.

    Args:
        core: synthesis parameters.
        rng: where chance comes from.
        names: mnemonics to use.

    Attributes:
        refused: how often each opcode has given BAD_OPCODE; kept by the caller, the rarest is next.
    """

    def __init__(self, core: dict[str, int], rng: random.Random,
                 names: Collection[str] = tuple(ISA.instructions)) -> None:
        self.core, self.rng = core, rng
        self.build = build_of(core)
        missing = {n for n, i in ISA.instructions.items() if (i.unit == "hash" and not core["HASH"])
                   or (i.needs_batch and self.build.batch == 1)}
        self.names = [n for n in names if (n != "pmul" or core["NUM_REGS"] > 4)
                      and n not in missing]
        self.illegal = [code for code in range(64) if code not in ISA.by_opcode
                        or ISA.by_opcode[code].name in missing]
        self.weights = [WEIGHTS.get(n, 3) for n in self.names]
        self.refused: Counter[int] = Counter()
        f = core["GF2MULT_FACTOR"]
        self.rcap = (core["T_MAX"] + f) // f * f
        self.bits = 1 << core["M"]

    # ---- Parameters ----

    def code(self) -> tuple[int, int, int]:
        """Random (m, n, t) that the build accepts, corners more often."""
        core, rng = self.core, self.rng
        m = rng.choice([m for m in range(17) if core["FIELDS"] >> m & 1])
        most = min(core["N_MAX"], 1 << m)
        t = rng.choice((2, min(core["T_MAX"], (most - 1) // m),
                        rng.randint(2, min(core["T_MAX"], (most - 1) // m))))
        return m, rng.choice((most, m * t + 1, rng.randint(m * t + 1, most))), t

    def bad_code(self) -> tuple[int, int, int]:
        """Random (m, n, t) that the build refuses."""
        rng, core = self.rng, self.core
        m, n, t = self.code()
        others = [x for x in range(32) if x > 16 or not core["FIELDS"] >> x & 1]
        return rng.choice(((m, m * t, t), (m, (1 << m) + 1, t), (m, n, core["T_MAX"] + 1),
                           (m, n, 1), (m, 0, t), (rng.choice(others), n, t),
                           (m, core["N_MAX"] + 1, t)))

    # ---- Operands ----

    def number(self, name: str) -> int:
        """A legal length of an instruction, corners more often."""
        rng, w = self.rng, self.core["AXIS_WIDTH"]
        if name in ("pld", "pst"):
            top = 2 * self.core["T_MAX"] + 1 if rng.random() < 0.5 else self.rcap
            corners = [1, 2, 4, self.rcap, self.rcap + 1, top]
        elif ISA.instructions[name].unit == "poly":
            top = self.rcap
            corners = [1, 2, self.core["GF2MULT_FACTOR"], top - 1, top]
        elif name == "vsamp":
            # Four cycles and two bytes a word: the whole register now and then.
            top = self.bits if rng.random() < 0.05 else min(self.bits, 150)
            corners = [1, 2, 3, 4, 5, w // 16, w // 16 + 1, top - 1, top]
        elif ISA.instructions[name].unit == "hash":
            top = self.bits
            corners = [1, 7, 9, 33, 64, w, w + 1, 8 * BLOCK - 1, 8 * BLOCK, 8 * BLOCK + 1, top - 1,
                       top]
        else:
            top = self.bits
            corners = [1, 7, 8, 9, w - 1, w, w + 1, 2 * w, 3 * w + 5, top - 1, top]
        if rng.random() < 0.6:
            return min(rng.choice(corners), top)
        return rng.randint(1, top)

    def lengths(self, name: str, used: Collection[str]) -> list[tuple[str, int]]:
        """Values of the fields l and s."""
        rng, length = self.rng, self.number(name)
        if name in MATRIX:
            rows, columns = (length, self.number(name))
            while rows * ((columns + 7) // 8) > 1500:
                rows, columns = (max(1, rows // 2), max(1, columns - columns // 3))
            return [("l", rows), ("s", columns)]
        if "s" not in used:
            return [("l", length)]
        if name == "pscale":
            return [("l", length), ("s", rng.choice((0, self.rcap - 1, rng.randrange(self.rcap))))]
        if name == "vpop":
            return [("l", length), ("s", rng.randint(0, length))]
        room = self.bits - length
        w = self.core["AXIS_WIDTH"]
        start = rng.choice((0, 1, w - 1, w, w + 1, room, rng.randint(0, room)))
        return [("l", length), ("s", min(start, room))]

    def registers(self, name: str) -> dict[str, int]:
        """Legal register fields and constants."""
        rng, values = self.rng, {}
        for operand in ISA.instructions[name].operands:
            kind, field = operand.kind, operand.field.name
            if kind.name == "mask":
                values[field] = rng.getrandbits(5) & rng.getrandbits(5)
            elif field in ("l", "s"):
                values[field] = rng.randrange(16)
            elif kind.name == "imm":
                values[field] = rng.choice((0, 1, 65535, rng.getrandbits(16)))
            else:
                values[field] = rng.randint(kind.first, kind.last_in(self.build))
        if ISA.instructions[name].distinct and values["d"] == values["a"]:
            values["d"] = (values["d"] + rng.randint(1, 7)) % 8
        if ISA.instructions[name].blocks:
            low = rng.randint(0, 8 - 2 * values["b"])
            blocks = [low, rng.randint(low + values["b"], 8 - values["b"])]
            values["d"], values["a"] = rng.sample(blocks, 2)
        return values

    def instruction(self, name: str) -> list[int]:
        """A legal instruction, behind the `li` that set its lengths."""
        values, words = self.registers(name), []
        if "l" in values and self.rng.random() < 0.92:
            scalars = self.rng.sample(range(8, 16), 2)
            for (field, value), scalar in zip(self.lengths(name, values), scalars, strict=False):
                # A length of 2^16 needs more than a constant; no build here has one.
                words.append(self.encode("li", d=scalar, imm16=value))
                values[field] = scalar
        if name in ("pld", "pst") and values["l"] >= 8 and self.rng.random() < 0.6:
            # Lengths beyond one register need another behind it.
            field = "d" if name == "pld" else "a"
            values[field] = min(values[field], self.core["NUM_REGS"] - 3)
        return [*words, self.encode(name, **values)]

    @staticmethod
    def encode(name: str, **values: int) -> int:
        """The word of an instruction."""
        return ISA.encode(ISA.instructions[name], values)

    # ---- Programs ----

    def group(self) -> list[int]:
        """One instruction, or a few that make sense together."""
        rng = self.rng
        name = rng.choices(self.names, self.weights)[0]
        words: list[int] = []
        if name == "pbm" and rng.random() < 0.8:
            words += [self.encode("pld", d=0, l=5)]
        if name == "pmul" and rng.random() < 0.7:
            words += [self.encode("pld", d=2, l=4)]
        if name in ("eroot", "eval") and rng.random() < 0.7:
            # Few random polynomials have roots: half of the time one that stands in the middle.
            reg = rng.randrange(self.core["NUM_REGS"])
            words += [self.encode("pld", d=reg, l=4 if rng.random() < 0.5 else 7)]
            values = {**self.registers(name), "a": reg}
            return [*words, self.encode(name, **values)]
        if name == "vsamp" and rng.random() < 0.6:
            d = rng.randrange(8)
            return [self.encode("vclr", d=d), self.encode(name, d=d, l=rng.choice((4, 5)))]
        return words + self.instruction(name)

    def body(self, count: int) -> list[int]:
        """About `count` words without loops."""
        words: list[int] = []
        while len(words) < count:
            words += self.group()
        return words

    def loop(self, at: int, depth: int) -> list[int]:
        """A loop at address `at`: count, loop, body; perhaps another within, perhaps with the
        same end."""
        rng, scalar = self.rng, self.rng.randint(8, 15)
        count = rng.choice((1, 1, 2, 3))
        head = 2
        body = self.body(rng.randint(1, 4))
        if depth < 2 and rng.random() < 0.6:
            body += self.loop(at + head + len(body), depth + 1)
            if rng.random() < 0.5:
                body += self.body(1)
        end = at + head + len(body)
        return [self.encode("li", d=scalar, imm16=count),
                self.encode("loop", a=scalar, imm16=end), *body]

    def message(self, at: int) -> list[int]:
        """At address `at`: a message of many equal pieces, over borders of blocks, and its hash."""
        rng = self.rng
        piece = self.instruction(rng.choice(("habs", "habs", "hstr")))
        size = rng.choice((self.bits, rng.randint(1, self.bits))) + 7 >> 3
        count = min(max(1, BLOCK // size + rng.randint(-1, 2)), 40)
        piece[-1] = piece[-1] & ~(15 << 7) | 9 << 7
        return [self.encode("li", d=9, imm16=8 * size), self.encode("li", d=8, imm16=count),
                self.encode("loop", a=8, imm16=at + 4), piece[-1], *self.instruction("hsq")]

    def program(self, base: int, room: int, fault: str) -> Program:
        """A program of at most `room` words from `base` on."""
        while True:
            words = self._words(base, self.rng.randint(4, 14), fault)
            if len(words) <= room:
                m, n, t = self.bad_code() if fault == "parameter" else self.code()
                return Program(base, tuple(words), m, n, t, fault)

    def _words(self, base: int, size: int, fault: str) -> list[int]:
        rng = self.rng
        words = self.body(size // 2)
        # What runs out of the memory moves to its end; loops name addresses.
        if rng.random() < 0.4 and fault != "run out":
            words += self.loop(base + len(words), 1)
        if "habs" in self.names and rng.random() < 0.2 and fault != "run out":
            words += self.message(base + len(words))
        if fault != "opcode" or rng.random() < 0.5:
            words += self.body(size // 2)
        words += self.faulty(fault, base + len(words))
        if fault != "run out":
            words.append(HALT)
        return words

    def faulty(self, fault: str, at: int) -> list[int]:
        """Words at address `at` that end a program with the error asked for."""
        rng = self.rng
        if fault == "opcode":
            opcode = min(self.illegal, key=lambda code: self.refused[code])
            return [opcode << 26 | rng.choice((0, rng.getrandbits(26)))]
        if fault in ("operand", "stray"):
            return [self._bad_word(one_bit=fault == "stray")]
        if fault == "length":
            return self._bad_length()
        if fault in ("missing", "short", "long"):
            names = [n for n in self.names if ISA.instructions[n].packet_in]
            return self.instruction(rng.choice(names))
        if fault.startswith("loop"):
            return self._bad_loop(fault, at)
        return []

    def _bad_loop(self, fault: str, at: int) -> list[int]:
        """A loop at address `at` whose end, depth or count is refused, perhaps a legal end."""
        if fault == "loop end":
            end = self.rng.choice((0, at, at + 1, at + 2, self.core["NUM_INST"] + 1, 65535))
            return [self.encode("li", d=9, imm16=1), self.encode("loop", a=9, imm16=end), NOP]
        if fault == "loop count":
            return [self.encode("loop", a=0, imm16=at + 2), NOP]
        words = [self.encode("li", d=9, imm16=2)]
        return words + [self.encode("loop", a=9, imm16=at + 5)] * 3 + [NOP]

    def _bad_word(self, *, one_bit: bool) -> int:
        """A word of an existing opcode that the build must refuse."""
        rng = self.rng
        while True:
            name = rng.choice(self.names)
            word = self.encode(name, **self.registers(name))
            low = rng.getrandbits(26)
            word = word ^ 1 << rng.randrange(26) if one_bit else word & 0xFC000000 | low
            if check(word, self.build):
                return word

    def _bad_length(self) -> list[int]:
        """An instruction with a length or argument that is out of range."""
        rng = self.rng
        names = [n for n in self.names if ISA.instructions[n].length and n != "loop"]
        name = rng.choice(names)
        values = self.registers(name)
        good = dict(self.lengths(name, values))
        unit = ISA.instructions[name].unit
        top = self.bits if unit in ("vector", "hash") else self.rcap
        field = rng.choice([f for f in ("l", "s") if f in values])
        good[field] = rng.choice((0, top + 1, 2 * self.core["T_MAX"] + 2, 65535))
        words = []
        for scalar, (name_, value) in zip((10, 11), good.items(), strict=False):
            words.append(self.encode("li", d=scalar, imm16=min(value, 65535)))
            values[name_] = scalar
        return [*words, self.encode(name, **values)]

    # ---- Packets ----

    def packets(self, walker: Walker, memory: list[int], program: Program) -> list[bytes] | None:
        """Packets of a run of a program, None when it is too long; damages the last one when the
        fault asks for it."""
        found: list[bytes] = []
        total = 0
        if program.fault == "parameter":
            return found
        walker.begin(program.m, program.n, program.t)
        for count, step in enumerate(walker.steps(memory, program.base)):
            total += step.bytes_in
            if count > MAX_STEPS or total > MAX_BYTES + (4 << program.m):
                return None
            if step.bytes_in:
                found.append(self.packet(step, program))
        if program.fault in ("missing", "short", "long") and found:
            found[-1:] = self._damaged(found[-1], program.fault)
        return found

    def _damaged(self, packet: bytes, fault: str) -> list[bytes]:
        if fault == "missing" or (fault == "short" and len(packet) == 1):
            return []
        if fault == "short":
            return [packet[: self.rng.randint(1, len(packet) - 1)]]
        return [packet + bytes(self.rng.randint(1, 40))]

    def packet(self, step: Step, program: Program) -> bytes:
        """Contents of an operand packet: random, with clean padding most of the time."""
        rng = self.rng
        data = bytearray(rng.randbytes(step.bytes_in))
        if step.name == "esyn":
            return self._pairs(bytes(data), program)
        if step.name == "vgather":
            mask = (1 << program.m) - 1 if rng.random() < 0.7 else (2 << program.m) - 1
            for i in range(0, len(data), 2):
                word = int.from_bytes(data[i : i + 2], "little") & mask
                data[i : i + 2] = word.to_bytes(2, "little")
        if step.name == "vsamp" and rng.random() < 0.7:
            return self._draw(step.length, program)
        row = (step.arg + 7) // 8 if step.name in MATRIX else step.bytes_in
        bits = step.arg if step.name in MATRIX else step.length
        if step.name in ("vld", *MATRIX) and bits % 8 and rng.random() < 0.85:
            for i in range(row - 1, len(data), row):
                data[i] &= (1 << bits % 8) - 1
        if rng.random() < 0.1:
            return bytes([rng.choice((0, 255))]) * len(data) if bits % 8 == 0 else bytes(len(data))
        return bytes(data)

    def _draw(self, count: int, program: Program) -> bytes:
        """Words of a draw: different positions below n, some of n and more, and perhaps one again;
        anything in the bits above m."""
        rng, m, n = self.rng, program.m, program.n
        words = rng.sample(range(1 << m), min(count, 1 << m))
        if rng.random() < 0.5:
            words = [word % n for word in words] if len(words) > n else [
                *rng.sample(range(n), len(words))]
        words += rng.choices(words, k=count - len(words))
        if rng.random() < 0.3:
            words[rng.randrange(count)] = rng.choice((n - 1, n, words[0]))
        return b"".join((word | rng.getrandbits(16) >> m << m).to_bytes(2, "little")
                        for word in words)

    def _pairs(self, data: bytes, program: Program) -> bytes:
        """{pos, w}: positions around n, some far away."""
        if self.rng.random() < 0.2:
            return data
        out = bytearray(data)
        for i in range(0, len(out), 4):
            pos = self.rng.randrange(program.n + 2)
            out[i : i + 2] = pos.to_bytes(2, "little")
        return bytes(out)
