// Every problem of the catalogue as a graph, made by one call of each of its functions: values and all derivatives are
// those of the C++ struct in double, to rounding; of the system in quad, whose parameters are constants of its graph,
// in quad; with the parameters of the problem and with others.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/appell_hamel.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/chaplygin_sleigh.hpp>
#include <nonholo/problems/contact_oscillator.hpp>
#include <nonholo/problems/coupled_pendula.hpp>
#include <nonholo/problems/falling_disk.hpp>
#include <nonholo/problems/gearbox_pendulum.hpp>
#include <nonholo/problems/jay_2003_dae.hpp>
#include <nonholo/problems/jay_2006_dae.hpp>
#include <nonholo/problems/knife_edge.hpp>
#include <nonholo/problems/mclachlan_perlmutter_particles.hpp>
#include <nonholo/problems/mobile_robot.hpp>
#include <nonholo/problems/nonholonomic_particle.hpp>
#include <nonholo/problems/pendulum_cartesian.hpp>
#include <nonholo/problems/power_dae.hpp>
#include <nonholo/problems/rattleback.hpp>
#include <nonholo/problems/reduced_sleigh.hpp>
#include <nonholo/problems/roller_racer.hpp>
#include <nonholo/problems/rolling_ball.hpp>
#include <nonholo/problems/skate_on_incline.hpp>
#include <nonholo/problems/slider_crank.hpp>
#include <nonholo/problems/slider_crank_linkage.hpp>
#include <nonholo/problems/snakeboard.hpp>
#include <nonholo/problems/suslov.hpp>
#include <nonholo/problems/suslov_body.hpp>
#include <nonholo/problems/trailer_car.hpp>
#include <nonholo/problems/unicycle.hpp>
#include <nonholo/problems/vertical_rolling_disk.hpp>

#include <nonholo/framework/base/philox.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/program.hpp>
#include <nonholo/framework/faces/dynamics_of_expressions.hpp>
#include <nonholo/framework/faces/skew_gradient_of_expressions.hpp>
#include <nonholo/framework/problem/trace_of.hpp>
#include <nonholo/framework/system/underlying_ode.hpp>

#include "catch.hpp"

#include <cmath>
#include <set>
#include <string>
#include <vector>

using namespace nonholo;

