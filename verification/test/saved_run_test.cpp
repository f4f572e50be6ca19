// Results as bytes and back: no member of any of them is forgotten. What is compared here is found by the members of
// the structs, not by the functions that save them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/saved_run.hpp>

#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"

#include <fmt/format.h>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

using namespace nonholo;

namespace {

// A member more makes each of these a compile error.
auto members(StepReport& x) {
  auto& [outcome, iterations, evaluations, rejected, residual, order, blind] = x;
  return std::tie(outcome, iterations, evaluations, rejected, residual, order, blind);
}
auto members(Summary& x) {
  auto& [outcome, steps, rejected, iterations, evaluations, t, h, last, first_order, blind, blind_now, remark] = x;
  return std::tie(outcome, steps, rejected, iterations, evaluations, t, h, last, first_order, blind, blind_now, remark);
}
auto members(Extremes& x) {
  auto& [a, b, c, d, e, f, g, h, i, j] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j);
}
auto members(Endpoint& x) {
  auto& [names, t, q, v, lambda, lambda_stage, digits] = x;  // names: of the kind of system
  return std::tie(t, q, v, lambda, lambda_stage, digits);
}
auto members(RankLoss& x) {
  auto& [t, state, singular_values] = x;
  return std::tie(t, state, singular_values);
}
auto members(RowSigns& x) {
  auto& [at_start, most, scale, by_time, by_reach] = x;
  return std::tie(at_start, most, scale, by_time, by_reach);
}
auto members(VitalSigns& x) {
  auto& [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t] = x;
  return std::tie(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t);
}
auto members(RaisedFlag& x) {
  auto& [flag, t, text] = x;
  return std::tie(flag, t, text);
}
auto members(Opinion& x) {
  auto& [how, digits, own_digits, why_not] = x;
  return std::tie(how, digits, own_digits, why_not);
}
auto members(MotionRun& x) {
  auto& [label, t, x_, y, heading, spin] = x;
  return std::tie(label, t, x_, y, heading, spin);
}
auto members(Series& x) {
  auto& [name, label, kind, index] = x;
  return std::tie(name, label, kind, index);
}
auto members(Curve& x) {
  auto& [run, label, series, x_, y, points, slope, reason] = x;
  return std::tie(run, label, series, x_, y, points, slope, reason);
}
auto members(RecordedCurve& x) {
  auto& [figure, x_, y, curve, hidden] = x;
  return std::tie(figure, x_, y, curve, hidden);
}
auto members(RecordedReduction& x) {
  auto& [name, t, value] = x;
  return std::tie(name, t, value);
}
auto members(RecordedHistogram& x) {
  auto& [name, from, to, counts] = x;
  return std::tie(name, from, to, counts);
}
auto members(RecordedRun& x) {
  auto& [curves, motion, exact, reductions, reduced, slope_errors, histograms] = x;
  return std::tie(curves, motion, exact, reductions, reduced, slope_errors, histograms);
}
auto members(Drift& x) {
  auto& [rate, error] = x;
  return std::tie(rate, error);
}
auto members(GrowthEvidence& x) {
  auto& [best, criteria] = x;
  return std::tie(best, criteria[0], criteria[1], criteria[2], criteria[3], criteria[4]);
}
auto members(Located& x) {
  auto& [name, section, count, first, last, csv] = x;
  return std::tie(name, section, count, first, last, csv);
}
auto members(RunResult& x) {
  auto& [label, method, h, t0, precision, summary, extremes, endpoint_error, endpoint_error_v, endpoint_error_lambda,
         kind, no_solution, no_reference, uncompared, start, endpoint, wall_seconds, cpu_seconds, failure, recorded,
         warning, note, flags, expressions, perturbation, no_perturbation, opinions, constrained, located, ensemble,
         failed, drift, growth, csv,
         members_csv] = x;  // method, label: those of the experiment
  return std::tie(h, t0, precision, summary, extremes, endpoint_error, endpoint_error_v, endpoint_error_lambda, kind,
                  no_solution, no_reference, uncompared, start, endpoint, wall_seconds, cpu_seconds, failure, recorded,
                  warning, note, flags, expressions, perturbation, no_perturbation, opinions, constrained, located,
                  ensemble, failed, drift, growth, csv, members_csv);
}

