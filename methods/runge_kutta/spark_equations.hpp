// The equations of a SPARK step on a mechanical system (spark.hpp). Private header of methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/run/stage_integrator.hpp>
#include <nonholo/framework/solver/kept_jacobian.hpp>
#include <nonholo/framework/solver/kept_weights.hpp>
#include <nonholo/framework/solver/stage_history.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/framework/system/velocity_scale.hpp>
#include <nonholo/methods/runge_kutta/exact_spark.hpp>
#include <nonholo/methods/runge_kutta/frozen_spark.hpp>
#include <nonholo/methods/runge_kutta/spark_coefficients.hpp>
#include <nonholo/methods/runge_kutta/spark_unknowns.hpp>

#include <algorithm>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace nonholo {

/// Unknowns x: V_0 ... V_{s-1}, V_s = v_1, then L_0 ... L_{s-1}. Residuals F: the momentum equations of the s + 1
/// points, then the averaged constraints and the one at the end. SparkUnknowns tells where they stand.
template <class Real, int n, int m> class SparkEquations final : public StepEquations<Real>, public KeptJacobian {
  using Q = Vector<Real, n>;
  using L = Vector<Real, m>;
  using typename StepEquations<Real>::State;

 public:
  SparkEquations(std::shared_ptr<const SparkCoefficients<Real>> coefficients, const Dynamics<Real, n, m>& dynamics)
      : T_(std::move(coefficients)),
        dynamics_(dynamics) {
    if (!ideal_) frozen_.react_with(own_slope_);
  }

  MethodTraits traits() const override { return T_->traits; }
  int points() const override { return T_->points; }
  int remembered() const override { return StageHistory<Real>::depth; }
  /// V, the end included.
  TimedUnknowns<Real> timed_unknowns() const override {
    return {T_->c.head(s_ + 1), at_.apart(), std::min(static_cast<int>(s_) + 1, 5)};
  }
  Eigen::Index multipliers() const override { return m_; }
  Eigen::Index size() const override { return at_.size(); }

  void begin(const State& state, Real h) override {
    kept_weights_.begin_step();
    t0_ = state.t;
    q0_ = state.q;
    start_.head(n_) = q0_;
    v0_ = state.v;
    h_ = h;
    for (std::size_t i = 0; i < t_.size(); ++i) t_[i] = t0_ + T_->c[static_cast<Eigen::Index>(i)] * h;
    dynamics_.begin_step(t0_, q0_, v0_, from_);
    if (!constant_mass_ || frozen_.inverts_mass()) return;
    if (sparse_mass_) {
      const Sparse<Real> M = dynamics_.sparse_mass(t0_, q0_);
      diagonal_ = M.diagonal();
      return frozen_.invert_sparse_mass(M);
    }
    for (auto& point : point_) dynamics_.mass(t0_, q0_, v0_, point.p_v);
    frozen_.invert_constant_mass(point_[0].p_v);
  }

  /// V_i = v_0 + c_i h a_0, L_i = lambda_0 where accelerations and multipliers exist at the start, else V_i = v_0, L_i
  /// = 0.
  void first_guess(VectorX<Real>& x) override {
    kept_weights_.guess_from_start();
    const bool regular = saddle_.solve(t0_, q0_, v0_);
    if (regular) lambda_ = saddle_.multipliers();
    else lambda_.setZero();
    x.setZero();
    for (Eigen::Index i = 0; i <= s_; ++i) {
      v_ = v0_;
      if (regular) v_ += (h_ * T_->c[i]) * saddle_.acceleration();
      x.segment(at_.velocity(i), n_) = v_;
      for (Eigen::Index b = 0; i < s_ && b < m_; ++b) x[at_.multiplier(i, b)] = lambda_[b];
    }
  }

  /// (q_1, v_1) and the last stage multiplier.
  void end(const VectorX<Real>& x, State& next) override {
    unpack(x.data());
    positions(x.data());
    as<Q>(next.q) = Q_[last()];
    as<Q>(next.v) = V_[last()];
    as<L>(next.lambda) = L_[last() - 1];
  }

  void residual(const VectorX<Real>& x, VectorX<Real>& F) override {
    unpack(x.data());
    positions(x.data());
    evaluate();
    momentum_rows(F.data());
    constraint_rows(F.data());
  }

  void weights(const VectorX<Real>&, VectorX<Real>& weight) override {
    if (kept_weights_.serve(h_)) return;
    weigh(weight.data());
  }

  bool linearise() override {
    if (constant_mass_ ? !frozen_.inverts_mass() : !frozen_.invert_masses(point_)) return false;
    return frozen_.compute(point_, from_, h_);
  }

  void correct(const VectorX<Real>& F, VectorX<Real>& dx) override { frozen_.correct(F.data(), dx.data()); }

  void jacobian(const VectorX<Real>&, MatrixX<Real>& J) override {
    for (Eigen::Index i = 0; i < T_->points; ++i)  // points beyond the stages have no reaction of their own
      dynamics_.linearise(t_[index(i)], Q_[index(i)], V_[index(i)], L_[index(std::min(i, s_ - 1))], exact_.at(i));
    exact_.fill(J, h_);
  }

 private:
  Eigen::Index size_n() const { return n == dynamic ? n_ : n; }
  Eigen::Index size_m() const { return m == dynamic ? m_ : m; }

  /// Everything at all points that are at hand. With constant mass the end needs no derivatives.
  void evaluate() {
    const auto s = index(s_), full = constant_mass_ ? s : s + 1;
    dynamics_.evaluate({t_.data(), full}, {Q_.data(), full}, {V_.data(), full}, {point_.data(), full});
    for (std::size_t i = full; i < index(T_->points); ++i)
      dynamics_.constraint(t_[i], Q_[i], V_[i], point_[i].k, point_[i].K);
    if (constant_mass_) dynamics_.momentum(t_[s], Q_[s], V_[s], point_[s].p);
    if (!ideal_) react(s);
  }

  /// The reactions of constraints that are not ideal.
  void react(std::size_t stages) {
    for (std::size_t j = 0; j < stages; ++j) {
      dynamics_.reaction(t_[j], Q_[j], V_[j], L_[j], own_reaction_[j], slope_);
      own_slope_[j] = slope_.transpose();
    }
  }

  /// R: p_i - p_0 - h sum_j (ah_ij f_j + at_ij r_j), r_j = K_j^T L_j of ideal constraints.
  void momentum_rows(Real* __restrict F) {
    const Eigen::Index s = s_, apart = at_.apart();
    const bool same = T_->same_forces;
    for (Eigen::Index j = 0; j < s; ++j) {
      const auto reaction = [&](Eigen::Index r) {
        if (!ideal_) return own_reaction_[index(j)].coeff(r);
        Real sum = 0;
        for (Eigen::Index b = 0; b < size_m(); ++b) sum += point(j).K.coeff(b, r) * L_[index(j)].coeff(b);
        return sum;
      };
      const auto force = [&](Eigen::Index r) { return point(j).f.coeff(r); };
      Real* const f = forces_.data() + j * apart;
      if (same) {
        set_column<n>(size_n(), f, [&](Eigen::Index r) { return Real(force(r) + reaction(r)); });
      } else {
        set_column<n>(size_n(), f, force);
        set_column<n>(size_n(), reactions_.data() + j * apart, reaction);
      }
    }
    for (Eigen::Index i = 0; i <= s; ++i) {
      Real* const R = F + at_.velocity(i);
      set_column<n>(size_n(), R, [&](Eigen::Index r) { return Real(point(i).p.coeff(r) - from_.p.coeff(r)); });
      affine<n, dynamic>(size_n(), s, R, -h_, forces_.data(), apart, &a_hat_[index(i * s)], R);
      if (!same) affine<n, dynamic>(size_n(), s, R, -h_, reactions_.data(), apart, &a_tilde_[index(i * s)], R);
    }
  }

  /// Multipliers act through the velocities, h p_v^-1 K^T dL is part of every dV: they are not watched.
  void weigh(Real* __restrict weight) {
    using std::abs;
    const Eigen::Index s = s_;
    Real twice_kinetic = 0;
    sum_.setZero();  // the largest of every velocity
    for (Eigen::Index i = 0; i <= s; ++i) {
      Real twice = 0;
      for (Eigen::Index r = 0; r < size_n(); ++r) {
        const Real v = V_[index(i)].coeff(r);
        twice += v * point(i).p.coeff(r);
        sum_.coeffRef(r) = std::max<Real>(sum_.coeff(r), abs(v));
      }
      twice_kinetic = std::max<Real>(twice_kinetic, abs(twice));
    }
    v_.setZero();  // impulses
    for (Eigen::Index j = 0; j < s; ++j)
      for (Eigen::Index r = 0; r < size_n(); ++r) {
        Real reaction = 0;
        if (ideal_)
          for (Eigen::Index b = 0; b < size_m(); ++b) reaction += abs(point(j).K.coeff(b, r) * L_[index(j)].coeff(b));
        else reaction = abs(own_reaction_[index(j)].coeff(r));
        v_.coeffRef(r) = std::max<Real>({v_.coeff(r), abs(h_ * point(j).f.coeff(r)), abs(h_) * reaction});
      }
    add_impulses(
        v_, [this](Eigen::Index r) { return sparse_mass_ ? diagonal_[r] : point(0).p_v(r, r); }, sum_, twice_kinetic);
    if (sparse_mass_) velocity_weights_of(sum_, twice_kinetic, diagonal_, v_);
    else velocity_weights(sum_, twice_kinetic, point(0).p_v, v_);
    for (Eigen::Index i = 0; i <= s; ++i)
      set_column<n>(size_n(), weight + at_.velocity(i), [this](Eigen::Index r) { return v_.coeff(r); });
    for (Eigen::Index i = at_.multipliers(); i < at_.size(); ++i) weight[i] = 0;
  }

  /// C: sum_l w_il k_l.
  void constraint_rows(Real* __restrict F) {
    const Eigen::Index points = T_->points;
    for (Eigen::Index b = 0; b < size_m(); ++b) {
      for (Eigen::Index l = 0; l < points; ++l) constraints_[l] = point(l).k.coeff(b);
      affine<dynamic, dynamic>(s_, points, nullptr, Real(1), w_.data(), w_.rows(), constraints_.data(),
                               F + at_.multiplier(0, b));
    }
  }

  /// V and L of x; the virtual functions of Dynamics take whole vectors.
  void unpack(const Real* __restrict x) {
    const Eigen::Index s = s_;
    for (Eigen::Index i = 0; i <= s; ++i)
      set_column<n>(size_n(), V_[index(i)].data(), [V = x + at_.velocity(i)](Eigen::Index r) { return V[r]; });
    for (Eigen::Index i = 0; i < s; ++i)
      for (Eigen::Index b = 0; b < size_m(); ++b) L_[index(i)].coeffRef(b) = x[at_.multiplier(i, b)];
    for (Eigen::Index i = s + 1; i < T_->points; ++i) {
      Q& V = V_[index(i)];
      V.setZero();
      for (Eigen::Index j = 0; j < s; ++j) V += T_->beta(i - s - 1, j) * V_[index(j)];
    }
  }

  /// Q_: q_0 + h sum_j a_ij V_j. Never inlined: q_1 must be rounded as it was when the constraint was solved at it,
  /// because an ulp of a large angle is many ulps of the constraint.
  [[gnu::noinline]] void positions(const Real* x) {
    for (Eigen::Index i = 0; i < T_->points; ++i)
      affine<n, dynamic>(size_n(), s_, start_.data(), h_, x, at_.apart(), &a_[index(i * s_)], Q_[index(i)].data());
  }

  static std::size_t index(Eigen::Index i) { return static_cast<std::size_t>(i); }
  std::size_t last() const { return index(s_); }
  Block<Real, n, m>& point(Eigen::Index i) { return point_[index(i)]; }

  std::shared_ptr<const SparkCoefficients<Real>> T_;
  const Dynamics<Real, n, m>& dynamics_;
  const bool constant_mass_ = dynamics_.traits().constant_mass, ideal_ = dynamics_.traits().ideal;
  const Eigen::Index n_ = dynamics_.coordinates(), m_ = dynamics_.constraints(), s_ = T_->stages;
  // of a size that the run knows: such systems may be large, and have no room for n x n numbers
  const bool sparse_mass_ = n == dynamic && dynamics_.traits().sparse_mass;
  // with n x n numbers, of a sparse mass where they are few
  StepStart<Real, n, m> from_{n_, m_, dynamics_.traits().coupled && (!sparse_mass_ || n_ <= 32)};
  const SparkUnknowns<n> at_{n_, m_, s_};
  SaddlePoint<Real, n, m> saddle_{dynamics_};
  FrozenSpark<Real, n, m> frozen_{*T_, n_, m_, sparse_mass_, from_.coupled};
  ExactSpark<Real, n, m> exact_{*T_, n_, m_};

  const std::vector<Real> a_ = by_rows(T_->a), a_hat_ = by_rows(T_->a_hat), a_tilde_ = by_rows(T_->a_tilde);
  const MatrixX<Real> w_ = T_->w;
  Real t0_ = 0, h_ = 0;
  Q q0_{n_}, v0_{n_}, v_{n_}, sum_{n_}, diagonal_{n_};  // that of a sparse mass
  L lambda_{m_};
  std::vector<Block<Real, n, m>> point_ =
      std::vector<Block<Real, n, m>>(static_cast<std::size_t>(T_->points), Block<Real, n, m>(n_, m_, !sparse_mass_));
  // and one more, for the number behind the last that is written (small_product.hpp)
  std::vector<Q> Q_ = std::vector<Q>(index(T_->points + 1), Q(n_)), V_ = Q_;
  VectorX<Real> start_ = VectorX<Real>::Zero(at_.apart());  // q_0
  VectorX<Real> forces_{s_ * at_.apart()}, reactions_ = forces_, constraints_{T_->points};
  std::vector<Real> t_ = std::vector<Real>(index(T_->points));
  std::vector<L> L_ = std::vector<L>(index(s_), L(m_));
  // of reactions that are not ideal, at the stages: r and r_lambda^T
  std::vector<Q> own_reaction_ = std::vector<Q>(ideal_ ? 0 : index(s_), Q(n_));
  std::vector<Matrix<Real, m, n>> own_slope_ =
      std::vector<Matrix<Real, m, n>>(ideal_ ? 0 : index(s_), Matrix<Real, m, n>(m_, n_));
  Matrix<Real, n, m> slope_{n_, m_};
  KeptWeights<Real> kept_weights_{7};
};

}  // namespace nonholo
