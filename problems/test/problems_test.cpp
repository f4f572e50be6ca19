// What holds for every problem of the catalogue: starts, invariants, hand-written derivatives, exact solutions,
// precisions.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/catalogue.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/framework/system/underlying_ode.hpp>

#include "motion.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <set>
#include <string_view>
#include <typeinfo>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// A problem's systems to check: its setups, and one with every continuous parameter away from its default.
std::vector<System<double>> systems_of(const ProblemEntry& entry) {
  std::vector<System<double>> all;
  for (const auto& setup : entry.setups) all.push_back(entry.make({}, setup.name));
  ParameterValues altered;
  for (const auto& parameter : entry.parameters)
    if (parameter.range != Range::count) altered.emplace(parameter.name, 0.7 * parameter.default_value + 0.2);
  all.push_back(entry.make(altered));
  return all;
}

const std::vector<ProblemEntry>& mechanical() {
  static const std::vector<ProblemEntry> all = [] {
    std::vector<ProblemEntry> chosen;
    for (const ProblemEntry& entry : problem_catalogue())
      if (entry.kind == SystemKind::mechanical) chosen.push_back(entry);
    return chosen;
  }();
  return all;
}

}  // namespace

TEST_CASE("Every setup names known parameters and starts on the constraint, in every precision") {
  for (const ProblemEntry& entry : problem_catalogue()) {
    INFO(entry.name);
    REQUIRE_FALSE(entry.setups.empty());
    REQUIRE_FALSE(entry.references.empty());
    for (const auto& setup : entry.setups) {
      INFO(setup.name);
      const auto system = entry.make({}, setup.name);
      CHECK(system.coordinate_names().size() == setup.q.size());
      CHECK_NOTHROW(checked(start_of(setup), system, 0.0));
      const auto wide = entry.setup<quad>(setup.name);
      CHECK_NOTHROW(checked(start_of(wide), entry.make<quad>({}, setup.name), quad(0)));
    }
  }
}

TEST_CASE("The body of a problem is placed by coordinates that the problem has") {
  int bodies = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    if (!entry.body) continue;
    INFO(entry.name);
    ++bodies;
    const auto names = entry.make({}).coordinate_names();
    const auto known = [&names](std::string_view name) { return std::ranges::find(names, name) != names.end(); };
    CHECK(known(entry.body->x));
    CHECK(known(entry.body->y));
    CHECK(known(entry.body->heading));
    CHECK((entry.body->spin.empty() || known(entry.body->spin)));
    CHECK(entry.body->size > 0);
  }
  CHECK(bodies == 8);  // disk, sleigh, skate, robot, knife edge, roller racer, snakeboard, unicycle
}

TEST_CASE(
    "The energy of a problem gains the power, and every invariant stands still along its motion, for any parameters") {
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& system : systems_of(entry)) {
      const Eigen::Index n = system.coordinates();
      const VectorX<double> q = placed(system, generic_point(n, 0.4)), v = consistent(system, q, generic_point(n, 2.1));
      const Everything<double> x(system, q, v);
      const auto rate = [&](const auto& invariant) {  // the motion to first order is enough for a first derivative
        return difference(
            [&](double e) { return invariant(e, VectorX<double>(q + e * v), VectorX<double>(v + e * x.a)); });
      };
      const auto probe = make_probe(system);
      const double power = probe->power(0, values(q), values(v));
      if (system.traits().conservative) CHECK(power == 0);
      // The energy is quadratic in v + e a: its higher derivatives grow so.
      const double allowed = difference_error * (1 + x.a.squaredNorm());
      CHECK(std::abs(rate([&](double t, const auto& position, const auto& velocity) {
                       return probe->energy(t, values(position), values(velocity));
                     }) -
                     power) < allowed);
      for (const auto& invariant : system.invariants()) {
        INFO(invariant.name);
        CHECK(std::abs(rate([&](double t, const auto& position, const auto& velocity) {
                return invariant.value(t, values(position), values(velocity));
              })) < allowed);
      }
    }
  }
}

