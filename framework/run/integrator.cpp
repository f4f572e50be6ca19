// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrator.hpp>

#include <fmt/format.h>

namespace nonholo {

void refuse_size(const char* key, std::size_t size, std::size_t wanted) {
  throw InputError(key, fmt::format("has {} entries; the system has {}", size, wanted));
}

void refuse_infinite(const char* key) { throw InputError(key, "is not finite"); }

void refuse_saved(std::size_t size, std::size_t wanted) {
  throw InputError("numbers", fmt::format("has {} entries; a saved state of this method has {}", size, wanted));
}

void refuse_to_restore() {
  throw InputError("numbers", "this method does not save its state, so it cannot continue from a saved state");
}

}  // namespace nonholo
