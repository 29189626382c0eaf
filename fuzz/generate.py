#!/usr/bin/env python3
# ===- generate.py - Small random C programs to differentiate ---------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#   generate.py SEED > program.c        (or program.cpp: the first line says which)
#
# One seed, one program: some helpers and an entry function made of random
# statements, followed by the glue that harness.h asks for. Three rules keep the
# programs honest, so that a mismatch is the fault of the compiler:
#
#   defined    every variable is initialised, every index is masked to its array,
#              every divisor is away from zero
#   bounded    what is assigned passes through sin, tanh or a damped sum
#   short      a budget of executed statements limits loops, calls and recursion
#
# One statement stands on each line, so that run.py can shrink a program by lines.
# ===------------------------------------------------------------------------===#
import contextlib
import random
import re
import sys

import cxx
import pointers
import records

PRELUDE = """\
double sin(double), cos(double), exp(double), tanh(double), sqrt(double), fabs(double), log(double), pow(double, double);
double fmin(double, double), fmax(double, double), atan2(double, double), hypot(double, double), cbrt(double);
double fma(double, double, double), expm1(double), log1p(double), erf(double), asin(double), floor(double), atan(double);
double copysign(double, double), fdim(double, double), ldexp(double, int), sinh(double), log2(double), exp2(double);
float sinf(float), cosf(float), expf(float), tanhf(float), sqrtf(float), fabsf(float), powf(float, float);
float fminf(float, float), fmaxf(float, float), atan2f(float, float), logf(float);
void *memcpy(void *, const void *, unsigned long), *memmove(void *, const void *, unsigned long);
void *memset(void *, int, unsigned long);
int printf(const char *, ...);
void *malloc(unsigned long);
void free(void *);
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
"""
PRELUDE_CXX = '#include "cxx.h"\n'

# How an expression is built from one or two others.
UNARY = [
    "sin({a})", "cos({a})", "tanh({a})", "exp(tanh({a}))", "exp(-0.3 * ({a}) * ({a}))", "sqrt(1.1 + ({a}) * ({a}))",
    "log(1.6 + ({a}) * ({a}))", "fabs({a})", "pow(1.2 + fabs({a}), 1.7)", "cbrt(2.1 + sin({a}))", "expm1(0.4 * sin({a}))",
    "log1p(0.6 * sin({a}))", "erf({a})", "asin(0.9 * sin({a}))", "atan({a})", "floor({a})", "ldexp({a}, -1)", "-({a})",
    "sinh(0.7 * cos({a}))", "log2(3.1 + sin({a}))", "exp2(0.6 * sin({a}))", "pow(tanh({a}), 2.0)", "pow(tanh({a}), 3)",
]
BINARY = [
    "({a} + {b})", "({a} + {b})", "({a} - {b})", "({a} - {b})", "{a} * {b}", "{a} * {b}", "({a}) / (1.3 + ({b}) * ({b}))",
    "({a}) / (2.2 + sin({b}))", "fmin({a}, {b} + 0.0371)", "fmax({a}, {b} - 0.0433)", "atan2({a}, 2.3 + sin({b}))",
    "hypot({a}, 1.3 + ({b}))", "pow(1.4 + sin({a}), cos({b}))", "fma({a}, {b}, 0.21)", "copysign({a}, {b})",
    "fdim({a}, 0.3 * {b})",
]
FLOAT_UNARY = ["sinf({a})", "cosf({a})", "tanhf({a})", "sqrtf(1.1f + ({a}) * ({a}))", "expf(tanhf({a}))", "fabsf({a})",
               "logf(1.7f + ({a}) * ({a}))"]
FLOAT_BINARY = ["({a} + {b})", "({a} - {b})", "{a} * {b}", "({a}) / (1.3f + ({b}) * ({b}))", "fminf({a}, {b} + 0.03f)",
                "atan2f({a}, 2.3f + sinf({b}))", "powf(1.4f + sinf({a}), cosf({b}))"]


# How many programs use a global array, and memory from malloc, as scratch.
GLOBAL_SCRATCH, HEAP = 0.12, 0.08
# How many reach memory in roundabout ways: pointers.py.
POINTERS = 0.4
# How many have records that hold records, pointers, numbers and labels: records.py.
RECORDS = 0.4
# How many are C++: cxx.py.
CXX = 0.5
# How many of these throw through the derivative.
ESCAPES = 0.4


class Array:
    """An array in reach: its name, what its elements are and how an index is kept inside."""

    def __init__(self, name, size, flt=False):
        self.name, self.size, self.flt = name, size, flt  # size: 4, 8 or the text of a run-time length

    def at(self, index):
        if isinstance(self.size, int):
            return f"{self.name}[({index}) & {self.size - 1}]"
        return f"{self.name}[({index}) % ({self.size})]"


class Helper:
    def __init__(self, name, kind, cost, depth=0):
        self.name, self.kind, self.cost, self.depth = name, kind, cost, depth


class Scope:
    """What can be read and written at one place of the program."""

    def __init__(self):
        self.doubles, self.floats, self.ints, self.arrays, self.structs, self.pairs = [], [], [], [], [], []
        self.readonly = []
        self.pointers, self.unions = [], []  # (variable, what it may point to); names
        self.cells = []            # functions that return the text of a place in a container
        self.records = []          # names
        self.functions, self.laws = [], []  # callable texts; objects with virtual methods, up to the dot

    def inner(self):
        s = Scope()
        for k, v in self.__dict__.items():
            setattr(s, k, list(v))
        return s


