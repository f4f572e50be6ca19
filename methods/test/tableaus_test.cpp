// The tableaus by name: their defining conditions to 60 digits for every number of stages in the catalogue, the
// properties that follow, and the closed forms of the small ones.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/methods/tableaus/same_numbers.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <nonholo/framework/tableau/stability_function.hpp>

#include "catch.hpp"
#include "toy_tableaus.hpp"

#include <cmath>

using namespace nonholo;

namespace {

void check_assumptions(const Tableau& tableau, int B, int C, int D) {
  INFO(tableau.name() << " with " << tableau.stages() << " stages");
  const SimplifyingAssumptions holds = tableau.simplifying_assumptions();
  CHECK(holds.B == B);
  CHECK(holds.C == C);
  CHECK(holds.D == D);
}

double entry(const Exact& x) { return static_cast<double>(x); }

}  // namespace

TEST_CASE("every tableau satisfies exactly the simplifying assumptions of its family, to 60 digits") {
  for (int s = 2; s <= 16; ++s) {
    check_assumptions(tableaus::gauss(s), 2 * s, s, s);
    check_assumptions(tableaus::radau_ia(s), 2 * s - 1, s - 1, s);
    check_assumptions(tableaus::lobatto_iiia(s), 2 * s - 2, s, s - 2);
    check_assumptions(tableaus::lobatto_iiib(s), 2 * s - 2, s - 2, s);
    check_assumptions(tableaus::radau_iia(s), 2 * s - 1, s, s - 1);
    check_assumptions(tableaus::lobatto_iiic(s), 2 * s - 2, s - 1, s - 1);
    check_assumptions(tableaus::lobatto_iiic_star(s), 2 * s - 2, s - 1, s - 1);
    check_assumptions(tableaus::lobatto_iiid(s), 2 * s - 2, s - 1, s - 1);
  }
  check_assumptions(tableaus::gauss(1), 2, 1, 1);
}

TEST_CASE("the small tableaus are those of the textbooks") {
  const Exact root3 = sqrt(Exact(3)), root6 = sqrt(Exact(6)), root15 = sqrt(Exact(15));
  const Tableau gauss2 = tableaus::gauss(2);
  const auto& gauss = gauss2.exact();
  CHECK(agree(gauss.c[0], Exact(1) / 2 - root3 / 6));
  CHECK(agree(gauss.A(0, 1), Exact(1) / 4 - root3 / 6));
  CHECK(agree(tableaus::gauss(3).exact().A(0, 2), Exact(5) / 36 - root15 / 30));
  const auto radau = tableaus::radau_ia(3);
  CHECK(agree(radau.exact().c[1], (6 - root6) / 10));
  CHECK(agree(radau.exact().A(0, 1), (-1 - root6) / 18));
  const auto lobatto_a = tableaus::lobatto_iiia(3), lobatto_b = tableaus::lobatto_iiib(3);
  CHECK(agree(lobatto_a.exact().A(1, 2), Exact(-1) / 24));
  CHECK(agree(lobatto_b.exact().A(1, 0), Exact(1) / 6));
  CHECK(agree(lobatto_b.exact().A(0, 1), Exact(-1) / 6));
}

TEST_CASE("Lobatto IIIA has a zero first row, IIIB a zero last column, and the two form a Lagrange-d'Alembert pair") {
  for (int s = 2; s <= 6; ++s) {
    const Tableau a = tableaus::lobatto_iiia(s), b = tableaus::lobatto_iiib(s);
    CHECK(entry(a.exact().A.row(0).cwiseAbs().maxCoeff()) < 1e-50);
    CHECK(entry(b.exact().A.col(s - 1).cwiseAbs().maxCoeff()) < 1e-50);
    CHECK(lagrange_dalembert_pair(a, b).holds);
    CHECK_FALSE(lagrange_dalembert_pair(a, a).holds);
    CHECK(a.stiffly_accurate().holds);
  }
  CHECK(lagrange_dalembert_pair(tableaus::gauss(3), tableaus::gauss(3)).holds);
}

TEST_CASE("the Lobatto families satisfy the conditions of SPARK methods, with the determinants that are known") {
  const double determinants[] = {0.25, 3.472e-3, 2.3148e-5, 8.858e-8, 2.19e-10};  // s = 2 ... 6; reference, section 1.2
  for (int s = 2; s <= 8; ++s) {
    const SparkConditions holds = tableaus::lobatto_iiia_b_c_cstar_d(s).spark_conditions();
    CHECK(holds.first_row_zero.holds);
    CHECK(holds.last_row_b.holds);
    CHECK(holds.same_products.holds);
    CHECK(holds.regular.holds);
    CHECK(holds.third_last_row_b->holds);
    if (s <= 6) CHECK(std::abs(holds.regular.defect) == Approx(determinants[s - 2]).epsilon(2e-3));
    const TableauSet other("iiia-b-a",
                           {tableaus::lobatto_iiia(s), tableaus::lobatto_iiib(s), tableaus::lobatto_iiia(s)});
    CHECK_FALSE(other.spark_conditions().same_products.holds);
  }
}

