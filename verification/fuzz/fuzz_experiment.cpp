// Any bytes as an experiment file: they are read, or refused with an InputError that knows the file. No compiler is
// there: nothing that was made up is compiled and loaded. Built like fuzz_tableau.cpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/experiment/experiment.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  setenv("CC", "/nowhere/cc", 1);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    nonholo::read_experiment(nonholo::with_long_numbers_shortened(text), "fuzz.toml", "fuzz");
  } catch (const nonholo::InputError& error) {
    if (error.file().empty() || error.line() < 1) std::abort();
  }
  return 0;
}
