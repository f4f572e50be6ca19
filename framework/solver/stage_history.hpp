// The starting guess for the stage equations: the unknowns of the last steps, extrapolated in time.
//
// With a constant step size each unknown (a stage velocity, a stage multiplier) is a smooth function of the step's
// start time along the numerical solution, so a polynomial through its last values predicts the next one: with p + 1
// values the guess is O(h^(p+1)) off. Extrapolating the stage polynomial of one step instead is O(h^s) off
// (docs/findings.md has both measured).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <array>

namespace nonholo {

template <class Real> class StageHistory {
 public:
  static constexpr int depth = 7;

  /// @param reach  values that are extrapolated, at most depth: each one more doubles what is not smooth in time
  explicit StageHistory(Eigen::Index unknowns, int reach = depth)
      : past_(MatrixX<Real>::Zero(unknowns, depth)),
        reach_(reach) {}

  /// Forgets everything: after a reversal, or when the step size changes.
  void clear() { known_ = 0; }

  /// True, with the prediction in x (which has its size already), when at least two steps of this size are known.
  bool predict(Real h, VectorX<Real>& x) const {
    if (known_ < 2 || h != h_) return false;
    // Extrapolation through equidistant values has binomial coefficients with alternating signs.
    static constexpr std::array<std::array<int, depth>, depth + 1> weights{{{},
                                                                            {1},
                                                                            {2, -1},
                                                                            {3, -3, 1},
                                                                            {4, -6, 4, -1},
                                                                            {5, -10, 10, -5, 1},
                                                                            {6, -15, 20, -15, 6, -1},
                                                                            {7, -21, 35, -35, 21, -7, 1}}};
    const auto& w = weights[static_cast<std::size_t>(known_)];
    // One pass over plain columns: the unknown columns of a short history have weight 0, and expressions of a few
    // numbers cost more than they compute.
    const Real *a = column(0), *b = column(1), *c = column(2), *d = column(3), *e = column(4), *f = column(5),
               *g = column(6);
    Real* __restrict out = x.data();
    for (Eigen::Index i = 0; i < x.size(); ++i)
      out[i] = w[0] * a[i] + w[1] * b[i] + w[2] * c[i] + w[3] * d[i] + w[4] * e[i] + w[5] * f[i] + w[6] * g[i];
    return true;
  }

  /// Remembers the solution x of a step of size h.
  void push(Real h, const VectorX<Real>& x) {
    if (h != h_) known_ = 0;
    h_ = h;
    newest_ = newest_ + 1 < depth ? newest_ + 1 : 0;
    std::copy_n(x.data(), x.size(), past_.col(newest_).data());
    known_ = std::min(known_ + 1, reach_);
  }

 private:
  const Real* column(int age) const { return past_.col(age <= newest_ ? newest_ - age : newest_ - age + depth).data(); }

  MatrixX<Real> past_;  // a ring of columns
  int reach_;
  Real h_ = 0;
  int newest_ = 0, known_ = 0;
};

}  // namespace nonholo
