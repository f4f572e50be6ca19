// Integrator::save and restore: what takes over from an integrator goes on as it does, whatever the method.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>
#include <nonholo/verification/problem_choice.hpp>

#include "catch.hpp"

using namespace nonholo;

namespace {

using Numbers = std::vector<double>;

constexpr int half = 25;
constexpr double h = 0.02;

std::unique_ptr<Integrator<double>> begun(const MethodChoice& method, const System<double>& system,
                                          const AdmissibleStart<double>& start) try {
  auto integrator = method.make_where_meant(system);
  if (!integrator) return nullptr;
  integrator->guess_multipliers(values(start.lambda));
  integrator->start(start.t, values(start.q), values(start.v));
  return integrator;
} catch (const InputError&) {
  return nullptr;
}

bool go_on(Integrator<double>& integrator) {
  for (int k = 0; k < half; ++k)
    if (integrator.step(h).outcome != Outcome::success) return false;
  return true;
}

Numbers shown(const Integrator<double>& integrator) {
  const View<double> view = integrator.view();
  Numbers all{view.t};
  for (const auto& x : {view.q, view.v, view.lambda_stage}) all.insert(all.end(), x.begin(), x.end());
  return all;
}

double distance(const Numbers& x, const Numbers& y) {
  double most = x.size() == y.size() ? 0 : 1;
  for (std::size_t i = 0; i < x.size() && i < y.size(); ++i)
    most = std::max(most, std::abs(x[i] - y[i]) / (1 + std::abs(x[i])));
  return most;
}

/// Whether the method runs there and can be left; then what takes over is held against it.
bool check_restore(const MethodChoice& method, const ProblemChoice& problem) {
  INFO(method.label() << " on " << problem.label());
  const System<double> system = problem.system();
  const AdmissibleStart<double> start = checked(problem.start(), system, 0.0);
  const auto first = begun(method, system, start);
  if (!first || !go_on(*first)) return false;
  Numbers numbers;
  const bool saves = first->save(numbers);
  CHECK(saves == !first->traits().adaptive);
  const Numbers left_at = shown(*first);
  if (!saves || !go_on(*first)) return false;
  std::vector<Numbers> ends;
  for (int i = 0; i < 2; ++i) {
    const auto other = begun(method, system, start);
    std::span<const double> left = numbers;
    other->restore(left);
    CHECK(left.empty());
    CHECK(shown(*other) == left_at);
    REQUIRE(go_on(*other));
    ends.push_back(shown(*other));
  }
  CHECK(ends[0] == ends[1]);
  CHECK(distance(ends[0], shown(*first)) < 1e-9);  // from other guesses, to round-off
  return true;
}

std::size_t check_all_on(const ProblemChoice& problem) {
  std::size_t restored = 0;
  for (const MethodEntry& method : method_catalogue())
    for (const auto& choices : {trials_of(method), variants_of(method)})
      for (const MethodChoice& choice : choices) restored += check_restore(choice, problem);
  return restored;
}

}  // namespace

TEST_CASE("an integrator restored from another continues as that one does, for every method and system") {
  CHECK(check_all_on(problem_choice("chaplygin_sleigh", "rotating")) > 30);
  CHECK(check_all_on(problem_choice("contact_oscillator", "perturbed")) > 30);
  CHECK(check_all_on(problem_choice("vertical_rolling_disk", "hilden_2_1_2")) > 30);
  CHECK(check_all_on(problem_choice("suslov", "jimenez_scheurle")) > 3);
  CHECK(check_all_on(problem_choice("jay_2003_dae", "unit_interval")) > 3);
}
