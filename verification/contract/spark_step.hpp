// One step of (6.1) of Jay 2009 as equations, solved by Newton's method and differentiated: discrete_principle.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/error.hpp>
#include <nonholo/verification/contract/discrete_principle.hpp>
#include <nonholo/verification/contract/loose_dynamics.hpp>
#include <nonholo/verification/contract/spark_scheme.hpp>

#include <cmath>
#include <limits>
#include <vector>

namespace nonholo::spark_step {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double undetermined = 1e-11;  // singular values below this part of the largest are round-off

/// A point of the step: its time, and its position, velocity and multipliers as linear maps of z.
struct Place {
  double t;
  Columns q, v, lambda;
};

/// The value in column 0, its derivatives with respect to z after it: sums of these are sums of both.
inline Columns jet(const Numbers& value, const Columns& slope) {
  Columns both(value.size(), slope.cols() + 1);
  both << value, slope;
  return both;
}

/// p, f, R = K^T lambda, k and L at a place, as jets; F^T dQ/dz of the external force as a row.
struct Jets {
  Columns p, f, R, k, L, F_dQ;
};

/// What the theorem speaks of, for one step.
struct DiscreteStep {
  double L, condition;
  Numbers D1_L, D2_L, f_minus, f_plus;
};

struct StepNode {
  double t;
  Numbers q, v;
};

/// A step and its discrete functions along variations of the start that keep k = 0: one-forms, as rows over the unit
/// vectors (dv_0, dq_0), projected onto these variations. They do not depend on how V_i is continued off the pairs
/// (q_0, q_1) that the motion joins.
struct StepForms {
  double L;         ///< L_d
  Columns dL;       ///< its derivative
  Columns forces;   ///< f_d^- dq_0 + f_d^+ dq_1
  Columns momenta;  ///< p_1 dq_1 - p_0 dq_0
  Columns start;    ///< dq_0, n rows: which variations they are
};

/// The orthogonal projector onto the kernel of A.
inline Columns in_kernel(const Columns& A) {
  return Columns::Identity(A.cols(), A.cols()) - least_squares(A, A, undetermined).x;
}

/// One step of (6.1), written without the integrator's own code and with no elimination: clarity over speed.
class SparkStep {
 public:
  SparkStep(const LooseDynamics& dynamics, const Scheme& scheme, Closing closing, double t0, double h)
      : dynamics_(dynamics),
        T_(scheme),
        closing_(closing),
        at_{dynamics.coordinates(), dynamics.constraints(), scheme.s},
        h_(h),
        start_{t0, at_.vector(at_.q0()), at_.vector(at_.v0()), no_multipliers()},
        end_{t0 + h, at_.vector(at_.q1()), at_.vector(at_.v1()), no_multipliers()} {
    const Columns own = Columns::Identity(T_.s, T_.s);
    for (Index i = 0; i < T_.s; ++i) {
      stages_.push_back(place(t0 + T_.c[i] * h, T_.a.row(i), own.row(i)));
      stages_.back().lambda = at_.entries(at_.lambda(i), at_.m);
    }
    for (Index j = 0; j < T_.w.cols(); ++j)
      averaged_.push_back(place(t0 + T_.c_k[j] * h, T_.alpha.row(j), T_.beta.row(j)));
  }

  /// z of the step from (q_0, v_0): Newton's method from the integrator's end, and V_i on the line between v_0 and v_1.
  Numbers solve(const StepNode& from, const StepNode& to) const {
    Numbers z = Numbers::Zero(at_.size());
    z.segment(at_.q0(), at_.n) = from.q;
    z.segment(at_.v0(), at_.n) = from.v;
    z.segment(at_.q1(), at_.n) = to.q;
    z.segment(at_.v1(), at_.n) = to.v;
    for (Index i = 0; i < T_.s; ++i) z.segment(at_.V(i), at_.n) = from.v + T_.c[i] * (to.v - from.v);
    newton(z);
    return z;
  }

  DiscreteStep principle(const Numbers& z) const {
    DiscreteStep out{};
    const Columns z_q = response(z, out.condition), z_q1 = z_q.leftCols(at_.n), z_q0 = z_q.rightCols(at_.n);
    const std::vector<Jets> stage = stage_jets(z);
    Columns R(at_.n, T_.s), L = Columns::Zero(1, 1 + at_.size()), minus = Columns::Zero(1, at_.size()), plus = minus;
    for (Index j = 0; j < T_.s; ++j) R.col(j) = item(stage, j).R.col(0);
    for (Index i = 0; i < T_.s; ++i) {
      const Columns& F_dQ = item(stage, i).F_dQ;
      const Numbers before = R * T_.at.row(i).transpose(), after = R * (T_.b - T_.at.row(i).transpose());
      L += h_ * T_.b[i] * item(stage, i).L;
      minus += h_ * T_.b[i] * (F_dQ - h_ * before.transpose() * item(stages_, i).v);
      plus += h_ * T_.b[i] * (F_dQ + h_ * after.transpose() * item(stages_, i).v);
    }
    out.L = L(0, 0);
    out.D1_L = (L.rightCols(at_.size()) * z_q0).transpose();
    out.D2_L = (L.rightCols(at_.size()) * z_q1).transpose();
    out.f_minus = (minus * z_q0).transpose();
    out.f_plus = (plus * z_q1).transpose();
    return out;
  }

