// Order of a standard Runge-Kutta method on y' = f(y, z), 0 = g(y) of index 2, by trees (Hairer, Lubich & Roche 1989;
// Hairer & Wanner II, VII.5). y-trees have a meagre root, z-trees a fat one. For y-trees t and z-trees u, and with
// omega = A^-1:
//   [t.., u..]_y   rho = 1 + sum rho,    gamma = rho prod gamma,           Phi = prod (A Phi(t)) prod Phi(u),
//       b^T Phi = 1/gamma
//   [t..]_z        rho = -1 + sum rho,   gamma = prod gamma / (rho + 1),   Phi = omega prod (A Phi(t)),
//       b^T omega Phi = 1/gamma
// Two kinds of z-trees do not occur: [t]_z of the single vertex t, as g_y f = 0, and [[u]_y]_z, which cancels.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/order_conditions.hpp>

#include <nonholo/framework/tableau/exact_algebra.hpp>
#include <nonholo/framework/tableau/rooted_trees.hpp>
#include <nonholo/framework/tableau/stability_function.hpp>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

/// How a tableau is used: y_1 = y_0 + h b^T f and z_1 = growth z_0 + z_row^T Z.
struct Index2Method {
  MatrixX<Exact> A, omega;
  VectorX<Exact> b, z_row;
  Exact growth;
  bool explicit_first, stiffly_accurate;
  double tolerance;
};

double norm(const MatrixX<Exact>& omega) {
  return std::max(1.0, static_cast<double>(omega.cwiseAbs().rowwise().sum().maxCoeff()));
}

/// An error of A comes back multiplied by the norm of each omega, and once more for the omega that it changes.
double slack(double tolerance, double norm, int omegas) {
  return omegas == 0 ? tolerance : tolerance * std::pow(norm, omegas + 1);
}

/// What the growth does to errors turns at -1 and 1, which it has to hit exactly.
Exact nearest_integer_within(double slack, const Exact& growth) {
  if (abs(growth) <= slack) return 0;
  return abs(abs(growth) - 1) <= slack ? Exact(growth > 0 ? 1 : -1) : growth;
}

Index2Method with_invertible_matrix(const Tableau& tableau) {
  const auto& [A, b, c, tolerance] = tableau.exact();
  const MatrixX<Exact> omega = inverse(A);
  const VectorX<Exact> z_row = product(MatrixX<Exact>(omega.transpose()), b);
  const Exact growth = nearest_integer_within(slack(tolerance, norm(omega), 1), 1 - z_row.sum());
  return {A, omega, b, z_row, growth, false, tableau.stiffly_accurate().holds, tolerance};
}

/// Z_1 = z_0 and z_1 = Z_s. The first stage satisfies the constraint by itself; the others determine Z_2 ... Z_s
/// through A without its first row, whose first column brings in the error of Z_1. Phi of a z-tree belongs to Z_i - z_0
/// and is zero at the first stage.
Index2Method with_explicit_first_stage(const Tableau& tableau) {
  const auto& [A, b, c, tolerance] = tableau.exact();
  const Eigen::Index s = b.size();
  MatrixX<Exact> omega = MatrixX<Exact>::Zero(s, s);
  omega.bottomRightCorner(s - 1, s - 1) = inverse(A.bottomRightCorner(s - 1, s - 1));
  const Exact growth = nearest_integer_within(slack(tolerance, norm(omega), 1), -omega.row(s - 1).dot(A.col(0)));
  return {A, omega, b, VectorX<Exact>::Unit(s, s - 1), growth, true, true, tolerance};
}

bool implicit_stages_are_independent(const Tableau& tableau) {
  const int rest = tableau.stages() - 1;
  if (rest == 0) return false;
  const auto& [A, b, c, tolerance] = tableau.exact();
  return rank(A.bottomRightCorner(rest, rest), tolerance * rest) == rest;
}

std::string why_not_applicable(const Tableau& tableau) {
  if (rank(tableau) == tableau.stages()) return "";
  if (!tableau.explicit_first() || !implicit_stages_are_independent(tableau))
    return "A is singular: the constraint does not determine the stages";
  return tableau.stiffly_accurate() ? ""
                                    : "the first stage is explicit and the last stage is not the end of the step, so "
                                      "the end does not satisfy the constraint";
}

/// Up to which order, at most the cap, the conditions of one kind hold.
struct Satisfied {
  int order, cap;
  explicit Satisfied(int most) : order(most), cap(most) {}
  void violated_at(int n) { order = std::min(order, n - 1); }
  bool open() const { return order == cap; }
  int if_open(int value) const { return open() ? value : order; }
};

class Index2Trees {
 public:
  explicit Index2Trees(const Index2Method& method)
      : method_(method),
        omega_norm_(norm(method.omega)),
        b_omega_(product(MatrixX<Exact>(method.omega.transpose()), method.b)),
        z_omega_(product(MatrixX<Exact>(method.omega.transpose()), method.z_row)),
        branches_(method.b.size()) {}

  /// Evaluates the conditions of y-trees with rho = n whose root has not a z-tree as its only branch, and makes them
  /// branches.
  bool ordinary_y_trees_hold(int n) {
    bool hold = true;
    std::vector<Branch> grown;
    branches_.each_bundle(n - 1, true, [&](const Branch& bundle) {
      grown.push_back(
          {n, product(method_.A, bundle.weights), Exact(bundle.inverse_density / n), "", bundle.fat_vertices});
      hold = hold && agree(method_.b.dot(bundle.weights), grown.back().inverse_density, bundle.fat_vertices);
    });
    branches_.add(std::move(grown));
    return hold;
  }

