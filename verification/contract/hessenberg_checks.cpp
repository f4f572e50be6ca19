// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/contract/hessenberg_checks.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/verification/contract/flow_checks.hpp>
#include <nonholo/verification/contract/problem_checks.hpp>
#include <nonholo/verification/contract/sample_states.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <optional>
#include <string>

namespace nonholo {

namespace {

using Vec = VectorX<double>;
using Mat = MatrixX<double>;

Vec guess_of(const Start<double>& start, Eigen::Index algebraic) {
  return start.lambda.size() > 0 ? Vec(start.lambda) : Vec(Vec::Zero(algebraic));
}

HessenbergLinearisation<double> linearised(Hessenberg<double>& dae, double t, const Vec& y, const Vec& z) {
  HessenbergLinearisation<double> linear(dae.differential(), dae.algebraic(), dae.parts());
  dae.linearise(t, y, z, linear);
  return linear;
}

/// f_1 + f_2 + ... one part per column.
Mat parts_of(Hessenberg<double>& dae, double t, const Vec& y, const Vec& z) {
  Mat f(dae.differential(), dae.parts());
  dae.rates(t, y, z, f);
  return f;
}

Finding index_finding(Hessenberg<double>& dae, const Start<double>& start) {
  Worst index(problem_check("index"));
  Vec z = guess_of(start, dae.algebraic());
  const bool consistent = dae.consistent(0, start.q, z);
  const auto linear = linearised(dae, 0, start.q, z);
  Mat f_z = linear.f_z[0];
  for (std::size_t k = 1; k < linear.f_z.size(); ++k) f_z += linear.f_z[k];
  const Vec singular = singular_values(linear.g_y * f_z);
  const bool ordinary = singular.size() == 0;  // y' = f(t, y) alone
  const double largest = ordinary ? 0 : static_cast<double>(singular.size()) * epsilon<double> * singular.maxCoeff();
  index.see(consistent && (ordinary || singular.minCoeff() > largest) ? 0 : 1,
            [&] { return fmt::format("at t = 0, y = {}", shown(start.q)); });
  return index.finding();
}

/// At the z that belong to the states, since f may be made for those alone.
Finding dae_derivatives_finding(Hessenberg<double>& dae, const Start<double>& start,
                                const std::vector<Sample>& states) {
  Worst worst(problem_check("dae_derivatives"));
  for (const Sample& at : states) {
    Vec z = guess_of(start, dae.algebraic());
    if (!dae.consistent(at.t, at.q, z)) continue;
    const auto exact = linearised(dae, at.t, at.q, z);
    for (int k = 0; k < dae.parts(); ++k) {
      const auto part = static_cast<std::size_t>(k);
      const auto f_of_y = [&](const Vec& y) { return Vec(parts_of(dae, at.t, y, z).col(k)); };
      const auto f_of_z = [&](const Vec& x) { return Vec(parts_of(dae, at.t, at.q, x).col(k)); };
      worst.compare(at, exact.f_y[part], [&](double step) { return slope(at.q, f_of_y, step); });
      worst.compare(at, exact.f_z[part], [&](double step) { return slope(z, f_of_z, step); });
    }
    const auto g_of_y = [&](const Vec& y) {
      Vec g(dae.algebraic());
      dae.constraint(at.t, y, g);
      return g;
    };
    worst.compare(at, exact.g_y, [&](double step) { return slope(at.q, g_of_y, step); });
  }
  return worst.finding();
}

/// An invariant of (t, y, z) along y' = f, z being the one that y implies.
Finding conserved_finding(Hessenberg<double>& dae, const NamedInvariant<double>& invariant, const Start<double>& start,
                          const std::vector<Sample>& states, double time) {
  const Vec guess = guess_of(start, dae.algebraic());
  const auto implied = [&](double t, const Vec& y, Vec z) {
    return dae.consistent(t, y, z) ? std::optional(z) : std::nullopt;
  };
  const StateFunction quantity = [&](double t, const Vec& y, const Vec&) {
    const auto z = implied(t, y, guess);
    return z ? invariant.value(t, values(y), values(*z)) : std::nan("");
  };
  const Flow flow = [&](const Sample& at) -> std::optional<Sample> {
    const auto z = implied(at.t, at.q, guess);
    return z ? std::optional(Sample{1, parts_of(dae, at.t, at.q, *z).rowwise().sum(), Vec()}) : std::nullopt;
  };
  return conserved(problem_check("invariant"), invariant.name, quantity, states, flow, time);
}

}  // namespace

std::vector<Finding> hessenberg_findings(const System<double>& system, const Start<double>& start,
                                         const std::vector<Sample>& states, double time, bool exact) {
  const auto dae = system.hessenberg();
  std::vector<Finding> all{index_finding(*dae, start)};
  if (!exact) all.push_back(dae_derivatives_finding(*dae, start, states));
  for (const NamedInvariant<double>& each : system.invariants())
    all.push_back(conserved_finding(*dae, each, start, flow_states(system, start, time), time));
  return all;
}

std::vector<Finding> skew_gradient_findings(const System<double>& system, const std::vector<Sample>& states,
                                            double time, bool exact) {
  Worst skew(problem_check("skew")), gradient(problem_check("energy_gradient")),
      f_zeta(problem_check("rate_derivatives"));
  const auto face = system.skew_gradient();
  const auto ode = system.hessenberg();
  const Vec none;
  const auto rate = [&](const Vec& zeta) { return Vec(parts_of(*ode, 0, zeta, none).col(0)); };
  const auto energy = [&](double, const Vec& zeta, const Vec&) { return face->energy(zeta); };
  Vec H_zeta(face->size());
  for (const Sample& at : states) {
    face->gradient(at.q, H_zeta);
    const Mat Pi = structure_of(*face, at.q);
    skew.see((Pi + Pi.transpose()).cwiseAbs().maxCoeff() / (1 + Pi.cwiseAbs().maxCoeff()),
             [&] { return fmt::format("the columns of Pi are {} {}", fmt::join(shown_columns(Pi), ", "), place(at)); });
    if (exact) continue;
    const auto H = [&](const Vec& x) { return Vec::Constant(1, face->energy(x)); };
    gradient.compare(at, H_zeta, [&](double step) { return Mat(slope(at.q, H, step).transpose()); });
    f_zeta.compare(at, linearised(*ode, at.t, at.q, none).f_y[0], [&](double step) { return slope(at.q, rate, step); });
  }
  std::vector<Finding> all{skew.finding()};
  if (!exact) all.insert(all.end(), {gradient.finding(), f_zeta.finding()});
  const Flow flow = [&](const Sample& at) { return Sample{1, rate(at.q), Vec()}; };
  const RateTerms terms = [&](const Sample& at) {
    face->gradient(at.q, H_zeta);
    const Vec products = H_zeta.cwiseProduct(rate(at.q));
    return std::vector<double>(products.begin(), products.end());
  };
  const double varies = variation(energy, states);
  all.push_back(exact ? conserved_exactly(
                            problem_check("energy"), "", states, terms, [varies](auto...) { return varies; }, time)
                      : conserved(problem_check("energy"), "", energy, states, flow, time));
  for (const NamedInvariant<double>& each : system.invariants())
    all.push_back(conserved_finding(each, states, flow, time));
  return all;
}

std::vector<Finding> hessenberg_solution_findings(const System<double>& system, const Sample& from, double time) {
  const auto dae = system.hessenberg();
  const std::string letter(from.letter);
  Worst starts(problem_check("solution_start"), letter + "0"),
      motion(problem_check("solution_motion"), letter + "' = f"), keeps(problem_check("solution_constraint"));
  const auto at_time = [&](double t) { return system.exact_solution()(t, values(from.q), {}); };
  starts.see((at_time(0).q - from.q).cwiseAbs().maxCoeff(), [&] { return place(from); });
  Vec g(dae->algebraic());
  for (const double part : {0.0, 0.3, 1.0}) {
    const double t = part * time;
    const auto [y, exact_z] = at_time(t);
    const Sample at{t, y, Vec(), from.letter};
    dae->constraint(t, y, g);
    const Vec rate = parts_of(*dae, t, y, exact_z).rowwise().sum();
    motion.see(off_rate([&](double s) { return Vec(at_time(s).q); }, t, rate, time), [&] { return place(at); });
    if (g.size() > 0) keeps.see(g.cwiseAbs().maxCoeff() / (1 + y.norm()), [&] { return place(at); });
  }
  std::vector<Finding> all{starts.finding(), motion.finding()};
  if (g.size() > 0) all.push_back(keeps.finding());
  return all;
}

}  // namespace nonholo
