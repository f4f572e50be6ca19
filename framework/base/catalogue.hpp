// An explicit, ordered list of named things: problems, methods, tableaus, quantities. No static-initialiser magic.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

/// Entry has a member `name` convertible to std::string_view; names are unique.
template <class Entry> class Catalogue {
 public:
  /// `kind` is what an error message calls an entry: "problem", "method".
  Catalogue(std::string_view kind, std::vector<Entry> entries) : kind_(kind), entries_(std::move(entries)) {}

  const Entry* find(std::string_view name) const {
    const auto found = std::ranges::find(entries_, name, [](const Entry& e) { return std::string_view(e.name); });
    return found == entries_.end() ? nullptr : &*found;
  }

  /// @throws InputError naming the nearest entries.
  const Entry& at(std::string_view name) const {
    if (const Entry* found = find(name)) return *found;
    throw InputError("", unknown_name_message(kind_, name, names()));
  }

  std::vector<std::string_view> names() const {
    std::vector<std::string_view> all;
    for (const Entry& e : entries_) all.emplace_back(e.name);
    return all;
  }

  /// One more, while nobody holds an entry yet: they may move. @throws InputError (key: its name) when that is taken.
  void add(Entry entry) {
    if (find(entry.name))
      throw InputError(std::string(entry.name), "there is a " + std::string(kind_) + " of this name already");
    entries_.push_back(std::move(entry));
  }

  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  std::size_t size() const { return entries_.size(); }

 private:
  std::string_view kind_;
  std::vector<Entry> entries_;
};

}  // namespace nonholo
