// Texts in the studies of `nonholo verify`: each problem of the catalogue written as text shows, to round-off, the
// errors that the problem itself shows, and so its orders.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/test/text_problems.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/study/plan.hpp>

#include "catch.hpp"

#include <cmath>
#include <set>

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr double same_error = 1e-30;  // in quad; errors are told in double

template <class Real> void take_parameters_of_setups(MakeSystem<Real>& make, const ProblemEntry& known) {
  make = [text = make, &known](const ParameterValues& given, std::string_view setup) {
    ParameterValues values = given;
    if (!setup.empty())
      for (const auto& [name, value] : known.setup<Real>(setup).parameters)
        values.emplace(name, Number::from_text(decimal(value)));
    return text(values, {});
  };
}

/// The problem as text, under its name and with its setups.
ProblemEntry text_of(const Written& written) {
  const ProblemEntry& known = problem_catalogue().at(written.problem);
  ProblemEntry entry = written.entry();
  entry.name = known.name;
  entry.setups = known.setups;
  entry.all_setups = known.all_setups;
  take_parameters_of_setups(entry.systems.in_double, known);
  take_parameters_of_setups(entry.systems.in_quad, known);
  return entry;
}

bool same_points(const Study& text, const Study& known) {
  return std::ranges::equal(text.points, known.points, [](const StepError& a, const StepError& b) {
    return a.h == b.h && std::abs(a.error - b.error) <= same_error + 4 * epsilon<double> * std::abs(b.error);
  });
}

/// Studies of problems, and of them as texts.
class Compared {
 public:
  Compared() {
    for (const Written& each : written()) texts_.emplace(each.problem, text_of(each));
  }

  /// How many of the orders were measured and hold; nothing is compared where the method is not for the problem.
  int hold(StudySubject subject) {
    // a text knows no adapted basis
    if (subject.method.options.has("basis") && subject.method.options.text("basis") == "adapted") return 0;
    if (has_bases(subject) && !subject.method.options.has("basis")) subject.method.options.set("basis", "qr");
    if (measures_increments(subject)) subject.method.options.set("metric", "euclidean");
    INFO(subject.identity());
    const std::vector<Study> known = studied(subject, of_problems_);
    subject.problem.entry = &texts_.at(subject.problem.entry->name);
    const std::vector<Study> text = studied(subject, of_texts_);
    CHECK(text.size() == known.size());
    int measured = 0;
    for (std::size_t i = 0; i < std::min(text.size(), known.size()); ++i) {
      INFO(text[i].variable << ": " << text[i].measured.value_or(-1) << ", " << known[i].measured.value_or(-1));
      CHECK(text[i].variable == known[i].variable);
      CHECK(text[i].expected == known[i].expected);
      CHECK(text[i].measured.has_value() == known[i].measured.has_value());
      CHECK(text[i].holds == known[i].holds);
      CHECK(text[i].note == known[i].note);
      CHECK(same_points(text[i], known[i]));
      if (text[i].measured && text[i].holds) ++measured;
    }
    return measured;
  }

 private:
  static bool has_bases(const StudySubject& subject) {
    const auto [entry, options] = subject.method;
    const bool full = options.has("space") && options.text("space") == "full";
    const std::string_view method = subject.method.base() ? subject.method.base()->name : entry->name;
    return subject.problem.entry->kind == SystemKind::mechanical && !full &&
           (method == "discrete_gradient" || method == "energy_collocation");
  }

  /// In (q, p), in a metric that depends on whether the problem has a basis of its own.
  static bool measures_increments(const StudySubject& subject) {
    const MethodOptions& options = subject.method.options;
    const auto chosen = [&](const char* key, const char* text) {
      return options.has(key) && options.text(key) == text;
    };
    return chosen("gradient", "gonzalez") && chosen("space", "full") && !options.has("metric");
  }

  /// None where it is refused.
  static std::vector<Study> studied(const StudySubject& subject, StudyReferences& references) try {
    return study(subject, references, true);
  } catch (const InputError&) {
    return {};
  }

  std::map<std::string_view, ProblemEntry> texts_;
  StudyReferences of_problems_, of_texts_;
};

MethodChoice spark(const char* tableau, long stages) {
  return method_choice("spark", {{"tableau", tableau}, {"stages", stages}});
}

StudySubject of_problem(const ProblemEntry& entry, const MethodChoice& method, std::optional<Number> t_end = {}) {
  return {.method = method,
          .problem = {.entry = &entry, .setup = std::string(entry.setups.front().name), .t_end = t_end}};
}

/// The reference solutions of these take seconds: scripts/check.
const std::set<std::string_view> slow = {"slider_crank", "slider_crank_linkage", "falling_disk", "rolling_ball",
                                         "rattleback"};

/// The fall of the Appell-Hamel machine is a polynomial, which Gauss' method with two stages has exactly.
MethodChoice inexact(const ProblemEntry& entry) {
  return entry.name == "appell_hamel" ? spark("radau_iia", 1) : spark("gauss", 2);
}

}  // namespace

TEST_CASE("Every problem as text has the errors of the problem, and the order of Gauss' method") {
  Compared compared;
  for (const ProblemEntry& entry : problem_catalogue()) {
    if (slow.contains(entry.name)) continue;
    INFO(entry.name);
    CHECK(compared.hold(of_problem(entry, inexact(entry), Number(0.125))) >= 1);
  }
}

TEST_CASE("Slow problems as text and every study of verify have the errors of the problem as well",
          "[.][orders]") {  // scripts/check
  Compared compared;
  for (const std::string_view name : slow) {
    INFO(name);
    CHECK(compared.hold(of_problem(problem_catalogue().at(name), spark("gauss", 2), Number(0.125))) >= 3);
  }
  int measured = 0;
  for (const StudySubject& subject : study_plan(method_catalogue(), tableau_catalogue()))
    measured += compared.hold(subject);
  CHECK(measured > 1000);
}
