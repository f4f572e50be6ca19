#include <nonholo/verification/contract/check_problem.hpp>

#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/system/saddle_point.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>
#include <nonholo/methods/runge_kutta/spark.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>

namespace nonholo {

namespace {

// Differences of fourth order with e = 1e-3 are good to 1e-9 for functions that vary on a scale of 1; derivatives that
// are wrong are wrong by more.
constexpr double e = 1e-3, difference_allowed = 1e-6;
// Rates of invariants and exact solutions come out of a solve with condition up to 1e3.
constexpr double rate_allowed = 1e-7;
constexpr int random_states = 6, flow_states = 4;
constexpr double flow_time = 1, spread = 0.3;

struct State {
  double t;
  VectorX<double> q, v;  // of a skew-gradient system: zeta, and no v
};

std::string list(const VectorX<double>& x) { return fmt::format("[{:.6g}]", fmt::join(x.begin(), x.end(), ", ")); }
std::vector<std::string> columns(const MatrixX<double>& X) {
  std::vector<std::string> all;
  for (Eigen::Index j = 0; j < X.cols(); ++j) all.push_back(list(X.col(j)));
  return all;
}
std::string place(const State& at) {
  if (at.v.size() == 0) return fmt::format("at t = {:.6g}, zeta = {}", at.t, list(at.q));
  return fmt::format("at t = {:.6g}, q = {}, v = {}", at.t, list(at.q), list(at.v));
}

/// f'(0), fourth-order central difference.
template <class F> auto difference(F f) {
  using Value = std::decay_t<decltype(f(e))>;
  return Value((8 * (f(e) - f(-e)) - (f(2 * e) - f(-2 * e))) / (12 * e));
}

/// The Jacobian of f at x by such differences.
template <class X, class F> MatrixX<double> slope(const X& x, F f) {
  MatrixX<double> J(f(x).size(), x.size());
  for (Eigen::Index j = 0; j < x.size(); ++j)
    J.col(j) = difference([&](double s) {
      X moved = x;
      moved[j] += s;
      return VectorX<double>(f(moved));
    });
  return J;
}

/// The worst of one property over many states.
class Worst {
 public:
  Worst(std::string check, double allowed) : finding_{std::move(check), true, 0, allowed, ""} {}

  /// NaN counts as worst.
  void see(double observed, const std::function<std::string()>& detail) {
    if (!std::isnan(finding_.observed) && (std::isnan(observed) || observed > finding_.observed)) {
      finding_.observed = observed;
      finding_.holds = observed <= finding_.allowed;
      if (!finding_.holds) finding_.detail = detail();
    }
  }
  const Finding& finding() const { return finding_; }

