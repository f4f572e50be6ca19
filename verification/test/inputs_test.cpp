// Named inputs: every method sees one function of time during a step, whatever the inputs were before; energy balance,
// dense output and runs that were left know where they change; and [input] of experiment files.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/run/interpolant.hpp>
#include <nonholo/framework/system/energy_balance.hpp>
#include <nonholo/framework/system/text_system.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <cmath>
#include <functional>

#include "catch.hpp"
#include "experiments.hpp"
#include "temporary_folder.hpp"

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

constexpr double h = 0.1, t_end = 1.5;

/// A sleigh with a thrust u along its blade and a torque w.
TextSystem thrust_sleigh(std::vector<TextInput> inputs) {
  return {.coordinates = {"x", "y", "theta"},
          .parameters = {{"a", "0.3"}},
          .inputs = std::move(inputs),
          .lagrangian = "((vx - a*sin(theta)*vtheta)^2 + (vy + a*cos(theta)*vtheta)^2 + vtheta^2)/2",
          .constraints = {"cos(theta)*vy - sin(theta)*vx"},
          .force = {"u*cos(theta)", "u*sin(theta)", "w"},
          .reaction = {},
          .invariants = {},
          .exact_q = {},
          .exact_v = {}};
}

TextInput table(const char* name, Hold hold, std::vector<Number> t, std::vector<Number> values) {
  return {.name = name, .table = {.hold = hold, .t = std::move(t), .values = std::move(values)}};
}

System<double> system_of(const TextSystem& text) { return problem_entry(text).make<double>({}); }

/// Changes at 0.5 and at 1.
System<double> pushed() {
  return system_of(
      thrust_sleigh({table("u", Hold::step, {0, 0.5, 1}, {1, -2, 0.5}), table("w", Hold::step, {0, 1}, {0.2, -0.7})}));
}

/// The same between two changes.
System<double> pushed_by(const std::string& u, const std::string& w) {
  return system_of(thrust_sleigh({{"u", u}, {"w", w}}));
}

Start<double> at(const Snapshot<double>& state) {
  return {.q = state.q, .v = state.v, .consistent = Consistent::assume};
}

Snapshot<double> start() {
  VectorX<double> q(3), v(3);
  q << 0, 0, 0.4;
  v << 0.8 * std::cos(0.4), 0.8 * std::sin(0.4), 0.3;
  return {0, q, v};
}

using Make = std::function<std::unique_ptr<Integrator<double>>(const System<double>&)>;

Snapshot<double> end_of(const Make& make, const System<double>& system, const Snapshot<double>& from, double to) {
  const auto integrator = make(system);
  const bool adaptive = integrator->traits().adaptive;
  const auto run = integrate(*integrator, at(from), {.t0 = from.t, .t_end = to, .h = adaptive ? 0 : h});
  REQUIRE(run.outcome == Outcome::success);
  return run.end;
}

/// Whether the method takes systems that something drives; then its run over both changes is held against three runs.
bool check_changes(const MethodChoice& method) {
  INFO(method.label());
  const Make make = [&](const System<double>& system) { return method.make_where_meant(system); };
  try {
    if (!make(pushed())) return false;
    make(pushed())->start(0, values(start().q), values(start().v));
  } catch (const InputError&) {
    return false;
  }
  const Snapshot<double> whole = end_of(make, pushed(), start(), t_end);
  Snapshot<double> parts = start();
  for (const auto& [to, u, w] : {std::tuple(0.5, "1", "0.2"), {1.0, "-2", "0.2"}, {1.5, "0.5", "-0.7"}})
    parts = end_of(make, pushed_by(u, w), parts, to);
  // Guesses and step sizes differ: by round-off in the first case, by the tolerances in the second.
  const double allowed = make(pushed())->traits().adaptive ? 2e-5 : 1e-10;
  CHECK((whole.q - parts.q).norm() < allowed);
  CHECK((whole.v - parts.v).norm() < allowed);
  return true;
}

}  // namespace

TEST_CASE("inputs that change between steps leave no trace of what they were, for every method") {
  int runs = 0;
  for (const MethodEntry& method : method_catalogue())
    for (const auto& choices : {trials_of(method), variants_of(method)})
      for (const MethodChoice& choice : choices) runs += check_changes(choice);
  CHECK(runs > 30);
}

TEST_CASE("a table on straight lines is the function that it lies on") {
  const Make make = [](const System<double>& system) {
    return method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 2L}}).make(system);
  };
  const auto bent = system_of(thrust_sleigh({table("u", Hold::linear, {0, 0.5, 2}, {0.3, 0.5, 1.1}), {"w", "0.1"}}));
  const Snapshot<double> one = end_of(make, bent, start(), t_end);
  const Snapshot<double> other = end_of(make, pushed_by("0.3 + 0.4*t", "0.1"), start(), t_end);
  CHECK((one.q - other.q).norm() < 1e-14);
  CHECK((one.v - other.v).norm() < 1e-14);
}

