// Tableaus: validation, and the properties they derive, on tableaus written by hand from their closed forms.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_tableau.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"

#include <cmath>
#include <limits>
#include <vector>

using namespace nonholo;

namespace {

using Numbers = std::vector<Exact>;

Tableau tableau(const Numbers& A, const Numbers& b, const Numbers& c) {
  const auto s = static_cast<Eigen::Index>(b.size());
  ExactCoefficients numbers{MatrixX<Exact>(s, s), Eigen::Map<const VectorX<Exact>>(b.data(), s),
                            Eigen::Map<const VectorX<Exact>>(c.data(), static_cast<Eigen::Index>(c.size()))};
  for (Eigen::Index i = 0; i < s; ++i)
    for (Eigen::Index j = 0; j < s; ++j) numbers.A(i, j) = A.at(static_cast<std::size_t>(i * s + j));
  return {"by hand", numbers};
}

const Exact half = Exact(1) / 2, quarter = Exact(1) / 4, third = Exact(1) / 3, root = sqrt(Exact(3)) / 6;

Tableau gauss2() {
  return tableau({quarter, quarter - root, quarter + root, quarter}, {half, half}, {half - root, half + root});
}
Tableau lobatto_iiia2() { return tableau({0, 0, half, half}, {half, half}, {0, 1}); }
Tableau lobatto_iiib2() { return tableau({half, 0, half, 0}, {half, half}, {0, 1}); }
Tableau radau_iia2() {
  return tableau({5 * third / 4, -third / 4, 3 * quarter, quarter}, {3 * quarter, quarter}, {third, 1});
}
Tableau kutta4() {
  return tableau({0, 0, 0, 0, half, 0, 0, 0, 0, half, 0, 0, 0, 0, 1, 0}, {third / 2, third, third, third / 2},
                 {0, half, half, 1});
}

void check_assumptions(const Tableau& t, int B, int C, int D) {
  const auto found = t.simplifying_assumptions();
  CHECK(found.B == B);
  CHECK(found.C == C);
  CHECK(found.D == D);
}

ExactCoefficients one_stage() {
  return {MatrixX<Exact>::Constant(1, 1, half), VectorX<Exact>::Ones(1), VectorX<Exact>::Constant(1, half)};
}

}  // namespace

TEST_CASE("Simplifying assumptions hold exactly as far as the theory says") {
  check_assumptions(gauss2(), 4, 2, 2);         // (2s, s, s)
  check_assumptions(radau_iia2(), 3, 2, 1);     // (2s - 1, s, s - 1)
  check_assumptions(lobatto_iiia2(), 2, 2, 0);  // (2s - 2, s, s - 2)
  check_assumptions(lobatto_iiib2(), 2, 0, 2);  // (2s - 2, s - 2, s)
  check_assumptions(kutta4(), 4, 1, 1);
}

TEST_CASE("A coefficient that is wrong in the fortieth digit is seen") {
  const Exact wrong = root + Exact("1e-40");
  check_assumptions(
      tableau({quarter, quarter - root, quarter + root, quarter}, {half, half}, {half - wrong, half + wrong}), 2, 0, 0);
  CHECK_FALSE(tableau({quarter, quarter - wrong, quarter + root, quarter}, {half, half}, {half - root, half + root})
                  .symmetric()
                  .holds);
}

TEST_CASE("Symmetry is that of the tableau reflected at 1/2") {
  CHECK(gauss2().symmetric().holds);
  CHECK(lobatto_iiia2().symmetric().holds);
  CHECK(lobatto_iiib2().symmetric().holds);
  CHECK_FALSE(radau_iia2().symmetric().holds);
  CHECK_FALSE(kutta4().symmetric().holds);
}

TEST_CASE("Stiffly accurate tableaus end their last stage at the step's end") {
  CHECK(radau_iia2().stiffly_accurate().holds);
  CHECK(lobatto_iiia2().stiffly_accurate().holds);
  CHECK_FALSE(lobatto_iiib2().stiffly_accurate().holds);
  CHECK_FALSE(gauss2().stiffly_accurate().holds);
}

TEST_CASE("Lagrange-d'Alembert pairs: Gauss with itself, IIIA with IIIB in either order, Euler with Euler") {
  CHECK(lagrange_dalembert_pair(gauss2(), gauss2()).holds);
  CHECK(lagrange_dalembert_pair(lobatto_iiia2(), lobatto_iiib2()).holds);
  CHECK(lagrange_dalembert_pair(lobatto_iiib2(), lobatto_iiia2()).holds);
  CHECK(lagrange_dalembert_pair(tableau({0}, {1}, {0}), tableau({1}, {1}, {0})).holds);
  CHECK_FALSE(lagrange_dalembert_pair(lobatto_iiia2(), lobatto_iiia2()).holds);
  CHECK_FALSE(lagrange_dalembert_pair(radau_iia2(), radau_iia2()).holds);
  CHECK_FALSE(lagrange_dalembert_pair(gauss2(), lobatto_iiib2()).holds);
}

TEST_CASE("Tableaus of different size are no Lagrange-d'Alembert pair") {
  CHECK_FALSE(lagrange_dalembert_pair(gauss2(), tableau({1}, {1}, {0})).holds);
}

