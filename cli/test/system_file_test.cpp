// Systems as text in files of their own: check, run and verify them, and what is said where they are wrong.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

// lines 1 to 6
const std::string sled = R"toml([system]
name = "sled"
coordinates = ["x", "y", "theta"]
parameters = { m = 1, a = 0.3, I = "m/2", g = 9.81 }
lagrangian = "m/2*((vx - a*sin(theta)*vtheta)^2 + (vy + a*cos(theta)*vtheta)^2) + I/2*vtheta^2 - m*g*y"
constraints = ["cos(theta)*vy - sin(theta)*vx"]
)toml";
const std::string start = R"toml([problem]
initial = { q = [0, 0, "pi/6"], v = [1, "tan(theta)*vx", 0.5] }
t_end = 1
)toml";

std::string with(std::string text, std::string_view what, std::string_view by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("check looks at the system of a file at its starts, or at one of its choice") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  const Json report = place.nonholo({"check", "sled.toml", "--json"}).json()["checks"][0];
  CHECK(report["problem"] == "sled");
  CHECK(report["holds"] == true);
  CHECK(report["findings"].size() > 10);  // of a text no derivatives are looked at
  place.write("bare.toml", sled);
  const Ended bare = place.nonholo({"check", "bare.toml"});
  CHECK(bare.code == 0);
  CHECK_THAT(bare.out, Contains("sled (the file has no start, so nonholo chose one): every check holds"));
  place.write("two.toml", sled + with(start, "0, \"pi/6\"", "0, [0, \"pi/6\"]"));
  CHECK_THAT(place.nonholo({"check", "two.toml"}).out,
             Contains("theta=0: the start satisfies") && Contains("theta=0.5235987755982989: the start satisfies"));
}

TEST_CASE("check finds a start off the constraint and a claim of a text that is false") {
  const Workplace place;
  place.write("off.toml", sled + with(start, "\"tan(theta)*vx\"", "1"));
  const Ended off = place.nonholo({"check", "off.toml"});
  CHECK(off.code == 1);
  CHECK_THAT(off.out, Contains("FAILS  the start satisfies the constraint"));
  place.write("boast.toml", sled + "invariants = { spin = \"I*vtheta\", height = \"y\" }\n" + start);
  const Ended boast = place.nonholo({"check", "boast.toml"});
  CHECK(boast.code == 1);
  CHECK_THAT(boast.out, Contains("FAILS  spin is conserved") && Contains("FAILS  height is conserved"));
}

TEST_CASE("an experiment takes the system of a file, with what that says of start and end where it says nothing") {
  const Workplace place;
  place.write("parts/sled.toml", sled + start);
  place.write("parts/a.toml", "[problem]\nsystem = \"sled.toml\"\nparameters = { a = 0 }\n" + midpoint);
  const Json document = place.nonholo({"run", "parts/a.toml", "--json"}).json()["experiments"][0];
  CHECK(document["problem"] == "sled");
  CHECK(document["parameters"]["a"] == 0);
  CHECK(document["parameters"]["I"] == 0.5);
  CHECK(document["runs"][0]["endpoint"]["t"] == 1);
  // what is wrong there is told there
  place.write("parts/sled.toml", with(sled, "cos(theta)*vy", "cos(thta)*vy") + start);
  const Ended wrong = place.nonholo({"run", "parts/a.toml"});
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("sled.toml:6: system.constraints[0]: character 5: unknown name 'thta'"));
  place.write("parts/sled.toml", sled + with(start, "\"tan(theta)*vx\"", "1"));
  CHECK_THAT(place.nonholo({"run", "parts/a.toml"}).err, Contains("sled.toml:8: problem.initial.v: the start is off"));
}

TEST_CASE("run --system runs an experiment on another system, whose start it takes") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  place.write("other.toml", sleigh + "parameters = { g = 3 }\n" + midpoint);
  const Json document =
      place.nonholo({"run", "other.toml", "--system", "sled.toml", "--json"}).json()["experiments"][0];
  CHECK(document["problem"] == "sled");
  CHECK(document["parameters"]["g"] == 9.81);
  const std::string printed =
      "[[expect]]\nrun = \"mclachlan_perlmutter h=0.1\"\nquantity = \"steps\"\nmax = 1e9\npublished = 7\n";
  place.write("printed.toml", "title = \"A sleigh\"\n" + sleigh + midpoint + printed);
  const Json own = place.nonholo({"run", "printed.toml", "--json"}).json()["experiments"][0],
             here = place.nonholo({"run", "printed.toml", "--system", "sled.toml", "--json"}).json()["experiments"][0];
  CHECK(own["title"] == "A sleigh");
  CHECK(own["expectations"][0]["published"] == 7);
  CHECK(here["title"] == "A sleigh (here on sled)");
  CHECK(here["expectations"][0]["published"] == nullptr);
  place.write("runs.toml", midpoint);
  CHECK(place.nonholo({"run", "runs.toml", "--system", "sled.toml"}).code == 0);
  CHECK(place.nonholo({"run", "runs.toml"}).code == 2);
  place.write("runs_longer.toml", "[problem]\nt_end = 2\nparameters = { g = 1 }\n" + midpoint);
  const Json longer =
      place.nonholo({"run", "runs_longer.toml", "--system", "sled.toml", "--json"}).json()["experiments"][0];
  CHECK(longer["runs"][0]["endpoint"]["t"] == 2);
  CHECK(longer["parameters"]["g"] == 1);
}