  /// Along the solution z of solve(). In the sum of the forces the parts of V_i that q_0 and q_1 move are one change of
  /// V_i, and h sum_i b_i dV_i = dq_1 - dq_0.
  StepForms forms(const Numbers& z) const {
    const Columns along = variations(z);
    const std::vector<Jets> stage = stage_jets(z);
    const Jets start = jets(start_, z), end = jets(end_, z);
    const Columns dq0 = start_.q * along, dq1 = end_.q * along;
    const Columns none = Columns::Zero(1, along.cols());
    StepForms out{.L = 0, .dL = none, .forces = none, .momenta = none, .start = dq0};
    for (Index i = 0; i < T_.s; ++i) {
      out.L += h_ * T_.b[i] * item(stage, i).L(0, 0);
      out.dL += h_ * T_.b[i] * item(stage, i).L.rightCols(at_.size()) * along;
      out.forces += h_ * T_.b[i] * (item(stage, i).F_dQ * along + item(stage, i).R.col(0).transpose() * dq1);
      for (Index j = 0; j < T_.s; ++j)
        out.forces -=
            h_ * h_ * T_.b[i] * T_.at(i, j) * item(stage, j).R.col(0).transpose() * (item(stages_, i).v * along);
    }
    out.momenta = end.p.col(0).transpose() * dq1 - start.p.col(0).transpose() * dq0;
    return out;
  }

 private:
  /// Columns dz for unit vectors (dv_0, dq_0), projected onto those with dk = 0 at the start.
  Columns variations(const Numbers& z) const {
    const Columns J = equations(z).rightCols(at_.size());
    const Index n = at_.n, unknowns = at_.size() - 2 * n;
    Columns k(at_.m, 2 * n), moved(unknowns, 2 * n);
    k << J.bottomRows(at_.m).leftCols(n), J.bottomRows(at_.m).rightCols(n);
    moved << J.topRows(unknowns).leftCols(n), J.topRows(unknowns).rightCols(n);
    const Columns kept = in_kernel(k);
    Columns dz(at_.size(), 2 * n);
    dz.topRows(n) = kept.topRows(n);
    dz.bottomRows(n) = kept.bottomRows(n);
    dz.middleRows(n, unknowns) =
        -nonholo::solve(Columns(J.topRows(unknowns).middleCols(n, unknowns)), Columns(moved * kept));
    return dz;
  }

  template <class T> static const T& item(const std::vector<T>& all, Index i) {
    return all[static_cast<std::size_t>(i)];
  }

  Columns no_multipliers() const { return Columns::Zero(at_.m, at_.size()); }

  /// (q_0 + h alpha V, beta V) at time t.
  Place place(double t, const Columns& alpha, const Columns& beta) const {
    Place out{t, at_.vector(at_.q0()), Columns::Zero(at_.n, at_.size()), no_multipliers()};
    for (Index j = 0; j < T_.s; ++j) {
      out.q += h_ * alpha(0, j) * at_.vector(at_.V(j));
      out.v += beta(0, j) * at_.vector(at_.V(j));
    }
    return out;
  }

  Jets jets(const Place& at, const Numbers& z) const {
    const Numbers q = at.q * z, v = at.v * z, lambda = at.lambda * z;
    const Numbers p = dynamics_.momentum(at.t, q, v), f = dynamics_.force(at.t, q, v),
                  k = dynamics_.constraint(at.t, q, v), F = dynamics_.external_force(at.t, q, v);
    const Linearisation<double, dynamic, dynamic> dx = dynamics_.linearise(at.t, q, v, lambda);
    const Columns KT = dx.K.transpose();
    const Numbers L = Numbers::Constant(1, v.dot(p) - dynamics_.energy(at.t, q, v)), dL_dq = f - F;
    return {.p = jet(p, dx.p_q * at.q + dx.p_v * at.v),
            .f = jet(f, dx.f_q * at.q + dx.f_v * at.v),
            .R = jet(KT * lambda, dx.reaction_q * at.q + dx.reaction_v * at.v + KT * at.lambda),
            .k = jet(k, dx.k_q * at.q + dx.K * at.v),
            .L = jet(L, dL_dq.transpose() * at.q + p.transpose() * at.v),
            .F_dQ = F.transpose() * at.q};
  }

