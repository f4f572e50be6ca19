// A method with multipliers of one's own: Newmark's method (beta = 1/4, gamma = 1/2) for a constant mass, with the
// constraint on velocities held at the end of each step. Order 2.
//
//   q_1 = q + h v + h^2/4 (a + a_1),   v_1 = v + h/2 (a + a_1)
//   M a_1 = f(t_1, q_1, v_1) + K^T lambda_1,   k(t_1, q_1, v_1) = 0            n + m unknowns: a_1, lambda_1
//
// a is the acceleration that the equations of motion give at the start of the step. f, k and K = k_v come from the
// dynamics of the system, whatever its sizes n and m.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "sled.hpp"

#include <nonholo/framework/run/stage_integrator.hpp>

#include <algorithm>
#include <cstdio>

template <class Real, int n, int m> class Newmark final : public nonholo::StepEquations<Real> {
  using X = nonholo::VectorX<Real>;

 public:
  using State = typename nonholo::StepEquations<Real>::State;

  Newmark(const nonholo::System<Real>& system, const nonholo::Dynamics<Real, n, m>& dynamics)
      : dynamics_(dynamics),
        probe_(nonholo::make_probe(system)),
        n_(dynamics.coordinates()),
        m_(dynamics.constraints()) {
    if (!dynamics.traits().constant_mass) throw nonholo::InputError("method", "newmark wants a constant mass");
    q_.setZero();
    v_.setZero();
    dynamics.mass(0, q_, v_, M_);  // the same everywhere
  }

  nonholo::MethodTraits traits() const override {
    return {.order = 2, .multiplier_order = 2, .keeps_constraint = true};
  }
  int points() const override { return 1; }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return n_ + m_; }

  void begin(const State& state, Real h) override {
    t_ = state.t;
    h_ = h;
    q_ = state.q;
    v_ = state.v;
    if (!probe_->acceleration(t_, nonholo::values(q_), nonholo::values(v_), span(a_))) a_.setConstant(Real(NAN));
  }
  void first_guess(X& x) override {
    x.head(n_) = a_;
    probe_->multipliers(t_, nonholo::values(q_), nonholo::values(v_), {x.data() + n_, x.data() + n_ + m_});
  }
  void residual(const X& x, X& F) override {
    a_1_ = x.head(n_);
    lambda_1_ = x.tail(m_);
    q_1_ = q_ + h_ * v_ + h_ * h_ / 4 * (a_ + a_1_);
    v_1_ = v_ + h_ / 2 * (a_ + a_1_);
    dynamics_.evaluate(t_ + h_, q_1_, v_1_, block_);
    F.head(n_) = M_ * a_1_ - block_.f - block_.K.transpose() * lambda_1_;
    F.tail(m_) = block_.k / h_;
  }
  void end(const X&, State& next) override {
    next.q = q_1_;
    next.v = v_1_;
    next.lambda = lambda_1_;
  }

  // The frozen linearisation leaves out how f and k change with q and v: F' = this + O(h).
  bool linearise() override {
    J_.setZero();
    J_.topLeftCorner(n_, n_) = M_;
    J_.topRightCorner(n_, m_) = -block_.K.transpose();
    J_.bottomLeftCorner(m_, n_) = block_.K / 2;
    frozen_.compute(J_);
    return frozen_.rcond() > nonholo::epsilon<Real>;
  }
  void correct(const X& F, X& dx) override { dx.noalias() = frozen_.solve(-F); }
  void jacobian(const X&, nonholo::MatrixX<Real>& J) override {
    dynamics_.linearise(t_ + h_, q_1_, v_1_, lambda_1_, slopes_);
    J.topLeftCorner(n_, n_) =
        M_ - h_ * h_ / 4 * (slopes_.f_q + slopes_.reaction_q) - h_ / 2 * (slopes_.f_v + slopes_.reaction_v);
    J.topRightCorner(n_, m_) = -slopes_.reaction_lambda;
    J.bottomLeftCorner(m_, n_) = h_ / 4 * slopes_.k_q + slopes_.K / 2;
    J.bottomRightCorner(m_, m_).setZero();
  }
  // An increment of a_1 is compared with what moves v; the multipliers converge with the accelerations.
  void weights(const X& x, X& weight) override {
    const Real size = std::max<Real>(x.head(n_).norm(), v_.norm() / h_);
    weight.head(n_).setConstant(size > 0 ? 1 / size : 1);
    weight.tail(m_).setZero();
  }

 private:
  template <class V> static std::span<Real> span(V& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

  const nonholo::Dynamics<Real, n, m>& dynamics_;
  std::unique_ptr<nonholo::Probe<Real>> probe_;
  Eigen::Index n_, m_;
  Real t_ = 0, h_ = 0;
  nonholo::Vector<Real, n> q_{n_}, v_{n_}, a_{n_}, q_1_{n_}, v_1_{n_}, a_1_{n_};
  nonholo::Vector<Real, m> lambda_1_{m_};
  nonholo::Matrix<Real, n, n> M_{n_, n_};
  nonholo::Block<Real, n, m> block_{n_, m_};
  nonholo::Linearisation<Real, n, m> slopes_{n_, m_};
  nonholo::MatrixX<Real> J_{n_ + m_, n_ + m_};
  Eigen::PartialPivLU<nonholo::MatrixX<Real>> frozen_{n_ + m_};
};

int main() {
  const nonholo::System<double> system{Sled{}};
  const auto newmark = nonholo::stage_integrator<Newmark>(system, system, nonholo::SolverOptions<double>{});
  const auto report =
      nonholo::check_method(*newmark, {.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)}, 0.05);
  std::fputs(report.text().c_str(), stdout);
  return report.holds() ? 0 : 1;
}
