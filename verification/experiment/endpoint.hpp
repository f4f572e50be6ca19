// The end of a run as results keep it: rounded to double, beside decimals where double does not hold its digits.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/experiment/result.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace nonholo {

/// The entries of x in double.
template <class Real> std::vector<double> rounded(std::span<const Real> x) {
  std::vector<double> list;
  for (const Real& entry : x) list.push_back(static_cast<double>(entry));
  return list;
}

/// The entries of x as decimals with all their digits.
template <class Real> std::vector<std::string> digits(std::span<const Real> x) {
  std::vector<std::string> list;
  for (const Real& entry : x) list.push_back(decimal(entry));
  return list;
}

/// The state of the integrator, with the multipliers that it implies.
/// @param lambda multipliers of the start; of a DAE the root z that is meant where no step was taken
template <class Real> Endpoint endpoint_of(const Integrator<Real>& integrator, VectorX<Real> lambda) {
  const View<Real> state = integrator.view();
  const auto probe = make_probe(integrator.system());
  VectorX<Real> lambda_stage;
  std::ranges::copy(state.lambda_stage, lambda.begin());
  if (!probe->multipliers(state.t, state.q, state.v, {lambda.data(), static_cast<std::size_t>(lambda.size())}))
    lambda.resize(0);
  if (!state.lambda_stage.empty()) lambda_stage = probe->of_all_rows(state.t, state.q, state.v, state.lambda_stage);
  const VariableNames& names = integrator.system().names();
  Endpoint end{.names = names,
               .t = static_cast<double>(state.t),
               .q = rounded(state.q),
               .v = rounded(state.v),
               .lambda = rounded(values(lambda)),
               .lambda_stage = rounded(values(lambda_stage))};
  if constexpr (!std::is_same_v<Real, double>) {
    end.digits = {{"t", {decimal(state.t)}},
                  {std::string(names.state), digits(state.q)},
                  {std::string(names.multiplier), digits(values(lambda))},
                  {names.stage_multiplier(), digits(values(lambda_stage))}};
    if (!names.velocity.empty()) end.digits.emplace(names.velocity, digits(state.v));
  }
  return end;
}

/// A decimal in the precision of a run. One that no number of this precision holds becomes the rounded one.
template <class Real> Real number_of(const std::string& decimal, double rounded) try {
  return Number::from_text(decimal).template as<Real>();
} catch (const InputError&) {
  return static_cast<Real>(rounded);
}

/// A list of an end with all its digits.
/// @param name under which Endpoint::digits has it; rounded the same in double
template <class Real>
VectorX<Real> numbers(const Endpoint& end, std::string_view name, const std::vector<double>& rounded) {
  VectorX<Real> x(static_cast<Eigen::Index>(rounded.size()));
  const auto written = end.digits.find(std::string(name));
  for (std::size_t i = 0; i < rounded.size(); ++i)
    x[static_cast<Eigen::Index>(i)] = written == end.digits.end() ? static_cast<Real>(rounded[i])
                                                                  : number_of<Real>(written->second.at(i), rounded[i]);
  return x;
}

}  // namespace nonholo