class Generator(pointers.PointerStatements, records.RecordStatements, cxx.CxxStatements):
    BUDGET = 3000
    ARRAY = Array

    def __init__(self, seed):
        self.seed = seed
        self.r = random.Random(seed)
        self.use_float = self.chance(0.25)
        self.prints = self.chance(0.05)
        self.global_scratch = self.chance(GLOBAL_SCRATCH)
        self.heap = self.chance(HEAP)
        self.size = self.r.choice([3, 5, 8, 12])  # statements of the entry, about
        self.lines, self.indent, self.names = [], 0, 0
        self.helpers = []
        self.scope = Scope()
        self.returns = "double"   # of the function being written
        self.mult, self.cost = 1, 0
        self.loop_depth, self.nest = 0, 0
        self.in_recursion = False
        self.can_return = True     # False: memory of the function is freed at its end
        self.can_leave = True      # likewise of the block
        # Drawn apart, so that programs without stay what they are.
        self.roundabout = random.Random(f"pointers {seed}").random() < POINTERS
        self.use_records = random.Random(f"records {seed}").random() < RECORDS
        self.cxx = random.Random(f"cxx {seed}").random() < CXX
        self.escapes = self.cxx and random.Random(f"escapes {seed}").random() < ESCAPES
        self.topics = sorted(random.Random(f"topics {seed}").sample(range(self.TOPICS), self.TOPICS_OF_ONE))
        self.law_names = random.Random(f"laws {seed}").sample(self.LAWS, 3)
        self.in_entry = self.can_throw = False

    # -- small tools ---------------------------------------------------------
    def chance(self, p):
        return self.r.random() < p

    def name(self, prefix):
        self.names += 1
        return f"{prefix}{self.names}"

    @contextlib.contextmanager
    def held(self):
        """While memory is held that a return or a throw would leave behind."""
        before = self.can_leave, self.can_throw
        self.can_leave = self.can_throw = False
        yield
        self.can_leave, self.can_throw = before

    def emit(self, text):
        self.lines.append("  " * self.indent + text)

    def open(self, text):
        self.emit((text + " " if text else "") + "{")
        self.indent += 1
        self.nest += 1

    def close(self, text="}"):
        self.indent -= 1
        self.nest -= 1
        self.emit(text)

    def const(self):
        return f"{self.r.uniform(-1.5, 1.5):.3f}"

    def charge(self, amount=1):
        self.cost += self.mult * amount

    # -- expressions -----------------------------------------------------------
    def index(self):
        r, s = self.r, self.scope
        roll = r.random()
        if s.ints and roll < 0.6:
            i = r.choice(s.ints)
            return r.choice([i, i, f"{i} + {r.randint(1, 7)}", f"{i} * {r.randint(2, 3)}", f"7 - ({i} & 7)",
                             f"fz_perm[({i}) & 7]"])
        if roll < 0.9 or not s.doubles:
            return str(r.randint(0, 7))
        return f"(int)(fabs({r.choice(s.doubles)}) * 5.3)"

    def leaf(self):
        r, s = self.r, self.scope
        options = []
        if s.doubles or s.readonly:
            options += [lambda: r.choice(s.doubles + s.readonly)] * 5
        if s.arrays:
            options += [lambda: r.choice(s.arrays).at(self.index())] * 4
        if s.floats:
            options += [lambda: f"(double){r.choice(s.floats)}"] * 2
        if s.structs:
            options += [lambda: r.choice(s.structs) + r.choice(["d", "e", "d", f"v[{r.randint(0, 2)}]", "w"])] * 2
        if s.pairs:
            options += [lambda: r.choice(s.pairs) + r.choice("pq")]
        if s.cells:
            options += [lambda: r.choice(s.cells)()] * 3
        if s.ints:
            options += [lambda: f"0.1 * (double)({r.choice(s.ints)})"]
        options += [self.const, lambda: f"fz_table[({self.index()}) & 7]"]
        return r.choice(options)()

    def expr(self, depth):
        r = self.r
        if depth <= 0 or self.chance(0.12):
            return self.leaf()
        roll = r.random()
        if roll < 0.3:
            return r.choice(UNARY).format(a=self.expr(depth - 1))
        if roll < 0.85:
            return r.choice(BINARY).format(a=self.expr(depth - 1), b=self.expr(depth - 2))
        if roll < 0.93 and self.use_float:
            return f"(double)({self.flt(depth - 1)})"
        return f"({self.condition()} ? {self.expr(depth - 1)} : {self.expr(depth - 2)})"

    def flt(self, depth):
        """An expression in float arithmetic."""
        r = self.r
        if depth <= 0 or self.chance(0.2):
            floats = self.scope.floats
            return r.choice(floats) if floats and self.chance(0.7) else f"(flt)({self.leaf()})"
        if self.chance(0.35):
            return r.choice(FLOAT_UNARY).format(a=self.flt(depth - 1))
        return r.choice(FLOAT_BINARY).format(a=self.flt(depth - 1), b=self.flt(depth - 2))

    def bounded(self, depth=None):
        depth = self.r.randint(1, 3) if depth is None else depth
        shape = self.r.choice(["sin({a})", "tanh({a})", "1.3 * sin({a})", "0.8 * tanh({a}) + 0.4 * cos({b})", "tanh({a})",
                               "sin({a}) - 0.3 * sin({b})"])
        return shape.format(a=self.expr(depth), b=self.expr(1))

    def condition(self):
        r, s = self.r, self.scope
        kinds = [lambda: f"{self.leaf()} > {self.const()}1", lambda: f"{self.leaf()} < {self.leaf()} + 0.1373",
                 lambda: f"sin(3.1 * {self.leaf()}) > 0.1237"]
        if s.ints:
            kinds += [lambda: f"{r.choice(s.ints)} % 2 == {r.randint(0, 1)}", lambda: f"{r.choice(s.ints)} > {r.randint(0, 5)}"]
        if self.chance(0.15):
            return f"({r.choice(kinds)()} {r.choice(['&&', '||'])} {r.choice(kinds)()})"
        return r.choice(kinds)()

    # -- statements ----------------------------------------------------------
    def target(self):
        """A place that holds a double and may be written."""
        r, s = self.r, self.scope
        options = []
        if s.doubles:
            options += [lambda: r.choice(s.doubles)] * 4
        writable = [a for a in s.arrays if not a.flt]
        if writable:
            options += [lambda: r.choice(writable).at(self.index())] * 5
        if s.structs:
            options += [lambda: r.choice(s.structs) + r.choice(["d", "e", f"v[{r.randint(0, 2)}]"])] * 2
        if s.pairs:
            options += [lambda: r.choice(s.pairs) + r.choice("pq")]
        if s.cells:
            options += [lambda: r.choice(s.cells)()] * 3
        return r.choice(options)() if options else None

    def assign(self):
        self.charge()
        place = self.target()
        if place is None:
            return self.declare_double()
        if self.chance(0.25):
            self.emit(f"{place} = 0.7 * {place} + 0.5 * {self.bounded(2)};")
        elif self.chance(0.15) and self.mult == 1:
            self.emit(f"{place} += {self.bounded(2)};")
        elif self.chance(0.1):
            self.emit(f"{place} *= {self.bounded(1)};")
        else:
            self.emit(f"{place} = {self.bounded()};")

    def assign_float(self):
        self.charge()
        s = self.scope
        places = list(s.floats) + [a.at(self.index()) for a in s.arrays if a.flt] + [p + "w" for p in s.structs]
        if not places:
            return self.declare_float()
        self.emit(f"{self.r.choice(places)} = tanhf({self.flt(2)});")

    def declare_double(self):
        self.charge()
        v = self.name("t")
        self.emit(f"double {v} = {self.bounded()};")
        self.scope.doubles.append(v)

    def declare_float(self):
        self.charge()
        v = self.name("f")
        self.emit(f"flt {v} = {self.flt(2)};")
        self.emit(f"{v} = tanhf({v});")
        self.scope.floats.append(v)

    def declare_int(self):
        v = self.name("k")
        if self.scope.doubles and self.chance(0.4):
            self.emit(f"int {v} = (int)(fabs({self.r.choice(self.scope.doubles)}) * 3.7) & 7;")
        else:
            self.emit(f"int {v} = ({self.index()}) & 7;")
        self.scope.ints.append(v)

    def declare_array(self):
        self.charge(4)
        v = self.name("l")
        flt = self.use_float and self.chance(0.3)
        ty = "flt" if flt else "double"
        if self.chance(0.35) and not self.in_recursion:
            size = "n + 1"
            self.emit(f"{ty} {v}[{size}];")
            self.emit(f"for (int i = 0; i < {size}; i++) {v}[i] = 0.2 * i; // keep")
        else:
            size = self.r.choice([4, 8])
            self.emit(f"{ty} {v}[{size}] = {{({ty})({self.leaf()}), {self.const()}}};")
        self.scope.arrays.append(Array(v, size, flt))

    def declare_struct(self):
        self.charge(2)
        v = self.name("s")
        if self.scope.structs and self.chance(0.5):
            other = self.r.choice(self.scope.structs)
            self.emit(f"struct fz_S {v} = {whole(other)};")
        else:
            self.emit(f"struct fz_S {v} = {{{self.leaf()}, {self.r.randint(0, 7)}, {'(flt)' if self.use_float else ''}({self.leaf()}), {self.leaf()}, "
                      f"{{{self.leaf()}, {self.const()}}}}};")
        self.scope.structs.append(v + ".")
        self.scope.ints.append(v + ".k")

    def declare_struct_array(self):
        self.charge(4)
        v = self.name("q")
        self.emit(f"struct fz_P {v}[4] = {{{{{self.leaf()}, {self.const()}}}, {{{self.leaf()}, {self.leaf()}}}}};")
        for k in range(4):
            self.scope.pairs.append(f"{v}[{k}].")
        if self.scope.ints:
            self.scope.pairs.append(f"{v}[({self.r.choice(self.scope.ints)}) & 3].")

    def copy_struct(self):
        s = self.scope
        local = [p for p in s.structs]
        if len(local) >= 2:
            a, b = self.r.sample(local, 2)
            self.emit(f"{whole(a)} = {whole(b)};")
        elif len(s.pairs) >= 2:
            a, b = self.r.sample(s.pairs, 2)
            self.emit(f"{whole(a)} = {whole(b)};")
        else:
            self.assign()

    def block_memory(self):
        """memcpy into or out of a local array, memmove between any, memset of a few elements."""
        self.charge(4)
        r, s = self.r, self.scope
        fixed = [a for a in s.arrays if isinstance(a.size, int)]
        if not fixed:
            return self.assign()
        a = r.choice(fixed)
        same = [b for b in fixed if b.flt == a.flt]
        b = r.choice(same)
        ty = "flt" if a.flt else "double"
        roll = r.random()
        if roll < 0.25:
            count = r.randint(1, a.size)
            self.emit(f"memset({a.name} + {r.randint(0, a.size - count)}, 0, {count} * sizeof({ty}));")
        elif roll < 0.6 and a.name != b.name and (a.name[0] == "l" or b.name[0] == "l"):
            count = r.randint(1, min(a.size, b.size))
            self.emit(f"memcpy({a.name} + {r.randint(0, a.size - count)}, {b.name} + {r.randint(0, b.size - count)}, "
                      f"{count} * sizeof({ty}));")
        else:
            count = r.randint(1, min(a.size, b.size))
            self.emit(f"memmove({a.name} + {r.randint(0, a.size - count)}, {b.name} + {r.randint(0, b.size - count)}, "
                      f"{count} * sizeof({ty}));")

    def block(self, count):
        """A few statements in a scope of their own; the braces are the caller's."""
        outer, self.scope = self.scope, self.scope.inner()
        for _ in range(count):
            self.statement()
        self.scope = outer

    def branch(self):
        self.open(f"if ({self.condition()})")
        self.block(self.r.randint(1, 2))
        while self.chance(0.25):
            self.close(f"}} else if ({self.condition()}) {{")
            self.indent += 1
            self.nest += 1
            self.block(1)
        if self.chance(0.5):
            self.close("} else {")
            self.indent += 1
            self.nest += 1
            self.block(self.r.randint(1, 2))
        self.close()

    def switch(self):
        cases = self.r.sample(range(5), self.r.randint(2, 4))
        self.open(f"switch (({self.index()}) % 5)")
        for c in cases:
            self.emit(f"case {c}: {{")
            self.indent += 1
            self.block(1)
            self.indent -= 1
            self.emit("}")
            if self.chance(0.7):
                self.emit("break;")
        if self.chance(0.5):
            self.emit("default: {")
            self.indent += 1
            self.block(1)
            self.indent -= 1
            self.emit("}")
        self.close()

    def goto_forward(self):
        label = self.name("skip")
        self.emit(f"if ({self.condition()}) goto {label};")
        self.open("")
        self.block(self.r.randint(1, 2))
        self.close()
        self.emit(f"{label}:;")

    def goto_into_loop(self):
        """A loop with two entries."""
        top, middle, k = self.name("top"), self.name("middle"), self.name("k")
        self.emit(f"int {k} = 0;")
        self.mult *= 4
        self.loop_depth += 1
        self.emit(f"if ({self.condition()}) goto {middle};")
        self.emit(f"{top}:;")
        self.open("")
        self.block(1)
        self.close()
        self.emit(f"{middle}:;")
        self.open("")
        self.block(self.r.randint(1, 2))
        self.close()
        extra = f" && {self.condition()}" if self.chance(0.5) else ""
        self.emit(f"if (++{k} < {self.r.randint(2, 5)}{extra}) goto {top};")
        self.loop_depth -= 1
        self.mult //= 4

    def loop(self):
        r = self.r
        trips = 4
        if self.cost + self.mult * trips * 6 > self.BUDGET or self.loop_depth >= 3:
            return self.assign()
        i = self.name("i")
        outer = [v for v in self.scope.ints if v.startswith("i")]
        bound = r.choice(["n", "n", str(r.randint(1, 6)), "(n + 1) / 2", "D", "O"])
        if bound == "D":
            bound = self.name("m")
            self.emit(f"int {bound} = (int)(fabs({self.leaf()}) * 4.3) & 7;")
        elif bound == "O":
            bound = f"{r.choice(outer)} + 1" if outer else "n"
        shape = r.random()
        outer_scope, self.scope = self.scope, self.scope.inner()
        self.mult *= trips
        self.loop_depth += 1
        tail = "}"
        if shape < 0.45:
            step = r.choice(["++", "++", "++", " += 2", " += 3"])
            start = r.choice(["0", "0", "0", "1"])
            self.open(f"for (int {i} = {start}; {i} < {bound}; {i}{step})")
        elif shape < 0.6:
            self.open(f"for (int {i} = {bound} - 1; {i} >= 0; {i}--)")
        elif shape < 0.75:
            self.emit(f"int {i} = 0;")
            self.open(f"while ({i} < {bound} && {self.condition()})")
            self.emit(f"{i}++;")
        elif shape < 0.88:
            self.emit(f"int {i} = 0;")
            self.open("do")
            tail = f"}} while (++{i} < {bound} && {self.condition()});"
        else:
            self.emit(f"int {i} = 0;")
            self.open("for (;;)")
            self.emit(f"if ({i}++ >= {bound}) break;")
        self.scope.ints.append(i)
        self.scope.ints.append(i)
        for _ in range(r.randint(1, 3)):
            self.statement()
            if self.chance(0.18):
                self.emit(f"if ({self.condition()}) {r.choice(['break', 'continue', 'continue'])};")
        self.close(tail)
        self.loop_depth -= 1
        self.mult //= trips
        self.scope = outer_scope
        if shape >= 0.6 and shape < 0.75 or shape >= 0.88:
            self.scope.ints.append(i)

    def early_return(self):
        if not self.can_return or not self.can_leave:
            return self.assign()
        self.emit(f"if ({self.condition()}) {self.return_text()}")

    def return_text(self):
        if self.returns == "void":
            return "return;"
        if self.returns == "flt":
            return f"return tanhf((flt)({self.expr(2)}));"
        if self.returns == "struct fz_S":
            return f"return {whole(self.r.choice(self.scope.structs))};"
        if self.returns == "struct fz_P":
            return f"return (struct fz_P){{{self.bounded(2)}, {self.leaf()}}};"
        return f"return {self.bounded(2)};"

    def print_something(self):
        if self.mult > 1 or self.in_recursion or self.nest > 1:
            return self.assign()
        self.emit(f'printf("# %d %.3g\\n", ({self.index()}) & 7, {self.leaf()});')

    def pointer(self, size=8):
        """An argument that points to `size` doubles."""
        arrays = [a for a in self.scope.arrays if not a.flt and isinstance(a.size, int) and a.size >= size]
        if not arrays:
            return None
        a = self.r.choice(arrays)
        if size == 4 and a.size == 8 and self.chance(0.5):
            return f"{a.name} + ({self.index()}) % 4" if self.chance(0.3) else f"{a.name} + {self.r.randint(0, 4)}"
        return a.name

    def call(self):
        r = self.r
        fits = [h for h in self.helpers if self.cost + self.mult * h.cost <= self.BUDGET]
        if not fits:
            return self.assign()
        h = r.choice(fits)
        text = self.call_text(h)
        if text is None:
            return self.assign()
        self.charge(h.cost)
        place = self.target()
        if h.kind == "void" or h.kind == "inout" or place is None:
            self.emit(text + ";")
        elif h.kind == "struct-made":
            v = self.name("s")
            self.emit(f"struct fz_S {v} = {text};")
            self.scope.structs.append(v + ".")
            self.scope.ints.append(v + ".k")
        elif h.kind == "pair":
            v = self.name("p")
            self.emit(f"struct fz_P {v} = {text};")
            self.scope.pairs.append(v + ".")
        else:
            self.emit(f"{place} = {r.choice(['0.6 * {t}', 'sin({t})', '{t}', 'tanh({t} + {l})']).format(t=text, l=self.leaf())};")

    def call_text(self, h):
        r, s = self.r, self.scope
        if h.kind == "value":
            return f"{h.name}({self.bounded(1)}, {self.leaf()})"
        if h.kind in ("pointers", "void"):
            p, q = self.pointer(4), self.pointer(4)
            if not p:
                return None
            return f"{h.name}({p}, {q}, {r.choice(['n', '3', '(' + self.index() + ') & 7'])}{', ' + self.leaf() if h.kind == 'void' else ''})"
        if h.kind == "inout":
            outs = [f"&{d}" for d in s.doubles] + [f"&{a.at(self.index())}" for a in s.arrays if not a.flt]
            if len(outs) < 2:
                return None
            one, two = r.sample(outs, 2)
            return f"{h.name}({self.leaf()}, {one}, {two})"
        if h.kind == "recursive":
            return f"{h.name}({self.bounded(1)}, {r.choice(['3', '2', 'n & 3', '4'])})"
        if h.kind == "recursive-array":
            p = self.pointer(8)
            return p and f"{h.name}({p}, {r.choice(['3', '2', 'n & 3'])})"
        if h.kind == "struct-pointer":
            return s.structs and f"{h.name}({self.struct_address()})" or None
        if h.kind == "struct-value":
            return s.pairs and f"{h.name}({whole(r.choice(s.pairs))})" or None
        if h.kind == "struct-copy":
            return s.structs and f"{h.name}({self.struct_value()}, {self.leaf()})" or None
        if h.kind == "struct-made":
            return s.structs and f"{h.name}({self.leaf()}, {self.struct_address()})" or None
        if h.kind == "pair":
            return f"{h.name}({self.leaf()}, {self.leaf()})"
        raise AssertionError(h.kind)

    def struct_address(self):
        p = self.r.choice(self.scope.structs)
        return p[:-2] if p.endswith("->") else "&" + p[:-1]

    def struct_value(self):
        return whole(self.r.choice(self.scope.structs))

    def statement(self):
        r = self.r
        if self.cost > self.BUDGET or self.nest > 5:
            return self.assign()
        table = [(self.assign, 26), (self.declare_double, 8), (self.declare_int, 3), (self.declare_array, 4),
                 (self.declare_struct, 3), (self.declare_struct_array, 2), (self.copy_struct, 3), (self.block_memory, 5),
                 (self.branch, 10), (self.switch, 3), (self.loop, 16), (self.call, 16), (self.goto_forward, 2),
                 (self.goto_into_loop, 1), (self.early_return, 2)]
        if self.use_float:
            table += [(self.assign_float, 6), (self.declare_float, 4)]
        if self.prints:
            table += [(self.print_something, 4)]
        if self.roundabout:
            table += self.pointer_table()
        if self.use_records:
            table += self.record_table()
        if self.cxx:
            table += self.cxx_table()
        r.choices([t[0] for t in table], [t[1] for t in table])[0]()

    # -- functions -------------------------------------------------------------
    def function(self, head, returns, scope, count, first=()):
        self.returns, self.scope, self.mult, self.loop_depth, self.nest = returns, scope, 1, 0, 0
        start, self.cost = self.cost, 0
        self.open(head)
        for line in first:
            self.emit(line)
        for _ in range(count):
            self.statement()
        text = self.return_text()
        if not self.can_return:
            if text != "return;":
                self.emit(text.replace("return ", f"{returns} result = ", 1))
            self.emit("free(heap); // keep")
            text = "return result;" if text != "return;" else text
        if text != "return;":
            self.emit(text)
        self.close()
        self.emit("")
        spent, self.cost = self.cost, start
        return spent + 1

    def helper(self):
        r = self.r
        kind = r.choice(["value", "value", "pointers", "void", "inout", "recursive", "recursive-array", "mutual",
                         "struct-pointer", "struct-value", "pair", "struct-copy", "struct-made"])
        name = self.name("fz_h")
        inline = r.choice(["__attribute__((noinline)) static", "static", "static"])
        s = Scope()
        if self.global_scratch and self.chance(0.5):
            s.arrays.append(Array("fz_scratch", 8))
        budget, self.BUDGET = self.BUDGET, 150
        count = r.randint(1, 4)
        s.ints.append("n")
        n = ["int n = 5;"]
        if kind == "value":
            s.doubles += ["p", "q"]
            cost = self.function(f"{inline} double {name}(double p, double q)", "double", s, count, n)
        elif kind == "pointers":
            s.arrays += [Array("p", 4), Array("q", 4)]
            cost = self.function(f"{inline} double {name}(double *p, double *q, int n)", "double", s, count)
        elif kind == "void":
            s.arrays += [Array("p", 4), Array("q", 4)]
            s.doubles.append("x")
            cost = self.function(f"{inline} void {name}(double *p, double *q, int n, double x)", "void", s, count)
        elif kind == "inout":
            s.doubles += ["x", "(*p)", "(*q)"]
            cost = self.function(f"{inline} void {name}(double x, double *p, double *q)", "void", s, count, n)
        elif kind in ("recursive", "recursive-array", "mutual"):
            cost, kind = self.recursive(name, kind, s)
        elif kind == "struct-pointer":
            s.structs.append("s->")
            s.ints.append("s->k")
            cost = self.function(f"{inline} double {name}(struct fz_S *s)", "double", s, count, n)
        elif kind == "struct-value":
            s.pairs.append("s.")
            cost = self.function(f"{inline} double {name}(struct fz_P s)", "double", s, count, n)
        elif kind == "struct-copy":
            s.structs.append("s.")
            s.ints.append("s.k")
            cost = self.function(f"{inline} double {name}(struct fz_S s, double x)", "double", s, count, n)
        elif kind == "struct-made":
            s.structs.append("s->")
            s.doubles.append("x")
            cost = self.function(f"{inline} struct fz_S {name}(double x, struct fz_S *s)", "struct fz_S", s, count, n)
        else:
            s.doubles += ["p", "q"]
            cost = self.function(f"{inline} struct fz_P {name}(double p, double q)", "struct fz_P", s, count, n)
        self.BUDGET = budget
        self.helpers.append(Helper(name, kind, cost))

    def recursive(self, name, kind, s):
        """Depth is bounded by the last argument; at most two calls of itself."""
        self.in_recursion = True
        saved, self.helpers = self.helpers, [h for h in self.helpers if not h.kind.startswith("recursive") and h.cost < 30]
        s.ints.append("d")
        twice = self.chance(0.3)
        if kind == "recursive-array":
            s.arrays.append(Array("p", 8))
            again = f"{name}(p, d - 1)"
            head = f"static double {name}(double *p, int d)"
            stop, start = f"if (d <= 0) return p[{self.r.randint(0, 7)}];", "double r = 0.3;"
        else:
            s.doubles.append("x")
            again = f"{name}(sin(x + {self.const()}), d - 1)"
            head = f"static double {name}(double x, int d)"
            stop, start = f"if (d <= 0) return {self.const()} * x;", "double r = x;"
        if kind == "mutual":
            other = self.name("fz_h")
            self.emit(f"static double {other}(double x, int d);")
            again = again.replace(name, other)
        s.doubles.append("r")
        count = self.r.randint(1, 2)
        before = list(self.lines)
        self.returns = "double"
        self.mult, self.nest, self.cost = 1, 0, 0
        self.scope = s
        self.loop_depth = 2
        self.open(head)
        self.emit("int n = 4;")
        self.emit(stop)
        self.emit(start)
        self.block(count)
        self.emit(f"r = 0.5 * r + {again};")
        if twice:
            self.emit(f"if ({self.condition()}) r += 0.4 * {again};")
        self.block(self.r.randint(0, 1))
        self.emit(f"return tanh(r + {self.leaf()});")
        self.close()
        self.emit("")
        spent = self.cost + 3
        if kind == "mutual":
            self.open(f"static double {other}(double x, int d)")
            self.emit(f"if (d <= 0) return x * {self.const()};")
            self.emit(f"return cos(x) * {name}(0.7 * x + {self.const()}, d - 1);")
            self.close()
            self.emit("")
        self.in_recursion, self.helpers = False, saved
        return spent * (16 if twice else 5), "recursive-array" if kind == "recursive-array" else "recursive"

    ENTRIES = ["scalars-arrays"] * 4 + ["void"] * 2 + ["arrays"] * 2 + ["float-scalar", "struct", "scalars", "float-array"]
    ENTRIES_CXX = ENTRIES + ["vector"] * 3

    def entry(self):
        r = self.r
        kind = r.choice(self.ENTRIES_CXX if self.cxx else self.ENTRIES)
        if not self.use_float and kind.startswith("float"):
            kind = "scalars-arrays"
        s = Scope()
        s.ints.append("n")
        a, b = Array("a", 8), Array("b", 8)
        returns = "double"
        if kind == "scalars-arrays":
            params = "double x, double y, double *a, double *b, int n"
            s.doubles += ["x", "y"]
            s.arrays += [a, b]
        elif kind == "void":
            params, returns = "double *a, double *b, int n", "void"
            s.arrays += [a, b]
        elif kind == "arrays":
            params = "double *a, double *b, int n"
            s.arrays += [a, b]
        elif kind == "float-scalar":
            params, returns = "flt x, double y, double *a, double *b, int n", "flt"
            s.floats.append("x")
            s.doubles.append("y")
            s.arrays += [a, b]
        elif kind == "struct":
            params = "double x, struct fz_S *s, double *a, int n"
            s.doubles.append("x")
            s.structs.append("s->")
            s.ints.append("s->k")
            s.arrays.append(a)
        elif kind == "vector":
            params = "double x, double y, std::vector<double> &a, double *b, int n"
            s.doubles += ["x", "y"]
            s.arrays += [cxx.Container("a", 8), b]
        elif kind == "scalars":
            params = "double x, double y, int n"
            s.doubles += ["x", "y"]
        else:
            params = "double x, double *a, flt *b, int n"
            s.doubles.append("x")
            s.arrays += [a, Array("b", 8, True)]
        first = []
        if self.global_scratch:
            s.arrays.append(Array("fz_scratch", 8))
            first.append("for (int i = 0; i < 8; i++) fz_scratch[i] = 0.1 * i; // keep")
        if self.heap:
            s.arrays.append(Array("heap", 8))
            first.append("double *heap = (double *)malloc(8 * sizeof(double)); // keep")
            first.append("for (int i = 0; i < 8; i++) heap[i] = 0.2 - 0.1 * i; // keep")
            self.can_return = False
        self.in_entry = True
        self.function(f"static {returns} fz_f({params})", returns, s, self.size, first)
        return kind, returns

    def program(self):
        for _ in range(self.r.choice([0, 1, 1, 2, 3])):
            self.helper()
        kind, returns = self.entry()
        body = self.types() + "\n".join(self.lines)
        traits = ["C++" if self.cxx else "C", f"seed {self.seed}", f"entry {kind}"]
        traits += [name for name, has in (("float", self.use_float), ("pointers", self.roundabout), ("records", self.use_records),
                                          ("escapes", self.escapes)) if has]
        text = ["// " + ", ".join(traits), '#include "harness.h"', PRELUDE_CXX if self.cxx else PRELUDE + pointers.PRELUDE, narrow(body)]
        if self.use_float:
            text.append("// The same in double, for difference quotients.\n" + widen(body))
        text.append(glue(self, kind, returns))
        return "\n".join(text)

    def types(self):
        table = ", ".join(self.const() for _ in range(8))
        perm = ", ".join(str(k) for k in self.r.sample(range(8), 8))
        return (f"static const double fz_table[8] = {{{table}}};\nstatic const int fz_perm[8] = {{{perm}}};\n"
                f"{'static double fz_scratch[8];' if self.global_scratch else ''}\n"
                "struct fz_P { double p, q; };\n"
                f"struct fz_S {{ double d; int k; {'flt' if self.use_float else 'double'} w; double e; double v[3]; }};\n"
                f"{self.pointer_types() if self.roundabout else ''}{self.record_types() if self.use_records else ''}{self.cxx_types() if self.cxx else ''}\n")


