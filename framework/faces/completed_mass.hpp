// A mechanical system whose mass is positive definite on the velocities that its constraints allow, but not on all: the
// same motion with a mass that is positive definite on all. To the Lagrangian is added
//
//   L' = L + 1/2 k^T C k,   C diagonal and constant,
//   p' = p + K^T C k,   f' = f + k_q^T C k,   p'_v = p_v + K^T C K.
//
// Every motion has k = 0 at all times. So k_q^T C k = 0 and d/dt (K^T C k) = 0 along it: q, v, the energy and the
// multipliers are those of L. The term needs all of k: with k = A v + b, the square of A v alone would add forces.
//
// rates() puts k_q^T C k in the place of (dK/dt)^T C k. Both vanish on motions. With it f' - p'_dot is
// f - p_dot - K^T C k_dot, so that accelerations and multipliers off the constraint are those of L as well. Derivatives
// leave out k_qq, k_qv and k_vv where they are multiplied by C k, but for K_q: no function of the face has them, and
// they are exact where k = 0.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace nonholo {

/// What is known beforehand of the constraints.
struct RowTraits {
  bool constant = false;   ///< K depends on nothing
  bool no_offset = false;  ///< k = K v
};

/// Of dynamics in the same size class. Every call allocates where only the run knows the sizes.
template <class Real, int n, int m> class CompletedMass final : public Dynamics<Real, n, m> {
  using Base = Dynamics<Real, n, m>;
  using Index = Eigen::Index;

 public:
  using typename Base::Coordinates, typename Base::Multipliers, typename Base::Jacobian, typename Base::Mass;
  using typename Base::Frame, typename Base::Reduced;

  /// @param added diagonal of C, m positive numbers. [energy / unit of k squared]
  CompletedMass(std::shared_ptr<const Base> own, Multipliers added, RowTraits rows)
      : own_(std::move(own)),
        added_(std::move(added)),
        rows_(rows),
        constant_(coordinates(), coordinates()) {
    const Coordinates rest = Coordinates::Zero(coordinates());
    if (own_->traits().constant_mass) own_->mass(0, rest, rest, constant_);
  }

  const std::shared_ptr<const Base>& own() const { return own_; }
  const Multipliers& added() const { return added_; }

  Index coordinates() const override { return own_->coordinates(); }
  Index constraints() const override { return own_->constraints(); }

  DynamicsTraits traits() const override {
    DynamicsTraits traits = own_->traits();
    traits.constant_mass = traits.constant_mass && traits.linear_constraint && rows_.constant;
    traits.natural = traits.natural && traits.linear_constraint && rows_.no_offset;
    traits.sparse_mass = false;
    traits.coupled = traits.coupled || !traits.constant_mass;
    return traits;
  }

  void evaluate(Real t, const Coordinates& q, const Coordinates& v, Block<Real, n, m>& out) const override {
    own_->evaluate(t, q, v, out);
    const Multipliers weighted = added_.cwiseProduct(out.k);
    Jacobian k_q(constraints(), coordinates());
    own_->constraint_gradient(t, q, v, k_q);
    out.p.noalias() += out.K.transpose() * weighted;
    out.f.noalias() += k_q.transpose() * weighted;
    if (traits().constant_mass) return;
    if (own_->traits().constant_mass) out.p_v = constant_;
    complete(out.K, out.p_v);
  }
  using Base::evaluate;

  void momentum(Real t, const Coordinates& q, const Coordinates& v, Coordinates& p) const override {
    own_->momentum(t, q, v, p);
    const Rows rows = rows_at(t, q, v);
    p.noalias() += rows.K.transpose() * added_.cwiseProduct(rows.k);
  }
  void force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& f) const override {
    own_->force(t, q, v, f);
    Jacobian k_q(constraints(), coordinates());
    own_->constraint_gradient(t, q, v, k_q);
    f.noalias() += k_q.transpose() * added_.cwiseProduct(rows_at(t, q, v).k);
  }
  void external_force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& F) const override {
    own_->external_force(t, q, v, F);
  }
  void constraint(Real t, const Coordinates& q, const Coordinates& v, Multipliers& k, Jacobian& K) const override {
    own_->constraint(t, q, v, k, K);
  }
  void position_constraint(Real t, const Coordinates& q, Multipliers& g) const override {
    own_->position_constraint(t, q, g);
  }
  void reaction(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda, Coordinates& r,
                Matrix<Real, n, m>& r_lambda) const override {
    own_->reaction(t, q, v, lambda, r, r_lambda);
  }
  void mass(Real t, const Coordinates& q, const Coordinates& v, Mass& p_v) const override {
    own_->mass(t, q, v, p_v);
    complete(rows_at(t, q, v).K, p_v);
  }
  Sparse<Real> sparse_mass(Real, const Coordinates&) const override { return assert(false), Sparse<Real>(); }

  void momentum_gradient(Real t, const Coordinates& q, const Coordinates& v, Mass& p_q) const override {
    own_->momentum_gradient(t, q, v, p_q);
    const Slopes at = slopes_at(t, q, v);
    p_q += at.K.transpose() * weigh(at.k_q);
    add_turning(at, added_.cwiseProduct(at.k), p_q);
  }
  void force_slope(Real t, const Coordinates& q, const Coordinates& v, Mass& F_v) const override {
    own_->force_slope(t, q, v, F_v);
  }
  void constraint_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& k_q) const override {
    own_->constraint_gradient(t, q, v, k_q);
  }

  void linearise(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda,
                 Linearisation<Real, n, m>& out) const override {
    own_->linearise(t, q, v, lambda, out);
    const Slopes at = slopes_at(t, q, v);
    Mass p_q = at.K.transpose() * weigh(at.k_q);
    add_turning(at, added_.cwiseProduct(at.k), p_q);
    out.p_q += p_q;
    out.f_v += p_q.transpose();
    out.f_q += at.k_q.transpose() * weigh(at.k_q);
    complete(at.K, out.p_v);
  }

  void rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
             Rates<Real, n, m>& out) const override {
    own_->rates(t, q, v, a, out);
    Jacobian k_q(constraints(), coordinates());
    own_->constraint_gradient(t, q, v, k_q);
    const Rows rows = rows_at(t, q, v);
    out.p_dot.noalias() += k_q.transpose() * added_.cwiseProduct(rows.k);
    out.p_dot.noalias() += rows.K.transpose() * added_.cwiseProduct(out.k_dot);
  }

  void linearise_rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
                       RatesLinearisation<Real, n, m>& out) const override {
    own_->linearise_rates(t, q, v, a, out);
    Rates<Real, n, m> rates(coordinates(), constraints());
    own_->rates(t, q, v, a, rates);
    const Slopes at = slopes_at(t, q, v);
    out.p_dot_q += at.k_q.transpose() * weigh(at.k_q) + at.K.transpose() * weigh(out.k_dot_q);
    add_turning(at, added_.cwiseProduct(rates.k_dot), out.p_dot_q);
    out.p_dot_v += at.k_q.transpose() * weigh(at.K) + at.K.transpose() * weigh(out.k_dot_v);
    Mass turning = Mass::Zero(coordinates(), coordinates());
    add_turning(at, added_.cwiseProduct(at.k), turning);
    out.p_dot_v += turning.transpose();
  }

  void reaction_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& K,
                         std::vector<Jacobian>& K_q) const override {
    own_->reaction_gradient(t, q, v, K, K_q);
  }

  void adapted_basis(const Coordinates& q, Frame& X) const override { own_->adapted_basis(q, X); }
  void basis_turning(const Coordinates& q, const Coordinates& p, const Reduced& y,
                     Coordinates& turning) const override {
    own_->basis_turning(q, p, y, turning);
  }
  void basis_along(const Coordinates& q, const Coordinates& p, const Coordinates& z, Reduced& along) const override {
    own_->basis_along(q, p, z, along);
  }

  /// v . p' - L', whose derivatives p' and f' are. (That of L is own()->energy().)
  Real energy(Real t, const Coordinates& q, const Coordinates& v) const override {
    const Rows rows = rows_at(t, q, v);
    const Multipliers moved = rows.K * v - rows.k / 2;
    return own_->energy(t, q, v) + moved.dot(added_.cwiseProduct(rows.k));
  }

  /// L_t: what k_t^T C k adds vanishes on motions, and those of L' off the constraint are nobody's.
  Real lagrangian_rate(Real t, const Coordinates& q, const Coordinates& v) const override {
    return own_->lagrangian_rate(t, q, v);
  }

 private:
  struct Rows {
    Multipliers k;
    Jacobian K;
  };
  struct Slopes {
    Multipliers k;
    Jacobian K, k_q;
    std::vector<Jacobian> K_q;
  };

  Rows rows_at(Real t, const Coordinates& q, const Coordinates& v) const {
    Rows rows{Multipliers(constraints()), Jacobian(constraints(), coordinates())};
    own_->constraint(t, q, v, rows.k, rows.K);
    return rows;
  }
  Slopes slopes_at(Real t, const Coordinates& q, const Coordinates& v) const {
    const Jacobian empty = Jacobian::Zero(constraints(), coordinates());
    Slopes at{Multipliers(constraints()), empty, empty,
              std::vector<Jacobian>(static_cast<std::size_t>(coordinates()), empty)};
    own_->constraint(t, q, v, at.k, at.K);
    own_->constraint_gradient(t, q, v, at.k_q);
    own_->reaction_gradient(t, q, v, at.K, at.K_q);
    return at;
  }

  Jacobian weigh(const Jacobian& rows) const { return added_.asDiagonal() * rows; }

  /// M <- M + K^T C K
  void complete(const Jacobian& K, Mass& M) const { M.noalias() += K.transpose() * weigh(K); }

  /// M <- M + (K^T x)_q
  static void add_turning(const Slopes& at, const Multipliers& x, Mass& M) {
    for (Index j = 0; j < M.cols(); ++j) M.col(j).noalias() += at.K_q[static_cast<std::size_t>(j)].transpose() * x;
  }

  std::shared_ptr<const Base> own_;
  Multipliers added_;
  RowTraits rows_;
  Mass constant_;  // p_v of L where it is constant
};

/// The face with the mass, momentum and energy of L: `face` itself unless it completes one.
template <class Real, int n, int m>
std::shared_ptr<const Dynamics<Real, n, m>> own_face(const std::shared_ptr<const Dynamics<Real, n, m>>& face) {
  const auto* completed = dynamic_cast<const CompletedMass<Real, n, m>*>(face.get());
  return completed ? completed->own() : face;
}

}  // namespace nonholo
