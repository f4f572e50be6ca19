// Problems of the catalogue as [system]: what is written is read again as the same equations.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/system_writer.hpp>

#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/experiment/experiment.hpp>

#include "catch.hpp"
#include "experiments.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// f and g of a system as a DAE, at a point near its start.
VectorX<double> equations_of(const System<double>& system, const Setup<double>& setup) {
  const auto dae = system.hessenberg();
  VectorX<double> y = VectorX<double>::Zero(dae->differential()), z = VectorX<double>::Zero(dae->algebraic());
  std::vector<double> start = setup.q;
  start.insert(start.end(), setup.v.begin(), setup.v.end());
  for (std::size_t i = 0; i < std::min(start.size(), static_cast<std::size_t>(y.size())); ++i)
    y[static_cast<Eigen::Index>(i)] = start[i];
  for (Eigen::Index i = 0; i < y.size(); ++i) y[i] += 0.1 * std::sin(static_cast<double>(3 * i + 1));
  for (Eigen::Index j = 0; j < z.size(); ++j) z[j] = 0.3 + 0.2 * static_cast<double>(j);
  MatrixX<double> f(dae->differential(), dae->parts());
  VectorX<double> g(dae->algebraic());
  dae->rates(0.3, y, z, f);
  dae->constraint(0.3, y, g);
  VectorX<double> all(f.size() + g.size());
  all << f.reshaped(), g;
  return all;
}

}  // namespace

TEST_CASE("every problem of the catalogue is written as a system that has its equations") {
  for (const ProblemEntry& entry : problem_catalogue()) {
    INFO(entry.name);
    const std::string text = system_text(entry);
    INFO(text);
    const std::string run = "\n[[run]]\nmethod = \"ida_index1\"\nrtol = 1e-6\natol = 1e-6\nt_end = 1\n";
    const Experiment experiment = read(text + run);
    const Setup<double>& setup = entry.setups.front();
    const VectorX<double> written = equations_of(experiment.runs.front().problem.system<double>(), setup);
    const VectorX<double> own = equations_of(entry.make({}, setup.name), setup);
    REQUIRE(written.size() == own.size());
    CHECK((written - own).norm() <= 1e-13 * (1 + own.norm()));
  }
}
