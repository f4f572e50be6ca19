// The concept of a semi-explicit DAE of index 2 in Hessenberg form (Jay; Hilden 2009, (2.3)):
//
//   y' = f_1(t, y) + f_2(t, y, z) + ... + f_parts(t, y, z),    0 = g(t, y),    g_y f_z invertible.
//
//   static constexpr int ny, nz, parts;           1 <= parts <= 5; with more than one part f_1 is free of z
//   template <class S> Vector<S, ny> f(int k, const S& t, const Vector<S, ny>& y, const Vector<S, nz>& z) const;
//       k = 0 ... parts-1
//   template <class S> Vector<S, nz> g(const S& t, const Vector<S, ny>& y) const;
//
// Optional, found when present:
//
//   std::pair<Vector<Real, ny>, Vector<Real, nz>> exact_solution(Real t, Vector<Real, ny> y0) const;
//       y and z through y0 at time 0
//   static about();                                                               see about.hpp; setups give lambda = z
#pragma once

#include <nonholo/framework/base/autodiff.hpp>

#include <concepts>

namespace nonholo {

template <class P>
concept HessenbergDae = requires(const P& p, const double& t, const Vector<double, P::ny>& y,
                                 const Vector<double, P::nz>& z) {
  requires P::parts >= 1 && P::parts <= 5;
  { p.f(0, t, y, z) } -> std::convertible_to<Vector<double, P::ny>>;
  { p.g(t, y) } -> std::convertible_to<Vector<double, P::nz>>;
};

/// y' = sum of the parts, ny numbers.
template <HessenbergDae P, class S>
Vector<S, P::ny> rate(const P& p, const S& t, const Vector<S, P::ny>& y, const Vector<S, P::nz>& z) {
  Vector<S, P::ny> sum = p.f(0, t, y, z);
  for (int k = 1; k < P::parts; ++k) sum += p.f(k, t, y, z);
  return sum;
}

/// The hidden constraint d/dt g = g_t + g_y f(t, y, z), nz numbers: zero along solutions, and what index reduction
/// keeps instead of g.
template <HessenbergDae P, class Real> Vector<Real, P::nz> hidden_constraint(const P& p, const Real& t,
                                                                             const Vector<Real, P::ny>& y,
                                                                             const Vector<Real, P::nz>& z) {
  const auto g = p.g(variable<1>(t, 0), along<Real, P::ny>(y, rate(p, t, y, z)));
  Vector<Real, P::nz> g_dot;
  for (int i = 0; i < P::nz; ++i) g_dot[i] = g[i].derivatives()[0];
  return g_dot;
}

}  // namespace nonholo
