// A mechanical system that holds some of its constraints and leaves the others to follow from them:
//
//   k_R(t, q, v) = 0,   K_R = the rows R of K,   reactions K_R^T mu
//
// The motion is that of all constraints where the rows R span those of K; mu are then one set of many multipliers that
// cause it (independent_rows.hpp).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics.hpp>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace nonholo {

/// Of dynamics with ideal constraints, in whichever size class; what it makes is in the class of sizes known at run
/// time. Every call allocates, unlike those of other dynamics: who wants speed leaves redundant constraints out.
template <class Real, int n, int m> class DynamicsOfRows final : public Dynamics<Real, dynamic, dynamic> {
  using Base = Dynamics<Real, dynamic, dynamic>;
  using All = Dynamics<Real, n, m>;
  using Index = Eigen::Index;

 public:
  using typename Base::Coordinates, typename Base::Multipliers, typename Base::Jacobian, typename Base::Mass;

  /// @param rows numbers of constraints of `all`, ascending
  DynamicsOfRows(std::shared_ptr<const All> all, std::vector<Index> rows)
      : all_(std::move(all)),
        rows_(std::move(rows)) {}

  Index coordinates() const override { return all_->coordinates(); }
  Index constraints() const override { return static_cast<Index>(rows_.size()); }

  DynamicsTraits traits() const override {
    DynamicsTraits traits = all_->traits();
    traits.holonomic = static_cast<int>(std::ranges::count_if(rows_, [&](Index i) { return i < traits.holonomic; }));
    traits.adapted_basis = false;  // one of them all has too many columns for the rows that stay
    return traits;
  }

  void evaluate(Real t, const Coordinates& q, const Coordinates& v, Block<Real, dynamic, dynamic>& out) const override {
    Block<Real, n, m> block(coordinates(), all_->constraints(), out.p_v.size() > 0);
    all_->evaluate(t, q, v, block);
    out.p = block.p;
    out.f = block.f;
    if (!all_->traits().constant_mass) out.p_v = block.p_v;
    pick(block.k, out.k);
    pick(block.K, out.K);
  }

  void momentum(Real t, const Coordinates& q, const Coordinates& v, Coordinates& p) const override {
    p = vector([&](auto& out) { all_->momentum(t, q, v, out); });
  }
  void force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& f) const override {
    f = vector([&](auto& out) { all_->force(t, q, v, out); });
  }
  void external_force(Real t, const Coordinates& q, const Coordinates& v, Coordinates& F) const override {
    F = vector([&](auto& out) { all_->external_force(t, q, v, out); });
  }

  void constraint(Real t, const Coordinates& q, const Coordinates& v, Multipliers& k, Jacobian& K) const override {
    Vector<Real, m> all_k(all_->constraints());
    Matrix<Real, m, n> all_K(all_->constraints(), coordinates());
    all_->constraint(t, q, v, all_k, all_K);
    pick(all_k, k);
    pick(all_K, K);
  }

  void position_constraint(Real t, const Coordinates& q, Multipliers& g) const override {
    Vector<Real, m> all_g(all_->constraints());
    all_->position_constraint(t, q, all_g);
    pick(all_g, g);
  }

  void mass(Real t, const Coordinates& q, const Coordinates& v, Mass& p_v) const override {
    Matrix<Real, n, n> M(coordinates(), coordinates());
    all_->mass(t, q, v, M);
    p_v = M;
  }
  Sparse<Real> sparse_mass(Real t, const Coordinates& q) const override { return all_->sparse_mass(t, q); }

  void momentum_gradient(Real t, const Coordinates& q, const Coordinates& v, Mass& p_q) const override {
    Matrix<Real, n, n> slope(coordinates(), coordinates());
    all_->momentum_gradient(t, q, v, slope);
    p_q = slope;
  }
  void force_slope(Real t, const Coordinates& q, const Coordinates& v, Mass& F_v) const override {
    Matrix<Real, n, n> slope(coordinates(), coordinates());
    all_->force_slope(t, q, v, slope);
    F_v = slope;
  }

  void constraint_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& k_q) const override {
    Matrix<Real, m, n> all_k_q(all_->constraints(), coordinates());
    all_->constraint_gradient(t, q, v, all_k_q);
    pick(all_k_q, k_q);
  }

  void linearise(Real t, const Coordinates& q, const Coordinates& v, const Multipliers& lambda,
                 Linearisation<Real, dynamic, dynamic>& out) const override {
    Linearisation<Real, n, m> all(coordinates(), all_->constraints());
    Vector<Real, m> all_lambda = Vector<Real, m>::Zero(all_->constraints());
    for (Index i = 0; i < constraints(); ++i) all_lambda[row(i)] = lambda[i];
    all_->linearise(t, q, v, all_lambda, all);
    out.p_q = all.p_q;
    out.p_v = all.p_v;
    out.f_q = all.f_q;
    out.f_v = all.f_v;
    out.reaction_q = all.reaction_q;
    out.reaction_v = all.reaction_v;
    pick(all.k_q, out.k_q);
    pick(all.K, out.K);
    out.reaction_lambda = out.K.transpose();
  }

  void rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
             Rates<Real, dynamic, dynamic>& out) const override {
    Rates<Real, n, m> all(coordinates(), all_->constraints());
    all_->rates(t, q, v, a, all);
    out.p_dot = all.p_dot;
    pick(all.k_dot, out.k_dot);
  }

  void linearise_rates(Real t, const Coordinates& q, const Coordinates& v, const Coordinates& a,
                       RatesLinearisation<Real, dynamic, dynamic>& out) const override {
    RatesLinearisation<Real, n, m> all(coordinates(), all_->constraints());
    all_->linearise_rates(t, q, v, a, all);
    out.p_dot_q = all.p_dot_q;
    out.p_dot_v = all.p_dot_v;
    pick(all.k_dot_q, out.k_dot_q);
    pick(all.k_dot_v, out.k_dot_v);
  }

  void reaction_gradient(Real t, const Coordinates& q, const Coordinates& v, Jacobian& K,
                         std::vector<Jacobian>& K_q) const override {
    const Matrix<Real, m, n> empty = Matrix<Real, m, n>::Zero(all_->constraints(), coordinates());
    Matrix<Real, m, n> all_K = empty;
    std::vector<Matrix<Real, m, n>> all_K_q(static_cast<std::size_t>(coordinates()), empty);
    all_->reaction_gradient(t, q, v, all_K, all_K_q);
    pick(all_K, K);
    for (std::size_t i = 0; i < K_q.size(); ++i) pick(all_K_q[i], K_q[i]);
  }

  Real energy(Real t, const Coordinates& q, const Coordinates& v) const override { return all_->energy(t, q, v); }
  Real lagrangian_rate(Real t, const Coordinates& q, const Coordinates& v) const override {
    return all_->lagrangian_rate(t, q, v);
  }

 private:
  Index row(Index i) const { return rows_[static_cast<std::size_t>(i)]; }

  template <class From, class To> void pick(const From& from, To& to) const {
    for (Index i = 0; i < constraints(); ++i) to.row(i) = from.row(row(i));
  }

  template <class Fill> Vector<Real, n> vector(const Fill& fill) const {
    Vector<Real, n> x(coordinates());
    fill(x);
    return x;
  }

  std::shared_ptr<const All> all_;
  std::vector<Index> rows_;
};

}  // namespace nonholo
