// Which libraries this was compiled with, as far as numbers may depend on them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// Name and version: Eigen, Boost, SUNDIALS as it is linked.
std::vector<std::pair<std::string, std::string>> library_versions();

}  // namespace nonholo
