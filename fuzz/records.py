# ===- records.py - Statements about records ---------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The part of generate.py that is about records that mix what they hold:
#
#   records    a record with records inside, pointers to others, a label and an integer; by value, by pointer, copied by memcpy
#   methods    a function pointer kept beside its data, picked from a table with names
#   growth     an array that grows by realloc in a loop, memory that a callee makes for its caller and another one frees
# ===------------------------------------------------------------------------===#

TYPES = """\
struct fz_O { struct fz_P in; int k; struct fz_P *ref; const char *label; struct fz_P many[2]; double w; };
struct fz_F { flt f; double d; short k; flt g; char tag; double e; };
"""


class RecordStatements:
    """Mixed into Generator."""

    def record_types(self):
        inline = ["static", "__attribute__((noinline)) static"]
        c = self.const
        return TYPES + f"""\
{self.r.choice(inline)} double fz_weigh(struct fz_O o) {{ o.in.p += o.many[1].q; return sin(o.in.p) + {c()} * o.w + 0.1 * o.k + (o.ref ? o.ref->q : {c()}); }}
{self.r.choice(inline)} void fz_bend(struct fz_O *o, double x) {{
  o->in.p = tanh(o->in.p + x);
  o->many[o->k & 1] = o->in;
  if (o->ref)
    o->ref->p = 0.5 * o->ref->p + {c()} * sin(o->w);
}}
{self.r.choice(inline)} struct fz_O fz_turned(const struct fz_O *o) {{
  struct fz_O r = *o;
  r.many[0].p = o->many[1].q, r.many[1].q = sin(o->w);
  return r;
}}
{self.r.choice(inline)} void fz_fill(double **out, double x, int n) {{
  *out = (double *)malloc((n + 1) * sizeof(double));
  for (int i = 0; i <= n; i++)
    (*out)[i] = i ? sin((*out)[i - 1] + {c()}) : x;
}}
{self.r.choice(inline)} void fz_drop(double **out) {{
  free(*out);
  *out = 0;
}}
static double fz_near(double p, double x) {{ return tanh(p * x); }}
static double fz_far(double p, double x) {{ return sin(p) - {c()} * x; }}
struct fz_M {{ const char *label; double (*of)(double, double); double p; }};
static const struct fz_M fz_known[3] = {{{{"near", fz_near, {c()}}}, {{"far away", fz_far, {c()}}}, {{"near", fz_near, {c()}}}}};
"""

    def declare_record(self):
        self.charge(6)
        v = self.name("o")
        refs = [f"&{p[:-1]}" for p in self.scope.pairs if p.endswith(".")]
        ref = self.r.choice(refs) if refs and self.chance(0.7) else "0"
        if self.scope.records and self.chance(0.3):
            self.emit(f"struct fz_O {v} = {self.r.choice(self.scope.records)};")
        elif self.scope.records and self.chance(0.3):
            self.emit(f"struct fz_O {v} = fz_turned(&{self.r.choice(self.scope.records)});")
        else:
            self.emit(f"struct fz_O {v} = {{{{{self.leaf()}, {self.leaf()}}}, {self.r.randint(0, 7)}, {ref}, \"label\", "
                      f"{{{{{self.leaf()}, {self.const()}}}, {{{self.leaf()}, {self.leaf()}}}}}, {self.leaf()}}};")
        self.scope.records.append(v)
        self.scope.doubles.append(f"{v}.w")
        self.scope.pairs += [f"{v}.in.", f"{v}.many[{self.r.randint(0, 1)}].", f"{v}.many[({self.index()}) & 1]."]
        self.scope.ints.append(f"{v}.k")

    def use_record(self):
        if not self.scope.records:
            return self.declare_record()
        self.charge(4)
        v, u = self.r.choice(self.scope.records), self.r.choice(self.scope.records)
        place = self.target()
        roll = self.r.random()
        if roll < 0.25 and place:
            self.emit(f"{place} = tanh(fz_weigh({v}));")
        elif roll < 0.5:
            self.emit(f"fz_bend(&{v}, {self.leaf()});")
        elif roll < 0.7 and u != v:
            self.emit(f"memcpy(&{v}, &{u}, sizeof(struct fz_O));")
        elif roll < 0.8:
            self.emit(f"{v}.in = {u}.many[1];")
        elif place:
            self.emit(f"if ({v}.ref) {place} = 0.5 * {place} + 0.3 * sin({v}.ref->{self.r.choice('pq')});")
        else:
            self.emit(f"{v} = fz_turned(&{u});")

    def record_array(self):
        self.charge(16)
        v, i = self.name("os"), self.name("i")
        self.emit(f"struct fz_O {v}[4]; // keep")
        self.emit(f"memset({v}, 0, sizeof {v}); // keep")
        self.emit(f"for (int {i} = 0; {i} < 4; {i}++) {v}[{i}].w = {self.leaf()}, {v}[{i}].k = {i}, {v}[{i}].ref = &{v}[3 - {i}].in;")
        self.scope.records += [f"{v}[{k}]" for k in self.r.sample(range(4), 2)]
        self.scope.pairs += [f"{v}[({self.index()}) & 3].in.", f"{v}[2].ref->"]
        self.scope.doubles += [f"{v}[({self.index()}) & 3].w"]

    def mixed_record(self):
        self.charge(3)
        v, u = self.name("x"), self.name("x")
        self.emit(f"struct fz_F {v} = {{(flt)({self.leaf()}), {self.leaf()}, {self.r.randint(0, 7)}, (flt)0.25, 'c', {self.leaf()}}};")
        if self.use_float:
            self.scope.floats += [f"{v}.f", f"{v}.g"]
        self.scope.doubles += [f"{v}.d", f"{v}.e"]
        self.scope.ints.append(f"{v}.k")
        if self.chance(0.5):
            self.emit(f"struct fz_F {u}; // keep")
            self.emit(f"memcpy(&{u}, &{v}, sizeof {u}); // keep")
            self.scope.doubles += [f"{u}.d", f"{u}.e"]

    def call_method(self):
        self.charge(3)
        place = self.target()
        if place is None:
            return self.declare_double()
        m = self.name("m")
        self.emit(f"struct fz_M {m} = fz_known[({self.index()}) % 3];")
        if self.chance(0.5):
            self.emit(f"{m}.p = {self.leaf()};")
        if self.chance(0.3):
            self.emit(f"if ({m}.label[0] == 'f') {m}.of = fz_near;")
        self.emit(f"{place} = 0.6 * {m}.of({m}.p, {self.leaf()}) + 0.3 * sin({place});")

    def grown_array(self):
        """realloc in the loop that fills the array."""
        if self.cost + self.mult * 24 > self.BUDGET or self.nest > 3:
            return self.assign()
        self.charge(12)
        place = self.target()
        with self.held():
            outer, self.scope = self.scope, self.scope.inner()
            self.open("")
            h, i = self.name("h"), self.name("i")
            count = self.r.choice([4, 8])
            self.emit(f"double *{h} = 0; // keep")
            self.open(f"for (int {i} = 0; {i} < {count}; {i}++)")
            self.emit(f"{h} = (double *)realloc({h}, ({i} + 1) * sizeof(double)); // keep")
            self.scope.ints.append(i)
            self.emit(f"{h}[{i}] = {i} ? sin({h}[{i} - 1] + {self.leaf()}) : {self.leaf()}; // keep")
            self.scope.ints.pop()
            self.close()
            self.scope.arrays.append(self.ARRAY(h, count))
            for _ in range(self.r.randint(1, 2)):
                self.statement()
            if place:
                self.emit(f"{place} = tanh({place} + {h}[{self.r.randint(0, count - 1)}]);")
            self.emit(f"free({h}); // keep")
            self.close()
            self.scope = outer

    def callee_memory(self):
        """Memory that one callee makes in each pass of a loop and another frees."""
        if self.cost + self.mult * 40 > self.BUDGET or self.nest > 3:
            return self.assign()
        self.charge(16)
        place = self.target()
        with self.held():
            outer, self.scope = self.scope, self.scope.inner()
            h, i = self.name("h"), self.name("i")
            self.open(f"for (int {i} = 0; {i} < {self.r.choice(['3', 'n'])}; {i}++)")
            self.mult *= 4
            self.scope.ints.append(i)
            self.emit(f"double *{h}; // keep")
            self.emit(f"fz_fill(&{h}, {self.leaf()}, 3); // keep")
            self.scope.arrays.append(self.ARRAY(h, 4))
            for _ in range(self.r.randint(0, 2)):
                self.statement()
            if place:
                self.emit(f"{place} = 0.5 * {place} + 0.4 * sin({h}[{self.r.randint(0, 3)}]);")
            self.emit(f"fz_drop(&{h}); // keep")
            self.mult //= 4
            self.close()
            self.scope = outer

    def record_table(self):
        """Statements and how often they are chosen."""
        return [(self.declare_record, 5), (self.use_record, 6), (self.record_array, 3), (self.mixed_record, 3), (self.call_method, 5),
                (self.grown_array, 4), (self.callee_memory, 4)]
