// From the struct of a problem to nodes of a graph: each of its functions is called once, with a scalar that records
// what is done with it (expression/traced.hpp).
//
//   trace_of(problem)                     its parameters, numbers, are constants: the functions may branch on them
//   trace_of<ChaplyginSleigh<Traced>>()   parameters of the recording type stay variables, so that other values need no
//                                         other trace. Counts (Range::count), which sizes and loops depend on, are
//                                         numbers: other counts are another trace
//
// The exact solution is not recorded: its branches depend on values.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/expression/traced.hpp>
#include <nonholo/framework/problem/lagrangian_system.hpp>
#include <nonholo/framework/problem/traced_problem.hpp>

#include <map>
#include <string>
#include <utility>

namespace nonholo {

namespace detail {

template <class P>
concept TracesDae = requires {
  P::parts;
};
template <class P>
concept TracesSkewGradient = requires {
  P::nzeta;
};
template <class P>
concept TracesLagrangian = requires(const P& p, const Traced& t, const Vector<Traced, P::n>& q) {
  p.lagrangian(t, q, q);
};

template <class Expression> std::vector<Node> nodes_of(const Expression& x) {
  std::vector<Node> all;
  for (Eigen::Index i = 0; i < x.rows(); ++i)
    for (Eigen::Index j = 0; j < x.cols(); ++j) all.push_back(Traced(x(i, j)).node());
  return all;
}

template <int n> Traced dot(const std::vector<Node>& x, const Vector<Traced, n>& y) {
  Traced sum = 0;
  for (Eigen::Index i = 0; i < y.size(); ++i) sum += Traced(x[static_cast<std::size_t>(i)]) * y[i];
  return sum;
}

/// v^T M v / 2, of any matrix that a problem may return.
template <class M, int n> Traced kinetic_energy(const M& mass, const Vector<Traced, n>& v) {
  Traced sum = 0;
  if constexpr (requires { mass.outerSize(), mass.innerIndexPtr(); }) {
    for (int j = 0; j < mass.outerSize(); ++j)
      for (typename M::InnerIterator entry(mass, j); entry; ++entry)
        sum += entry.value() / 2 * (v[entry.row()] * v[entry.col()]);
  } else if constexpr (requires { mass.diagonal().size(), mass.toDenseMatrix(); }) {
    for (Eigen::Index i = 0; i < v.size(); ++i) sum += mass.diagonal()[i] / 2 * (v[i] * v[i]);
  } else {
    const Matrix<Traced, n, n> full = mass;
    for (Eigen::Index i = 0; i < v.size(); ++i) {
      for (Eigen::Index j = 0; j < i; ++j) sum += full(i, j) * (v[i] * v[j]);
      sum += full(i, i) / 2 * (v[i] * v[i]);
    }
  }
  return sum;
}

/// Calls the functions of one problem.
template <class P> class Trace {
 public:
  Trace(const P& problem, TracedProblem& out) : problem_(problem), out_(out) {}

  void mechanical() {
    constexpr int n = P::n, m = P::m;
    const Traced t(out_.graph.variable(0));
    const Vector<Traced, n> q = variables<n>(1, out_.n), v = variables<n>(1 + out_.n, out_.n);
    named("lagrangian", [&] { out_.lagrangian = lagrangian(t, q, v).node(); });
    if constexpr (system::HasForce<P, Traced, n>)
      named("force", [&] { out_.force = nodes_of(Vector<Traced, n>(problem_.force(t, q, v))); });
    if constexpr (system::holonomic<P>() > 0)
      named("position_constraint", [&] {
        out_.position = nodes_of(system::position_constraint(problem_, t, q).eval());
        for (const Node g : out_.position) out_.constraint.push_back(rate(g, v));
      });
    if constexpr (m != 0) named("constraint", [&] { add_constraints(t, q, v); });
    reaction(t, q, v);
    if constexpr (system::HasAdaptedBasis<P, Traced, n>)
      named("adapted_basis", [&] { out_.basis = nodes_of(problem_.adapted_basis(q).eval()); });
    invariants(t, q, v);
    out_.claims = claims();
  }

  void dae() {
    constexpr int ny = P::ny, nz = P::nz;
    const Traced t(out_.graph.variable(0));
    const Vector<Traced, ny> y = variables<ny>(1, out_.n);
    const Vector<Traced, nz> z = variables<nz>(1 + out_.n, out_.m);
    for (int k = 0; k < P::parts; ++k)
      named("f", [&] { out_.f.push_back(nodes_of(Vector<Traced, ny>(problem_.f(k, t, y, z)))); });
    named("g", [&] { out_.g = nodes_of(Vector<Traced, nz>(problem_.g(t, y))); });
    invariants(t, y, z);
  }

  void skew_gradient() {
    constexpr int n = P::nzeta;
    const Vector<Traced, n> zeta = variables<n>(1, out_.n);
    named("hamiltonian", [&] { out_.hamiltonian = problem_.hamiltonian(zeta).node(); });
    named("structure", [&] { out_.structure = nodes_of(Matrix<Traced, n, n>(problem_.structure(zeta))); });
    invariants(Traced(out_.graph.variable(0)), zeta, zeta);
  }

 private:
  static Claims claims() {
    constexpr int n = P::n;
    constexpr bool free = !system::HasForce<P, Traced, n>;
    if constexpr (TracesLagrangian<P>) {
      constexpr int m = P::m == dynamic ? dynamic : P::m + system::holonomic<P>();
      constexpr bool ideal = !system::HasReactionMatrix<P, Traced, n> && !system::HasReactionForce<P, Traced, n, m>;
      return {system::constant_mass<P>(), system::linear_constraint<P>(), system::natural<P>(),
              system::conservative<P>() && ideal && free};
    } else {
      return {system::constant_mass<P>(), true, true,
              free && !system::TimeDependent<P, Traced, n> && !system::PositionsTakeTime<P, Traced, n>};
    }
  }

  template <int n> Vector<Traced, n> variables(int first, int size) {
    Vector<Traced, n> x(size);
    for (int i = 0; i < size; ++i) x[i] = Traced(out_.graph.variable(first + i));
    return x;
  }

  /// What cannot be recorded is told of the function that does it.
  template <class F> static void named(const char* function, F call) try { call(); } catch (const TraceError& error) {
    throw InputError(function, error.what());
  }

  template <int n> Traced lagrangian(const Traced& t, const Vector<Traced, n>& q, const Vector<Traced, n>& v) {
    if constexpr (TracesLagrangian<P>) {
      return problem_.lagrangian(t, q, v);
    } else {
      Traced T, V;
      named("mass_matrix", [&] { T = kinetic_energy(system::mass_matrix(problem_, t, q), v); });
      named("potential", [&] { V = system::potential(problem_, t, q); });
      return T - V;
    }
  }

  template <int n> void add_constraints(const Traced& t, const Vector<Traced, n>& q, const Vector<Traced, n>& v) {
    std::vector<Node>& all = out_.constraint;
    if constexpr (TracesLagrangian<P>) {
      const std::vector<Node> k = nodes_of(problem_.constraint(t, q, v).eval());
      all.insert(all.end(), k.begin(), k.end());
    } else {
      Vector<Traced, P::m> k;
      named("constraint_matrix", [&] {
        const Matrix<Traced, P::m, n> A = system::constraint_matrix(problem_, t, q);
        k = A * v;
      });
      if constexpr (system::HasOffset<P, Traced, n>)
        named("constraint_offset", [&] { k += problem_.constraint_offset(t, q); });
      for (Eigen::Index i = 0; i < k.size(); ++i) all.push_back(k[i].node());
    }
  }

  /// g_t + g_q v
  template <int n> Node rate(Node g, const Vector<Traced, n>& v) {
    std::vector<int> numbers;
    for (int i = 0; i < out_.n; ++i) numbers.push_back(1 + i);
    const int t[] = {0};
    return (Traced(gradient(out_.graph, g, t)[0]) + dot(gradient(out_.graph, g, numbers), v)).node();
  }

  /// R(t, q, v, lambda) of constraints that are not ideal.
  template <int n> void reaction(const Traced& t, const Vector<Traced, n>& q, const Vector<Traced, n>& v) {
    constexpr int all = P::m == dynamic ? dynamic : P::m + system::holonomic<P>();
    const Vector<Traced, all> lambda = variables<all>(1 + 2 * out_.n, out_.m);
    if constexpr (requires { problem_.reaction(t, q, v, lambda); })
      named("reaction", [&] { out_.reaction = nodes_of(Vector<Traced, n>(problem_.reaction(t, q, v, lambda))); });
    else if constexpr (requires { problem_.reaction(t, q, v); })
      named("reaction", [&] { out_.reaction = nodes_of(Vector<Traced, n>(problem_.reaction(t, q, v) * lambda)); });
  }

  template <class Q, class V> void invariants(const Traced& t, const Q& q, const V& v) {
    if constexpr (requires { P::about(); })
      for (const auto& each : P::about().invariants)
        if constexpr (requires { each.value(problem_, t, q, v).node(); })  // not of numbers
          named("about", [&] { out_.invariants.emplace_back(each.name, each.value(problem_, t, q, v).node()); });
  }

  const P& problem_;
  TracedProblem& out_;
};

/// For messages: t, the state, velocities or algebraic variables, parameters.
template <class P> void name_variables(const P& problem, const TracedProblem& out, Tracing& tracing) {
  tracing.name(0, "t");
  std::vector<std::string> state;
  if constexpr (requires { problem.coordinate_names(); }) state = problem.coordinate_names();
  else if constexpr (requires { P::about(); })
    for (const std::string_view each : P::about().coordinates) state.emplace_back(each);
  for (int i = 0; i < out.n; ++i) {
    const auto place = static_cast<std::size_t>(i);
    const std::string name = place < state.size() ? state[place] : "q" + std::to_string(i + 1);
    tracing.name(1 + i, name);
    if (out.kind == TracedKind::mechanical) tracing.name(1 + out.n + i, "v" + name);
  }
  for (int i = 0; out.kind == TracedKind::dae && i < out.m; ++i)
    tracing.name(1 + out.n + i, "z" + std::to_string(i + 1));
  for (std::size_t i = 0; i < out.parameters.size(); ++i)
    tracing.name(out.first_parameter + static_cast<int>(i), std::string(out.parameters[i].name));
}

/// Parameters become variables of the graph, from this number on.
template <class P> void trace_parameters(P& problem, TracedProblem& out) {
  if constexpr (requires { P::about(); })
    for (const auto& each : P::about().parameters) {
      if (each.range == Range::count) continue;
      const int number = out.first_parameter + static_cast<int>(out.parameters.size());
      out.parameters.push_back({each.name, (problem.*each.member).node()});
      problem.*each.member = Traced(out.graph.variable(number));
    }
}

template <class P> void note_sizes(const P& problem, TracedProblem& out) {
  out.n = static_cast<int>(system::coordinates(problem));
  out.m = static_cast<int>(system::constraints(problem));
  if constexpr (TracesDae<P>) out.kind = TracedKind::dae;
  if constexpr (TracesSkewGradient<P>) out.kind = TracedKind::skew_gradient;
  out.first_parameter = 1 + out.n + out.m + (out.kind == TracedKind::mechanical ? 2 * out.n : 0);
}

template <class P> void trace_functions(const P& problem, TracedProblem& out, Tracing& tracing) {
  name_variables(problem, out, tracing);
  Trace<P> trace(problem, out);
  if constexpr (TracesDae<P>) trace.dae();
  else if constexpr (TracesSkewGradient<P>) trace.skew_gradient();
  else trace.mechanical();
}

}  // namespace detail

/// @throws InputError (key: the function) for a function that branches on a value, or needs one as a number
template <class P> TracedProblem trace_of(const P& problem) {
  TracedProblem out;
  Tracing tracing(out.graph);
  detail::note_sizes(problem, out);
  detail::trace_functions(problem, out, tracing);
  return out;
}

/// @param counts values of parameters that are counts; defaults without
/// @throws InputError as above
template <class P> TracedProblem trace_of(const std::map<std::string, int, std::less<>>& counts = {}) {
  TracedProblem out;
  Tracing tracing(out.graph);
  P problem{};
  if constexpr (requires { P::about(); })
    for (const auto& each : P::about().parameters)
      if (const auto found = counts.find(each.name); found != counts.end()) problem.*each.member = found->second;
  detail::note_sizes(problem, out);
  detail::trace_parameters(problem, out);
  detail::trace_functions(problem, out, tracing);
  return out;
}

}  // namespace nonholo
