// Starts that a run is made of when it is an ensemble: [[ensemble]], read and checked.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/problem_choice.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace nonholo {

struct EnsembleSpec {
  std::string name;
  long size = 0;
  bool keep = false;  ///< the states of its members
  /// The start of member i, from 0. A function of i alone.
  std::function<StartSpec(long i)> member;
};

}  // namespace nonholo