TEST_CASE("an input in a constraint moves the constraint, and its rate") {
  const auto steered = [](TextInput delta) {
    return system_of({.coordinates = {"x", "y", "theta"},
                      .parameters = {},
                      .inputs = {std::move(delta)},
                      .lagrangian = "(vx^2 + vy^2 + vtheta^2)/2",
                      .constraints = {"vy*cos(theta + delta) - vx*sin(theta + delta)"},
                      .force = {},
                      .reaction = {},
                      .invariants = {},
                      .exact_q = {},
                      .exact_v = {}});
  };
  const Make make = [](const System<double>& system) {
    return method_choice("spark", {{"tableau", std::string("lobatto_iiia_b")}, {"stages", 3L}}).make(system);
  };
  Snapshot<double> from = start();
  const Snapshot<double> by_table =
      end_of(make, steered(table("delta", Hold::linear, {0, 1, 2}, {0, 0.2, 0.4})), from, t_end);
  const Snapshot<double> by_expression = end_of(make, steered({"delta", "t/5"}), from, t_end);
  CHECK((by_table.q - by_expression.q).norm() < 1e-13);
  CHECK((by_table.v - by_expression.v).norm() < 1e-13);
  CHECK_THROWS_WITH(steered(table("delta", Hold::step, {0, 1}, {0, 0.2})), Contains("impact"));
}

TEST_CASE("the energy balance and dense output begin anew where inputs change") {
  const System<double> system = pushed();
  const auto method = method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 4L}}).make(system);
  EnergyBalance<double> balance(system);
  DenseOutput<double> dense(*method);
  const auto probe = make_probe(system);
  const Snapshot<double> from = start();
  double energy = 0, off = 0;
  integrate(*method, at(from), {.t_end = t_end, .h = h}, [&](const Observation<double>& seen) {
    const View<double>& state = seen.state;
    const double E = probe->energy(state.t, state.q, state.v);
    if (seen.step == 0) {
      energy = E;
      balance.start(state.t, state.q, state.v);
    } else {
      off = std::max(off, std::abs(E - energy - balance.advance(state.t, state.q, state.v)));
    }
    dense(seen);
  });
  CHECK(off < 1e-9);
  CHECK(off > 0);
  const Make same = [](const System<double>& of) {
    return method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 4L}}).make(of);
  };
  const Snapshot<double> first = end_of(same, pushed_by("1", "0.2"), from, 0.5);
  const auto begin = same(pushed_by("1", "0.2"));
  const auto early = integrate(*begin, at(from), {.t_end = 0.07, .h = 0.007}).end;  // the window reaches beyond 0.5
  CHECK((dense.state(0.07).q - early.q).norm() < 1e-9);
  for (const double t : {0.53, 0.57, 0.91}) {
    const auto integrator = same(pushed_by("-2", "0.2"));
    const auto exact = integrate(*integrator, at(first), {.t0 = 0.5, .t_end = t, .h = (t - 0.5) / 10}).end;
    CHECK((dense.state(t).q - exact.q).norm() < 1e-9);
    CHECK((dense.state(t).v - exact.v).norm() < 1e-7);
  }
}

TEST_CASE("programs of a compiled system take inputs as interpreted ones do") {
  TextSystem text =
      thrust_sleigh({table("u", Hold::linear, {0, 0.5, 2}, {1, -1, 1}), table("w", Hold::step, {0, 1}, {0.2, 1})});
  const Make make = [](const System<double>& system) {
    return method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 2L}}).make(system);
  };
  const Snapshot<double> interpreted = end_of(make, system_of(text), start(), t_end);
  text.compile = true;
  const Snapshot<double> compiled = end_of(make, system_of(text), start(), t_end);
  CHECK((interpreted.q - compiled.q).norm() < 1e-14);
  CHECK((interpreted.v - compiled.v).norm() < 1e-14);
}

TEST_CASE("a run that is left and taken up inside a table ends where one does that goes through") {
  const auto method = method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 2L}});
  const auto end = [&](long left_at) {
    const System<double> system = pushed();
    auto integrator = method.make(system);
    const Snapshot<double> from = start();
    const TimeSpan<double> span{.t_end = t_end, .h = h};
    long seen_steps = 0;
    const auto stop = [&](const Observation<double>& seen) {
      seen_steps = seen.step;
      return seen.step != left_at;
    };
    auto run = integrate(*integrator, at(from), span, stop);
    std::vector<double> numbers;
    REQUIRE(integrator->save(numbers));
    const System<double> later = pushed();  // of another program
    const auto other = method.make(later);
    other->start(0, values(from.q), values(from.v));
    std::span<const double> left = numbers;
    other->restore(left);
    REQUIRE(seen_steps == left_at);
    return proceed(*other, span, run, [](const Observation<double>&) {}).end.q;
  };
  const VectorX<double> whole =
      end_of([&](const auto& system) { return method.make(system); }, pushed(), start(), t_end).q;
  for (const long left_at : {3L, 5L, 7L}) CHECK((end(left_at) - whole).norm() < 1e-13);
}