namespace {

/// Numbers of a form at one point, by what they are.
template <class Real> struct Quantities {
  std::vector<std::pair<std::string, std::vector<Real>>> all;

  template <class M> void add(const std::string& name, const M& x) {
    std::vector<Real>& to = all.emplace_back(name, std::vector<Real>()).second;
    for (Eigen::Index i = 0; i < x.rows(); ++i)
      for (Eigen::Index j = 0; j < x.cols(); ++j) to.push_back(x(i, j));
  }
  void add_number(const std::string& name, const Real& x) { all.emplace_back(name, std::vector<Real>{x}); }
};

/// A point of the state, and vectors beside it.
template <class Real> struct At {
  Real t;
  VectorX<Real> q, v, a, lambda;
};

/// About the state of a setup.
template <class Real> At<Real> point_of(const Setup<Real>& setup, int number, Eigen::Index m) {
  std::uint64_t j = 0;
  const auto about = [&](VectorX<Real> x) {
    for (Real& each : x) each += Real(uniform(7, static_cast<std::uint64_t>(number), j++)) * 2 / 5;
    return x;
  };
  const VectorX<Real> q = vector_of(setup.q), v = setup.v.empty() ? q : VectorX<Real>(vector_of(setup.v));
  return {Real(7) / 10, about(q), about(v), about(v), about(VectorX<Real>::Constant(m, Real(3) / 10))};
}

template <class Real, int n, int m> void add_linearisations(const Dynamics<Real, n, m>& of, const Real& t,
                                                            const Vector<Real, n>& q, const Vector<Real, n>& v,
                                                            const Vector<Real, n>& a, const Vector<Real, m>& lambda,
                                                            Quantities<Real>& out) {
  const Eigen::Index N = of.coordinates(), M = of.constraints();
  Linearisation<Real, n, m> linear(N, M);
  of.linearise(t, q, v, lambda, linear);
  out.add("p_q", linear.p_q), out.add("p_v", linear.p_v), out.add("f_q", linear.f_q), out.add("f_v", linear.f_v);
  out.add("reaction_q", linear.reaction_q), out.add("reaction_v", linear.reaction_v), out.add("k_q", linear.k_q);
  out.add("reaction_lambda", linear.reaction_lambda);
  Rates<Real, n, m> rates(N, M);
  of.rates(t, q, v, a, rates);
  out.add("p_dot", rates.p_dot), out.add("k_dot", rates.k_dot);
  RatesLinearisation<Real, n, m> of_rates(N, M);
  of.linearise_rates(t, q, v, a, of_rates);
  out.add("p_dot_q", of_rates.p_dot_q), out.add("p_dot_v", of_rates.p_dot_v);
  out.add("k_dot_q", of_rates.k_dot_q), out.add("k_dot_v", of_rates.k_dot_v);
  Matrix<Real, m, n> K(M, N);
  std::vector<Matrix<Real, m, n>> K_q(static_cast<std::size_t>(N), K);
  of.reaction_gradient(t, q, v, K, K_q);
  for (const auto& each : K_q) out.add("K_q", each);
}

template <class Real, int n, int m> void add_basis(const Dynamics<Real, n, m>& of, const Vector<Real, n>& q,
                                                   const Vector<Real, n>& p, const Vector<Real, n>& z,
                                                   Quantities<Real>& out) {
  using Of = Dynamics<Real, n, m>;
  const Eigen::Index N = of.coordinates(), free = N - of.constraints();
  typename Of::Frame X(N, free);
  typename Of::Reduced y = p.head(free), along(free);
  Vector<Real, n> turning(N);
  of.adapted_basis(q, X);
  of.basis_turning(q, p, y, turning);
  of.basis_along(q, p, z, along);
  out.add("basis", X), out.add("turning", turning), out.add("along", along);
}

template <class Real, int n, int m>
Quantities<Real> quantities_of(const Dynamics<Real, n, m>& of, const At<Real>& at, bool with_basis) {
  const Eigen::Index N = of.coordinates(), M = of.constraints();
  const Vector<Real, n> q = at.q, v = at.v, a = at.a;
  const Vector<Real, m> lambda = at.lambda;
  const Real& t = at.t;
  Quantities<Real> out;
  Block<Real, n, m> block(N, M);
  of.mass(t, q, v, block.p_v);  // evaluate() leaves a constant one
  out.add("mass", block.p_v);
  of.evaluate(t, q, v, block);
  out.add("p", block.p), out.add("f", block.f), out.add("k", block.k), out.add("K", block.K), out.add("p_v", block.p_v);
  Vector<Real, n> external(N);
  of.external_force(t, q, v, external);
  Vector<Real, m> g(M);
  of.position_constraint(t, q, g);
  Matrix<Real, n, n> F_v(N, N);
  of.force_slope(t, q, v, F_v);
  out.add("F", external), out.add("g", g), out.add("F_v", F_v);
  add_linearisations(of, t, q, v, a, lambda, out);
  out.add_number("energy", of.energy(t, q, v)), out.add_number("L_t", of.lagrangian_rate(t, q, v));
  if (with_basis) add_basis(of, q, v, a, out);
  return out;
}

template <class Real> Quantities<Real> quantities_of(ReducibleHessenberg<Real>& of, const At<Real>& at) {
  const Eigen::Index N = of.differential(), M = of.algebraic();
  const VectorX<Real>&y = at.q, &z = at.lambda;
  Quantities<Real> out;
  MatrixX<Real> f(N, of.parts());
  of.rates(at.t, y, z, f);
  VectorX<Real> g(M);
  of.constraint(at.t, y, g);
  HessenbergLinearisation<Real> linear(N, M, of.parts());
  of.linearise(at.t, y, z, linear);
  HiddenLinearisation<Real> hidden(N, M);
  of.linearise_hidden(at.t, y, z, hidden);
  out.add("f", f), out.add("g", g), out.add("g_y", linear.g_y);
  for (std::size_t k = 0; k < linear.f_y.size(); ++k) out.add("f_y", linear.f_y[k]), out.add("f_z", linear.f_z[k]);
  out.add("c", hidden.c), out.add("c_y", hidden.c_y), out.add("c_z", hidden.c_z);
  return out;
}

template <class Real> Quantities<Real> quantities_of(SkewGradient<Real>& of, const At<Real>& at) {
  Quantities<Real> out;
  VectorX<Real> slope(at.q.size()), rate(at.q.size());
  of.gradient(at.q, slope);
  of.flow(at.q, at.a, rate);
  out.add_number("H", of.energy(at.q)), out.add("H_zeta", slope), out.add("rate", rate);
  return out;
}

template <class Real> Quantities<Real> quantities_of(UnderlyingOde<Real>& ode, const At<Real>& at) {
  VectorX<Real> y = VectorX<Real>::Zero(padded_state(at.q.size())), rate = y;
  y.head(2 * at.q.size()) << at.q, at.v;
  const VectorX<Real> predicted = y;
  Quantities<Real> out;
  const auto add = [&](const std::string& name, bool regular) {
    out.add_number(name + " is regular", regular);
    out.add(name + ", y'", rate);
    out.add(name + ", lambda", vector_of(ode.multipliers()));
  };
  add("rate", ode.rate(at.t, y.data(), rate.data()));
  add("settle", ode.settle(at.t, y.data(), rate.data()));
  out.add("settled", y);
  add("correct", ode.correct(at.t, Real(1) / 8, Real(1) / 4, predicted.data(), y.data(), rate.data()));
  out.add("corrected", y);
  return out;
}

template <class Real> Quantities<Real> quantities_of(KickDrift<Real>& face, const At<Real>& at) {
  const Real h = Real(1) / 64;
  const std::vector<KickDriftMove<Real>> moves = {
      {Move::kick, h, h},   {Move::drift, h}, {Move::mean_kick, h / 2, 2 * h},
      {Move::drift, 2 * h}, {Move::push, h},  {Move::kick, h, h / 2},
      {Move::drift, h / 2}, {Move::leap, h},  {Move::kick, h / 2, Real(0)}};
  // The last kick has c h = h / 2; its l is a change of velocity over that.
  const auto q = face.q(), v = face.v(), l = face.l();  // their addresses stay
  face.start(values(at.q), values(at.v), values(at.lambda));
  Quantities<Real> out;
  for (int i = 0; i < 2; ++i) {
    const KickDriftReport report = face.run(moves);
    out.add_number("outcome", static_cast<int>(report.outcome));
    out.add_number("evaluations", static_cast<Real>(report.evaluations));
    out.add("q", vector_of(q)), out.add("v", vector_of(v)), out.add("l c h", vector_of(l) * (h / 2));
    face.reverse();
  }
  return out;
}

/// Some hundred operations round a value a few times each; sums lose digits of their largest term.
template <class Real> void check_same(const Quantities<Real>& one, const Quantities<Real>& other) {
  REQUIRE(one.all.size() == other.all.size());
  for (std::size_t k = 0; k < one.all.size(); ++k) {
    const auto& [name, x] = one.all[k];
    const auto& y = other.all[k].second;
    INFO(name);
    REQUIRE(x.size() == y.size());
    double size = 1, off = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      size = std::max(size, std::abs(static_cast<double>(x[i])));
      const double difference = std::abs(static_cast<double>(x[i] - y[i]));
      if (!(difference <= off)) off = difference;
    }
    CHECK(off <= 32 * static_cast<double>(epsilon<Real>) * size);
  }
}

