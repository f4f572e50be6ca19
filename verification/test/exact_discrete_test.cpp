// Discrete Lagrangians and forces of SPARK methods beside the exact ones (Jay 2009, section 5).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/problem/about.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/contract/exact_discrete.hpp>

#include "catch.hpp"

#include <cmath>
#include <string>
#include <utility>

using namespace nonholo;

namespace {

struct Method {
  std::string tableau;
  long stages;
  double order;
};

TableauSet set_of(const Method& method) { return tableau_catalogue().at(method.tableau)(method.stages); }

/// A particle on a circle, told by the velocity constraint that its position constraint implies.
struct OnCircle {
  static constexpr int n = 2, m = 1;
  static constexpr bool fused_kernels = false;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>& q) const { return {q[0], q[1]}; }
};

}  // namespace

TEST_CASE("discrete Lagrangian and forces of a method of order p differ from the exact ones by O(h^(p+1))") {
  for (const auto& [name, setup] :
       {std::pair("chaplygin_sleigh", "rotating"), std::pair("contact_oscillator", "perturbed")}) {
    const ProblemEntry& problem = problem_catalogue().at(name);
    const System<double> system = problem.make({}, setup);
    const Start<double> start = start_of(problem.setup(setup));
    for (const Method& method :
         {Method{"gauss", 1, 2}, Method{"gauss", 2, 4}, Method{"lobatto_iiia_b", 2, 2}, Method{"lobatto_iiia_b", 3, 4},
          Method{"lobatto_iiia_b_d", 2, 2}, Method{"symplectic_euler_1", 1, 1}, Method{"symplectic_euler_2", 1, 1}}) {
      const ExactDiscrete coarse = exact_discrete(system, set_of(method), start, 0.1),
                          fine = exact_discrete(system, set_of(method), start, 0.05);
      INFO(method.tableau << ", " << method.stages << " stages, on " << name << ": L_d " << coarse.lagrangian << ", "
                          << fine.lagrangian << "; forces " << coarse.forces << ", " << fine.forces);
      // Euler's L_d gains an order on the contact oscillator, whose mass is constant
      CHECK(std::log2(coarse.lagrangian / fine.lagrangian) > method.order + 0.7);
      CHECK(std::abs(std::log2(coarse.forces / fine.forces) - method.order - 1) < 0.3);
      CHECK(coarse.identity < 1e-15);
      CHECK(coarse.tangent_force > 1e6 * coarse.identity);  // the constraint is nonholonomic
    }
  }
}

TEST_CASE("the exact discrete forces vanish where the constraint comes from positions") {
  const System<double> system{OnCircle{}};
  const Start<double> start{.q = Eigen::Vector2d(0.6, -0.8), .v = Eigen::Vector2d(0.8, 0.6)};
  const ExactDiscrete found = exact_discrete(system, set_of({"gauss", 1, 2}), start, 0.1);
  CHECK(found.tangent_force < 1e-15);
  CHECK(found.identity < 1e-15);
}
