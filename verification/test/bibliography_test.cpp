// BibTeX: every reference that anything names is there, and a result cites what it used, once.
#include <nonholo/verification/bibliography.hpp>
#include <nonholo/verification/experiment/cite.hpp>

#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t found = 0;
  for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++found;
  return found;
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

TEST_CASE("every entry is one BibTeX entry under its own key, with balanced braces") {
  for (const auto& entry : bibliography()) {
    const std::string text(entry.bibtex);
    INFO(text);
    CHECK(text.starts_with("@"));
    CHECK(count(text, "{" + std::string(entry.name) + ",") == 1);
    CHECK(count(text, "{") == count(text, "}"));
    CHECK(count(text, "title = ") >= 1);
  }
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
  const auto results = folder.write(
      "results.json",
      R"({"experiments": [{"problem": "vertical_rolling_disk", "runs": [{"method": "spark", "tableau": "radau_ia", "solver": "kinsol"}]}]})");
  const std::string text = cite({file.string()}, {});
  CHECK_THAT(text, Contains("ehle1969") && Contains("hindmarsh2005") && Contains("jay2009"));
  CHECK(cite({results.string()}, {}) == text);
}
