// What a system given by expressions (dynamics_of_expressions.hpp) is derived to: lists of nodes, made once for all
// precisions and parameters. Private header of framework/faces.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/dynamics_of_expressions.hpp>
#include <nonholo/framework/faces/kick_drift_of_expressions.hpp>
#include <nonholo/framework/faces/underlying_ode_of_expressions.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace nonholo {

/// Lists of nodes in the order in which a program's results are taken: vectors as they are, matrices by rows.
class ExpressionDerivatives {
  using Nodes = std::vector<Node>;

 public:
  explicit ExpressionDerivatives(ExpressionSystem system) : system_(std::move(system)), at_(system_.variables()) {
    for (int i = 0; i < at_.n; ++i) {
      q_.push_back(at_.q(i));
      v_.push_back(at_.v(i));
      a_.push_back(at_.beside(i));
    }
    for (int j = 0; j < at_.m; ++j) lambda_.push_back(at_.beside(j));
    find();
  }

  const Graph& graph() const { return system_.graph; }
  const ExpressionVariables& at() const { return at_; }
  DynamicsTraits traits() const { return traits_; }
  const Nodes& position() const { return system_.position; }
  const Nodes& basis() const { return system_.basis; }

  Nodes p, f, F, k, K, k_q, p_v, energy;
  Nodes reaction;  // R, R_lambda; none of ideal ones
  Nodes p_q, F_v;
  Nodes linearisation;         // p_q, p_v, f_q, f_v, reaction_q, reaction_v, k_q, K, R_lambda
  Nodes rates;                 // p_dot, k_dot
  Nodes rates_linearisation;   // p_dot_q, p_dot_v, k_dot_q, k_dot_v
  Nodes reaction_gradient;     // K, K_q[0], ...
  Nodes entries;               // of p_v that are not zero, column by column, ...
  std::vector<int> places;     // ... and where they stand: i + j n
  Nodes lagrangian_rate;       // L_t
  OdeNodes ode;                // or none
  KickDriftNodes kick_drift;   // or none
  Nodes turning, along_basis;  // of the basis X: p . (dX/dq_i) y and p . (sum_i z_i dX_a/dq_i), p in the place of v

 private:
  Graph& g() { return system_.graph; }

  Nodes by(const Nodes& y, std::span<const int> variables) {
    Nodes rows;
    for (const Node each : y) {
      const Nodes row = gradient(g(), each, variables);
      rows.insert(rows.end(), row.begin(), row.end());
    }
    return rows;
  }

  void find() {
    const Node L = system_.lagrangian;
    p = gradient(g(), L, v_);
    f = gradient(g(), L, q_);
    F = system_.force.empty() ? Nodes(f.size(), g().constant(0)) : system_.force;
    for (std::size_t i = 0; i < f.size(); ++i) f[i] = g().add(f[i], F[i]);
    k = system_.constraint;
    K = by(k, v_);
    k_q = by(k, q_);
    p_v = by(p, v_);
    Node sum = g().negate(L);
    for (int i = 0; i < at_.n; ++i) sum = g().add(sum, g().multiply(p[static_cast<std::size_t>(i)], variable(v_, i)));
    energy = {sum};
    lagrangian_rate = by({L}, std::array{at_.t()});
    find_linearisations();
    find_traits();
    if (!system_.basis.empty()) find_basis();
    const bool natural = traits_.linear_constraint && traits_.ideal && traits_.holonomic == 0 && !depends_on(p_v, v_);
    if (natural && has_ode_nodes(at_.n)) find_ode();
    if (traits_.conservative && traits_.constant_mass && traits_.holonomic == 0 && at_.m > 0 && has_ode_nodes(at_.n))
      kick_drift =
          kick_drift_nodes(g(), {.n = at_.n, .m = at_.m, .q = q_, .M = p_v, .force = f, .k = k, .K = K, .k_q = k_q});
  }

  void find_ode() {
    const Nodes at_no_acceleration = without(g(), rates, a_);
    const auto n = static_cast<std::size_t>(at_.n);
    OdeParts parts{.n = at_.n, .m = at_.m, .v = v_, .p_v = p_v, .force = f, .k = k, .K = K, .k_rate = {}};
    for (std::size_t i = 0; i < n; ++i) parts.force[i] = g().subtract(f[i], at_no_acceleration[i]);
    parts.k_rate.assign(at_no_acceleration.begin() + at_.n, at_no_acceleration.end());
    ode = ode_nodes(g(), parts);
  }

  void find_linearisations() {
    const bool ideal = system_.reaction.empty();
    const Nodes R = ideal ? times_transposed(K, lambda_) : system_.reaction;
    const Nodes R_lambda = ideal ? Nodes() : by(R, lambda_);
    if (!ideal) reaction = joined({R, R_lambda});
    p_q = by(p, q_);
    F_v = by(F, v_);
    linearisation = joined({p_q, p_v, by(f, q_), by(f, v_), by(R, q_), by(R, v_), k_q, K, R_lambda});
    const Nodes p_dot = along(p), k_dot = along(k);
    rates = joined({p_dot, k_dot});
    rates_linearisation = joined({by(p_dot, q_), by(p_dot, v_), by(k_dot, q_), by(k_dot, v_)});
    reaction_gradient = K;
    const Nodes by_entries = by(K, q_);
    for (int i = 0; i < at_.n; ++i)
      for (std::size_t entry = 0; entry < K.size(); ++entry)
        reaction_gradient.push_back(by_entries[entry * static_cast<std::size_t>(at_.n) + static_cast<std::size_t>(i)]);
  }

