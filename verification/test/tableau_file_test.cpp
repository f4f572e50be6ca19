// read_tableau_file: coefficients, parts, rows and claims of files that are right; file, line, entry and reason for
// those that are wrong.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/tableau/tableau_file.hpp>
#include <nonholo/verification/tableau/tableau_keys.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_tableau.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// Three lines each.
const std::string one_stage = "b = [\"1\"]\nc = [\"1/2\"]\nA = [[\"1/2\"]]\n";
const std::string two_stages = "b = [0.5, 0.5]\nc = [0, 1]\nA = [[0, 0], [0.5, 0.5]]\n";

TableauFile read_text(const std::string& toml) { return read_tableau_text(toml, "folder/mine.toml"); }

/// What the wrong text is told; "accepted" when it is not.
std::string file_refusal(const std::string& toml) try {
  read_text(toml);
  return "accepted";
} catch (const InputError& error) {
  CHECK(error.file() == "folder/mine.toml");
  CHECK(error.line() > 0);
  return error.what();
}

std::string replaced(std::string text, const std::string& from, const std::string& by) {
  return text.replace(text.find(from), from.size(), by);
}

struct Wrong {
  std::string toml, told;
};

void check_refusals(const std::vector<Wrong>& all) {
  for (const auto& [toml, told] : all) {
    INFO(toml);
    CHECK_THAT(file_refusal(toml), Contains("folder/mine.toml:" + told));
  }
}

bool near_to(const Exact& x, const Exact& y) { return abs(x - y) < Exact("1e-75"); }

}  // namespace

TEST_CASE("a file of the three-stage Gauss method has the closed form's numbers") {
  const TableauFile file = read_text(R"toml(
name = "gauss3"
reference = "Butcher 1964"
c = ["1/2 - r/10", "1/2", "1/2 + r/10"]
b = ["5/18", "4/9", "5/18"]
A = [["5/36",        "2/9 - r/15", "5/36 - r/30"],
     ["5/36 + r/24", "2/9",        "5/36 - r/24"],
     ["5/36 + r/30", "2/9 + r/15", "5/36"]]
[constants]
r = "sqrt(15)"
)toml");
  const Exact r = sqrt(Exact(15)), a = Exact(5) / 36, m = Exact(2) / 9;
  const std::vector<Exact> A = {a, m - r / 15, a - r / 30, a + r / 24, m, a - r / 24, a + r / 30, m + r / 15, a};
  const ExactCoefficients& numbers = file.set.a().exact();
  REQUIRE(file.set.stages() == 3);
  for (int i = 0; i < 9; ++i) CHECK(near_to(numbers.A(i / 3, i % 3), A[static_cast<std::size_t>(i)]));
  CHECK(near_to(numbers.b[1], Exact(4) / 9));
  CHECK(near_to(numbers.c[2], Exact(1) / 2 + r / 10));
  CHECK(numbers.tolerance == 1e-60);
  CHECK(file.set.name() == "gauss3");
  CHECK(file.reference == "Butcher 1964");
  CHECK(file.set.parts().size() == 1);
  CHECK(file.claims.empty());
}

TEST_CASE("without a name the tableau is called after its file, and c is the row sums of the first matrix") {
  const TemporaryFolder folder;
  const auto path = folder.write("euler_pair.toml", "b = [1]\nA = [[0]]\nA_hat = [[1]]");
  const TableauFile file = read_tableau_file(path);
  CHECK(file.set.name() == "euler_pair");
  CHECK(file.file == path);
  CHECK(file.reference.empty());
  CHECK(file.set.a().exact().c[0] == 0);
  CHECK(file.set.a_hat().exact().c[0] == 0);
}

TEST_CASE("plain numbers are read with all their digits") {
  const std::string third = "0." + std::string(80, '3');
  const TableauFile file = read_text("b = [+1]\nA = [[" + third + "]]\n");
  CHECK(abs(file.set.a().exact().A(0, 0) - Exact(1) / 3) < Exact("1e-79"));
  CHECK(read_text(two_stages).set.a().exact().A(1, 0) == Exact(1) / 2);
  CHECK(near_to(read_text("b = [1_0e-1]\nA = [[1E-1]]").set.a().exact().A(0, 0), Exact(1) / 10));
}