def whole(path):
    """The struct whose members `path` leads to: `*s` for `s->`, `s` for `s.`."""
    return f"*{path[:-2]}" if path.endswith("->") else path[:-1]


def narrow(body):
    return re.sub(r"\bflt\b", "float", body)


def widen(body):
    """The program with every float a double and every name of its own."""
    body = re.sub(r"\bflt\b", "double", body)
    body = re.sub(r"\b(\w+)f\(", lambda m: (m.group(1) if m.group(1) in FLOAT_NAMES else m.group(1) + "f") + "(", body)
    body = re.sub(r"(\d\.\d+)f\b", r"\1", body)
    return re.sub(r"\bfz_", "pz_", body)


FLOAT_NAMES = {"sin", "cos", "exp", "tanh", "sqrt", "fabs", "pow", "fmin", "fmax", "atan2", "log"}

# What the glue does with each entry: how u becomes arguments, which of them are
# scalars (passed by value) and which are memory (passed with a shadow).
#   type, expression, shadow expression
ARGUMENTS = {
    "scalars-arrays": [("double", "u[0]", "v[0]"), ("double", "u[1]", "v[1]"), ("double *", "a", "da"), ("double *", "B", "dB")],
    "void": [("double *", "a", "da"), ("double *", "B", "dB")],
    "arrays": [("double *", "a", "da"), ("double *", "B", "dB")],
    "float-scalar": [("flt", "(flt)u[0]", "(flt)v[0]"), ("double", "u[1]", "v[1]"), ("double *", "a", "da"), ("double *", "B", "dB")],
    "struct": [("double", "u[0]", "v[0]"), ("struct fz_S *", "&s", "&ds"), ("double *", "a", "da")],
    "vector": [("double", "u[0]", "v[0]"), ("double", "u[1]", "v[1]"), ("std::vector<double> *", "&a", "&da"), ("double *", "b", "db")],
    "scalars": [("double", "u[0]", "v[0]"), ("double", "u[1]", "v[1]")],
    "float-array": [("double", "u[0]", "v[0]"), ("double *", "a", "da"), ("flt *", "bf", "dbf")],
}


