# ===- cxx.py - Statements of C++ ---------------------------------------------===#
#
# Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# The part of generate.py that makes a program C++:
#
#   containers   vector, vector of vectors, map, unordered_map, deque, list, array, records with string labels
#   owners       new and delete, unique_ptr, shared_ptr, a tree of unique_ptr
#   functions    lambdas, std::function, virtual methods, visitors of a variant
#   exceptions   thrown and caught on the way, or on the way out of the derivative
#   the rest     optional, tuple, complex, operators, algorithms
#
# Containers in reach keep their size and their keys; those that grow do so in a block of their own.
# What is thrown carries integers only.
# ===------------------------------------------------------------------------===#

TYPES = """\
struct fz_E { int code; };
struct fz_Gone { int code; };
static int fz_escape;
struct fz_L { std::string name; double v; int k; double w; };
struct fz_T { double v; std::unique_ptr<fz_T> left, right; };
template <typename T> struct fz_Vec {
  T x, y;
  fz_Vec operator+(const fz_Vec &o) const { return {x + o.x, y + o.y}; }
  fz_Vec operator*(T s) const { return {x * s, y * s}; }
  T operator()(T a) const { return sin(x * a) + y; }
};
struct fz_Law {
  virtual ~fz_Law() {}
  virtual double of(double a) const = 0;
  virtual void step(double) {}
};
"""


class Container:
    """A container whose elements lie in a row, usable where Array is."""

    def __init__(self, name, size):
        self.container, self.name, self.size, self.flt = name, f"{name}.data()", size, False

    def at(self, index):
        return f"{self.container}[({index}) & {self.size - 1}]"


