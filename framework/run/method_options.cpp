// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/method_options.hpp>

#include <nonholo/framework/base/error.hpp>

namespace nonholo {

const MethodOptions::Value& MethodOptions::at(std::string_view key) const {
  const auto found = values_.find(key);
  if (found == values_.end()) throw InputError(std::string(key), "is required by this method");
  return found->second;
}

Number MethodOptions::number(std::string_view key) const {
  const Value& value = at(key);
  if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if (const auto* real = std::get_if<Number>(&value)) return *real;
  throw InputError(std::string(key), "must be a number");
}

long MethodOptions::integer(std::string_view key) const {
  if (const auto* whole = std::get_if<long>(&at(key))) return *whole;
  throw InputError(std::string(key), "must be a whole number");
}

bool MethodOptions::flag(std::string_view key) const {
  if (!has(key)) return false;
  if (const auto* truth = std::get_if<bool>(&at(key))) return *truth;
  throw InputError(std::string(key), "must be true or false");
}

const std::string& MethodOptions::text(std::string_view key) const {
  if (const auto* text = std::get_if<std::string>(&at(key))) return *text;
  if (const auto* given = std::get_if<GivenTableau>(&at(key))) return given->name;
  throw InputError(std::string(key), "must be a string");
}

const TableauSet* MethodOptions::tableau(std::string_view key) const {
  const auto* given = std::get_if<GivenTableau>(&at(key));
  return given ? given->set.get() : nullptr;
}

std::string shown(const MethodOptions::Value& value) {
  if (const auto* number = std::get_if<Number>(&value)) return decimal(number->value());
  if (const auto* whole = std::get_if<long>(&value)) return std::to_string(*whole);
  if (const auto* truth = std::get_if<bool>(&value)) return *truth ? "true" : "false";
  if (const auto* given = std::get_if<GivenTableau>(&value)) return given->name;
  return std::get<std::string>(value);
}

}  // namespace nonholo
