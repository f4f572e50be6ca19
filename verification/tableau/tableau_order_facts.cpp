// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_order_facts.hpp>

#include <nonholo/framework/tableau/order_conditions.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

// Trees up to these orders: thousands of conditions each, well under a second.
constexpr int most_alone = 10, most_pair = 8, most_parts = 5, most_standard = 6;

int tree_cap(const TableauSet& set) {
  return set.parts().size() == 1 ? most_alone : set.parts().size() == 2 ? most_pair : most_parts;
}

/// @param guaranteed by theorem, beyond the trees too
Fact ode_order_fact(const TableauSet& set, int guaranteed) {
  const OrderByTrees trees = ode_order(set, tree_cap(set));
  const std::string what =
      set.parts().size() == 1 ? "rooted trees" : fmt::format("{}-coloured trees", set.parts().size());
  std::string rule = fmt::format("on ODEs: {} conditions of {}", trees.trees, what);
  if (!trees.reached_cap) rule += fmt::format("; {} fails", trees.tree);
  else if (guaranteed > trees.order)
    rule += fmt::format(" up to order {}, beyond by the simplifying assumptions", trees.order);
  else rule += fmt::format(" up to order {}; may be larger", trees.order);
  const int order = trees.reached_cap ? std::max(trees.order, guaranteed) : trees.order;
  return {"ode_order", long{order}, trees.defect, rule};
}

/// @param guaranteed by theorem; 0 when none covers the set
Fact index_2_order_fact(const TableauSet& set, int guaranteed) {
  const auto order = [](decltype(Fact::value) value, const char* note) {
    return Fact{"order", std::move(value), {}, note};
  };
  if (guaranteed > 0)
    return order(long{guaranteed},
                 "index 2, as SRK-DAE2 or SPARK method, of q and v (y): min(p, 2q + 2, q + r + 1) (Jay 2003, 2006)");
  if (!set.constrains_moments())
    return order("unknown", "omega does not have the span of the moments b_j c_j^(i-1): no theorem covers it");
  if (!set.determines_multipliers())
    return order("none", "the constraints do not determine the multipliers of the reactions: [omega A; b] is singular");
  return order("unknown",
               "a part that may contain multipliers does not determine them or lacks D(s - 1): no theorem covers it");
}

/// An order, or what is known of it where the trees end.
Fact at_least(std::string name, int order, bool capped, std::string note) {
  if (capped) return {std::move(name), fmt::format("at least {}", order), {}, std::move(note)};
  return {std::move(name), long{order}, {}, std::move(note)};
}

void add_standard_order(std::vector<Fact>& all, const Tableau& tableau) {
  const StandardRkOrder standard = standard_rk_order(tableau, most_standard);
  if (!standard.applicable) {
    all.push_back({"standard_order", std::string("none"), {}, standard.reason});
    return;
  }
  const std::string rule = fmt::format(
      "index 2, as standard Runge-Kutta method, of y: trees of Hairer, Lubich & Roche up to order {}", most_standard);
  const std::string growth = fmt::format("; a step multiplies its error by {:.4g}{}", standard.growth,
                                         std::abs(standard.growth) > 1 ? ": diverges" : "");
  all.push_back(at_least("standard_order", standard.y, standard.reached_cap && !tableau.stiffly_accurate(), rule));
  all.push_back(
      at_least("standard_order_z", standard.z, standard.conditions_z == most_standard, "the same for z" + growth));
}

}  // namespace

void add_order_facts(std::vector<Fact>& all, const TableauSet& set) {
  const int guaranteed = set.order();
  all.push_back(ode_order_fact(set, guaranteed));
  all.push_back(index_2_order_fact(set, guaranteed));
  if (guaranteed > 0)
    all.push_back(
        {"stage_multiplier_order", long{set.stage_multiplier_order()}, {}, "the same for the last stage's multiplier"});
  if (set.parts().size() == 1) add_standard_order(all, set.a());
}

}  // namespace nonholo
