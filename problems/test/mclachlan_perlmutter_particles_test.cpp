// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/mclachlan_perlmutter_particles.hpp>

#include "motion.hpp"
#include "of_dynamics.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

template <int pairs> using Particles = McLachlanPerlmutterParticles<double, pairs>;
using Q7 = Vector<double, 7>;

/// The derivatives of a system at (q, v) for multipliers and accelerations a.
struct Derivatives {
  std::vector<MatrixX<double>> all;
  using Values = VectorX<double>;
  Derivatives(const System<double>& system, const Values& q, const Values& v, const Values& lambda, const Values& a) {
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
      const Vector<double, n> x = q, y = v, z = a;
      const Vector<double, m> l = lambda;
      Linearisation<double, n, m> first(q.size(), l.size());
      dynamics->linearise(0, x, y, l, first);
      RatesLinearisation<double, n, m> rates(q.size(), l.size());
      dynamics->linearise_rates(0, x, y, z, rates);
      Matrix<double, m, n> k_q(l.size(), q.size());
      dynamics->constraint_gradient(0, x, y, k_q);
      all = {first.p_q,        first.p_v,     first.f_q, first.f_v,     first.reaction_q,
             first.reaction_v, first.k_q,     first.K,   rates.p_dot_q, rates.p_dot_v,
             rates.k_dot_q,    rates.k_dot_v, k_q};
    });
  }
};

// Sums of up to eleven products of numbers of size 1, in either order.
constexpr double round_off = 32 * epsilon<double>;

void check_same(const System<double>& one, const System<double>& other) {
  REQUIRE(one.coordinates() == other.coordinates());
  const Eigen::Index n = one.coordinates();
  const VectorX<double> q = generic_point(n, 0.4), v = generic_point(n, 2.1), a = generic_point(n, -1.1);
  const VectorX<double> lambda = VectorX<double>::Constant(1, 0.7);
  const Everything<double> x(one, q, v), y(other, q, v);
  CHECK(distance(x.p, y.p) < round_off);
  CHECK(distance(x.f, y.f) < round_off);
  CHECK(distance(x.k, y.k) < round_off);
  CHECK(distance(x.K, y.K) == 0);
  CHECK(distance(x.p_dot, y.p_dot) < solve_error);
  CHECK(distance(x.k_dot, y.k_dot) < solve_error);
  CHECK(distance(x.lambda, y.lambda) < solve_error);
  CHECK(std::abs(x.energy - y.energy) < round_off);
  const Derivatives dx(one, q, v, lambda, a), dy(other, q, v, lambda, a);
  for (std::size_t i = 0; i < dx.all.size(); ++i) CHECK(distance(dx.all[i], dy.all[i]) < round_off);
}

}  // namespace

TEST_CASE("The particles' energy at Jay's start is 3.06") {
  CHECK(AtStart("mclachlan_perlmutter_particles", "jay_8_4").energy == Approx(3.06).epsilon(solve_error));
}

TEST_CASE("Particles whose number is known when compiled and particles counted at run time are the same system") {
  const auto counted = [](double pairs) { return of_dynamics(Particles<dynamic>{.pairs = pairs}); };
  check_same(of_dynamics(Particles<1>()), counted(1));
  check_same(of_dynamics(Particles<2>()), counted(2));
  check_same(problem_catalogue().at("mclachlan_perlmutter_particles").make({}), counted(3));
  check_same(of_dynamics(Particles<5>()), counted(5));
}

TEST_CASE("The catalogue makes any number of pairs, with a name for each coordinate") {
  const auto& entry = problem_catalogue().at("mclachlan_perlmutter_particles");
  CHECK(entry.n == 7);
  CHECK(entry.make({{"pairs", 2}}).coordinate_names() == std::vector<std::string>{"x", "w1", "w2", "z1", "z2"});
  CHECK(entry.make({}).coordinate_names() == std::vector<std::string>{"x", "w1", "w2", "w3", "z1", "z2", "z3"});
  for (const int pairs : {2, 5}) {
    const auto system = entry.make({{"pairs", pairs}});
    REQUIRE(system.coordinates() == 2 * pairs + 1);
    const VectorX<double> q = generic_point(system.coordinates(), 0.4),
                          v = consistent(system, q, generic_point(system.coordinates(), 2.1));
    const Everything<double> x(system, q, v);
    CHECK(x.lambda.size() == 1);
    CHECK(x.k.cwiseAbs().maxCoeff() < solve_error);
    CHECK(x.p.dot(x.a) == Approx(x.p.dot(x.f)).epsilon(solve_error));  // the constraint does no work
  }
  CHECK_THROWS_AS(entry.make({{"pairs", 0}}), InputError);
  CHECK_THROWS_AS(entry.make({{"pairs", 1.5}}), InputError);
}

TEST_CASE("The particles' potential is 1/2 (|q|^2 + z1^2 z2^2 + sum w^2 z^2), and a single pair has no z2") {
  CHECK(Particles<3>().potential(Q7(2, 3, 5, 7, 11, 13, 17)) ==
        (4 + 9 + 25 + 49 + 121 + 169 + 289 + 121 * 169 + 9 * 121 + 25 * 169 + 49 * 289) / 2.0);  // integers: exact
  CHECK(Particles<1>().potential(Vector<double, 3>(2, 3, 5)) == (4 + 9 + 25 + 9 * 25) / 2.0);
}

TEST_CASE("The particles' constraint is vx + sum w_i vz_i, not the holonomic vx + sum z_i vz_i that Jay prints") {
  const Q7 q{2, 3, 5, 7, 11, 13, 17}, v{1, 2, 3, 4, 5, 6, 8};
  CHECK((Particles<3>().constraint_matrix(q) * v)(0) == 1 + 3 * 5 + 5 * 6 + 7 * 8);
}