TEST_CASE("The force at rest is the downhill slope of the potential, also where that is written by hand") {
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& system : systems_of(entry)) {
      if (!system.traits().linear_constraint) continue;  // k may have no tangent at rest
      const VectorX<double> q = generic_point(system.coordinates(), 0.4), rest = VectorX<double>::Zero(q.size());
      const auto probe = make_probe(system);
      const auto potential = [&](const VectorX<double>& at) {
        return VectorX<double>::Constant(1, probe->energy(0, values(at), values(rest)));
      };
      const Everything<double> x(system, q, rest);
      // the spring of the slider crank has steeper derivatives than numerics.hpp allows for
      CHECK(distance(x.f - x.F, -jacobian(potential, q).transpose()) < 10 * difference_error);
    }
  }
}

TEST_CASE("The underlying equation compiled with a problem is that of its saddle-point system") {
  const auto near = [](std::span<const double> x, std::span<const double> y) {
    REQUIRE(x.size() == y.size());
    for (std::size_t i = 0; i < x.size(); ++i) CHECK(x[i] == Approx(y[i]).epsilon(1e-11).margin(1e-11));
  };
  std::set<std::string_view> others;  // with nothing compiled: a Lagrangian, constraints on positions
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& system : systems_of(entry)) {
      const Eigen::Index n = system.coordinates();
      const auto own = system.underlying_ode();
      const auto reference = system.visit([]<int n_, int m_>(const std::shared_ptr<const Dynamics<double, n_, m_>>& d) {
        return underlying_ode<double>(AnyDynamics<double>(d));
      });
      if (typeid(*own) == typeid(*reference)) others.insert(entry.name);
      std::vector<double> y(static_cast<std::size_t>(padded_state(n))), y_dot(y), y_reference, expected(y);
      std::ranges::copy(generic_point(n, -0.7), std::ranges::copy(generic_point(n, 0.4), y.begin()).out);
      y_reference = y;
      REQUIRE(own->rate(0.3, y.data(), y_dot.data()));
      REQUIRE(reference->rate(0.3, y.data(), expected.data()));
      near(y_dot, expected);
      near(own->multipliers(), reference->multipliers());
      REQUIRE(own->settle(0.3, y.data(), y_dot.data()));
      REQUIRE(reference->settle(0.3, y_reference.data(), expected.data()));
      near(y, y_reference);
      near(y_dot, expected);
      const std::vector<double> predicted = y;
      REQUIRE(own->correct(0.3, 0.01, 0.02, predicted.data(), y.data(), y_dot.data()));
      REQUIRE(reference->correct(0.3, 0.01, 0.02, predicted.data(), y_reference.data(), expected.data()));
      near(y, y_reference);
      near(y_dot, expected);
    }
  }
  CHECK(others == std::set<std::string_view>{"appell_hamel", "falling_disk", "pendulum_cartesian", "rattleback",
                                             "rolling_ball", "slider_crank_linkage"});
}

TEST_CASE("Four points of a problem at once are what each is alone") {
  std::set<std::string_view> at_once;
  for (const ProblemEntry& entry : mechanical())
    for (const auto& system : systems_of(entry))
      system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
        INFO(entry.name);
        if (n != dynamic || dynamics->in_packs()) compare_lanes(*dynamics);
        if (dynamics->in_packs()) at_once.insert(entry.name);
      });
  // all but a Lagrangian
  CHECK(at_once == std::set<std::string_view>{
                       "chaplygin_sleigh", "contact_oscillator", "coupled_pendula", "falling_disk", "gearbox_pendulum",
                       "knife_edge", "mclachlan_perlmutter_particles", "mobile_robot", "nonholonomic_particle",
                       "pendulum_cartesian", "rattleback", "roller_racer", "rolling_ball", "skate_on_incline",
                       "slider_crank_linkage", "snakeboard", "trailer_car", "unicycle", "vertical_rolling_disk"});
}

