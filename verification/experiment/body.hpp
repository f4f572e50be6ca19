// Which problems move a body in a plane, and what it looks like.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/experiment/experiment.hpp>
#include <nonholo/verification/figure/motion.hpp>

#include <optional>
#include <string_view>
#include <vector>

namespace nonholo {

/// Nothing for a problem that has none.
std::optional<Body> body_of(const Experiment& experiment);

/// The problems that have one.
std::vector<std::string_view> problems_with_body();

}  // namespace nonholo
