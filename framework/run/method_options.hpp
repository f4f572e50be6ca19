// The options of a run as the user wrote them. What keys there are, and what they mean, each method says (option.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/number.hpp>

#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <variant>

namespace nonholo {

class TableauSet;

/// A tableau that is there already, with the name or the path that it is called by: a file is read once that way, and
/// one's own needs none.
struct GivenTableau {
  std::string name;
  std::shared_ptr<const TableauSet> set;
};

/// Key -> number, whole number, truth, text or tableau.
class MethodOptions {
 public:
  using Value = std::variant<Number, long, bool, std::string, GivenTableau>;

  MethodOptions() = default;
  MethodOptions(std::initializer_list<std::pair<std::string_view, Value>> values) {
    for (const auto& [key, value] : values) set(key, value);
  }

  void erase(std::string_view key) {
    if (const auto found = values_.find(key); found != values_.end()) values_.erase(found);
  }
  void set(std::string_view key, Value value) { values_.insert_or_assign(std::string(key), std::move(value)); }
  bool has(std::string_view key) const { return values_.contains(key); }

  /// The option of that key. @throws InputError when it is missing or of another kind; whole numbers are numbers.
  Number number(std::string_view key) const;
  long integer(std::string_view key) const;
  const std::string& text(std::string_view key) const;  ///< of a tableau how it is called
  /// Nothing where the option is a text: a name, to be looked up.
  const TableauSet* tableau(std::string_view key) const;
  /// False when it is not given.
  bool flag(std::string_view key) const;

  auto begin() const { return values_.begin(); }
  auto end() const { return values_.end(); }

 private:
  const Value& at(std::string_view key) const;
  std::map<std::string, Value, std::less<>> values_;
};

/// A value as people write it.
std::string shown(const MethodOptions::Value& value);

}  // namespace nonholo