namespace {

/// At six points around zeta, no two of which have a number in common.
void compare_at_many(SkewGradient<double>& own, SkewGradient<double>& reference, VectorX<double> zeta,
                     const VectorX<double>& d) {
  constexpr Eigen::Index count = 6;
  const Eigen::Index N = zeta.size(), room = SkewGradient<double>::room_for(count);
  MatrixX<double> points(room, N), directions(room, N), gradients(room, N), rates(room, N);
  for (Eigen::Index k = 0; k < room; ++k) {
    points.row(k) = zeta.array() + 0.01 * static_cast<double>(k);
    directions.row(k) = d * (1 + static_cast<double>(k));
  }
  own.gradients(count, points, gradients);
  own.flows(count, points, directions, rates);
  MatrixX<double> same_gradients(room, N);
  VectorX<double> energies(room), direction(N), expected(N);
  own.gradients_and_energies(count, points, same_gradients, energies);
  CHECK(same_gradients.topRows(count) == gradients.topRows(count));
  for (Eigen::Index k = 0; k < count; ++k) {
    zeta = points.row(k);
    direction = directions.row(k);
    const double H = reference.energy(zeta);
    CHECK(std::abs(energies[k] - H) <= 1e-13 * std::abs(H));
    reference.gradient(zeta, expected);
    CHECK((gradients.row(k).transpose() - expected).norm() <= 1e-13 * expected.norm());
    reference.flow(zeta, direction, expected);
    CHECK((rates.row(k).transpose() - expected).norm() <= 1e-13 * expected.norm());
  }
}

}  // namespace

TEST_CASE("Gradients and flows in adapted coordinates that are compiled with a problem are those of its dynamics") {
  std::set<std::string_view> own_bases, qr_bases;  // of problems with something compiled
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& system : systems_of(entry)) {
      const DynamicsTraits traits = system.traits();
      if (!traits.conservative || !traits.linear_constraint || !traits.ideal || !traits.natural) continue;
      if (traits.holonomic > 0) continue;
      for (const Basis basis : {Basis::own, Basis::qr}) {
        if (basis == Basis::own && !traits.adapted_basis) continue;
        const auto own = system.skew_gradient(basis);
        const auto reference = system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& d) {
          return adapted_coordinates<double>(AnyDynamics<double>(d), basis, BasisDerivative::exact);
        });
        if (system.has_reduced_energy(basis)) (basis == Basis::own ? own_bases : qr_bases).insert(entry.name);
        const Eigen::Index N = own->size();
        VectorX<double> zeta(N), d(N), rate(N), expected(N);
        std::ranges::copy(generic_point(N, -0.7), zeta.data());
        std::ranges::copy(generic_point(N, 0.4), d.data());
        own->begin_step(zeta, 0.1);
        expected = zeta;
        reference->begin_step(expected, 0.1);  // its signs, too, are those at q now
        own->gradient(zeta, rate);
        reference->gradient(zeta, expected);
        CHECK((rate - expected).norm() <= 1e-13 * expected.norm());
        own->flow(zeta, d, rate);
        reference->flow(zeta, d, expected);
        CHECK((rate - expected).norm() <= 1e-13 * expected.norm());
        const double H = own->gradient_and_energy(zeta, rate, d), expected_H = reference->energy(d);
        CHECK(std::abs(H - expected_H) <= 1e-13 * std::abs(expected_H));
        CHECK(own->energy(d) == H);
        reference->gradient(zeta, expected);
        CHECK((rate - expected).norm() <= 1e-13 * expected.norm());
        compare_at_many(*own, *reference, zeta, d);
      }
    }
  }
  const std::set<std::string_view> expected{"chaplygin_sleigh", "contact_oscillator",
                                            "coupled_pendula",  "gearbox_pendulum",
                                            "mobile_robot",     "nonholonomic_particle",
                                            "roller_racer",     "mclachlan_perlmutter_particles",
                                            "skate_on_incline", "snakeboard",
                                            "trailer_car",      "vertical_rolling_disk"};
  CHECK(own_bases == expected);
  CHECK(qr_bases == expected);
}