template <class Real> Real constant_of(const Graph& graph, Node x) { return *Program<Real>(graph, 0, {}, {{x}}).run(); }

template <class Real> constexpr bool in_double = std::is_same_v<Real, double>;

/// A problem both ways: its entry in the catalogue, and its graph with derivatives.
class BothWays {
 public:
  BothWays(const char* name, TracedProblem of)
      : entry_(problem_catalogue().at(name)),
        parameters_(of.parameters),
        constraints_(of.m) {
    if (of.kind == TracedKind::mechanical)
      mechanical_ = derivatives_of(ExpressionSystem{std::move(of.graph), of.n, of.m, of.lagrangian, of.constraint,
                                                    of.position, of.force, of.reaction, of.basis});
    else if (of.kind == TracedKind::dae)
      dae_ = derivatives_of(ExpressionDae{std::move(of.graph), of.n, of.m, of.f, of.g});
    else
      skew_gradient_ = derivatives_of(ExpressionSkewGradient{std::move(of.graph), of.n, of.hamiltonian, of.structure});
  }

  template <class Real> void check() const {
    for (const Setup<double>& named : entry_.setups)
      for (const bool altered : {false, true}) {
        INFO("setup " << named.name << (altered ? ", other parameters" : ""));
        const Setup<Real> setup = entry_.setup<Real>(named.name);
        const ParameterValues values = altered ? other_values() : ParameterValues();
        const System<Real> system = entry_.make<Real>(values, named.name);
        const std::vector<Real> parameters = parameters_of<Real>(setup, values);
        for (int number = 0; number < 3; ++number) check_at(system, parameters, point_of(setup, number, constraints_));
      }
  }

 private:
  /// What an inertia may be beside its other entries, problems check themselves: those keep their values.
  ParameterValues other_values() const {
    ParameterValues values;
    double factor = 1.1;
    for (const ParameterInfo& each : entry_.parameters)
      if (each.range == Range::positive && !entry_.name.starts_with("suslov"))
        values.emplace(std::string(each.name), Number(std::round(1e4 * each.default_value * (factor += 0.07)) / 1e4));
    return values;
  }

