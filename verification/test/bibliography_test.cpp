// BibTeX: every reference that anything names is there, and a result cites what it used, once.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/bibliography.hpp>
#include <nonholo/verification/experiment/cite.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <regex>
#include <set>
#include <sstream>

using namespace nonholo;
using namespace nonholo::program;
using Catch::Matchers::Contains;

namespace {

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> all;
  std::istringstream in{std::string(text)};
  for (std::string line; std::getline(in, line);) all.push_back(line);
  return all;
}

bool balanced(const std::string& text) {
  int open = 0;
  for (const char c : text)
    if ((open += (c == '{') - (c == '}')) < 0) return false;
  return open == 0;
}

}  // namespace

TEST_CASE(
    "every problem, method, tableau and solver names references that exist, problems and methods name at least one") {
  const auto known = [](const auto& entry) {
    INFO(entry.name);
    for (const auto key : entry.references) {
      INFO(key);
      CHECK(bibliography().find(key));
    }
  };
  const auto all_known = [&known](const auto& catalogue) {
    for (const auto& entry : catalogue) {
      known(entry);
      CHECK_FALSE(entry.references.empty());
    }
  };
  all_known(problem_catalogue());
  all_known(method_catalogue());
  all_known(tableau_catalogue());
  for (const auto& entry : solvers()) known(entry);
}

// Each field on a line of its own, as BibTeX reads it: an entry whose brace is missing would swallow the next one.
TEST_CASE("every entry is BibTeX of a known type under its own key, of named fields with balanced braces") {
  const std::regex first("@(article|book|inproceedings|mastersthesis|misc|software|techreport)\\{([a-z]+[0-9]*),"),
      field("  ([a-z]+) = \\{(.+)\\},?");
  for (const auto& entry : bibliography()) {
    INFO(entry.bibtex);
    const std::vector<std::string> lines = lines_of(entry.bibtex);
    std::smatch match;
    REQUIRE(std::regex_match(lines.front(), match, first));
    CHECK(match.str(2) == entry.name);
    std::set<std::string> fields;
    for (std::size_t i = 1; i + 1 < lines.size(); ++i) {
      INFO(lines[i]);
      REQUIRE(std::regex_match(lines[i], match, field));
      CHECK(balanced(match.str(2)));
      CHECK(lines[i].ends_with(',') == (i + 2 < lines.size()));
      CHECK(fields.insert(match.str(1)).second);
    }
    CHECK(lines.back() == "}");
    for (const char* needed : {"author", "title", entry.name == "nonholo" ? "version" : "year"})
      CHECK(fields.contains(needed));
  }
}

TEST_CASE("the bibliography has no key twice, and the version is this one") {
  std::set<std::string_view> keys;
  for (const auto& entry : bibliography()) CHECK(keys.insert(entry.name).second);
  CHECK(std::regex_search(std::string(bibliography().at("nonholo").bibtex),
                          std::regex("version = \\{[0-9]+\\.[0-9]+\\.[0-9]+\\}")));
}

TEST_CASE("names are cited with what they stand on, each once, nonholo first") {
  const std::string text = cite({"spark", "chaplygin_sleigh", "gauss"}, {});
  CHECK(text.starts_with("@software{nonholo,"));
  CHECK_THAT(text, Contains("@article{jay2009,") && Contains("@mastersthesis{hilden2009,") &&
                       Contains("@article{butcher1964,"));
  CHECK(count(text, "@mastersthesis{hilden2009,") == 1);
  CHECK_THROWS_WITH(cite({"sprak"}, {}), Contains("unknown name 'sprak'") && Contains("'spark'"));
}

TEST_CASE("an experiment and its results cite the same: problem, methods, tableaus, solvers") {
  const test::TemporaryFolder folder;
  const auto file = folder.write("a.toml",
                                 "[problem]\nname = \"vertical_rolling_disk\"\nsetup = "
                                 "\"hilden_2_1_2\"\n[[run]]\nmethod = \"spark\"\ntableau = \"radau_ia\"\n"
                                 "stages = 2\nh = 0.1\nsolver = \"kinsol\"\n");
  const auto results = folder.write("results.json",
                                    R"({"experiments": [{"problem": "vertical_rolling_disk",
          "runs": [{"method": "spark", "tableau": "radau_ia", "solver": "kinsol"}]}]})");
  const std::string text = cite({file.string()}, {});
  CHECK_THAT(text, Contains("ehle1969") && Contains("hindmarsh2005") && Contains("jay2009"));
  CHECK(cite({results.string()}, {}) == text);
}
