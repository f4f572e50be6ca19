// The orders for constant mass and for M(q).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/property_cells.hpp>
#include <nonholo/verification/study/property_trial.hpp>

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace nonholo {

std::string shown_order(double order) {
  if (!std::isfinite(order)) return "?";
  return std::abs(order - std::round(order)) <= order_allowance ? fmt::format("{:.0f}", order)
                                                                : fmt::format("{:.2f}", order);
}

namespace {

struct MeasuredOrders {
  double q = std::numeric_limits<double>::quiet_NaN(), v = q;
};

MeasuredOrders measured_orders(const PropertySubject& subject, const NamedSetup& place, StudyReferences& references) {
  const StudySubject studied{.method = subject.method, .problem = subject.own ? *subject.own : place.choice()};
  MeasuredOrders orders;
  for (const Study& each : study(studied, references, true)) {
    if (each.variable == "q") orders.q = each.measured.value_or(orders.q);
    if (each.variable == "v") orders.v = each.measured.value_or(orders.v);
  }
  return orders;
}

Property order_on(const NamedSetup& place, const PropertySubject& subject, StudyReferences& references) {
  if (!trial(subject, place)) return {"-"};
  const MeasuredOrders orders = measured_orders(subject, place, references);
  const std::string q = shown_order(orders.q), v = shown_order(orders.v);
  Property cell{q == v ? q : fmt::format("q {}, v {}", q, v), {{"q", orders.q}, {"v", orders.v}}};
  if (subject.other_start.empty()) return cell;
  PropertySubject other{.method = subject.method, .own = subject.own};
  other.method.options.set("start", subject.other_start);
  const double other_q = measured_orders(other, place, references).q;
  cell.measured.emplace_back(fmt::format("q, start = {}", subject.other_start), other_q);
  cell.verdict = fmt::format("q {} ({} with start = {}), v {}", q, shown_order(other_q), subject.other_start, v);
  return cell;
}

}  // namespace

Property order_constant_mass(const PropertySubject& subject, StudyReferences& references) {
  return order_on(particles, subject, references);
}
Property order_on_own(const PropertySubject& subject, StudyReferences& references) {
  return order_on(particles, subject, references);  // not there: on its own
}
Property order_varying_mass(const PropertySubject& subject, StudyReferences& references) {
  return order_on(pendula, subject, references);
}

}  // namespace nonholo
