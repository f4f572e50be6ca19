// Times at which a run shows its state, as Python gives them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>
#include <nonholo/verification/experiment/experiment.hpp>

#include <string>
#include <type_traits>
#include <variant>
#include <vector>

namespace nonholo::python {

/// Numbers, or texts with more digits.
using Times = std::variant<std::vector<double>, std::vector<std::string>>;

inline void add_times(const Times& times, RunSpec& run) {
  std::visit(
      [&run]<class X>(const std::vector<X>& all) {
        for (const X& each : all)
          if constexpr (std::is_same_v<X, double>) run.t_eval.emplace_back(each);
          else run.t_eval.push_back(Number::from_text(each));
      },
      times);
}

}  // namespace nonholo::python
