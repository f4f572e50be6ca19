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
  /// Of an open file, whatever its name means by now. The file stays open as long as the library is there: the loader
  /// knows a library by its path, which here is the number of the descriptor. @throws InputError; the file is closed.
  explicit SharedLibrary(int descriptor);
  SharedLibrary(const SharedLibrary&) = delete;
  SharedLibrary& operator=(const SharedLibrary&) = delete;
  /// What was found in it is gone.
  ~SharedLibrary();

  /// The address of what has this name in C; null where nothing has.
  void* find(const char* name) const;

 private:
  int descriptor_ = -1;
  void* handle_;
};

}  // namespace nonholo
