//===- ceres.hpp - Cost functions for Ceres -*- C++ -*-===//
//
// Part of Fluxion, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A cost function whose Jacobians Fluxion makes, in place of ceres::AutoDiffCostFunction:
// the functor is written for double and is no template.
//
//   struct Reprojection {
//     bool operator()(const double *camera, const double *point, double *residuals) const;
//   };
//   problem.AddResidualBlock(new fluxion::ceres::CostFunction<Reprojection, 2, 6, 3>(Reprojection{...}), ...);
//===----------------------------------------------------------------------===//
#ifndef FLUXION_CERES_HPP
#define FLUXION_CERES_HPP

#include "fluxion.hpp"
#include <ceres/sized_cost_function.h>

namespace fluxion::ceres {

/// \p Functor computes \p Residuals residuals from blocks of \p Sizes parameters.
template <class Functor, int Residuals, int... Sizes>
class CostFunction : public ::ceres::SizedCostFunction<Residuals, Sizes...> {
  static constexpr std::size_t Total = (static_cast<std::size_t>(Sizes) + ... + 0);
  using Parameters = std::array<double, Total>;
  using Values = std::array<double, static_cast<std::size_t>(Residuals)>;

public:
  explicit CostFunction(Functor functor) : F(std::move(functor)) {}

  bool Evaluate(const double *const *blocks, double *residuals, double **jacobians) const override {
    Parameters x;
    std::size_t at = 0, number = 0;
    ((at = copyBlock(x, at, blocks[number++], Sizes)), ...);
    if (!call(x, residuals))
      return false;
    if (!jacobians)
      return true;
    auto rows = jacobian([this](const Parameters &all) { return values(all); }, x);
    at = number = 0;
    ((at = copyColumns(rows, at, jacobians[number++], Sizes)), ...);
    return true;
  }

private:
  Values values(const Parameters &x) const {
    Values all{};
    call(x, all.data());
    return all;
  }
  bool call(const Parameters &x, double *residuals) const {
    return callWith(x, residuals, std::make_index_sequence<sizeof...(Sizes)>());
  }
  template <std::size_t... Block>
  bool callWith(const Parameters &x, double *residuals, std::index_sequence<Block...>) const {
    constexpr std::size_t sizes[] = {static_cast<std::size_t>(Sizes)...};
    constexpr auto offset = [](const std::size_t *all, std::size_t block) {
      std::size_t sum = 0;
      for (std::size_t i = 0; i < block; ++i)
        sum += all[i];
      return sum;
    };
    return F((x.data() + offset(sizes, Block))..., residuals);
  }
  static std::size_t copyBlock(Parameters &x, std::size_t at, const double *block, int size) {
    for (int i = 0; i < size; ++i)
      x[at++] = block[i];
    return at;
  }
  /// Ceres wants each block's part of the Jacobian by rows; null for blocks that are constant.
  static std::size_t copyColumns(const std::array<Parameters, static_cast<std::size_t>(Residuals)> &rows,
                                 std::size_t at, double *to, int size) {
    for (std::size_t row = 0; to && row < rows.size(); ++row)
      for (int i = 0; i < size; ++i)
        *to++ = rows[row][at + static_cast<std::size_t>(i)];
    return at + static_cast<std::size_t>(size);
  }

  Functor F;
};

} // namespace fluxion::ceres

#endif
