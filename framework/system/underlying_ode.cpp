// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/underlying_ode.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/saddle_point.hpp>

#include <algorithm>

namespace nonholo {

namespace {

template <class Real, int n, int m> class OfSaddlePoint final : public UnderlyingOde<Real> {
  using Q = Vector<Real, n>;

 public:
  explicit OfSaddlePoint(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)),
        saddle_(*dynamics_),
        q_(dynamics_->coordinates()),
        v_(dynamics_->coordinates()) {}

  bool rate(Real t, const Real* y, Real* y_dot) override {
    load(y);
    const bool regular = saddle_.solve(t, q_, v_);
    Real* const end = std::ranges::copy(saddle_.acceleration(), std::ranges::copy(v_, y_dot).out).out;
    std::fill(end, y_dot + padded_state(q_.size()), Real(0));
    return regular;
  }

  bool settle(Real t, Real* y, Real* y_dot) override {
    load(y);
    const bool regular = saddle_.place(t, q_, v_) && saddle_.project(t, q_, v_);
    std::ranges::copy(v_, std::ranges::copy(q_, y).out);
    return rate(t, y, y_dot) && regular;
  }

  bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) override {
    const bool regular = rate(t, predicted, y_dot);
    const Eigen::Index size = q_.size();
    for (Eigen::Index i = 0; i < size; ++i) {
      y[i] += q_weight * y_dot[size + i];
      y[size + i] += v_weight * y_dot[size + i];
    }
    return settle(t, y, y_dot) && regular;
  }

  std::span<const Real> multipliers() const override { return values(saddle_.multipliers()); }

 private:
  void load(const Real* y) {
    std::copy_n(y, q_.size(), q_.data());
    std::copy_n(y + q_.size(), v_.size(), v_.data());
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  SaddlePoint<Real, n, m> saddle_;
  Q q_, v_;
};

}  // namespace

template <class Real> std::unique_ptr<UnderlyingOde<Real>> underlying_ode(const AnyDynamics<Real>& dynamics) {
  return std::visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& known)
          -> std::unique_ptr<UnderlyingOde<Real>> { return std::make_unique<OfSaddlePoint<Real, n, m>>(known); },
      dynamics);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<UnderlyingOde<double>> underlying_ode(const AnyDynamics<double>&);
#else
template std::unique_ptr<UnderlyingOde<quad>> underlying_ode(const AnyDynamics<quad>&);
#endif

}  // namespace nonholo
