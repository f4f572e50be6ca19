#include <nonholo/verification/contract/discrete_principle.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>

#include <Eigen/LU>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace nonholo {

namespace {

using Index = Eigen::Index;
using Numbers = VectorX<double>;
using Columns = MatrixX<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double undetermined = 1e-11;  // singular values below this part of the largest are round-off

/// Rows with the same span that are orthonormal: a least-squares problem then does not see which rows were chosen.
Columns orthonormal(const Columns& rows) {
  if (rows.rows() == 0) return rows;
  const Eigen::HouseholderQR<Columns> qr(rows.transpose());
  return (qr.householderQ() * Columns::Identity(rows.cols(), rows.rows())).transpose();
}

/// The coefficients of a step. The constraint is averaged with w over the points q_0 + h alpha V, beta V at t_0 + c_k
/// h: the stages, then the set's own points.
struct Scheme {
  Index s;
  Columns a, ah, at;
  Numbers b, c;
  Columns w, alpha, beta;
  Numbers c_k;
};

Scheme scheme_of(const TableauSet& set) {
  const auto [a, b, c] = set.a().rounded<double>();
  const ConstraintRows<double> rows = set.rounded_constraint_rows<double>();
  const Index s = set.stages(), points = rows.omega.cols();
  Scheme T{s,  a, set.a_hat().rounded<double>().A, set.a_tilde().rounded<double>().A, b, c, orthonormal(rows.omega), {},
           {}, {}};
  T.alpha.resize(points, s);
  T.beta.resize(points, s);
  T.c_k.resize(points);
  T.alpha << a, rows.alpha;
  T.beta << Columns::Identity(s, s), rows.beta;
  T.c_k << c, rows.c;
  return T;
}

/// Everything that (6.1) relates is one vector z = (v_0, V_1 ... V_s, v_1, lambda_1 ... lambda_s, q_1, q_0). An initial
/// value problem solves for all between v_0 and q_0; the theorem gives q_1 and q_0 and solves for the rest.
struct Layout {
  Index n, m, s;

  Index velocities() const { return (s + 2) * n; }
  Index multipliers() const { return s * m; }
  Index size() const { return velocities() + multipliers() + 2 * n; }

  Index v0() const { return 0; }
  Index V(Index i) const { return (1 + i) * n; }
  Index v1() const { return V(s); }
  Index lambda(Index i) const { return velocities() + i * m; }
  Index q1() const { return size() - 2 * n; }
  Index q0() const { return size() - n; }