  std::vector<Jets> stage_jets(const Numbers& z) const {
    std::vector<Jets> all;
    for (const Place& stage : stages_) all.push_back(jets(stage, z));
    return all;
  }

  /// p - p_0 - h sum_j (forces_j f_j + reactions_j R_j):  (6.1b) and (6.1d).
  Columns balance(const Columns& p, const Columns& p0, const std::vector<Jets>& stage, const Numbers& forces,
                  const Numbers& reactions) const {
    Columns out = p - p0;
    for (Index j = 0; j < T_.s; ++j) out -= h_ * (forces[j] * item(stage, j).f + reactions[j] * item(stage, j).R);
    return out;
  }

  /// What has to vanish, as jets: (6.1b), (6.1d), (6.1c), (6.1e), (6.1f), and k at the start.
  Columns equations(const Numbers& z) const {
    const std::vector<Jets> stage = stage_jets(z);
    const Jets start = jets(start_, z), end = jets(end_, z);
    Columns out = Columns::Zero(at_.velocities() + at_.multipliers() + at_.m, 1 + at_.size());
    for (Index i = 0; i < T_.s; ++i)
      out.middleRows(i * at_.n, at_.n) = balance(item(stage, i).p, start.p, stage, T_.ah.row(i), T_.at.row(i));
    out.middleRows(T_.s * at_.n, at_.n) = balance(end.p, start.p, stage, T_.b, T_.b);
    const Columns gap = end_.q - place(end_.t, T_.b.transpose(), T_.b.transpose()).q;
    out.middleRows((T_.s + 1) * at_.n, at_.n) = jet(gap * z, gap);
    for (Index j = 0; j < T_.w.cols(); ++j) {
      const Columns k = jets(item(averaged_, j), z).k;
      for (Index i = 0; i + 1 < T_.s; ++i) out.middleRows(at_.lambda(i), at_.m) += T_.w(i, j) * k;
    }
    out.middleRows(at_.lambda(T_.s - 1), at_.m) = end.k;
    out.bottomRows(at_.m) = start.k;
    return out;
  }

  /// Solves (6.1) for all between v_0 and q_0, to round-off.
  void newton(Numbers& z) const {
    const Index unknowns = at_.size() - 2 * at_.n;
    double before = infinity;
    for (int i = 0; i < 50; ++i) {
      const Columns now = equations(z).topRows(unknowns);
      const Numbers change = nonholo::solve(Columns(now.middleCols(1 + at_.n, unknowns)), Columns(now.col(0)));
      const double size = change.cwiseAbs().maxCoeff();
      if (!std::isfinite(size)) break;
      z.segment(at_.n, unknowns) -= change;
      if (size == 0 || (size < 1e-8 && size >= before / 2)) return;
      before = size;
    }
    throw InputError("h", "Newton's method does not solve the equations of a step; take a smaller h");
  }

  /// dz/d(q_1, q_0). Momenta and (6.1c) give the velocities, y = -(y_q dq + y_l dlambda), exactly; then the constraints
  /// K y + K_q dq = 0 give the multipliers, in the least squares where they are too many and with the smallest dlambda
  /// where they are too few.
  Columns response(const Numbers& z, double& condition) const {
    const Columns J = equations(z).rightCols(at_.size());
    const Index y = at_.velocities(), l = at_.multipliers(),
                constraints = closing_ == Closing::both_ends ? l + at_.m : l;
    const Columns momenta = J.topLeftCorner(y, y);
    const Columns y_l = nonholo::solve(momenta, J.block(0, y, y, l)),
                  y_q = nonholo::solve(momenta, J.topRightCorner(y, 2 * at_.n));
    const Columns K = J.block(y, 0, constraints, y), K_q = J.block(y, y + l, constraints, 2 * at_.n);
    const LeastSquares reduced = least_squares(K * y_l, K_q - K * y_q, undetermined);
    const auto& sizes = reduced.singular_values;
    condition = reduced.rank < l ? infinity : sizes[0] / sizes[l - 1];
    Columns z_q(at_.size(), 2 * at_.n);
    z_q.middleRows(y, l) = reduced.x;
    z_q.topRows(y) = -y_q - y_l * z_q.middleRows(y, l);
    z_q.bottomRows(2 * at_.n).setIdentity();
    return z_q;
  }

  const LooseDynamics& dynamics_;
  const Scheme& T_;
  Closing closing_;
  Layout at_;
  double h_;
  Place start_, end_;
  std::vector<Place> stages_, averaged_;
};

}  // namespace nonholo::spark_step
