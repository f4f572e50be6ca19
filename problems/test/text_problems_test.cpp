// Problems of the catalogue written as text (text_problems.hpp) are the same systems: every function of the faces that
// engines see, in double and quad, at the usual parameters and at others; exact solutions and invariants where a text
// has them.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>

#include "motion.hpp"
#include "text_problems.hpp"

#include <algorithm>

using namespace nonholo;
using namespace nonholo::test;

namespace {

template <class Real> bool near(const MatrixX<Real>& x, const MatrixX<Real>& y) {
  return x.rows() == y.rows() && x.cols() == y.cols() &&
         (x.size() == 0 || (x - y).cwiseAbs().maxCoeff() < 1000 * epsilon<Real>);
}

/// What engines ask for beside what Everything holds: derivatives.
template <class Real> struct Derivatives {
  MatrixX<Real> linearised, rates, reaction;

  Derivatives(const System<Real>& system, const VectorX<Real>& q, const VectorX<Real>& v) {
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
      const Eigen::Index rows = q.size(), constraints = dynamics->constraints();
      const Vector<Real, n> x = q, y = v, a = v.reverse();
      const Vector<Real, m> lambda = VectorX<Real>::LinSpaced(constraints, Real(1), Real(2));
      Linearisation<Real, n, m> L(rows, constraints);
      dynamics->linearise(Real(0), x, y, lambda, L);
      linearised.resize(6 * rows + 2 * constraints, rows);
      linearised << L.p_q, L.p_v, L.f_q, L.f_v, L.reaction_q, L.reaction_v, L.k_q, L.K;
      RatesLinearisation<Real, n, m> R(rows, constraints);
      dynamics->linearise_rates(Real(0), x, y, a, R);
      rates.resize(2 * rows + 2 * constraints, rows);
      rates << R.p_dot_q, R.p_dot_v, R.k_dot_q, R.k_dot_v;
      Matrix<Real, m, n> K(constraints, rows);
      std::vector<Matrix<Real, m, n>> K_q(static_cast<std::size_t>(rows), K);
      dynamics->reaction_gradient(Real(0), x, y, K, K_q);
      reaction.resize(constraints, rows * rows);
      for (Eigen::Index i = 0; i < rows; ++i) reaction.middleCols(i * rows, rows) = K_q[static_cast<std::size_t>(i)];
    });
  }
};

template <class Real> void holds_same(const System<Real>& text, const System<Real>& known) {
  const Eigen::Index n = text.coordinates();
  REQUIRE(n == known.coordinates());
  REQUIRE(text.constraints() == known.constraints());
  CHECK(text.traits().constant_mass == known.traits().constant_mass);
  CHECK(text.traits().linear_constraint == known.traits().linear_constraint);
  CHECK(text.traits().conservative == known.traits().conservative);
  CHECK(text.traits().natural == known.traits().natural);
  CHECK(text.traits().holonomic == known.traits().holonomic);
  if (known.traits().sparse_mass) CHECK(text.traits().sparse_mass);  // which a Lagrangian does not claim
  const VectorX<Real> q = generic_point(n, 0.4).cast<Real>(), v = generic_point(n, -0.7).cast<Real>();
  const Everything<Real> x(text, q, v), y(known, q, v);
  const auto same = [](const auto& a, const auto& b) { return near<Real>(a, b); };
  CHECK(same(x.p, y.p));
  CHECK(same(x.f, y.f));
  CHECK(same(x.k, y.k));
  CHECK(same(x.g, y.g));
  CHECK(same(x.K, y.K));
  CHECK(same(x.p_v, y.p_v));
  CHECK(same(x.a, y.a));
  CHECK(same(x.lambda, y.lambda));
  CHECK(same(x.p_dot, y.p_dot));
  CHECK(same(x.k_dot, y.k_dot));
  CHECK(abs(Real(x.energy - y.energy)) < 100 * epsilon<Real>);
  const Derivatives<Real> d(text, q, v), e(known, q, v);
  CHECK(same(d.linearised, e.linearised));
  CHECK(same(d.rates, e.rates));
  CHECK(same(d.reaction, e.reaction));
}

/// Every function of the face of a DAE at (t, y, z), one after the other.
template <class Real>
VectorX<Real> values_of_dae(const System<Real>& system, const VectorX<Real>& y, const VectorX<Real>& z) {
  const auto dae = system.reducible();
  const Real t = Real(3) / 10;
  std::vector<Real> all;
  const auto add = [&all](const MatrixX<Real>& more) { all.insert(all.end(), more.data(), more.data() + more.size()); };
  MatrixX<Real> f(y.size(), dae->parts());
  dae->rates(t, y, z, f);
  add(f);
  HessenbergLinearisation<Real> linear(y.size(), z.size(), dae->parts());
  dae->linearise(t, y, z, linear);
  for (const auto* parts : {&linear.f_y, &linear.f_z})
    for (const MatrixX<Real>& part : *parts) add(part);
  if (z.size() > 0) {  // else the faces of C++ leave the rest alone
    VectorX<Real> g(z.size()), c(z.size());
    HiddenLinearisation<Real> hidden(y.size(), z.size());
    dae->constraint(t, y, g);
    dae->hidden(t, y, z, c);
    dae->linearise_hidden(t, y, z, hidden);
    for (const MatrixX<Real>& each :
         {MatrixX<Real>(g), MatrixX<Real>(c), MatrixX<Real>(hidden.c), linear.g_y, hidden.c_y, hidden.c_z})
      add(each);
  }
  return vector_of(all);
}

