// Any bytes as results.json, behind the first zero as the figures.json that it names, behind the second as the journal
// of the folder: its page, figures and citations are made, and it is opened, or refused with an InputError. Built like
// fuzz_tableau.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/cite.hpp>
#include <nonholo/verification/output/results_folder.hpp>
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
  std::string_view bytes(reinterpret_cast<const char*>(data), size);
  for (const char* file : {"results.json", "figures.json", "journal.jsonl"}) {
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    write(file, bytes.substr(0, end));
    bytes.remove_prefix(std::min(end + 1, bytes.size()));
  }
  refused_or_done([] { nonholo::program::page(folder()); });
  refused_or_done([] { nonholo::drawn_results(folder()); });
  refused_or_done([] { nonholo::program::cite({folder() / "results.json"}, {}); });
  nonholo::ResultsFolder(folder()).documents();
  return 0;
}