template <class T>
concept Struct = requires(T& x) {
  members(x);
};

/// Every number another one, none of them that of a fresh struct.
struct Filler {
  int number = 0;

  template <class T> void operator()(T& x) {
    if constexpr (Struct<T>) std::apply([this](auto&... each) { ((*this)(each), ...); }, members(x));
    else if constexpr (std::is_same_v<T, bool>) x = true;
    else if constexpr (std::is_enum_v<T>) x = static_cast<T>(1 + ++number % 2);  // each has three
    else x = static_cast<T>(++number) + static_cast<T>(0.25);
  }
  void operator()(std::string& x) { x = fmt::format("text {}", ++number); }
  template <class T> void operator()(std::optional<T>& x) { (*this)(x.emplace()); }
  template <class T> void operator()(std::vector<T>& x) {
    x.resize(2);
    for (T& each : x) (*this)(each);
  }
  template <class T> void operator()(std::map<std::string, T>& x) { (*this)(x["a"]), (*this)(x["b"]); }
};

/// What differs, by where it stands among the members: "5.2" is the third member of the sixth.
struct Comparison {
  std::vector<std::string> differ = {};

  template <class T> void operator()(const std::string& where, T& x, T& y) {
    if constexpr (Struct<T>) each(where, members(x), members(y), std::make_index_sequence<arity<T>>());
    else if (!(x == y)) differ.push_back(where);
  }
  template <class T> void operator()(const std::string& where, std::optional<T>& x, std::optional<T>& y) {
    if (x && y) (*this)(where, *x, *y);
    else if (x || y) differ.push_back(where);
  }
  template <class T> void operator()(const std::string& where, std::vector<T>& x, std::vector<T>& y) {
    if (x.size() != y.size()) return differ.push_back(where);
    for (std::size_t i = 0; i < x.size(); ++i) (*this)(fmt::format("{}[{}]", where, i), x[i], y[i]);
  }

 private:
  template <class T> static constexpr std::size_t arity = std::tuple_size_v<decltype(members(std::declval<T&>()))>;

  template <class T, std::size_t... i> void each(const std::string& where, T x, T y, std::index_sequence<i...>) {
    ((*this)(fmt::format("{}.{}", where, i), std::get<i>(x), std::get<i>(y)), ...);
  }
};

}  // namespace

TEST_CASE("a result is what it was after it was saved, each of its members") {
  RunSpec run;
  run.label = "a run";
  run.method.entry = &method_catalogue().at("spark");
  RunResult before{.label = run.label, .method = run.method};
  Filler()(before);
  Comparison fresh;
  RunResult none{.label = run.label, .method = run.method};
  fresh("", before, none);
  auto again = loaded(saved(before), run);
  REQUIRE(again);
  Comparison comparison;
  comparison("", before, *again);
  for (const std::string& where : comparison.differ) UNSCOPED_INFO(where);
  CHECK(comparison.differ.empty());
  CHECK(fresh.differ.size() > 40);  // all was set
}

TEST_CASE("bytes that are no saved result are refused") {
  RunSpec run;
  run.method.entry = &method_catalogue().at("spark");
  RunResult result{.label = run.label, .method = run.method};
  result.flags = {{Flag::blown_up, 1, "text"}};
  CHECK(loaded(saved(result), run));
  result.flags[0].flag = static_cast<Flag>(1000);
  CHECK_FALSE(loaded(saved(result), run));
  result.flags.clear();
  result.summary.outcome = static_cast<Outcome>(-1);
  CHECK_FALSE(loaded(saved(result), run));
}