TEST_CASE("inputs that a run cannot take are told with what to do") {
  const auto method = [](const System<double>& system) { return method_choice("mclachlan_perlmutter").make(system); };
  const auto run = [&](TextInput u, double step) {
    const System<double> system = system_of(thrust_sleigh({std::move(u), {"w", "0"}}));
    const auto integrator = method(system);
    integrate(*integrator, at(start()), {.t_end = 1.5, .h = step});
  };
  CHECK_THROWS_WITH(run(table("u", Hold::step, {0, 0.55}, {1, 2}), 0.1), Contains("inside a step"));
  CHECK_THROWS_WITH(run(table("u", Hold::step, {1, 2}, {1, 2}), 0.1), Contains("begins at t = 1"));
  CHECK_THROWS_WITH(run(table("u", Hold::linear, {0, 1}, {1, 2}), 0.1), Contains("ends at t = 1"));
  CHECK_THROWS_WITH(run({.name = "u"}, 0.1), Contains("no value"));
  CHECK_THROWS_WITH(run(table("u", Hold::step, {0, 0}, {1, 2}), 0.1), Contains("must rise"));
  CHECK_THROWS_WITH(run({"u", "x + t"}, 0.1), Contains("variable of the state"));
  TextSystem steep = thrust_sleigh({table("u", Hold::step, {0}, {1}), {"w", "0"}});
  steep.lagrangian += " - u*x";
  CHECK_THROWS_WITH(system_of(steep), Contains("potential"));
  TextSystem heavy = thrust_sleigh({table("u", Hold::step, {0}, {1}), {"w", "0"}});
  heavy.lagrangian += " + u*vx^2";
  CHECK_THROWS_WITH(system_of(heavy), Contains("kinetic energy"));
}

namespace {

const std::string steered_file = R"toml([system]
coordinates = ["x", "y", "theta"]
parameters = { A = 2 }
inputs = ["u"]
lagrangian = "(vx^2 + vy^2 + vtheta^2)/2"
constraints = ["cos(theta)*vy - sin(theta)*vx"]
force = ["0", "0", "u"]

[problem]
initial = { q = [0, 0, 0], v = [1, 0, 0] }
t_end = 1

[[run]]
method = "spark"
tableau = "gauss"
stages = 2
h = 0.25

)toml";

VectorX<double> end_with(const std::string& input) {
  const Experiment experiment = read(steered_file + input);
  const RunSpec& run = experiment.runs.front();
  const System<double> system = run.problem.system<double>();
  const auto integrator = run.method.make<double>(system);
  return integrate(*integrator, run.problem.start<double>(), {.t_end = 1, .h = 0.25}).end.q;
}

}  // namespace

TEST_CASE("[input] takes numbers, expressions, lists of values and CSV files") {
  const VectorX<double> constant = end_with("[input]\nu = 2\n");
  CHECK(end_with("[input]\nu = \"A\"\n") == constant);
  CHECK((end_with("[input]\nu = { t = [0, 0.5], values = [2, 2] }\n") - constant).norm() < 1e-15);
  CHECK((end_with("[input]\nu = { t = [0, 0.5], values = [2, 3] }\n") - constant).norm() > 0.01);
  const TemporaryFolder folder;
  folder.write("u.csv", "# measured\nt, other, u\n0, 7, 2\n0.5, 8, 3\n1, 9, 3\n");
  const std::string file = (folder.path() / "u.csv").string();
  CHECK(end_with("[input]\nu = { file = \"" + file + "\" }\n") ==
        end_with("[input]\nu = { t = [0, 0.5, 1], values = [2, 3, 3] }\n"));
  CHECK_THROWS_WITH(end_with(""), Contains("'u' has no value"));
  CHECK_THROWS_WITH(end_with("[input]\nu = 1\nw = 2\n"), Contains("input"));
  CHECK_THROWS_WITH(end_with("[input]\nu = { file = \"no_such.csv\" }\n"), Contains("cannot be read"));
  folder.write("u.csv", "0, 1\n0.5, many\n");
  CHECK_THROWS_WITH(end_with("[input]\nu = { file = \"" + file + "\" }\n"), Contains("u.csv:2"));
}
