// Tables of reference values beyond those that the experiments of verification/experiments/hilden_2009 hold: slopes of
// the errors of q and of the stage multiplier on the rolling disk (h = 1/10 ... 1/320), and the sleigh's end states and
// long runs. Computed with full Newton to round-off by independent implementations, some in quadruple precision;
// compared with rel 1e-4 + 2e-13, what double precision can show.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/monitor.hpp>

#include "catch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <tuple>

using namespace nonholo;

namespace {

struct Row {
  const char *method, *tableau;
  long stages;
};

std::unique_ptr<Integrator<double>> make(const Row& row, const System<double>& system) {
  MethodOptions options;
  if (row.tableau) {
    options.set("tableau", row.tableau);
    options.set("stages", row.stages);
  }
  return method_catalogue().at(row.method).make(system, options);
}

double slope(const std::vector<double>& h, const std::vector<double>& error) {
  double mx = 0, my = 0, xy = 0, xx = 0;
  for (std::size_t i = 0; i < h.size(); ++i) {
    mx += std::log(h[i]) / static_cast<double>(h.size());
    my += std::log(error[i]) / static_cast<double>(h.size());
  }
  for (std::size_t i = 0; i < h.size(); ++i) {
    xy += (std::log(h[i]) - mx) * (std::log(error[i]) - my);
    xx += (std::log(h[i]) - mx) * (std::log(h[i]) - mx);
  }
  return xy / xx;
}

/// Slopes of the errors of q and lambda_stage at t = 1 on the disk over h = 1/10 ... 1/320, errors below 1e-12 left
/// out: the round-off of 320 steps is 1e-14.
std::pair<double, double> disk_slopes(const Row& row) {
  const ProblemEntry& disk = problem_catalogue().at("vertical_rolling_disk");
  const System<double> system = disk.make({});
  const Start<double> start = start_of(disk.setups[0]);
  const auto exact = system.exact_solution()(1, values(start.q), values(start.v));
  const double omega = 2, Omega = 1, R = 0.25;
  const Eigen::Vector2d lambda(-omega * R * Omega * std::sin(omega), omega * R * Omega * std::cos(omega));
  const auto integrator = make(row, system);
  std::vector<double> h, q_error, lambda_error, h_q;
  for (long steps = 10; steps <= 320; steps *= 2) {
    integrate(*integrator, start, TimeSpan<double>::fixed(0, 1.0 / static_cast<double>(steps), steps),
              [](const auto&) {});
    const double q = (Eigen::Map<const VectorX<double>>(integrator->view().q.data(), 4) - exact.q).norm();
    h.push_back(1.0 / static_cast<double>(steps));
    lambda_error.push_back((Eigen::Map<const Eigen::Vector2d>(integrator->view().lambda_stage.data()) - lambda).norm());
    if (q < 1e-12) continue;
    h_q.push_back(h.back());
    q_error.push_back(q);
  }
  return {slope(h_q, q_error), slope(h, lambda_error)};
}

}  // namespace

TEST_CASE("on the rolling disk errors of q and of the stage multiplier fall with the slopes of the reference") {
  struct Expected {
    Row row;
    double q, lambda;
    double tolerance;  // of the slope of q: fewer points are above round-off than in the quadruple-precision reference
  };
  const std::array expected = {Expected{{"mclachlan_perlmutter", nullptr, 0}, 2.0002, 1.000, 1e-4},
                               Expected{{"spark", "lobatto_iiia_b", 2}, 1.9999, 1.000, 1e-4},
                               Expected{{"spark", "lobatto_iiia_b", 3}, 3.9997, 2.000, 2e-3},
                               Expected{{"spark", "gauss", 1}, 2.0002, 1.000, 1e-4},
                               Expected{{"spark", "gauss", 2}, 3.9999, 1.000, 2e-3},
                               Expected{{"spark", "gauss", 3}, 5.9998, 1.000, 1e-2},
                               Expected{{"spark", "radau_ia", 2}, 3.0080, 1.000, 1e-4},
                               Expected{{"spark", "radau_ia", 3}, 5.0200, 1.000, 3e-2}};
  for (const Expected& e : expected) {
    INFO(e.row.method << " " << (e.row.tableau ? e.row.tableau : "") << " " << e.row.stages);
    const auto [q, lambda] = disk_slopes(e.row);
    CHECK(q == Approx(e.q).margin(e.tolerance));
    CHECK(lambda == Approx(e.lambda).margin(2e-3));
  }
}

TEST_CASE("long runs neither fail for round-off nor leave the constraint for large angles") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> sliding = sleigh.make({});
  // Increments of converged steps wander around 1e-14 here: they must not be taken for failure.
  for (const auto& [row, h, t_end] :
       {std::tuple(Row{"spark", "radau_ia", 3}, 0.0625, 200.0), {Row{"spark", "gauss", 2}, 0.5, 800.0}}) {
    const auto integrator = make(row, sliding);
    CHECK(integrate(*integrator, start_of(sleigh.setup("hilden_4_5")), TimeSpan<double>::until(0, t_end, h),
                    [](const auto&) {})
              .outcome == Outcome::success);
  }
  const ProblemEntry& disk = problem_catalogue().at("vertical_rolling_disk");
  const System<double> rolling = disk.make({});
  for (const Row& row :
       {Row{"spark", "gauss", 2}, Row{"spark", "lobatto_iiia_b", 3}, Row{"mclachlan_perlmutter", nullptr, 0}}) {
    Monitor monitor(rolling);
    integrate(*make(row, rolling), start_of(disk.setups[0]), TimeSpan<double>::until(0, 10000, 0.1), monitor);
    CHECK(monitor.extremes().max_constraint_residual_scaled <= 1e-13);  // at phi = 20000 an ulp is 4e-12
  }
}

