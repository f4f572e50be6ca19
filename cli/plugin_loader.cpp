// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "plugin_loader.hpp"

#include <nonholo/cli/plugin.hpp>
#include <nonholo/framework/base/shared_library.hpp>
#include <nonholo/methods/tableaus/own_tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/experiment/provenance.hpp>

#include <fmt/format.h>

#include <elf.h>

#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nonholo::cli {

namespace {

[[noreturn]] void fail(const std::string& file, const std::string& reason) {
  throw InputError("--plugin", fmt::format("{}: {}", file, reason));
}

std::string bytes_of(const std::string& file) {
  std::error_code failed;
  const bool regular = std::filesystem::is_regular_file(file, failed);
  if (!std::filesystem::exists(file, failed)) fail(file, "there is no such file");
  std::ifstream in(file, std::ios::binary);
  if (!regular || !in) fail(file, "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

/// As it stands in the file: a library that is loaded runs code before anybody can ask it anything.
std::optional<std::string> identity_in(const std::string& bytes) {
  const std::size_t begin = bytes.find(NONHOLO_PLUGIN_BEGINNING);
  if (!bytes.starts_with("\177ELF") || begin == bytes.npos) return std::nullopt;
  return bytes.substr(begin, bytes.find('\0', begin) - begin);
}

/// Whether it reaches to the table at its end. Of one that was cut off the loader may write beyond what there is, which
/// ends the program by a signal.
bool is_whole(const std::string& bytes) {
  Elf64_Ehdr header;
  if (bytes.size() < sizeof header) return false;
  std::memcpy(&header, bytes.data(), sizeof header);
  return header.e_shoff <= bytes.size() &&
         std::size_t{header.e_shnum} * header.e_shentsize <= bytes.size() - header.e_shoff;
}

/// Lives as long as the program: entries of the catalogues are its code.
const SharedLibrary& loaded(const std::string& file) {
  static auto& all = *new std::vector<const SharedLibrary*>;  // never destroyed, and no leak as long as it is known
  try {
    return *all.emplace_back(new SharedLibrary(file));
  } catch (const InputError& error) {
    fail(file, error.message());
  }
}

}  // namespace

void load_plugin(const std::string& file) {
  const std::string bytes = bytes_of(file);
  const std::optional<std::string> identity = identity_in(bytes);
  if (!identity)
    fail(file, "is no plug-in of nonholo: give a library that has NONHOLO_PLUGIN(...) (nonholo/cli/plugin.hpp)");
  if (*identity != NONHOLO_PLUGIN_IDENTITY)
    fail(file, fmt::format("was built with other headers or another compiler than this program: build it again\n    "
                           "plug-in: {}\n    program: {}",
                           *identity, NONHOLO_PLUGIN_IDENTITY));
  if (!is_whole(bytes)) fail(file, "is incomplete: copy it or build it again");
  const SharedLibrary& library = loaded(file);
  using Fill = void(Plugin&);
  Fill* const fill = reinterpret_cast<Fill*>(library.find("nonholo_plugin"));
  if (!fill) fail(file, "has no function nonholo_plugin");
  Plugin plugin;
  try {
    fill(plugin);
    add_problems(std::move(plugin.problems));
    add_methods(std::move(plugin.methods));
    add_tableaus(std::move(plugin.tableaus));
  } catch (const std::exception& error) {
    fail(file, error.what());
  }
  program::count_in_build(file);
}

}  // namespace nonholo::cli