TEST_CASE("Gradients that are compiled with a problem keep their digits where its masses differ by much") {
  const auto disk = std::ranges::find(mechanical(), "vertical_rolling_disk", &ProblemEntry::name);
  REQUIRE(disk != mechanical().end());
  for (const double mass : {1e4, 1e6}) {
    const System<double> system = disk->make({{"m", mass}});
    const auto compiled = system.skew_gradient(Basis::qr);
    const auto general = system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& d) {
      return adapted_coordinates<double>(AnyDynamics<double>(d), Basis::qr, BasisDerivative::exact);
    });
    const Eigen::Index N = compiled->size();
    VectorX<double> zeta(N), gradient(N), expected(N);
    compiled->pack(Eigen::Vector4d(0.3, -0.2, 0.4, 0.5), Eigen::Vector4d(0.1, 0.2, 2, 1), zeta);
    general->pack(Eigen::Vector4d(0.3, -0.2, 0.4, 0.5), Eigen::Vector4d(0.1, 0.2, 2, 1), expected);
    compiled->gradient(zeta, gradient);
    general->gradient(zeta, expected);
    CAPTURE(mass, gradient, expected);
    CHECK((gradient - expected).tail(2).norm() < 1e-14);
    CHECK((gradient - expected).head(4).norm() < 1e-16 * mass);
  }
}

TEST_CASE("Every exact solution starts where it should and satisfies the equations of motion on the way") {
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& setup : entry.setups) {
      const auto system = entry.make({}, setup.name);
      if (!system.exact_solution()) continue;
      CHECK(distance(system.exact_solution()(0, setup.q, setup.v).q, vector_of(setup.q)) == 0);
      for (const double t : {0.0, 1.3, 3.1}) {
        const auto shifted = [&](double e) { return system.exact_solution()(t + e, setup.q, setup.v); };
        const auto x = shifted(0);
        CHECK(distance(difference([&](double e) { return shifted(e).q; }), x.v) < difference_error);
        CHECK(distance(difference([&](double e) { return shifted(e).v; }), Everything<double>(system, x.q, x.v, t).a) <
              difference_error);
      }
    }
  }
}

TEST_CASE("Every mechanical problem has a basis of the velocities that its constraints allow, whatever its size") {
  std::vector<System<double>> all;
  for (const ProblemEntry& entry : mechanical())
    for (auto& system : systems_of(entry)) all.push_back(std::move(system));
  for (const int pairs : {1, 2, 5})
    all.push_back(problem_catalogue().at("mclachlan_perlmutter_particles").make({{"pairs", pairs}}));
  for (const System<double>& system : all) {
    const Eigen::Index n = system.coordinates(), m = system.constraints();
    if (!system.traits().linear_constraint) continue;  // what it allows is no space of velocities
    if (system.traits().holonomic > 0) continue;       // no method here that works in a basis takes it
    REQUIRE(system.traits().adapted_basis);
    const VectorX<double> q = generic_point(n, 0.4);
    MatrixX<double> X;
    system.visit([&]<int n_, int m_>(const std::shared_ptr<const Dynamics<double, n_, m_>>& dynamics) {
      typename Dynamics<double, n_, m_>::Frame own(n, n - m);
      dynamics->adapted_basis(q, own);
      X = own;
    });
    REQUIRE(X.rows() == n);
    REQUIRE(X.cols() == n - m);
    CHECK(distance(Everything<double>(system, q, VectorX<double>::Zero(n)).K * X, MatrixX<double>::Zero(m, n - m)) <
          solve_error);
    CHECK(X.fullPivLu().rank() == n - m);
  }
}