  /// The linear map of z that takes out `count` entries from `first` on.
  Columns entries(Index first, Index count) const {
    Columns map = Columns::Zero(count, size());
    map.middleCols(first, count).setIdentity();
    return map;
  }
  Columns vector(Index first) const { return entries(first, n); }
};

/// A point of the step: its time, and its position, velocity and multipliers as linear maps of z.
struct Place {
  double t;
  Columns q, v, lambda;
};

/// The value in column 0, its derivatives with respect to z after it: sums of these are sums of both.
Columns jet(const Numbers& value, const Columns& slope) {
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

struct State {
  double t;
  Numbers q, v;
};

/// One step of (6.1), written without the integrator's own code and with no elimination: clarity over speed.
template <int n, int m> class SparkStep {
 public:
  SparkStep(const Dynamics<double, n, m>& dynamics, const Scheme& scheme, Closing closing, double t0, double h)
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
  Numbers solve(const State& from, const State& to) const {
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

 private:
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
    const Vector<double, n> q = at.q * z, v = at.v * z;
    const Vector<double, m> lambda = at.lambda * z;
    Vector<double, n> F(at_.n);
    Block<double, n, m> x(at_.n, at_.m);
    Linearisation<double, n, m> dx(at_.n, at_.m);
    dynamics_.external_force(at.t, q, v, F);
    dynamics_.evaluate(at.t, q, v, x);
    dynamics_.linearise(at.t, q, v, lambda, dx);
    const Numbers L = Numbers::Constant(1, v.dot(x.p) - dynamics_.energy(at.t, q, v));
    return {
        .p = jet(x.p, dx.p_q * at.q + dx.p_v * at.v),
        .f = jet(x.f, dx.f_q * at.q + dx.f_v * at.v),
        .R = jet(x.K.transpose() * lambda, dx.reaction_q * at.q + dx.reaction_v * at.v + x.K.transpose() * at.lambda),
        .k = jet(x.k, dx.k_q * at.q + x.K * at.v),
        .L = jet(L, (x.f - F).transpose() * at.q + x.p.transpose() * at.v),
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
      const Numbers change = now.middleCols(1 + at_.n, unknowns).partialPivLu().solve(now.col(0));
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
    const Eigen::PartialPivLU<Columns> momenta(J.topLeftCorner(y, y));
    const Columns y_l = momenta.solve(J.block(0, y, y, l)), y_q = momenta.solve(J.topRightCorner(y, 2 * at_.n));
    const Columns K = J.block(y, 0, constraints, y), K_q = J.block(y, y + l, constraints, 2 * at_.n);
    Eigen::JacobiSVD<Columns> reduced(K * y_l, Eigen::ComputeThinU | Eigen::ComputeThinV);
    reduced.setThreshold(undetermined);
    const auto sizes = reduced.singularValues();
    condition = reduced.rank() < l ? infinity : sizes[0] / sizes[l - 1];
    Columns z_q(at_.size(), 2 * at_.n);
    z_q.middleRows(y, l) = reduced.solve(K_q - K * y_q);
    z_q.topRows(y) = -y_q - y_l * z_q.middleRows(y, l);
    z_q.bottomRows(2 * at_.n).setIdentity();
    return z_q;
  }

  const Dynamics<double, n, m>& dynamics_;
  const Scheme& T_;
  Closing closing_;
  Layout at_;
  double h_;
  Place start_, end_;
  std::vector<Place> stages_, averaged_;
};

Numbers copy(std::span<const double> x) { return Eigen::Map<const Numbers>(x.data(), static_cast<Index>(x.size())); }

std::vector<State> trajectory(const System<double>& system, const TableauSet& set, const AdmissibleStart<double>& start,
                              double h, long steps) {
  const auto integrator = spark(system, set);
  integrator->start(0, values(start.q), values(start.v));
  std::vector<State> states{{0.0, start.q, start.v}};
  for (long k = 0; k < steps; ++k) {
    if (integrator->step(h).outcome != Outcome::success)
      throw InputError("h", "a step of the integrator fails; take a smaller h");
    states.push_back({integrator->view().t, copy(integrator->view().q), copy(integrator->view().v)});
  }
  return states;
}

/// Raises `worst` to the size of x, relative to that of `scale` where that exceeds 1; infinite when something is not
/// finite.
void note(double& worst, const Numbers& x, const Numbers& scale) {
  const double size = x.allFinite() ? x.cwiseAbs().maxCoeff() / std::max(1.0, scale.cwiseAbs().maxCoeff()) : infinity;
  worst = std::max(worst, size);
}

Numbers number(double x) { return Numbers::Constant(1, x); }

/// Goes along a trajectory and keeps the worst of every residual.
template <int n, int m> class PrincipleChecks {
 public:
  PrincipleChecks(const System<double>& system, const Dynamics<double, n, m>& dynamics, const TableauSet& set,
                  Closing closing)
      : dynamics_(dynamics),
        scheme_(scheme_of(set)),
        closing_(closing),
        probe_(make_probe(system)) {
    if (set.symmetric()) worst_.symmetry_L = worst_.symmetry_f = 0;
  }

  DiscretePrinciple all(const std::vector<State>& states) {
    for (std::size_t k = 0; k + 1 < states.size(); ++k) step(states[k], states[k + 1]);
    return worst_;
  }

 private:
  void step(const State& from, const State& to) {
    const DiscreteStep now = between(from, to);
    const Numbers p0 = momentum(from), p1 = momentum(to);
    note(worst_.momentum_start, p0 + now.D1_L + now.f_minus, p0);
    note(worst_.momentum_end, p1 - now.D2_L - now.f_plus, p1);
    if (before_) note(worst_.euler_lagrange, before_->D2_L + before_->f_plus + now.D1_L + now.f_minus, p0);
    note(worst_.constraint, number(probe_->constraint(to.t, values(to.q), values(to.v)).scaled), number(1));
    worst_.condition = std::max(worst_.condition, now.condition);
    if (worst_.symmetry_L) reversed(now, between(to, from));
    before_ = now;
  }

  void reversed(const DiscreteStep& now, const DiscreteStep& back) {
    note(*worst_.symmetry_L, number(back.L + now.L), number(now.L));
    note(*worst_.symmetry_f, back.f_plus + now.f_minus, now.f_minus);
    note(*worst_.symmetry_f, back.f_minus + now.f_plus, now.f_plus);
    worst_.condition = std::max(worst_.condition, back.condition);
  }

  DiscreteStep between(const State& from, const State& to) const {
    const SparkStep<n, m> step(dynamics_, scheme_, closing_, from.t, to.t - from.t);
    return step.principle(step.solve(from, to));
  }

  Numbers momentum(const State& at) const {
    Vector<double, n> p(at.q.size());
    dynamics_.momentum(at.t, at.q, at.v, p);
    return p;
  }

  const Dynamics<double, n, m>& dynamics_;
  Scheme scheme_;
  Closing closing_;
  std::unique_ptr<Probe<double>> probe_;
  DiscretePrinciple worst_;
  std::optional<DiscreteStep> before_;
};

}  // namespace

DiscretePrinciple discrete_principle(const System<double>& system, const TableauSet& set, const Start<double>& start,
                                     double h, long steps, Closing closing) {
  const std::vector<State> states = trajectory(system, set, checked(start, system, 0.0), h, steps);
  return system.visit(
      [&](const auto& dynamics) { return PrincipleChecks(system, *dynamics, set, closing).all(states); });
}

}  // namespace nonholo
