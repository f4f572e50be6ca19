// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/study/property_trial.hpp>

namespace nonholo {

std::optional<Trial> trial(const PropertySubject& subject, const NamedSetup& place) {
  const ProblemChoice problem = subject.own ? *subject.own : place.choice();
  const System<double> system = problem.system();
  auto integrator = subject.method.make_where_meant(system);
  if (!integrator) return std::nullopt;
  const auto start = checked(problem.start(), system, 0);
  Trial found{system, {start.q, start.v}, std::move(integrator), make_probe(system)};
  if (!subject.own) return found;
  constexpr long steps = 100;
  found.unit = problem.end_time().value_or(1) / (static_cast<double>(steps) * thousand.h);
  found.most_steps = steps;
  return found;
}

std::string answer(double observed, double allowed, const char* yes) {
  return std::isnan(observed) ? a_step_fails : observed <= allowed ? yes : no;
}

std::string together(const std::string& constant, const std::optional<std::string>& varying) {
  if (!varying || *varying == constant) return constant;
  if (constant == a_step_fails || *varying == a_step_fails) return a_step_fails;
  return constant == no ? no : "only if M const";
}

}  // namespace nonholo
