// Orders by trees: how many trees there are, and the orders that are known of the classical families. Global orders on
// index 2: Hairer & Wanner II, Table VII.4.1.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/order_conditions.hpp>

#include "catch.hpp"
#include "toy_tableaus.hpp"

#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using namespace nonholo::tableaus;

namespace {

/// Conditions of each order, for a set that satisfies all of them.
std::vector<long> conditions_by_order(const TableauSet& set, int most) {
  std::vector<long> counts;
  long before = 0;
  for (int n = 1; n <= most; ++n) {
    const long up_to_n = ode_order(set, n).trees;
    counts.push_back(up_to_n - before);
    before = up_to_n;
  }
  return counts;
}

void check_index_2(const Tableau& tableau, int y, int z) {
  const StandardRkOrder found = standard_rk_order(tableau, 6);
  CAPTURE(tableau.name(), tableau.stages(), found.growth, found.reason);
  CHECK(found.applicable);
  CHECK(found.y == y);
  CHECK(found.z == z);
}

Tableau rounded_to_double(const Tableau& tableau, double tolerance) {
  ExactCoefficients numbers = tableau.exact();
  for (Exact& x : numbers.A.reshaped()) x = static_cast<double>(x);
  for (Exact& x : numbers.b) x = static_cast<double>(x);
  for (Exact& x : numbers.c) x = static_cast<double>(x);
  numbers.tolerance = tolerance;
  return {tableau.name(), numbers};
}

}  // namespace

TEST_CASE("rooted trees and bicoloured rooted trees are as many as they should be") {
  CHECK(conditions_by_order(gauss(4), 8) == std::vector<long>{1, 1, 2, 4, 9, 20, 48, 115});
  // Half of 2, 4, 14, 52, 214, 916, as the root is not coloured.
  CHECK(conditions_by_order({"pair", {lobatto_iiia(4), lobatto_iiib(4)}}, 6) ==
        std::vector<long>{1, 2, 7, 26, 107, 458});
}

TEST_CASE("a set whose parts do not belong together has no more than the order of its trees") {
  ExactCoefficients forces = gauss(2).exact();
  // b^T A is as before: D(1) holds, row sums do not
  forces.A.col(0) += Eigen::Matrix<Exact, 2, 1>(forces.b[1], -forces.b[0]);
  const TableauSet set("odd", {gauss(2), Tableau("forces", forces)});
  CHECK(ode_order(set, 6).order == 2);
  CHECK(set.order() == 2);
}

TEST_CASE("a set is no better than its weakest part, unless its parts belong together") {
  ExactCoefficients crouzeix = gauss(2).exact();  // the same nodes
  const Exact g = crouzeix.c[1];
  std::swap(crouzeix.c[0], crouzeix.c[1]);
  crouzeix.A << g, Exact(0), 1 - 2 * g, g;
  ExactCoefficients swapped = gauss(2).exact();
  std::swap(swapped.c[0], swapped.c[1]);
  swapped.A = swapped.A.reverse().eval();
  const Tableau lesser("crouzeix", crouzeix), better("gauss", swapped);
  CHECK(TableauSet(lesser).order() == 3);
  CHECK(TableauSet(better).order() == 4);
  CHECK(TableauSet("cg", {lesser, better}).order() == 3);
  CHECK(TableauSet("gc", {better, lesser}).order() == 3);
  for (int s = 2; s <= 5; ++s) {
    CHECK(lobatto_iiia_b(s).order() == 2 * s - 2);
    CHECK(lobatto_iiia_b_d(s).order() == 2 * s - 2);
    CHECK(lobatto_iiia_b_c_cstar_d(s).order() == 2 * s - 2);
    CHECK(lobatto_iiic_c_star(s).order() == 2 * s - 2);
  }
}

TEST_CASE("no theorem covers an explicit method of several stages with averaged constraints") {
  CHECK(TableauSet(kutta_4()).order() == 0);
  CHECK(TableauSet(half_explicit_euler(1)).order() == 1);
}

TEST_CASE("equal parts ask for no more than one of them") {
  CHECK(ode_order({"one thrice", {gauss(3), gauss(3), gauss(3)}}, 6).trees == ode_order(gauss(3), 6).trees);
}

TEST_CASE("classical orders on differential equations") {
  for (int s = 1; s <= 4; ++s) CHECK(ode_order(gauss(s), 8).order == 2 * s);
  for (int s = 1; s <= 4; ++s) CHECK(ode_order(radau_iia(s), 8).order == 2 * s - 1);
  for (int s = 2; s <= 4; ++s) {
    CHECK(ode_order(lobatto_iiia(s), 8).order == 2 * s - 2);
    CHECK(ode_order({"IIIA-IIIB", {lobatto_iiia(s), lobatto_iiib(s)}}, 8).order == 2 * s - 2);
    CHECK(ode_order({"IIIC-IIIC*", {lobatto_iiic(s), lobatto_iiic_star(s)}}, 8).order == 2 * s - 2);
  }
  CHECK(ode_order(kutta_4(), 8).order == 4);
}

