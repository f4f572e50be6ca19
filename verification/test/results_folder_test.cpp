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
  fs::create_directory(place.path() / "e1");
  folder.keep(experiment("e1", "old", {file(place.path(), "e1/a.csv", "1"), file(place.path(), "e1/b.csv", "2")}), {});
  folder.keep(experiment("e2", "p"), {});
  folder.keep(experiment("e1", "new", {file(place.path(), "e1/b.csv", "3")}), {file(place.path(), "e1/c.run", "4")});
  CHECK(all_documents(folder) == "{\"name\":\"e1\",\"print\":\"new\"}{\"name\":\"e2\",\"print\":\"p\"}");
  CHECK_FALSE(fs::exists(place.path() / "e1/a.csv"));
  CHECK(fs::exists(place.path() / "e1/b.csv"));
  CHECK_FALSE(fs::exists(place.path() / "e1/c.run"));
}

TEST_CASE("files that a killed program had still to remove are gone when the folder is opened again") {
  const TemporaryFolder place;
  fs::create_directory(place.path() / "e");
  const KeptFile scratch = file(place.path(), "e/r.run", "4");
  {
    ResultsFolder folder(place.path());
    folder.begin("e", {"r"});
    place.write("e/r.checkpoint", "5");
    folder.keep(experiment("e", "p"), {scratch});
  }
  for (const char* name : {"e/r.run", "e/r.checkpoint"}) {
    CHECK_FALSE(fs::exists(place.path() / name));
    place.write(name, "4");
  }
  { const ResultsFolder folder(place.path()); }
  CHECK_FALSE(fs::exists(place.path() / "e/r.run"));
  CHECK_FALSE(fs::exists(place.path() / "e/r.checkpoint"));
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

TEST_CASE("a journal names no file outside its folder, nor behind a link, nor of anybody else in it") {
  const TemporaryFolder place;
  const fs::path results = place.path() / "results";
  fs::create_directories(results / "e");
  const auto is_left = [&](const std::string& name, const fs::path& file) {
    INFO(name);
    const KeptFile kept{name, *stamp_of(file)};
    fs::remove(results / "journal.jsonl");
    ResultsFolder(results).keep(experiment("e", "p", {kept}), {kept});  // the checksum of the line holds
    ResultsFolder(results).keep(experiment("e", "q"), {kept});
    CHECK(fs::exists(file));
  };
  place.write("mine.csv", "text");
  place.write("results/mine.csv", "text");
  place.write("results/e/mine.txt", "text");
  place.write("results/other/mine.csv", "text");
  is_left("../mine.csv", place.path() / "mine.csv");
  is_left("e/../../mine.csv", place.path() / "mine.csv");
  is_left((place.path() / "mine.csv").string(), place.path() / "mine.csv");
  is_left("mine.csv", results / "mine.csv");
  is_left("e/mine.txt", results / "e/mine.txt");
  is_left("other/mine.csv", results / "other/mine.csv");
  fs::create_directory_symlink(place.path(), results / "e/link");
  is_left("e/link/mine.csv", place.path() / "mine.csv");
  fs::create_symlink(place.path() / "mine.csv", results / "e/link.csv");
  is_left("e/link.csv", place.path() / "mine.csv");
  CHECK(fs::is_symlink(results / "e/link.csv"));
  fs::remove_all(results / "e");
  fs::create_directory_symlink(place.path(), results / "e");
  is_left("e/mine.csv", place.path() / "mine.csv");
}

TEST_CASE("a file that is no longer what the journal says stays when its run is superseded") {
  const TemporaryFolder place;
  fs::create_directory(place.path() / "e");
  ResultsFolder folder(place.path());
  folder.keep(experiment("e", "old", {file(place.path(), "e/a.csv", "1"), file(place.path(), "e/b.csv", "2")}), {});
  place.write("e/a.csv", "1, edited");
  folder.keep(experiment("e", "new"), {});
  CHECK(fs::exists(place.path() / "e/a.csv"));
  CHECK_FALSE(fs::exists(place.path() / "e/b.csv"));
}

TEST_CASE("a line of the journal that was changed is passed over, and its experiment computed again") {
  const TemporaryFolder place;
  {
    ResultsFolder folder(place.path());
    folder.keep(experiment("e1", "p"), {});
    folder.keep(experiment("e2", "p"), {});
    folder.keep(KeptRun{"e3", "r", "p", {}});
  }
  const std::string journal = contents(place.path() / "journal.jsonl");
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = journal;
    REQUIRE(text.find(from) != text.npos);
    place.write("journal.jsonl", text.replace(text.find(from), from.size(), to));
  };
  changed(R"("document":{"name":"e1","print":"p"})", R"("document":{"name":"e1","print":"q"})");
  {
    const ResultsFolder folder(place.path());
    CHECK_FALSE(folder.experiment("e1", "p"));
    CHECK(folder.experiment("e2", "p"));
    CHECK(all_documents(folder) == R"({"name":"e2","print":"p"})");
  }
  changed(R"("exit_code":3)", R"("exit_code":0)");
  CHECK_FALSE(ResultsFolder(place.path()).experiment("e1", "p"));
  changed(R"("run":"r")", R"("run":"s")");
  CHECK_FALSE(ResultsFolder(place.path()).run("e3", "s", "p"));
}

