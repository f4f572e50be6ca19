// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/run_expression.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/expression_text.hpp>
#include <nonholo/framework/expression/graph_parser.hpp>
#include <nonholo/verification/toml/defined_names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>

namespace nonholo {

StateNames::StateNames(const System<double>& system, const std::vector<std::string>& of_parameters,
                       const std::vector<TextNamed>& of_text)
    : coordinates(static_cast<int>(system.coordinates())),
      velocities(static_cast<int>(system.velocities())),
      multipliers(static_cast<int>(system.constraints())),
      parameters(of_parameters) {
  const auto add = [this](const std::string& name, int at) {
    if (is_name(name)) variables.emplace(name, at);
  };
  add("t", 0);
  const std::vector<std::string>& of = system.coordinate_names();
  for (int i = 0; i < coordinates; ++i) add(of[static_cast<std::size_t>(i)], 1 + i);
  for (const char* before : {"v", "v_"})
    for (int i = 0; i < velocities; ++i) add(before + of[static_cast<std::size_t>(i)], 1 + coordinates + i);
  for (int i = 0; i < coordinates; ++i) {
    const std::string& name = of[static_cast<std::size_t>(i)];
    if (is_name(name)) rates.emplace(name, velocities > 0 ? "v" + name : "");
  }
  for (int i = 0; i < multipliers; ++i)
    add(fmt::format("{}_{}", system.names().multiplier, i + 1), 1 + coordinates + velocities + i);
  for (std::size_t i = 0; i < parameters.size(); ++i) add(parameters[i], parameters_at() + static_cast<int>(i));
  for (int i = 0; i < multipliers; ++i)
    if (const std::string name = fmt::format("{}{}", system.names().multiplier, i + 1);
        std::ranges::find(of_text, name, &TextNamed::name) == of_text.end())
      add(name, 1 + coordinates + velocities + i);
  std::ranges::copy_if(of_text, std::back_inserter(defined),
                       [this](const TextNamed& each) { return is_name(each.name) && !contains(each.name); });
}

bool StateNames::contains(std::string_view name) const {
  return variables.contains(name) || std::ranges::find(defined, name, &TextNamed::name) != defined.end();
}

std::vector<std::string_view> StateNames::names() const {
  std::vector<std::string_view> all;
  for (const auto& [name, at] : variables) all.push_back(name);
  for (const TextNamed& each : defined) all.push_back(each.name);
  return all;
}

namespace {

std::vector<int> numbers(int from, int to) {
  std::vector<int> all(static_cast<std::size_t>(to - from));
  std::iota(all.begin(), all.end(), from);
  return all;
}

bool depends(const Graph& graph, Node x, const std::vector<int>& variables) {
  return graph.dependent(variables)[static_cast<std::size_t>(x.index)];
}

}  // namespace

RunExpression::RunExpression(std::string_view written, const StateNames& names) : text(written), of_multipliers(false) {
  NamedNodes nodes;
  for (const auto& [name, at] : names.variables) nodes.emplace(name, graph.variable(at));
  add_defined(graph, nodes, text, names.defined, names.rates);
  const auto over_steps = [&](OverSteps how) {
    return [this, &names, how](Graph& of, Node argument) {
      for (std::size_t i = 0; i < taken.size(); ++i)
        if (taken[i].how != OverSteps::start && depends(of, argument, {names.steps_at() + static_cast<int>(i)}))
          throw InputError("", "max, min and start need an expression of the state, not a number of the run");
      if (how == OverSteps::start && depends(of, argument, numbers(names.steps_at(), names.parameters_at())))
        throw InputError("", "max, min and start need an expression of the state, not a number of the run");
      if (std::ssize(taken) == StateNames::most_over_steps)
        throw InputError(
            "", fmt::format("exceeds the limit of {} uses of max, min and start", StateNames::most_over_steps));
      taken.push_back({how, argument});
      return of.variable(names.steps_at() + static_cast<int>(taken.size()) - 1);
    };
  };
  value = parsed(graph, text, nodes,
                 {{"max", over_steps(OverSteps::max)},
                  {"min", over_steps(OverSteps::min)},
                  {"start", over_steps(OverSteps::start)}},
                 names.rates);
  const std::vector<int> multipliers = numbers(names.steps_at() - names.multipliers, names.steps_at());
  of_multipliers = depends(graph, value, multipliers) ||
                   std::ranges::any_of(taken, [&](const Taken& each) { return depends(graph, each.of, multipliers); });
}

template <class Real> RunExpressions<Real>::RunExpressions(const System<Real>& system, const StateNames& names,
                                                           const List& expressions, const NamedNumbers& parameters)
    : steps_at_(names.steps_at()),
      lambda_(VectorX<Real>::Zero(system.constraints())),
      state_(static_cast<std::size_t>(steps_at_)) {
  std::vector<Real> values;
  for (const std::string& name : names.parameters) values.push_back(parameters.at(name).template as<Real>());
  for (const auto& expression : expressions) {
    std::vector<Node> starts, steps;
    One one;
    for (const RunExpression::Taken& each : expression->taken) {
      one.how.push_back(each.how);
      (each.how == RunExpression::OverSteps::start ? starts : steps).push_back(each.of);
    }
    const Node value[] = {expression->value};
    const auto program = [&](std::span<const Node> nodes) {
      return Program<Real>(expression->graph, names.parameters_at(), values, nodes);
    };
    one.starts = program(starts);
    one.steps = program(steps);
    one.value = program(value);
    one.taken.resize(one.how.size());
    each_.push_back(std::move(one));
    if (expression->of_multipliers && !probe_) probe_ = make_probe(system);
  }
}

template <class Real> void RunExpressions<Real>::operator()(const View<Real>& state) {
  if (each_.empty()) return;
  read(state);
  for (One& each : each_) take(each);
  begun_ = true;
}

/// The multipliers are those that the state implies; of a DAE the root next to the method's.
template <class Real> void RunExpressions<Real>::read(const View<Real>& state) {
  auto at = state_.begin();
  *at++ = state.t;
  at = std::ranges::copy(state.q, at).out;
  at = std::ranges::copy(state.v, at).out;
  if (!probe_) return;
  std::ranges::copy(state.lambda_stage, lambda_.begin());
  const std::span<Real> lambda(lambda_.data(), static_cast<std::size_t>(lambda_.size()));
  const bool known = probe_->multipliers(state.t, state.q, state.v, lambda);
  for (const Real& each : lambda) *at++ = known ? each : std::numeric_limits<Real>::quiet_NaN();
}

template <class Real> void RunExpressions<Real>::put(const One& one, const Program<Real>& program) const {
  std::ranges::copy(one.taken, std::ranges::copy(state_, program.inputs()).out);
}

/// What is not a number stays so: a run that leaves the numbers must not look good.
template <class Real> void RunExpressions<Real>::take(One& one) const {
  using enum RunExpression::OverSteps;
  using std::isnan;
  if (!begun_) {
    put(one, one.starts);
    const Real* now = one.starts.run();
    for (std::size_t i = 0; i < one.how.size(); ++i)
      if (one.how[i] == start) one.taken[i] = *now++;
  }
  put(one, one.steps);
  const Real* now = one.steps.run();
  for (std::size_t i = 0; i < one.how.size(); ++i) {
    if (one.how[i] == start) continue;
    Real& before = one.taken[i];
    const Real x = *now++;
    if (!begun_ || isnan(x) || (one.how[i] == max ? x > before : x < before)) before = x;
  }
}

template <class Real> Real RunExpressions<Real>::value(std::size_t index) const {
  const One& one = each_[index];
  put(one, one.value);
  return one.value.run()[0];
}

template <class Real> void RunExpressions<Real>::archive(Archive& with) {
  with(begun_, lambda_, state_);
  for (One& each : each_) with(each.taken);
}

template class RunExpressions<double>;
template class RunExpressions<quad>;

}  // namespace nonholo