TEST_CASE("decimals of sixteen places lower what the conditions are held to") {
  const TableauFile file = read_text(
      "b = [0.5, 0.5]\nA = [[0.25, -0.0386751345948129], [\"0.5386751345948129\", 0.25]]\nA_hat = [[0, 0], [0, 0]]");
  CHECK(file.set.a().exact().tolerance == Approx(32 * 2 * 0.5e-16));
  CHECK(file.set.a_hat().exact().tolerance == file.set.a().exact().tolerance);
  CHECK(read_text(two_stages).set.a().exact().tolerance == 1e-60);
  CHECK(read_text("b = [0.33333333333333333333, \"0.66666666666666666667\"]\nA = [[0, 0], [0, 0]]")
            .set.a()
            .exact()
            .tolerance == Approx(32 * 2 * 0.5e-20));
  CHECK(read_text("b = [1]\nA = [[0]]\n[constants]\nunused = 0.12345678901").set.a().exact().tolerance == 1e-60);
}

TEST_CASE("A, A_hat, A_tilde are the parts by role, A1 to A5 by number") {
  const TableauSet pair = read_text("b = [1]\nc = [0]\nA = [[0]]\nA_hat = [[1]]").set;
  CHECK(pair.parts().size() == 2);
  CHECK(pair.a_tilde().exact().A(0, 0) == 1);
  CHECK(pair.a_hat().name() == "mine A_hat");
  const TableauSet triple = read_text("b = [1]\nA_tilde = [[2]]\nA = [[0]]\nA_hat = [[1]]").set;
  CHECK(triple.a_tilde().exact().A(0, 0) == 2);
  const TableauSet five = read_text("b = [1]\nA1 = [[0]]\nA2 = [[1]]\nA3 = [[2]]\nA4 = [[3]]\nA5 = [[4]]").set;
  REQUIRE(five.parts().size() == 5);
  for (int k = 0; k < 5; ++k) CHECK(five.part(k).exact().A(0, 0) == k);
}

TEST_CASE("omega gives the weights of the averaged constraints") {
  const ExactConstraintRows rows = read_text(two_stages + "omega = [[\"1/3\", -1]]").set.constraint_rows();
  CHECK(near_to(rows.omega(0, 0), Exact(1) / 3));
  CHECK(rows.omega(0, 1) == -1);
  CHECK(rows.omega.rows() == 1);
  CHECK(rows.alpha.rows() == 0);
  CHECK(read_text(one_stage + "omega = []").set.constraint_rows().omega.rows() == 0);
}

TEST_CASE("constants are defined in the file's order and may use earlier ones") {
  const auto A = [](const std::string& constants) {
    return read_text("b = [1]\nA = [[\"z\"]]\n" + constants).set.a().exact().A(0, 0);
  };
  CHECK(A("[constants]\nz = \"2\"") == 2);
  CHECK(A("[constants]\ny = 3\nz = \"y^2\"\na = \"z + y\"") == 9);
  CHECK(A("[constants]\nz_ = \"1/2\"\nz = \"2*z_\"") == 1);
  CHECK(A("[constants]\nd = 4\nc = \"d\"\nz = \"c\"") == 4);
  CHECK(read_text("constants = { y = 3, d = \"y\" }\nb = [1]\nA = [[\"d\"]]").set.a().exact().A(0, 0) == 3);
}

TEST_CASE("claims are told in the file's order with their lines") {
  const TableauFile file = read_text(one_stage + R"([claims]
symmetric = true
order = 2
stiffly_accurate = false
B = 2
standard_order = 2
)");
  REQUIRE(file.claims.size() == 5);
  CHECK(file.claims[0].name == "symmetric");
  CHECK(std::get<bool>(file.claims[0].claimed));
  CHECK(file.claims[0].line == 5);
  CHECK(file.claims[1].name == "order");
  CHECK(std::get<long>(file.claims[1].claimed) == 2);
  CHECK_FALSE(std::get<bool>(file.claims[2].claimed));
  CHECK(file.claims[4].name == "standard_order");
  CHECK(file.claims[4].line == 9);
}

TEST_CASE("every claim that is known can be made") {
  for (const Key& key : claim_keys()) {
    INFO(key.name);
    const TableauFile file = read_text(one_stage + "[claims]\n" + std::string(key.name) +
                                       (key.kind == KeyKind::boolean ? " = true" : " = 1"));
    REQUIRE(file.claims.size() == 1);
    CHECK(std::holds_alternative<bool>(file.claims[0].claimed) == (key.kind == KeyKind::boolean));
  }
}

