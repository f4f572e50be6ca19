// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/advice.hpp>

#include <nonholo/framework/run/method_entry.hpp>
#include <nonholo/verification/catalogue.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace nonholo {

namespace {

constexpr std::size_t few = 12;

/// Whatever its reason, a method that refuses the system is no advice.
bool takes(const MethodEntry& method, const MethodOptions& options, const System<double>& system) try {
  return method.make_where_meant(system, options) != nullptr;
} catch (const InputError&) {
  return false;
}

/// Without what a struct might say of itself: ", or does not say that ... (in C++: ...)".
std::string without_hint(const std::string& message) {
  const std::size_t from = message.find(", or does not say"), to = message.find(')', from);
  return to == message.npos ? message : message.substr(0, from) + message.substr(to + 1);
}

bool takes(const MethodEntry& method, const System<double>& system) {
  return std::ranges::any_of(method.trials(), [&](const auto& options) { return takes(method, options, system); });
}

}  // namespace

InputError advised_start(const InputError& error) {
  if (error.key().starts_with("input")) return error;  // of an input, and none of the start
  return {"initial." + error.key(), error.message()};
}

InputError advised_start(const InconsistentStart& error) {
  InputError placed = advised_start(static_cast<const InputError&>(error));
  if (!error.mendable()) return placed;
  const bool of_state = error.key() == "v" || error.key() == "y";
  const char* advice = of_state ? ": consistent = \"project\" starts there, \"assume\" skips this check"
                                : ". Leave it out, or say consistent = \"project\" to replace it";
  return {placed.key(), placed.message() + advice};
}

InputError advised_method(const UnsuitableSystem& error, const System<double>& system, bool text) {
  const auto names = methods_for(system);
  const std::string message = text ? without_hint(error.message()) : error.message();
  return {"method",
          names.size() > few ? message : fmt::format("{}. Methods for it: {}", message, fmt::join(names, ", "))};
}

std::vector<std::string_view> methods_for(const System<double>& system) {
  std::vector<std::string_view> names;
  for (const MethodEntry& method : method_catalogue())
    if (takes(method, system)) names.push_back(method.name);
  return names;
}

}  // namespace nonholo
