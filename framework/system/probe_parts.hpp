// Shared parts of the probes: tests for round-off, the worst violation, residuals row by row. Private header of
// framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <cmath>
#include <optional>
#include <span>
#include <string>

namespace nonholo::detail {

inline constexpr double printed = 1e-9;  // papers print ten digits

/// Whether x is zero to round-off, for a sum x of terms of the size `terms`. False for NaN.
template <class Real> bool is_round_off(const Real& x, const Real& terms) {
  using std::abs;
  return abs(x) <= 16 * epsilon<Real> * abs(terms);
}

[[noreturn]] inline void refuse_size(const char* key, std::size_t size, Eigen::Index wanted) {
  throw InputError(key, "has " + std::to_string(size) + " entries; the system has " + std::to_string(wanted));
}

/// Whether two numbers are equal to round-off. Two NaNs are equal.
template <class Real> bool is_same(const Real& one, const Real& other) {
  using std::isnan;
  return one == other || (isnan(one) && isnan(other)) || is_round_off<Real>(one - other, other);
}
template <class X> bool same(const X& one, const X& other) {
  for (Eigen::Index i = 0; i < one.size(); ++i)
    if (!is_same<typename X::Scalar>(one[i], other[i])) return false;
  return true;
}

/// The constraint with the largest |k_i| / scale_of_row(i) among those with |k_i| > 1e-12 scale_of_row(i) + |noise_i|;
/// nothing if there is none.
/// @param noise the rounding error of k
template <class Real, class K, class Scale>
std::optional<Violation<Real>> worst_violation(const K& k, const K& noise, const Scale& scale_of_row) {
  using std::abs;
  std::optional<Violation<Real>> worst;
  for (Eigen::Index i = 0; i < k.size(); ++i) {
    if (k[i] == 0) continue;  // it holds in any metric, even where the scale is NaN
    const Real scale = scale_of_row(i), scaled = k[i] / scale;
    if (!(abs(k[i]) <= Real(1e-12) * scale + abs(noise[i])) && (!worst || !(abs(scaled) <= abs(worst->scaled))))
      worst = {i, k[i], scaled};
  }
  return worst;
}

/// Storage behind Probe::rows(); column j holds member j of RowResiduals.
template <class Real, int m> class ProbedRows {
 public:
  explicit ProbedRows(Eigen::Index rows) : numbers_(Matrix<Real, m, 5>::Zero(rows, 5)) {}

  void clear(const Real& x) { numbers_.setConstant(x); }
  /// Stores |k_i| and its scale. Returns |k_i| / scale, 0 where the scale is not positive.
  Real velocity(Eigen::Index i, const Real& k, const Real& scale) { return put(i, 0, k, scale); }
  /// Stores |g_i|, its scale and its reach. Returns |g_i| / reach, 0 where the reach is not positive.
  Real position(Eigen::Index i, const Real& g, const Real& scale, const Real& reach) {
    using std::abs;
    put(i, 2, g, scale);
    numbers_(i, 4) = reach;
    return reach > 0 ? Real(abs(g) / reach) : Real(0);
  }
  RowResiduals<Real> view() const { return {column(0), column(1), column(2), column(3), column(4)}; }

 private:
  Real put(Eigen::Index i, Eigen::Index at, const Real& residual, const Real& scale) {
    using std::abs;
    numbers_(i, at) = abs(residual);
    numbers_(i, at + 1) = scale;
    return scale > 0 ? Real(abs(residual) / scale) : Real(0);
  }
  std::span<const Real> column(Eigen::Index j) const {
    return {numbers_.data() + j * numbers_.rows(), static_cast<std::size_t>(numbers_.rows())};
  }

  Matrix<Real, m, 5> numbers_;
};

}  // namespace nonholo::detail
