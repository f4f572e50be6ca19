// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/sample_states.hpp>

#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/explicit/explicit_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <algorithm>
#include <cmath>
#include <random>
#include <span>

namespace nonholo {

namespace {

constexpr int random_states = 6, flow_parts = 4;
constexpr double spread = 0.3;
// Whatever the motion is reached is a state of it: these decide how long a check takes, not what it finds.
constexpr long most_flow_steps = 5000, flow_steps_of_dae = 64;
constexpr double flow_tolerance = 1e-6;

std::span<double> entries(VectorX<double>& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

std::string_view letter_of(const System<double>& system) {
  return system.kind() == SystemKind::skew_gradient ? "zeta" : system.names().state;
}

/// What goes along the motion, and the steps that it takes.
struct Traveller {
  std::unique_ptr<Integrator<double>> integrator;
  double h;
};

/// An adaptive one finds the steps of the motion by itself.
Traveller traveller(const System<double>& system, const Start<double>& start, double time) {
  const double h = time / flow_steps_of_dae;
  if (system.kind() != SystemKind::mechanical) return {flow(system, 2), h};
  const double size = std::max(start.q.cwiseAbs().maxCoeff(), start.v.cwiseAbs().maxCoeff());
  const Tolerances tolerances{flow_tolerance, flow_tolerance * (size > 0 ? 1e-3 * size : 1)};
  return {explicit_runge_kutta(system, *explicit_pairs().begin(), tolerances), h};
}

/// Back on the constraints; false where there is no state near-by.
bool settled(Probe<double>& probe, Sample& at) {
  if (!at.q.allFinite() || !at.v.allFinite() || !probe.place(at.t, entries(at.q), values(at.v))) return false;
  if (at.v.size() > 0) probe.project(at.t, values(at.q), entries(at.v));
  return at.q.allFinite() && at.v.allFinite();
}

/// How far the states are from the first, coordinate by coordinate; else the size of that.
VectorX<double> extents(const std::vector<Sample>& states, VectorX<double> Sample::*part) {
  const VectorX<double>& first = states[0].*part;
  VectorX<double> most = VectorX<double>::Zero(first.size());
  for (const Sample& at : states) most = most.cwiseMax((at.*part - first).cwiseAbs());
  const double largest =
      std::max(most.size() > 0 ? most.maxCoeff() : 0, first.size() > 0 ? first.cwiseAbs().maxCoeff() : 0);
  for (Eigen::Index i = 0; i < most.size(); ++i) {
    if (most[i] == 0) most[i] = std::abs(first[i]);
    if (most[i] == 0) most[i] = largest > 0 ? largest : 1;
  }
  return most;
}

}  // namespace

std::unique_ptr<Integrator<double>> flow(const System<double>& system, int stages) {
  const TableauSet gauss = tableaus::gauss(stages);
  return spark(system, gauss);
}

double own_time(const System<double>& system, const Start<double>& start) {
  if (system.kind() != SystemKind::mechanical) return 1;
  VectorX<double> a(start.v.size());
  const bool known = make_probe(system)->acceleration(0, values(start.q), values(start.v), entries(a));
  const double q = start.q.norm(), v = start.v.norm(), rate = known && a.allFinite() ? a.norm() : 0;
  const double turns = rate > 0 ? v / rate : 0, passes = v > 0 ? q / v : 0, falls = rate > 0 ? std::sqrt(q / rate) : 0;
  const double time = std::max({turns, passes, falls});
  return time > 0 && std::isfinite(time) ? time : 1;
}

std::vector<Sample> flow_states(const System<double>& system, const Start<double>& start, double time) {
  std::vector<Sample> states{{0, start.q, start.v, letter_of(system)}};
  const auto probe = make_probe(system);
  Traveller along = traveller(system, start, time);
  for (int halved = 0; halved < 10; ++halved, along.h /= 2) {  // a DAE may need shorter steps
    std::vector<Sample> passed;
    along.integrator->guess_multipliers(values(start.lambda));
    along.integrator->start(0, values(start.q), values(start.v));
    for (long i = 0; i < most_flow_steps && along.integrator->view().t < time * (1 - 1e-9); ++i) {
      if (along.integrator->step(std::min(along.h, time - along.integrator->view().t)).outcome != Outcome::success)
        break;
      passed.push_back({along.integrator->view().t, vector_of(along.integrator->view().q),
                        vector_of(along.integrator->view().v), states[0].letter});
    }
    const std::size_t parts = std::min<std::size_t>(flow_parts, passed.size());
    for (std::size_t i = 1; i <= parts; ++i)
      if (Sample at = passed[i * passed.size() / parts - 1]; settled(*probe, at)) states.push_back(at);
    if (parts > 0) break;
  }
  return states;
}

Way way_of(const System<double>& system, const Start<double>& start, double time) {
  Way way;
  const auto probe = make_probe(system);
  const auto look = [&](const View<double>& at) {
    const auto here = [&] { return Sample{at.t, vector_of(at.q), vector_of(at.v), letter_of(system)}; };
    if (!way.mass_lost && !probe->mass_definite(at.t, at.q, at.v)) way.mass_lost = here();
    probe->constraint(at.t, at.q, at.v);
    if (!way.rank_lost && !probe->rank_held()) way.rank_lost = here();
  };
  const auto along = traveller(system, start, time).integrator;
  along->start(0, values(start.q), values(start.v));
  look(along->view());
  for (long i = 0; i < most_flow_steps && way.reached < time * (1 - 1e-9) && way.ended == Outcome::success; ++i) {
    way.ended = along->step(time - way.reached).outcome;
    if (way.ended != Outcome::success) break;
    way.reached = along->view().t;
    look(along->view());
  }
  return way;
}

std::vector<Sample> sample_states(const System<double>& system, const Start<double>& start, double time) {
  std::vector<Sample> states = flow_states(system, start, time);
  const auto probe = make_probe(system);
  const VectorX<double> far_q = extents(states, &Sample::q), far_v = extents(states, &Sample::v);
  const bool mechanical = system.kind() == SystemKind::mechanical;
  std::mt19937 random(20090401);  // the same states in every run
  std::uniform_real_distribution<double> uniform(-spread, spread);
  const Eigen::Index known = static_cast<Eigen::Index>(states.size());
  for (int i = 0; i < random_states; ++i) {
    Sample at = states[static_cast<std::size_t>(i % known)];
    for (Eigen::Index j = 0; j < at.q.size(); ++j) at.q[j] += uniform(random) * far_q[j];
    for (Eigen::Index j = 0; j < at.v.size(); ++j) at.v[j] += uniform(random) * far_v[j];
    // the motion need not come there: the model may end before
    if (!settled(*probe, at)) continue;
    if (mechanical) {
      const Regularity here = probe->regularity(at.t, values(at.q), values(at.v));
      if (!here.mass_is_definite() || !here.constraints_are_independent()) continue;
    }
    states.push_back(at);
  }
  return states;
}

}  // namespace nonholo
