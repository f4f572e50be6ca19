// Which SPARK methods are discrete Lagrange-d'Alembert principles, and in what sense (Jay 2009, Theorem 6.1).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/contract/discrete_principle.hpp>

#include "catch.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace nonholo;

namespace {

constexpr double principle_error = 1e-13;

struct Run {
  std::string name;
  System<double> system;
  Start<double> start;
};

/// A mass matrix that depends on q, and a constant one.
std::vector<Run> runs() {
  std::vector<Run> all;
  for (const auto& [name, setup] :
       {std::pair("chaplygin_sleigh", "rotating"), std::pair("contact_oscillator", "perturbed")}) {
    const ProblemEntry& problem = problem_catalogue().at(name);
    all.push_back({name, problem.make({}, setup), start_of(problem.setup(setup))});
  }
  return all;
}

TableauSet set_of(std::string_view name, long stages) { return tableau_catalogue().at(name)(stages); }

std::vector<TableauSet> pairs() {
  return {set_of("gauss", 1),
          set_of("gauss", 2),
          set_of("gauss", 3),
          set_of("lobatto_iiia_b", 2),
          set_of("lobatto_iiia_b", 3),
          set_of("lobatto_iiia_b", 4),
          set_of("symplectic_euler_1", 1),
          set_of("symplectic_euler_2", 1)};
}

double worst(const DiscretePrinciple& of) {
  return std::max({of.momentum_start, of.momentum_end, of.euler_lagrange, of.constraint});
}

/// A particle with drag and a moving potential: forced, and not conservative.
struct DraggedParticle {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Identity();
    M(0, 0) += q[1] * q[1];
    return M;
  }
  template <class S> S potential(const S& t, const Vector<S, 3>& q) const { return q[0] * q[0] + t * q[1] * q[2]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }
  template <class S> Vector<S, 3> force(const S& t, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return {-v[0] + t, -q[0] * v[1], S(-0.5) * v[2]};
  }
};

}  // namespace

TEST_CASE("sets with Jay's (6.2) satisfy the discrete Lagrange-d'Alembert principle to round-off") {
  for (const Run& run : runs())
    for (const TableauSet& set : pairs()) {
      const DiscretePrinciple found = discrete_principle(run.system, set, run.start, 0.1, 10);
      INFO(set.name() << ", " << set.stages() << " stages, on " << run.name);
      CHECK(found.momentum_start < principle_error);
      CHECK(found.momentum_end < principle_error);
      CHECK(found.euler_lagrange < principle_error);
      CHECK(found.constraint < principle_error);
      CHECK(found.condition < 20);
    }
}

TEST_CASE("Radau IA misses the principle by an error that falls with h") {
  for (const Run& run : runs())
    for (const int stages : {2, 3}) {
      const TableauSet set = set_of("radau_ia", stages);
      const DiscretePrinciple coarse = discrete_principle(run.system, set, run.start, 0.1, 10);
      const DiscretePrinciple fine = discrete_principle(run.system, set, run.start, 0.05, 20);
      INFO(stages << " stages on " << run.name << ": " << coarse.momentum_start << ", then " << fine.momentum_start);
      CHECK(fine.momentum_start > 1e4 * principle_error);
      CHECK(fine.momentum_start < coarse.momentum_start / 3);
      CHECK(fine.momentum_end < coarse.momentum_end / 3);
      CHECK(fine.euler_lagrange > 1e4 * principle_error);
      CHECK(fine.euler_lagrange < coarse.euler_lagrange / 3);
      CHECK(fine.constraint < principle_error);
      CHECK(!fine.symmetry_L);
    }
}

TEST_CASE("discrete Lagrangian and forces of a symmetric set change sign with the direction of the step") {
  for (const Run& run : runs())
    for (const TableauSet& set : pairs()) {
      const DiscretePrinciple found = discrete_principle(run.system, set, run.start, 0.1, 10);
      INFO(set.name() << ", " << set.stages() << " stages, on " << run.name);
      CHECK(found.symmetry_L.has_value() == (set.name().find("euler") == std::string::npos));
      CHECK(found.symmetry_L.value_or(0) < principle_error);
      CHECK(found.symmetry_f.value_or(0) < principle_error);
    }
}

TEST_CASE(
    "with the constraint at the end of the step alone, the multipliers of Euler I and Lobatto IIIA-B do not follow "
    "from the positions") {
  for (const Run& run : runs())
    for (const TableauSet& set : pairs()) {
      const bool first_is_free = set.name().starts_with("lobatto") || set.name() == "symplectic_euler_1";
      const DiscretePrinciple found = discrete_principle(run.system, set, run.start, 0.1, 10, Closing::as_printed);
      INFO(set.name() << ", " << set.stages() << " stages, on " << run.name << ": condition " << found.condition);
      CHECK(std::isinf(found.condition) == first_is_free);
      CHECK(worst(found) < 1e-8);  // the momenta do not depend on that, except for round-off
      CHECK(found.symmetry_L.value_or(0) < principle_error);
    }
}

TEST_CASE("with the constraint at the end of the step alone, the discrete forces of Gauss methods are not symmetric") {
  for (const Run& run : runs()) {
    const DiscretePrinciple midpoint =
        discrete_principle(run.system, set_of("gauss", 1), run.start, 0.1, 10, Closing::as_printed);
    const DiscretePrinciple two =
        discrete_principle(run.system, set_of("gauss", 2), run.start, 0.1, 10, Closing::as_printed);
    INFO(run.name);
    CHECK(midpoint.symmetry_f.value() < principle_error);  // V_1 = (q_1 - q_0) / h whatever the constraint
    CHECK(two.symmetry_f.value() > 1e-2);
    CHECK(worst(two) < 1e-11);
  }
}

TEST_CASE("external forces and explicit time are part of the principle") {
  const System<double> system(DraggedParticle{});
  const Start<double> start{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0.4, 0.5)};
  for (const TableauSet& set : pairs()) {
    const DiscretePrinciple found = discrete_principle(system, set, start, 0.1, 10);
    INFO(set.name() << ", " << set.stages() << " stages");
    CHECK(worst(found) < principle_error);
    CHECK(found.symmetry_f.value_or(0) < principle_error);
  }
  CHECK(discrete_principle(system, set_of("radau_ia", 2), start, 0.1, 10).momentum_start > 1e-7);
}

TEST_CASE("a step size at which a step cannot be solved is refused by name") {
  const Run sleigh = runs().front();
  CHECK_THROWS_AS(discrete_principle(sleigh.system, set_of("gauss", 2), sleigh.start, 1e8, 1), InputError);
}
