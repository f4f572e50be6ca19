// Rows R are held, rows N are not: K_N = B K_R with B = K_N K_R^T (K_R K_R^T)^-1. Multipliers with K^T lambda =
// K_R^T mu satisfy lambda_R + B^T lambda_N = mu. The smallest of these are lambda_R = x, lambda_N = B x with
// (1 + B^T B) x = mu  (normal equations of least norm; Golub, Van Loan 2013, Matrix Computations, 5.6.2).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/redundant_probe.hpp>

#include <nonholo/framework/base/cholesky.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/orthogonal_rows.hpp>
#include <nonholo/framework/system/start_messages.hpp>

#include <algorithm>
#include <utility>

namespace nonholo::detail {

namespace {

/// k and K of all rows at (t, q, v).
template <class Real> struct RowsAt {
  VectorX<Real> k;
  MatrixX<Real> K;
};
template <class Real> using Rows = std::function<RowsAt<Real>(Real t, const VectorX<Real>& q, const VectorX<Real>& v)>;

template <class Real> Rows<Real> rows_of(const System<Real>& system) {
  return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> Rows<Real> {
    return [dynamics](Real t, const VectorX<Real>& q, const VectorX<Real>& v) -> RowsAt<Real> {
      Vector<Real, m> k(dynamics->constraints());
      Matrix<Real, m, n> K(dynamics->constraints(), dynamics->coordinates());
      dynamics->constraint(t, q, v, k, K);
      return {k, K};
    };
  });
}

/// The Euclidean metric, for vectors whose units are not known.
struct Euclidean {
  template <class X> void solve_in_place(X&) const {}
};

template <class Real> class RedundantProbe final : public Probe<Real> {
  using Values = typename Probe<Real>::Values;

 public:
  RedundantProbe(const System<Real>& system, std::unique_ptr<Probe<Real>> all, std::unique_ptr<Probe<Real>> held)
      : rows_(rows_of(system.with_all_rows())),
        all_(std::move(all)),
        held_(std::move(held)),
        is_held_(static_cast<std::size_t>(system.constraints())) {
    for (const Eigen::Index i : system.held_rows()) is_held_[static_cast<std::size_t>(i)] = true;
  }

  Real energy(Real t, Values q, Values v) override { return all_->energy(t, q, v); }
  Real kinetic_energy(Real t, Values q, Values v) override { return all_->kinetic_energy(t, q, v); }
  bool mass_definite(Real t, Values q, Values v) override { return held_->mass_definite(t, q, v); }
  std::string driven_by(Real t, Values q, Values v) override { return held_->driven_by(t, q, v); }
  bool differs_at(Real t, Real other, Values q, Values v) override { return all_->differs_at(t, other, q, v); }
  Real power(Real t, Values q, Values v) override { return held_->power(t, q, v); }
  bool acceleration(Real t, Values q, Values v, std::span<Real> a) override { return held_->acceleration(t, q, v, a); }
  bool place(Real t, std::span<Real> q, Values v) override { return held_->place(t, q, v); }
  bool project(Real t, Values q, std::span<Real> v) override { return held_->project(t, q, v); }

  /// Verdicts are on the rows held. The singular values are those of all rows.
  Regularity regularity(Real t, Values q, Values v) override {
    Regularity at = held_->regularity(t, q, v);
    at.constraint_singular_values = all_->regularity(t, q, v).constraint_singular_values;
    return at;
  }

  std::optional<Violation<Real>> misplaced(Real t, Values q, Values v) override { return all_->misplaced(t, q, v); }
  std::optional<Violation<Real>> violated(Real t, Values q, Values v) override { return all_->violated(t, q, v); }

  ConstraintResidual<Real> constraint(Real t, Values q, Values v) override {
    const ConstraintResidual<Real> held = held_->constraint(t, q, v);
    drift_ = held.scaled + held.scaled_position;
    t_ = t;
    q_ = vector_of(q);
    v_ = vector_of(v);
    return all_->constraint(t, q, v);
  }

  RowResiduals<Real> rows() const override { return all_->rows(); }

  /// Where the other rows no longer follow from the rows held, a rank has grown. It is the rank of K, or that of (K, b)
  /// with b = k - K v, where rows of the same directions ask for different speeds.
  bool rank_held() override {
    split(t_, values(q_), values(v_));
    const MatrixX<Real> rest = K_N_ - B_ * K_R_;
    for (Eigen::Index i = 0; i < rest.rows(); ++i)
      if (!(rest.row(i).norm() <= Real(1e-7) * K_N_.row(i).norm())) return false;
    return speeds_agree() && held_->rank_held();
  }
  bool rank_swings() const override { return held_->rank_swings(); }
  bool rank_turned() const override { return held_->rank_turned(); }
  Real rank_left() const override { return held_->rank_left(); }
  void rank_step_back() override { held_->rank_step_back(); }
  std::vector<Real> rank_memory() const override { return held_->rank_memory(); }
  void remember_rank(Values memory) override { held_->remember_rank(memory); }

  bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) override {
    VectorX<Real> mu(held());
    if (!held_->multipliers(t, q, v, writable(mu))) return false;
    std::ranges::copy(of_all_rows(t, q, v, values(mu)), lambda.begin());
    return true;
  }

