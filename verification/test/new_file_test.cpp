// Files that are there whole or not at all.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/output/new_file.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <csignal>
#include <string>
#include <sys/resource.h>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
namespace fs = std::filesystem;

TEST_CASE("a checksum is of the bytes, however they are cut, and every changed byte changes it") {
  const std::string text = "The quick brown fox jumps over the lazy dog";
  for (std::size_t cut = 0; cut <= text.size(); ++cut) {
    Checksum sum;
    sum.add(text.substr(0, cut));
    sum.add(text.substr(cut));
    CHECK(sum.value() == checksum(text));
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    std::string other = text;
    other[i] ^= 1;
    CHECK(checksum(other) != checksum(text));
  }
  CHECK(checksum(text + '\0') != checksum(text));
  CHECK(unsealed(sealed(text)) == text);
  CHECK_FALSE(unsealed(sealed(text) + "x"));
  CHECK_FALSE(unsealed(""));
}

TEST_CASE("a file has its name only when it is whole, and its stamp is that of what is there") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  {
    NewFile file(path);
    file.write("half");
    CHECK_FALSE(fs::exists(path));
  }
  CHECK(fs::is_empty(folder.path()));
  const std::string text(200'000, 'x');
  NewFile file(path);
  file.write(text);
  file.write("end");
  const FileStamp stamp = file.commit(true);
  CHECK(contents(path) == text + "end");
  CHECK(stamp_of(path) == stamp);
  CHECK(stamp.bytes == 200'003);
  CHECK_FALSE(stamp_of(folder.path() / "other"));
}

TEST_CASE("an unfinished file is continued from its stamp, unless its content has changed") {
  const TemporaryFolder folder;
  const fs::path path = folder.path() / "file";
  FileStamp stamp;
  {
    NewFile left(path);
    left.write("kept");
    stamp = left.stamp(true);
    left.write(" and lost");
    left.leave();
  }
  const auto continued = NewFile::continued(path, stamp);
  REQUIRE(continued);
  continued->write(" and new");
  const FileStamp whole = continued->commit(false);
  CHECK(contents(path) == "kept and new");
  CHECK(stamp_of(path) == whole);
  CHECK_FALSE(NewFile::continued(path, stamp));  // nothing is left
  folder.write("file.part", "keqt");
  CHECK_FALSE(NewFile::continued(path, stamp));
  folder.write("file.part", "kep");
  CHECK_FALSE(NewFile::continued(path, stamp));
}

TEST_CASE("nothing is written through a link") {
  const TemporaryFolder folder;
  const fs::path target = folder.write("target", "mine"), path = folder.path() / "file";
  fs::create_symlink(target, path);
  fs::create_symlink(target, path.string() + ".part");
  write_whole(path, "new");
  CHECK(contents(target) == "mine");
  CHECK(contents(path) == "new");
  CHECK_FALSE(fs::is_symlink(path));
  fs::create_directory(folder.path() / "elsewhere");
  fs::create_symlink(folder.path() / "elsewhere", folder.path() / "linked");
  CHECK_THROWS_WITH(make_folders(folder.path(), "linked/below"), Contains("a link"));
  CHECK(fs::is_empty(folder.path() / "elsewhere"));
  make_folders(folder.path(), "a/b/c");
  CHECK(fs::is_directory(folder.path() / "a/b/c"));
}

TEST_CASE("a file that grows too large is told as a full disk, when the first byte does not fit") {
  const TemporaryFolder folder;
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto ignored = signal(SIGXFSZ, SIG_IGN);
  rlimit small = before;
  small.rlim_cur = 100'000;
  setrlimit(RLIMIT_FSIZE, &small);
  std::string said;
  std::size_t written = 0;
  try {
    NewFile file(folder.path() / "file");
    for (; written < 1'000'000; written += 1000) file.write(std::string(1000, 'x'));
  } catch (const OutputError& error) {
    said = error.what();
  }
  setrlimit(RLIMIT_FSIZE, &before);
  signal(SIGXFSZ, ignored);
  CHECK_THAT(said, Contains("disk full") && Contains("file"));
  CHECK(written < 200'000);
  CHECK(fs::is_empty(folder.path()));
}
