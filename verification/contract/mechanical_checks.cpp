// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/mechanical_checks.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/verification/contract/problem_checks.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace nonholo {

namespace {

using Vec = VectorX<double>;
using Mat = MatrixX<double>;

/// L = v . p - E.
double lagrangian(const LooseDynamics& dynamics, double t, const Vec& q, const Vec& v) {
  return v.dot(dynamics.momentum(t, q, v)) - dynamics.energy(t, q, v);
}

/// Numbers that are not small and not the same: multipliers and accelerations to differentiate with.
Vec test_vector(Eigen::Index size, double first, double change) {
  Vec x(size);
  for (Eigen::Index i = 0; i < size; ++i) x[i] = first + change * static_cast<double>(i);
  return x;
}

/// Of p and k along the curve q + s v, v + s a from a state.
void compare_rates(Worst& worst, const LooseDynamics& dynamics, const Sample& at) {
  const Vec a = test_vector(at.q.size(), 0.3, 0.2);
  const auto both = [](const Vec& p, const Vec& k) {
    Vec stacked(p.size() + k.size());
    stacked << p, k;
    return stacked;
  };
  const auto exact = dynamics.rates(at.t, at.q, at.v, a);
  const auto along = [&](double s) {
    const Vec q = at.q + s * at.v, v = at.v + s * a;
    return both(dynamics.momentum(at.t + s, q, v), dynamics.constraint(at.t + s, q, v));
  };
  worst.compare(at, both(exact.p_dot, exact.k_dot), [&](double step) { return difference(along, step); });
}

/// Unit vectors, for the entry that is wrong to be told; where these are many some random ones, the same in every
/// check: of n^2 (n - m) derivatives one by one large systems would be asked for n^4 numbers.
Mat directions(Eigen::Index size) {
  constexpr Eigen::Index most = 16, some = 4;
  if (size <= most) return Mat::Identity(size, size);
  std::mt19937 random(20161006);
  std::uniform_real_distribution<double> uniform(-1, 1);
  return Mat::NullaryExpr(size, some, [&] { return uniform(random); });
}

/// p . dX/dz y and p . dX/dz of an adapted basis with r columns.
void compare_slopes(Worst& worst, const LooseDynamics& dynamics, const Sample& at, Eigen::Index r) {
  const Mat p = directions(at.q.size()), y = directions(r);
  for (const auto& z : p.colwise()) {
    const auto along = [&](double s) { return dynamics.adapted_basis(at.q + s * z); };
    Mat turning(p.cols(), y.cols()), by_columns(p.cols(), r);
    for (Eigen::Index j = 0; j < p.cols(); ++j) {
      for (Eigen::Index a = 0; a < y.cols(); ++a)
        turning(j, a) = dynamics.basis_turning(at.q, p.col(j), y.col(a)).dot(z);
      by_columns.row(j) = dynamics.basis_along(at.q, p.col(j), z).transpose();
    }
    worst.compare(at, turning, [&](double step) { return Mat(p.transpose() * difference(along, step) * y); });
    worst.compare(at, by_columns, [&](double step) { return Mat(p.transpose() * difference(along, step)); });
  }
}

double off_kernel(const Mat& A, const Mat& X) {
  if (!X.allFinite()) return std::nan("");
  const Mat product = A * X;
  return product.size() == 0 ? 0 : product.cwiseAbs().maxCoeff() / (A.norm() * X.norm());
}

}  // namespace

std::vector<Finding> regularity_findings(const System<double>& system, const std::vector<Sample>& states) {
  Worst finite(problem_check("finite")), symmetric(problem_check("mass_symmetric")),
      definite(problem_check("mass_definite")), rank(problem_check("constraint_rank"));
  const auto probe = make_probe(system);
  for (const Sample& at : states) {
    const Regularity here = probe->regularity(at.t, values(at.q), values(at.v));
    const bool usable = here.mass_eigenvalues.allFinite() && here.constraint_singular_values.allFinite();
    finite.see(usable ? 0 : 1, [&] { return place(at); });
    if (!usable) continue;
    const double largest = here.mass_eigenvalues.cwiseAbs().maxCoeff();
    symmetric.see(here.mass_asymmetry / largest,
                  [&] { return fmt::format("|M - M^T| = {:.3g} {}", here.mass_asymmetry, place(at)); });
    definite.see(here.definiteness > 16 * epsilon<double> ? 0 : std::max(1e-300, -here.definiteness), [&] {
      return fmt::format("the {} of M are {} {}", here.mass_numbers(), shown(here.mass_eigenvalues), place(at));
    });
    rank.see(here.constraints_are_independent() ? 0 : 1, [&] {
      return fmt::format("the singular values of A are {} {}: a row depends on the others; leave it out",
                         shown(here.constraint_singular_values), place(at));
    });
  }
  return {finite.finding(), symmetric.finding(), definite.finding(), rank.finding()};
}

