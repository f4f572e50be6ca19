// A method with stage equations of one's own: the implicit midpoint rule on the underlying ODE, its end projected onto
// the constraint. The frame predicts, solves and remembers; what is to be solved stands here.
//
//   a = v'(t_m, q_m, v_m),  v_m = v + h/2 a,  q_m = q + h/2 v_m       n unknowns: a
//   q_1 = q + h v_m,  v_1 = v + h a, moved to the nearest velocity that the constraint allows
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "sled.hpp"

#include <nonholo/framework/run/stage_integrator.hpp>

#include <cmath>
#include <cstdio>

class Midpoint final : public nonholo::StepEquations<double> {
  using Vector = nonholo::VectorX<double>;

 public:
  explicit Midpoint(const nonholo::System<double>& system)
      : probe_(nonholo::make_probe(system)),
        n_(system.coordinates()) {}

  nonholo::MethodTraits traits() const override { return {.order = 2, .keeps_constraint = true}; }
  int points() const override { return 1; }
  Eigen::Index multipliers() const override { return 0; }
  Eigen::Index size() const override { return n_; }

  void begin(const State& state, double h) override {
    t_ = state.t;
    h_ = h;
    q_ = state.q;
    v_ = state.v;
  }
  void first_guess(Vector& a) override { acceleration(t_, q_, v_, a); }
  void residual(const Vector& a, Vector& F) override {
    latest_ = a;
    equations(a, F);
  }
  void end(const Vector& a, State& next) override {
    next.q = q_ + h_ * (v_ + h_ / 2 * a);
    next.v = v_ + h_ * a;
    probe_->project(t_ + h_, nonholo::values(next.q), {next.v.data(), static_cast<std::size_t>(n_)});
  }

  // F'(a) = 1 + O(h): the identity is linearisation enough where steps are small, differences where they are not.
  bool linearise() override { return true; }
  void correct(const Vector& F, Vector& da) override { da = -F; }
  void jacobian(const Vector&, nonholo::MatrixX<double>& J) override {
    equations(latest_, F_);
    for (Eigen::Index j = 0; j < n_; ++j) {
      moved_ = latest_;
      moved_[j] += 1e-7 * (1 + std::abs(moved_[j]));
      equations(moved_, F_moved_);
      J.col(j) = (F_moved_ - F_) / (moved_[j] - latest_[j]);
    }
  }
  void weights(const Vector& a, Vector& weight) override { weight.setConstant(1 / (1 + a.norm())); }

 private:
  void acceleration(double t, const Vector& q, const Vector& v, Vector& a) {
    const bool solved = probe_->acceleration(t, nonholo::values(q), nonholo::values(v), {a.data(), a.data() + n_});
    if (!solved) a.setConstant(std::nan(""));  // the solver says so
  }
  void equations(const Vector& a, Vector& F) {
    v_m_ = v_ + h_ / 2 * a;
    q_m_ = q_ + h_ / 2 * v_m_;
    acceleration(t_ + h_ / 2, q_m_, v_m_, F);
    F = a - F;
  }

  std::unique_ptr<nonholo::Probe<double>> probe_;
  Eigen::Index n_;
  double t_ = 0, h_ = 0;
  Vector q_{n_}, v_{n_}, q_m_{n_}, v_m_{n_}, latest_{n_}, moved_{n_}, F_{n_}, F_moved_{n_};
};

int main() {
  const nonholo::System<double> system{Sled{}};
  const auto midpoint = nonholo::stage_integrator<double>(system, std::make_unique<Midpoint>(system), {});
  const auto report =
      nonholo::check_method(*midpoint, {.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)}, 0.05);
  std::fputs(report.text().c_str(), stdout);
  return report.holds() ? 0 : 1;
}
