// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/member_run.hpp>

#include <nonholo/verification/toml/number_expression.hpp>

#include <vector>

namespace nonholo {

void take_parameters_of(long i, const Experiment& experiment, const RunSpec& run, RunSpec& member) {
  const EnsembleSpec& ensemble = experiment.ensembles[*run.ensemble];
  if (!ensemble.parameters) return;
  const ParameterValues own = ensemble.parameters(i);
  for (const auto& [name, value] : own) member.problem.parameters.insert_or_assign(name, value);
  const std::vector<ParameterInfo>& known = run.problem.entry->parameters;
  for (std::size_t k = 0; k < known.size(); ++k) {
    const std::string name(known[k].name);
    if (const auto given = own.find(name); given != own.end()) member.parameters.insert_or_assign(name, given->second);
    else if (experiment.own_problem && !run.problem.parameters.contains(name))
      member.parameters.insert_or_assign(name, number_expression(experiment.own_parameters[k].text, member.parameters));
  }
}

RunSpec run_of_member(long i, const Experiment& experiment, const RunSpec& run) {
  RunSpec member = run;
  take_parameters_of(i, experiment, run, member);
  member.problem.initial = experiment.ensembles[*run.ensemble].member(i, member.parameters);
  member.ensemble.reset();
  return member;
}

}  // namespace nonholo
