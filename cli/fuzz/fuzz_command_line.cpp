// Any bytes as a command line, an argument in each line: it is done, or refused with an exit code that says so, never
// 70.
// Commands that compute for long or write are left out, and so are paths. Built like fuzz_tableau.cpp, with cli/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/main.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::size_t most_arguments = 12;

/// Empty for what is not to be tried.
std::vector<std::string> arguments_of(std::string_view bytes) {
  std::vector<std::string> arguments{"nonholo"};
  for (std::size_t end = 0; arguments.size() < most_arguments && end < bytes.size(); bytes.remove_prefix(end + 1)) {
    end = std::min(bytes.find('\n'), bytes.size() - 1);
    std::string argument(bytes.substr(0, bytes[end] == '\n' ? end : end + 1));
    std::erase(argument, '\0');
    for (const char* computes : {"verify", "properties", "plot", "report", "check"})
      if (argument == computes) return {};
    if (argument.find_first_of("/~") != argument.npos || argument.starts_with("--o")) return {};
    arguments.push_back(std::move(argument));
  }
  return arguments;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) { return std::freopen("/dev/null", "w", stdout) ? 0 : 1; }

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::string> arguments = arguments_of({reinterpret_cast<const char*>(data), size});
  if (arguments.empty()) return 0;
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  const int code = nonholo::main(static_cast<int>(arguments.size()), pointers.data());
  if (code != 0 && code != 1 && code != 2) std::abort();
  return 0;
}
