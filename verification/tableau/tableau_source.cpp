// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_source.hpp>

#include <nonholo/verification/tableau/tableau_file.hpp>

#include <fmt/format.h>

namespace nonholo {

bool is_tableau_file(const std::string& text) { return text.ends_with(".toml"); }

std::string tableau_label(const std::string& text) {
  return is_tableau_file(text) ? std::filesystem::path(text).stem().string() : text;
}

TableauSet find_tableau(const std::string& text, std::optional<long> stages) {
  if (text.find('/') != text.npos && !is_tableau_file(text))
    throw InputError("tableau", fmt::format("'{}': the name of a tableau file ends in .toml", text));
  if (!is_tableau_file(text)) return known_tableau(text, stages);
  TableauSet set = read_tableau_file(text).set;
  refuse_other_stages(set, text, stages);
  return set;
}

}  // namespace nonholo
