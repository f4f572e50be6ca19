// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/exact_discrete.hpp>

#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/contract/spark_step.hpp>

#include <memory>

namespace nonholo {

namespace {

/// Order 16: below round-off for steps of the size of those of the methods that are compared.
constexpr long exact_stages = 8;

spark_step::StepForms forms_of(const System<double>& system, const LooseDynamics& dynamics, const TableauSet& set,
                               const AdmissibleStart<double>& start, double h) {
  const auto integrator = spark(system, set);
  integrator->start(start.t, values(start.q), values(start.v));
  if (integrator->step(h).outcome != Outcome::success)
    throw InputError("h", "a step of the integrator fails; take a smaller h");
  const View<double> end = integrator->view();
  const spark_step::Scheme scheme = spark_step::scheme_of(set);
  const spark_step::SparkStep step(dynamics, scheme, Closing::both_ends, start.t, h);
  return step.forms(step.solve({start.t, start.q, start.v}, {end.t, vector_of(end.q), vector_of(end.v)}));
}

double largest_entry(const spark_step::Columns& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0; }

}  // namespace

ExactDiscrete exact_discrete(const System<double>& system, const TableauSet& set, const Start<double>& from, double h) {
  const AdmissibleStart<double> start = checked(from, system, 0.0);
  const auto dynamics = loose_dynamics(system);
  const spark_step::StepForms own = forms_of(system, *dynamics, set, start, h),
                              exact =
                                  forms_of(system, *dynamics, tableau_catalogue().at("gauss")(exact_stages), start, h);
  // variations whose dq_0 lies in the kernel of k_v
  const spark_step::Columns K = dynamics->reaction(start.t, start.q, start.v) * exact.start;
  return {.lagrangian = std::abs(own.L - exact.L),
          .forces = largest_entry(own.forces - exact.forces),
          .identity = largest_entry(exact.dL + exact.forces - exact.momenta),
          .tangent_force = largest_entry(exact.forces * spark_step::in_kernel(K))};
}

}  // namespace nonholo
