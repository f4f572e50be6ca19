// Stability functions against Pade's table, which the classical families fill (Hairer & Wanner II, IV.3 and IV.5), and
// ranks.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/stability_function.hpp>

#include "catch.hpp"
#include "toy_tableaus.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;

namespace {

void check_coefficients(const std::vector<double>& found, const std::vector<double>& expected) {
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(std::abs(found[k] - expected[k]) < 1e-15);
}

}  // namespace

TEST_CASE("the stability functions of Gauss and Radau IIA are Pade approximations of the exponential") {
  const StabilityFunction gauss = stability_function(tableaus::gauss(2)),
                          radau = stability_function(tableaus::radau_iia(2));
  check_coefficients(gauss.numerator, {1, 1. / 2, 1. / 12});
  check_coefficients(gauss.denominator, {1, -1. / 2, 1. / 12});
  check_coefficients(radau.numerator, {1, 1. / 3});
  check_coefficients(radau.denominator, {1, -2. / 3, 1. / 6});
}

TEST_CASE("the limit at infinity is that of the leading coefficients") {
  for (int s = 1; s <= 6; ++s) {
    CHECK(stability_function(tableaus::gauss(s)).at_infinity == Approx(s % 2 == 0 ? 1 : -1));
    CHECK(stability_function(tableaus::radau_iia(s)).at_infinity == 0);
  }
  CHECK(stability_function(tableaus::lobatto_iiib(3)).at_infinity == Approx(1));
  CHECK(std::isinf(stability_function(test::kutta_4()).at_infinity));
}

TEST_CASE("an explicit method has the Taylor polynomial as its stability function") {
  const StabilityFunction kutta = stability_function(test::kutta_4());
  check_coefficients(kutta.numerator, {1, 1, 1. / 2, 1. / 6, 1. / 24});
  check_coefficients(kutta.denominator, {1});
  CHECK(kutta.order == 4);
  CHECK(kutta.error_constant == Approx(-1. / 120));
}

TEST_CASE("order and error constant are those of R(z) - e^z") {
  for (int s = 1; s <= 8; ++s) CHECK(stability_function(tableaus::gauss(s)).order == 2 * s);
  for (int s = 2; s <= 8; ++s) CHECK(stability_function(tableaus::lobatto_iiic(s)).order == 2 * s - 2);
  CHECK(stability_function(tableaus::gauss(1)).error_constant == Approx(1. / 12));
  CHECK(stability_function(tableaus::gauss(2)).error_constant == Approx(-1. / 720));
  CHECK(stability_function(tableaus::radau_iia(1)).error_constant == Approx(1. / 2));
}

TEST_CASE("the ranks of the Lobatto families tell their explicit stages") {
  for (int s = 2; s <= 6; ++s) {
    CHECK(rank(tableaus::lobatto_iiia(s)) == s - 1);
    CHECK(rank(tableaus::lobatto_iiib(s)) == s - 1);
    CHECK(rank(tableaus::lobatto_iiic(s)) == s);
    CHECK(rank(tableaus::lobatto_iiic_star(s)) == s - 1);
    CHECK(rank(tableaus::gauss(s)) == s);
  }
  CHECK(rank(test::kutta_4()) == 3);
  CHECK(rank(test::one_stage(0, 0)) == 0);
}

TEST_CASE("a matrix of a few decimals has the rank that its decimals allow") {
  ExactCoefficients rounded = tableaus::lobatto_iiia(4).exact();
  rounded.A = rounded.A.cast<double>().cast<Exact>().eval();
  rounded.A(0, 2) = Exact("1e-15");
  CHECK(rank({"exactly these numbers", rounded}) == 4);
  rounded.tolerance = 1e-14;
  CHECK(rank({"to fourteen decimals", rounded}) == 3);
}
