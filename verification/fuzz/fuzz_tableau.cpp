// Any bytes as a tableau file: they are read, or refused with an InputError that knows the file. Built with
// -fsanitize=fuzzer, or with replay.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/tableau/tableau_file.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    nonholo::read_tableau_text(std::string_view(reinterpret_cast<const char*>(data), size), "fuzz.toml");
  } catch (const nonholo::InputError& error) {
    if (error.file() != "fuzz.toml" || error.line() < 1) std::abort();
  }
  return 0;
}
