//===- rows.hpp - The types of Jacobians and Hessians -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Row i of a Jacobian is the gradient of the i-th float of the result, of the type of
// the argument:
//
//   result                argument            Jacobian
//   double                X                   X
//   std::array<double, m> X                   std::array<X, m>
//   Eigen vector          Eigen vector        Eigen matrix
//   other                 X                   std::vector<X>
//===----------------------------------------------------------------------===//
#ifndef FLUXION_DETAIL_ROWS_HPP
#define FLUXION_DETAIL_ROWS_HPP

#include "floats.hpp"

namespace fluxion::detail {

/// Rows for a result R and a gradient G; at(i, j) is the derivative of float i by float j.
template <class R, class G> class Rows {
public:
  using type = std::vector<G>;
  Rows(std::size_t count, std::size_t, const G &zero) : Held(count, zero) {
    for (G &row : Held)
      Places.emplace_back(row);
  }
  float_type<G> &at(std::size_t i, std::size_t j) { return Places[i][j]; }
  type take() { return std::move(Held); }

private:
  type Held;
  std::vector<Floats<G>> Places;
};

template <class S, std::size_t M, class G> class RowsInArray {
public:
  using type = std::array<G, M>;
  RowsInArray(std::size_t, std::size_t, const G &zero) {
    Held.fill(zero);
    for (G &row : Held)
      Places.emplace_back(row);
  }
  float_type<G> &at(std::size_t i, std::size_t j) { return Places[i][j]; }
  type take() { return std::move(Held); }

private:
  type Held;
  std::vector<Floats<G>> Places;
};
template <std::size_t M, class G> class Rows<std::array<float, M>, G> : public RowsInArray<float, M, G> {
  using RowsInArray<float, M, G>::RowsInArray;
};
template <std::size_t M, class G> class Rows<std::array<double, M>, G> : public RowsInArray<double, M, G> {
  using RowsInArray<double, M, G>::RowsInArray;
};

/// Vectors of Eigen: the template is deduced, so that nothing of Eigen is named.
template <template <class, int, int, int, int, int> class Matrix, class S, int M, int OM, int MM, int N, int ON, int MN>
class Rows<Matrix<S, M, 1, OM, MM, 1>, Matrix<S, N, 1, ON, MN, 1>> {
public:
  using type = Matrix<S, M, N, (M == 1 && N != 1) ? 1 : 0, MM, MN>;
  Rows(std::size_t rows, std::size_t columns, const Matrix<S, N, 1, ON, MN, 1> &)
      : Held(type::Zero(static_cast<Index>(rows), static_cast<Index>(columns))) {}
  S &at(std::size_t i, std::size_t j) { return Held(static_cast<Index>(i), static_cast<Index>(j)); }
  type take() { return std::move(Held); }

private:
  using Index = typename type::Index;
  type Held;
};

/// One float: no list of rows at all.
template <class G> class SingleRow {
public:
  using type = G;
  SingleRow(std::size_t, std::size_t, const G &zero) : Held(zero), Places(Held) {}
  SingleRow(const SingleRow &) = delete;
  SingleRow &operator=(const SingleRow &) = delete;
  float_type<G> &at(std::size_t, std::size_t j) { return Places[j]; }
  type take() { return std::move(Held); }

private:
  type Held;
  Floats<G> Places;
};
template <class G> class Rows<float, G> : public SingleRow<G> {
  using SingleRow<G>::SingleRow;
};
template <class G> class Rows<double, G> : public SingleRow<G> {
  using SingleRow<G>::SingleRow;
};

/// How many directions one sweep carries. More than the floats there are would be wasted;
/// many more than four make the code large.
template <class T, class = void> struct lanes_for {
  static constexpr std::size_t value = 4;
};
template <class T> struct lanes_for<T, std::enable_if_t<std::is_floating_point_v<T>>> {
  static constexpr std::size_t value = 1;
};
template <class T, std::size_t N> struct lanes_for<std::array<T, N>> {
  static constexpr std::size_t value = std::is_floating_point_v<T> && N < 8 ? (N ? N : 1) : 4;
};
template <class T> struct lanes_for<T, std::enable_if_t<plain_of<T>::dense>> {
  static constexpr int size = T::SizeAtCompileTime;
  static constexpr std::size_t value = size > 0 && size < 8 ? static_cast<std::size_t>(size) : 4;
};

} // namespace fluxion::detail

#endif