  /// The same for z-trees u with rho = n - 1 and the y-trees [u]_y, after the other y-trees with rho = n. A z-tree with
  /// a single branch gets no [u]_y this way, and no y-tree a single u otherwise, as both are made last. `keep`: as
  /// branches; the last and most numerous ones are not needed.
  std::pair<bool, bool> z_trees_and_their_y_trees_hold(int n, bool keep) {
    bool z_hold = true, y_hold = true;
    std::vector<Branch> grown;
    if (n > 1)
      branches_.each_bundle(n, false, [&](const Branch& bundle) {
        const int fat = bundle.fat_vertices + 1;
        const Exact inverse_density = bundle.inverse_density * n;
        z_hold = z_hold && agree(z_omega_.dot(bundle.weights), inverse_density, fat + 1);
        y_hold = y_hold && agree(b_omega_.dot(bundle.weights), bundle.inverse_density, fat);
        if (!keep) return;
        const VectorX<Exact> weights = product(method_.omega, bundle.weights);
        grown.push_back({n - 1, weights, inverse_density, "", fat, true});
        grown.push_back({n, product(method_.A, weights), bundle.inverse_density, "", fat});
      });
    branches_.add(std::move(grown));
    return {z_hold, y_hold};
  }

 private:
  bool agree(const Exact& x, const Exact& y, int omegas) const {
    return abs(x - y) <= slack(method_.tolerance, omega_norm_, omegas);
  }

  const Index2Method& method_;
  double omega_norm_;
  VectorX<Exact> b_omega_, z_omega_;
  Branches branches_;
};

struct Conditions {
  Satisfied y, projected, z;  ///< all y-trees; those other than [u]_y; the z-trees with rho < order
};

Conditions satisfied_conditions(const Index2Method& method, int most) {
  Conditions found{Satisfied(most), Satisfied(most), Satisfied(most)};
  auto& [y, projected, z] = found;
  Index2Trees trees(method);
  for (int n = 1; n <= most && (y.open() || projected.open() || z.open()); ++n) {
    const bool ordinary_hold = trees.ordinary_y_trees_hold(n);
    const auto [z_hold, remaining_hold] = trees.z_trees_and_their_y_trees_hold(n, n < most);
    if (!ordinary_hold) projected.violated_at(n);
    if (!ordinary_hold || !remaining_hold) y.violated_at(n);
    if (!z_hold) z.violated_at(n);
  }
  return found;
}

/// What becomes of an error in z, or in g(y), from step to step.
enum class Errors { decay, alternate, persist, grow };

Errors errors_of(const Index2Method& method) {
  if (abs(method.growth) != 1) return abs(method.growth) < 1 ? Errors::decay : Errors::grow;
  return method.growth == 1 ? Errors::persist : Errors::alternate;
}

struct ReachedOrders {
  int y, z;
};

/// Global orders from the orders of the conditions: K of all y-trees, P of those that the projection onto the kernel of
/// g_y leaves, k of z.
///
/// Local errors of y along the constraint add up to order P. Those across it are errors of g(y), which each step
/// multiplies by the growth: damped or alternating ones stay at h^(K+1), persistent ones add up to h^K. Errors of z
/// obey the same recursion, and take in those of g(y) divided by h.
ReachedOrders global_orders(const Index2Method& method, int K, int P, int k) {
  const Errors errors = errors_of(method);
  if (errors == Errors::grow) return {0, 0};
  const bool persist = errors == Errors::persist;
  if (method.explicit_first) return {P, std::min(P, persist ? k - 1 : k)};
  if (method.stiffly_accurate) return {P, std::min(P, k)};  // g(y_1) = 0
  if (persist) return {std::min(P, K), std::max(0, std::min({P, K - 2, k - 1}))};
  return {std::min(P, K + 1), std::max(0, std::min({P, k, errors == Errors::alternate ? K - 1 : K}))};
}

int order_by_assumptions(const Tableau& tableau) {
  const auto [B, C, D] = tableau.simplifying_assumptions();
  return std::min({B, 2 * C + 2, C + D + 1});
}

}  // namespace

StandardRkOrder standard_rk_order(const Tableau& tableau, int most) {
  const std::string reason = why_not_applicable(tableau);
  if (!reason.empty()) return {false, 0, 0, reason, 0, 0, 0, false, 0};
  const Index2Method method =
      rank(tableau) == tableau.stages() ? with_invertible_matrix(tableau) : with_explicit_first_stage(tableau);
  const auto [y, projected, z] = satisfied_conditions(method, most);
  const ReachedOrders found = global_orders(method, y.order, projected.order, z.order);
  const int unbounded = most + 3;  // more than the rules take off
  const ReachedOrders at_best =
      global_orders(method, y.if_open(unbounded), projected.if_open(unbounded), z.if_open(unbounded));
  const bool y_capped = at_best.y != found.y;
  // Beyond the trees the theorem of Hairer, Lubich & Roche for stiffly accurate methods tells: min(p, 2q + 2, q + r +
  // 1).
  const int y_known = y_capped && method.stiffly_accurate ? std::max(found.y, order_by_assumptions(tableau)) : found.y;
  const bool reached_cap = (y_capped && !method.stiffly_accurate) || at_best.z != found.z;
  return {
      true, y_known, found.z, "", y.order, projected.order, z.order, reached_cap, static_cast<double>(method.growth)};
}

}  // namespace nonholo