TEST_CASE("wrong shapes are told with what is expected") {
  check_refusals({
      {replaced(two_stages, "[0.5, 0.5]]", "[1, 2, 3]]"), "3: A[1]: has 3 entries; b has 2"},
      {replaced(two_stages, ", [0.5, 0.5]]", ",\n\n []]"), "3: A[1]: has 0 entries; b has 2"},
      {replaced(two_stages, ", [0.5, 0.5]]", ",\n\n [1]]"), "5: A[1]: has 1 entries; b has 2"},
      {replaced(two_stages, ", [0.5, 0.5]]", "]"), "3: A: has 1 rows; b has 2 entries"},
      {replaced(two_stages, "c = [0, 1]", "c = [0]"), "2: c: has 1 entries; b has 2"},
      {replaced(two_stages, "A = [[0, 0]", "A = [0, [0]"),
       "3: A[0]: 0: must be a list, of numbers or expressions in quotes"},
      {"b = [1]\nA = [\"1/2\"]", "2: A[0]: '1/2': must be a list, of numbers or expressions in quotes"},
      {"b = [1]\nA = \"1/2\"", "2: A: '1/2': must be a list of rows, [[...], [...]]"},
      {"b = 1\nA = [[0]]", "1: b: 1: must be a list, of numbers or expressions in quotes"},
      {"b = []\nA = []", "1: b: has 0 entries; a tableau has 1 to 32 stages"},
      {two_stages + "omega = [[0, 1], [0, 1]]", "4: omega: has 2 rows; for 2 stages it has 1"},
      {two_stages + "omega = []", "4: omega: has 0 rows; for 2 stages it has 1"},
      {two_stages + "omega = [[0]]", "4: omega[0]: has 1 entries; b has 2"},
      {"A = [[0]]\nb = [1]\nA_hat = [[0, 0]]", "3: A_hat[0]: has 2 entries; b has 1"},
  });
}

TEST_CASE("tableaus have up to 32 stages") {
  const auto explicit_euler = [](int s) {
    std::string zeros = "[0", b = "b = [1", rows;
    for (int i = 1; i < s; ++i) zeros += ", 0", b += ", 0";
    for (int i = 0; i < s; ++i) rows += zeros + "],\n";
    return b + "]\nA = [" + rows + "]";
  };
  CHECK(read_text(explicit_euler(32)).set.stages() == 32);
  check_refusals({{explicit_euler(33), "1: b: has 33 entries; a tableau has 1 to 32 stages"}});
}

TEST_CASE("a wrong entry is told with its own line and place") {
  check_refusals({
      {"b = [1]\nA = [\n[\"1/0\"]]", "3: A[0][0]: character 2: division by zero\n    1/0\n     ^"},
      {replaced(two_stages, "0.5, 0.5]]", "0.5,\n\"2*\"]]"),
       "4: A[1][1]: character 3: the text ends where a number is expected"},
      {replaced(two_stages, "[0, 1]", "[0, \"r\"]"), "2: c[1]: character 1: unknown name 'r'."},
      {"b = [true]\nA = [[0]]", "1: b[0]: true: must be a number, or an expression in quotes"},
      {"b = [1]\nA = [[[0]]]", "2: A[0][0]: [ 0 ]: must be a number, or an expression in quotes"},
      {"b = [1]\nA = [[{}]]", "2: A[0][0]: {}: must be a number, or an expression in quotes"},
      {"b = [1]\nA = [[1979-05-27]]", "2: A[0][0]: 1979-05-27: must be a number, or an expression in quotes"},
      {"b = [1]\nA = [\n[nan]]", "3: A[0][0]: nan: must be finite"},
      {"b = [-inf]\nA = [[1]]", "1: b[0]: -inf: must be finite"},
      {"b = [1]\nA = [[\"\"]]", "2: A[0][0]: is empty"},
      {"b = [1]\nA = [[0." + std::string(101, '3') + "]]", "2: A[0][0]: character 1: a number has at most 100 digits"},
      {two_stages + "omega = [[1, \"x\"]]", "4: omega[0][1]: character 1: unknown name"},
      {"b = [1]\nA = [[\"1e12 * 0.0000000001\"]]",
       "2: A[0][0]: has an uncertainty of 5e+01: give more decimals, or an expression"},
      {"b = [1]\nA = [[1e-400]]", "2: A[0][0]:"},
  });
}

