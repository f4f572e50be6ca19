// From what a user types to experiment files.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/locate.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

using namespace nonholo;
using namespace nonholo::program;
using Catch::Matchers::Contains;
using nonholo::test::TemporaryFolder;
using NameList = std::vector<std::string>;

namespace fs = std::filesystem;

namespace {

/// A build tree with three experiments of two papers, beside a program.
struct Tree {
  Tree() {
    for (const char* name : {"one_2001/figure_1", "one_2001/figure_2", "two_2002/figure_1"})
      folder.write(below + name + ".toml", "");
    folder.write(below + "one_2001/notes.txt", "");
    folder.write("build/nonholo", "");
    folders = experiment_folders(folder.path() / "build/nonholo");
  }

  NameList found(const std::string& target) const {
    NameList names;
    for (const FoundExperiment& experiment : locate(target, folders)) names.push_back(experiment.name);
    return names;
  }

  std::string refusal(const std::string& target) const try {
    locate(target, folders);
    return "found";
  } catch (const InputError& error) {
    return error.what();
  }

  const std::string below = "build/verification/experiments/";
  TemporaryFolder folder;
  std::vector<fs::path> folders;
};

}  // namespace

TEST_CASE("experiments are searched beside the program, then below its prefix, where these folders exist") {
  const Tree tree;
  CHECK(tree.folders == std::vector{tree.folder.path() / "build/verification/experiments"});
  tree.folder.write("prefix/share/nonholo/experiments/a.toml", "");
  tree.folder.write("prefix/bin/nonholo", "");
  CHECK(experiment_folders(tree.folder.path() / "prefix/bin/nonholo") ==
        std::vector{tree.folder.path() / "prefix/share/nonholo/experiments"});
  CHECK(experiment_folders("/nowhere/nonholo").empty());
}

TEST_CASE("every experiment is known by its path below the folder, in order, and nothing but TOML files") {
  const Tree tree;
  NameList names;
  for (const FoundExperiment& known : known_experiments(tree.folders)) names.push_back(known.name);
  CHECK(names == NameList{"one_2001/figure_1", "one_2001/figure_2", "two_2002/figure_1"});
}

TEST_CASE("a full name means one experiment, a paper's name all of it, a figure's name each of that name") {
  const Tree tree;
  CHECK(tree.found("one_2001/figure_2") == NameList{"one_2001/figure_2"});
  CHECK(tree.found("one_2001") == NameList{"one_2001/figure_1", "one_2001/figure_2"});
  CHECK(tree.found("figure_2") == NameList{"one_2001/figure_2"});
  CHECK(tree.found("figure_1") == NameList{"one_2001/figure_1", "two_2002/figure_1"});
}

TEST_CASE("a file is called by its stem, and by its known name when it has one") {
  const Tree tree;
  CHECK(tree.found(tree.folder.write("mine.toml", "").string()) == NameList{"mine"});
  CHECK(tree.found(tree.folder.write("without_extension", "").string()) == NameList{"without_extension"});
  CHECK(tree.found((tree.folders[0] / "one_2001/figure_2.toml").string()) == NameList{"one_2001/figure_2"});
}

TEST_CASE("the files of a folder are called by their paths below it, and by their known names when they have one") {
  const Tree tree;
  tree.folder.write("mine/b.toml", "");
  tree.folder.write("mine/deeper/a.toml", "");
  const std::string mine = (tree.folder.path() / "mine").string();
  CHECK(tree.found(mine) == NameList{"b", "deeper/a"});
  CHECK(tree.found(mine + "/") == NameList{"b", "deeper/a"});
  CHECK(tree.found((tree.folders[0] / "one_2001").string()) == NameList{"one_2001/figure_1", "one_2001/figure_2"});
}

TEST_CASE("folders called like files and links in a circle are no experiments") {
  const Tree tree;
  fs::create_directories(tree.folder.path() / "mine/folder.toml");
  fs::create_directory_symlink(".", tree.folder.path() / "mine/circle");
  fs::create_symlink("nowhere", tree.folder.path() / "mine/broken.toml");
  tree.folder.write("mine/a.toml", "");
  CHECK(tree.found((tree.folder.path() / "mine").string()) == NameList{"a"});
}

TEST_CASE("an unknown target is refused and the nearest names are offered") {
  const Tree tree;
  CHECK_THAT(tree.refusal("figure_3"), Contains("unknown experiment") && Contains("'figure_3'") &&
                                           Contains("did you mean") && Contains("'figure_1'"));
  CHECK_THAT(tree.refusal("missing.toml"), Contains("no such file"));
  CHECK_THAT(tree.refusal(""), Contains("unknown experiment"));
  CHECK_THAT(tree.refusal(std::string(10000, 'a')), Contains("unknown experiment"));
  CHECK_THAT(tree.refusal((tree.folder.path() / "build/nonholo/below").string()), Contains("no such file"));
}

TEST_CASE("a program that does not find its folder of experiments says where the folder should be") {
  try {
    locate("figure_1", {});
    FAIL("found");
  } catch (const InputError& refused) {
    CHECK_THAT(refused.what(), Contains("share/nonholo/experiments"));
  }
}

TEST_CASE("the name of a figure means the experiment that holds it, unless it is also that of an experiment") {
  const Tree tree;
  tree.folder.write(tree.below + "one_2001/figure_2.toml",
                    "[[figure]]\nname = \"figure_3\"\n[[figure]]\nname = \"figure_1\"\n");
  CHECK(tree.found("figure_3") == NameList{"one_2001/figure_2"});
  CHECK(tree.found("one_2001/figure_3") == NameList{"one_2001/figure_2"});
  CHECK(locate("figure_3", tree.folders)[0].figure == "figure_3");
  CHECK(tree.found("figure_1") == NameList{"one_2001/figure_1", "two_2002/figure_1"});
  CHECK(locate("figure_1", tree.folders)[0].figure.empty());
  CHECK_THAT(tree.refusal("figure_33"), Contains("'figure_3'"));
}

TEST_CASE("a folder without experiments is refused by name") {
  const Tree tree;
  fs::create_directories(tree.folder.path() / "empty");
  CHECK_THAT(tree.refusal((tree.folder.path() / "empty").string()),
             Contains("TARGET") && Contains("empty: no .toml file"));
}
