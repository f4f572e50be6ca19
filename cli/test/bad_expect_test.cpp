// Wrong input in [[expect]]: what each mistake is told, and that nothing runs.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "program.hpp"

using namespace nonholo::test;

namespace {

/// A right run, labelled "mp", and one [[expect]] (line 8) of these lines (from line 9).
std::string expecting(const std::string& lines) {
  return sleigh + midpoint + "label = \"mp\"\n[[expect]]\n" + lines + "\n";
}

/// The same about a quantity of "mp"; further lines from line 11.
std::string expecting(const std::string& quantity, const std::string& lines) {
  return expecting("run = \"mp\"\nquantity = \"" + quantity + "\"\n" + lines);
}

}  // namespace

TEST_CASE("an expectation about an unknown label is refused and the labels are named") {
  holds_refused(expecting("run = \"mpp\"\nquantity = \"steps\"\nmin = 1"), 9, "expect[0].run",
                {"unknown label 'mpp'", "'mp'"});
  holds_refused(expecting("steps", "versus = \"pm\"\nmin = 1"), 11, "expect[0].versus", {"unknown label 'pm'", "mp"});
}

TEST_CASE("an unknown quantity is refused and the nearest names are offered") {
  holds_refused(expecting("max_energy_eror", "max = 1"), 10, "expect[0].quantity",
                {"unknown quantity 'max_energy_eror'", "'max_energy_error'"});
}

TEST_CASE("an unknown outcome is refused and the nearest names are offered") {
  holds_refused(expecting("outcome", "equals = \"sucess\""), 11, "expect[0].equals",
                {"unknown outcome 'sucess'", "'success'", "tolerance_too_tight"});
}

TEST_CASE("an outcome can only be expected to equal a name") {
  holds_refused(expecting("outcome", "max = 1"), 10, "expect[0].quantity", {"equals"});
  holds_refused(expecting("outcome", "equals = 1"), 11, "expect[0].equals", {"1", "must be a string"});
  holds_refused(expecting("outcome", "equals = \"success\"\nversus = \"mp\""), 12, "expect[0].versus", {"no ratio"});
}

TEST_CASE("an unknown coordinate is refused and the coordinates are named") {
  holds_refused(expecting("max_component_error", "component = \"z\"\nmax = 1"), 11, "expect[0].component",
                {"unknown coordinate 'z'", "x, y, theta"});
}

TEST_CASE("a component of one number is refused") {
  holds_refused(expecting("steps", "component = \"x\"\nmax = 1"), 11, "expect[0].component", {"steps is one number"});
}

TEST_CASE("an order needs a sweep of that label over numbers, and has no ratio") {
  const std::string swept = sleigh + "[[run]]\nlabel = \"mp\"\nmethod = \"mclachlan_perlmutter\"\nh = [0.1, 0.05]\n";
  const auto order = [&swept](const std::string& lines) {
    return swept + "[[expect]]\nquantity = \"steps\"\nmin = 1\n" + lines + "\n";
  };
  holds_refused(order("run = \"pm\"\nover = \"h\""), 11, "expect[0].run", {"unknown sweep over h 'pm'", "'mp'"});
  holds_refused(order("run = \"mp\"\nover = \"rtol\""), 12, "expect[0].over", {"no [[run]] sweeps it"});
  holds_refused(order("run = \"mp\"\nover = \"h\"\nversus = \"mp h=0.1\""), 13, "expect[0].versus", {"not both"});
  holds_refused(expecting("outcome", "over = \"h\"\nequals = \"success\""), 11, "expect[0].over", {"no slope"});
}

TEST_CASE("an expectation without a run or a quantity is refused") {
  holds_refused(expecting("quantity = \"steps\"\nmin = 1"), 8, "expect[0].run", {"is missing"});
  holds_refused(expecting("run = \"mp\"\nmin = 1"), 8, "expect[0].quantity", {"is missing"});
}

TEST_CASE("an expectation needs exactly one bound") {
  holds_refused(expecting("steps", ""), 8, "expect[0]", {"exactly one of min, max, between, equals"});
  holds_refused(expecting("steps", "min = 1\nmax = 2"), 8, "expect[0]", {"exactly one of min, max, between, equals"});
}

TEST_CASE("a bound that is not a finite number is refused") {
  holds_refused(expecting("steps", "min = nan"), 11, "expect[0].min", {"nan", "finite"});
  holds_refused(expecting("steps", "max = inf"), 11, "expect[0].max", {"inf", "finite"});
  holds_refused(expecting("steps", "equals = \"ten\""), 11, "expect[0].equals",
                {"unknown name 'ten'", "did you mean", "\n    ten\n    ^"});
}

TEST_CASE("an interval must have two ends in order") {
  holds_refused(expecting("steps", "between = [1]"), 11, "expect[0].between", {"[1]", "a <= b"});
  holds_refused(expecting("steps", "between = [2, 1]"), 11, "expect[0].between", {"[2, 1]", "a <= b"});
  holds_refused(expecting("steps", "between = 3"), 11, "expect[0].between", {"list of numbers"});
}

TEST_CASE("allowances belong to equals and are not negative") {
  holds_refused(expecting("steps", "max = 1\nrel = 0.1"), 12, "expect[0].rel", {"equals"});
  holds_refused(expecting("outcome", "equals = \"success\"\nabs = 1"), 12, "expect[0].abs", {"equals"});
  holds_refused(expecting("steps", "equals = 10\nabs = -1"), 12, "expect[0].abs", {"-1", ">= 0"});
}

TEST_CASE("what is published is a finite number") {
  holds_refused(expecting("steps", "min = 1\npublished = nan"), 12, "expect[0].published", {"nan", "finite"});
  holds_refused(expecting("outcome", "equals = \"success\"\npublished = 1"), 12, "expect[0].published",
                {"not a number"});
}

TEST_CASE("an unknown key of an expectation is refused and the nearest is offered") {
  holds_refused(expecting("steps", "maxx = 1"), 11, "expect[0].maxx", {"unknown key 'maxx'", "'max'"});
}
