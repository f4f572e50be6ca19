// One program at a time writes into a folder: whoever holds its lock, a file .lock in it, which goes with the program
// however that ends.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>

namespace nonholo {

class FolderLock {
 public:
  /// @param folder one that is there  @throws OutputError: not to be written, or in use, by whom
  explicit FolderLock(const std::filesystem::path& folder);
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  ~FolderLock();

 private:
  int descriptor_;
};

}  // namespace nonholo
