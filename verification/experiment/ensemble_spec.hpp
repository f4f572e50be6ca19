// Starts that a run is made of when it is an ensemble: [[ensemble]], read and checked.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/problem_choice.hpp>
#include <nonholo/verification/toml/number_expression.hpp>

#include <functional>
#include <string>

namespace nonholo {

/// The start of member i, from 0, whose system has these parameters. A function of the two alone, which may be called
/// from several threads.
using MemberStart = std::function<StartSpec(long i, const NamedNumbers& parameters)>;

struct EnsembleSpec {
  std::string name;
  long size = 0;
  bool keep = false;  ///< the states of its members
  MemberStart member;
  /// Parameters of member i in the place of those of the run; without it all members have those of the run.
  std::function<ParameterValues(long i)> parameters = {};
};

}  // namespace nonholo
