// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/faces/underlying_ode_of_expressions.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/factored_nodes.hpp>
#include <nonholo/framework/faces/dynamics.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

using Nodes = std::vector<Node>;

/// x + sum_j factor_j X_j
Nodes moved(Graph& graph, Nodes x, const std::vector<Nodes>& X, const Nodes& factors) {
  for (std::size_t j = 0; j < X.size(); ++j)
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = graph.add(x[i], graph.multiply(factors[j], X[j][i]));
  return x;
}

template <class Real> class OdeOfExpressions final : public UnderlyingOde<Real> {
 public:
  explicit OdeOfExpressions(std::shared_ptr<const OdePrograms<Real>> programs)
      : programs_(std::move(programs)),
        n_(programs_->n),
        lambda_(static_cast<std::size_t>(programs_->m)) {}

  bool rate(Real t, const Real* y, Real* y_dot) override {
    std::copy_n(y + n_, n_, y_dot);
    return accelerated(run(programs_->rate, t, y), y_dot);
  }

  bool settle(Real t, Real* y, Real* y_dot) override {
    const Real* const from = run(programs_->settle, t, y);
    std::copy_n(from, n_, y + n_);
    std::copy_n(from, n_, y_dot);
    return accelerated(from + n_, y_dot);
  }

  bool correct(Real t, Real q_weight, Real v_weight, const Real* predicted, Real* y, Real* y_dot) override {
    const bool regular = rate(t, predicted, y_dot);
    for (int i = 0; i < n_; ++i) {
      y[i] += q_weight * y_dot[n_ + i];
      y[n_ + i] += v_weight * y_dot[n_ + i];
    }
    return settle(t, y, y_dot) && regular;
  }

  std::span<const Real> multipliers() const override { return lambda_; }

 private:
  const Real* run(const Program<Real>& program, Real t, const Real* y) const {
    return program.run(t, y, y + n_, static_cast<std::size_t>(n_));
  }

  /// Takes a, lambda, and whether they are a solution.
  bool accelerated(const Real* from, Real* y_dot) {
    Real none = 0;
    for (int i = 0; i < n_; ++i) {
      y_dot[n_ + i] = from[i];
      none += (from[i] - from[i]) + (y_dot[i] - y_dot[i]);
    }
    std::fill(y_dot + 2 * n_, y_dot + padded_state(n_), Real(0));
    from += n_;
    std::copy_n(from, lambda_.size(), lambda_.begin());
    from += lambda_.size();
    bool regular = none == 0;
    for (int i = 0; i < n_; ++i) regular = *from++ > 0 && regular;
    // A pivot that is rounding tells of dependent rows, as for structs (underlying_ode_of.hpp).
    for (std::size_t j = 0; j < lambda_.size(); ++j, from += 2)
      regular = from[0] > 16 * epsilon<Real> * from[1] && regular;
    return regular;
  }

  std::shared_ptr<const OdePrograms<Real>> programs_;
  int n_;
  std::vector<Real> lambda_;
};

}  // namespace

bool has_ode_nodes(int n) { return n <= most_in_packs; }

OdeNodes ode_nodes(Graph& graph, const OdeParts& parts) {
  const auto n = static_cast<std::size_t>(parts.n), m = static_cast<std::size_t>(parts.m);
  const FactoredNodes mass(graph, parts.p_v, parts.n);
  std::vector<Nodes> rows, X;
  Nodes S;
  for (std::size_t j = 0; j < m; ++j) {
    rows.emplace_back(parts.K.begin() + static_cast<std::ptrdiff_t>(j * n),
                      parts.K.begin() + static_cast<std::ptrdiff_t>((j + 1) * n));
    X.push_back(mass.solved(rows.back()));
  }
  for (const Nodes& row : rows)
    for (const Nodes& x : X) S.push_back(dot(graph, row, x));
  const FactoredNodes reactions(graph, S, parts.m);

  OdeNodes all{.n = parts.n, .m = parts.m};
  const Nodes b = mass.solved(parts.force);
  Nodes lambda;
  for (std::size_t j = 0; j < m; ++j)
    lambda.push_back(graph.negate(graph.add(parts.k_rate[j], dot(graph, rows[j], b))));
  lambda = reactions.solved(lambda);
  all.rate = moved(graph, b, X, lambda);
  all.rate.insert(all.rate.end(), lambda.begin(), lambda.end());
  all.rate.insert(all.rate.end(), mass.pivots().begin(), mass.pivots().end());
  for (std::size_t j = 0; j < m; ++j) all.rate.insert(all.rate.end(), {reactions.pivots()[j], reactions.diagonal()[j]});

  Nodes v, off = reactions.solved(parts.k);
  for (const int number : parts.v) v.push_back(graph.variable(number));
  for (Node& each : off) each = graph.negate(each);
  all.settle = moved(graph, v, X, off);
  const Nodes then = replaced(graph, all.rate, parts.v, all.settle);
  all.settle.insert(all.settle.end(), then.begin(), then.end());
  return all;
}

template <class Real> std::unique_ptr<UnderlyingOde<Real>> ode_of(std::shared_ptr<const OdePrograms<Real>> programs) {
  return std::make_unique<OdeOfExpressions<Real>>(std::move(programs));
}

template std::unique_ptr<UnderlyingOde<double>> ode_of(std::shared_ptr<const OdePrograms<double>>);
template std::unique_ptr<UnderlyingOde<quad>> ode_of(std::shared_ptr<const OdePrograms<quad>>);

}  // namespace nonholo
