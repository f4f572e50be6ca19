// The tableaus by name: their defining conditions to 50 digits for every number of stages in the catalogue, the properties that follow,
// and the closed forms of the small ones.
#include <nonholo/framework/exact_tableau.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include "catch.hpp"

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

TEST_CASE("every tableau satisfies exactly the simplifying assumptions of its family, to 50 digits") {
  for (int s = 2; s <= 12; ++s) {
    check_assumptions(tableaus::gauss(s), 2 * s, s, s);
    check_assumptions(tableaus::radau_ia(s), 2 * s - 1, s - 1, s);
    check_assumptions(tableaus::lobatto_iiia(s), 2 * s - 2, s, s - 2);
    check_assumptions(tableaus::lobatto_iiib(s), 2 * s - 2, s - 2, s);
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
    CHECK(is_lagrange_dalembert_pair(a, b));
    CHECK_FALSE(is_lagrange_dalembert_pair(a, a));
    CHECK(a.is_stiffly_accurate());
  }
  CHECK(is_lagrange_dalembert_pair(tableaus::gauss(3), tableaus::gauss(3)));
}

TEST_CASE("orders and symmetry of the sets follow from their numbers") {
  for (int s = 2; s <= 8; ++s) {
    const auto set = [s](const char* name) { return tableau_catalogue().at(name)(s); };
    CHECK(set("gauss").order() == 2 * s);
    CHECK(set("radau_ia").order() == 2 * s - 1);
    CHECK(set("lobatto_iiia_b").order() == 2 * s - 2);
    CHECK(set("gauss").is_symmetric());
    CHECK(set("lobatto_iiia_b").is_symmetric());
    CHECK_FALSE(set("radau_ia").is_symmetric());
  }
}

TEST_CASE("a number of stages that the family lacks is refused with what it has") {
  CHECK_THROWS_WITH(tableau_catalogue().at("lobatto_iiia_b")(1), Catch::Contains("lobatto_iiia_b has 2 to 12 stages, not 1"));
  CHECK_THROWS_WITH(tableau_catalogue().at("gauss")(4294967298), Catch::Contains("not 4294967298"));
  CHECK_THROWS_WITH(tableau_catalogue().at("gaus"), Catch::Contains("did you mean 'gauss'"));
}
