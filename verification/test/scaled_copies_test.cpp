// Units do not matter: every method, and every baseline, does on copies of every problem in other units what it does on
// the problem: the same iterations and the same numbers, bit for bit where the arithmetic allows it. And the trailer of
// 10 t does what that of 1 kg does.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/contract/check_method.hpp>
#include <nonholo/verification/contract/check_problem.hpp>
#include <nonholo/verification/method_choice.hpp>

#include "catch.hpp"
#include "scaled_copy.hpp"
#include "steered_trailer.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

constexpr double large = 1 << 20;  // 4^10

/// In units of its own, and in others.
struct Copy {
  std::string_view name;
  Scales scales;
  System<double> system;
};

/// Units of mass, length and time, of each coordinate, and of each row of the constraint.
std::vector<std::pair<std::string_view, Scales>> units(Eigen::Index n, Eigen::Index m, bool mechanical) {
  const auto alternating = [](Eigen::Index size, double x) {
    VectorX<double> factors(size);
    for (Eigen::Index i = 0; i < size; ++i) factors[i] = i % 2 == 0 ? x : 1 / x;
    return factors;
  };
  const VectorX<double> q = VectorX<double>::Ones(n), row = VectorX<double>::Ones(m);
  std::vector<std::pair<std::string_view, Scales>> all{
      {"heavy", {.energy = large, .q = q, .row = row}},
      {"light", {.energy = 1 / large, .q = q, .row = row}},
      {"long", {.energy = large * large, .q = large * q, .row = row}},
      {"short", {.energy = 1 / (large * large), .q = q / large, .row = row}},
      {"fast", {.energy = 1 / (large * large), .time = large, .q = q, .row = row}},
      {"slow", {.energy = large * large, .time = 1 / large, .q = q, .row = row}},
      {"rows", {.q = q, .row = alternating(m, large)}},
      {"everything",
       {.energy = large, .z = large, .q = large * q, .row = mechanical ? row : VectorX<double>(large * row)}}};
  if (mechanical) all.push_back({"coordinates", {.q = alternating(n, 1024), .row = row}});
  return all;
}

struct Problem {
  std::string label;
  AdmissibleStart<double> start;
  std::vector<Copy> copies;  // the first in units of its own
};

Problem problem(std::string label, const System<double>& system, const Start<double>& start) {
  const Eigen::Index n = system.coordinates(), m = system.constraints();
  // Through the same faces: what is compiled with a problem (kicks and drifts) has no copy.
  const Scales own{.q = VectorX<double>::Ones(n), .row = VectorX<double>::Ones(m)};
  std::vector<Copy> copies{{"its own", own, scaled_copy(system, own)}};
  for (const auto& [name, scales] : units(n, m, system.kind() == SystemKind::mechanical))
    copies.push_back({name, scales, scaled_copy(system, scales)});
  return {std::move(label), checked(start, system, 0.0), copies};
}

std::vector<Problem> problems() {
  std::vector<Problem> all{problem("steered trailer", System<double>(SteeredTrailer{}), trailer_start())};
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Setup<double>& setup = entry.setups.back();
    all.push_back(problem(std::string(entry.name), entry.make({}, setup.name), start_of(setup)));
  }
  return all;
}

/// What a run shows, in the problem's own units: q and v, a column for each step.
struct Way {
  MatrixX<double> states;
  std::vector<int> iterations;
  Outcome outcome = Outcome::success;
};

/// The method where it takes the system.
std::unique_ptr<Integrator<double>> made_where_taken(const MethodChoice& choice, const System<double>& system) try {
  return choice.make(system);
} catch (const InputError&) {
  return nullptr;
}

/// Methods that keep the energy refuse starts where something drives the system.
bool takes_start(Integrator<double>& integrator, const Problem& problem) try {
  integrator.start(0, values(problem.start.q), values(problem.start.v));
  return true;
} catch (const InputError&) {
  return false;
}

Way way(Integrator<double>& integrator, const Problem& problem, const Copy& copy) {
  constexpr int steps = 8;
  const VectorX<double> q = problem.start.q.cwiseProduct(copy.scales.q);
  const bool moves = problem.start.v.size() > 0;
  const VectorX<double> rate = moves ? VectorX<double>(copy.scales.q / copy.scales.time) : VectorX<double>();
  const VectorX<double> v = problem.start.v.cwiseProduct(rate), z = problem.start.lambda * copy.scales.z;
  integrator.guess_multipliers(values(z));
  integrator.start(0, values(q), values(v));
  Way way{.states = MatrixX<double>::Zero(q.size() + v.size(), steps)};
  for (int i = 0; i < steps && way.outcome == Outcome::success; ++i) {
    const StepReport report = integrator.step(0.0625 * copy.scales.time);
    way.outcome = report.outcome;
    way.iterations.push_back(report.iterations);
    const View<double> at = integrator.view();
    way.states.col(i) << vector_of(at.q).cwiseQuotient(copy.scales.q), vector_of(at.v).cwiseQuotient(rate);
  }
  return way;
}

