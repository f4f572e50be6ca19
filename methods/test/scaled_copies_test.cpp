// Units do not matter: every method of the catalogue does on scaled copies of a problem what it does on the problem, in
// the same iterations.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "scaled_copies.hpp"

#include <nonholo/methods/catalogue.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/energy_collocation.hpp>

#include "energy_test.hpp"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;

namespace {

const Catalogue<MethodEntry>& methods() {
  static const Catalogue<MethodEntry> catalogue(
      "method",
      integrator_entries(method_solvers(), known_tableau, [](std::string_view name) { return methods().find(name); }));
  return catalogue;
}

struct Pendula : FivePendula {
  static constexpr std::array lengths{true, false, false, true, true};
};

struct Skate : TurningSkateWithBasis {
  static constexpr std::array lengths{true, true, false};
};

/// In units of its own and in others.
struct Copy {
  Units units;
  System<double> system;
  VectorX<double> q, v;
  VectorX<double> length;  // of one unit, for each coordinate
};

template <template <class> class Scaled, class P> std::vector<Copy> copies(const Start<double>& own_start) {
  constexpr double large = 1 << 20;  // 4^10
  const std::vector<Units> all{{"its own"},
                               {"heavy", large},
                               {"light", 1 / large},
                               {"long", 1, large},
                               {"short", 1, 1 / large},
                               {"fast", 1, 1, large},
                               {"slow", 1, 1, 1 / large},
                               {"rows", 1, 1, 1, large},
                               {"all", 1 / large, large, 1 / large, large}};
  const Scaled<P> own{};
  const auto start = checked(own_start, System<double>(own), 0.0);
  std::vector<Copy> made;
  for (const Units& units : all) {
    Scaled<P> copy{};
    copy.units = units;
    VectorX<double> length(P::n);
    for (Eigen::Index i = 0; i < P::n; ++i) length[i] = copy.of(i);
    made.push_back(
        {units, System<double>(copy), start.q.cwiseProduct(length), start.v.cwiseProduct(length) / units.time, length});
  }
  return made;
}

struct Way {
  MatrixX<double> states;  // q and v, a column for each step, in the problem's own units
  std::vector<int> iterations;
  bool completed = true;
};

/// No states where the method does not take the system.
Way way(const MethodEntry& entry, const MethodOptions& options, const Copy& copy) {
  Way way;
  std::unique_ptr<Integrator<double>> integrator;
  try {
    integrator = entry.make(copy.system, options);
  } catch (const InputError&) {
    return way;
  }
  const double h = 0.0625 * copy.units.time;
  constexpr int steps = 16;
  integrator->start(0, values(copy.q), values(copy.v));
  way.states.resize(2 * copy.q.size(), steps);
  for (int i = 0; i < steps; ++i) {
    const StepReport report = integrator->step(h);
    way.completed = way.completed && report.outcome == Outcome::success;
    way.iterations.push_back(report.iterations);
    const VectorX<double> state = state_of(*integrator);
    way.states.col(i) << state.head(copy.q.size()).cwiseQuotient(copy.length),
        state.tail(copy.q.size()).cwiseQuotient(copy.length) * copy.units.time;
  }
  return way;
}

bool is(const MethodOptions& options, std::string_view key, std::string_view text) {
  return options.has(key) && options.text(key) == text;
}

/// What the entries say of themselves: Gonzalez' gradient in the Euclidean metric, differences over h in q; the QR
/// basis where lengths stand beside angles.
bool depends_on(const Units& units, const MethodEntry& entry, const MethodOptions& options, const Copy& copy) {
  if (is(options, "differentiation", "central_difference")) return true;
  if (is(options, "gradient", "gonzalez") && !is(options, "metric", "mass")) return true;
  const bool reduced =
      (entry.name == "discrete_gradient" || entry.name == "energy_collocation") && !is(options, "space", "full");
  return reduced && units.length != 1 && (is(options, "basis", "qr") || !copy.system.traits().adapted_basis);
}

/// Where an LU decomposition pivots on rows of any size: the constraint's, or those of the whole Jacobian that
/// runge_kutta and the full space solve with.
bool rounds(const Units& units, const MethodEntry& entry, const MethodOptions& options) {
  return units.row != 1 || entry.name == "runge_kutta" || is(options, "base", "runge_kutta") ||
         is(options, "space", "full");
}

void compare(const Way& own, const Way& other, bool rounded) {
  CHECK(other.completed);
  const double off = (other.states - own.states).cwiseAbs().maxCoeff();
  if (!rounded) {
    CHECK(off == 0);
    CHECK(other.iterations == own.iterations);
    return;
  }
  CHECK(off <= 1e-13 * own.states.cwiseAbs().maxCoeff());
  const auto all = [](const Way& way) { return std::accumulate(way.iterations.begin(), way.iterations.end(), 0); };
  CHECK(std::abs(all(other) - all(own)) <= all(own) / 8);
}

void compare(const std::vector<Copy>& copies) {
  for (const MethodEntry& entry : methods()) {
    std::vector<MethodOptions> choices = entry.trials();
    choices.insert(choices.end(), entry.variants.begin(), entry.variants.end());
    if (entry.name == "discrete_gradient")
      for (const char* space : {"reduced", "full"})
        choices.push_back({{"gradient", "gonzalez"}, {"metric", "mass"}, {"space", space}});
    for (const MethodOptions& options : choices) {
      const Way own = way(entry, options, copies[0]);
      for (std::size_t i = 1; i < copies.size(); ++i) {
        if (depends_on(copies[i].units, entry, options, copies[i])) continue;
        std::string given;
        for (const auto& [key, value] : options) given += ' ' + key + " = " + shown(value);
        INFO(entry.name << given << ", " << copies[i].units.name);
        const Way other = way(entry, options, copies[i]);
        REQUIRE(other.states.cols() == own.states.cols());
        if (own.states.cols() > 0) compare(own, other, rounds(copies[i].units, entry, options));
      }
    }
  }
}

Start<double> sleigh_start() {
  return {.q = Eigen::Vector3d(0.3, -0.2, 0.5), .v = Eigen::Vector3d(0.4, 0.7, 0.6), .consistent = Consistent::project};
}

Start<double> disk_start() {
  return {.q = Eigen::Vector4d(0.3, -0.2, 0.5, 1),
          .v = Eigen::Vector4d(0.4, 0.7, 0.6, 2),
          .consistent = Consistent::project};
}

Start<double> trailer_start() {
  Start<double> start{.q = VectorX<double>::Zero(5), .v = VectorX<double>::Zero(5), .consistent = Consistent::project};
  start.q[4] = 0.3;
  start.v[0] = 5;
  return start;
}

}  // namespace