  VectorX<Real> of_all_rows(Real t, Values q, Values v, Values held) override {
    split(t, q, v);
    MatrixX<Real> metric = B_.transpose() * B_;
    metric.diagonal().array() += Real(1);
    Cholesky<Real, dynamic> factored(metric.rows());
    factored.compute(metric);
    VectorX<Real> x = vector_of(held);
    factored.solve_in_place(x);
    return join(x, VectorX<Real>(B_ * x));
  }

  bool same_multipliers(Real t, Values q, Values v, Values one, Values other) override {
    split(t, q, v);
    return held_->same_multipliers(t, q, v, values(of_held_rows(one)), values(of_held_rows(other)));
  }

 private:
  Eigen::Index held() const { return std::ranges::count(is_held_, true); }

  /// Whether k_N = B k_R to rounding, relative to the terms of each row. If the state has drifted off the rows held,
  /// equivalent rows differ by a part of that drift, so the drift is allowed for.
  bool speeds_agree() const {
    constexpr Real last_digits = 1 + 4 * epsilon<Real>;
    const VectorX<Real> k_R = of_rows(true, k_), k_N = of_rows(false, k_),
                        change = (rows_(t_ * last_digits, q_ * last_digits, v_ * last_digits).k - k_).cwiseAbs(),
                        left = (k_N - B_ * k_R).cwiseAbs(),
                        noise = of_rows(false, change) + B_.cwiseAbs() * of_rows(true, change),
                        terms = K_N_.cwiseAbs() * v_.cwiseAbs() + (k_N - K_N_ * v_).cwiseAbs();
    const Real part = Real(1e-7) + 10 * drift_;
    for (Eigen::Index i = 0; i < left.size(); ++i)
      if (!(left[i] <= part * terms[i] + 16 * noise[i])) return false;
    return true;
  }

  /// The entries of the rows held, or of the other rows.
  VectorX<Real> of_rows(bool that_are_held, const VectorX<Real>& all) const {
    VectorX<Real> picked(that_are_held ? held() : all.size() - held());
    for (Eigen::Index i = 0, to = 0; i < all.size(); ++i)
      if (is_held_[static_cast<std::size_t>(i)] == that_are_held) picked[to++] = all[i];
    return picked;
  }

  /// Sets K_R_, K_N_, k_ and B_ for this state.
  void split(Real t, Values q, Values v) {
    const auto [k, K] = rows_(t, vector_of(q), vector_of(v));
    k_ = k;
    K_R_.resize(held(), K.cols());
    K_N_.resize(K.rows() - held(), K.cols());
    for (Eigen::Index i = 0, r = 0, f = 0; i < K.rows(); ++i)
      if (is_held_[static_cast<std::size_t>(i)]) K_R_.row(r++) = K.row(i);
      else K_N_.row(f++) = K.row(i);
    OrthogonalRows<Real, dynamic, dynamic> rows(held(), K.cols());
    rows.compute(K_R_, Euclidean(), held());
    B_.resize(K_N_.rows(), held());
    for (Eigen::Index i = 0; i < K_N_.rows(); ++i) {
      VectorX<Real> parts = K_R_ * K_N_.row(i).transpose();
      rows.reach(parts);
      rows.combine(parts);
      B_.row(i) = parts.transpose();
    }
  }

  VectorX<Real> join(const VectorX<Real>& held, const VectorX<Real>& others) const {
    VectorX<Real> all(held.size() + others.size());
    for (Eigen::Index i = 0, r = 0, f = 0; i < all.size(); ++i)
      all[i] = is_held_[static_cast<std::size_t>(i)] ? held[r++] : others[f++];
    return all;
  }

  /// mu with K_R^T mu = K^T lambda.
  VectorX<Real> of_held_rows(Values lambda) const {
    const VectorX<Real> all = vector_of(lambda);
    return of_rows(true, all) + B_.transpose() * of_rows(false, all);
  }

  Rows<Real> rows_;
  std::unique_ptr<Probe<Real>> all_, held_;
  std::vector<bool> is_held_;
  MatrixX<Real> K_R_, K_N_, B_;
  VectorX<Real> k_;         // of all rows
  Real t_ = 0, drift_ = 0;  // of the latest constraint(); the drift is a scaled residual of the rows held
  VectorX<Real> q_, v_;
};

}  // namespace

template <class Real> std::unique_ptr<Probe<Real>> redundant_probe(const System<Real>& system,
                                                                   std::unique_ptr<Probe<Real>> all,
                                                                   std::unique_ptr<Probe<Real>> held) {
  return std::make_unique<RedundantProbe<Real>>(system, std::move(all), std::move(held));
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Probe<double>> redundant_probe(const System<double>&, std::unique_ptr<Probe<double>>,
                                                        std::unique_ptr<Probe<double>>);
#else
template std::unique_ptr<Probe<quad>> redundant_probe(const System<quad>&, std::unique_ptr<Probe<quad>>,
                                                      std::unique_ptr<Probe<quad>>);
#endif

}  // namespace nonholo::detail
