// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_coefficients.hpp>

#include <nonholo/verification/tableau/exact_expression.hpp>
#include <nonholo/verification/toml/toml_table.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>

namespace nonholo {

namespace {

using Entry = TomlTable::Entry;
using Row = std::vector<Entry>;

constexpr std::size_t most_stages = 32;
// a tolerance made of more would make any condition hold
constexpr double least_tolerance = 1e-60, largest_rounding = 1e-8;

using PartKeys = std::array<std::string_view, TableauSet::most_parts>;
constexpr PartKeys numbered = {"A1", "A2", "A3", "A4", "A5"}, by_role = {"A", "A_hat", "A_tilde"};

/// The keys of the matrices that the file gives, all in one style and without a gap.
std::vector<std::string_view> matrix_keys(const TomlTable& table) {
  const auto given = [&table](std::string_view key) { return !key.empty() && table.has(key); };
  const auto role = std::ranges::find_if(by_role, given), number = std::ranges::find_if(numbered, given);
  if (role != by_role.end() && number != numbered.end())
    table.fail(*number,
               fmt::format("{} is given too, in line {}: name all matrices A, A_hat, A_tilde or all A1, A2, ...", *role,
                           table.line(*role)));
  const PartKeys& style = number == numbered.end() ? by_role : numbered;
  const auto end = std::ranges::find_if_not(style, given);
  if (const auto stray = std::find_if(end, style.end(), given); stray != style.end())
    table.fail(*stray, fmt::format("is given without {}", *end));
  if (end == style.begin()) table.fail("A", "is missing");
  return {style.begin(), end};
}

/// What `make` makes; an error of its is told at the place, a key or an entry of the table.
template <class Place, class Make> auto located(const TomlTable& table, const Place& place, Make make) try {
  return make();
} catch (const InputError& error) {
  throw table.located(error, place);
}

ExactConstants read_constants(const TomlTable& file) {
  ExactConstants constants;
  if (!file.has("constants")) return constants;
  const TomlTable table = file.table("constants");
  for (const std::string_view name : table.keys_as_written()) {
    if (name == "sqrt") table.fail(name, "is the name of the square root");
    if (!is_constant_name(name))
      table.fail(name, fmt::format("'{}': a name has letters, digits and _, and begins with no digit", name));
    const Entry entry = table.entry(name);
    constants.emplace(name, located(table, entry, [&] { return exact_expression(entry.text, constants); }));
  }
  return constants;
}

/// The rows as they are written; each must have s entries.
std::vector<Row> rows_of(const TomlTable& table, std::string_view key, std::size_t s) {
  std::vector<Row> rows = table.rows(key);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() == s) continue;
    const int line = rows[i].empty() ? table.line(key) : rows[i][0].line;
    table.fail({"", fmt::format("{}[{}]", key, i), line}, fmt::format("has {} entries; b has {}", rows[i].size(), s));
  }
  return rows;
}

/// The matrices and vectors of a file, made a TableauSet.
class CoefficientReader {
 public:
  explicit CoefficientReader(const TomlTable& table) : table_(table), constants_(read_constants(table)) {}

  TableauSet set(const std::string& name) {
    const std::vector<std::string_view> keys = matrix_keys(table_);
    const VectorX<Exact> b = weights();
    std::vector<MatrixX<Exact>> A;
    for (const std::string_view key : keys) A.push_back(square(key, b.size()));
    const VectorX<Exact> c = table_.has("c") ? nodes(b.size()) : A.front().rowwise().sum();
    const auto omega = constraint_rows(b.size());
    std::vector<Tableau> parts;
    for (std::size_t k = 0; k < keys.size(); ++k)
      parts.push_back(located(table_, keys[k], [&] {
        return Tableau(part_name(name, keys, k), {A[k], b, c, tolerance(b.size())});
      }));
    return located(table_, keys.front(), [&] { return TableauSet(name, parts, omega); });
  }

 private:
  static std::string part_name(const std::string& name, const std::vector<std::string_view>& keys, std::size_t k) {
    return keys.size() == 1 ? name : fmt::format("{} {}", name, keys[k]);
  }

  VectorX<Exact> weights() {
    const Row row = table_.entries("b");
    if (row.empty() || row.size() > most_stages)
      table_.fail("b", fmt::format("has {} entries; a tableau has 1 to {} stages", row.size(), most_stages));
    VectorX<Exact> b = vector(row);
    if (const double sum = static_cast<double>(b.sum());
        !(std::abs(static_cast<double>(b.sum() - 1)) <= tolerance(b.size())))
      table_.fail("b", fmt::format("the weights sum to {:.10g}, not to 1", sum));
    return b;
  }

  VectorX<Exact> nodes(Eigen::Index s) {
    const Row row = table_.entries("c");
    if (std::ssize(row) != s) table_.fail("c", fmt::format("has {} entries; b has {}", row.size(), s));
    return vector(row);
  }

  MatrixX<Exact> square(std::string_view key, Eigen::Index s) {
    const std::vector<Row> rows = rows_of(table_, key, static_cast<std::size_t>(s));
    if (std::ssize(rows) != s) table_.fail(key, fmt::format("has {} rows; b has {} entries", rows.size(), s));
    return matrix(rows, s);
  }

  std::shared_ptr<const ExactConstraintRows> constraint_rows(Eigen::Index s) {
    if (!table_.has("omega")) return nullptr;
    const std::vector<Row> rows = rows_of(table_, "omega", static_cast<std::size_t>(s));
    if (std::ssize(rows) != s - 1)
      table_.fail("omega", fmt::format("has {} rows; for {} stages it has {}", rows.size(), s, s - 1));
    const MatrixX<Exact> none(0, s);
    return std::make_shared<const ExactConstraintRows>(
        ExactConstraintRows{matrix(rows, s), none, none, VectorX<Exact>(0)});
  }

  MatrixX<Exact> matrix(const std::vector<Row>& rows, Eigen::Index columns) {
    MatrixX<Exact> values(std::ssize(rows), columns);
    for (std::size_t i = 0; i < rows.size(); ++i)
      values.row(static_cast<Eigen::Index>(i)) = vector(rows[i]).transpose();
    return values;
  }

  VectorX<Exact> vector(const Row& row) {
    VectorX<Exact> values(std::ssize(row));
    std::ranges::transform(row, values.begin(), [this](const Entry& entry) { return value(entry); });
    return values;
  }

  Exact value(const Entry& entry) {
    const ExactValue read = located(table_, entry, [&] { return exact_expression(entry.text, constants_); });
    if (read.rounding > largest_rounding)
      table_.fail(entry,
                  fmt::format("has an uncertainty of {:.0e}: give more decimals, or an expression", read.rounding));
    rounding_ = std::max(rounding_, read.rounding);
    return read.value;
  }

  /// One for all parts, as they are compared with each other.
  double tolerance(Eigen::Index s) const { return std::max(least_tolerance, 32 * static_cast<double>(s) * rounding_); }

  const TomlTable& table_;
  ExactConstants constants_;
  double rounding_ = 0;  ///< the largest of the numbers read so far
};

}  // namespace

TableauSet read_coefficients(const TomlTable& table, const std::string& name) {
  return CoefficientReader(table).set(name);
}

}  // namespace nonholo