TEST_CASE(
    "Every skew-gradient problem is conservative, in quadruple precision as in double, and its exact solution solves "
    "it") {
  int found = 0;
  for (const ProblemEntry& entry : problem_catalogue())
    for (const auto& setup : entry.setups) {
      const auto system = entry.make({}, setup.name);
      if (system.kind() != SystemKind::skew_gradient) continue;
      INFO(entry.name << ", " << setup.name);
      ++found;
      CHECK(entry.kind == SystemKind::skew_gradient);
      CHECK(entry.m == 0);
      const auto gradient = system.skew_gradient();
      const auto ode = system.hessenberg();
      const auto wide = entry.make<quad>({}, setup.name).skew_gradient();
      const Eigen::Index size = gradient->size();
      const VectorX<double> zeta = vector_of(setup.q);
      VectorX<double> H_zeta(size);
      VectorX<quad> wide_H_zeta(size);
      const VectorX<quad> wide_zeta = vector_of(entry.setup<quad>(setup.name).q);
      gradient->gradient(zeta, H_zeta);
      wide->gradient(wide_zeta, wide_H_zeta);
      const MatrixX<double> Pi = structure_of(*gradient, zeta);
      const MatrixX<quad> wide_Pi = structure_of(*wide, wide_zeta);
      MatrixX<double> f(size, 1);
      CHECK(distance(Pi, -Pi.transpose()) < solve_error);
      CHECK(distance(H_zeta, wide_H_zeta.cast<double>()) < solve_error);
      CHECK(distance(Pi, wide_Pi.cast<double>()) < solve_error);
      ode->rates(0, zeta, {}, f);
      CHECK(distance(f, Pi * H_zeta) < solve_error);
      CHECK(make_probe(system)->energy(0, setup.q, {}) == gradient->energy(zeta));
      if (!system.exact_solution()) continue;
      CHECK(distance(system.exact_solution()(0, setup.q, {}).q, zeta) < solve_error);
      for (const double t : {0.0, 1.3, 3.1}) {
        const auto shifted = [&](double e) -> VectorX<double> { return system.exact_solution()(t + e, setup.q, {}).q; };
        ode->rates(t, shifted(0), {}, f);
        CHECK(distance(difference(shifted), f) < difference_error);
      }
    }
  CHECK(found >= 2);
}

TEST_CASE("Quadruple precision and double agree on every start to the round-off of double") {
  for (const ProblemEntry& entry : mechanical()) {
    INFO(entry.name);
    for (const auto& setup : entry.setups) {
      INFO(setup.name);
      const auto wide = entry.setup<quad>(setup.name);
      const Everything<double> x(entry.make({}, setup.name), vector_of(setup.q), vector_of(setup.v));
      const Everything<quad> y(entry.make<quad>({}, setup.name), vector_of(wide.q), vector_of(wide.v));
      CHECK(distance(x.p, y.p.cast<double>()) < solve_error);
      CHECK(distance(x.f, y.f.cast<double>()) < solve_error);
      CHECK(distance(x.k, y.k.cast<double>()) < solve_error);
      CHECK(distance(x.K, y.K.cast<double>()) < solve_error);
      CHECK(distance(x.a, y.a.cast<double>()) < solve_error);
      CHECK(distance(x.lambda, y.lambda.cast<double>()) < solve_error);
      CHECK(std::abs(x.energy - static_cast<double>(y.energy)) < solve_error);
    }
  }
}

TEST_CASE("Starts in quadruple precision have quadruple accuracy: tenths and sines are rounded there, not in double") {
  const auto& entry = problem_catalogue().at("gearbox_pendulum");
  const auto start = entry.setup<quad>("celledoni_4_4");
  using std::sin;
  CHECK(start.v[0] == -quad(6) / 10 * sin(quad(3) / 10));
  const auto skate = problem_catalogue().at("skate_on_incline").make<quad>({});
  const std::vector<quad> origin{0, 0, 0}, turning{0, 0, 1};
  // beta is a right angle to 34 digits: the skate on it moves as in the reference (P5), and its sine has no error at
  // all.
  const quad t = 2, y = (t - sin(2 * t) / 2) / 2, error = skate.exact_solution()(t, origin, turning).q[1] - y;
  CHECK(static_cast<double>(error < 0 ? quad(-error) : error) < 16 * static_cast<double>(epsilon<quad>));
}

TEST_CASE("Systems of the catalogue carry the exact solution where there is one, with their own parameters") {
  const auto disk = problem_catalogue().at("vertical_rolling_disk").make({{"R", 2}});
  REQUIRE(disk.exact_solution());
  const std::vector<double> q0{0, 0, 0, 0}, v0{2, 0, 0, 1};
  CHECK(disk.exact_solution()(3, q0, v0).q == Vector<double, 4>(6, 0, 0, 3));
  CHECK_FALSE(problem_catalogue().at("chaplygin_sleigh").make({}).exact_solution());
}

TEST_CASE("An unknown problem is answered by the nearest one") {
  CHECK_THROWS_WITH(problem_catalogue().at("chaplygin_sleig"),
                    Contains("unknown problem") && Contains("did you mean 'chaplygin_sleigh'?"));
}