TEST_CASE("The order of a set follows from B and C of a and D of the others") {
  const Tableau a = lobatto_iiia2(), b = lobatto_iiib2();
  CHECK(TableauSet(gauss2()).order() == 4);
  CHECK(TableauSet("iiia-b", {a, b}).order() == 2);
  const Tableau zero = tableau({0}, {1}, {0}), one = tableau({1}, {1}, {0});
  CHECK(TableauSet("symplectic Euler", {zero, one}).order() == 1);
}

TEST_CASE("A set is symmetric when all its tableaus are") {
  const Tableau b = lobatto_iiib2(), c = tableau({half, -half, half, half}, {half, half}, {0, 1});  // IIIC
  CHECK(TableauSet("iiia-b", {lobatto_iiia2(), b}).symmetric().holds);
  CHECK_FALSE(TableauSet("iiia-b-c", {lobatto_iiia2(), b, c}).symmetric().holds);
}

TEST_CASE("The tableaus of a set share nodes and weights") {
  CHECK_THROWS_AS(TableauSet("mixed", {gauss2(), lobatto_iiib2()}), InputError);
  CHECK_THROWS_AS(TableauSet("mixed", {gauss2(), gauss2(), radau_iia2()}), InputError);
  CHECK_THROWS_AS(TableauSet("mixed", {gauss2(), gauss2(), tableau({half}, {1}, {half})}), InputError);
}

TEST_CASE("Parts beyond the last take the last tableau") {
  const TableauSet set("iiia-b", {lobatto_iiia2(), lobatto_iiib2()});
  CHECK(set.a().exact().A == lobatto_iiia2().exact().A);
  CHECK(set.a_hat().exact().A == lobatto_iiib2().exact().A);
  CHECK(set.part(4).exact().A == lobatto_iiib2().exact().A);
  CHECK_THROWS_AS(TableauSet("six", std::vector<Tableau>(6, gauss2())), InputError);
  CHECK_THROWS_AS(TableauSet("none", std::vector<Tableau>()), InputError);
}

TEST_CASE("Constraint rows of another basis span the moments, others do not and have no known order") {
  ExactConstraintRows rows;
  rows.omega = MatrixX<Exact>::Constant(1, 2, Exact(3));  // b = (1/2, 1/2) times 6
  rows.alpha.resize(0, 2);
  rows.beta.resize(0, 2);
  const auto set = [&rows] {
    return TableauSet("gauss", {gauss2()}, std::make_shared<const ExactConstraintRows>(rows));
  };
  CHECK(set().constrains_moments().holds);
  CHECK(set().order() == 4);
  rows.omega(0, 1) += Exact("1e-40");
  CHECK_FALSE(set().constrains_moments().holds);
  CHECK(set().order() == 0);
  rows.omega.resize(1, 3);
  CHECK_THROWS_AS(set(), InputError);
}

TEST_CASE("Conditions tell by how much they are missed") {
  CHECK(gauss2().stiffly_accurate().defect == Approx(0.25));             // a_22 = 1/4, b_2 = 1/2
  CHECK(gauss2().assumption_defects({5, 3, 3}).B == Approx(1 / 180.0));  // sum b c^4 = 7/36, not 1/5
  CHECK(gauss2().assumption_defects({4, 2, 2}).C < 1e-70);
  CHECK(lobatto_iiib2().row_sums().defect == Approx(0.5));
  CHECK(lobatto_iiia2().explicit_first().holds);
}

TEST_CASE("Multipliers are determined unless the stages see sums of them only") {
  CHECK(TableauSet(gauss2()).determines_multipliers());
  CHECK(TableauSet("iiia-b", {lobatto_iiia2(), lobatto_iiib2()}).determines_multipliers());
  CHECK_FALSE(TableauSet(lobatto_iiia2()).determines_multipliers());
}

TEST_CASE("Rounding gives the double nearest to each exact coefficient") {
  const auto rounded = gauss2().rounded<double>();
  const Exact exact = gauss2().exact().A(0, 1);
  const double a = rounded.A(0, 1);
  const auto off = [&](double x) { return abs(exact - Exact(x)); };
  CHECK(off(a) <= off(std::nextafter(a, 1)));
  CHECK(off(a) <= off(std::nextafter(a, -1)));
  CHECK(rounded.b[0] == 0.5);
}

TEST_CASE("A tableau with wrong shapes, weights or numbers is refused when made") {
  CHECK_NOTHROW(Tableau("midpoint", one_stage()));
  const auto refused = [](auto change) {
    ExactCoefficients numbers = one_stage();
    change(numbers);
    CHECK_THROWS_AS(Tableau("midpoint", numbers), InputError);
  };
  refused([](auto& t) { t.A = MatrixX<Exact>::Zero(1, 2); });
  refused([](auto& t) { t.A = MatrixX<Exact>::Zero(2, 1); });
  refused([](auto& t) { t.c = VectorX<Exact>::Zero(2); });
  refused([](auto& t) { t = {MatrixX<Exact>(0, 0), VectorX<Exact>(0), VectorX<Exact>(0)}; });
  refused([](auto& t) { t.b[0] = 1 + Exact("1e-49"); });
  refused([](auto& t) { t.A(0, 0) = std::numeric_limits<Exact>::quiet_NaN(); });
  refused([](auto& t) { t.b[0] = std::numeric_limits<Exact>::quiet_NaN(); });
  refused([](auto& t) { t.c[0] = std::numeric_limits<Exact>::infinity(); });
}
