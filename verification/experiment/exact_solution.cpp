// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/verification/experiment/exact_solution.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/root_branch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

namespace nonholo {

namespace {

/// An exact solution beside the equations that it should satisfy; times count from t0.
template <class Real> class Comparison {
 public:
  static constexpr double seen = 1e-4;

  Comparison(const System<Real>& system, const Real& t0, std::span<const Real> q0, std::span<const Real> v0,
             const Real& span)
      : system_(system),
        probe_(make_probe(system)),
        t0_(t0),
        span_(span),
        q0_(q0),
        v0_(v0) {}

  /// By how much it is off at t, in parts of the rates; infinite where it is no number. 0 where nothing tells.
  double off(const Real& t) const {
    const Point<Real, dynamic> at = exact(t);
    if (!at.q.allFinite()) return std::numeric_limits<double>::infinity();
    const auto q = [this](Real s) { return exact(s).q; };
    const auto v = [this](Real s) { return exact(s).v; };
    if (system_.kind() != SystemKind::mechanical) return off(q, t, at.q.norm(), rates(t, at));
    VectorX<Real> a(at.v.size());
    const std::span<Real> to(a.data(), static_cast<std::size_t>(a.size()));
    if (!probe_->acceleration(t0_ + t, values(at.q), values(at.v), to)) return 0;
    using std::abs;
    const Real speed = at.v.norm(), seen_of_q = Real(1e-6) * at.q.norm() / abs(span_);  // at rest forces leave rounding
    return std::max(off(q, t, at.q.norm(), at.v), off(v, t, std::max<Real>(speed, seen_of_q), a));
  }

 private:
  Point<Real, dynamic> exact(const Real& t) const { return system_.exact_solution()(t, q0_, v0_); }

  VectorX<Real> rates(const Real& t, const Point<Real, dynamic>& at) const {
    const auto dae = system_.hessenberg();
    MatrixX<Real> f(dae->differential(), dae->parts());
    dae->rates(t0_ + t, at.q, at.v, f);
    return f.rowwise().sum();
  }

  /// Of x_dot from fourth-order differences of x: the least over steps from a hundredth of the span to a billionth, for
  /// nothing tells how fast x turns. A rate that would not move x by a thousandth of itself in the span is none.
  template <class X> double off(X x, const Real& t, const Real& x_size, const VectorX<Real>& x_dot) const {
    double least = std::numeric_limits<double>::infinity();
    for (double fraction = 1e-2; least > seen && fraction > 1e-10; fraction /= 10) {
      const Real e = Real(fraction) * span_;
      const VectorX<Real> difference = (8 * (x(t + e) - x(t - e)) - (x(t + 2 * e) - x(t - 2 * e))) / (12 * e);
      using std::abs;
      const Real size = x_dot.norm() + difference.norm() + Real(1e-3) * x_size / abs(span_);
      const Real rounding = 64 * epsilon<Real> * x_size / abs(e);
      const auto part = static_cast<double>(std::max<Real>((difference - x_dot).norm() - rounding, 0) / size);
      if (size == 0) return 0;
      if (part < least) least = part;
    }
    return least;
  }

  const System<Real>& system_;
  std::unique_ptr<Probe<Real>> probe_;
  Real t0_, span_;
  std::span<const Real> q0_, v0_;
};

}  // namespace

template <class Real> std::optional<VectorX<Real>> other_exact_root(const System<Real>& system,
                                                                    std::span<const Real> y0,
                                                                    std::span<const Real> z0) {
  if (system.kind() != SystemKind::dae || !system.exact_solution()) return std::nullopt;
  const VectorX<Real> exact = system.exact_solution()(0, y0, {}).v, z = vector_of(z0);
  const VectorX<Real> state = vector_of(y0);
  const bool same = (exact - z).norm() <= Real(1e-6) * (exact.norm() + z.norm()) ||
                    is_one_root<Real>(*system.reducible(), 0, state, exact, z);
  return same ? std::nullopt : std::optional(exact);
}

template <class Real> std::optional<VectorX<Real>> exact_elsewhere(const System<Real>& system,
                                                                   std::type_identity_t<std::span<const Real>> q0,
                                                                   std::type_identity_t<std::span<const Real>> v0) {
  if (!system.exact_solution()) return std::nullopt;
  const VectorX<Real> q = vector_of(q0), v = vector_of(v0);
  const Point<Real, dynamic> exact = system.exact_solution()(0, q0, v0);
  using std::hypot;
  const Real off = v0.empty() ? Real((exact.q - q).norm()) : Real(hypot((exact.q - q).norm(), (exact.v - v).norm()));
  if (off <= Real(1e-6) * hypot(q.norm(), v.norm())) return std::nullopt;
  const auto probe = make_probe(system);
  if (probe->violated(0, q0, v0) || probe->misplaced(0, q0, v0)) return std::nullopt;
  VectorX<Real> found(q.size() + v.size());
  found << exact.q, (v0.empty() ? v : VectorX<Real>(exact.v));
  return found;
}

template <class Real> bool is_out_of_time(const System<Real>& system, std::type_identity_t<Real> t0,
                                          std::type_identity_t<std::span<const Real>> q0,
                                          std::type_identity_t<std::span<const Real>> v0) {
  if (t0 == 0 || !system.exact_solution()) return false;
  const auto probe = make_probe(system);
  for (int number = 0; number < 3; ++number) {  // at the first alone what depends on time may vanish
    const auto beside = [number](std::span<const Real> x) {
      VectorX<Real> moved = vector_of(x);
      for (Eigen::Index i = 0; i < moved.size(); ++i) moved[i] += Real(0.01 * number * static_cast<double>(i + 1));
      return moved;
    };
    const VectorX<Real> q = beside(q0), v = beside(v0);
    for (const double since : {0.0, 0.37, 1.3, 4.1, 17.0})
      if (probe->differs_at(t0 + Real(since), Real(since), values(q), values(v))) return true;
  }
  return false;
}

template <class Real> std::optional<Real> exact_astray(const System<Real>& system, std::type_identity_t<Real> t0,
                                                       std::type_identity_t<std::span<const Real>> q0,
                                                       std::type_identity_t<std::span<const Real>> v0,
                                                       std::type_identity_t<Real> t_end) {
  if (!system.exact_solution()) return std::nullopt;
  const Real span = t_end - t0;
  const Comparison<Real> comparison(system, t0, q0, v0, span);
  for (const double part : {0.137, 0.421, 0.713, 0.951})
    if (comparison.off(Real(part) * span) > Comparison<Real>::seen) return t0 + Real(part) * span;
  return std::nullopt;
}

template bool is_out_of_time(const System<double>&, double, std::span<const double>, std::span<const double>);
template std::optional<VectorX<double>> exact_elsewhere(const System<double>&, std::span<const double>,
                                                        std::span<const double>);
template std::optional<VectorX<double>> other_exact_root(const System<double>&, std::span<const double>,
                                                         std::span<const double>);
template std::optional<double> exact_astray(const System<double>&, double, std::span<const double>,
                                            std::span<const double>, double);
template bool is_out_of_time(const System<quad>&, quad, std::span<const quad>, std::span<const quad>);
template std::optional<VectorX<quad>> exact_elsewhere(const System<quad>&, std::span<const quad>,
                                                      std::span<const quad>);
template std::optional<VectorX<quad>> other_exact_root(const System<quad>&, std::span<const quad>,
                                                       std::span<const quad>);
template std::optional<quad> exact_astray(const System<quad>&, quad, std::span<const quad>, std::span<const quad>,
                                          quad);

}  // namespace nonholo
