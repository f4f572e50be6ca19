// What every form of the geometric nonholonomic integrator carries and shows: (t, q, v~, lambda). Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/methods/geometric/gni.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

template <class Real, int n, int m> class NodeIntegrator : public Integrator<Real> {
 public:
  using typename Integrator<Real>::Values;

  NodeIntegrator(System<Real> system, const Dynamics<Real, n, m>& dynamics, MultiplierStart start)
      : Integrator<Real>(std::move(system)),
        dynamics_(dynamics),
        start_(start) {}

  bool save(std::vector<Real>& numbers) const override {
    put(numbers, t_);
    put(numbers, q_);
    put(numbers, v_);
    put(numbers, lambda_);
    put(numbers, moved_);
    return true;
  }

  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override { return {t_, values(q_), values(v_), moved_ ? values(lambda_) : Values()}; }

  /// lambda is even in v: a reversed state goes back over the same nodes.
  void reverse() override {
    v_ = -v_;
    moved_ = false;
  }

 protected:
  using Q = Vector<Real, n>;

  void do_start(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    if (start_ == MultiplierStart::consistent && saddle_.solve(t, q_, v_)) lambda_ = saddle_.multipliers();
    else lambda_.setZero();
    moved_ = false;
  }

  void do_restore(Values& numbers) override {
    take(numbers, t_);
    take(numbers, q_);
    take(numbers, v_);
    take(numbers, lambda_);
    take(numbers, moved_);
  }

  /// Takes the node that a step found, next_*.
  void advance(Real h) {
    t_ += h;
    q_ = next_q_;
    v_ = next_v_;
    lambda_ = next_lambda_;
    moved_ = true;
  }

  const Dynamics<Real, n, m>& dynamics_;
  const MultiplierStart start_;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints();
  Real t_ = 0;
  Q q_{n_}, v_{n_}, next_q_{n_}, next_v_{n_};
  Vector<Real, m> lambda_{m_}, next_lambda_{m_};

 private:
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  bool moved_ = false;  // lambda_ is that of a step
};

/// Form<Real, n, m>(system, dynamics, arguments...) in the size class of the system.
template <template <class, int, int> class Form, class Real, class... Arguments>
std::unique_ptr<Integrator<Real>> node_integrator(const System<Real>& system, const Arguments&... arguments) {
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<Real>> {
    return std::make_unique<Form<Real, n, m>>(system, *dynamics, arguments...);
  });
}

}  // namespace nonholo