TEST_CASE("constants are refused by name and line") {
  check_refusals({
      {one_stage + "[constants]\nr = \"s\"\ns = 1", "5: constants.r: character 1: unknown name 's'."},
      {one_stage + "[constants]\nr = \"r\"", "5: constants.r: character 1: unknown name"},
      {one_stage + "[constants]\nroot = 2\nq = \"rot + 1\"",
       "6: constants.q: character 1: unknown name 'rot'; did you mean 'root'"},
      {one_stage + "[constants]\nsqrt = 2", "5: constants.sqrt: is the name of the square root"},
      {one_stage + "[constants]\n1a = 2",
       "5: constants.1a: '1a': a name has letters, digits and _, and begins with no digit"},
      {one_stage + "[constants]\na-b = 2", "5: constants.a-b: 'a-b': a name has"},
      {one_stage + "[constants]\nx = [1]", "5: constants.x: [ 1 ]: must be a number"},
      {one_stage + "[constants]\nx.y = 1", "5: constants.x: y = 1: must be a number"},
      {"constants = 1\n" + one_stage, "1: constants: 1: must be a table"},
  });
}

TEST_CASE("unknown keys and claims are refused with the nearest known") {
  check_refusals({
      {one_stage + "Ahat = [[1]]", "4: Ahat: unknown key 'Ahat'; did you mean 'A_hat'?"},
      {one_stage + "A6 = [[1]]", "4: A6: unknown key 'A6'; did you mean"},
      {one_stage + "[claims]\n\nsymetric = true",
       "6: claims.symetric: unknown claim 'symetric'; did you mean 'symmetric'?"},
      {one_stage + "[claims]\norder = true", "5: claims.order: true: must be a whole number"},
      {one_stage + "[claims]\norder = 2.0", "5: claims.order: 2.0: must be a whole number"},
      {one_stage + "[claims]\nD = -1", "5: claims.D: -1: must be >= 0"},
      {one_stage + "[claims]\nsymmetric = 1", "5: claims.symmetric: 1: must be true or false"},
      {"claims = []\n" + one_stage, "1: claims: []: must be a table"},
      {"name = 3\n" + one_stage, "1: name: 3: must be a string"},
      {"name = \"\"\n" + one_stage, "1: name: '': must not be empty"},
      {"reference = 3\n" + one_stage, "1: reference: 3: must be a string"},
  });
}

TEST_CASE("matrices are named in one style and without a gap") {
  check_refusals({
      {"b = [1]\nA = [[0]]\nA2 = [[1]]",
       "3: A2: A is given too, in line 2: name all matrices A, A_hat, A_tilde or all A1, A2, ..."},
      {"b = [1]\nA1 = [[0]]\nA3 = [[1]]", "3: A3: is given without A2"},
      {"b = [1]\nA2 = [[0]]", "2: A2: is given without A1"},
      {"b = [1]\nA_hat = [[0]]", "2: A_hat: is given without A"},
      {"b = [1]\nA = [[0]]\nA_tilde = [[1]]", "3: A_tilde: is given without A_hat"},
      {"b = [1]\n", "1: A: is missing"},
      {"A = [[1]]\n", "1: b: is missing"},
      {"", "1: A: is missing"},
  });
}

TEST_CASE("weights that do not sum to 1 are told with their sum") {
  check_refusals({
      {"b = [2]\n\nA = [[1]]", "1: b: the weights sum to 2, not to 1"},
      {"b = [0.999999999]\nA1 = [[1]]\nA2 = [[1]]", "1: b: the weights sum to 0.999999999, not to 1"},
  });
  CHECK(read_text("b = [0.33333333333, 0.66666666667]\nA = [[0, 0], [0, 0]]").set.stages() == 2);
}

TEST_CASE("text that is no TOML is told with its line") {
  check_refusals({{"b = [1]\nA = [[", "2: "},
                  {"b = [1]\nb = [1]", "2: "},
                  {"name = \"\xff\"", "1: "},
                  {"b = [1]\nA = " + std::string(1000, '['), "2: "}});
  const std::string beyond = "letters and signs beyond ASCII stand in quotes only";
  check_refusals({{"b = [1]\nA = [[\n1\u00d72]]", "3: " + beyond},
                  {"\u03b3 = 1", "1: " + beyond},
                  {"name = \"\"\"\\\n\u00a7\"\"\"", "1: " + beyond},
                  {"name = \"\"\"x\"\"\"\" \u00b5", "1: " + beyond}});
  CHECK(read_text("\xEF\xBB\xBF" + one_stage + "name = \"\u00b5\" # \u00b5").set.name() == "\u00b5");
  CHECK(read_text("reference = \"\"\"a\u00b5\\\n  b\\\\ \u00b5\"\"\"\"\n" + one_stage).reference ==
        "a\u00b5b\\ \u00b5\"");
  CHECK_THROWS_WITH(read_text("name = \"../evil\"\n" + one_stage), Contains("letters, digits, spaces"));
  CHECK_THROWS_WITH(read_tableau_file("/nowhere/mine.toml"), Contains("/nowhere/mine.toml: cannot be read"));
}
