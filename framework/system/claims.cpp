// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/claims.hpp>

#include <fmt/format.h>

namespace nonholo {

std::vector<std::string> detail::coordinate_names(const std::vector<std::string_view>& known, Eigen::Index coordinates,
                                                  std::string_view letter) {
  std::vector<std::string> names(known.begin(), known.end());
  for (auto i = static_cast<Eigen::Index>(names.size()); i < coordinates; ++i)
    names.push_back(fmt::format("{}{}", letter, i + 1));
  return names;
}

}  // namespace nonholo
