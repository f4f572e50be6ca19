// The dynamics of a mechanical system, as engines see it:  d/dt p = f + K^T lambda,  k = 0.
//
//   p(t, q, v)   momentum, p = L_v               p_v  mass matrix, n x n
//   f(t, q, v)   force, f = L_q + external       n
//   k(t, q, v)   constraint, k = 0 on solutions  m
//   K(t, q, v)   reaction, K = k_v               m x n, rows are constraints
//   g(t, q)      constraint on positions         the first rows of k are g_t + g_q v, those of K are g_q
//
// This is the sign convention of the whole project (Hilden 2009, Celledoni et al. 2016). Jay's and Ferraro's psi is
// -lambda. A reaction that is not ideal (Jay 2009, 3.3) has r(t, q, v, lambda) in the place of K^T lambda. An engine
// refuses a system that its theory does not cover (want_ideal_reaction() and others in system.hpp). Engines never see
// M, V, A or L: dynamics_of.hpp makes the dynamics of a MechanicalSystem, dynamics_of_lagrangian.hpp of a
// LagrangianSystem. Implementations are immutable: threads may share an object. No function allocates.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>
#include <nonholo/framework/base/pack.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <memory>
#include <span>
#include <type_traits>
#include <variant>
#include <vector>

namespace nonholo {

/// The largest number of coordinates for which systems are evaluated at four points at once. Larger matrices, with
/// derivatives in four lanes, do not fit into the level-1 cache.
inline constexpr int most_in_packs = 9;

/// The values that stage equations need at one (t, q, v). evaluate() does not write `p_v` if the mass is constant: fill
/// it once with mass().
template <class Real, int n, int m> struct Block {
  /// `with_mass = false` leaves p_v empty: in large systems it is larger than all else.
  Block(Eigen::Index rows, Eigen::Index constraints, bool with_mass = true)
      : p(rows),
        f(rows),
        k(constraints),
        K(constraints, rows),
        p_v(with_mass ? rows : 0, with_mass ? rows : 0) {}
  Vector<Real, n> p, f;
  Vector<Real, m> k;
  Matrix<Real, m, n> K;
  Matrix<Real, n, n> p_v;
};

/// Copies the block of a point into a lane, p_v only if `with_mass`. Sizes known on one side only have to agree.
template <int n, int m, int own_n, int own_m>
void set_lane(Block<Pack, n, m>& out, int lane, const Block<double, own_n, own_m>& point, bool with_mass) {
  set_lane(out.p, lane, point.p);
  set_lane(out.f, lane, point.f);
  set_lane(out.k, lane, point.k);
  set_lane(out.K, lane, point.K);
  if (with_mass) set_lane(out.p_v, lane, point.p_v);
}

/// The values at the start of a step that its linearisation uses: p, k_q and, if wanted, p_q and f_v.
template <class Real, int n, int m> struct StepStart {
  /// `wanted`: whether p_q and f_v are used. If not, they are empty: in large systems they are larger than all else.
  StepStart(Eigen::Index rows, Eigen::Index constraints, bool wanted)
      : p(rows),
        k_q(constraints, rows),
        p_q(room(rows, wanted), room(rows, wanted)),
        f_v(room(rows, wanted), room(rows, wanted)),
        coupled(wanted) {}
  Vector<Real, n> p;
  Matrix<Real, m, n> k_q;
  Matrix<Real, n, n> p_q, f_v;
  const bool coupled;

 private:
  /// A size that the compiler knows cannot be made empty.
  static Eigen::Index room(Eigen::Index rows, bool wanted) { return n != dynamic || wanted ? rows : 0; }
};

/// First derivatives of p, f, k and of the reaction force, K^T lambda of ideal constraints.
template <class Real, int n, int m> struct Linearisation {
  Linearisation(Eigen::Index rows, Eigen::Index constraints)
      : p_q(rows, rows),
        p_v(rows, rows),
        f_q(rows, rows),
        f_v(rows, rows),
        reaction_q(rows, rows),
        reaction_v(rows, rows),
        k_q(constraints, rows),
        K(constraints, rows),
        reaction_lambda(rows, constraints) {}
  Matrix<Real, n, n> p_q, p_v, f_q, f_v, reaction_q, reaction_v;
  Matrix<Real, m, n> k_q, K;
  Matrix<Real, n, m> reaction_lambda;  ///< K^T of ideal constraints
};

/// Total time derivatives along q' = v, v' = a:  p_dot = p_t + p_q v + p_v a,  k_dot = k_t + k_q v + K a.
template <class Real, int n, int m> struct Rates {
  Rates(Eigen::Index rows, Eigen::Index constraints) : p_dot(rows), k_dot(constraints) {}
  Vector<Real, n> p_dot;
  Vector<Real, m> k_dot;
};

/// Derivatives of Rates with respect to q and v at fixed a. (With respect to a they are p_v and K.)
template <class Real, int n, int m> struct RatesLinearisation {
  RatesLinearisation(Eigen::Index rows, Eigen::Index constraints)
      : p_dot_q(rows, rows),
        p_dot_v(rows, rows),
        k_dot_q(constraints, rows),
        k_dot_v(constraints, rows) {}
  Matrix<Real, n, n> p_dot_q, p_dot_v;
  Matrix<Real, m, n> k_dot_q, k_dot_v;
};

struct DynamicsTraits {
  bool constant_mass;          ///< p_v depends on neither t, q nor v
  bool linear_constraint;      ///< k is affine in v: K does not depend on v
  bool conservative;           ///< no external force and nothing depends on t: the energy is an invariant
  bool adapted_basis = false;  ///< the system knows a basis of ker K
  bool sparse_mass = false;    ///< constant, with few entries beside its diagonal
  bool ideal = true;           ///< reactions are K^T lambda
  bool natural = true;         ///< L is kinetic minus potential energy: p = p_v(t, q) v, linear in v
  bool coupled = true;         ///< p may depend on q, or f on v
  int holonomic = 0;           ///< so many first rows of k are d/dt of constraints on positions, g(t, q) = 0
};

template <class Real, int n, int m> class Dynamics {
 public:
  using Coordinates = Vector<Real, n>;
  using Multipliers = Vector<Real, m>;
  using Jacobian = Matrix<Real, m, n>;
  using Mass = Matrix<Real, n, n>;
  using Frame = Matrix<Real, n, n == dynamic ? dynamic : n - m>;
  using Reduced = Vector<Real, n == dynamic ? dynamic : n - m>;

  virtual ~Dynamics() = default;

  virtual Eigen::Index coordinates() const = 0;
  virtual Eigen::Index constraints() const = 0;
  virtual DynamicsTraits traits() const = 0;

  /// p, f, k, K and, unless the mass is constant, p_v.
  virtual void evaluate(Real t, const Coordinates& q, const Coordinates& v, Block<Real, n, m>& out) const = 0;

  /// The same at as many points as there are t: the stages of a step in one call.
  virtual void evaluate(std::span<const Real> t, std::span<const Coordinates> q, std::span<const Coordinates> v,
                        std::span<Block<Real, n, m>> out) const {
    for (std::size_t i = 0; i < t.size(); ++i) evaluate(t[i], q[i], v[i], out[i]);
  }

  /// Whether the function below evaluates four points at once, for little more than the cost of one. Not part of
  /// DynamicsTraits: decorators forward traits but evaluate points one by one.
  virtual bool in_packs() const { return false; }

  /// The same at `points` points, one in each lane; lanes behind the last repeat it. In double. For sizes known at run
  /// time only, call it only if in_packs().
  virtual void evaluate(const Pack& t, const Vector<Pack, n>& q, const Vector<Pack, n>& v, int points,
                        Block<Pack, n, m>& out) const {
    if constexpr (std::is_same_v<Real, double> && n != dynamic) {
      std::array<double, Pack::width> times;
      std::array<Coordinates, Pack::width> places, velocities;
      const auto block = [] { return Block<double, n, m>(n, m); };
      std::array<Block<double, n, m>, Pack::width> blocks{block(), block(), block(), block()};
      for (int i = 0; i < points; ++i) {
        times[i] = t[i];
        places[i] = lane_of(q, i);
        velocities[i] = lane_of(v, i);
      }
      const auto count = static_cast<std::size_t>(points);
      evaluate({times.data(), count}, {places.data(), count}, {velocities.data(), count}, {blocks.data(), count});
      const bool with_mass = !traits().constant_mass;
      for (int lane = 0; lane < Pack::width; ++lane) set_lane(out, lane, blocks[std::min(lane, points - 1)], with_mass);
    } else {
      assert(false);
    }
  }

  virtual void momentum(Real t, const Coordinates& q, const Coordinates& v, Coordinates& p) const = 0;
  virtual void force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& f) const = 0;
  /// The external part of f, which is not L_q; zero without external forces.
  virtual void external_force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& F) const = 0;
  virtual void constraint(Real t, const Coordinates& q, const Coordinates& v, Multipliers& k, Jacobian& K) const = 0;
  /// g in the first traits().holonomic rows, 0 in the others.
  virtual void position_constraint(Real /*t*/, const Coordinates& /*q*/, Multipliers& g) const { g.setZero(); }
  /// The reaction force r caused by the multipliers lambda, and its derivative r_lambda, n x m. Call it only if
  /// traits().ideal is false; otherwise they are K^T lambda and K^T.
  virtual void reaction(Real /*t*/, const Coordinates& /*q*/, const Coordinates& /*v*/, const Multipliers& /*lambda*/,
                        Coordinates& /*r*/, Matrix<Real, n, m>& /*r_lambda*/) const {
    assert(false);
  }
  virtual void mass(Real t, const Coordinates& q, const Coordinates& v, Mass& p_v) const = 0;
  /// A mass with traits().sparse_mass. Allocates.
  virtual Sparse<Real> sparse_mass(Real t, const Coordinates& q) const = 0;

  /// p_q, n x n.
  virtual void momentum_gradient(Real t, const Coordinates& q, const Coordinates& v, Mass& p_q) const = 0;
  /// F_v of external forces, n x n; zero without them.
  virtual void force_slope(Real t, const Coordinates& q, const Coordinates& v, Mass& F_v) const = 0;

  /// Fills `out`. f_v = p_q^T + F_v, because without external forces f_v and p_q^T are the same second derivatives of
  /// L.
  virtual void begin_step(Real t, const Coordinates& q, const Coordinates& v, StepStart<Real, n, m>& out) const {
    momentum(t, q, v, out.p);
    constraint_gradient(t, q, v, out.k_q);
    if (!out.coupled) return;
    momentum_gradient(t, q, v, out.p_q);
    force_slope(t, q, v, out.f_v);
    out.f_v += out.p_q.transpose();
  }

  /// k_q, m x n.
  virtual void constraint_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& k_q) const = 0;
  virtual void linearise(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda,
                         Linearisation<Real, n, m>& out) const = 0;

  virtual void rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
                     Rates<Real, n, m>& out) const = 0;
  virtual void linearise_rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
                               RatesLinearisation<Real, n, m>& out) const = 0;

  /// K, and K_q[i] = dK/dq_i, m x n each; K_q has n entries.
  virtual void reaction_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& K,
                                 std::vector<Jacobian>& K_q) const = 0;

  /// A basis X of ker K, n x (n - m). This function and the next two are called only if traits().adapted_basis.
  virtual void adapted_basis(const Coordinates& /*q*/, Frame& /*X*/) const { assert(false); }
  /// turning_i = p . (dX/dq_i) y at fixed p and y, n numbers.
  virtual void basis_turning(const Coordinates& /*q*/, const Coordinates& /*p*/, const Reduced& /*y*/,
                             Coordinates& /*turning*/) const {
    assert(false);
  }
  /// along_a = p . (sum_i z_i dX_a/dq_i), n - m numbers.
  virtual void basis_along(const Coordinates& /*q*/, const Coordinates& /*p*/, const Coordinates& /*z*/,
                           Reduced& /*along*/) const {
    assert(false);
  }

  /// v . L_v - L; kinetic plus potential energy for a mechanical system. [J]
  virtual Real energy(Real t, const Coordinates& q, const Coordinates& v) const = 0;

  /// L_t at fixed q and v: what the energy loses to the time in a second. [W]
  virtual Real lagrangian_rate(Real t, const Coordinates& q, const Coordinates& v) const = 0;
};

namespace detail {

template <class Real, class Sizes> struct DynamicsIn;
template <class Real, class... Sizes> struct DynamicsIn<Real, SizeClasses<Sizes...>> {
  using type = std::variant<std::shared_ptr<const Dynamics<Real, Sizes::n, Sizes::m>>...,
                            std::shared_ptr<const Dynamics<Real, dynamic, dynamic>>>;
};

}  // namespace detail

/// Dynamics in whichever size class they are.
template <class Real> using AnyDynamics = typename detail::DynamicsIn<Real, FixedSizeClasses<Real>>::type;

}  // namespace nonholo
