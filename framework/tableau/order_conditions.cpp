// Order on ordinary differential equations, by trees (Butcher 1963; Hairer, Norsett & Wanner I, II.2 and II.15). A
// method has order p when
//   b^T Phi(t) = 1/gamma(t)   for all rooted trees t with up to p vertices.
// Phi is the product of A Phi over the branches at the root, 1 for a leaf; gamma is the number of vertices times the
// product of gamma over the branches. With several parts each vertex has a colour, and a branch uses the A of its
// root's colour. The colour of the root of t does not matter, since the parts share b.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/order_conditions.hpp>

#include <nonholo/framework/tableau/exact_algebra.hpp>
#include <nonholo/framework/tableau/rooted_trees.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace nonholo {

namespace {

struct Colour {
  const MatrixX<Exact>* A;
  std::string subscript;
};

/// Equal parts give equal conditions: one colour serves them all, named by the first.
std::vector<Colour> colours_of(const TableauSet& set) {
  std::vector<Colour> colours;
  for (std::size_t k = 0; k < set.parts().size(); ++k) {
    const MatrixX<Exact>& A = set.parts()[k].exact().A;
    if (std::ranges::none_of(colours, [&A](const Colour& other) { return *other.A == A; }))
      colours.push_back({&A, std::to_string(k + 1)});
  }
  if (colours.size() == 1) colours.front().subscript.clear();
  return colours;
}

double coarsest_tolerance(const TableauSet& set) {
  return std::ranges::max(set.parts(), {}, [](const Tableau& part) { return part.exact().tolerance; })
      .exact()
      .tolerance;
}

std::string name_of(const Branch& bundle) { return bundle.vertices == 0 ? "t" : '[' + bundle.name + ']'; }

class ColouredTrees {
 public:
  explicit ColouredTrees(const TableauSet& set)
      : b_(set.a().exact().b),
        c_(set.a().exact().c),
        colours_(colours_of(set)),
        time_is_apart_(std::ranges::none_of(set.parts(), [](const Tableau& part) { return part.row_sums().holds; })),
        branches_(set.stages()) {}

  /// Evaluates the conditions of the trees with n vertices; branches with fewer vertices must have been grown.
  void check(int n, OrderByTrees& result) const {
    result.defect = 0;
    branches_.each_bundle(n - 1, true, [&](const Branch& bundle) {
      ++result.trees;
      const auto defect = static_cast<double>(Exact(abs(b_.dot(bundle.weights) - bundle.inverse_density / n)));
      if (defect <= result.defect) return;
      result.defect = defect;
      result.tree = name_of(bundle);
    });
  }

  /// Makes branches of the trees with n vertices.
  void grow(int n) {
    std::vector<Branch> grown;
    branches_.each_bundle(n - 1, true, [&](const Branch& bundle) {
      for (const auto& [A, subscript] : colours_)
        grown.push_back(
            {n, product(*A, bundle.weights), Exact(bundle.inverse_density / n), name_of(bundle) + subscript});
    });
    if (n == 1 && time_is_apart_) grown.push_back({1, c_, Exact(1), "c"});
    branches_.add(std::move(grown));
  }

 private:
  const VectorX<Exact>&b_, &c_;
  std::vector<Colour> colours_;
  /// it enters as c_i: like an unknown of a part whose row sums are c, if there is one, else as a leaf of its own
  bool time_is_apart_;
  Branches branches_;
};

}  // namespace

OrderByTrees ode_order(const TableauSet& set, int most) {
  const double tolerance = coarsest_tolerance(set);
  ColouredTrees trees(set);
  OrderByTrees result{0, false, 0, "", 0};
  while (result.order < most) {
    trees.check(result.order + 1, result);
    if (result.defect > tolerance) return result;
    ++result.order;
    if (result.order < most) trees.grow(result.order);
  }
  return {result.order, true, 0, "", result.trees};
}

}  // namespace nonholo
