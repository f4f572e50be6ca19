// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/shared_library.hpp>

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <dlfcn.h>
#include <unistd.h>

namespace nonholo {

// By its absolute path: a bare name would be looked for in the folders of the system.
SharedLibrary::SharedLibrary(const std::filesystem::path& file)
    : handle_(dlopen(std::filesystem::absolute(file).c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (!handle_) throw InputError("", dlerror());
}

SharedLibrary::SharedLibrary(int descriptor)
    : descriptor_(descriptor),
      handle_(dlopen(fmt::format("/proc/self/fd/{}", descriptor).c_str(), RTLD_NOW | RTLD_LOCAL)) {
  if (handle_) return;
  const std::string why = dlerror();
  close(descriptor_);
  throw InputError("", why);
}

SharedLibrary::~SharedLibrary() {
  dlclose(handle_);
  if (descriptor_ >= 0) close(descriptor_);
}

void* SharedLibrary::find(const char* name) const { return dlsym(handle_, name); }

}  // namespace nonholo