TEST_CASE("what a journal without checksums holds is not believed, and removes nothing") {
  const TemporaryFolder place;
  place.write("e/mine.csv", "text");
  place.write("journal.jsonl",
              R"({"experiment":"e","fingerprint":"p","exit_code":0,"files":[],"done":[{"name":"e/mine.csv","bytes":4,)"
              R"("checksum":"0"}],"left":["e/mine.csv"],"document":{"name":"e"}})"
              "\n"
              R"({"experiment":"f","fingerprint":"p","exit_code":0,"files":[],"document":{"name":"../f"}})"
              "\n");
  const ResultsFolder folder(place.path());
  CHECK(folder.documents().empty());
  CHECK_FALSE(folder.experiment("e", "p"));
  CHECK(fs::exists(place.path() / "e/mine.csv"));
}

TEST_CASE("experiments with invalid names in earlier results are not taken over") {
  const TemporaryFolder place;
  for (const char* name : {"../e", "/e", "..", "a/../../e", "results.json", ""}) {
    fs::remove(place.path() / "journal.jsonl");
    place.write("results.json", std::string(R"({"experiments": [{"name": ")") + name + R"("}]})");
    CHECK(ResultsFolder(place.path()).documents().empty());
  }
}

TEST_CASE("a journal that is too large to read is refused, and other files of that size are ignored") {
  const TemporaryFolder place;
  place.write("results.json", "");
  fs::resize_file(place.path() / "results.json", std::uintmax_t(1) << 33);  // a hole, on the disk nothing
  CHECK(ResultsFolder(place.path()).documents().empty());
  place.write("e/run.csv", "text");
  ResultsFolder(place.path()).keep(KeptRun{"e", "r", "p", {file(place.path(), "e/run.csv", "text")}});
  fs::resize_file(place.path() / "e/run.csv", std::uintmax_t(1) << 33);
  CHECK_FALSE(ResultsFolder(place.path()).run("e", "r", "p"));
  fs::resize_file(place.path() / "journal.jsonl", std::uintmax_t(1) << 33);
  CHECK_THROWS_WITH(ResultsFolder(place.path()), Contains("journal.jsonl is too large"));
}

TEST_CASE("names that would lead out of the folder, or are those of files in it, are told") {
  for (const char* name : {"..", ".", "", "../x", "a/../../x", "/etc", ".lock", "results.json", "journal.jsonl",
                           "report.html", "a/figures.json", "a/x.csv", "a/x.csv.part", "a/x.checkpoint", "a//b/"})
    CHECK_FALSE(why_no_folder(name).empty());
  for (const char* name : {"experiment", "hilden_2009/table_4_1", "a.b", "json", "x y"})
    CHECK(why_no_folder(name).empty());
}

TEST_CASE("what was begun under other labels goes with the experiment that is finished, what others left stays") {
  const TemporaryFolder place;
  fs::create_directory(place.path() / "e");
  {
    ResultsFolder folder(place.path());
    folder.begin("e", {"left", "old"});
    folder.keep(KeptRun{"e", "old", "p", {file(place.path(), "e/old.csv", "x"), file(place.path(), "e/old.run", "y")}});
  }
  for (const char* name :
       {"e/left.checkpoint", "e/left.csv.part", "e/mine.txt", "e/mine.part", "e/mine.csv.part", "e/mine.checkpoint"})
    file(place.path(), name, "z");
  ResultsFolder folder(place.path());
  folder.begin("e", {"new"});
  folder.keep(experiment("e", "q", {file(place.path(), "e/new.csv", "x")}), {});
  std::vector<std::string> there;
  for (const auto& each : fs::directory_iterator(place.path() / "e")) there.push_back(each.path().filename());
  std::ranges::sort(there);
  CHECK(there == std::vector<std::string>{"mine.checkpoint", "mine.csv.part", "mine.part", "mine.txt", "new.csv"});
}
