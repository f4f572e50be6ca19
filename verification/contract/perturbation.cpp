// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/perturbation.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/contract/loose_dynamics.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <optional>
#include <vector>

namespace nonholo {

namespace {

constexpr int instants = 25;
constexpr double instant(int i) { return (i + 0.5) / instants; }
constexpr long flow_stages = 4;

/// chi_0 of slide 21 and its derivative, at an inner tau.
struct CutOff {
  double value, slope;
};

CutOff cut_off(double tau) {
  const double angle = std::numbers::pi * tau, cot = std::cos(angle) / std::sin(angle);
  const double falling = -std::numbers::pi / (std::sin(angle) * std::sin(angle) * std::cosh(cot) * std::cosh(cot));
  return {(1 + std::tanh(cot)) / 2, falling / 2};
}

struct MotionPoint {
  double t = 0;
  VectorX<double> q, v;
};

MotionPoint point_of(const View<double>& at) { return {at.t, vector_of(at.q), vector_of(at.v)}; }

/// (q, v^a) on D: which velocities are free, and what the others are.
class VelocityChart {
 public:
  VelocityChart(const LooseDynamics& dynamics, const MotionPoint& at) : dynamics_(dynamics) {
    MatrixX<double> left = dynamics.reaction(at.t, at.q, at.v);
    for (Eigen::Index row = 0; row < left.rows(); ++row) take_column(left);
    for (Eigen::Index i = 0; i < left.cols(); ++i)
      if (std::ranges::find(follow_, i) == follow_.end()) free_.push_back(i);
  }

  VectorX<double> free(const VectorX<double>& v) const { return v(free_); }

  /// (q, v) from q and v^a: Newton's method on k, one step where k is affine in v. Nothing where it does not converge.
  std::optional<MotionPoint> point(double t, const VectorX<double>& q, const VectorX<double>& free,
                                   const VectorX<double>& guess) const {
    MotionPoint at{t, q, guess};
    at.v(free_) = free;
    if (follow_.empty()) return at;
    for (int i = 0; i < 20; ++i) {
      const VectorX<double> k = dynamics_.constraint(t, q, at.v);
      const MatrixX<double> K = dynamics_.reaction(t, q, at.v)(Eigen::all, follow_);
      const VectorX<double> change = K.fullPivLu().solve(k);
      if (!change.allFinite()) return std::nullopt;
      at.v(follow_) -= change;
      if (change.norm() <= 4 * epsilon<double> * at.v.norm()) return at;
    }
    return std::nullopt;
  }

 private:
  /// The largest column that is left joins those that follow; the others become orthogonal to it.
  void take_column(MatrixX<double>& left) {
    Eigen::Index best = left.cols() - 1;
    for (Eigen::Index i = left.cols() - 1; i >= 0; --i)
      if (left.col(i).norm() > left.col(best).norm()) best = i;
    const VectorX<double> direction = left.col(best).normalized();
    left -= direction * (direction.transpose() * left).eval();
    follow_.push_back(best);
  }

  const LooseDynamics& dynamics_;
  std::vector<Eigen::Index> follow_, free_;
};

/// The exact flow from a state, at the instants of a step, forwards (h > 0) or backwards.
class ExactFlow {
 public:
  explicit ExactFlow(const System<double>& system)
      : gauss_(spark(system, tableau_catalogue().at("gauss")(flow_stages))) {}

  /// Empty where a step fails. Backwards the first point is that of the last instant.
  std::vector<MotionPoint> points(const MotionPoint& from, double h) {
    gauss_->move_to(from.t, values(from.q), values(from.v));
    std::vector<MotionPoint> all;
    for (int i = 0; i < instants; ++i) {
      if (gauss_->step(i == 0 ? h * instant(0) : h / instants).outcome != Outcome::success) return {};
      all.push_back(point_of(gauss_->view()));
    }
    return all;
  }

 private:
  std::unique_ptr<Integrator<double>> gauss_;
};

/// Takes step after step and keeps the largest perturbation.
class PerturbationMeter {
 public:
  PerturbationMeter(Integrator<double>& integrator, const MotionPoint& start)
      : probe_(make_probe(integrator.system())),
        dynamics_(loose_dynamics(integrator.system())),
        chart_(*dynamics_, start),
        flow_(integrator.system()) {}

  /// A clause where it cannot be had.
  std::string step(const MotionPoint& from, const MotionPoint& to, double h) {
    if (probe_->violated(to.t, values(to.q), values(to.v))) return "the states leave the constraint";
    const std::vector<MotionPoint> ahead = flow_.points(from, h), back = flow_.points(to, -h);
    if (ahead.empty() || back.empty()) return "the exact flow fails beside the steps";
    for (int i = 0; i < instants; ++i) {
      const std::optional<double> defect =
          between(ahead[static_cast<std::size_t>(i)], back[static_cast<std::size_t>(instants - 1 - i)], instant(i), h);
      if (!defect) return "the velocities chosen at the start do not determine the others any more";
      largest = std::max(largest, *defect);
    }
    return {};
  }

  double largest = 0;

 private:
  std::optional<double> between(const MotionPoint& one, const MotionPoint& other, double tau, double h) {
    const CutOff chi = cut_off(tau);
    const auto blend = [&chi](const VectorX<double>& x, const VectorX<double>& y) -> VectorX<double> {
      return chi.value * x + (1 - chi.value) * y;
    };
    const auto c = chart_.point(one.t, blend(one.q, other.q), chart_.free(blend(one.v, other.v)), one.v);
    if (!c) return std::nullopt;
    const auto a = acceleration(one), b = acceleration(other), own = acceleration(*c);
    if (!a || !b || !own) return std::nullopt;
    const VectorX<double> q = chi.slope / h * (one.q - other.q) + blend(one.v, other.v) - c->v;
    const VectorX<double> v = chart_.free(chi.slope / h * (one.v - other.v) + blend(*a, *b) - *own);
    const double size = std::max(q.cwiseAbs().maxCoeff(), v.size() > 0 ? v.cwiseAbs().maxCoeff() : 0.0);
    return std::isfinite(size) ? std::optional(size) : std::nullopt;
  }

  std::optional<VectorX<double>> acceleration(const MotionPoint& at) {
    VectorX<double> a(at.v.size());
    if (!probe_->acceleration(at.t, values(at.q), values(at.v), {a.data(), static_cast<std::size_t>(a.size())}))
      return std::nullopt;
    return a;
  }

  std::unique_ptr<Probe<double>> probe_;
  std::unique_ptr<LooseDynamics> dynamics_;
  VelocityChart chart_;
  ExactFlow flow_;
};

}  // namespace

Perturbation perturbation(Integrator<double>& integrator, const AdmissibleStart<double>& start, double h, long steps) {
  const System<double>& system = integrator.system();
  if (system.velocities() == 0) return {.why_not = "the system has no velocities"};
  if (integrator.traits().adaptive) return {.why_not = "the method chooses its steps"};
  integrator.start(start.t, values(start.q), values(start.v));
  MotionPoint from{start.t, start.q, start.v};
  if (loose_dynamics(system)->position_constraint(from.t, from.q).size() > 0)
    return {.why_not = "the system has constraints on positions"};
  PerturbationMeter measured(integrator, from);
  for (long k = 0; k < steps; ++k) {
    if (integrator.step(h).outcome != Outcome::success) return {.why_not = "a step fails"};
    const MotionPoint to = point_of(integrator.view());
    if (std::string why = measured.step(from, to, h); !why.empty()) return {.why_not = std::move(why)};
    from = to;
  }
  return {.largest = measured.largest};
}

}  // namespace nonholo
