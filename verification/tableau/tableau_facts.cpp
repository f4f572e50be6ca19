// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_facts.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>
#include <nonholo/framework/tableau/stability_function.hpp>
#include <nonholo/verification/tableau/tableau_order_facts.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

Fact fact(std::string name, const Condition& condition, std::string note) {
  return {std::move(name), condition.holds, condition.defect, std::move(note)};
}

/// The order of a quadrature-like condition and what the next one misses.
void add_assumptions(std::vector<Fact>& all, const Tableau& tableau, const std::string& prefix) {
  const SimplifyingAssumptions holds = tableau.simplifying_assumptions();
  const AssumptionDefects next = tableau.assumption_defects({holds.B + 1, holds.C + 1, holds.D + 1});
  all.push_back({prefix + "B", long{holds.B}, next.B, "sum b_i c_i^(k-1) = 1/k for k up to this"});
  const std::string every = " (64: for every k)";
  all.push_back({prefix + "C", long{holds.C}, next.C,
                 "sum a_ij c_j^(k-1) = c_i^k/k for k up to this" + (holds.C == 64 ? every : "")});
  all.push_back({prefix + "D", long{holds.D}, next.D, "sum b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k for k up to this"});
}

void add_tableau(std::vector<Fact>& all, const Tableau& tableau, const std::string& prefix) {
  all.push_back(fact(prefix + "row_sums", tableau.row_sums(), "sum a_ij = c_i"));
  add_assumptions(all, tableau, prefix);
  all.push_back({prefix + "rank", long{rank(tableau)}, {}, "of A"});
  all.push_back(fact(prefix + "stiffly_accurate", tableau.stiffly_accurate(), "a_sj = b_j"));
  all.push_back(fact(prefix + "explicit_first", tableau.explicit_first(), "a_1j = 0, c_1 = 0"));
  all.push_back(fact(prefix + "symmetric", tableau.symmetric(), "Jay 2009, (6.3)"));
  const StabilityFunction R = stability_function(tableau);
  all.push_back({prefix + "R_numerator", R.numerator, {}, "R(z), coefficients of z^0, z^1, ..."});
  all.push_back({prefix + "R_denominator", R.denominator, {}, ""});
  all.push_back({prefix + "R_infinity", R.at_infinity, {}, "R at infinity"});
  all.push_back({prefix + "R_order", long{R.order}, {}, "R(z) = e^z + error_constant z^(R_order + 1) + ..."});
  all.push_back({prefix + "error_constant", R.error_constant, {}, ""});
}

void add_set(std::vector<Fact>& all, const TableauSet& set) {
  all.push_back(
      fact("lagrange_dalembert", set.lagrange_dalembert(), "b_i a_ij + b_j ah_ji = b_i b_j (Jay 2009, (6.2))"));
  all.push_back(fact("symmetric", set.symmetric(), "every part and the constraint rows (Jay 2009, (6.3))"));
  all.push_back({"determines_multipliers",
                 set.determines_multipliers(),
                 {},
                 "[omega A_reactions; b] is regular: spark can be used"});
  all.push_back(fact("constrains_moments", set.constrains_moments(), "omega has the span of b_j c_j^(i-1)"));
  if (set.parts().size() < 2) return;
  const SparkConditions conditions = set.spark_conditions();
  all.push_back(fact("spark_a", conditions.first_row_zero, "first row of A1 is zero (Hilden 2009, (2.18a))"));
  all.push_back(fact("spark_b", conditions.last_row_b, "last row of A1 is b (2.18b)"));
  all.push_back(fact("spark_c", conditions.same_products, "A1 Am is the same for m > 1 (2.18c)"));
  all.push_back(fact("spark_d", conditions.regular, "[N; b] is regular; beside it its determinant (2.18d)"));
  if (conditions.third_last_row_b)
    all.push_back(fact("spark_e", *conditions.third_last_row_b, "last row of A3 is b (2.18e)"));
}

std::string polynomial(const std::vector<double>& coefficients) {
  std::string text;
  for (std::size_t k = 0; k < coefficients.size(); ++k)
    if (coefficients[k] != 0)
      text += fmt::format("{}{:.6g}{}",
                          text.empty() ? (coefficients[k] < 0 ? "-" : "") : (coefficients[k] < 0 ? " - " : " + "),
                          std::abs(coefficients[k]),
                          k == 0   ? ""
                          : k == 1 ? " z"
                                   : fmt::format(" z^{}", k));
  return text.empty() ? "0" : text;
}

}  // namespace

std::string shown(const Fact& fact) {
  return std::visit(
      [](const auto& value) -> std::string {
        using T = std::decay_t<decltype(value)>;
        if constexpr (std::is_same_v<T, bool>) return value ? "yes" : "no";
        else if constexpr (std::is_same_v<T, double>) return fmt::format("{:.6g}", value);
        else if constexpr (std::is_same_v<T, std::vector<double>>) return polynomial(value);
        else return fmt::format("{}", value);
      },
      fact.value);
}

std::vector<Fact> facts(const TableauSet& set) {
  std::vector<Fact> all{{"stages", long{set.stages()}}, {"parts", static_cast<long>(set.parts().size())}};
  add_order_facts(all, set);
  add_set(all, set);
  if (set.parts().size() == 1) {
    std::vector<Fact> own;
    add_tableau(own, set.a(), "");
    std::erase_if(own, [](const Fact& each) { return each.name == "symmetric"; });  // the set's own
    all.insert(all.end(), own.begin(), own.end());
  } else {
    for (std::size_t k = 0; k < set.parts().size(); ++k) add_tableau(all, set.parts()[k], fmt::format("A{}.", k + 1));
  }
  return all;
}

}  // namespace nonholo
