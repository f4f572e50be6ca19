// Whether JSON nests so deeply that copying or writing what it holds, which calls itself, would run out of stack. No
// document of ours nests deeper than ten levels.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <string_view>

namespace nonholo {

inline bool nests_deeply(std::string_view json) {
  constexpr int most = 256;
  int depth = 0;
  bool quoted = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (quoted && c == '\\') ++i;
    else if (c == '"') quoted = !quoted;
    else if (!quoted && (c == '[' || c == '{') && ++depth > most) return true;
    else if (!quoted && (c == ']' || c == '}')) --depth;
  }
  return false;
}

/// The document; discarded where the text is none, or one that nests deeply. @tparam Json of nlohmann
template <class Json> Json document_in(std::string_view text) {
  return nests_deeply(text) ? Json(Json::value_t::discarded) : Json::parse(text, nullptr, false);
}

}  // namespace nonholo
