// The folder of results: what is finished in it is known, whoever finished it, and nobody else writes there.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/results_folder.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <algorithm>
#include <fstream>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

namespace {

KeptFile file(const fs::path& folder, const std::string& name, const std::string& text) {
  return {name, write_whole(folder / name, text)};
}

KeptExperiment experiment(const std::string& name, const std::string& print, std::vector<KeptFile> files = {}) {
  return {name, print, 3, "{\"name\":\"" + name + "\",\"print\":\"" + print + "\"}", std::move(files)};
}

std::string all_documents(const ResultsFolder& folder) {
  std::string all;
  for (std::string each : folder.documents()) {
    std::erase_if(each, [](char c) { return c == ' ' || c == '\n'; });
    all += each;
  }
  return all;
}

}  // namespace

TEST_CASE("what one program finished the next one knows, under its fingerprint alone") {
  const TemporaryFolder place;
  {
    ResultsFolder folder(place.path());
    folder.keep(KeptRun{"e1", "a run", "p", {file(place.path(), "run", "x")}});
    folder.keep(experiment("e2", "p", {file(place.path(), "csv", "y")}), {});
  }
  ResultsFolder folder(place.path());
  CHECK(folder.run("e1", "a run", "p"));
  CHECK_FALSE(folder.run("e1", "a run", "other"));
  CHECK_FALSE(folder.run("e1", "another", "p"));
  REQUIRE(folder.experiment("e2", "p"));
  CHECK(folder.experiment("e2", "p")->exit_code == 3);
  CHECK_FALSE(folder.experiment("e2", "other"));
  CHECK(all_documents(folder) == "{\"name\":\"e2\",\"print\":\"p\"}");
}

TEST_CASE("files that are gone, cut, changed or links are no longer those of a finished run") {
  const TemporaryFolder place;
  ResultsFolder folder(place.path());
  folder.keep(KeptRun{"e", "r", "p", {file(place.path(), "run", "text")}});
  CHECK(folder.run("e", "r", "p"));
  for (const char* text : {"tex", "texT", "text ", ""}) {
    place.write("run", text);
    CHECK_FALSE(folder.run("e", "r", "p"));
  }
  place.write("elsewhere", "text");
  fs::remove(place.path() / "run");
  CHECK_FALSE(folder.run("e", "r", "p"));
  fs::create_symlink(place.path() / "elsewhere", place.path() / "run");
  CHECK_FALSE(folder.run("e", "r", "p"));
}

TEST_CASE("a line that was not written to its end costs that line, and what comes after it is kept") {
  const TemporaryFolder place;
  {
    ResultsFolder folder(place.path());
    folder.keep(experiment("e1", "p"), {});
  }
  std::ofstream(place.path() / "journal.jsonl", std::ios::app) << "{\"experiment\":\"e2\",\"finger";
  {
    ResultsFolder folder(place.path());
    folder.keep(experiment("e3", "p"), {});
  }
  const ResultsFolder folder(place.path());
  CHECK(folder.experiment("e1", "p"));
  CHECK(folder.experiment("e3", "p"));
  CHECK(folder.documents().size() == 2);
}

TEST_CASE("an experiment that is kept again has its place and loses the files that are of none any more") {
  const TemporaryFolder place;
  ResultsFolder folder(place.path());
  folder.keep(experiment("e1", "old", {file(place.path(), "a", "1"), file(place.path(), "b", "2")}), {});
  folder.keep(experiment("e2", "p"), {});
  folder.keep(experiment("e1", "new", {file(place.path(), "b", "3")}), {file(place.path(), "scratch", "4")});
  CHECK(all_documents(folder) == "{\"name\":\"e1\",\"print\":\"new\"}{\"name\":\"e2\",\"print\":\"p\"}");
  CHECK_FALSE(fs::exists(place.path() / "a"));
  CHECK(fs::exists(place.path() / "b"));
  CHECK_FALSE(fs::exists(place.path() / "scratch"));
}

TEST_CASE("files that a killed program had still to remove are gone when the folder is opened again") {
  const TemporaryFolder place;
  const KeptFile scratch = file(place.path(), "scratch", "4");
  ResultsFolder(place.path()).keep(experiment("e", "p"), {scratch});
  place.write("scratch", "4");
  { const ResultsFolder folder(place.path()); }
  CHECK_FALSE(fs::exists(place.path() / "scratch"));
}

TEST_CASE("the journal does not grow with experiments that are kept again and again") {
  const TemporaryFolder place;
  for (int i = 0; i < 5; ++i) ResultsFolder(place.path()).keep(experiment("e", std::to_string(i)), {});
  { const ResultsFolder folder(place.path()); }
  const std::string journal = contents(place.path() / "journal.jsonl");
  CHECK(std::ranges::count(journal, '\n') == 1);
}

TEST_CASE("results of a folder without a journal are shown, and computed again when asked for") {
  const TemporaryFolder place;
  place.write("results.json", R"({"experiments": [{"name": "old", "fingerprint": "p"}, 3, {"name": 4}]})");
  const ResultsFolder folder(place.path());
  CHECK(all_documents(folder) == R"({"name":"old","fingerprint":"p"})");
  CHECK_FALSE(folder.experiment("old", "p"));
}

TEST_CASE("a folder in use is refused, with who holds it") {
  const TemporaryFolder place;
  {
    const ResultsFolder folder(place.path());
    CHECK_THROWS_WITH(ResultsFolder(place.path()),
                      Contains("folder in use") && Contains(place.path().string()) && Contains("process "));
  }
  CHECK_NOTHROW(ResultsFolder(place.path()));
}

TEST_CASE("a journal names no file outside its folder") {
  const TemporaryFolder place;
  place.write("results/journal.jsonl", R"({"experiment":"e","fingerprint":"p","exit_code":0,"document":{},)"
                                       R"("files":[{"name":"../mine","bytes":1,"checksum":"1"}]})"
                                       "\n");
  place.write("mine", "text");
  ResultsFolder folder(place.path() / "results");
  folder.keep(experiment("e", "p"), {});
  CHECK(fs::exists(place.path() / "mine"));
}

TEST_CASE("names that would lead out of the folder, or are those of files in it, are told") {
  for (const char* name : {"..", ".", "", "../x", "a/../../x", "/etc", ".lock", "results.json", "journal.jsonl",
                           "report.html", "a/figures.json", "a/x.csv", "a/x.csv.part", "a/x.checkpoint", "a//b/"})
    CHECK_FALSE(why_no_folder(name).empty());
  for (const char* name : {"experiment", "hilden_2009/table_4_1", "a.b", "json", "x y"})
    CHECK(why_no_folder(name).empty());
}

TEST_CASE("what was begun under other labels goes with the experiment that is finished") {
  const TemporaryFolder place;
  fs::create_directory(place.path() / "e");
  {
    ResultsFolder folder(place.path());
    folder.keep(KeptRun{"e", "old", "p", {file(place.path(), "e/old.csv", "x"), file(place.path(), "e/old.run", "y")}});
  }
  for (const char* name : {"e/left.checkpoint", "e/left.csv.part", "e/mine.txt"}) file(place.path(), name, "z");
  ResultsFolder folder(place.path());
  folder.keep(experiment("e", "q", {file(place.path(), "e/new.csv", "x")}), {});
  std::vector<std::string> there;
  for (const auto& each : fs::directory_iterator(place.path() / "e")) there.push_back(each.path().filename());
  std::ranges::sort(there);
  CHECK(there == std::vector<std::string>{"mine.txt", "new.csv"});
}
