// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/provenance.hpp>

#include <nonholo/adapters/versions.hpp>
#include <nonholo/verification/output/new_file.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <iterator>

namespace nonholo::program {

namespace {

std::string hexadecimal(std::uint64_t number) { return fmt::format("{:016x}", number); }

std::string checksum_of(const std::filesystem::path& file) {
  const auto stamp = stamp_of(file);
  return stamp ? hexadecimal(stamp->checksum) : "unknown";
}

/// Names and checksums.
std::vector<std::pair<std::string, std::string>>& counted_plugins() {
  static std::vector<std::pair<std::string, std::string>> all;
  return all;
}

/// Plug-ins among them.
std::vector<std::pair<std::string, std::string>> libraries() {
  auto all = library_versions();
  all.insert(all.end(), counted_plugins().begin(), counted_plugins().end());
  return all;
}

std::string command_line() {
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  std::string command{std::istreambuf_iterator<char>(in), {}};
  while (!command.empty() && command.back() == '\0') command.pop_back();
  std::ranges::replace(command, '\0', ' ');
  return command;
}

std::string compiler() {
#if defined(__clang__)
  return "Clang " __clang_version__;
#else
  return "GCC " __VERSION__;
#endif
}

}  // namespace

const std::string& build_identity() {
  static const std::string identity = [] {
    std::error_code failed;
    const auto file = std::filesystem::read_symlink("/proc/self/exe", failed);
    std::string own = failed ? std::string("unknown") : checksum_of(file);
    if (counted_plugins().empty()) return own;
    for (const auto& [name, plugin] : counted_plugins()) own += plugin;
    return hexadecimal(checksum(own));
  }();
  return identity;
}

std::string version_text() {
  std::string names;
  for (const auto& [name, version] : libraries())
    names += fmt::format("{}{} {}", names.empty() ? "" : ", ", name, version);
  return fmt::format("nonholo {}\nbuild {} with {}\nprecisions: double, quad (113 bits)\nlibraries: {}",
                     NONHOLO_VERSION, build_identity(), compiler(), names);
}

void count_in_build(const std::filesystem::path& plugin) {
  counted_plugins().emplace_back("plug-in " + plugin.filename().string(), checksum_of(plugin));
}

std::string fingerprint(const Experiment& experiment, bool quick, long sample) {
  return hexadecimal(
      checksum(fmt::format("{}\n{} {} {} {}", experiment.written, build_identity(), experiment.name, quick, sample)));
}

Provenance provenance(const Experiment& experiment, bool quick, long sample) {
  return {.fingerprint = fingerprint(experiment, quick, sample),
          .program = "nonholo " NONHOLO_VERSION,
          .build = build_identity(),
          .compiler = compiler(),
          .libraries = libraries(),
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .command = command_line(),
          .input = hexadecimal(checksum(experiment.written))};
}

}  // namespace nonholo::program