  template <class Real> std::vector<Real> parameters_of(const Setup<Real>& setup, const ParameterValues& values) const {
    std::vector<Real> all;
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
      Real value = constant_of<Real>(graph(), parameters_[i].usual);
      for (const auto& [key, number] : setup.parameters)
        if (key == parameters_[i].name) value = number;
      if (const auto found = values.find(parameters_[i].name); found != values.end())
        value = found->second.template as<Real>();
      all.push_back(value);
    }
    return all;
  }

  const Graph& graph() const {
    if (mechanical_) return graph_of(*mechanical_);
    return graph_of(dae_ ? *dae_ : *skew_gradient_->equation);
  }

  template <class Real>
  void check_at(const System<Real>& system, const std::vector<Real>& parameters, const At<Real>& at) const {
    if (mechanical_) {
      const bool basis = system.traits().adapted_basis;
      const auto numbers = [&](const auto& of) { return quantities_of(*of, at, basis); };
      check_same(system.visit(numbers), std::visit(numbers, dynamics_of<Real>(mechanical_, parameters)));
      check_equations(system, parameters, at);
      return;
    }
    const auto struct_form = system.reducible();
    const auto graph_form = hessenberg_of<Real>(dae_ ? dae_ : skew_gradient_->equation, parameters)();
    check_same(quantities_of(*struct_form, at), quantities_of(*graph_form, at));
    if (!skew_gradient_) return;
    const auto struct_face = system.skew_gradient();
    const auto graph_face = skew_gradient_of<Real>(skew_gradient_, parameters)();
    check_same(quantities_of(*struct_face, at), quantities_of(*graph_face, at));
  }

  /// Against the saddle-point system of the graph, and in double against what is compiled with the struct: a system in
  /// quad has these equations itself. (Golden values hold its kicks and drifts.)
  template <class Real>
  void check_equations(const System<Real>& system, const std::vector<Real>& parameters, const At<Real>& at) const {
    if (const auto make = underlying_ode_of<Real>(mechanical_, parameters)) {
      const Quantities<Real> own = quantities_of(*make(), at);
      check_same(quantities_of(*underlying_ode<Real>(dynamics_of<Real>(mechanical_, parameters)), at), own);
      if (in_double<Real>) check_same(quantities_of(*system.underlying_ode(), at), own);
    }
    if (const auto make = kick_drift_of<Real>(mechanical_, parameters);
        make && in_double<Real> && system.has_kick_drift())
      check_same(quantities_of(*system.kick_drift(), at), quantities_of(*make(), at));
  }

  const ProblemEntry& entry_;
  std::vector<TracedParameter> parameters_;
  Eigen::Index constraints_ = 0;
  std::shared_ptr<const ExpressionDerivatives> mechanical_;
  std::shared_ptr<const DaeDerivatives> dae_;
  std::shared_ptr<const SkewGradientDerivatives> skew_gradient_;
};

std::set<std::string> checked_problems;

template <class P> void check(const char* name) {
  INFO(name);
  checked_problems.insert(name);
  const BothWays problem(name, trace_of<P>());
  problem.check<double>();
  problem.check<quad>();
}

}  // namespace

TEST_CASE("every problem of the catalogue as a graph has the values and derivatives of its struct") {
  check<AppellHamel<Traced>>("appell_hamel");
  check<ChaplyginSleigh<Traced>>("chaplygin_sleigh");
  check<ContactOscillator<Traced>>("contact_oscillator");
  check<CoupledPendula<Traced>>("coupled_pendula");
  check<FallingDisk<Traced>>("falling_disk");
  check<GearboxPendulum<Traced>>("gearbox_pendulum");
  check<Jay2003Dae<Traced>>("jay_2003_dae");
  check<Jay2006Dae<Traced>>("jay_2006_dae");
  check<KnifeEdge<Traced>>("knife_edge");
  check<McLachlanPerlmutterParticles<Traced>>("mclachlan_perlmutter_particles");
  check<MobileRobot<Traced>>("mobile_robot");
  check<NonholonomicParticle<Traced>>("nonholonomic_particle");
  check<PendulumCartesian<Traced>>("pendulum_cartesian");
  check<PowerDae<Traced>>("power_dae");
  check<Rattleback<Traced>>("rattleback");
  check<ReducedSleigh<Traced>>("reduced_sleigh");
  check<RollerRacer<Traced>>("roller_racer");
  check<RollingBall<Traced>>("rolling_ball");
  check<SkateOnIncline<Traced>>("skate_on_incline");
  check<SliderCrank<Traced>>("slider_crank");
  check<SliderCrankLinkage<Traced>>("slider_crank_linkage");
  check<Snakeboard<Traced>>("snakeboard");
  check<Suslov<Traced>>("suslov");
  check<SuslovBody<Traced>>("suslov_body");
  check<TrailerCar<Traced>>("trailer_car");
  check<Unicycle<Traced>>("unicycle");
  check<VerticalRollingDisk<Traced>>("vertical_rolling_disk");
  for (const ProblemEntry& entry : problem_catalogue()) CHECK(checked_problems.contains(std::string(entry.name)));
}
