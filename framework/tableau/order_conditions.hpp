// Orders of Runge-Kutta methods, found by evaluating every order condition with the exact numbers of a tableau: what a
// method achieves, where the simplifying assumptions of tableau.hpp tell what a theorem guarantees.
// order_conditions.cpp has the mathematics.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/tableau/tableau.hpp>

#include <string>

namespace nonholo {

struct OrderByTrees {
  int order;         ///< all conditions of trees with up to this many vertices hold
  bool reached_cap;  ///< the conditions beyond were not asked for
  double defect;     ///< the largest violation at order + 1; 0 at the cap
  /// where: t is a leaf, [t t] a root with two leaves; "t2" a leaf of part 2, c the time; empty at the cap
  std::string tree;
  long trees;  ///< conditions evaluated
};

/// Order, up to `most`, on ordinary differential equations y' = f_1(t, y) + ... + f_N(t, y), one part of the set for
/// each f_k.
OrderByTrees ode_order(const TableauSet& set, int most);

struct StandardRkOrder {
  bool applicable;
  int y, z;            ///< global orders; at least these where the cap was reached
  std::string reason;  ///< why the tableau is not applicable, else empty
  /// satisfied: all y-trees, those not [u]_y, the z-trees (counted from 1); capped
  int conditions_y, conditions_projected, conditions_z;
  bool reached_cap;  ///< y or z may be larger
  /// factor by which a step multiplies an error of z: R(infinity), or its like
  double growth;
};

/// Orders, up to `most`, of a tableau used as standard Runge-Kutta method on y' = f(y, z), 0 = g(y) with g_y f_z
/// invertible (index 2): one tableau for everything and the constraint imposed at every stage, not the averaged
/// constraints of a SPARK method. Each order beyond 6, which takes a tenth of a second, takes ten times the time and
/// memory of the one before.
StandardRkOrder standard_rk_order(const Tableau& tableau, int most);

}  // namespace nonholo