TEST_CASE("ranks, pairs and symmetry of the Lobatto families") {
  using namespace tableaus;
  for (int s = 2; s <= 8; ++s) {
    for (const auto& family : {lobatto_iiia, lobatto_iiib, lobatto_iiic_star}) CHECK(rank(family(s)) == s - 1);
    for (const auto& family : {lobatto_iiic, lobatto_iiid, gauss, radau_ia, radau_iia}) CHECK(rank(family(s)) == s);
    CHECK(lagrange_dalembert_pair(lobatto_iiic(s), lobatto_iiic_star(s)).holds);
    CHECK(lagrange_dalembert_pair(lobatto_iiid(s), lobatto_iiid(s)).holds);
    for (const auto& family : {lobatto_iiia, lobatto_iiib, lobatto_iiid, gauss}) CHECK(family(s).symmetric().holds);
    for (const auto& family : {lobatto_iiic, lobatto_iiic_star}) CHECK_FALSE(family(s).symmetric().holds);
    for (const auto& family : {radau_iia, lobatto_iiia, lobatto_iiic}) CHECK(family(s).stiffly_accurate().holds);
    for (const auto& family : {radau_ia, lobatto_iiib, lobatto_iiic_star, lobatto_iiid, gauss})
      CHECK_FALSE(family(s).stiffly_accurate().holds);
  }
  CHECK(lobatto_iiic(2).symmetric().defect == Approx(0.5));  // reference, section 1.2
}

TEST_CASE("rows 2 ... s of Lobatto IIIA span the moments: the constraint weights of Hilden and of Jay are equivalent") {
  for (int s = 2; s <= 8; ++s) {
    ExactConstraintRows rows;
    rows.omega = tableaus::lobatto_iiia(s).exact().A.bottomRows(s - 1);
    rows.alpha.resize(0, s);
    rows.beta.resize(0, s);
    const TableauSet set("iiia-b", tableaus::lobatto_iiia_b(s).parts(),
                         std::make_shared<const ExactConstraintRows>(rows));
    CHECK(set.constrains_moments().holds);
    CHECK(set.order() == 2 * s - 2);
  }
}

TEST_CASE("orders and symmetry of the sets follow from their numbers") {
  for (int s = 2; s <= 8; ++s) {
    const auto set = [s](const char* name) { return tableau_catalogue().at(name)(s); };
    CHECK(set("gauss").order() == 2 * s);
    CHECK(set("radau_ia").order() == 2 * s - 1);
    CHECK(set("lobatto_iiia_b").order() == 2 * s - 2);
    CHECK(set("gauss").symmetric().holds);
    CHECK(set("lobatto_iiia_b").symmetric().holds);
    CHECK_FALSE(set("radau_ia").symmetric().holds);
  }
}

TEST_CASE("a number of stages that the family lacks is refused with what it has") {
  CHECK_THROWS_WITH(tableau_catalogue().at("lobatto_iiia_b")(1),
                    Catch::Contains("lobatto_iiia_b has 2 to 16 stages, not 1"));
  CHECK_THROWS_WITH(tableau_catalogue().at("gauss")(4294967298), Catch::Contains("not 4294967298"));
  CHECK_THROWS_WITH(tableau_catalogue().at("gaus"), Catch::Contains("did you mean 'gauss'"));
}

TEST_CASE("numbers of stages that a tableau does not have are refused, not computed") {
  for (const int s : {-1, 0, 1000}) {
    CAPTURE(s);
    CHECK_THROWS_AS(tableaus::gauss(s), InputError);
    CHECK_THROWS_AS(tableaus::radau_ia(s), InputError);
    CHECK_THROWS_AS(tableaus::radau_iia(s), InputError);
    CHECK_THROWS_AS(tableaus::lobatto_iiia(s), InputError);
    CHECK_THROWS_AS(tableaus::lobatto_iiia_b_c_cstar_d(s), InputError);
  }
  CHECK_THROWS_AS(tableaus::lobatto_iiic(1), InputError);
}

TEST_CASE("sets are the same whose numbers are, to the last digit, whatever they are called") {
  const Tableau gauss = tableaus::gauss(2), named("another name", gauss.exact()), ia = tableaus::radau_ia(2);
  const auto same = tableaus::same_numbers;
  CHECK(same(gauss, named));
  CHECK(same(TableauSet("set", {gauss, gauss}), TableauSet("other", {named, gauss})));
  CHECK_FALSE(same(gauss, test::changed(gauss, Exact("1e-70"))));
  CHECK_FALSE(same(gauss, tableaus::gauss(3)));
  CHECK_FALSE(same(gauss, ia));
  CHECK_FALSE(same(TableauSet("set", {gauss, gauss}), gauss));  // a part more
}
