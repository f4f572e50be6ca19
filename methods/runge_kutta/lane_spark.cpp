// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/runge_kutta/lane_spark.hpp>

#include <nonholo/methods/runge_kutta/lane_spark_equations.hpp>

namespace nonholo {

namespace {

using Shared = std::shared_ptr<const SparkCoefficients<double>>;

template <int S> std::unique_ptr<Integrator<double>> of_stages(const System<double>& system, const Shared& T,
                                                               const SolverOptions<double>& options) {
  using Method = std::unique_ptr<Integrator<double>>;
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) -> Method {
    if constexpr (n == dynamic)
      if (system.coordinates() > most_lane_coordinates || system.constraints() > most_lane_constraints) return nullptr;
    return stage_integrator<double>(system, std::make_unique<LaneSpark<n, m, S>>(T, *dynamics), options);
  });
}

}  // namespace

std::unique_ptr<Integrator<double>> lane_spark(const System<double>& system, const Shared& T,
                                               const SolverOptions<double>& options) {
  if (options.make || !system.traits().ideal || T->points > T->stages + 1) return nullptr;
  switch (T->stages) {
    case 1: return of_stages<1>(system, T, options);
    case 2: return of_stages<2>(system, T, options);
    case 3: return of_stages<3>(system, T, options);
    case 4: return of_stages<4>(system, T, options);
    default: return nullptr;
  }
}

}  // namespace nonholo
