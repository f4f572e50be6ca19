// What is to be written cannot be: a full disk, a pipe nobody reads, a folder in use. Exit code 4.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace nonholo {

class OutputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// Of the file, with the reason that errno holds.
  static OutputError of(const std::filesystem::path& file);
};

}  // namespace nonholo