 private:
  Finding finding_;
};

template <class Exact, class Differences>
void compare(Worst& worst, const State& at, const Exact& exact, const Differences& differences) {
  const MatrixX<double> x = exact, y = differences;
  const MatrixX<double> off = (x - y).cwiseAbs() / (1 + std::max(x.cwiseAbs().maxCoeff(), y.cwiseAbs().maxCoeff()));
  Eigen::Index i = 0, j = 0;
  const double largest = off.maxCoeff(&i, &j);
  worst.see(off.allFinite() ? largest : std::nan(""), [&] {
    return fmt::format("entry ({}, {}) is {:.8g}, differences give {:.8g}, {}", i, j, x(i, j), y(i, j), place(at));
  });
}

/// The start and states along the flow.
std::vector<State> states_of_flow(const System<double>& system, const Start<double>& start) {
  std::vector<State> states{{0, start.q, start.v}};
  const auto flow = spark(system, tableaus::gauss(2));
  flow->start(0, values(start.q), values(start.v));
  for (int i = 0; i < flow_states; ++i) {
    if (flow->step(flow_time / flow_states / 4).outcome != Outcome::success) break;
    const auto at = flow->view();
    const auto vector = [](std::span<const double> x) {
      return Eigen::Map<const VectorX<double>>(x.data(), static_cast<Eigen::Index>(x.size()));
    };
    states.push_back({at.t, vector(at.q), vector(at.v)});
  }
  return states;
}

/// Start, states along the flow, random states near it: those where the equations can be solved.
std::vector<State> sample_states(const System<double>& system, const Start<double>& start) {
  std::vector<State> states = states_of_flow(system, start);
  const auto probe = make_probe(system);
  std::mt19937 random(20090401);  // the same states in every run
  std::uniform_real_distribution<double> uniform(-spread, spread);
  for (int i = 0; i < random_states; ++i) {
    State at{0.37 * i, start.q, start.v};
    for (double& x : at.q) x += uniform(random) * (1 + std::abs(x));
    for (double& x : at.v) x += uniform(random) * (1 + std::abs(x));
    probe->project(at.t, values(at.q), {at.v.data(), static_cast<std::size_t>(at.v.size())});
    if (at.v.allFinite()) states.push_back(at);
  }
  return states;
}

/// The checks that need the typed face.
template <int n, int m> class TypedChecks {
  using Face = Dynamics<double, n, m>;
  using Q = typename Face::Coordinates;
  using L = typename Face::Multipliers;

 public:
  TypedChecks(const Face& dynamics, const std::vector<State>& states)
      : dynamics_(dynamics),
        states_(states),
        n_(dynamics.coordinates()),
        m_(dynamics.constraints()) {}

  std::vector<Finding> derivatives() {
    Worst f("f = dL/dq + F: derivatives of M(q) and V(q), by hand or automatic", difference_allowed);
    Worst p_q("dp/dq: derivatives of M(q)", difference_allowed), p_v("dp/dv is the mass matrix", difference_allowed);
    Worst f_q("df/dq: second derivatives of M and V, first of F", difference_allowed), f_v("df/dv", difference_allowed);
    Worst k_q("dk/dq: derivatives of A(q) and b", difference_allowed), K("dk/dv is A", difference_allowed);
    Worst reaction("d(A^T lambda)/dq", difference_allowed),
        rates("d/dt of p and k along a curve, t included", difference_allowed);
    for (const State& at : states_) {
      const Q q = at.q, v = at.v;
      L lambda(m_);
      for (Eigen::Index i = 0; i < m_; ++i) lambda[i] = 0.7 - 0.4 * static_cast<double>(i);
      Linearisation<double, n, m> exact(n_, m_);
      dynamics_.linearise(at.t, q, v, lambda, exact);
      compare(f, at, lagrangian_force(at.t, q, v),
              slope(q, [&](const Q& x) { return VectorX<double>::Constant(1, lagrangian(at.t, x, v)); }).transpose());
      compare(p_q, at, exact.p_q, slope(q, [&](const Q& x) { return momentum(at.t, x, v); }));
      compare(p_v, at, exact.p_v, slope(v, [&](const Q& x) { return momentum(at.t, q, x); }));
      compare(f_q, at, exact.f_q, slope(q, [&](const Q& x) { return force(at.t, x, v); }));
      compare(f_v, at, exact.f_v, slope(v, [&](const Q& x) { return force(at.t, q, x); }));
      compare(k_q, at, exact.k_q, slope(q, [&](const Q& x) { return constraint(at.t, x, v); }));
      compare(K, at, exact.K, slope(v, [&](const Q& x) { return constraint(at.t, q, x); }));
      compare(reaction, at, exact.reaction_q, slope(q, [&](const Q& x) { return reaction_force(at.t, x, v, lambda); }));
      compare_rates(rates, at);
    }
    return {f.finding(),   p_q.finding(), p_v.finding(),      f_q.finding(),  f_v.finding(),
            k_q.finding(), K.finding(),   reaction.finding(), rates.finding()};
  }

  std::vector<Finding> adapted_basis() {
    Worst kernel("adapted_basis: A X = 0", 1e-13), rank("adapted_basis: the columns of X are independent", 0);
    Worst X_q("adapted_basis: derivatives of X(q)", difference_allowed);
    MatrixX<double> X(n_, n_ - m_);
    std::vector<MatrixX<double>> exact(static_cast<std::size_t>(n_), X), unused = exact;
    L k(m_);
    Matrix<double, m, n> A(m_, n_);
    for (const State& at : states_) {
      const Q q = at.q;
      dynamics_.adapted_basis(q, X, exact);
      dynamics_.constraint(at.t, q, Q(at.v), k, A);
      const VectorX<double> off = (A * X).cwiseAbs().rowwise().maxCoeff() / (A.norm() * X.norm());
      kernel.see(X.allFinite() ? off.maxCoeff() : std::nan(""),
                 [&] { return fmt::format("X is {} {}", fmt::join(columns(X), ", "), place(at)); });
      if (!X.allFinite()) continue;
      const VectorX<double> singular = Eigen::JacobiSVD<MatrixX<double>>(X).singularValues();
      rank.see(singular.minCoeff() > 4 * std::sqrt(epsilon<double>) * singular.maxCoeff() ? 0 : 1,
               [&] { return fmt::format("the singular values of X are {} {}", list(singular), place(at)); });
      for (Eigen::Index i = 0; i < n_; ++i)
        compare(X_q, at, exact[static_cast<std::size_t>(i)], difference([&](double s) {
                  Q moved = q;
                  moved[i] += s;
                  dynamics_.adapted_basis(moved, X, unused);
                  return X;
                }));
    }
    return {kernel.finding(), rank.finding(), X_q.finding()};
  }

  Finding constant_mass() {
    Worst worst("constant_mass is claimed: M is the same everywhere", 0);
    Matrix<double, n, n> first(n_, n_), here(n_, n_);
    dynamics_.mass(states_[0].t, Q(states_[0].q), Q(states_[0].v), first);
    for (const State& at : states_) {
      dynamics_.mass(at.t, Q(at.q), Q(at.v), here);
      worst.see((here - first).cwiseAbs().maxCoeff(),
                [&] { return "M differs from that of the first state " + place(at); });
    }
    return worst.finding();
  }

  /// The rate of `value` along the flow.
  Finding invariant(const std::string& name,
                    const std::function<double(double, const VectorX<double>&, const VectorX<double>&)>& value) {
    Worst worst(fmt::format("{} is conserved by the flow", name), rate_allowed);
    SaddlePoint<double, n, m> saddle(dynamics_);
    for (const State& at : states_) {
      if (!saddle.solve(at.t, Q(at.q), Q(at.v))) continue;
      const VectorX<double> a = saddle.acceleration();
      const double rate = difference([&](double s) { return value(at.t + s, at.q + s * at.v, at.v + s * a); });
      const double size = 1 + std::abs(value(at.t, at.q, at.v)) + a.norm();
      worst.see(std::abs(rate) / size, [&] { return fmt::format("its rate is {:.6g} {}", rate, place(at)); });
    }
    return worst.finding();
  }

  std::vector<Finding> exact_solution(const ExactSolution<double>& solution) {
    Worst starts("the exact solution starts at (q0, v0)", 1e-14),
        velocity("the exact solution has q' = v", rate_allowed);
    Worst motion("the exact solution satisfies the equations of motion", rate_allowed),
        keeps("the exact solution keeps the constraint", 1e-12);
    SaddlePoint<double, n, m> saddle(dynamics_);
    const State& from = states_[0];
    const auto at_time = [&](double t) { return solution(t, values(from.q), values(from.v)); };
    starts.see(std::max((at_time(0).q - from.q).cwiseAbs().maxCoeff(), (at_time(0).v - from.v).cwiseAbs().maxCoeff()),
               [&] { return place(from); });
    for (const double t : {0.0, 0.3, 1.0, 2.5}) {
      const auto x = at_time(t);
      const State at{t, x.q, x.v};
      if (!saddle.solve(t, Q(x.q), Q(x.v))) continue;
      const double size = 1 + x.v.norm() + saddle.acceleration().norm();
      velocity.see((difference([&](double s) { return VectorX<double>(at_time(t + s).q); }) - x.v).norm() / size,
                   [&] { return place(at); });
      motion.see(
          (difference([&](double s) { return VectorX<double>(at_time(t + s).v); }) - saddle.acceleration()).norm() /
              size,
          [&] { return place(at); });
      keeps.see(constraint(t, Q(x.q), Q(x.v)).cwiseAbs().maxCoeff() / (1 + x.v.norm()), [&] { return place(at); });
    }
    return {starts.finding(), velocity.finding(), motion.finding(), keeps.finding()};
  }

 private:
  void compare_rates(Worst& worst, const State& at) {
    Q a(n_);
    for (Eigen::Index i = 0; i < n_; ++i) a[i] = 0.3 + 0.2 * static_cast<double>(i);
    const Q q = at.q, v = at.v;
    Rates<double, n, m> exact(n_, m_);
    dynamics_.rates(at.t, q, v, a, exact);
    VectorX<double> both(n_ + m_);
    both << exact.p_dot, exact.k_dot;
    compare(worst, at, both, difference([&](double s) {
              VectorX<double> moved(n_ + m_);
              moved << momentum(at.t + s, Q(q + s * v), Q(v + s * a)), constraint(at.t + s, Q(q + s * v), Q(v + s * a));
              return moved;
            }));
  }

  VectorX<double> momentum(double t, const Q& q, const Q& v) const {
    Q p(n_);
    dynamics_.momentum(t, q, v, p);
    return p;
  }
  VectorX<double> force(double t, const Q& q, const Q& v) const {
    Q f(n_);
    dynamics_.force(t, q, v, f);
    return f;
  }
  VectorX<double> lagrangian_force(double t, const Q& q, const Q& v) const {
    Q F(n_);
    dynamics_.external_force(t, q, v, F);
    return force(t, q, v) - F;
  }
  VectorX<double> constraint(double t, const Q& q, const Q& v) const {
    L k(m_);
    Matrix<double, m, n> K(m_, n_);
    dynamics_.constraint(t, q, v, k, K);
    return k;
  }
  VectorX<double> reaction_force(double t, const Q& q, const Q& v, const L& lambda) const {
    L k(m_);
    Matrix<double, m, n> K(m_, n_);
    dynamics_.constraint(t, q, v, k, K);
    return K.transpose() * lambda;
  }
  /// L = v . p - E.
  double lagrangian(double t, const Q& q, const Q& v) const {
    return v.dot(Q(momentum(t, q, v))) - dynamics_.energy(t, q, v);
  }

  const Face& dynamics_;
  const std::vector<State>& states_;
  Eigen::Index n_, m_;
};

std::vector<Finding> regularity(const System<double>& system, const std::vector<State>& states) {
  Worst finite("M and A are finite", 0), symmetric("M is symmetric", 1e-13),
      definite("M is positive definite: least eigenvalue > 0", 0);
  Worst rank("A has full row rank: singular values, least over largest", 0);
  const auto probe = make_probe(system);
  for (const State& at : states) {
    const Regularity here = probe->regularity(at.t, values(at.q), values(at.v));
    const bool usable = here.mass_eigenvalues.allFinite() && here.constraint_singular_values.allFinite();
    finite.see(usable ? 0 : 1, [&] { return place(at); });
    if (!usable) continue;
    symmetric.see(here.mass_asymmetry / here.mass_eigenvalues.cwiseAbs().maxCoeff(),
                  [&] { return fmt::format("|M - M^T| = {:.3g} {}", here.mass_asymmetry, place(at)); });
    definite.see(here.mass_is_definite() ? 0 : std::max(1e-300, -here.mass_eigenvalues.minCoeff()),
                 [&] { return fmt::format("the eigenvalues of M are {} {}", list(here.mass_eigenvalues), place(at)); });
    rank.see(here.constraints_are_independent() ? 0 : 1, [&] {
      return fmt::format("the singular values of A are {} {}: a row depends on the others; leave it out",
                         list(here.constraint_singular_values), place(at));
    });
  }
  return {finite.finding(), symmetric.finding(), definite.finding(), rank.finding()};
}

Finding consistent_start(const System<double>& system, const Start<double>& start) {
  Finding finding{"the start satisfies the constraint", true, 0, 1e-12, ""};
  const auto violated = make_probe(system)->violated(0, values(start.q), values(start.v));
  if (!violated) return finding;
  finding.holds = false;
  finding.observed = std::abs(violated->residual);
  const VariableNames& names = system.names();
  finding.detail = fmt::format("{}[{}] = {:.6g} at {} = {}", names.constraint, violated->constraint, violated->residual,
                               names.state, list(start.q));
  if (start.v.size() > 0) finding.detail += fmt::format(", {} = {}", names.velocity, list(start.v));
  return finding;
}

/// Of a DAE in Hessenberg form y' = f, 0 = g, or of a skew-gradient system, whose y is zeta and which has no g.
std::vector<Finding> exact_solution(const System<double>& system, const Start<double>& start, const char* letter) {
  const auto dae = system.hessenberg();
  Worst starts(fmt::format("the exact solution starts at {}0", letter), 1e-14);
  Worst rate(fmt::format("the exact solution satisfies {}' = f", letter), rate_allowed),
      keeps("the exact solution keeps the constraint", 1e-12);
  const auto here = [&](double t, const VectorX<double>& y) {
    return fmt::format("at t = {:.6g}, {} = {}", t, letter, list(y));
  };
  const auto at_time = [&](double t) { return system.exact_solution()(t, values(start.q), {}); };
  starts.see((at_time(0).q - start.q).cwiseAbs().maxCoeff(), [&] { return here(0, start.q); });
  MatrixX<double> f(dae->differential(), dae->parts());
  VectorX<double> g(dae->algebraic());
  for (const double t : {0.0, 0.3, 1.0}) {
    const auto [y, exact_z] = at_time(t);
    dae->rates(t, y, exact_z, f);
    dae->constraint(t, y, g);
    const VectorX<double> off =
        difference([&](double s) { return VectorX<double>(at_time(t + s).q); }) - f.rowwise().sum();
    rate.see(off.norm() / (1 + y.norm()), [&, y = y] { return here(t, y); });
    if (g.size() > 0) keeps.see(g.cwiseAbs().maxCoeff() / (1 + y.norm()), [&, y = y] { return here(t, y); });
  }
  std::vector<Finding> findings{starts.finding(), rate.finding()};
  if (g.size() > 0) findings.push_back(keeps.finding());
  return findings;
}

/// Of a DAE in Hessenberg form: g_y f_z is regular at the start.
Finding index_two(const System<double>& system, const Start<double>& start) {
  const auto dae = system.hessenberg();
  HessenbergLinearisation<double> linear(dae->differential(), dae->algebraic(), dae->parts());
  VectorX<double> z = start.lambda.size() > 0 ? start.lambda : VectorX<double>::Zero(dae->algebraic());
  Worst index("g_y f_z is regular: index 2", 0);
  const bool consistent = dae->consistent(0, start.q, z);
  dae->linearise(0, start.q, z, linear);
  MatrixX<double> f_z = linear.f_z[0];
  for (std::size_t k = 1; k < linear.f_z.size(); ++k) f_z += linear.f_z[k];
  index.see(consistent && (linear.g_y * f_z).fullPivLu().isInvertible() ? 0 : 1,
            [&] { return fmt::format("at t = 0, y = {}", list(start.q)); });
  return index.finding();
}

/// Of a DAE in Hessenberg form: the rate of an invariant of (t, y, z) along the flow, z being the one that y implies.
Finding conserved(const NamedInvariant<double>& invariant, const System<double>& system, const Start<double>& start) {
  Worst worst(fmt::format("{} is conserved by the flow", invariant.name), rate_allowed);
  const auto dae = system.hessenberg();
  VectorX<double> z = start.lambda.size() > 0 ? start.lambda : VectorX<double>::Zero(dae->algebraic());
  MatrixX<double> f(dae->differential(), dae->parts());
  for (const State& at : states_of_flow(system, start)) {
    const bool solved = dae->consistent(at.t, at.q, z);
    dae->rates(at.t, at.q, z, f);
    const VectorX<double> rate = f.rowwise().sum();
    const auto value = [&](double s) {
      const VectorX<double> y = at.q + s * rate;
      VectorX<double> root = z;
      dae->consistent(at.t + s, y, root);
      return invariant.value(at.t + s, values(y), values(root));
    };
    const double change = solved ? difference(value) : std::nan("");
    worst.see(std::abs(change) / (1 + std::abs(value(0)) + rate.norm()), [&] {
      return fmt::format("its rate is {:.6g} at t = {:.6g}, y = {}, z = {}", change, at.t, list(at.q), list(z));
    });
  }
  return worst.finding();
}

/// Of a skew-gradient system zeta' = f = Pi grad H.
class SkewGradientChecks {
 public:
  SkewGradientChecks(const System<double>& system, const std::vector<State>& states)
      : system_(system.skew_gradient()),
        ode_(system.hessenberg()),
        states_(states) {}