  /// y, and z, stand beside.
  void find_basis() {
    const auto n = static_cast<std::size_t>(at_.n), free = n - static_cast<std::size_t>(at_.m);
    traits_.adapted_basis = true;
    Node all = g().constant(0);
    for (std::size_t a = 0; a < free; ++a) {
      Node column = g().constant(0);
      for (std::size_t j = 0; j < n; ++j)
        column = g().add(column, g().multiply(system_.basis[j * free + a], variable(v_, static_cast<int>(j))));
      all = g().add(all, g().multiply(column, variable(a_, static_cast<int>(a))));
      const Nodes slope = gradient(g(), column, q_);
      Node along = g().constant(0);
      for (std::size_t i = 0; i < n; ++i)
        along = g().add(along, g().multiply(slope[i], variable(a_, static_cast<int>(i))));
      along_basis.push_back(along);
    }
    turning = gradient(g(), all, q_);
  }

  void find_traits() {
    const bool with_time = depends_on(joined({p, f, k, energy}), {at_.t()});  // a term of t alone is in the last
    for (int place = 0; place < at_.n * at_.n; ++place) {
      const Node entry = p_v[static_cast<std::size_t>(place)];  // p_v is symmetric
      if (vanish({entry})) continue;
      entries.push_back(entry);
      places.push_back(place);
    }
    const bool diagonal = std::ranges::all_of(places, [n = at_.n](int place) { return place % n == place / n; });
    std::vector<int> state = joined_numbers({{at_.t()}, q_, v_});
    const Claims& known = system_.claims;
    traits_.constant_mass = known.constant_mass || !depends_on(p_v, state);
    traits_.linear_constraint = known.linear_constraint || (!depends_on(K, v_) && !jumps(k));
    traits_.coupled = !vanish(p_q) || !vanish(F_v);
    // L quadratic in v without a linear term; constraints without an offset do no work
    traits_.natural = known.natural || (!depends_on(p_v, v_) && vanish(at_rest(p)) && !jumps(p));
    traits_.ideal = system_.reaction.empty();
    traits_.holonomic = static_cast<int>(system_.position.size());
    traits_.conservative = known.conservative || (traits_.natural && traits_.ideal && traits_.linear_constraint &&
                                                  vanish(at_rest(k)) && !with_time && vanish(F));
    const auto n = static_cast<std::size_t>(at_.n);
    traits_.sparse_mass = traits_.constant_mass && (diagonal || entries.size() <= n * n / 10);
  }

  /// Whether the sign of something that depends on v is among these: derivatives by v and what is left at v = 0 do not
  /// tell of it.
  bool jumps(const Nodes& nodes) const {
    const std::vector<bool> depends = system_.graph.dependent(v_);
    std::vector<bool> seen(depends.size());
    Nodes left = nodes;
    while (!left.empty()) {
      const Node x = left.back();
      left.pop_back();
      const auto place = static_cast<std::size_t>(x.index);
      if (!depends[place] || seen[place]) continue;
      seen[place] = true;
      const Operation operation = system_.graph.operation(x);
      if (operation == Operation::sign) return true;
      if (operation == Operation::variable) continue;
      left.push_back(system_.graph.first(x));
      if (const Node other = system_.graph.second(x); other.index >= 0) left.push_back(other);
    }
    return false;
  }

  bool vanish(const Nodes& nodes) const {
    return std::ranges::all_of(nodes, [&](Node x) { return system_.graph.is(x, 0); });
  }

  Nodes at_rest(const Nodes& nodes) { return without(g(), nodes, v_); }

  bool depends_on(const Nodes& nodes, const std::vector<int>& numbers) {
    const std::vector<bool> depends = g().dependent(numbers);
    return std::ranges::any_of(nodes, [&](Node x) { return depends[static_cast<std::size_t>(x.index)]; });
  }

  Node variable(const std::vector<int>& numbers, int i) { return g().variable(numbers[static_cast<std::size_t>(i)]); }

  /// y_t + y_q v + y_v a
  Nodes along(const Nodes& y) {
    const std::vector<int> numbers = joined_numbers({{at_.t()}, q_, v_});
    Nodes all;
    for (const Node each : y) {
      const Nodes d = gradient(g(), each, numbers);
      Node sum = d[0];
      const auto n = static_cast<std::size_t>(at_.n);
      for (int i = 0; i < at_.n; ++i) {
        sum = g().add(sum, g().multiply(d[1 + static_cast<std::size_t>(i)], variable(v_, i)));
        sum = g().add(sum, g().multiply(d[1 + n + static_cast<std::size_t>(i)], variable(a_, i)));
      }
      all.push_back(sum);
    }
    return all;
  }

  /// A^T x
  Nodes times_transposed(const Nodes& A, const std::vector<int>& x) {
    const auto n = static_cast<std::size_t>(at_.n);
    Nodes product(n, g().constant(0));
    for (int j = 0; j < at_.m; ++j)
      for (int i = 0; i < at_.n; ++i) {
        Node& to = product[static_cast<std::size_t>(i)];
        to =
            g().add(to, g().multiply(A[static_cast<std::size_t>(j) * n + static_cast<std::size_t>(i)], variable(x, j)));
      }
    return product;
  }

  static Nodes joined(const std::vector<Nodes>& parts) {
    Nodes all;
    for (const Nodes& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }
  static std::vector<int> joined_numbers(const std::vector<std::vector<int>>& parts) {
    std::vector<int> all;
    for (const auto& part : parts) all.insert(all.end(), part.begin(), part.end());
    return all;
  }

  ExpressionSystem system_;
  ExpressionVariables at_;
  std::vector<int> q_, v_, a_, lambda_;
  DynamicsTraits traits_{};
};

}  // namespace nonholo
