// The face of a skew-gradient system written as a plain struct (skew_gradient_system.hpp). Runge-Kutta methods see it
// through another, hessenberg_of.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/framework/problem/skew_gradient_system.hpp>

#include <utility>

namespace nonholo {

template <SkewGradientSystem P, class Real> class SkewGradientOf final : public SkewGradient<Real> {
  using Zeta = VectorX<Real>;
  using Own = Vector<Real, P::nzeta>;
  using Square = Matrix<Real, P::nzeta, P::nzeta>;

 public:
  explicit SkewGradientOf(P problem) : problem_(std::move(problem)) {}

  Eigen::Index size() const override { return P::nzeta; }
  Real energy(const Zeta& zeta) override { return problem_.hamiltonian(Own(zeta)); }
  void gradient(const Zeta& zeta, Zeta& H_zeta) override { H_zeta = hamiltonian_gradient(problem_, Own(zeta)); }
  void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) override {
    rate = Square(problem_.structure(Own(zeta))) * Own(d);
  }
  void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size) override {
    size = Square(problem_.structure(Own(zeta))).cwiseAbs() * Own(d).cwiseAbs();
  }

 private:
  P problem_;
};

}  // namespace nonholo
