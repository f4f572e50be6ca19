// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/problem_entry.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace nonholo {

namespace {

template <class Named> auto names_of(const std::vector<Named>& all) {
  std::vector<std::string_view> names;
  for (const Named& each : all) names.push_back(each.name);
  return names;
}

}  // namespace

const ParameterInfo& checked_parameter(const std::vector<ParameterInfo>& parameters, std::string_view name,
                                       double value) {
  const auto found = std::ranges::find(parameters, name, &ParameterInfo::name);
  if (found == parameters.end())
    throw InputError(std::string(name), unknown_name_message("parameter", name, names_of(parameters)));
  if (!std::isfinite(value) || !contains(found->range, value))
    throw InputError(std::string(name),
                     fmt::format("{}: must be {} and finite [{}]", value, describe(found->range), found->unit));
  return *found;
}

std::size_t ProblemEntry::setup_index(std::string_view setup_name) const {
  const auto found = std::ranges::find(setups, setup_name, &Setup<double>::name);
  if (found == setups.end()) throw InputError("setup", unknown_name_message("setup", setup_name, names_of(setups)));
  return static_cast<std::size_t>(found - setups.begin());
}

void ProblemEntry::refuse_precision() const {
  throw InputError("precision", fmt::format("{} is available in double only", name));
}

}  // namespace nonholo