TEST_CASE("results follow the text of the file that their system stands in") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  place.write("a.toml", "[problem]\nsystem = \"sled.toml\"\n" + midpoint);
  const auto print = [&] { return place.nonholo({"run", "a.toml", "--json"}).json()["experiments"][0]["fingerprint"]; };
  const Json before = print();
  CHECK(print() == before);
  place.write("sled.toml", with(sled, "9.81", "9.80") + start);
  CHECK(print() != before);
}

TEST_CASE("what is missing or stands twice is told with its place") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  place.write("runs.toml", midpoint);
  holds_refused(place, {"check", "runs.toml"}, "runs.toml", 1, "problem", {"is missing"});
  holds_refused(place, {"run", "runs.toml", "--system", "runs.toml"}, "runs.toml", 1, "system", {"is missing"});
  place.write("none.toml", "[problem]\nsystem = \"sld.toml\"\n" + midpoint);
  holds_refused(place, {"run", "none.toml"}, "none.toml", 2, "problem.system", {"sld.toml", "cannot be read"});
  place.write("both.toml", "[problem]\nsystem = \"sled.toml\"\nname = \"suslov\"\n" + midpoint);
  holds_refused(place, {"run", "both.toml"}, "both.toml", 3, "problem.name", {"cannot be combined with system"});
  place.write("lists.toml", sled + with(start, "0.5]", "[0.5, 1]]"));
  holds_refused(place, {"verify", "gauss", "--system", "lists.toml"}, "lists.toml", 7, "problem.vtheta",
                {"make 2 starts, but exactly one is needed"});
  place.write("bare.toml", sled);
  holds_refused(place, {"verify", "gauss", "--system", "bare.toml"}, "bare.toml", 1, "problem.initial", {"is missing"});
  holds_refused(place, {"verify", "nonsense", "--system", "sled.toml"}, "", 0, "FILTER",
                {"'nonsense' matches no method or tableau that runs on sled"});
}

TEST_CASE("verify measures the orders of methods on the system of a file") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  const Ended ended = place.nonholo({"verify", "mclachlan_perlmutter", "--system", "sled.toml", "--json", "--quick"});
  CHECK(ended.code == 0);
  const Json study = ended.json()["studies"][0];
  CHECK(study["problem"] == "sled");
  CHECK(study["measured_order"].get<double>() == Approx(2).margin(0.15));
}

TEST_CASE("properties are measured on the system of a file, in its own time") {
  const Workplace place;
  place.write("sled.toml", sled + start);
  const Ended ended =
      place.nonholo({"properties", "mclachlan_perlmutter", "energy_collocation", "--system", "sled.toml", "--json"});
  CHECK(ended.code == 0);
  const Json lines = ended.json()["properties"];
  REQUIRE(lines.size() == 3);
  for (const Json& line : lines) {
    const bool collocation = line["method"] == "energy_collocation";
    CHECK(line["order"]["verdict"] == (collocation && line["options"]["stages"] == 2 ? "4" : "2"));
    CHECK(line["energy"] == (collocation ? "exact" : "no"));
    CHECK(line["constraint"] == "yes");
    CHECK_FALSE(line.contains("energy_on_disk"));
  }
  CHECK(place.nonholo({"properties", "gauss", "--system", "sled.toml", "--markdown"}).code == 0);
}

TEST_CASE("a method that a text does not suit is refused in words for texts") {
  const Workplace place;
  const std::string quartic =
      "[system]\ncoordinates = [\"x\", \"y\"]\nlagrangian = \"vx^4 + vy^2\"\n[problem]\n"
      "initial = { q = [0, 0], v = [1, 1] }\nt_end = 1\n[[run]]\nmethod = \"energy_collocation\"\nstages = 1\nh = "
      "0.1\n";
  place.write("a.toml", quartic);
  const Ended ended = place.nonholo({"run", "a.toml"});
  CHECK(ended.code == 2);
  CHECK_THAT(ended.err, Contains("kinetic minus potential energy") && !Contains("C++"));
}

TEST_CASE("in a folder of experiments systems alone are passed over, and named alone they are told what takes them") {
  const Workplace place;
  place.write("all/sled.toml", sled + start);
  place.write("all/a.toml", "[problem]\nsystem = \"sled.toml\"\n" + midpoint);
  const Ended folder = place.nonholo({"run", "all", "--json"});
  CHECK(folder.code == 0);
  CHECK(folder.json()["experiments"].size() == 1);
  holds_refused(place, {"run", "all/sled.toml"}, "all/sled.toml", 1, "run", {"is missing", "--system"});
}
