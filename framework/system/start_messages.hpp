// How starts are told in messages, and the checks that every kind of start has. Private header of framework/system.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/base/numeric.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo::detail {

template <class Real> std::string list(const VectorX<Real>& x) {
  std::vector<std::string> entries;
  for (const Real& entry : x) entries.push_back(decimal(entry));
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

inline std::string short_list(const VectorX<double>& x) {
  return fmt::format("[{:.3g}]", fmt::join(x.begin(), x.end(), ", "));
}

template <class Real>
void check_vector(const VectorX<Real>& x, std::string_view name, Eigen::Index size, const char* what) {
  if (x.size() != size)
    throw InputError(std::string(name), fmt::format("has {} entries; this problem has {} {}", x.size(), size, what));
  if (!x.allFinite()) throw InputError(std::string(name), fmt::format("{}: every entry must be finite", list(x)));
}

template <class V> std::span<typename V::Scalar> writable(V& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

}  // namespace nonholo::detail