TEST_CASE("Methods do the same on copies of a problem in other units") {
  SECTION("constant mass, a basis of its own") { compare(copies<ScaledCopyWithBasis, Skate>(turning_start())); }
  SECTION("a mass that depends on q") { compare(copies<ScaledCopy, Sleigh>(sleigh_start())); }
  SECTION("two constraints") { compare(copies<ScaledCopyWithBasis, Disk>(disk_start())); }
  SECTION("a size that is known at run time") { compare(copies<ScaledCopy, Pendula>(five_start())); }
  SECTION("a trailer in SI units") { compare(copies<ScaledCopy, SteeredTrailer>(trailer_start())); }
}

TEST_CASE("A start that is off the constraint is so in any units, and one that holds it holds it") {
  for (const Copy& copy : copies<ScaledCopy, SteeredTrailer>(trailer_start())) {
    INFO(copy.units.name);
    CHECK_NOTHROW(checked(Start<double>{.q = copy.q, .v = copy.v}, copy.system, 0.0));
    Start<double> off{.q = copy.q, .v = copy.v};
    off.v[0] *= 1 + 1e-11;
    CHECK_THROWS_AS(checked(off, copy.system, 0.0), InconsistentStart);
    const VectorX<double> lambda = checked(Start<double>{.q = copy.q, .v = copy.v}, copy.system, 0.0).lambda;
    Start<double> given{.q = copy.q, .v = copy.v, .lambda = lambda};
    CHECK_NOTHROW(checked(given, copy.system, 0.0));
    given.lambda[1] *= 1 + 1e-6;
    CHECK_THROWS_AS(checked(given, copy.system, 0.0), InconsistentStart);
  }
}

TEST_CASE("The trailer of 14 t runs over any time with each gradient, Gonzalez' in the mass metric") {
  ScaledCopy<SteeredTrailer> heavy{};
  heavy.units = {"10 t", 10};
  const System<double> system(heavy);
  for (const Gradient gradient : {Gradient::avf, Gradient::gonzalez, Gradient::itoh_abe})
    for (const double h : {0.2, 0.1, 0.05}) {
      const Metric metric = gradient == Gradient::gonzalez ? Metric::mass : Metric::euclidean;
      const auto method = discrete_gradient<double>(system, {.gradient = gradient, .metric = metric});
      CHECK(watch(*method, trailer_start(), h, 200).energy <= 1e-11);
    }
  CHECK(watch(*energy_collocation<double>(system, 2), trailer_start(), 0.2, 200).energy <= 1e-11);
}
