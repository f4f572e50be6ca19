// The page of a folder of results: what it holds, that no text of the data ends a script early, what it refuses.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/report/page.hpp>

#include <nonholo/framework/base/error.hpp>

#include "temporary_folder.hpp"

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::program;
using namespace nonholo::test;
using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

const std::string experiment_json = R"text({"name": "paper/one", "title": "ends </script><script>alert(1)",
  "source": "here", "problem": "vertical_rolling_disk", "parameters": {}, "fingerprint": "f", "exit_code": 0,
  "runs": [{"label": "a", "method": "spark", "tableau": "gauss", "endpoint": {"t": 1}}],
  "expectations": [{"text": "a: steps = 1", "run": "a", "quantity": "steps", "observed": 1, "holds": true}]})text";

/// The JSON that stands in the page.
json data_of(const std::string& html) {
  const std::string mark = "id=\"data\">";
  const std::size_t begin = html.find(mark) + mark.size();
  return json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

std::string long_list(const char* first) {
  std::string text = std::string("[") + first;
  for (int i = 1; i < 40; ++i) text += ", " + std::to_string(i);
  return text + "]";
}

}  // namespace

TEST_CASE("The page holds the experiments, their figures and what to cite, and nothing that ends its script early") {
  const TemporaryFolder folder;
  folder.write("results.json", R"({"schema": 1, "experiments": [)" + experiment_json + "]}");
  folder.write("paper/one/figures.json", R"({"schema": 1, "figures": [{"name": "f", "curves": [{"run": "a", "x": [1, 2],
    "y": )" + long_list("null") + R"(}]}], "motion": null})");
  const std::string html = page(folder.path());
  const json data = data_of(html);
  const json& experiment = data["experiments"][0];
  CHECK(experiment["title"] == "ends </script><script>alert(1)");
  CHECK_FALSE(experiment.contains("fingerprint"));
  CHECK_FALSE(experiment["runs"][0].contains("endpoint"));
  CHECK_THAT(experiment["citation"].get<std::string>(), Contains("hilden2009"));
  const json& curve = experiment["figures"][0]["curves"][0];
  CHECK(curve["x"] == json({1, 2}));
  // NaN, then 1: quiet NaN is 0x7fc00000, 1 is 0x3f800000, little-endian
  CHECK_THAT(curve["y"].get<std::string>(), Catch::Matchers::StartsWith("f32:AADAfwAAgD8"));
  CHECK_THAT(html, !Contains("http://") && Catch::Matchers::EndsWith("</html>\n"));
}

TEST_CASE("Values that a float does not hold are cut to the largest") {
  const TemporaryFolder folder;
  folder.write("results.json", R"({"experiments": [)" + experiment_json + "]}");
  folder.write("paper/one/figures.json",
               R"({"figures": [{"curves": [{"run": "a", "y": )" + long_list("-1e300") + "}]}]}");
  const json curve = data_of(page(folder.path()))["experiments"][0]["figures"][0]["curves"][0];
  CHECK_THAT(curve["y"].get<std::string>(), Catch::Matchers::StartsWith("f32://9//w"));  // 0xff7fffff
}

TEST_CASE("The page names files of experiments without the folders of a machine") {
  const TemporaryFolder folder;
  const auto file_of = [&folder](const std::string& file) {
    folder.write("results.json", R"({"experiments": [{"name": "one", "file": ")" + file + R"("}]})");
    return data_of(page(folder.path()))["experiments"][0]["file"].get<std::string>();
  };
  CHECK(file_of("/some/where/verification/experiments/paper/one.toml") == "verification/experiments/paper/one.toml");
  CHECK(file_of("/some/where/else.toml") == "else.toml");
}

TEST_CASE("write_page writes report.html into the folder") {
  const TemporaryFolder folder;
  folder.write("results.json", R"({"schema": 1, "experiments": []})");
  CHECK(write_page(folder.path()) == folder.path() / "report.html");
  CHECK(contents(folder.path() / "report.html") == page(folder.path()));
}

TEST_CASE("A folder without results is refused, in words that tell how to make some") {
  const TemporaryFolder folder;
  CHECK_THROWS_WITH(page(folder.path()), Contains("no results.json") && Contains("nonholo run TARGET --out"));
}

TEST_CASE("No text becomes a tag of the page where a number is expected") {
  if (std::system("command -v node >/dev/null 2>&1") != 0) return;
  const std::string report = std::string(NONHOLO_TEST_DATA) + "/../../report";
  CHECK(std::system(("node '" + report + "/test/escape_test.js' '" + report + "/assets'").c_str()) == 0);
}

TEST_CASE("A page is made of files below its folder alone, and nothing is drawn elsewhere") {
  const TemporaryFolder folder;
  const std::string figure = R"({"experiment": "e", "figures": [{"name": "f", "svg": "<script>", "curves": []}]})";
  folder.write("figures.json", figure);
  folder.write("results/elsewhere/figures.json", figure);
  const std::vector<std::string> names{"..", "../results", "a/../..", "/etc", "", ".", folder.path().string()};
  for (const std::string& name : names) {
    INFO(name);
    folder.write("results/results.json", R"({"experiments": [{"name": ")" + name + R"("}]})");
    CHECK_THROWS_WITH(page(folder.path() / "results"), Contains("which is not allowed") || Contains("no results"));
  }
  std::filesystem::create_directory_symlink("elsewhere", folder.path() / "results/e");
  folder.write("results/results.json", R"({"experiments": [{"name": "e"}]})");
  CHECK(data_of(page(folder.path() / "results"))["experiments"][0]["figures"].empty());
  std::filesystem::remove(folder.path() / "results/e");
  folder.write("results/e/figures.json", figure);
  const json drawn = data_of(page(folder.path() / "results"))["experiments"][0]["figures"];
  REQUIRE(drawn.size() == 1);
  CHECK_FALSE(drawn[0].contains("svg"));
}
