// Folders of results that hold what no program of ours writes: a message or nothing of it, no crash, no waiting.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

#include <sys/stat.h>

using namespace nonholo::test;

namespace {

std::string nested(const std::string& before, const std::string& after) {
  std::string all;
  for (int i = 0; i < 200'000; ++i) all += before;
  all += "1";
  for (int i = 0; i < 200'000; ++i) all += after;
  return all;
}

const std::string lists = nested("[", "]"), objects = nested("{\"experiments\":", "}");

bool plots() { return std::system("command -v gnuplot >/dev/null 2>&1") == 0; }

/// A folder of results with one figure of that name, of an experiment of that name.
void write_figure(const Workplace& place, const std::string& experiment, const std::string& figure) {
  place.write("results/results.json", R"({"experiments": [{"name": "e", "figures": [{"file": "figures.json"}]}]})");
  place.write("results/figures.json",
              R"({"experiment": ")" + experiment + R"(", "figures": [{"name": ")" + figure +
                  R"(", "number": null, "page": 1, "title": "t", "caption": "", "source": "", )"
                  R"("x": {"name": "t", "label": "t", "log": false}, )"
                  R"("y": {"name": "e", "label": "e", "log": false, "as": "signed"}, "style": "lines", )"
                  R"("equal": false, "slopes": false, "triangles": [], "curves": [{"run": "r", "label": "r", )"
                  R"("series": "e", "x": [0, 1], "y": [1, 2], "points": 2}], "marks": []}]})");
}

}  // namespace

TEST_CASE("results nested 200 000 levels deep are refused wherever they are read") {
  for (const std::string& deep : {lists, objects}) {
    const Workplace place;
    place.write("results/results.json", deep);
    for (const char* command : {"report", "plot"}) {
      if (command == std::string("plot") && !plots()) continue;
      const Ended ended = place.nonholo({command, "results"});
      CHECK(ended.code == 2);
      CHECK_THAT(ended.err, Contains("holds no results"));
    }
    const Ended cited = place.nonholo({"cite", "results/results.json"});
    CHECK(cited.code == 2);
    CHECK_THAT(cited.err, Contains("results/results.json holds no results"));
    CHECK(run(place, sleigh + midpoint, {"--out", "results", "--resume"}).code == 0);
    CHECK(Json::parse(contents(place.path("results/results.json")))["experiments"].size() == 1);
  }
}

TEST_CASE("a journal line and figures nested 200 000 levels deep are passed over") {
  const Workplace place;
  place.write("results/journal.jsonl",
              R"({"experiment":"x","fingerprint":"1","exit_code":0,"files":[],"document":)" + lists + "}\n");
  CHECK(run(place, sleigh + midpoint, {"--out", "results", "--resume"}).code == 0);
  CHECK(Json::parse(contents(place.path("results/results.json")))["experiments"].size() == 1);
  place.write("results/experiment/figures.json", objects);
  CHECK(place.nonholo({"report", "results"}).code == 0);
  if (!plots()) return;
  write_figure(place, "e", "f");
  place.write("results/figures.json", objects);
  const Ended drawn = place.nonholo({"plot", "results"});
  CHECK(drawn.code == 2);
  CHECK_THAT(drawn.err, Contains("no document of figures"));
}

TEST_CASE("pipes in the place of results are not waited for") {
  for (const char* name : {"results.json", "journal.jsonl"}) {
    const Workplace place;
    std::filesystem::create_directories(place.path("results"));
    REQUIRE(mkfifo(place.path(std::string("results/") + name).c_str(), 0600) == 0);
    CHECK(place.nonholo({"report", "results"}).code == 2);
    if (plots()) CHECK(place.nonholo({"plot", "results/results.json"}).code == 2);
    CHECK(place.nonholo({"cite", "results/results.json"}).code == 2);
    CHECK(run(place, sleigh + midpoint, {"--out", "results", "--resume"}).code == 0);
  }
}

TEST_CASE("pictures are drawn under names that lead nowhere else") {
  if (!plots()) return;
  const Workplace place;
  write_figure(place, "e", "f");
  CHECK(place.nonholo({"plot", "results", "--out", "pictures"}).code == 0);
  CHECK(std::filesystem::exists(place.path("pictures/e/f.svg")));
  for (const auto& [experiment, figure] :
       {std::pair{"../e", "f"}, {"/tmp", "f"}, {"e", "../f"}, {"e", "/f"}, {"e", ".f"}}) {
    INFO(experiment << " " << figure);
    write_figure(place, experiment, figure);
    const Ended ended = place.nonholo({"plot", "results", "--out", "pictures"});
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, Contains("is no name of a file"));
  }
}

TEST_CASE("figures are read and drawn below the folder of their results alone, not behind links") {
  if (!plots()) return;
  const Workplace place;
  namespace fs = std::filesystem;
  write_figure(place, "e", "f");
  place.write("figures.json", contents(place.path("results/figures.json")));
  place.write("elsewhere/figures.json", contents(place.path("results/figures.json")));
  fs::create_directory_symlink(place.path("elsewhere"), place.path("results/e"));
  for (const std::string& name : {std::string("../figures.json"), place.path("figures.json").string(),
                                  std::string("e/figures.json"), std::string("e/../../figures.json")}) {
    INFO(name);
    place.write("results/results.json",
                R"({"experiments": [{"name": "e", "figures": [{"file": ")" + name + R"("}]}]})");
    const Ended ended = place.nonholo({"plot", "results"});
    CHECK(ended.code == 2);
    CHECK_THAT(ended.err, Contains("figures lie below the folder of their results"));
  }
  place.write("results/results.json", R"({"experiments": [{"name": "../../elsewhere"}]})");
  const Ended reported = place.nonholo({"report", "results"});
  CHECK(reported.code == 2);
  CHECK_THAT(reported.err, Contains("an experiment with the name '../../elsewhere', which is not allowed"));
  CHECK_FALSE(fs::exists(place.path("elsewhere/f.svg")));
  CHECK_FALSE(fs::exists(place.path("f.svg")));
}

TEST_CASE("a run into a folder that others made deletes and changes nothing but what it writes itself") {
  const Workplace place;
  namespace fs = std::filesystem;
  const std::vector<std::string> mine{"results/notes.txt",
                                      "results/experiment/film.part",
                                      "results/experiment/a.csv",
                                      "results/experiment/a.csv.part",
                                      "results/experiment/a.checkpoint",
                                      "outside.csv"};
  for (const std::string& name : mine) place.write(name, "mine");
  fs::create_symlink(place.path("outside.csv"), place.path("results/experiment/link.csv"));
  std::string journal;
  for (const char* name :
       {"../outside.csv", "notes.txt", "experiment/a.csv", "experiment/link.csv", "experiment/film.part"})
    journal +=
        std::string(R"({"experiment":"experiment","fingerprint":"1","exit_code":0,"document":{"name":"experiment"},)") +
        R"("files":[],"done":[{"name":")" + name + R"(","bytes":4,"checksum":"0"}],"left":[")" + name + R"("]})" + "\n";
  place.write("results/journal.jsonl", journal);
  for (int i = 0; i < 2; ++i) {
    CHECK(run(place, sleigh + midpoint, {"--out", "results", "--resume"}).code == 0);
    for (const std::string& name : mine) CHECK(contents(place.path(name)) == "mine");
    CHECK(fs::is_symlink(place.path("results/experiment/link.csv")));
  }
}
