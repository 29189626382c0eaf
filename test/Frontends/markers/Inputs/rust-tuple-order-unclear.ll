; Two structs by value of unknown size: which gradient is which?
define { [4 x double], { double, double, double }, double, double } @ask(ptr %a, ptr %b, double %x) {
  %d = call { [4 x double], { double, double, double }, double, double } (...) @__enzyme_autodiff_RNvC1a1d(ptr @f, ptr @enzyme_primal_return, ptr @enzyme_out, ptr %a, ptr @enzyme_out, ptr %b, ptr @enzyme_out, double %x)
  ret { [4 x double], { double, double, double }, double, double } %d
}

define double @f(ptr %a, ptr %b, double %x) {
  %u = load double, ptr %a
  %v = load double, ptr %b
  %uv = fmul double %u, %v
  %r = fmul double %uv, %x
  ret double %r
}

@enzyme_primal_return = external global ptr
@enzyme_out = external global ptr
declare { [4 x double], { double, double, double }, double, double } @__enzyme_autodiff_RNvC1a1d(...)
