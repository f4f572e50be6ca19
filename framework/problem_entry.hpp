// A problem by name: what it says about itself, without its type, and a maker. One line per problem in problems/catalogue.cpp.
#pragma once

#include <nonholo/framework/about.hpp>
#include <nonholo/framework/error.hpp>
#include <nonholo/framework/system.hpp>

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct ParameterInfo {
  std::string_view name;
  double default_value;
  std::string_view unit;
  Range range;
};

using ParameterValues = std::map<std::string, double, std::less<>>;

struct ProblemEntry {
  std::string_view name, title, source;
  int n, m;
  std::vector<std::string_view> coordinates;
  std::vector<ParameterInfo> parameters;
  std::vector<Setup<double>> setups;
  std::vector<std::string_view> invariants;

  /// The system with the given parameters, the others at their defaults.
  /// @throws InputError (key: the parameter) for an unknown name or a value out of range.
  std::function<System<double>(const ParameterValues&)> make;

  /// @throws InputError naming the nearest setups.
  const Setup<double>& setup(std::string_view setup_name) const;
};

/// @throws InputError when `name` is none of the parameters or the value is outside its range.
const ParameterInfo& checked_parameter(const std::vector<ParameterInfo>& parameters, std::string_view name, double value);

/// The entry of problem P, read from P::about().
template <class P> ProblemEntry problem_entry(std::string_view name) {
  const auto about = P::about();
  const P defaults{};
  std::vector<ParameterInfo> parameters;
  for (const auto& p : about.parameters) parameters.push_back({p.name, defaults.*p.member, p.unit, p.range});
  const auto make = [parameters](const ParameterValues& values) {
    P problem{};
    for (const auto& [key, value] : values) {
      const ParameterInfo& found = checked_parameter(parameters, key, value);
      problem.*(P::about().parameters[static_cast<std::size_t>(&found - parameters.data())].member) = value;
    }
    return System<double>(problem);
  };
  return {name, about.title, about.source, P::n, P::m, about.coordinates, parameters, about.setups, about.invariants, make};
}

}  // namespace nonholo
