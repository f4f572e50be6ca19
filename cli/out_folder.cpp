// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "out_folder.hpp"

#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/output/output_error.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <system_error>

namespace nonholo::cli {

void make_out_folder(const std::string& out, std::string_view file) {
  if (out.empty()) return;
  namespace fs = std::filesystem;
  std::error_code failed, unknown;
  const fs::path path = fs::path(out) / file;
  fs::create_directories(out, failed);
  const bool taken = failed == std::errc::not_a_directory || failed == std::errc::file_exists;
  if (taken || (!failed && !fs::is_directory(out, unknown)) || fs::is_directory(path, unknown))
    throw InputError("--out", fmt::format("cannot write {}", path.string()));
  if (failed || ::access(out.c_str(), W_OK | X_OK) != 0) {
    if (failed) errno = failed.value();
    throw OutputError::of(path);
  }
}

void refuse_namesakes(const std::string& name, const std::filesystem::path& source,
                      std::map<std::string, std::filesystem::path>& sources) {
  const auto [same, fresh] = sources.emplace(name, source);
  std::error_code failed;
  if (fresh || same->second == source || std::filesystem::equivalent(same->second, source, failed)) return;
  throw InputError("--out", fmt::format("{} and {} are both called '{}': their results would overwrite each other",
                                        same->second.string(), source.string(), name));
}

}  // namespace nonholo::cli