TEST_CASE("the sleigh of section 4.5 ends where the reference says and its energy error stays bounded to t = 120") {
  struct Expected {
    Row row;
    double energy_30, energy_120;
    Eigen::Vector3d q;
  };
  const std::array expected = {
      Expected{{"mclachlan_perlmutter_hilden", nullptr, 0},
               2.413591e-03,
               2.413591e-03,
               {-1.40566139, -38.35697407, -1.63863697}},
      Expected{
          {"mclachlan_perlmutter", nullptr, 0}, 1.523468e-05, 1.523471e-05, {-1.32324652, -38.49647870, -1.63614825}},
      Expected{{"spark", "lobatto_iiia_b", 2}, 2.239684e-05, 2.239684e-05, {-1.32013991, -38.50060375, -1.63606035}},
      Expected{{"spark", "lobatto_iiia_b", 3}, 5.291553e-10, 5.291553e-10, {-1.32194994, -38.49751129, -1.63612548}},
      Expected{{"spark", "lobatto_iiia_b", 4}, 1.145209e-14, 1.136868e-13, {-1.32195001, -38.49751118, -1.63612548}},
      Expected{{"spark", "radau_ia", 2}, 3.962110e-08, 3.962110e-08, {-1.32194401, -38.49751198, -1.63612542}},
      Expected{{"spark", "radau_ia", 3}, 3.058256e-12, 3.074874e-12, {-1.32195001, -38.49751118, -1.63612548}},
      Expected{{"spark", "lobatto_iiia_b_d", 2}, 2.603051e-05, 2.603051e-05, {-1.31946136, -38.50005302, -1.63606197}},
      Expected{{"spark", "lobatto_iiia_b_d", 3}, 4.537884e-10, 4.537884e-10, {-1.32194993, -38.49751131, -1.63612548}},
      Expected{{"spark", "gauss", 1}, 1.245543e-05, 1.245555e-05, {-1.32146000, -38.49783097, -1.63612741}},
      Expected{{"spark", "gauss", 2}, 7.449016e-10, 7.450183e-10, {-1.32194999, -38.49751119, -1.63612548}},
      Expected{{"spark", "gauss", 3}, 1.674224e-14, 2.842171e-13, {-1.32195001, -38.49751118, -1.63612548}}};
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  for (const Expected& e : expected) {
    INFO(e.row.method << " " << (e.row.tableau ? e.row.tableau : "") << " " << e.row.stages);
    const auto integrator = make(e.row, system);
    Monitor monitor(system);
    double energy_30 = 0;
    Eigen::Vector3d q;
    integrate(*integrator, start_of(sleigh.setup("hilden_4_5")), TimeSpan<double>::fixed(0, 0.12, 1000),
              [&](const Observation<double>& seen) {
                monitor(seen);
                if (seen.step != 250) return;
                energy_30 = *monitor.extremes().max_energy_error;
                q = Eigen::Map<const Eigen::Vector3d>(seen.state.q.data());
              });
    CHECK(energy_30 == Approx(e.energy_30).epsilon(1e-4).margin(2e-13));
    // round-off of 1000 steps at energies of 15
    CHECK(*monitor.extremes().max_energy_error == Approx(e.energy_120).epsilon(1e-4).margin(4e-13));
    CHECK(monitor.extremes().max_constraint_residual_scaled <= 1e-13);
    CHECK((q - e.q).norm() < 2e-8);  // the digits printed
  }
}

TEST_CASE(
    "the (q, p) split of Lobatto IIIA-B is Jay's method on the turning sleigh for 50 steps, the (q, v) split is off by "
    "what is known") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({}, "rotating");
  const auto states = [&](long stages, const char* formulation) {
    MethodOptions options;
    options.set("tableau", "lobatto_iiia_b");
    options.set("stages", stages);
    options.set("formulation", formulation);
    const auto integrator = method_catalogue().at("spark").make(system, options);
    std::vector<double> all;
    integrate(*integrator, start_of(sleigh.setup("rotating")), TimeSpan<double>::fixed(0, 0.1, 50),
              [&](const Observation<double>& seen) {
                all.insert(all.end(), seen.state.q.begin(), seen.state.q.end());
                all.insert(all.end(), seen.state.v.begin(), seen.state.v.end());
              });
    return all;
  };
  const auto apart = [](const std::vector<double>& x, const std::vector<double>& y) {
    double most = 0;
    for (std::size_t i = 0; i < x.size(); ++i) most = std::max(most, std::abs(x[i] - y[i]));
    return most;
  };
  for (const auto& [stages, off] : {std::pair(2L, 1.6e-3), std::pair(3L, 1.4e-7)}) {
    const auto lagrangian = states(stages, "lagrangian");
    CHECK(lagrangian.size() == 51 * 6);
    CHECK(apart(lagrangian, states(stages, "hessenberg_qp")) < 1e-13);
    CHECK(apart(lagrangian, states(stages, "hessenberg_qv")) == Approx(off).epsilon(0.05));  // two digits are known
  }
}
