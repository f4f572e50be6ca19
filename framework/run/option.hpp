// An option of a method, described once, beside the method that takes it: the reader of experiment files, the error
// messages, `nonholo list` and the documents know of options what stands here and nothing else.
//
//   const Selection<Nodes> nodes({.key = "nodes", .meaning = "where states are read", .usual = "constraint"},
//                                {{"constraint", Nodes::constraint}, {"path", Nodes::path}});
//
//   MethodEntry{..., .optional = {nodes}, ...}      // described
//   const Nodes chosen = nodes.in(options);         // read
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/run/method_options.hpp>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nonholo {

enum class OptionKind { text, number, whole, truth };

struct Option {
  std::string_view key;
  OptionKind kind = OptionKind::text;
  std::string_view meaning;
  std::vector<std::string_view> choices = {};  ///< the texts that it may be; any where there are none
  std::string_view usual = {};  ///< the one of them that is taken where none is given; empty: the meaning says
  bool in_name = false;         ///< stands in the brackets of a method's name: "spark(gauss,2)"

  friend bool operator==(const Option&, const Option&) = default;
};

/// An option of texts, each of which stands for a value.
template <class T> class Selection {
 public:
  Selection(Option option, const std::vector<std::pair<std::string_view, T>>& choices) : option_(std::move(option)) {
    for (const auto& [name, value] : choices) {
      option_.choices.push_back(name);
      values_.push_back(value);
    }
  }

  operator const Option&() const { return option_; }

  /// The value chosen; the usual one, if there is one, where nothing is.
  /// @throws InputError (the option's key) for another text, naming the nearest.
  std::optional<T> given(const MethodOptions& options) const {
    const bool has = options.has(option_.key);
    if (!has && option_.usual.empty()) return std::nullopt;
    const std::string_view name = has ? std::string_view(options.text(option_.key)) : option_.usual;
    const auto found = std::ranges::find(option_.choices, name);
    if (found == option_.choices.end())
      throw InputError(std::string(option_.key), unknown_name_message(option_.key, name, option_.choices));
    return values_[static_cast<std::size_t>(found - option_.choices.begin())];
  }

  /// The same. @throws InputError as well where nothing is chosen and nothing is usual.
  T in(const MethodOptions& options) const {
    if (const std::optional<T> value = given(options)) return *value;
    throw InputError(std::string(option_.key), "is required by this method");
  }

 private:
  Option option_;
  std::vector<T> values_;
};

}  // namespace nonholo
