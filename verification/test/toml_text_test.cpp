// Numbers of any length for a parser that does not take them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/toml/toml_text.hpp>

#include <nonholo/framework/base/error.hpp>

#include "catch.hpp"
#include "temporary_folder.hpp"

#include <sys/stat.h>

using namespace nonholo;

namespace {

const std::string many(1000, '3');

std::string shortened(const std::string& toml) { return with_long_numbers_shortened(toml).text; }

}  // namespace

TEST_CASE("a number of many digits becomes the double nearest to it") {
  CHECK(shortened("g = 0." + many + "\n") == "g = 0.3333333333333333\n");
  CHECK(shortened("g = [+1, -0." + many + "]") == "g = [+1, -0.3333333333333333]");
  CHECK(shortened("g = 0." + many + "e-5") == "g = 3.3333333333333333e-06");
}

TEST_CASE("a whole number beyond 64 bits becomes a real number") {
  CHECK(shortened("m = 10000000000000000000000000") == "m = 1e+25");
  CHECK(shortened("m = -9_223_372_036_854_775_809 # c") == "m = -9.223372036854776e+18 # c");
  CHECK(shortened("m = 9223372036854775807") == "m = 9223372036854775807");
}

TEST_CASE("numbers that the parser takes stay as they are written") {
  for (const char* text : {"h = 0.1", "x = 1e-5\ny = 0x1F", "d = 1979-05-27T07:32:00Z",
                           "v = 0.30000000000000004440892098500626", "n = nan", "a = [1,2,3]"})
    CHECK(shortened(text) == text);
}

TEST_CASE("long digits in strings, comments and keys stay") {
  const std::string digits(200, '7');
  for (const std::string& text :
       {"t = \"" + digits + "\"", "t = '" + digits + "'", "t = \"\"\"\n" + digits + "\"\"\"",
        "t = '''\n" + digits + "'''", "# " + digits, digits + " = 1", "t = \"a\\\"" + digits + "\"",
        "a = { " + digits + "= 1 }", "name_" + digits + " = 1"}) {
    INFO(text);
    CHECK(shortened(text) == text);
  }
}

TEST_CASE("what follows a string, or one that does not end, is still read") {
  const std::string digits(30, '1');
  CHECK(shortened("a = \"x\"\nb = " + digits) == "a = \"x\"\nb = 1.111111111111111e+29");
  CHECK(shortened("a = \"x\nb = " + digits) == "a = \"x\nb = 1.111111111111111e+29");
  CHECK(shortened("a = '") == "a = '");
  CHECK(shortened("a = \"\\") == "a = \"\\");
  CHECK(shortened("a = '''x") == "a = '''x");
}

TEST_CASE("an empty file is read as empty, one that is not there is refused by name") {
  const nonholo::test::TemporaryFolder folder;
  CHECK(nonholo::toml_text(folder.write("empty.toml", "")).text.empty());
  CHECK(nonholo::toml_text(folder.write("zeros.toml", std::string(10000, 'a'))).text.size() == 10000);
  CHECK_THROWS_WITH(nonholo::toml_text(folder.path() / "missing.toml"),
                    Catch::Matchers::Contains("missing.toml: cannot be read"));
  CHECK_THROWS_AS(nonholo::toml_text(folder.path()), nonholo::InputError);
}

TEST_CASE("numbers are kept as they were written, with the place where the parser will see them") {
  const std::string toml = "\u00e9 = [ -0." + many + ", 1_000 ]\nh = +.5 # 7\n'8' = \"9\"";
  const auto [written, text, numbers] = with_long_numbers_shortened(toml);
  CHECK(written == toml);
  CHECK(text == "\u00e9 = [ -0.3333333333333333, 1_000 ]\nh = +.5 # 7\n'8' = \"9\"");
  CHECK(numbers ==
        // columns count characters
        std::map<std::pair<long, long>, std::string>{{{1, 7}, "-0." + many}, {{1, 28}, "1_000"}, {{2, 5}, "+.5"}});
}

TEST_CASE("a key of more parts than tables nest well is found at its line, wherever its dots stand") {
  std::string plain = "a", spaced = "a", quoted = "a";
  for (int i = 0; i < 50'000; ++i) {
    plain += ".a";
    spaced += " . a";
    quoted += ".\"a.\"";
  }
  for (const std::string& key : {plain, spaced, quoted}) {
    CHECK(line_of_deep_key("x = 1\n" + key + " = 1\n") == 2);
    CHECK(line_of_deep_key("[" + key + "]\n") == 1);
    CHECK(line_of_deep_key("x = { " + key + " = 1 }\n") == 1);
    CHECK(line_of_deep_key("# " + key + "\nx = '" + key.substr(0, 2) + "'\n") == 0);
  }
  std::string numbers = "x = [0.5";
  for (int i = 0; i < 1000; ++i) numbers += ", 0.5";
  CHECK(line_of_deep_key(numbers + "]\na.b.c.d = 1.0\n") == 0);
}

TEST_CASE("what need not end is no file to read: pipes and devices, and what is larger than any such file") {
  CHECK_THROWS_WITH(toml_text("/dev/zero"), Catch::Matchers::Contains("no regular file"));
  const nonholo::test::TemporaryFolder folder;
  const auto pipe = folder.path() / "pipe.toml";
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  CHECK_THROWS_WITH(toml_text(pipe), Catch::Matchers::Contains("no regular file"));
  CHECK_THROWS_WITH(toml_text(folder.write("large.toml", std::string(17 << 20, '#'))),
                    Catch::Matchers::Contains("16 MiB"));
}
