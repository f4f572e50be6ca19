#include <nonholo/verification/tableau/tableau_file.hpp>

#include <nonholo/verification/tableau/exact_expression.hpp>
#include <nonholo/verification/toml/toml_table.hpp>
#include <nonholo/verification/toml/toml_text.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
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
    const VectorX<Exact> b = vector(row);
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
      table_.fail(entry, fmt::format("its decimals leave it uncertain by {:.0e}; give more of them, or an expression",
                                     read.rounding));
    rounding_ = std::max(rounding_, read.rounding);
    return read.value;
  }

  /// One for all parts, as they are compared with each other.
  double tolerance(Eigen::Index s) const { return std::max(least_tolerance, 32 * static_cast<double>(s) * rounding_); }

  const TomlTable& table_;
  ExactConstants constants_;
  double rounding_ = 0;  ///< the largest of the numbers read so far
};

Claim read_claim(const TomlTable& claims, const Key& key) {
  Claim claim{std::string(key.name), false, claims.line(key.name)};
  if (key.kind == KeyKind::boolean) claim.claimed = claims.boolean(key.name);
  else claim.claimed = claims.whole(key.name);
  if (const long* number = std::get_if<long>(&claim.claimed); number && *number < 0)
    claims.fail(key.name, fmt::format("{}: must be >= 0", *number));
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
  const std::string name = table.text("name");
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
  return {.set = CoefficientReader(table).set(name),
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

const Catalogue<Key>& tableau_file_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("key", {
      {"name", text, "what the tableau is called; default: the file's name"},
      {"reference", text, "where it was published"},
      {"c", number, "list of nodes; default: the row sums of the first matrix"},
      {"b", number, "list of weights"},
      {"A", number, "list of rows; for the positions where A_hat is given too"},
      {"A_hat", number, "list of rows, for the forces; for the reactions too unless A_tilde is given"},
      {"A_tilde", number, "list of rows, for the constraint reactions"},
      {"A1", number, "A1 to A5: the parts of y' = f_1 + ... + f_5; A, A_hat, A_tilde are other names of the first three"},
      {"A2", number, "the second part"},
      {"A3", number, "the third part"},
      {"A4", number, "the fourth part"},
      {"A5", number, "the fifth part"},
      {"omega", number, "s - 1 rows of s weights: the averaged constraints; default: sum_j b_j c_j^(i-1) k_j = 0, i = 1 ... s-1"},
      {"constants", table, "{ name = value, ... }: numbers that all others may use, those further down in this table too"},
      {"claims", table, "properties that the tableau should have (nonholo tableau check)"},
  });
  // clang-format on
  return keys;
}

const Catalogue<Key>& claim_keys() {
  using enum KeyKind;
  // clang-format off
  static const Catalogue<Key> keys("claim", {
      {"order", whole, "of q and v (of y) on index-2 problems"},
      {"stage_multiplier_order", whole, "of the last stage's multiplier"},
      {"standard_order", whole, "of y, used as a standard Runge-Kutta method on index-2 problems"},
      {"ode_order", whole, "on ordinary differential equations"},
      {"B", whole, "largest p with B(p)"},
      {"C", whole, "largest q with C(q), of the first matrix"},
      {"D", whole, "largest r with D(r), of all the others"},
      {"symmetric", boolean, "equal to its adjoint"},
      {"stiffly_accurate", boolean, "a_sj = b_j"},
      {"explicit_first", boolean, "the first stage is the start of the step"},
      {"lagrange_dalembert", boolean, "A and A_hat form a Lagrange-d'Alembert pair"},
  });
  // clang-format on
  return keys;
}

}  // namespace nonholo
