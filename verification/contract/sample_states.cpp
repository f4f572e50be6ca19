// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/sample_states.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <cmath>
#include <random>
#include <span>

namespace nonholo {

namespace {

constexpr int random_states = 6, most_flow_states = 4;
constexpr double flow_step = 1.0 / 16, spread = 0.3;

}  // namespace

std::unique_ptr<Integrator<double>> flow(const System<double>& system, int stages) {
  const TableauSet gauss = tableaus::gauss(stages);
  return spark(system, gauss);
}

std::vector<Sample> flow_states(const System<double>& system, const Start<double>& start) {
  const std::string_view letter = system.kind() == SystemKind::skew_gradient ? "zeta" : system.names().state;
  std::vector<Sample> states{{0, start.q, start.v, letter}};
  const auto along = flow(system, 2);
  along->start(0, values(start.q), values(start.v));
  for (int i = 0; i < most_flow_states && along->step(flow_step).outcome == Outcome::success; ++i)
    states.push_back({along->view().t, vector_of(along->view().q), vector_of(along->view().v), letter});
  return states;
}

std::vector<Sample> sample_states(const System<double>& system, const Start<double>& start) {
  std::vector<Sample> states = flow_states(system, start);
  const std::string_view letter = states[0].letter;
  const auto probe = make_probe(system);
  std::mt19937 random(20090401);  // the same states in every run
  std::uniform_real_distribution<double> uniform(-spread, spread);
  for (int i = 0; i < random_states; ++i) {
    Sample at{0.37 * i, start.q, start.v, letter};
    for (double& x : at.q) x += uniform(random) * (1 + std::abs(x));
    for (double& x : at.v) x += uniform(random) * (1 + std::abs(x));
    if (!probe->place(at.t, {at.q.data(), static_cast<std::size_t>(at.q.size())}, values(at.v))) continue;
    probe->project(at.t, values(at.q), {at.v.data(), static_cast<std::size_t>(at.v.size())});
    if (at.v.allFinite()) states.push_back(at);
  }
  return states;
}

}  // namespace nonholo
