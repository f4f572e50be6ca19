// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "out_folder.hpp"

#include <nonholo/framework/base/error.hpp>

#include <fmt/format.h>

#include <unistd.h>

#include <filesystem>
#include <system_error>

namespace nonholo::cli {

void make_out_folder(const std::string& out, std::string_view file) {
  if (out.empty()) return;
  namespace fs = std::filesystem;
  std::error_code failed;
  const fs::path path = fs::path(out) / file;
  fs::create_directories(out, failed);
  if (!fs::is_directory(out, failed) || fs::is_directory(path, failed) || ::access(out.c_str(), W_OK) != 0)
    throw InputError("--out", fmt::format("cannot write {}", path.string()));
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