def glue(g, kind, returns):
    r, arguments = g.r, ARGUMENTS[kind]
    marked = r.random() < 0.6   # write the activities out, or leave them to the types
    wide = r.random() < 0.3 and returns != "flt" and kind in ("scalars-arrays", "void", "arrays", "struct", "vector")
    scalars = [ty for ty, _, _ in arguments if "*" not in ty]
    returned = {0: "void", 1: scalars[0] if scalars else "", 2: "struct fzAdj"}[len(scalars)]
    fixed = "".join(f", {ty}, {ty}" for ty in scalars)      # so that a float is not promoted
    fixed_out = "".join(f", {ty}" for ty in scalars)
    if marked and scalars:
        fixed = fixed_out = ""
    alias = kind in ("scalars-arrays", "void", "arrays", "float-scalar")

    def load(which, vec):
        """Declares and fills the memory arguments of one u-shaped vector."""
        d = which
        out = [f"double {d}a[8], {d}b[8], *{d}B = alias ? {d}a : {d}b;"]
        if kind == "vector":
            out = [f"std::vector<double> {d}a(8);", f"double {d}b[8];"]
        out.append(f"for (int i = 0; i < 8; i++) {d}a[i] = {vec}[2 + i], {d}b[i] = {vec}[10 + i];")
        if kind == "struct":
            w = "flt" if g.use_float else "double"  # the type of its member w
            out.append(f"struct fz_S {d}s = {{{vec}[10], 3, ({w}){vec}[11], {vec}[12], {{{vec}[13], {vec}[14], {vec}[15]}}}};")
        if kind == "float-array":
            out.append(f"flt {d}bf[8];")
            out.append(f"for (int i = 0; i < 8; i++) {d}bf[i] = (flt){vec}[10 + i];")
        return out

    def store(which, vec):
        d = which
        out = [f"for (int i = 0; i < 8; i++) {vec}[2 + i] = {d}a[i], {vec}[10 + i] = alias ? 0 : {d}b[i];"]
        if kind == "struct":
            out.append(f"{vec}[10] = {d}s.d, {vec}[11] = {d}s.w, {vec}[12] = {d}s.e, {vec}[13] = {d}s.v[0], "
                       f"{vec}[14] = {d}s.v[1], {vec}[15] = {d}s.v[2];")
        if kind == "float-array":
            out.append(f"for (int i = 0; i < 8; i++) {vec}[10 + i] = {d}bf[i];")
        return out

    def mark(ty):
        return "enzyme_dup, " if marked else ""

    plain = ", ".join("a" if "vector" in ty else e for ty, e, _ in arguments) + ", n"
    lhs = "z[0] = " if returns != "void" else ""
    def left(call, loads):
        """The derivative once more, left by an exception: it must leave nothing behind."""
        return ["{", "fz_escape = 1;"] + loads + ["try {", call, "} catch (const fz_Gone &) {", "}", "fz_escape = 0;", "}"] if g.escapes else []

    out = ['extern "C" {' if g.cxx else "", "struct fzAdj { %s x; %s y; };" % tuple(scalars) if len(scalars) == 2 else "",
           f"const unsigned fuzzSeed = {g.seed};",
           f"const int fuzzReturns = {int(returns != 'void')}, fuzzCanAlias = {int(alias)}, fuzzWide = {int(wide)}, "
           f"fuzzLoose = {int(g.use_float)}, fuzzPrints = {int(g.prints)};"]

    def define(head, body):
        out.append(head + " {")
        out.extend("  " + line for line in body)
        out.append("}")

    zero = ["z[0] = z[1] = 0;"]
    primal = zero + load("", "u") + [f"{lhs}fz_f({plain});"] + store("", "z")
    define("void fuzzPrimal(const double *u, double *z, int n, int alias)", primal)
    if g.use_float:
        define("void fuzzPrecise(const double *u, double *z, int n, int alias)", [widen(line) for line in primal])
    else:
        define("void fuzzPrecise(const double *u, double *z, int n, int alias)", ["fuzzPrimal(u, z, n, alias);"])

    out.append("#ifndef FD")
    # forward
    out.append(f"{returns} __enzyme_fwddiff_one(void *{fixed}, ...);")
    args = []
    for ty, e, d in arguments:
        args.append(f"{mark(ty)}{e}, {d}")
    if marked and "flt" in scalars:  # an unmarked, unpromoted float first
        args = [f"{e}, {d}" if "*" not in ty else a for a, (ty, e, d) in zip(args, arguments)]
        out[-1] = f"{returns} __enzyme_fwddiff_one(void *{''.join(f', {ty}, {ty}' for ty in scalars)}, ...);"
    n_arg = "enzyme_const, n" if marked else "n"
    dlhs = "dz[0] = " if returns != "void" else ""
    call = f"__enzyme_fwddiff_one((void *)fz_f, {', '.join(args)}, {n_arg});"
    define("void fuzzTangent(const double *u, const double *v, double *z, double *dz, int n, int alias)",
           ["z[0] = z[1] = dz[0] = dz[1] = 0;"] + left(call, load("", "u") + load("d", "v")) + load("", "u") + load("d", "v") + [dlhs + call] + store("", "z") + store("d", "dz")
           + (["double again[18];", "fuzzPrimal(u, again, n, alias);", "z[0] = again[0];"] if returns != "void" else []))
    if wide:
        ret2 = "struct fzTwo" if returns != "void" else "void"
        out.append("struct fzTwo { double k[2]; };")
        out.append(f"{ret2} __enzyme_fwddiff_two(void *, ...);")
        args = [f"enzyme_dup, {e}, {d.replace('v[', 'v[0][').replace('d', 'd0', 1) if 'v[' not in d else d.replace('v[', 'v[0][')}, "
                f"{d.replace('d', 'd1', 1) if 'v[' not in d else d.replace('v[', 'v[1][')}" for _, e, d in arguments]
        call = f"__enzyme_fwddiff_two((void *)fz_f, enzyme_width, 2, {', '.join(args)}, enzyme_const, n);"
        body = zero + load("", "u") + load("d0", "v[0]") + load("d1", "v[1]")
        body += ["for (int k = 0; k < 2; k++) dz[k][0] = dz[k][1] = 0;"]
        if returns != "void":
            body += [f"struct fzTwo t = {call}", "dz[0][0] = t.k[0], dz[1][0] = t.k[1];"]
        else:
            body += [call]
        body += store("", "z") + store("d0", "dz[0]") + store("d1", "dz[1]")
        define("void fuzzTangent2(const double *u, const double *v[2], double *z, double *dz[2], int n, int alias)", body)
    else:
        define("void fuzzTangent2(const double *u, const double *v[2], double *z, double *dz[2], int n, int alias)", [])
    # reverse
    args = []
    for ty, e, d in arguments:
        if "*" in ty:
            args.append(f"{mark(ty)}{e}, {d}")
        else:
            args.append(("enzyme_out, " if marked and "flt" not in scalars else "") + e)
    fixed = "" if marked and "flt" not in scalars else fixed_out
    if marked and "flt" in scalars:
        fixed = "".join(f", {ty}" for ty in scalars)
    out.append(f"{returned} __enzyme_autodiff_one(void *{fixed}, ...);")
    call = f"__enzyme_autodiff_one((void *)fz_f, {', '.join(args)}, {n_arg});"
    loads = load("", "u") + load("d", "w")
    body = zero + ["double g[2] = {0, 0};"] + left(call, loads) + loads
    if len(scalars) == 2:
        body += [f"struct fzAdj t = {call}", "g[0] = t.x, g[1] = t.y;"]
    elif len(scalars) == 1:
        body += [f"g[0] = {call}"]
    else:
        body += [call]
    body += store("", "z") + store("d", "ubar") + ["ubar[0] = g[0], ubar[1] = g[1];"]
    if returns != "void":
        body += ["double again[18];", "fuzzPrimal(u, again, n, alias);", "z[0] = again[0];"]
    define("void fuzzAdjoint(const double *u, const double *w, double *z, double *ubar, int n, int alias)", body)
    out.append("#endif")
    out.append("} // extern C" if g.cxx else "")
    return narrow("\n".join(out))


def generate(seed):
    return Generator(seed).program()


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: generate.py SEED")
    print(generate(int(sys.argv[1])))