TEST_CASE("the cap is reached without a violation, or not at all") {
  const OrderByTrees capped = ode_order(gauss(4), 8), not_capped = ode_order(gauss(3), 8);
  CHECK(capped.reached_cap);
  CHECK(capped.defect == 0);
  CHECK(capped.tree.empty());
  CHECK_FALSE(not_capped.reached_cap);
  CHECK(not_capped.defect == Approx(1. / 2800));  // of c^6: (s!)^4 / ((2s)!^2 (2s + 1)) with s = 3
  CHECK(not_capped.tree == "[t t t t t t]");
}

TEST_CASE("the symplectic Euler pair has order 1, and its violated tree is named with the part") {
  const OrderByTrees found = ode_order({"pair", {one_stage(0, 0), one_stage(1, 0)}}, 8);
  CHECK(found.order == 1);
  CHECK(found.defect == Approx(0.5));
  CHECK((found.tree == "[t1]" || found.tree == "[t2]"));
}

TEST_CASE("time is a branch of its own when no part has the row sums c") {
  // Midpoint rule for y' = f(y), right end for the time in it.
  const Tableau late("late",
                     {MatrixX<Exact>::Constant(1, 1, Exact(1) / 2), VectorX<Exact>::Ones(1), VectorX<Exact>::Ones(1)});
  const OrderByTrees found = ode_order(late, 8);
  CHECK(found.order == 1);
  CHECK(found.tree == "[c]");
  CHECK(found.trees == 3);
}

TEST_CASE("a coefficient wrong by a millionth lowers the order and shows in the defect") {
  const OrderByTrees found = ode_order(changed(gauss(3), Exact("1e-6")), 8);
  CHECK(found.order == 1);
  CHECK(found.defect == Approx(5. / 18 * 1e-6));  // b_1 times the change
  CHECK(found.tree == "[t]");
  CHECK(ode_order(changed(gauss(3), Exact("1e-40")), 8).order == 1);
}

TEST_CASE("numbers of sixteen digits have the orders of the numbers they round, to a tolerance that says so") {
  CHECK(ode_order(rounded_to_double(gauss(3), 1e-14), 8).order == 6);
  const StandardRkOrder found = standard_rk_order(rounded_to_double(gauss(3), 1e-14), 6);
  CHECK(found.y == 4);
  CHECK(found.z == 2);
  CHECK(found.growth == -1);
}

TEST_CASE("global orders of the standard methods on index 2") {
  check_index_2(gauss(1), 2, 0);
  check_index_2(gauss(2), 2, 0);
  check_index_2(gauss(3), 4, 2);
  check_index_2(gauss(4), 4, 2);
  for (int s = 2; s <= 4; ++s) check_index_2(radau_ia(s), s, s - 1);
  for (int s = 1; s <= 3; ++s) check_index_2(radau_iia(s), 2 * s - 1, s);
  for (int s = 2; s <= 4; ++s) check_index_2(lobatto_iiia(s), 2 * s - 2, s % 2 == 0 ? s : s - 1);
  for (int s = 2; s <= 4; ++s) check_index_2(lobatto_iiic(s), 2 * s - 2, s - 1);
  CHECK(standard_rk_order(lobatto_iiid(3), 6).y == 4);
}

TEST_CASE("an order on index 2 says when it was not looked for any further") {
  const StandardRkOrder capped = standard_rk_order(gauss(4), 3), theorem = standard_rk_order(radau_iia(3), 4),
                        found = standard_rk_order(radau_iia(3), 6);
  CHECK(capped.reached_cap);
  CHECK(capped.y == 3);
  CHECK_FALSE(theorem.reached_cap);  // stiffly accurate
  CHECK(theorem.y == 5);
  CHECK_FALSE(found.reached_cap);
  CHECK(found.conditions_y == 5);
  CHECK(found.conditions_projected == 5);
  CHECK(found.conditions_z == 3);
}

TEST_CASE("a method that multiplies errors of the constraint does not converge on index 2") {
  const Tableau growing("theta = 1/4", {MatrixX<Exact>::Constant(1, 1, Exact(1) / 4), VectorX<Exact>::Ones(1),
                                        VectorX<Exact>::Constant(1, Exact(1) / 4)});
  const StandardRkOrder found = standard_rk_order(growing, 6);
  CHECK(found.applicable);
  CHECK(found.growth == -3);
  CHECK(found.y == 0);
  CHECK(found.z == 0);
}

TEST_CASE("singular tableaus have no standard method on index 2 unless only their first stage is explicit") {
  for (const Tableau& tableau : {lobatto_iiib(3), lobatto_iiic_star(3), kutta_4(), one_stage(0, 0)}) {
    const StandardRkOrder found = standard_rk_order(tableau, 6);
    CHECK_FALSE(found.applicable);
    CHECK_FALSE(found.reason.empty());
  }
}