bool chosen(const MethodChoice& choice, std::string_view key, std::string_view text) {
  return choice.options.has(key) && choice.options.text(key) == text;
}

/// One number for all that is integrated: positions and velocities, and of IDA and (2.12) multipliers. (4^-10 times as
/// little of everything is below what odeint's first step takes for rest.)
bool has_another_share_of_atol(const Copy& copy, const MethodChoice& choice) {
  const bool states_alone = choice.entry->name.starts_with("odeint") && !choice.options.has("formulation");
  const bool same_states = copy.name == "heavy" || copy.name == "light" || copy.name == "rows";
  return copy.name != "everything" && !(states_alone && same_states);
}

/// What the entries, and docs/guide/choosing.md, say of themselves.
bool depends_on(const Copy& copy, const MethodChoice& choice) {
  const bool lengths = copy.name == "coordinates";
  if (!choice.steps_as_told()) return has_another_share_of_atol(copy, choice);
  if (chosen(choice, "differentiation", "central_difference")) return true;
  const bool as_in_the_paper =
      choice.options.has("basis") ? !chosen(choice, "basis", "mass") : copy.system.traits().adapted_basis;
  const bool euclidean = choice.options.has("metric") ? !chosen(choice, "metric", "mass") : as_in_the_paper;
  if (chosen(choice, "gradient", "gonzalez") && euclidean) return true;
  return lengths && chosen(choice, "basis", "qr");
}

/// Where an LU decomposition pivots on rows of any size: the constraint's, those of the whole Jacobian that a DAE, a
/// system with constraints on positions, runge_kutta, the full space and KINSOL solve with.
bool rounds(const Copy& copy, const MethodChoice& choice) {
  return copy.name == "rows" || copy.system.traits().holonomic > 0 ||
         (copy.system.kind() == SystemKind::dae && copy.name != "everything") || choice.entry->name == "runge_kutta" ||
         chosen(choice, "base", "runge_kutta") || chosen(choice, "space", "full") ||
         choice.options.has("formulation") || chosen(choice, "solver", "kinsol");
}

void compare(const Way& own, const Way& other, bool rounded) {
  // a run that blows up: where its numbers overflow, or its matrices get singular by that, depends on their size
  const auto overflowed = [](const Way& way) {
    return way.outcome == Outcome::not_finite || way.outcome == Outcome::singular_matrix;
  };
  if (overflowed(own) && overflowed(other)) return;
  CHECK(other.outcome == own.outcome);
  const double off = (other.states - own.states).cwiseAbs().maxCoeff();
  if (!rounded) {
    CHECK(off == 0);
    CHECK(other.iterations == own.iterations);
    return;
  }
  CHECK(off <= 1e-13 * own.states.cwiseAbs().maxCoeff());
  const auto all = [](const Way& way) { return std::accumulate(way.iterations.begin(), way.iterations.end(), 0); };
  // rounding decides about the last one of a step, or of a substep
  CHECK(std::abs(all(other) - all(own)) <= std::max<long>(own.states.cols(), all(own) / 8));
}

std::vector<MethodChoice> choices() {
  std::vector<MethodChoice> all;
  for (const MethodEntry& entry : method_catalogue())
    for (const auto& some : {trials_of(entry), variants_of(entry)}) all.insert(all.end(), some.begin(), some.end());
  for (const char* space : {"reduced", "full"})
    all.push_back(method_choice(
        "discrete_gradient",
        {{"gradient", std::string("gonzalez")}, {"metric", std::string("mass")}, {"space", std::string(space)}}));
  all.push_back(
      method_choice("spark", {{"tableau", std::string("gauss")}, {"stages", 2L}, {"solver", std::string("kinsol")}}));
  return all;
}

/// The same method on a copy: an absolute tolerance grows with the numbers.
MethodChoice on(const Copy& copy, MethodChoice choice) {
  if (choice.options.has("atol") && copy.name == "everything") choice.options.set("atol", Number(1e-8 * large));
  return choice;
}

