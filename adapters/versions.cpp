// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/versions.hpp>

#include <boost/version.hpp>
#include <fmt/format.h>
#include <sundials/sundials_version.h>

#include <Eigen/Core>

#include <algorithm>
#include <array>

namespace nonholo {

std::vector<std::pair<std::string, std::string>> library_versions() {
  std::array<char, 32> sundials{};
  if (SUNDIALSGetVersion(sundials.data(), static_cast<int>(sundials.size())) != 0) sundials = {};
  std::string boost = BOOST_LIB_VERSION;
  std::ranges::replace(boost, '_', '.');
  return {{"Eigen", fmt::format("{}.{}.{}", EIGEN_WORLD_VERSION, EIGEN_MAJOR_VERSION, EIGEN_MINOR_VERSION)},
          {"Boost", boost},
          {"SUNDIALS", sundials.data()}};
}

}  // namespace nonholo
