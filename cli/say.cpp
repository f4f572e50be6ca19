// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "say.hpp"

#include <nonholo/verification/output/output_error.hpp>

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace nonholo::cli {

std::string printable(std::string_view text) {
  std::string shown;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    const bool beyond = c == 0xC2 && next >= 0x80 && next < 0xA0;  // the control characters of Latin-1, in UTF-8
    if (beyond || (c < 0x20 && c != '\n' && c != '\t') || c == 0x7F)
      shown += fmt::format("\\x{:02x}", beyond ? next : c);
    else shown += text[i];
    i += beyond;
  }
  return shown;
}

void tell(std::string_view text) {
  const bool told = std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!told) throw OutputError(fmt::format("cannot write to stdout: {}", std::strerror(errno)));
}

void remark(std::string_view message) { std::fputs(("nonholo: " + printable(message) + "\n").c_str(), stderr); }

}  // namespace nonholo::cli
