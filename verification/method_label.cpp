#include <nonholo/verification/method_label.hpp>

#include <nonholo/verification/tableau/tableau_source.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace nonholo {

namespace {

constexpr std::string_view in_brackets[] = {"base", "scheme", "gradient", "tableau", "stages"};
constexpr std::string_view tolerances[] = {"rtol", "atol"};

template <std::size_t count> bool among(const std::string_view (&list)[count], std::string_view key) {
  return std::ranges::find(list, key) != std::end(list);
}

}  // namespace

std::string method_with_choices(const MethodEntry& method, const MethodOptions& options) {
  std::vector<std::string> inner;
  for (const std::string_view key : in_brackets)
    if (options.has(key))
      inner.push_back(key == "stages" ? fmt::format("{}", options.integer(key)) : tableau_label(options.text(key)));
  return inner.empty() ? std::string(method.name) : fmt::format("{}({})", method.name, fmt::join(inner, ","));
}

std::string other_choices(const MethodOptions& options) {
  std::string text;
  for (const auto& [key, value] : options)
    if (!among(in_brackets, key) && !among(tolerances, key)) text += fmt::format(" {}={}", key, shown(value));
  return text;
}

}  // namespace nonholo
