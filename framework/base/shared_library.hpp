// Code that is loaded while the program runs: what was compiled from a text, and plug-ins.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace nonholo {

class SharedLibrary {
 public:
  /// @throws InputError, with no key: what the loader says.
  explicit SharedLibrary(const std::filesystem::path& file);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  /// What was found in it is gone.
  ~SharedLibrary();

  /// The address of what has this name in C; null where nothing has.
  void* find(const char* name) const;

 private:
  void* handle_;
};

}  // namespace nonholo