  std::vector<Finding> structure() {
    Worst skew("Pi is skew", 1e-13), gradient("grad H: derivatives of H", difference_allowed);
    Worst f_zeta("df/dzeta: derivatives of Pi, second derivatives of H", difference_allowed);
    const Eigen::Index size = system_->size();
    VectorX<double> H_zeta(size);
    MatrixX<double> Pi(size, size);
    HessenbergLinearisation<double> linear(size, 0, 1);
    for (const State& at : states_) {
      system_->evaluate(at.q, H_zeta, Pi);
      ode_->linearise(at.t, at.q, no_z_, linear);
      skew.see((Pi + Pi.transpose()).cwiseAbs().maxCoeff() / (1 + Pi.cwiseAbs().maxCoeff()),
               [&] { return fmt::format("the columns of Pi are {} {}", fmt::join(columns(Pi), ", "), place(at)); });
      compare(gradient, at, H_zeta, slope(at.q, [&](const VectorX<double>& x) {
                                      return VectorX<double>::Constant(1, system_->energy(x));
                                    }).transpose());
      compare(f_zeta, at, linear.f_y[0], slope(at.q, [&](const VectorX<double>& x) { return rate(x); }));
    }
    return {skew.finding(), gradient.finding(), f_zeta.finding()};
  }

