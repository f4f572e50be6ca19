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
    const auto stamp = failed ? std::nullopt : stamp_of(file);
    return stamp ? hexadecimal(stamp->checksum) : std::string("unknown");
  }();
  return identity;
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
          .libraries = library_versions(),
          .date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
          .command = command_line(),
          .input = hexadecimal(checksum(experiment.written))};
}

}  // namespace nonholo::program
