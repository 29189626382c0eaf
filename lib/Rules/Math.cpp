//===- Math.cpp - The table of scalar functions ---------------------------===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// To add a function, add a row. A partial is written so that it is as accurate as the
// function itself, and obeys the conventions of the project: at a kink any subgradient,
// never NaN; elsewhere what IEEE arithmetic makes of the formula.
//
// Conditions guard arguments rather than results where the unguarded value is infinite
// (log(y == 0 ? 1 : x) in pow): the derivative of the derivative then meets no 0 * inf.
//===----------------------------------------------------------------------===//
#include "Rules/Math.h"
#include "Rules/Library/MathRules.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>

using namespace llvm;

namespace fluxion {

//===--- Functions that partials call -------------------------------------===//

#define EVALUATE1(F) [](ArrayRef<long double> X) -> long double { return F(X[0]); }
#define EVALUATE2(F) [](ArrayRef<long double> X) -> long double { return F(X[0], X[1]); }
#define FUNCTION1(NAME, ID, F)                                                                                         \
  static Partial NAME(const Partial &A) {                                                                              \
    static const MathFunction Function = {#NAME, Intrinsic::ID, "f", EVALUATE1(F)};                                    \
    return call(Function, {A});                                                                                        \
  }
#define FUNCTION2(NAME, ID, PARAMETERS, F)                                                                             \
  static Partial NAME(const Partial &A, const Partial &B) {                                                            \
    static const MathFunction Function = {#NAME, Intrinsic::ID, PARAMETERS, EVALUATE2(F)};                             \
    return call(Function, {A, B});                                                                                     \
  }

FUNCTION1(sqrt, sqrt, sqrtl)
FUNCTION1(sin, sin, sinl)
FUNCTION1(cos, cos, cosl)
FUNCTION1(sinh, sinh, sinhl)
FUNCTION1(cosh, cosh, coshl)
FUNCTION1(exp, exp, expl)
FUNCTION1(exp2, exp2, exp2l)
FUNCTION1(log, log, logl)
FUNCTION1(fabs, fabs, fabsl)
FUNCTION1(rint, rint, rintl)
FUNCTION1(j0, not_intrinsic, j0l)
FUNCTION1(j1, not_intrinsic, j1l)
FUNCTION1(y0, not_intrinsic, y0l)
FUNCTION1(y1, not_intrinsic, y1l)
FUNCTION2(copysign, copysign, "ff", copysignl)
FUNCTION2(pow, pow, "ff", powl)
FUNCTION2(powi, powi, "fi", powl)
FUNCTION2(hypot, not_intrinsic, "ff", hypotl)
FUNCTION2(jn, not_intrinsic, "if", [](long double N, long double X) { return jnl(static_cast<int>(N), X); })
FUNCTION2(yn, not_intrinsic, "if", [](long double N, long double X) { return ynl(static_cast<int>(N), X); })

static Partial polygamma(const Partial &N, const Partial &X) { return call(Polygamma, {N, X}); }

//===--- The rows ---------------------------------------------------------===//

namespace {
/// Partials of the choices between two operands, which differ in what they do with NaN.
struct Choice {
  Partial X0 = operandOf(0), X1 = operandOf(1);

  /// 1 for the operand that was taken, 0 for the other. A NaN in \p Unordered means the first.
  std::vector<Partial> taken(CmpInst::Predicate First, const Partial &Unordered) const {
    auto FirstOr = [&](double Yes, double No) {
      return select(X0, First, X1, Yes, select(Unordered, CmpInst::FCMP_UNO, Unordered, Yes, No));
    };
    return {FirstOr(1, 0), FirstOr(0, 1)};
  }
  /// NaN loses: minnum, fmax, minimumnum.
  std::vector<Partial> number(CmpInst::Predicate First) const { return taken(First, X1); }
  /// NaN wins: minimum, maximum.
  std::vector<Partial> propagate(CmpInst::Predicate First) const { return taken(First, X0); }
  /// By magnitude \p First, by value where magnitudes are equal.
  std::vector<Partial> magnitude(CmpInst::Predicate First, const std::vector<Partial> &Equal) const {
    CmpInst::Predicate Second = CmpInst::getSwappedPredicate(First);
    auto By = [&](double Yes, double No, const Partial &Otherwise) {
      return select(fabs(X0), First, fabs(X1), Yes, select(fabs(X0), Second, fabs(X1), No, Otherwise));
    };
    return {By(1, 0, Equal[0]), By(0, 1, Equal[1])};
  }
};
} // namespace

namespace {
/// atan2(up, along): along / (up^2 + along^2) and -up / (up^2 + along^2) without overflow or underflow
/// of the squares. With Ratio = smaller / larger, up^2 + along^2 = larger * Sum.
struct AnglePartials {
  AnglePartials(const Partial &UpX, const Partial &AlongX) : Up(0), Along(0) {
    auto By = [&](const Partial &IfAlongIsLarger, const Partial &IfUpIsLarger) {
      return select(fabs(AlongX), CmpInst::FCMP_OGE, fabs(UpX), IfAlongIsLarger, IfUpIsLarger);
    };
    const Partial Large = named("large", By(AlongX, UpX)), Small = named("small", By(UpX, AlongX));
    const Partial Ratio = named("ratio", Small / Large), Sum = named("sum", Large + Small * Ratio);
    Up = By(1, Ratio) / Sum;
    Along = -(By(Ratio, 1) / Sum);
  }
  Partial Up, Along;
};
} // namespace

static std::vector<MathRow> writeRows() {
  const Partial X0 = operandOf(0), X1 = operandOf(1), Y = resultOf();
  const Partial Ln2 = namedConstant("ln(2)", "0.6931471805599453094172321214581765680755");
  const Partial Ln10 = namedConstant("ln(10)", "2.302585092994045684017991454684364207601");
  const Partial Log2E = namedConstant("log2(e)", "1.442695040888963407359924681001892137427");
  const Partial Log10E = namedConstant("log10(e)", "0.4342944819032518276511289189166050822944");
  const Partial Pi = namedConstant("pi", "3.141592653589793238462643383279502884197");
  const Partial OneByPi = namedConstant("1/pi", "0.3183098861837906715377675267450287240689");
  const Partial TwoBySqrtPi = namedConstant("2/sqrt(pi)", "1.128379167095512573896158903121545171688");
  const Choice Choose;
  const auto LE = CmpInst::FCMP_OLE, GE = CmpInst::FCMP_OGE, LT = CmpInst::FCMP_OLT, GT = CmpInst::FCMP_OGT,
             EQ = CmpInst::FCMP_OEQ;

  const AnglePartials Atan2(X0, X1), Carg(X1, X0);

  // The whole number of divisors that was taken away, exact although x0 / x1 is rounded.
  const Partial Quotient = rint((Y - X0) / X1);
  const Partial SignOf = copysign(1, X0);
  // 0^0 has no slope; elsewhere x1 = 0 needs no care, and keeps its second derivative.
  const Partial Base = select(X0, EQ, 0, select(X1, EQ, 0, 1, X0), X0);
  const std::vector<Partial> Power = {X1 * pow(Base, X1 - 1), Y * log(select(Y, EQ, 0, 1, X0))};
  const Partial Exponent = toFloat(1), IntegerBase = select(Exponent, EQ, 0, 1, X0);

  const std::pair<double, double> Any = {-3, 3}, Positive = {0.1, 5}, Unit = {-0.95, 0.95};

  // clang-format off
  return {
    // trigonometric
    {"sin",   Intrinsic::sin,   "f", {cos(X0)},                          EVALUATE1(sinl),   {Any}},
    {"cos",   Intrinsic::cos,   "f", {-sin(X0)},                         EVALUATE1(cosl),   {Any}},
    {"tan",   Intrinsic::tan,   "f", {1 + Y * Y},                        EVALUATE1(tanl),   {{-1.4, 1.4}}},
    {"asin",  Intrinsic::asin,  "f", {1 / sqrt((1 - X0) * (1 + X0))},    EVALUATE1(asinl),  {Unit}},
    {"acos",  Intrinsic::acos,  "f", {-(1 / sqrt((1 - X0) * (1 + X0)))}, EVALUATE1(acosl),  {Unit}},
    {"atan",  Intrinsic::atan,  "f", {1 / (1 + X0 * X0)},                EVALUATE1(atanl),  {Any}},
    {"atan2", Intrinsic::atan2, "ff", {Atan2.Up, Atan2.Along},           EVALUATE2(atan2l), {Any, {0.5, 3}}},
    {"carg",  Intrinsic::not_intrinsic, "ff", {Carg.Along, Carg.Up},
     [](ArrayRef<long double> X) { return atan2l(X[1], X[0]); }, {{0.5, 3}, Any}},
    {"sinpi", Intrinsic::not_intrinsic, "f", {Pi * cos(Pi * X0)},
     [](ArrayRef<long double> X) { return sinl(M_PIl * X[0]); }, {Any}},
    {"cospi", Intrinsic::not_intrinsic, "f", {-(Pi * sin(Pi * X0))},
     [](ArrayRef<long double> X) { return cosl(M_PIl * X[0]); }, {Any}},
    {"tanpi", Intrinsic::not_intrinsic, "f", {Pi * (1 + Y * Y)},
     [](ArrayRef<long double> X) { return tanl(M_PIl * X[0]); }, {{-0.45, 0.45}}},
    {"asinpi", Intrinsic::not_intrinsic, "f", {OneByPi / sqrt((1 - X0) * (1 + X0))},
     [](ArrayRef<long double> X) { return asinl(X[0]) / M_PIl; }, {Unit}},
    {"acospi", Intrinsic::not_intrinsic, "f", {-(OneByPi / sqrt((1 - X0) * (1 + X0)))},
     [](ArrayRef<long double> X) { return acosl(X[0]) / M_PIl; }, {Unit}},
    {"atanpi", Intrinsic::not_intrinsic, "f", {OneByPi / (1 + X0 * X0)},
     [](ArrayRef<long double> X) { return atanl(X[0]) / M_PIl; }, {Any}},
    {"atan2pi", Intrinsic::not_intrinsic, "ff", {OneByPi * Atan2.Up, OneByPi * Atan2.Along},
     [](ArrayRef<long double> X) { return atan2l(X[0], X[1]) / M_PIl; }, {Any, {0.5, 3}}},

    // hyperbolic
    {"sinh",  Intrinsic::sinh, "f", {cosh(X0)},                              EVALUATE1(sinhl),  {Any}},
    {"cosh",  Intrinsic::cosh, "f", {sinh(X0)},                              EVALUATE1(coshl),  {Any}},
    {"tanh",  Intrinsic::tanh, "f", {(1 - Y) * (1 + Y)},                     EVALUATE1(tanhl),  {Any}},
    {"asinh", Intrinsic::not_intrinsic, "f", {1 / hypot(X0, 1)},             EVALUATE1(asinhl), {Any}},
    {"acosh", Intrinsic::not_intrinsic, "f", {1 / (sqrt(X0 - 1) * sqrt(X0 + 1))}, EVALUATE1(acoshl), {{1.1, 9}}},
    {"atanh", Intrinsic::not_intrinsic, "f", {1 / ((1 - X0) * (1 + X0))},    EVALUATE1(atanhl), {Unit}},

    // exponentials and logarithms
    {"exp",         Intrinsic::exp,   "f", {Y},                          EVALUATE1(expl),   {Any}},
    {"exp2",        Intrinsic::exp2,  "f", {Ln2 * Y},                    EVALUATE1(exp2l),  {Any}},
    {"exp10 pow10", Intrinsic::exp10, "f", {Ln10 * Y},
     [](ArrayRef<long double> X) { return powl(10, X[0]); }, {Any}},
    // y + 1 would lose all digits for x far below zero.
    {"expm1",   Intrinsic::not_intrinsic, "f", {exp(X0)},                EVALUATE1(expm1l), {Any}},
    {"exp2m1",  Intrinsic::not_intrinsic, "f", {Ln2 * exp2(X0)},
     [](ArrayRef<long double> X) { return exp2l(X[0]) - 1; }, {Any}},
    {"exp10m1", Intrinsic::not_intrinsic, "f", {Ln10 * exp(Ln10 * X0)},
     [](ArrayRef<long double> X) { return powl(10, X[0]) - 1; }, {Any}},
    {"log",     Intrinsic::log,   "f", {1 / X0},                         EVALUATE1(logl),   {Positive}},
    {"log2",    Intrinsic::log2,  "f", {Log2E / X0},                     EVALUATE1(log2l),  {Positive}},
    {"log10",   Intrinsic::log10, "f", {Log10E / X0},                    EVALUATE1(log10l), {Positive}},
    {"log1p logp1", Intrinsic::not_intrinsic, "f", {1 / (1 + X0)},       EVALUATE1(log1pl), {{-0.9, 5}}},
    {"log2p1",  Intrinsic::not_intrinsic, "f", {Log2E / (1 + X0)},
     [](ArrayRef<long double> X) { return log2l(1 + X[0]); }, {{-0.9, 5}}},
    {"log10p1", Intrinsic::not_intrinsic, "f", {Log10E / (1 + X0)},
     [](ArrayRef<long double> X) { return log10l(1 + X[0]); }, {{-0.9, 5}}},

    // powers and roots
    {"pow powr", Intrinsic::pow, "ff", Power,                            EVALUATE2(powl),   {Positive, Any}},
    {"powi",  Intrinsic::powi,  "fi", {Exponent * powi(IntegerBase, integerPlus(1, -1)), 0},
     EVALUATE2(powl), {Positive, {-4, 4}}},
    {"sqrt",  Intrinsic::sqrt,  "f", {0.5 / Y},                          EVALUATE1(sqrtl),  {Positive}},
    {"rsqrt", Intrinsic::not_intrinsic, "f", {-0.5 * Y / X0},
     [](ArrayRef<long double> X) { return 1 / sqrtl(X[0]); }, {Positive}},
    {"cbrt",  Intrinsic::not_intrinsic, "f", {1 / (3 * (Y * Y))},        EVALUATE1(cbrtl),  {Positive}},
    {"pown",  Intrinsic::not_intrinsic, "fl", {Exponent * pow(IntegerBase, Exponent - 1), 0},
     EVALUATE2(powl), {Positive, {-4, 4}}},
    {"rootn", Intrinsic::not_intrinsic, "fl", {Y / (Exponent * X0), 0},
     [](ArrayRef<long double> X) { return powl(X[0], 1 / X[1]); }, {Positive, {1, 4}}},
    {"compoundn", Intrinsic::not_intrinsic, "fl", {Exponent * Y / (1 + X0), 0},
     [](ArrayRef<long double> X) { return powl(1 + X[0], X[1]); }, {Positive, {-4, 4}}},
    {"scalb", Intrinsic::not_intrinsic, "ff", {exp2(X1), 0},
     [](ArrayRef<long double> X) { return ldexpl(X[0], static_cast<int>(X[1])); }, {Any, {2, 2}}},
    // cabs has two parameters where the platform passes a complex number so.
    {"hypot cabs", Intrinsic::not_intrinsic, "ff", {X0 / Y, X1 / Y},          EVALUATE2(hypotl), {Any, Positive}},
    {"carg", Intrinsic::not_intrinsic, "ff", {-X1 / (X0 * X0 + X1 * X1), X0 / (X0 * X0 + X1 * X1)},
     [](ArrayRef<long double> X) { return atan2l(X[1], X[0]); }, {Any, Positive}},

    // error and gamma functions
    {"erf",   Intrinsic::not_intrinsic, "f", {TwoBySqrtPi * exp(-(X0 * X0))},    EVALUATE1(erfl),  {Any}},
    {"erfc",  Intrinsic::not_intrinsic, "f", {-(TwoBySqrtPi * exp(-(X0 * X0)))}, EVALUATE1(erfcl), {Any}},
    {"tgamma", Intrinsic::not_intrinsic, "f", {Y * polygamma(integerConstant(0), X0)},
     EVALUATE1(tgammal), {{-0.9, 5}}},
    // glibc's gamma is lgamma.
    {"lgamma gamma", Intrinsic::not_intrinsic, "f", {polygamma(integerConstant(0), X0)},
     EVALUATE1(lgammal), {{-0.9, 5}}},
    {"lgamma*_r gamma*_r", Intrinsic::not_intrinsic, "fp", {polygamma(integerConstant(0), X0), 0},
     EVALUATE1(lgammal), {{-0.9, 5}}},
    {PolygammaName, Intrinsic::not_intrinsic, "if", {0, polygamma(integerPlus(0, 1), X1)},
     [](ArrayRef<long double> X) { return Polygamma.Evaluate(X); }, {{0, 4}, {-0.9, 5}}},

    // Bessel functions
    {"j0", Intrinsic::not_intrinsic, "f", {-j1(X0)},                                     EVALUATE1(j0l), {Positive}},
    {"j1", Intrinsic::not_intrinsic, "f", {0.5 * (j0(X0) - jn(integerConstant(2), X0))}, EVALUATE1(j1l), {Positive}},
    {"jn", Intrinsic::not_intrinsic, "if", {0, 0.5 * (jn(integerPlus(0, -1), X1) - jn(integerPlus(0, 1), X1))},
     [](ArrayRef<long double> X) { return jnl(static_cast<int>(X[0]), X[1]); }, {{-3, 3}, Positive}},
    {"y0", Intrinsic::not_intrinsic, "f", {-y1(X0)},                                     EVALUATE1(y0l), {Positive}},
    {"y1", Intrinsic::not_intrinsic, "f", {0.5 * (y0(X0) - yn(integerConstant(2), X0))}, EVALUATE1(y1l), {Positive}},
    {"yn", Intrinsic::not_intrinsic, "if", {0, 0.5 * (yn(integerPlus(0, -1), X1) - yn(integerPlus(0, 1), X1))},
     [](ArrayRef<long double> X) { return ynl(static_cast<int>(X[0]), X[1]); }, {{-3, 3}, Positive}},

    // signs, choices, remainders
    {"fabs",     Intrinsic::fabs,     "f", {SignOf},                          EVALUATE1(fabsl),     {Positive}},
    {"copysign", Intrinsic::copysign, "ff", {SignOf * copysign(1, X1), 0},    EVALUATE2(copysignl), {Positive, Positive}},
    {"fdim", Intrinsic::not_intrinsic, "ff", {select(X0, GT, X1, 1, 0), select(X0, GT, X1, -1, 0)},
     EVALUATE2(fdiml), {{2, 5}, {-3, 1}}},
    {"fmin", Intrinsic::minnum, "ff", Choose.number(LE), EVALUATE2(fminl), {{2, 5}, {-3, 1}}},
    {"fmax", Intrinsic::maxnum, "ff", Choose.number(GE), EVALUATE2(fmaxl), {{2, 5}, {-3, 1}}},
    {"fminimum",     Intrinsic::minimum,    "ff", Choose.propagate(LE), EVALUATE2(fminl), {{2, 5}, {-3, 1}}},
    {"fmaximum",     Intrinsic::maximum,    "ff", Choose.propagate(GE), EVALUATE2(fmaxl), {{2, 5}, {-3, 1}}},
    {"fminimum_num", Intrinsic::minimumnum, "ff", Choose.number(LE), EVALUATE2(fminl), {{2, 5}, {-3, 1}}},
    {"fmaximum_num", Intrinsic::maximumnum, "ff", Choose.number(GE), EVALUATE2(fmaxl), {{2, 5}, {-3, 1}}},
    {"fminimum_mag fminimum_mag_num fminmag", Intrinsic::not_intrinsic, "ff",
     Choose.magnitude(LT, Choose.number(LE)), EVALUATE2(fminl), {{2, 5}, {0.5, 1}}},
    {"fmaximum_mag fmaximum_mag_num fmaxmag", Intrinsic::not_intrinsic, "ff",
     Choose.magnitude(GT, Choose.number(GE)), EVALUATE2(fmaxl), {{2, 5}, {0.5, 1}}},
    {"fmod",           Intrinsic::not_intrinsic, "ff", {1, Quotient}, EVALUATE2(fmodl),      {{3.2, 3.5}, {0.9, 0.95}}},
    {"remainder drem", Intrinsic::not_intrinsic, "ff", {1, Quotient}, EVALUATE2(remainderl), {{3.1, 3.4}, {0.98, 1}}},
    {"remquo", Intrinsic::not_intrinsic, "ffp", {1, Quotient, 0},     EVALUATE2(remainderl), {{3.1, 3.4}, {0.98, 1}}},
    {"fma",    Intrinsic::fma, "fff", {X1, X0, 1},
     [](ArrayRef<long double> X) { return fmal(X[0], X[1], X[2]); }, {Any, Any, Any}},
    {"nextafter",  Intrinsic::not_intrinsic, "ff", {1, 0}, EVALUATE2(nextafterl), {Any, Positive}},
    {"nexttoward", Intrinsic::not_intrinsic, "fL", {1, 0}, EVALUATE2(nextafterl), {Any, Positive}},
    {"nextup",     Intrinsic::not_intrinsic, "f", {1},     EVALUATE1(static_cast<long double>), {Any}},
    {"nextdown",   Intrinsic::not_intrinsic, "f", {1},     EVALUATE1(static_cast<long double>), {Any}},

    // arithmetic in the guise of an intrinsic
    {"", Intrinsic::fmuladd,          "fff", {X1, X0, 1},
     [](ArrayRef<long double> X) { return fmal(X[0], X[1], X[2]); }, {Any, Any, Any}},
    {"", Intrinsic::canonicalize,     "f", {1}, EVALUATE1(static_cast<long double>), {Any}},
    {"", Intrinsic::arithmetic_fence, "f", {1}, EVALUATE1(static_cast<long double>), {Any}},
    {"", Intrinsic::experimental_constrained_fadd, "ff", {1, 1},
     [](ArrayRef<long double> X) { return X[0] + X[1]; }, {Any, Any}},
    {"", Intrinsic::experimental_constrained_fsub, "ff", {1, -1},
     [](ArrayRef<long double> X) { return X[0] - X[1]; }, {Any, Any}},
    {"", Intrinsic::experimental_constrained_fmul, "ff", {X1, X0},
     [](ArrayRef<long double> X) { return X[0] * X[1]; }, {Any, Any}},
    {"", Intrinsic::experimental_constrained_fdiv, "ff", {1 / X1, -(Y / X1)},
     [](ArrayRef<long double> X) { return X[0] / X[1]; }, {Any, Positive}},
    {"", Intrinsic::experimental_constrained_frem, "ff", {1, Quotient}, EVALUATE2(fmodl), {{3.2, 3.5}, {0.9, 0.95}}},

    // steps: zero almost everywhere
    {"floor",     Intrinsic::floor,     "f", {0}, EVALUATE1(floorl),     {{0.1, 0.9}}},
    {"ceil",      Intrinsic::ceil,      "f", {0}, EVALUATE1(ceill),      {{0.1, 0.9}}},
    {"trunc",     Intrinsic::trunc,     "f", {0}, EVALUATE1(truncl),     {{0.1, 0.9}}},
    {"rint",      Intrinsic::rint,      "f", {0}, EVALUATE1(rintl),      {{0.1, 0.4}}},
    {"nearbyint", Intrinsic::nearbyint, "f", {0}, EVALUATE1(nearbyintl), {{0.1, 0.4}}},
    {"round",     Intrinsic::round,     "f", {0}, EVALUATE1(roundl),     {{0.1, 0.4}}},
    {"roundeven", Intrinsic::roundeven, "f", {0}, EVALUATE1(rintl),      {{0.1, 0.4}}},
    {"logb",      Intrinsic::not_intrinsic, "f", {0}, EVALUATE1(logbl),  {{1.1, 1.9}}},
  };
  // clang-format on
}

std::string MathRow::name() const {
  StringRef First = StringRef(Names).split(' ').first;
  if (First.empty())
    return Intrinsic::getBaseName(ID).drop_front(strlen("llvm.")).str();
  std::string Name;
  for (char C : First)
    if (C != '*')
      Name += C;
  return Name;
}

bool MathRow::isZero() const {
  return all_of(Partials, [](const Partial &P) { return P.isConstant(0); });
}

const std::vector<MathRow> &mathRows() {
  static const std::vector<MathRow> Rows = writeRows();
  return Rows;
}

std::string mathTableText() {
  std::string Text = "| function | intrinsic | dy/dx0 | dy/dx1 | dy/dx2 |\n| --- | --- | --- | --- | --- |\n";
  for (const MathRow &Row : mathRows()) {
    StringRef Names = Row.Names;
    std::string Cells[] = {join(split(Names, ' '), ", "), Row.ID ? Intrinsic::getBaseName(Row.ID).str() : "", "", "",
                           ""};
    for (auto [Index, P] : enumerate(Row.Partials))
      if (Row.Parameters[Index] == 'f')
        Cells[2 + Index] = "`" + P.text() + "`";
    for (const std::string &Cell : Cells)
      Text += "| " + Cell + (Cell.empty() ? "" : " ");
    Text += "|\n";
  }
  return Text;
}

} // namespace fluxion