std::vector<Finding> derivative_findings(const LooseDynamics& dynamics, const std::vector<Sample>& states) {
  Worst f(problem_check("force")), p_q(problem_check("momentum_q")), p_v(problem_check("momentum_v")),
      f_q(problem_check("force_q")), f_v(problem_check("force_v")), k_q(problem_check("constraint_q")),
      K(problem_check("constraint_v")), reaction(problem_check("reaction_q")), rates(problem_check("rates"));
  for (const Sample& at : states) {
    const double t = at.t;
    const Vec &q = at.q, &v = at.v;
    const Vec lambda = test_vector(dynamics.constraint(t, q, v).size(), 0.7, -0.4);
    const auto exact = dynamics.linearise(t, q, v, lambda);
    const auto by_q = [&](Worst& worst, const Mat& of, const auto& function) {
      worst.compare(at, of, [&](double step) { return slope(q, function, step); });
    };
    const auto by_v = [&](Worst& worst, const Mat& of, const auto& function) {
      worst.compare(at, of, [&](double step) { return slope(v, function, step); });
    };
    const auto L = [&](const Vec& x) { return Vec::Constant(1, lagrangian(dynamics, t, x, v)); };
    f.compare(at, dynamics.force(t, q, v) - dynamics.external_force(t, q, v),
              [&](double step) { return Mat(slope(q, L, step).transpose()); });
    by_q(p_q, exact.p_q, [&](const Vec& x) { return dynamics.momentum(t, x, v); });
    by_v(p_v, exact.p_v, [&](const Vec& x) { return dynamics.momentum(t, q, x); });
    by_q(f_q, exact.f_q, [&](const Vec& x) { return dynamics.force(t, x, v); });
    by_v(f_v, exact.f_v, [&](const Vec& x) { return dynamics.force(t, q, x); });
    by_q(k_q, exact.k_q, [&](const Vec& x) { return dynamics.constraint(t, x, v); });
    by_v(K, exact.K, [&](const Vec& x) { return dynamics.constraint(t, q, x); });
    by_q(reaction, exact.reaction_q, [&](const Vec& x) { return dynamics.reaction_force(t, x, v, lambda); });
    compare_rates(rates, dynamics, at);
  }
  return {f.finding(),   p_q.finding(), p_v.finding(),      f_q.finding(),  f_v.finding(),
          k_q.finding(), K.finding(),   reaction.finding(), rates.finding()};
}

Finding position_rate_finding(const LooseDynamics& dynamics, const std::vector<Sample>& states) {
  Worst rate(problem_check("position_rate"));
  for (const Sample& at : states) {
    const Vec v = test_vector(at.q.size(), 0.1, 0.02);  // where k does not vanish
    const auto g = [&](double s) { return dynamics.position_constraint(at.t + s, at.q + s * v); };
    rate.compare(at, dynamics.constraint(at.t, at.q, v).head(g(0).size()),
                 [&](double step) { return difference(g, step); });
  }
  return rate.finding();
}

std::vector<Finding> basis_findings(const LooseDynamics& dynamics, const std::vector<Sample>& states) {
  Worst kernel(problem_check("basis_kernel")), rank(problem_check("basis_rank")), X_q(problem_check("basis_q"));
  for (const Sample& at : states) {
    const Mat X = dynamics.adapted_basis(at.q);
    kernel.see(off_kernel(dynamics.reaction(at.t, at.q, at.v), X),
               [&] { return fmt::format("X is {} {}", fmt::join(shown_columns(X), ", "), place(at)); });
    if (!X.allFinite()) continue;
    const Vec singular = singular_values(X);
    rank.see(singular.minCoeff() > 4 * std::sqrt(epsilon<double>) * singular.maxCoeff() ? 0 : 1,
             [&] { return fmt::format("the singular values of X are {} {}", shown(singular), place(at)); });
    compare_slopes(X_q, dynamics, at, X.cols());
  }
  return {kernel.finding(), rank.finding(), X_q.finding()};
}

std::vector<Finding> claim_findings(const LooseDynamics& dynamics, const DynamicsTraits& traits,
                                    const std::vector<Sample>& states) {
  Worst linear(problem_check("linear_constraint")), natural(problem_check("natural"));
  for (const Sample& at : states) {
    const Vec twice = 2 * at.v;
    const Mat K = dynamics.reaction(at.t, at.q, at.v), change = dynamics.reaction(at.t, at.q, twice) - K;
    if (traits.linear_constraint && K.size() > 0)
      linear.see(change.cwiseAbs().maxCoeff() / K.cwiseAbs().maxCoeff(),
                 [&] { return "k_v is another at twice the velocity " + place(at); });
    const Mat M = dynamics.mass(at.t, at.q, Vec::Zero(at.v.size()));
    const Vec p = dynamics.momentum(at.t, at.q, twice), size = M.cwiseAbs() * twice.cwiseAbs();
    if (traits.natural && size.maxCoeff() > 0)
      natural.see((p - M * twice).cwiseAbs().maxCoeff() / size.maxCoeff(),
                  [&] { return "p at twice the velocity is not L_vv(t, q, 0) v " + place(at); });
  }
  std::vector<Finding> findings;
  if (traits.linear_constraint) findings.push_back(linear.finding());
  if (traits.natural) findings.push_back(natural.finding());
  return findings;
}

Finding constant_mass_finding(const LooseDynamics& dynamics, const std::vector<Sample>& states) {
  Worst worst(problem_check("constant_mass"));
  const Mat first = dynamics.mass(states[0].t, states[0].q, states[0].v);
  for (const Sample& at : states)
    worst.see((dynamics.mass(at.t, at.q, at.v) - first).cwiseAbs().maxCoeff(),
              [&] { return "M differs from that of the first state " + place(at); });
  return worst.finding();
}

}  // namespace nonholo
