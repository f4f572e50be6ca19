// Running the real program in a folder of its own, and looking at what it says and leaves behind.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/verification/test/temporary_folder.hpp>

#include "catch.hpp"

#include <nlohmann/json.hpp>

#include <cstdlib>
#include <initializer_list>
#include <string>
#include <string_view>
#include <sys/wait.h>
#include <vector>

namespace nonholo::test {

using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

/// How the program ended: exit code, what it wrote.
struct Ended {
  int code;
  std::string out, err;

  Json json() const { return Json::parse(out); }
};

/// A folder in which the program runs; relative paths of arguments are below it.
class Workplace {
 public:
  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return folder_.write("work/" + name, text);
  }
  std::filesystem::path path(const std::string& name) const { return folder_.path() / "work" / name; }

  Ended nonholo(const std::vector<std::string>& arguments) const {
    std::filesystem::create_directories(path(""));
    const auto said = folder_.path() / "stdout", errors = folder_.path() / "stderr";
    std::string command = "cd " + quoted(path("").string()) + " && " + quoted(NONHOLO_PROGRAM);
    for (const std::string& argument : arguments) command += " " + quoted(argument);
    command += " >" + quoted(said.string()) + " 2>" + quoted(errors.string()) + " </dev/null";
    const int status = std::system(command.c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(said), contents(errors)};
  }

 private:
  static std::string quoted(const std::string& text) {
    std::string out = "'";
    for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return out + "'";
  }

  TemporaryFolder folder_;
};

// lines 1 to 3; t from 0 to 1
inline const std::string sleigh = "[problem]\nname = \"chaplygin_sleigh\"\nsetup = \"rotating\"\n";
inline const std::string midpoint = "[[run]]\nmethod = \"mclachlan_perlmutter\"\nh = 0.1\n";  // three lines
// IDA refuses
inline const std::string too_tight =
    "[[run]]\nlabel = \"too tight\"\nmethod = \"ida_index1\"\nrtol = 1e-17\natol = 1e-20\n";

/// Runs one experiment file with further arguments.
inline Ended run(const Workplace& place, const std::string& toml, const std::vector<std::string>& further = {}) {
  place.write("experiment.toml", toml);
  std::vector<std::string> arguments = {"run", "experiment.toml"};
  arguments.insert(arguments.end(), further.begin(), further.end());
  return place.nonholo(arguments);
}

/// Holds that wrong input ends with exit code 2 and the same message on stderr and, with --json, as JSON on stdout.
/// `arguments` without --json; line 0 and empty texts mean null.
inline void holds_refused(const Workplace& place, std::vector<std::string> arguments, const std::string& file, int line,
                          const std::string& key, std::initializer_list<const char*> says) {
  const Ended plain = place.nonholo(arguments);
  CHECK(plain.code == 2);
  CHECK(plain.out.empty());
  for (const char* part : says) CHECK_THAT(plain.err, Contains(part));

  arguments.push_back("--json");
  const Ended ended = place.nonholo(arguments);
  CHECK(ended.code == 2);
  CHECK(ended.err == plain.err);
  const Json document = ended.json();
  CHECK(document["schema"] == 1);
  const Json& error = document["error"];
  CHECK(error.size() == 4);
  CHECK(error["file"] == (file.empty() ? Json() : Json(file)));
  CHECK(error["line"] == (line == 0 ? Json() : Json(line)));
  CHECK(error["key"] == (key.empty() ? Json() : Json(key)));
  std::string place_text = file.empty() ? "" : line == 0 ? file + ": " : file + ":" + std::to_string(line) + ": ";
  if (!key.empty()) place_text += key + ": ";
  CHECK(ended.err == "nonholo: " + place_text + error["message"].get<std::string>() + "\n");
}

/// Holds that the experiment is refused at this line and key, saying these things, and that --out stays untouched.
inline void holds_refused(const std::string& toml, int line, const std::string& key,
                          std::initializer_list<const char*> says) {
  const Workplace place;
  place.write("experiment.toml", toml);
  holds_refused(place, {"run", "experiment.toml", "--out", "results"}, "experiment.toml", line, key, says);
  CHECK_FALSE(std::filesystem::exists(place.path("results")));
}

inline std::string expect(const std::string& lines) { return "[[expect]]\n" + lines + "\n"; }

inline const std::string ten_steps = expect("run = \"mclachlan_perlmutter h=0.1\"\nquantity = \"steps\"\nequals = 10");
inline const std::string twelve_steps =
    expect("run = \"mclachlan_perlmutter h=0.1\"\nquantity = \"steps\"\nequals = 12");

}  // namespace nonholo::test
