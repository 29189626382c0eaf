# ===- pointers.py - Statements about pointers, heap, functions and unions --===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The part of generate.py that is about memory reached in roundabout ways:
#
#   pointers   to any place, set anew under conditions; pointers to pointers; tables of them
#   nodes      structs that point to structs, as locals and on the heap, walked in loops
#   heap       malloc, calloc, realloc, in a helper and freed elsewhere, in blocks that nothing leaves early
#   functions  called through a table and through a variable
#   unions     of a double, its bits and an array
#
# A pointer may only be set to places that live as long as it does: those in reach where it is declared.
# ===------------------------------------------------------------------------===#

PRELUDE = "void *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);\n"

TYPES = """\
struct fz_N { double v; struct fz_N *next; double w; };
union fz_U { double d; long long bits; double v[2]; struct fz_P s; };
static double *fz_new(double x, int n) {
  double *made = (double *)malloc((n + 1) * sizeof(double));
  for (int i = 0; i <= n; i++)
    made[i] = sin(x + i);
  return made;
}
"""

class PointerStatements:
    """Mixed into Generator."""

    def pointer_types(self):
        ops = ["fz_plus", "fz_times", "fz_wave"]
        self.r.shuffle(ops)
        shapes = {"fz_plus": f"0.5 * a + {self.const()} * b", "fz_times": f"tanh(a) * sin(b + {self.const()})",
                  "fz_wave": f"sin(a - {self.const()} * b)"}
        text = TYPES
        for op in ops:
            text += f"static double {op}(double a, double b) {{ return {shapes[op]}; }}\n"
        return text + f"static double (*const fz_ops[3])(double, double) = {{{', '.join(ops)}}};\n"

    def addresses(self):
        """Places that hold a double, as addresses."""
        s = self.scope
        found = [f"&{d}" for d in s.doubles]
        found += [f"&{a.name}[{self.r.randint(0, a.size - 1)}]" for a in s.arrays if not a.flt and isinstance(a.size, int)]
        found += [f"&{p}{self.r.choice('de')}" for p in s.structs] + [f"&{p}{self.r.choice('pq')}" for p in s.pairs]
        return found

    def declare_pointer(self):
        places = self.addresses()
        if not places:
            return self.assign()
        v = self.name("r")
        self.emit(f"double *{v} = {self.r.choice(places)};")
        self.scope.pointers.append((v, places))
        self.scope.doubles.append(f"(*{v})")
        if self.chance(0.3):
            vv = self.name("rr")
            self.emit(f"double **{vv} = &{v};")
            self.scope.doubles.append(f"(**{vv})")
            self.scope.pointers.append((f"*{vv}", places))

    def set_pointer(self):
        if not self.scope.pointers:
            return self.declare_pointer()
        self.charge()
        v, places = self.r.choice(self.scope.pointers)
        guard = f"if ({self.condition()}) " if self.chance(0.6) else ""
        self.emit(f"{guard}{v} = {self.r.choice(places)};")

    def declare_table(self):
        places = self.addresses()
        if len(places) < 2:
            return self.assign()
        v = self.name("tab")
        self.emit(f"double *{v}[2] = {{{self.r.choice(places)}, {self.r.choice(places)}}};")
        self.scope.doubles += [f"(*{v}[{k}])" for k in (0, 1)]
        self.scope.pointers.append((f"{v}[{self.r.randint(0, 1)}]", places))
        if self.scope.ints:
            self.scope.doubles.append(f"(*{v}[({self.r.choice(self.scope.ints)}) & 1])")

    def declare_nodes(self):
        """A chain of local nodes, and a walk along it."""
        self.charge(4)
        nodes = []
        for _ in range(self.r.randint(1, 3)):
            v = self.name("n")
            self.emit(f"struct fz_N {v} = {{{self.leaf()}, {'&' + nodes[-1] if nodes else '0'}, {self.leaf()}}};")
            self.scope.doubles += [v + ".v", v + ".w"] + ([v + ".next->v"] if nodes else [])
            nodes.append(v)
        if self.chance(0.7):
            self.walk(f"&{nodes[-1]}", 3)

    def walk(self, head, length):
        v = self.name("w")
        self.open(f"for (struct fz_N *{v} = {head}; {v}; {v} = {v}->next)")
        self.mult *= length
        outer, self.scope = self.scope, self.scope.inner()
        self.scope.doubles += [v + "->v", v + "->w"]
        self.emit(f"{v}->{self.r.choice('vw')} = 0.6 * {v}->{self.r.choice('vw')} + 0.3 * {self.bounded(1)};")
        for _ in range(self.r.randint(0, 2)):
            self.statement()
        self.scope = outer
        self.mult //= length
        self.close()

    def heap_array(self):
        """Memory that one block takes and gives back; it may grow on the way."""
        if self.cost + self.mult * 20 > self.BUDGET or self.nest > 3:
            return self.assign()
        self.charge(8)
        with self.held():
            outer, self.scope = self.scope, self.scope.inner()
            self.open("")
            h = self.name("h")
            made = self.r.choice(["(double *)malloc(8 * sizeof(double))", "(double *)calloc(8, sizeof(double))", f"fz_new({self.leaf()}, 7)"])
            self.emit(f"double *{h} = {made}; // keep")
            if "malloc" in made:
                self.emit(f"for (int i = 0; i < 8; i++) {h}[i] = 0.3 - 0.1 * i; // keep")

            self.scope.arrays.append(self.ARRAY(h, 8))
            for _ in range(self.r.randint(1, 3)):
                self.statement()
            if self.chance(0.4):
                # Nothing may point into memory that moves.
                self.scope = outer.inner()
                self.emit(f"{h} = (double *)realloc({h}, 16 * sizeof(double)); // keep")
                self.emit(f"for (int i = 8; i < 16; i++) {h}[i] = {h}[i - 8] * 0.7; // keep")
                self.scope.arrays.append(self.ARRAY(h, 16))
                for _ in range(self.r.randint(1, 2)):
                    self.statement()
            place = self.scope_target(outer)
            if place:
                self.emit(f"{place} = tanh({place} + {h}[{self.r.randint(0, 7)}]);")
            self.emit(f"free({h}); // keep")
            self.close()
            self.scope = outer

    def scope_target(self, outer):
        inner, self.scope = self.scope, outer
        place = self.target()
        self.scope = inner
        return place

    def heap_list(self):
        """A list built in one loop, walked in another, freed in a third."""
        if self.cost + self.mult * 30 > self.BUDGET or self.nest > 3:
            return self.assign()
        self.charge(12)
        with self.held():
            head, i = self.name("head"), self.name("i")
            place = self.target()
            self.open("")
            self.emit(f"struct fz_N *{head} = 0; // keep")
            bound = self.r.choice(["n", "3", f"({self.index()}) & 3"])
            self.open(f"for (int {i} = 0; {i} < {bound}; {i}++)")
            self.emit("struct fz_N *made = (struct fz_N *)malloc(sizeof(struct fz_N)); // keep")
            self.emit(f"made->v = {self.bounded(1)}, made->w = {self.leaf()}; // keep")
            self.emit(f"made->next = {head}; // keep")
            self.emit(f"{head} = made; // keep")
            self.close()
            self.walk(head, 4)
            self.open(f"while ({head})")
            self.emit(f"struct fz_N *next = {head}->next; // keep")
            if place:
                self.emit(f"{place} = 0.6 * {place} + 0.4 * sin({head}->{self.r.choice('vw')});")
            self.emit(f"free({head}); // keep")
            self.emit(f"{head} = next; // keep")
            self.close()
            self.close()

    def call_through_pointer(self):
        self.charge(2)
        place = self.target()
        if place is None:
            return self.declare_double()
        if self.chance(0.5):
            callee = f"fz_ops[({self.index()}) % 3]"
        else:
            callee = self.name("op")
            self.emit(f"double (*{callee})(double, double) = {self.condition()} ? fz_plus : fz_wave;")
        self.emit(f"{place} = {callee}({self.bounded(1)}, {self.leaf()});")

    def declare_union(self):
        self.charge()
        v = self.name("u")
        if self.scope.unions and self.chance(0.5):
            other = self.r.choice(self.scope.unions)
            self.emit(f"union fz_U {v};")
            self.emit(f"{v}.v[1] = {self.leaf()}; // keep")
            self.emit(f"{v}.bits = {other}.bits; // keep")
        else:
            self.emit(f"union fz_U {v} = {{.v = {{{self.leaf()}, {self.leaf()}}}}};")
        self.scope.unions.append(v)
        self.scope.doubles += [f"{v}.d", f"{v}.v[1]", f"{v}.s.{self.r.choice('pq')}"]

    def pointer_table(self):
        """Statements and how often they are chosen."""
        return [(self.declare_pointer, 6), (self.set_pointer, 5), (self.declare_table, 3), (self.declare_nodes, 4),
                (self.heap_array, 5), (self.heap_list, 3), (self.call_through_pointer, 5), (self.declare_union, 4)]
