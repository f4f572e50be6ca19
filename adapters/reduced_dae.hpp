// A DAE in Hessenberg form, y' = f(t, y, z), 0 = g(t, y), as IDA and odeint take it.
//
//   ImplicitHessenberg    IDA     reduced     y' = f(t, y, z),              0 = c(t, y, z)
//                                 constrained y' = f(t, y, z),              0 = g(t, y)
//                                 stabilised  y' = f(t, y, z) - g_y^T mu,   0 = c(t, y, z),  0 = g(t, y)
//   UnderlyingHessenberg  odeint              y' = f(t, y, z(t, y)),  z the root of c that continues the last one
//
// The first is of index 1. In the others z, and mu, are of index 2; mu vanishes along solutions (Gear, Gupta &
// Leimkuhler 1985). With g alone z is found such that the step ends on g = 0: its error, O(h) at order 1, changes with
// the step size and the order, comes back into y along f_z, and where f_z is far from normal to the constraint (2.28)
// IDA takes it for an error of the step, stays at order 1 and errs (docs/science/daes.md).
//
// c is the hidden constraint (hessenberg.hpp). It may have several roots z; that of the start is kept to
// (root_branch.hpp). A skew-gradient system is such a DAE without z.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/adapters/implicit_dae.hpp>
#include <nonholo/framework/faces/hessenberg.hpp>
#include <nonholo/framework/system/root_branch.hpp>

#include <memory>
#include <span>

namespace nonholo {

enum class DaeForm { reduced, constrained, stabilised };

class ImplicitHessenberg final : public ImplicitDae {
 public:
  ImplicitHessenberg(std::unique_ptr<ReducibleHessenberg<double>> dae, DaeForm form);

  Eigen::Index differential() const override { return ny_; }
  Eigen::Index algebraic() const override { return form_ == DaeForm::stabilised ? 2 * nz_ : nz_; }
  Eigen::Index index_two() const override { return form_ == DaeForm::reduced ? 0 : nz_; }
  bool complete(double t, double* x, double* x_dot) override;
  bool residual(double t, const double* x, const double* x_dot, double* F) override;
  bool jacobian(double t, double c, const double* x, const double* x_dot, double* J) override;
  void choose_branch(double t, const double* x) override;
  bool on_branch(double t, const double* x) override;

 private:
  void load(const double* x);

  std::unique_ptr<ReducibleHessenberg<double>> dae_;
  DaeForm form_;
  Eigen::Index ny_, nz_;
  RootBranch<double> branch_;
  VectorX<double> y_, z_, value_;
  MatrixX<double> rates_;
  HessenbergLinearisation<double> linear_;
  HiddenLinearisation<double> hidden_;
};

/// An ordinary differential equation as odeint.cpp takes it.
class UnderlyingHessenberg {
 public:
  static constexpr int fixed_size = dynamic;

  explicit UnderlyingHessenberg(std::unique_ptr<ReducibleHessenberg<double>> dae);

  Eigen::Index size() const { return dae_->differential(); }
  Eigen::Index coordinates() const { return size(); }
  Eigen::Index velocities() const { return 0; }

  /// Where to look for z at the start.
  void guess(std::span<const double> z);
  /// z of a state that the run goes on from; false where it has none.
  bool complete(double t, double* y);
  /// y', false where no z on the branch of the start is found next to the last.
  bool rate(double t, const double* y, double* y_dot);
  /// Of a state that a step was accepted in: z there, from which the next step looks.
  bool accept(double t, const double* y);
  /// After a step that was not.
  void reject() { z_ = accepted_; }

  /// Those that stand beside the state: z.
  std::span<const double> multipliers(const double*) const { return values(accepted_); }

 private:
  bool find(double t, const double* y);

  std::unique_ptr<ReducibleHessenberg<double>> dae_;
  RootBranch<double> branch_;
  VectorX<double> y_, z_, accepted_;
  MatrixX<double> rates_;
};

}  // namespace nonholo
