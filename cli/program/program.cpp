// The program nonholo: what is in the catalogues, and nothing of anybody's own.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/cli/main.hpp>

#if defined(__x86_64__) && defined(__AVX2__)
#include <string_view>
#include <unistd.h>

namespace {

/// An installed program may be copied to a processor, or a virtual machine, without AVX2. It says so there, before any
/// other constructor runs, instead of ending with an illegal instruction.
[[gnu::constructor(101), gnu::target("arch=x86-64")]] void refuse_older_processors() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return;
  constexpr std::string_view message =
      "nonholo: this program was compiled for processors with AVX2 and FMA; compile it with -DNONHOLO_NATIVE=OFF\n";
  constexpr int our_fault = 70;
  if (write(STDERR_FILENO, message.data(), message.size()) < 0) _exit(our_fault);
  _exit(our_fault);
}

}  // namespace
#endif

int main(int argc, char** argv) { return nonholo::main(argc, argv); }