class CxxStatements:
    """Mixed into Generator."""

    TOPICS, TOPICS_OF_ONE = 20, 6  # kinds of statements, and how many a program has
    LAWS = ["fz_Spring", "fz_Wave", "fz_Sum", "fz_Twice"]  # classes with virtual methods
    LABELS = ["mass", "k", "a label that is too long to be kept inside", "velocity of the body", "", "charge"]

    def cxx_types(self):
        laws = {"fz_Spring": ("double p;", "p(s)", "0.5 * p * sin(a)", "p = tanh(0.7 * p + a);"),
                "fz_Wave": ("double q; int k;", "q(s), k(2)", "sin(q * a) + 0.1 * k", "k = (k + 1) & 3;"),
                "fz_Sum": ("double p; std::vector<double> parts;", f"p(s), parts(3, {self.const()})",
                           "std::accumulate(parts.begin(), parts.end(), p * cos(a))", "parts[1] = sin(parts[2] + a);"),
                "fz_Twice": ("double p; double (*f)(double);", "p(s), f(s > 0.1 ? fz_soft : fz_wavy)", "f(a * p) + f(0.3)", "p = f(p - a);")}
        text = TYPES
        text += f"static double fz_soft(double a) {{ return tanh(a + {self.const()}); }}\n"
        text += f"static double fz_wavy(double a) {{ return sin(a * {self.const()}); }}\n"
        for name in self.law_names:
            fields, start, value, step = laws[name]
            text += (f"struct {name} : fz_Law {{ {fields} explicit {name}(double s) : {start} {{}} double of(double a) const override {{ return {value}; }} "
                     f"void step(double a) override {{ {step} }} }};\n")
        inline = self.r.choice(["static", "__attribute__((noinline)) static"])
        text += f"""\
{inline} double fz_risky(double x, int k) {{
  std::vector<double> held(3, x);
  held[k & 1] = sin(x + k);
  if (held[0] > {self.const()}1)
    throw fz_E{{k}};
  if (k == 5)
    throw std::runtime_error("five");
  return held[0] * held[1] + 0.2 * held[2];
}}
static double fz_leap(double x, int d) {{
  std::unique_ptr<double> kept(new double(x * {self.const()}));
  if (d <= 0 && fz_escape)
    throw fz_Gone{{d}};
  return d <= 0 ? *kept : sin(*kept + fz_leap(cos(x), d - 1));
}}
{inline} std::unique_ptr<fz_T> fz_grow(double x, int d) {{
  std::unique_ptr<fz_T> t(new fz_T{{sin(x), nullptr, nullptr}});
  if (d > 0) {{
    t->left = fz_grow(0.5 * x + {self.const()}, d - 1);
    if (x > {self.const()}1)
      t->right = fz_grow(cos(x), d - 1);
  }}
  return t;
}}
static double fz_total(const fz_T *t) {{ return t ? sin(t->v) + 0.5 * fz_total(t->left.get()) + 0.3 * fz_total(t->right.get()) : 0.1; }}
{inline} std::vector<double> fz_made(double x, int n) {{
  std::vector<double> v;
  for (int i = 0; i <= n; i++)
    v.push_back(i ? sin(v.back() + i) : x);
  return v;
}}
{inline} std::tuple<double, double, int> fz_split(double x, double y) {{ return {{sin(x + y), x * {self.const()}, 2}}; }}
struct fz_Look {{
  double scale;
  double operator()(double d) const {{ return scale * sin(d); }}
  double operator()(int i) const {{ return scale + 0.1 * i; }}
  double operator()(const fz_P &p) const {{ return p.p - scale * p.q; }}
  double operator()(const std::vector<double> &v) const {{ return scale * v[0] + v.back(); }}
}};
"""
        return text

    # -- small tools ---------------------------------------------------------
    def cell(self, *shapes):
        """Puts places within a container in reach; {i} is an index."""
        for shape in shapes:
            self.scope.cells.append(lambda shape=shape: shape.replace("{i}", self.index()))

    def keep(self, value):
        """`place = something of value`, with a place to write to."""
        place = self.target()
        if place is None:
            return self.declare_value(value)
        self.emit(f"{place} = " + self.r.choice(["tanh({p} + {v});", "0.5 * sin({v}) + 0.4 * {p};", "tanh({v});"]).format(p=place, v=value))

    def declare_value(self, value):
        v = self.name("t")
        self.emit(f"double {v} = tanh({value});")
        self.scope.doubles.append(v)

    def place_to_refer_to(self):
        places = self.addresses()
        return self.r.choice(places)[1:] if places else None

    def open_own(self):
        """A block with names of its own; returns what close_own needs."""
        outer, self.scope = self.scope, self.scope.inner()
        self.open("")
        return outer

    def close_own(self, outer):
        self.scope = outer
        self.close()

    def each(self, head, doubles, trips=4):
        """A loop over a container; `doubles` are places of one element."""
        outer, self.scope = self.scope, self.scope.inner()
        self.open(head)
        self.mult *= trips
        self.loop_depth += 1
        self.scope.doubles += doubles * 2
        self.charge(2)
        self.emit(f"{doubles[0]} = 0.6 * {self.r.choice(doubles)} + 0.3 * {self.bounded(1)};")
        for _ in range(self.r.randint(0, 2)):
            self.statement()
        self.loop_depth -= 1
        self.mult //= trips
        self.scope = outer
        self.close()

    def too_much(self, amount=24):
        return self.cost + self.mult * amount > self.BUDGET or self.nest > 3 or self.loop_depth > 2

    # -- containers --------------------------------------------------------------
    def declare_vector(self):
        self.charge(8)
        v, size = self.name("c"), self.r.choice([4, 8])
        p = self.pointer(size)
        shapes = [f"std::vector<double> {v}({size}, {self.leaf()});", f"std::array<double, {size}> {v} = {{{self.leaf()}, {self.leaf()}}};",
                  f"std::vector<double> {v} = fz_made({self.leaf()}, {size});"]
        if p:
            shapes.append(f"std::vector<double> {v}({p}, {p} + {size});")
        self.emit(self.r.choice(shapes))
        self.scope.arrays.append(Container(v, size))

    def grow_vector(self):
        if self.too_much():
            return self.assign()
        self.charge(10)
        outer = self.open_own()
        v, i = self.name("c"), self.name("i")
        self.emit(f"std::vector<double> {v}{{{self.leaf()}}};")
        self.open(f"for (int {i} = 0; {i} < {self.r.choice(['n', '5', f'(({self.index()}) & 7)'])}; {i}++)")
        self.scope.ints.append(i)
        self.emit(self.r.choice([f"{v}.push_back({self.bounded(1)});", f"{v}.push_back(sin({v}.back() + {self.leaf()}));",
                                 f"{v}.insert({v}.begin(), {self.bounded(1)});", f"{v}.emplace_back({self.bounded(1)});"]))
        self.scope.ints.pop()
        self.close()
        for _ in range(self.r.randint(0, 2)):
            self.emit(self.r.choice([f"{v}.resize({self.r.randint(1, 9)});", f"{v}.insert({v}.begin() + {v}.size() / 2, {self.leaf()});",
                                     f"if ({v}.size() > 2) {v}.pop_back();", f"if ({v}.size() > 3) {v}.erase({v}.begin() + 1);",
                                     f"{v}.insert({v}.end(), 2, {self.leaf()});", f"{v} = std::vector<double>({v}.rbegin(), {v}.rend());",
                                     f"{v}.shrink_to_fit();", f"{v}.reserve(20);"]))
        self.cell(f"{v}[({{i}}) % {v}.size()]", f"{v}.back()")
        for _ in range(self.r.randint(0, 2)):
            self.statement()
        if self.chance(0.5):
            e = self.name("e")
            self.each(f"for (double &{e} : {v})", [e])
        value = self.r.choice([f"std::accumulate({v}.begin(), {v}.end(), 0.1)", f"{v}[{v}.size() / 2]", f"{v}.front() * {v}.back()"])
        inner, self.scope = self.scope, outer
        self.keep(value)
        self.scope = inner
        self.close_own(outer)

    def vector_of_vectors(self):
        self.charge(16)
        m, i = self.name("m"), self.name("i")
        if self.chance(0.5):
            self.emit(f"std::vector<std::vector<double>> {m}(4, std::vector<double>(4, {self.leaf()}));")
        else:
            self.emit(f"std::vector<std::vector<double>> {m};")
            row = self.r.choice([f"std::vector<double>(4, {self.leaf()} + {i})", f"fz_made({self.leaf()}, 3 + {i})"])
            self.emit(f"for (int {i} = 0; {i} < 4; {i}++) {m}.push_back({row});")
        self.cell(f"{m}[({{i}}) & 3][{self.r.randint(0, 3)}]", f"{m}[{self.r.randint(0, 3)}][({{i}}) & 3]", f"{m}[({{i}}) & 3][({{i}}) & 3]")
        if self.chance(0.4):
            self.emit(f"std::swap({m}[0], {m}[{self.r.randint(1, 3)}]);")
        if self.chance(0.4) and not self.too_much():
            row, e = self.name("row"), self.name("e")
            self.each(f"for (auto &{row} : {m}) for (double &{e} : {row})", [e], 16)

    def declare_map(self):
        self.charge(20)
        m, i = self.name("m"), self.name("i")
        kind = self.r.choice(["std::map", "std::map", "std::unordered_map"])
        if self.chance(0.5):
            self.emit(f"{kind}<int, double> {m};")
            self.emit(f"for (int {i} = 0; {i} < 4; {i}++) {m}[{i}] = {self.leaf()} + 0.2 * {i};")
            self.cell(f"{m}[({{i}}) & 3]", f"{m}.at({self.r.randint(0, 3)})", f"{m}.find({self.r.randint(0, 3)})->second")
        else:
            a, b, c = self.r.sample(self.LABELS, 3)
            self.emit(f'{kind}<std::string, double> {m}{{{{"{a}", {self.leaf()}}}, {{"{b}", {self.leaf()}}}}};')
            self.emit(f'{m}["{c}"] = {self.leaf()};')
            self.cell(f'{m}["{a}"]', f'{m}["{b}"]', f'{m}.at("{c}")')
        if self.chance(0.4) and not self.too_much():
            e = self.name("e")
            self.each(f"for (auto &{e} : {m})", [f"{e}.second"])

    def declare_sequence(self):
        if self.too_much():
            return self.assign()
        self.charge(10)
        kind = self.r.choice(["deque", "list"])
        d, i = self.name("d"), self.name("i")
        self.emit(f"std::{kind}<double> {d}{{{self.leaf()}, {self.leaf()}}};")
        step = self.r.choice([f"{d}.push_back({self.leaf()} + {i});", f"{d}.push_front({self.leaf()} * {i});",
                              f"if ({i} & 1) {d}.push_front({self.leaf()}); else {d}.push_back({self.leaf()});"])
        self.emit(f"for (int {i} = 0; {i} < {self.r.choice(['n', '6', '3'])}; {i}++) {step}")
        if self.chance(0.4):
            self.emit(self.r.choice([f"{d}.pop_front();", f"{d}.pop_back();", f"{d}.insert(std::next({d}.begin()), {self.leaf()});",
                                     f"{d}.sort();" if kind == "list" else f"std::sort({d}.begin(), {d}.end());",
                                     f"{d}.reverse();" if kind == "list" else f"std::reverse({d}.begin(), {d}.end());"]))
        self.cell(f"{d}.front()", f"{d}.back()", *([f"{d}[({{i}}) % {d}.size()]"] * 2 if kind == "deque" else []))
        if self.chance(0.5):
            e = self.name("e")
            self.each(f"for (double &{e} : {d})", [e])

    def labelled_records(self):
        self.charge(20)
        v, label = self.name("c"), self.r.choice(self.LABELS)
        self.emit(f"std::vector<fz_L> {v};")
        for k in range(self.r.randint(2, 3)):
            text = f'"{label}"' if k else f"std::string({self.r.randint(1, 40)}, 'x')"
            self.emit(f"{v}.push_back({{{text}, {self.leaf()}, {self.r.randint(0, 7)}, {self.leaf()}}});")
        if self.chance(0.5):
            order = self.r.choice(["a.v < b.v", "a.name < b.name", "a.k < b.k"])
            self.emit(f"std::sort({v}.begin(), {v}.end(), [](const fz_L &a, const fz_L &b) {{ return {order}; }});")
        if self.chance(0.5):
            one = self.name("one")
            self.emit(f"fz_L {one} = {v}[{self.r.randint(0, 1)}];")
            self.emit(f'{one}.name += "{self.r.choice(self.LABELS)}";')
            self.scope.doubles += [f"{one}.v", f"{one}.w"]
            self.scope.ints.append(f"(int){one}.name.size()")
            if self.chance(0.5):
                self.emit(f"{v}[0] = {one};")
        self.cell(f"{v}[({{i}}) & 1].v", f"{v}[{self.r.randint(0, 1)}].w")

    # -- owners ------------------------------------------------------------------
    def smart_pointer(self):
        self.charge(3)
        p, q = self.name("p"), self.name("p")
        if self.chance(0.5):
            self.emit(f"std::unique_ptr<fz_P> {p}(new fz_P{{{self.leaf()}, {self.leaf()}}});")
            if self.chance(0.3):
                self.emit(f"if ({self.condition()}) {p}.reset(new fz_P{{{self.leaf()}, {self.leaf()}}});")
            if self.chance(0.3):
                self.emit(f"std::unique_ptr<fz_P> {q} = std::move({p});")
                p = q
        else:
            self.emit(f"std::shared_ptr<fz_P> {p} = std::make_shared<fz_P>(fz_P{{{self.leaf()}, {self.leaf()}}});")
            if self.chance(0.6):
                self.emit(f"std::shared_ptr<fz_P> {q} = {p};")
                self.scope.pairs.append(f"{q}->")
                if self.chance(0.5):
                    self.emit(f"if ({self.condition()}) {p} = std::make_shared<fz_P>(fz_P{{{self.leaf()}, {self.leaf()}}});")
        self.scope.pairs.append(f"{p}->")

    def tree(self):
        if self.too_much(40):
            return self.assign()
        self.charge(30)
        t = self.name("t")
        self.emit(f"std::unique_ptr<fz_T> {t} = fz_grow({self.leaf()}, {self.r.randint(1, 3)});")
        self.scope.doubles += [f"{t}->v", f"{t}->left->v"]
        if self.chance(0.5):
            self.emit(f"{t}->left->v = {self.bounded(1)};")
        self.keep(f"fz_total({t}.get())")

    def new_and_delete(self):
        if self.too_much():
            return self.assign()
        self.charge(12)
        with self.held():
            outer = self.open_own()
            h, i = self.name("h"), self.name("i")
            if self.chance(0.5):
                self.emit(f"double *{h} = new double[8]; // keep")
                self.emit(f"for (int i = 0; i < 8; i++) {h}[i] = 0.1 * i - 0.2; // keep")
                self.scope.arrays.append(self.ARRAY(h, 8))
                free = [f"delete[] {h}; // keep"]
            else:
                self.emit(f"fz_P *{h}[4]; // keep")
                self.emit(f"for (int {i} = 0; {i} < 4; {i}++) {h}[{i}] = new fz_P{{{self.leaf()}, 0.1 * {i}}}; // keep")
                self.cell(f"{h}[({{i}}) & 3]->p", f"{h}[({{i}}) & 3]->q")
                free = [f"for (int {i} = 0; {i} < 4; {i}++) delete {h}[{i}]; // keep"]
            for _ in range(self.r.randint(1, 3)):
                self.statement()
            value = f"{h}[{self.r.randint(0, 3)}]" + ("->p" if "fz_P" in free[0] or "[] " not in free[0] else "")
            inner, self.scope = self.scope, outer
            self.keep(value)
            self.scope = inner
            for line in free:
                self.emit(line)
            self.close_own(outer)

    # -- functions -----------------------------------------------------------------
    def lambda_body(self, params, count):
        """Statements in a lambda that takes `params` and refers to what is in reach; ends with its result."""
        outer, self.scope = self.scope, self.scope.inner()
        self.scope.doubles += params * 2
        with self.held():
            for _ in range(count):
                self.statement()
        self.emit(f"return {self.bounded(1)};")
        self.scope = outer

    def local_lambda(self):
        if self.too_much():
            return self.assign()
        f = self.name("f")
        x = self.name("x")
        kind = self.r.choice([f"[&](double {x})", f"[&](auto {x})", f"[&](double {x}) -> double"])
        self.open(f"auto {f} = {kind}")
        before = self.cost
        self.lambda_body([x], self.r.randint(0, 2))
        each = max(1, (self.cost - before) // self.mult)
        self.close("};")
        for _ in range(self.r.randint(1, 2)):
            if self.cost + self.mult * each < self.BUDGET:
                self.charge(each)
                self.keep(f"{f}({self.leaf()})")

    def kept_function(self):
        self.charge(4)
        f, c = self.name("f"), self.name("c")
        bodies = [f"[{c} = {self.leaf()}](double z) {{ return sin(z * {c}); }}", "[](double a) { return tanh(a); }", "fz_soft", "fz_wavy",
                  f"fz_Vec<double>{{{self.leaf()}, {self.leaf()}}}"]
        if self.scope.doubles:
            bodies.append(f"[&](double z) {{ return cos(z + {self.r.choice(self.scope.doubles)}); }}")
        if self.chance(0.3):
            one, two = self.r.choice(bodies), self.r.choice(bodies)
            self.emit(f"std::vector<std::function<double(double)>> {f}{{{one}, {two}}};")
            self.scope.functions += [f"{f}[0]", f"{f}[1]"]
        else:
            self.emit(f"std::function<double(double)> {f} = {self.r.choice(bodies)};")
            if self.chance(0.4):
                self.emit(f"if ({self.condition()}) {f} = {self.r.choice(bodies)};")
            self.scope.functions.append(f)
        self.call_kept()

    def call_kept(self):
        if not self.scope.functions:
            return self.kept_function()
        self.charge(2)
        self.keep(f"{self.r.choice(self.scope.functions)}({self.leaf()})")

    def declare_law(self):
        self.charge(8)
        roll, o = self.r.random(), self.name("o")
        one, two = self.r.choice(self.law_names), self.r.choice(self.law_names)
        if roll < 0.4:
            a, b = self.name("law"), self.name("law")
            self.emit(f"{one} {a}({self.leaf()});")
            self.emit(f"{two} {b}({self.leaf()});")
            self.emit(f"fz_Law *{o} = {self.condition()} ? (fz_Law *)&{a} : (fz_Law *)&{b};")
            self.scope.laws.append(f"{o}->")
        elif roll < 0.7:
            self.emit(f"std::unique_ptr<fz_Law> {o}(new {one}({self.leaf()}));")
            if self.chance(0.4):
                self.emit(f"if ({self.condition()}) {o}.reset(new {two}({self.leaf()}));")
            self.scope.laws.append(f"{o}->")
        else:
            self.emit(f"std::vector<std::unique_ptr<fz_Law>> {o};")
            self.emit(f"{o}.push_back(std::make_unique<{one}>({self.leaf()}));")
            self.emit(f"{o}.emplace_back(new {two}({self.leaf()}));")
            self.scope.laws.append(f"{o}[({self.index()}) & 1]->")
        self.use_law()

    def use_law(self):
        if not self.scope.laws:
            return self.declare_law()
        self.charge(4)
        law = self.r.choice(self.scope.laws)
        if self.chance(0.3):
            self.emit(f"{law}step({self.bounded(1)});")
        self.keep(f"{law}of({self.leaf()})")

    # -- exceptions ------------------------------------------------------------------
    def try_block(self):
        if self.too_much():
            return self.assign()
        outside = self.can_throw
        self.open("try")
        self.can_throw = True
        self.block(self.r.randint(1, 3))
        self.throw()
        if self.chance(0.5):
            self.block(1)
        self.can_throw = outside
        e = self.name("e")
        for head in self.r.choice([[f"const fz_E &{e}", "const std::exception &", "..."], [f"const fz_E &{e}", "..."], ["..."]]):
            self.close(f"}} catch ({head}) {{")
            self.indent += 1
            self.nest += 1
            outer, self.scope = self.scope, self.scope.inner()
            if "fz_E" in head:
                self.scope.ints.append(f"{e}.code")
            self.block(self.r.randint(1, 2))
            self.scope = outer
            if outside and self.chance(0.25):
                self.emit(f"if ({self.condition()}) throw;")
        self.close()

    def throw(self):
        if not self.can_throw:
            return self.try_block()
        self.charge(4)
        if self.chance(0.4):
            self.keep(f"fz_risky({self.leaf()}, ({self.index()}) & 7)")
        else:
            what = self.r.choice([f"fz_E{{({self.index()}) & 7}}"] * 3 + ['std::runtime_error("no")', self.index()])
            self.emit(f"if ({self.condition()}) throw {what};")

    def escape(self):
        """Where the derivative may be left by an exception; the glue tries it first."""
        if not self.escapes or not self.in_entry or not self.can_leave or not self.can_return or self.too_much(8):
            return self.assign()
        if self.chance(0.5):
            self.emit("if (fz_escape) throw fz_Gone{1};")
        else:
            self.charge(6)
            self.keep(f"fz_leap({self.leaf()}, {self.r.randint(0, 3)})")

    # -- the rest ----------------------------------------------------------------
    def choice_of_types(self):
        self.charge(5)
        v = self.name("v")
        if self.chance(0.5):
            types, makes = ["double", "int", "fz_P"], [self.leaf(), "3", f"fz_P{{{self.leaf()}, {self.leaf()}}}"]
            if self.chance(0.3):
                types.append("std::vector<double>")
                makes.append(f"fz_made({self.leaf()}, 2)")
            self.emit(f"std::variant<{', '.join(types)}> {v} = {self.r.choice(makes)};")
            for _ in range(self.r.randint(0, 2)):
                self.emit(f"if ({self.condition()}) {v} = {self.r.choice(makes)};")
            self.keep(f"std::visit(fz_Look{{{self.leaf()}}}, {v})")
            if self.chance(0.3):
                self.emit(f"if (double *held = std::get_if<double>(&{v})) *held = {self.bounded(1)};")
                self.keep(f"std::visit(fz_Look{{{self.leaf()}}}, {v})")
        else:
            self.emit(f"std::optional<double> {v};")
            self.emit(f"if ({self.condition()}) {v} = {self.bounded(1)};")
            if self.chance(0.5):
                self.emit(f"if ({v}) *{v} = {self.bounded(1)};")
            self.keep(f"{v}.value_or({self.leaf()})")

    def algorithm(self):
        p, q = self.pointer(4), self.pointer(4)
        if not p:
            return self.declare_vector()
        self.charge(10)
        c = self.leaf()
        whole = [f"std::sort({p}, {p} + 4);", f"std::sort({p}, {p} + 4, [](double a, double b) {{ return fabs(a) > fabs(b); }});",
                 f"std::transform({p}, {p} + 4, {p}, [c = {c}](double a) {{ return tanh(a * c); }});", f"std::reverse({p}, {p} + 4);",
                 f"std::rotate({p}, {p} + 1, {p} + 4);", f"std::fill({p}, {p} + 2, {c});", f"std::partial_sum({p}, {p} + 4, {p});",
                 f"for (int k = 0; k < 4; k++) ({p})[k] = tanh(({p})[k]);", f"std::for_each({p}, {p} + 4, [](double &a) {{ a = sin(a); }});",
                 f"std::swap(*({p}), *({q}));", f"std::stable_sort({p}, {p} + 4);", f"std::nth_element({p}, {p} + 2, {p} + 4);"]
        value = [f"std::accumulate({p}, {p} + 4, 0.1)", f"std::inner_product({p}, {p} + 4, {q}, 0.0)", f"*std::max_element({p}, {p} + 4)",
                 f"std::accumulate({p}, {p} + 4, {c}, [](double s, double a) {{ return sin(s + a); }})",
                 f"(double)std::count_if({p}, {p} + 4, [](double a) {{ return a > 0.1237; }})"]
        if self.chance(0.5):
            self.emit(self.r.choice(whole))
        else:
            self.keep(self.r.choice(value))

    def numbers_of_classes(self):
        self.charge(4)
        v, w = self.name("v"), self.name("v")
        roll = self.r.random()
        if roll < 0.35:
            self.emit(f"fz_Vec<double> {v} = fz_Vec<double>{{{self.leaf()}, {self.leaf()}}} * {self.leaf()};")
            self.emit(f"{v} = {v} + fz_Vec<double>{{{self.leaf()}, {self.const()}}};")
            self.scope.doubles += [f"{v}.x", f"{v}.y"]
            self.keep(f"{v}({self.leaf()})")
        elif roll < 0.65:
            self.emit(f"auto [{v}, {w}, {v}k] = fz_split({self.leaf()}, {self.leaf()});")
            self.keep(f"{v} * {w} + {v}k")
        elif roll < 0.85:
            self.emit(f"std::complex<double> {v}({self.leaf()}, {self.leaf()});")
            self.emit(f"{v} = {v} * std::complex<double>({self.leaf()}, {self.const()}) + {self.const()};")
            self.keep(self.r.choice([f"{v}.real() - {v}.imag()", f"std::norm({v})", f"std::abs({v} + 4.3)"]))
        else:
            self.emit(f"std::pair<std::string, double> {v}{{\"{self.r.choice(self.LABELS)}\", {self.leaf()}}};")
            self.emit(f"auto {w} = std::make_pair({v}, {self.leaf()});")
            self.scope.doubles += [f"{w}.first.second", f"{w}.second", f"{v}.second"]

    def refer(self):
        place = self.place_to_refer_to()
        if place is None:
            return self.assign()
        v = self.name("r")
        self.emit(f"double &{v} = {place};")
        self.scope.doubles += [v, v]

    def cxx_table(self):
        """Statements and how often they are chosen: a few kinds for each program, since each brings a part of the library."""
        table = [(self.declare_vector, 5), (self.grow_vector, 5), (self.vector_of_vectors, 4), (self.declare_map, 4), (self.declare_sequence, 4),
                (self.labelled_records, 3), (self.smart_pointer, 5), (self.tree, 2), (self.new_and_delete, 4), (self.local_lambda, 5),
                (self.kept_function, 3), (self.call_kept, 2), (self.declare_law, 4), (self.use_law, 3), (self.try_block, 6), (self.throw, 3),
                (self.choice_of_types, 4), (self.algorithm, 6), (self.numbers_of_classes, 4), (self.refer, 3)]
        return [table[k] for k in self.topics] + [(self.escape, 3)] * self.escapes
