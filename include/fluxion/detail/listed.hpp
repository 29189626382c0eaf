//===- listed.hpp - What is asked of objects that have no name -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// With FLUXION_LISTS_REQUESTS, as `fluxion check` compiles a file, every lambda and functor
// that a request is for puts itself on a list before the program starts. An object to check
// is made where that is possible without running the program:
//
//   a lambda that captures nothing   any object will do: it holds nothing
//   a functor                        default-made, with floats in its members made up
//   anything else                    is not checked, which the table says
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_LISTED_HPP
#define FLUXION_DETAIL_LISTED_HPP

#include <algorithm>
#include <string_view>

namespace fluxion::detail {

struct ListedRequest {
  std::string name;
  Verdict (*check)(const std::string &name, const CheckOptions &options);
};
inline std::vector<ListedRequest> &listed_requests() {
  static std::vector<ListedRequest> all;
  return all;
}

/// "(lambda at file.cpp:3:7)", "Spring": what the compiler calls F, without directories.
template <class F> std::string name_of_type() {
  std::string_view text = __PRETTY_FUNCTION__;
  const std::string_view before = "[F = ";
  std::string name(text.substr(text.find(before) + before.size()));
  name.pop_back();
  const std::string_view at = "lambda at ";
  if (const std::size_t begin = name.find(at); begin != std::string::npos)
    if (const std::size_t slash = name.rfind('/'); slash != std::string::npos && slash > begin)
      name.erase(begin + at.size(), slash + 1 - begin - at.size());
  return name;
}

template <class F, class = void> inline constexpr bool has_one_call = false;
template <class F> inline constexpr bool has_one_call<F, std::void_t<decltype(&F::operator())>> = true;

inline Verdict not_checked(const std::string &name, const char *why, const CheckOptions &options) {
  std::printf("%s: %snot checked%s  (%s)\n", name.c_str(), paint(options, "\033[33m"), paint(options, "\033[0m"), why);
  return Verdict::NotChecked;
}

/// An object of class F that holds nothing, whatever its constructors are.
template <class F> struct Nothing {
  union {
    F object;
  };
  Nothing() {} // NOLINT: there is nothing to begin
  ~Nothing() {}
};

template <class F> Verdict check_listed(const std::string &name, const CheckOptions &options) {
  if constexpr (!has_one_call<F>) {
    return not_checked(name, "what it takes is not one list of types; call fluxion::check with a lambda that says it",
                       options);
  } else if constexpr (std::is_empty_v<F>) {
    Nothing<F> made;
    return fluxion::check(name.c_str(), made.object, options);
  } else if constexpr (std::is_default_constructible_v<F>) {
    F made{};
    RandomNumbers random(options.seed);
    if constexpr (kind<F> == Kind::Members) {
      giveSize(made, options.length);
      fillFloats(made, random, inputRanges(1).front());
    }
    return fluxion::check(name.c_str(), made, options);
  } else {
    return not_checked(name, "it holds values that only the program has; call fluxion::check where it is made",
                       options);
  }
}

template <class F> bool list_request() {
  if constexpr (std::is_class_v<F>)
    if constexpr (!is_named<F>)
      listed_requests().push_back({name_of_type<F>(), &check_listed<F>});
  return true;
}

/// Checks everything on the list; counts what is right and what is wrong.
inline void check_all_listed(const CheckOptions &options, int &right, int &wrong) {
  const std::vector<ListedRequest> all = listed_requests();
  for (const ListedRequest &request : all) {
    const Verdict verdict = request.check(request.name, options);
    right += verdict == Verdict::Right;
    wrong += verdict == Verdict::Wrong;
    std::fflush(stdout);
  }
}

} // namespace fluxion::detail

#endif
