// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/problem_entry.hpp>

#include <nonholo/framework/base/quad.hpp>

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

namespace detail {

template <class Real> std::vector<std::pair<std::size_t, Real>> parameters_set(const std::vector<ParameterInfo>& known,
                                                                               const std::vector<Setup<Real>>& setups,
                                                                               std::string_view setup_name,
                                                                               const ParameterValues& values) {
  std::vector<std::pair<std::size_t, Real>> all;
  const auto set = [&](std::string_view name, const Real& value) {
    const ParameterInfo& found = checked_parameter(known, name, static_cast<double>(value));
    all.emplace_back(&found - known.data(), value);
  };
  for (const Setup<Real>& setup : setups)
    if (setup.name == setup_name)
      for (const auto& [name, value] : setup.parameters) set(name, value);
  for (const auto& [name, value] : values) set(name, value.template as<Real>());
  return all;
}

template std::vector<std::pair<std::size_t, double>> parameters_set(const std::vector<ParameterInfo>&,
                                                                    const std::vector<Setup<double>>&, std::string_view,
                                                                    const ParameterValues&);
template std::vector<std::pair<std::size_t, quad>> parameters_set(const std::vector<ParameterInfo>&,
                                                                  const std::vector<Setup<quad>>&, std::string_view,
                                                                  const ParameterValues&);

}  // namespace detail

void ProblemEntry::refuse_precision() const {
  throw InputError("precision", fmt::format("{} is available in double only", name));
}

}  // namespace nonholo
