// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/inputs.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

std::string key_of(const std::string& name) { return "input." + name; }

}  // namespace

void check(const InputTable& table) {
  const auto fail = [&](const std::string& message) { throw InputError(key_of(table.name), message); };
  if (table.hold == Hold::given) return;
  if (table.t.size() != table.values.size())
    fail(fmt::format("has {} times and {} values: each time needs one value", table.t.size(), table.values.size()));
  const std::size_t least = table.hold == Hold::linear ? 2 : 1;
  if (table.t.size() < least)
    fail(fmt::format("has {} times; hold = \"{}\" needs at least {}", table.t.size(), least == 2 ? "linear" : "step",
                     least));
  for (std::size_t i = 0; i < table.t.size(); ++i) {
    const double t = table.t[i].value();
    if (!std::isfinite(t) || !std::isfinite(table.values[i].value())) fail(fmt::format("row {} is not finite", i + 1));
    if (i > 0 && !(table.t[i - 1].value() < t))
      fail(fmt::format("time {} comes after {}: times must rise", decimal(t), decimal(table.t[i - 1].value())));
  }
}

template <class Real> Inputs<Real>::Inputs(const std::vector<InputTable>& tables)
    : numbers_(std::make_shared<std::vector<Real>>(numbers_of_each * tables.size())) {
  for (const InputTable& each : tables) {
    Input input{each.name, each.hold, each.moves, {}, {}};
    for (const Number& t : each.t) input.t.push_back(t.template as<Real>());
    for (const Number& x : each.values) input.values.push_back(x.template as<Real>());
    // As steps fill a run: to 1e-9 of its length (TimeSpan::until).
    if (!input.t.empty()) input.near = Real(1e-9) * (input.t.back() - input.t.front());
    inputs_.push_back(std::move(input));
  }
  for (const InputTable& each : tables)
    if (each.hold != Hold::given) depart(each.t.front().template as<Real>());
}

/// The last part of the table that begins before t, or at it where what is after t counts.
template <class Real> std::size_t Inputs<Real>::Input::cell(const Real& at, int side) const {
  const Real limit = side > 0 ? at + near : at - near;
  const auto after = side > 0 ? std::ranges::upper_bound(t, limit) : std::ranges::lower_bound(t, limit);
  const auto found = static_cast<std::size_t>(after - t.begin());
  const std::size_t cells = hold == Hold::linear ? t.size() - 1 : t.size();
  return std::min(found > 0 ? found - 1 : 0, cells - 1);
}

template <class Real> Real Inputs<Real>::value(std::size_t i, const Real& t) const {
  const Real* const of = numbers_->data() + numbers_of_each * i;
  return of[1] + of[2] * (t - of[0]);
}

template <class Real> bool Inputs<Real>::set(std::size_t i, const Real& since, const Real& value, const Real& slope) {
  inputs_[i].known = true;
  Real* const of = numbers_->data() + numbers_of_each * i;
  const bool same = of[1] == value && of[2] == slope && (of[0] == since || slope == 0);
  of[0] = since;
  of[1] = value;
  of[2] = slope;
  return !same;
}

template <class Real> bool Inputs<Real>::move(const Real& t, int side) {
  bool changed = false;
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    const Input& input = inputs_[i];
    if (input.hold == Hold::given) continue;
    const std::size_t k = input.cell(t, side);
    const Real slope = input.hold == Hold::linear
                           ? Real((input.values[k + 1] - input.values[k]) / (input.t[k + 1] - input.t[k]))
                           : Real(0);
    changed = set(i, input.t[k], input.values[k], slope) || changed;
  }
  changes_ += changed;
  return changed;
}

template <class Real> bool Inputs<Real>::changes_at(const Real& t) const {
  return std::ranges::any_of(inputs_, [&](const Input& input) {
    const auto from = std::ranges::lower_bound(input.t, Real(t - input.near));
    return from != input.t.end() && *from <= t + input.near;
  });
}

template <class Real> Real Inputs<Real>::next(const Real& t) const {
  Real first = std::numeric_limits<Real>::infinity();
  for (const Input& input : inputs_) {
    const auto after = std::ranges::upper_bound(input.t, Real(t + input.near));
    if (after != input.t.end()) first = std::min(first, *after);
  }
  return first;
}

template <class Real> bool Inputs<Real>::give(const Real& t, const Real& h, std::span<const Real> values) {
  if (values.size() != inputs_.size())
    throw InputError("inputs", fmt::format("{} values: the system has {} inputs", values.size(), inputs_.size()));
  for (std::size_t i = 0; i < values.size(); ++i)
    if (values[i] - values[i] != 0)
      throw InputError("inputs", fmt::format("the value of '{}' is not finite", inputs_[i].name));
  bool changed = false;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Input& input = inputs_[i];
    if (input.hold != Hold::given) continue;
    const bool moves = input.moves && input.known && h != 0;
    const Real from = moves ? value(i, t) : values[i];
    changed = set(i, t, from, moves ? Real((values[i] - from) / h) : Real(0)) || changed;
  }
  changes_ += changed;
  return changed;
}

template <class Real> void Inputs<Real>::want(const Real& t0, const Real& t_end, const Real& h) const {
  using std::abs, std::round;
  for (const Input& input : inputs_) {
    const auto fail = [&](const std::string& message) { throw InputError(key_of(input.name), message); };
    if (input.hold == Hold::given) {
      if (!input.known) fail("has no value: give an expression of t or a table; a Stepper takes values step by step");
      continue;
    }
    if (input.t.front() > t0 + input.near)
      fail(fmt::format("its table begins at t = {}, after the start at {}", decimal(input.t.front()), decimal(t0)));
    if (input.hold == Hold::linear && input.t.back() + input.near < t_end)
      fail(fmt::format("its table ends at t = {}, before the end at {}", decimal(input.t.back()), decimal(t_end)));
    if (h == 0) continue;
    for (const Real& t : input.t) {
      if (t <= t0 + input.near || t >= t_end - input.near) continue;
      if (abs(t0 + round(Real((t - t0) / h)) * h - t) > input.near)
        fail(
            fmt::format("changes at t = {}, inside a step of h = {}: take an h such that a step ends at each time of "
                        "the table, or a table with times that are multiples of h",
                        decimal(t), decimal(h)));
    }
  }
}

template class Inputs<double>;
template class Inputs<quad>;

}  // namespace nonholo
