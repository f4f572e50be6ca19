// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/problem_choice.hpp>

#include <nonholo/problems/catalogue.hpp>

#include <fmt/format.h>

#include <utility>

namespace nonholo {

std::string ProblemChoice::label() const {
  return setup.empty() ? std::string(entry->name) : fmt::format("{} ({})", entry->name, setup);
}

ProblemChoice problem_choice(std::string_view name, std::string_view setup, ParameterValues parameters) {
  const ProblemEntry& entry = problem_catalogue().at(name);
  if (!setup.empty()) entry.setup(setup);  // refuses an unknown one
  return {&entry, std::string(setup), std::move(parameters)};
}

}  // namespace nonholo
