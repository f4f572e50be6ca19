// Rooted trees with their elementary weights, enumerated order by order and without duplicates: the working parts of
// order_conditions.cpp.
//
// A tree is the multiset of branches at its root, and its elementary weights are the product of what the branches
// contribute (Butcher 1963; Hairer, Norsett & Wanner I, II.2). What a branch contributes is computed once, when the
// branch is added, whatever number of trees it is part of. Vertices are meagre or fat, as problems with constraints
// need them (Hairer, Lubich & Roche 1989); the trees of differential equations are meagre.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/exact_tableau.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace nonholo {

/// What a tree contributes to the vertex it hangs from, or what several of them contribute together.
struct Branch {
  int vertices;            ///< rho: where a fat vertex is involved, not a plain count
  VectorX<Exact> weights;  ///< one factor for each stage
  Exact inverse_density;   ///< 1/gamma
  std::string name;        ///< empty where nobody asks
  int fat_vertices = 0;
  bool fat_root = false;
};

inline Branch joined(const Branch& bundle, const Branch& next) {
  if (bundle.vertices == 0) return next;
  return {bundle.vertices + next.vertices, bundle.weights.cwiseProduct(next.weights),
          Exact(bundle.inverse_density * next.inverse_density), next.name.empty() ? "" : bundle.name + ' ' + next.name,
          bundle.fat_vertices + next.fat_vertices};
}

/// The branches known so far, by their number of vertices.
class Branches {
 public:
  explicit Branches(Eigen::Index stages) : none_{0, VectorX<Exact>::Ones(stages), Exact(1), ""} {}

  void add(std::vector<Branch> branches) {
    for (Branch& branch : branches) {
      const auto k = static_cast<std::size_t>(branch.vertices);
      if (by_vertices_.size() <= k) by_vertices_.resize(k + 1);
      by_vertices_[k].push_back(std::move(branch));
    }
  }

  /// Calls visit(bundle) for each multiset of branches with this many vertices together. `visit` must not add branches.
  template <class Visit> void each_bundle(int vertices, bool fat_roots, Visit visit) const {
    extend(none_, vertices, {1, 0}, fat_roots, visit);
  }

 private:
  struct Place {
    int vertices;
    std::size_t index;
  };

  /// Branches join in the order in which they are stored, from `first` on, so that each multiset is met once. Hence the
  /// next one is either the last or leaves at least as many vertices as it has.
  template <class Visit> void extend(const Branch& bundle, int left, Place first, bool fat_roots, Visit& visit) const {
    if (left == 0) return visit(bundle);
    const int known = static_cast<int>(by_vertices_.size()) - 1;
    for (int k = first.vertices; k <= std::min(left, known); ++k) {
      if (2 * k > left && k < left) continue;
      const std::vector<Branch>& candidates = by_vertices_[static_cast<std::size_t>(k)];
      for (std::size_t i = k == first.vertices ? first.index : 0; i < candidates.size(); ++i)
        if (fat_roots || !candidates[i].fat_root)
          extend(joined(bundle, candidates[i]), left - k, {k, i}, fat_roots, visit);
    }
  }

  Branch none_;
  std::vector<std::vector<Branch>> by_vertices_;
};

}  // namespace nonholo