  /// The rate of `value` along the flow.
  Finding invariant(std::string_view name, const std::function<double(double, const VectorX<double>&)>& value) {
    Worst worst(fmt::format("{} is conserved by the flow", name), rate_allowed);
    for (const State& at : states_) {
      const VectorX<double> f = rate(at.q);
      const double change = difference([&](double s) { return value(at.t + s, at.q + s * f); });
      worst.see(std::abs(change) / (1 + std::abs(value(at.t, at.q)) + f.norm()),
                [&] { return fmt::format("its rate is {:.6g} {}", change, place(at)); });
    }
    return worst.finding();
  }

  Finding energy() {
    return invariant("the energy", [this](double, const VectorX<double>& zeta) { return system_->energy(zeta); });
  }

 private:
  VectorX<double> rate(const VectorX<double>& zeta) {
    MatrixX<double> f(zeta.size(), 1);
    ode_->rates(0, zeta, no_z_, f);
    return f.col(0);
  }

  std::unique_ptr<SkewGradient<double>> system_;
  std::unique_ptr<Hessenberg<double>> ode_;
  const std::vector<State>& states_;
  VectorX<double> no_z_;
};

bool refuses(const ProblemEntry& entry, std::string_view parameter, double value) try {
  entry.make({{std::string(parameter), value}});
  return false;
} catch (const InputError&) {
  return true;
}

void append(std::vector<Finding>& all, std::vector<Finding> more) { std::ranges::move(more, std::back_inserter(all)); }

void check_skew_gradient(const System<double>& system, const Start<double>& start, ContractReport& report) {
  const std::vector<State> states = sample_states(system, start);
  SkewGradientChecks checks(system, states);
  append(report.findings, checks.structure());
  report.findings.push_back(checks.energy());
  for (const NamedInvariant<double>& each : system.invariants())
    report.findings.push_back(checks.invariant(
        each.name, [&each](double t, const VectorX<double>& zeta) { return each.value(t, values(zeta), {}); }));
  if (system.exact_solution()) append(report.findings, exact_solution(system, start, "zeta"));
}

void check_dae(const System<double>& system, const Start<double>& start, ContractReport& report) {
  report.findings.push_back(consistent_start(system, start));
  report.findings.push_back(index_two(system, start));
  for (const NamedInvariant<double>& each : system.invariants())
    report.findings.push_back(conserved(each, system, start));
  if (system.exact_solution()) append(report.findings, exact_solution(system, start, "y"));
}

void check_mechanical(const System<double>& system, Start<double> start, ContractReport& report) {
  report.findings = regularity(system, {{0, start.q, start.v}});
  if (!report.holds()) return;  // nothing else can be computed
  report.findings.push_back(consistent_start(system, start));
  make_probe(system)->project(0, values(start.q), {start.v.data(), static_cast<std::size_t>(start.v.size())});
  const std::vector<State> states = sample_states(system, start);
  std::vector<Finding> everywhere = regularity(system, states);
  std::ranges::move(everywhere, report.findings.begin());
  system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    using Q = typename Dynamics<double, n, m>::Coordinates;
    TypedChecks<n, m> checks(*dynamics, states);
    append(report.findings, checks.derivatives());
    if (system.traits().adapted_basis) append(report.findings, checks.adapted_basis());
    if (system.traits().constant_mass) report.findings.push_back(checks.constant_mass());
    if (system.traits().conservative)
      report.findings.push_back(
          checks.invariant("the energy", [&](double t, const VectorX<double>& q, const VectorX<double>& v) {
            return dynamics->energy(t, Q(q), Q(v));
          }));
    for (const NamedInvariant<double>& each : system.invariants())
      report.findings.push_back(checks.invariant(std::string(each.name),
                                                 [&each](double t, const VectorX<double>& q, const VectorX<double>& v) {
                                                   return each.value(t, values(q), values(v));
                                                 }));
    if (system.exact_solution()) append(report.findings, checks.exact_solution(system.exact_solution()));
  });
}

}  // namespace