void compare_copies(const Problem& problem, const MethodChoice& choice) {
  const auto integrator = made_where_taken(choice, problem.copies[0].system);
  if (!integrator || !takes_start(*integrator, problem)) return;
  const Way own = way(*integrator, problem, problem.copies[0]);
  for (const Copy& copy : problem.copies) {
    if (depends_on(copy, choice)) continue;
    INFO(choice.label() << " on " << problem.label << ", " << copy.name);
    const auto other = made_where_taken(on(copy, choice), copy.system);
    REQUIRE(other);
    compare(own, way(*other, problem, copy), rounds(copy, choice));
  }
}

}  // namespace

TEST_CASE("Methods do the same on copies of every problem in other units") {
  const std::vector<MethodChoice> all = choices();
  for (const Problem& each : problems())
    for (const MethodChoice& choice : all) compare_copies(each, choice);
}

TEST_CASE(
    "Gonzalez' gradient depends on the unit of mass in the Euclidean metric, and in the mass metric it does not") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const auto end = [&](const char* metric, double mass) {
    const auto method =
        method_choice("discrete_gradient", {{"gradient", std::string("gonzalez")}, {"metric", std::string(metric)}})
            .make(sleigh.make({{"m", Number(mass)}, {"I", Number(mass)}}, "rotating"));
    return integrate(*method, start_of(sleigh.setup("rotating")), {.t_end = 20, .h = 0.1}).end.q;
  };
  const double off = (end("euclidean", large) - end("euclidean", 1)).cwiseAbs().maxCoeff();
  CHECK((off > 5e-5 && off < 1e-4));
  CHECK(end("mass", large) == end("mass", 1));
}

TEST_CASE(
    "Checks say of a problem, and of a method on it, the same in other units of mass, however large, and of rows") {
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Setup<double>& setup = entry.setups.front();
    const System<double> system = entry.make({}, setup.name);
    const Start<double> start = start_of(setup);
    for (const double mass : {1 / large, large, large * large})
      for (const double row : {1 / large, large}) {
        INFO(entry.name << ", " << mass << ", " << row);
        const Scales scales{.energy = mass,
                            .q = VectorX<double>::Ones(system.coordinates()),
                            .row = VectorX<double>::Constant(system.constraints(), row)};
        const System<double> copy = scaled_copy(system, scales);
        const ContractReport problem = check_problem(copy, Start<double>{.q = start.q, .v = start.v});
        INFO(problem.text());
        CHECK(problem.holds());
        const MethodChoice collocation = method_choice("energy_collocation", {{"stages", 2L}});
        const auto method = made_where_taken(collocation, copy);
        const bool kept = copy.traits().conservative;  // its energy
        if (method && kept) CHECK(check_method(*method, Start<double>{.q = start.q, .v = start.v}, 0.0625).holds());
      }
  }
}

TEST_CASE("A start that is off the constraint is so in any units, and one that holds it holds it") {
  const Problem trailer = problem("steered trailer", System<double>(SteeredTrailer{}), trailer_start());
  for (const Copy& copy : trailer.copies) {
    INFO(copy.name);
    const VectorX<double> q = trailer.start.q.cwiseProduct(copy.scales.q),
                          v = trailer.start.v.cwiseProduct(copy.scales.q) / copy.scales.time;
    const VectorX<double> lambda = checked(Start<double>{.q = q, .v = v}, copy.system, 0.0).lambda;
    Start<double> given{.q = q, .v = v, .lambda = lambda};
    CHECK_NOTHROW(checked(given, copy.system, 0.0));
    given.lambda[1] *= 1 + 1e-6;
    CHECK_THROWS_AS(checked(given, copy.system, 0.0), InconsistentStart);
    Start<double> off{.q = q, .v = v};
    off.v[0] *= 1 + 1e-11;
    CHECK_THROWS_AS(checked(off, copy.system, 0.0), InconsistentStart);
  }
}

TEST_CASE("The trailer of 10 t runs with every method that runs that of 1 kg, or is told what does") {
  const System<double> light{SteeredTrailer{.load = 1e-3}}, heavy{SteeredTrailer{.load = 10}};
  const auto span = TimeSpan<double>::fixed(0, 0.1, 40);
  for (const MethodChoice& choice : choices()) {
    const auto method = made_where_taken(choice, light);
    if (!method || !choice.steps_as_told()) continue;
    const Summary kilogram = integrate(*method, trailer_start(), span);
    const Summary tons = integrate(*choice.make(heavy), trailer_start(), span);
    INFO(choice.label() << ": " << tons.failure("10 t"));
    if (chosen(choice, "gradient", "gonzalez") && !chosen(choice, "metric", "mass") && tons.outcome != Outcome::success)
      CHECK_THAT(tons.failure(""), Catch::Matchers::Contains("metric = \"mass\""));
    else CHECK(tons.outcome == kilogram.outcome);
  }
}
