// The figures of results that `nonholo run --out` wrote, found on disk.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/figure/figure_json.hpp>

#include <filesystem>
#include <string>
#include <vector>

namespace nonholo {

struct DrawnResult {
  FigureDocument document;
  std::filesystem::path folder;  ///< where its figures.json is
};

/// Whether the target is a folder of results, or a results.json.
bool is_results(const std::filesystem::path& target);

/// Every document of figures that the results name. @throws InputError when one cannot be read.
std::vector<DrawnResult> drawn_results(const std::filesystem::path& target);

}  // namespace nonholo
