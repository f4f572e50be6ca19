// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_file.hpp>

#include <nonholo/verification/tableau/tableau_coefficients.hpp>
#include <nonholo/verification/tableau/tableau_keys.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace nonholo {

namespace {

constexpr long most_order = 1000;  // of a claim

Claim read_claim(const TomlTable& claims, const Key& key) {
  Claim claim{std::string(key.name), false, claims.line(key.name)};
  if (key.kind == KeyKind::boolean) claim.claimed = claims.boolean(key.name);
  else claim.claimed = claims.whole(key.name);
  if (const long* number = std::get_if<long>(&claim.claimed); number && *number < 0)
    claims.fail(key.name, fmt::format("{}: must be >= 0", *number));
  if (const long* number = std::get_if<long>(&claim.claimed); number && *number > most_order)
    claims.fail(key.name, fmt::format("{}: must be <= {}", *number, most_order));
  return claim;
}

std::vector<Claim> read_claims(const TomlTable& file) {
  std::vector<Claim> all;
  if (!file.has("claims")) return all;
  const TomlTable claims = file.table("claims");
  for (const std::string_view name : claims.keys_as_written()) {
    const Key* key = claim_keys().find(name);
    if (!key) claims.fail(name, unknown_name_message("claim", name, claim_keys().names()));
    all.push_back(read_claim(claims, *key));
  }
  return all;
}

std::string read_name(const TomlTable& table, const std::filesystem::path& file) {
  if (!table.has("name")) return file.stem().string();
  std::string name = table.text("name");
  const auto allowed = [](unsigned char c) {
    return std::isalnum(c) || c == '_' || c == '-' || c == '+' || c == '.' || c == ' ' || c >= 0x80;
  };
  if (name.empty()) table.fail("name", "'': must not be empty; without it the tableau is called after its file");
  if (!std::ranges::all_of(name, allowed))
    table.fail("name", fmt::format("'{}': letters, digits, spaces and _ - + . only", name));
  return name;
}

TableauFile read(const TomlText& text, const std::string& file) {
  const toml::table root = parsed_toml(text, file);
  const TomlTable table(root, text, file, "");
  table.refuse_unknown_keys(tableau_file_keys());
  const std::string name = read_name(table, file);
  return {.set = read_coefficients(table, name),
          .reference = table.has("reference") ? table.text("reference") : "",
          .claims = read_claims(table),
          .file = file,
          .written = text.written};
}

}  // namespace

TableauFile read_tableau_file(const std::filesystem::path& file) { return read(toml_text(file), file.string()); }

TableauFile read_tableau_text(std::string_view toml, const std::string& file_name) {
  return read(with_long_numbers_shortened(toml), file_name);
}

}  // namespace nonholo
