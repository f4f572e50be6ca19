// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/discrete_principle.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/verification/contract/spark_step.hpp>

#include <algorithm>
#include <memory>
#include <span>

namespace nonholo {

namespace {

using namespace spark_step;

Numbers copy(std::span<const double> x) { return Eigen::Map<const Numbers>(x.data(), static_cast<Index>(x.size())); }

std::vector<StepNode> trajectory(const System<double>& system, const TableauSet& set,
                                 const AdmissibleStart<double>& start, double h, long steps) {
  const auto integrator = spark(system, set);
  integrator->start(0, values(start.q), values(start.v));
  std::vector<StepNode> states{{0.0, start.q, start.v}};
  for (long k = 0; k < steps; ++k) {
    if (integrator->step(h).outcome != Outcome::success)
      throw InputError("h", "a step of the integrator fails; take a smaller h");
    states.push_back({integrator->view().t, copy(integrator->view().q), copy(integrator->view().v)});
  }
  return states;
}

/// Raises `worst` to the size of x, relative to that of `scale` where that exceeds 1; infinite when something is not
/// finite.
void note(double& worst, const Numbers& x, const Numbers& scale) {
  const double size = x.allFinite() ? x.cwiseAbs().maxCoeff() / std::max(1.0, scale.cwiseAbs().maxCoeff()) : infinity;
  worst = std::max(worst, size);
}

Numbers number(double x) { return Numbers::Constant(1, x); }

/// Goes along a trajectory and keeps the worst of every residual.
class PrincipleChecks {
 public:
  PrincipleChecks(const System<double>& system, const TableauSet& set, Closing closing)
      : dynamics_(loose_dynamics(system)),
        scheme_(scheme_of(set)),
        closing_(closing),
        probe_(make_probe(system)) {
    if (set.symmetric()) worst_.symmetry_L = worst_.symmetry_f = 0;
  }

  DiscretePrinciple all(const std::vector<StepNode>& states) {
    for (std::size_t k = 0; k + 1 < states.size(); ++k) step(states[k], states[k + 1]);
    return worst_;
  }

 private:
  void step(const StepNode& from, const StepNode& to) {
    const DiscreteStep now = between(from, to);
    const Numbers p0 = momentum(from), p1 = momentum(to);
    note(worst_.momentum_start, p0 + now.D1_L + now.f_minus, p0);
    note(worst_.momentum_end, p1 - now.D2_L - now.f_plus, p1);
    if (before_) note(worst_.euler_lagrange, before_->D2_L + before_->f_plus + now.D1_L + now.f_minus, p0);
    note(worst_.constraint, number(probe_->constraint(to.t, values(to.q), values(to.v)).scaled), number(1));
    worst_.condition = std::max(worst_.condition, now.condition);
    if (worst_.symmetry_L) reversed(now, between(to, from));
    before_ = now;
  }

  void reversed(const DiscreteStep& now, const DiscreteStep& back) {
    note(*worst_.symmetry_L, number(back.L + now.L), number(now.L));
    note(*worst_.symmetry_f, back.f_plus + now.f_minus, now.f_minus);
    note(*worst_.symmetry_f, back.f_minus + now.f_plus, now.f_plus);
    worst_.condition = std::max(worst_.condition, back.condition);
  }

  DiscreteStep between(const StepNode& from, const StepNode& to) const {
    const SparkStep step(*dynamics_, scheme_, closing_, from.t, to.t - from.t);
    return step.principle(step.solve(from, to));
  }

  Numbers momentum(const StepNode& at) const { return dynamics_->momentum(at.t, at.q, at.v); }

  std::unique_ptr<LooseDynamics> dynamics_;
  Scheme scheme_;
  Closing closing_;
  std::unique_ptr<Probe<double>> probe_;
  DiscretePrinciple worst_;
  std::optional<DiscreteStep> before_;
};

}  // namespace

DiscretePrinciple discrete_principle(const System<double>& system, const TableauSet& set, const Start<double>& start,
                                     double h, long steps, Closing closing) {
  const std::vector<StepNode> states = trajectory(system, set, checked(start, system, 0.0), h, steps);
  return PrincipleChecks(system, set, closing).all(states);
}

}  // namespace nonholo