template <class Real> void holds_same_claims(const System<Real>& text, const System<Real>& known, const Written& of) {
  const Setup<Real> setup =
      problem_catalogue().at(of.problem).template setup<Real>(problem_catalogue().at(of.problem).setups.front().name);
  REQUIRE(text.invariants().size() == known.invariants().size());
  const std::vector<Real> z(static_cast<std::size_t>(text.constraints()), Real(1) / 3);
  for (std::size_t i = 0; i < text.invariants().size(); ++i) {
    CHECK(text.invariants()[i].name == known.invariants()[i].name);
    const Real a = text.invariants()[i].value(0, setup.q, z), b = known.invariants()[i].value(0, setup.q, z);
    CHECK(abs(Real(a - b)) < 10 * epsilon<Real>);
  }
  if (!text.exact_solution()) return;
  for (const Real& t : {Real(0), Real(1) / 2, Real(1)}) {
    const auto a = text.exact_solution()(t, setup.q, {}), b = known.exact_solution()(t, setup.q, {});
    CHECK(near<Real>(a.q, b.q));
    CHECK(near<Real>(a.v, b.v));
  }
}

template <class Real> void holds_same_dae(const System<Real>& text, const System<Real>& known) {
  REQUIRE(text.coordinates() == known.coordinates());
  REQUIRE(text.constraints() == known.constraints());
  CHECK(text.coordinate_names() == known.coordinate_names());
  CHECK(text.traits().conservative == known.traits().conservative);
  const VectorX<Real> y = generic_point(text.coordinates(), 0.4).template cast<Real>(),
                      z = generic_point(text.constraints(), -0.7).template cast<Real>();
  CHECK(near<Real>(values_of_dae(text, y, z), values_of_dae(known, y, z)));
}

template <class Real> void holds_same_skew_gradient(const System<Real>& text, const System<Real>& known) {
  const auto a = text.skew_gradient(), b = known.skew_gradient();
  const VectorX<Real> zeta = generic_point(text.coordinates(), 0.4).template cast<Real>();
  CHECK(near<Real>(structure_of(*a, zeta), structure_of(*b, zeta)));
  CHECK(abs(Real(a->energy(zeta) - b->energy(zeta))) < 10 * epsilon<Real>);
  VectorX<Real> x(zeta.size()), y(zeta.size());
  a->gradient(zeta, x);
  b->gradient(zeta, y);
  CHECK(near<Real>(x, y));
  a->flow_sizes(zeta, zeta, x);
  b->flow_sizes(zeta, zeta, y);
  CHECK(near<Real>(x, y));
}

template <class Real> void holds_same_as_catalogue(const Written& each, const ParameterValues& parameters) {
  const ProblemEntry& entry = problem_catalogue().at(each.problem);
  const System<Real> text = each.entry().make<Real>(parameters), known = entry.make<Real>(parameters);
  REQUIRE(text.kind() == known.kind());
  if (text.kind() == SystemKind::mechanical) return holds_same(text, known);
  holds_same_dae(text, known);
  holds_same_claims(text, known, each);
  if (text.kind() == SystemKind::skew_gradient) holds_same_skew_gradient(text, known);
}

}  // namespace

TEST_CASE("Every problem of the catalogue written as text is the same system, in double and in quad") {
  for (const Written& each : written()) {
    INFO(each.problem);
    for (const ParameterValues& parameters : {ParameterValues(), each.altered}) {
      holds_same_as_catalogue<double>(each, parameters);
      holds_same_as_catalogue<quad>(each, parameters);
    }
  }
}

TEST_CASE("Stages that a text evaluates in one call are those that it evaluates one by one") {
  for (const char* problem : {"chaplygin_sleigh", "mobile_robot", "snakeboard"}) {
    INFO(problem);
    const System<double> system = written(problem).entry().make({});
    system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
      CHECK(dynamics->in_packs());
      compare_lanes(*dynamics);
      const Eigen::Index size = system.coordinates();
      for (std::size_t points = 1; points <= 6; ++points) {
        std::vector<double> t;
        std::vector<Vector<double, n>> q, v;
        std::vector<Block<double, n, m>> all(points, Block<double, n, m>(size, system.constraints()));
        for (std::size_t i = 0; i < points; ++i) {
          t.push_back(0.1 * static_cast<double>(i));
          q.push_back(generic_point(size, 0.4 + static_cast<double>(i)));
          v.push_back(generic_point(size, -0.3 * static_cast<double>(i)));
        }
        dynamics->evaluate(t, q, v, all);
        for (std::size_t i = 0; i < points; ++i) {
          Block<double, n, m> one(size, system.constraints());
          dynamics->evaluate(t[i], q[i], v[i], one);
          CHECK(near<double>(all[i].p, one.p));
          CHECK(near<double>(all[i].f, one.f));
          CHECK(near<double>(all[i].k, one.k));
          CHECK(near<double>(all[i].K, one.K));
          if (!dynamics->traits().constant_mass) CHECK(near<double>(all[i].p_v, one.p_v));
        }
      }
    });
  }
}

TEST_CASE("No problem of the catalogue is left out") {
  const std::vector<Written> all = written();
  for (const ProblemEntry& entry : problem_catalogue()) {
    INFO(entry.name);
    CHECK(std::ranges::count(all, entry.name, &Written::problem) == 1);
  }
}
