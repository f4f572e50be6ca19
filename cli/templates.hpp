// What `nonholo new` writes: cli/templates/ and, of an example, a method, as text. Written into the library by CMake.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string_view>

namespace nonholo::cli {

/// With @FILE@ and @NAME@ where the file's name stands, whole and without its ending.
extern const std::string_view system_template, experiment_template, tableau_template, method_template;

}  // namespace nonholo::cli
