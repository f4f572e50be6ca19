// The exact Jacobian of the SPARK equations (spark_equations.hpp). Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>
#include <nonholo/methods/runge_kutta/spark_unknowns.hpp>

#include <vector>

namespace nonholo {

/// At tells where unknowns and equations stand.
template <class Real, int n, int m, class At = SparkUnknowns<n>> class ExactSpark {
 public:
  ExactSpark(const SparkCoefficients<Real>& coefficients, Eigen::Index rows, Eigen::Index constraints)
      : T_(coefficients),
        s_(coefficients.stages),
        n_(rows),
        m_(constraints),
        at_{rows, constraints, coefficients.stages} {}

  /// The linearisation at point i, to be filled before fill(). Of large systems made when it is first asked for.
  Linearisation<Real, n, m>& at(Eigen::Index i) {
    if (linear_.empty()) linear_ = points();
    return linear_[static_cast<std::size_t>(i)];
  }

  /// J of a step of size h, of which everything is set.
  void fill(MatrixX<Real>& J, Real h) {
    h_ = h;
    J.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) momentum_rows(J, i);
    for (Eigen::Index i = 0; i < s_; ++i) constraint_rows(J, i);
    at_.between([&J](Eigen::Index i) { J(i, i) = 1; });
  }

 private:
  /// d R_i: p at point i, then the forces and reactions of the stages j, each through V_j and through Q_j = q_0 + h
  /// sum_l a_jl V_l.
  void momentum_rows(MatrixX<Real>& J, Eigen::Index i) {
    const auto& own = at(i);
    velocity_block(J, i, i) += own.p_v;
    for (Eigen::Index l = 0; l < s_; ++l) velocity_block(J, i, l) += (h_ * T_.a(i, l)) * own.p_q;
    for (Eigen::Index j = 0; j < s_; ++j) {
      const auto& stage = at(j);
      const Real hat = h_ * T_.a_hat(i, j), tilde = h_ * T_.a_tilde(i, j);
      velocity_block(J, i, j) -= hat * stage.f_v + tilde * stage.reaction_v;
      for (Eigen::Index l = 0; l < s_; ++l)
        velocity_block(J, i, l) -= (h_ * T_.a(j, l)) * (hat * stage.f_q + tilde * stage.reaction_q);
      for (Eigen::Index b = 0; b < m_; ++b)
        J.col(at_.multiplier(j, b)).segment(at_.velocity(i), n_) -= tilde * stage.reaction_lambda.col(b);
    }
  }

  /// d C_i, C_i = sum_l w_il k_l.
  void constraint_rows(MatrixX<Real>& J, Eigen::Index i) {
    for (Eigen::Index l = 0; l < T_.points; ++l) {
      if (T_.w(i, l) == 0) continue;
      const auto& point = at(l);
      const auto add = [&](Eigen::Index j, const Real& weight, const Matrix<Real, m, n>& slope) {
        for (Eigen::Index b = 0; b < m_; ++b)
          J.row(at_.multiplier(i, b)).segment(at_.velocity(j), n_) += weight * slope.row(b);
      };
      if (l <= s_) add(l, T_.w(i, l), point.K);
      else
        for (Eigen::Index j = 0; j < s_; ++j) add(j, T_.w(i, l) * T_.beta(l - s_ - 1, j), point.K);
      for (Eigen::Index j = 0; j < s_; ++j) add(j, T_.w(i, l) * h_ * T_.a(l, j), point.k_q);
    }
  }

  std::vector<Linearisation<Real, n, m>> points() const {
    return {static_cast<std::size_t>(T_.points), Linearisation<Real, n, m>(n_, m_)};
  }

  auto velocity_block(MatrixX<Real>& J, Eigen::Index i, Eigen::Index l) {
    return J.template block<n, n>(at_.velocity(i), at_.velocity(l), n_, n_);
  }

  const SparkCoefficients<Real>& T_;
  Eigen::Index s_, n_, m_;
  At at_;
  Real h_ = 0;
  std::vector<Linearisation<Real, n, m>> linear_ =
      n_ * s_ >= large_system ? std::vector<Linearisation<Real, n, m>>() : points();
};

}  // namespace nonholo
