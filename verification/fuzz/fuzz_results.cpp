// Any bytes as results.json and, behind the first zero, as the figures.json that it names: the page and the figures of
// the folder are made, or refused with an InputError. Built like fuzz_tableau.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/report/drawn_results.hpp>
#include <nonholo/verification/report/page.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

#include <unistd.h>

namespace {

const std::filesystem::path& folder() {
  static const std::filesystem::path made = [] {
    std::string name = (std::filesystem::temp_directory_path() / "fuzz_results_XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("no folder to work in");
    return name;
  }();
  return made;
}

void write(const char* name, std::string_view text) { std::ofstream(folder() / name, std::ios::binary) << text; }

template <class F> void refused_or_done(F f) {
  try {
    f();
  } catch (const nonholo::InputError&) {}
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const std::size_t end = std::min(bytes.find('\0'), bytes.size());
  write("results.json", bytes.substr(0, end));
  write("figures.json", bytes.substr(std::min(end + 1, bytes.size())));
  refused_or_done([] { nonholo::program::page(folder()); });
  refused_or_done([] { nonholo::drawn_results(folder()); });
  return 0;
}