ContractReport check_problem(const System<double>& system, const Start<double>& start, const std::string& subject) {
  ContractReport report{subject, {}};
  if (start.q.size() != system.coordinates() || start.v.size() != system.velocities()) {
    report.findings.push_back({"the start has one entry per coordinate", false, static_cast<double>(start.q.size()),
                               static_cast<double>(system.coordinates()), ""});
    return report;
  }
  switch (system.kind()) {
    case SystemKind::mechanical: check_mechanical(system, start, report); break;
    case SystemKind::dae: check_dae(system, start, report); break;
    case SystemKind::skew_gradient: check_skew_gradient(system, start, report); break;
  }
  return report;
}

ContractReport check_problem(const ProblemEntry& entry) {
  ContractReport report{std::string(entry.name), {}};
  for (const ParameterInfo& p : entry.parameters) {
    const bool in_range = contains(p.range, p.default_value);
    report.findings.push_back({fmt::format("parameter {} has its default in range", p.name), in_range, p.default_value,
                               p.default_value,
                               in_range ? "" : fmt::format("{} must be {}", p.default_value, describe(p.range))});
    // infinite is out of every range
    const double outside = p.range == Range::any ? std::numeric_limits<double>::infinity() : -0.5;
    report.findings.push_back({fmt::format("parameter {} refuses {}", p.name, outside), refuses(entry, p.name, outside),
                               outside, outside,
                               fmt::format("make() took it, although it must be {}", describe(p.range))});
  }
  report.findings.push_back({"there is a setup", !entry.setups.empty(), static_cast<double>(entry.setups.size()), 1,
                             "about().setups is empty: checks have no start"});
  for (const Setup<double>& setup : entry.setups) try {
      for (Finding& each : check_problem(entry.make({}, setup.name), start_of(setup), "").findings) {
        each.check = fmt::format("{}: {}", setup.name, each.check);
        report.findings.push_back(std::move(each));
      }
    } catch (const InputError& error) {
      report.findings.push_back(
          {fmt::format("{}: its parameters are known and in range", setup.name), false, 0, 0, error.what()});
    }
  return report;
}

}  // namespace nonholo
