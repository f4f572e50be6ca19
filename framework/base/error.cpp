// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/error.hpp>

#include <nonholo/framework/base/nearest_names.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace nonholo {

namespace {

std::string located(const std::string& file, int line, const std::string& key, const std::string& message) {
  std::string place = file;
  if (line > 0) place += fmt::format(":{}", line);
  if (!place.empty()) place += ": ";
  if (!key.empty()) place += key + ": ";
  return place + message;
}

/// Levenshtein distance, one row at a time.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 1; j <= b.size(); ++j)
      diagonal = std::exchange(row[j], std::min({row[j] + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1])}));
  }
  return row.back();
}

/// As many as one still reads: lists of files make thousands of labels.
std::string listed(const std::vector<std::string_view>& known) {
  constexpr std::size_t most_bytes = 8000;
  std::string text;
  for (std::size_t i = 0; i < known.size(); ++i) {
    if (text.size() > most_bytes) return text + fmt::format(", and {} more", known.size() - i);
    text += (text.empty() ? "" : ", ") + std::string(known[i]);
  }
  return text;
}

}  // namespace

InputError::InputError(std::string file, int line, std::string key, std::string message)
    : std::runtime_error(located(file, line, key, message)),
      file_(std::move(file)),
      key_(std::move(key)),
      message_(std::move(message)),
      line_(line) {}

InputError::InputError(std::string key, std::string message) : InputError("", 0, std::move(key), std::move(message)) {}

InputError InputError::at(std::string_view file, int line, std::string_view key) const {
  return {file_.empty() ? std::string(file) : file_, line_ > 0 ? line_ : line, key_.empty() ? std::string(key) : key_,
          message_};
}

std::vector<std::string_view> nearest_names(std::string_view name, const std::vector<std::string_view>& known) {
  std::vector<std::pair<std::size_t, std::string_view>> ranked;
  for (const std::string_view candidate : known) {
    const bool part = (name.size() > 2 && candidate.find(name) != candidate.npos) ||
                      (candidate.size() > 2 && name.find(candidate) != name.npos);
    const std::size_t distance = part ? 1 : edit_distance(name, candidate);
    if (distance <= std::max<std::size_t>(2, name.size() / 3)) ranked.emplace_back(distance, candidate);
  }
  std::ranges::sort(ranked);
  std::vector<std::string_view> names;
  for (const auto& [distance, candidate] : ranked)
    if (names.size() < 3) names.push_back(candidate);
  return names;
}

std::string did_you_mean(std::string_view name, const std::vector<std::string_view>& known) {
  const auto near = nearest_names(name, known);
  return near.empty() ? "" : fmt::format("; did you mean '{}'?", fmt::join(near, "' or '"));
}

std::string unknown_name_message(std::string_view kind, std::string_view name,
                                 const std::vector<std::string_view>& known) {
  std::string message = fmt::format("unknown {} '{}'", kind, name);
  const std::string near = did_you_mean(name, known);
  message += near.empty() ? "." : near;
  return message + " Known: " + listed(known);
}

}  // namespace nonholo
