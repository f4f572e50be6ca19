// A mechanical system as a Hessenberg DAE of index 2 in (q, v): y = (q, v), z = lambda (Hilden 2009, (2.6)).
//
//   q' = v,     v' = M^-1 (L_q + F - Mdot v) + M^-1 A^T lambda,     0 = A v + b
//
// in two parts, the reaction alone in the second: f_1 is free of z. g_y f_z = A M^-1 A^T.
#pragma once

#include <nonholo/framework/hessenberg_dae.hpp>
#include <nonholo/framework/mechanical_dynamics.hpp>

#include <Eigen/LU>

#include <utility>

namespace nonholo {

template <MechanicalSystem P> class HessenbergFormQV {
 public:
  static constexpr int n = P::n, ny = 2 * P::n, nz = P::m, parts = 2;

  explicit HessenbergFormQV(P problem) : problem_(std::move(problem)) {}

  /// Part k of y': k = 0 without the reaction, k = 1 the reaction alone.
  template <class S> Vector<S, ny> f(int k, const S& t, const Vector<S, ny>& y, const Vector<S, nz>& z) const {
    const Vector<S, n> q = y.template head<n>(), v = y.template tail<n>();
    Vector<S, ny> part;
    if (k == 0) part << v, solve_mass(t, q, Vector<S, n>(system::force<P, S>(problem_, t, q, v) - momentum_rate_at_constant_v(t, q, v)));
    else part << Vector<S, n>::Zero(), solve_mass(t, q, system::reaction<P, S>(problem_, t, q, z));
    return part;
  }

  /// A v + b.
  template <class S> Vector<S, nz> g(const S& t, const Vector<S, ny>& y) const {
    return system::constraint<P, S>(problem_, t, Vector<S, n>(y.template head<n>()), Vector<S, n>(y.template tail<n>()));
  }

 private:
  template <class S> Vector<S, n> solve_mass(const S& t, const Vector<S, n>& q, const Vector<S, n>& rhs) const {
    const Matrix<S, n, n> M = system::mass_matrix(problem_, t, q);
    return M.partialPivLu().solve(rhs);
  }

  /// p_t + p_q v.
  template <class S> Vector<S, n> momentum_rate_at_constant_v(const S& t, const Vector<S, n>& q, const Vector<S, n>& v) const {
    using D = Dual<S, 1>;
    const Vector<D, n> p = system::momentum<P, D>(problem_, variable<1>(t, 0), along(q, v), constant<D>(v));
    Vector<S, n> rate;
    for (int i = 0; i < n; ++i) rate[i] = p[i].derivatives()[0];
    return rate;
  }

  P problem_;
};

}  // namespace nonholo
