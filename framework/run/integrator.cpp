// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrator.hpp>

#include <fmt/format.h>

namespace nonholo {

void refuse_size(const char* key, std::size_t size, std::size_t wanted) {
  throw InputError(key, fmt::format("has {} entries, the system {}", size, wanted));
}

}  // namespace nonholo
