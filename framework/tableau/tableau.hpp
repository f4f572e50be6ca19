// Runge-Kutta coefficients as values: a Tableau (one A, b, c) and the TableauSet that partitioned and SPARK methods
// use.
//
// A tableau validates itself when made and derives every property from its numbers; nothing is ever stated about it
// that can be computed. The numbers are held to 80 digits (exact_tableau.hpp) and rounded once per scalar type. Further
// properties, each with its defect, are computed in tableau_properties.hpp and order_conditions.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct ExactCoefficients;
class ExactConstraintRows;

/// The numbers of a tableau in a working precision: A is s x s, b and c have s entries.
template <class Real> struct Coefficients {
  MatrixX<Real> A;
  VectorX<Real> b, c;
};

/// What a step asks of the constraint k beside k = 0 at its end: omega k = 0, rows of weights over the s stages and p
/// further points (t_0 + c h, q_0 + h alpha V, beta V) that combine the stage velocities V. omega is (s - 1) x (s + p),
/// alpha and beta p x s.
template <class Real> struct ConstraintRows {
  MatrixX<Real> omega, alpha, beta;
  VectorX<Real> c;
  Eigen::Index points() const { return c.size(); }  ///< p
};

/// A condition on coefficients, and by how much it is missed: the largest absolute difference of its two sides.
struct Condition {
  bool holds;
  double defect;
  explicit operator bool() const { return holds; }
};

/// Largest p, q, r with B(p): sum_i b_i c_i^(k-1) = 1/k, k <= p;  C(q): sum_j a_ij c_j^(k-1) = c_i^k/k, k <= q;
/// D(r): sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k, k <= r.   (Butcher 1964; Hairer, Norsett & Wanner I, II.7)
struct SimplifyingAssumptions {
  int B, C, D;
};

/// By how much B(p), C(q), D(r) are missed at one p, q, r each.
struct AssumptionDefects {
  double B, C, D;
};

class Tableau {
 public:
  /// @throws InputError unless A is s x s, b and c have s entries, s >= 1, all finite and sum b = 1.
  Tableau(std::string name, ExactCoefficients coefficients);

  const std::string& name() const { return name_; }
  int stages() const;
  const ExactCoefficients& exact() const { return *coefficients_; }
  template <class Real> Coefficients<Real> rounded() const;

  SimplifyingAssumptions simplifying_assumptions() const;
  AssumptionDefects assumption_defects(const SimplifyingAssumptions& at) const;
  Condition row_sums() const;  ///< sum_j a_ij = c_i
  /// a_{s+1-i,s+1-j} + a_ij = b_j, b_{s+1-i} = b_i, c_{s+1-i} + c_i = 1   (Jay 2009, (6.3))
  Condition symmetric() const;
  Condition stiffly_accurate() const;  ///< a_sj = b_j
  Condition explicit_first() const;    ///< a_1j = 0, c_1 = 0: the first stage is the start of the step

 private:
  std::string name_;
  std::shared_ptr<const ExactCoefficients> coefficients_;
};

/// Lagrange-d'Alembert pair: b_i a_ij + b_j ah_ji = b_i b_j   (Jay 2009, (6.2)).
Condition lagrange_dalembert_pair(const Tableau& a, const Tableau& a_hat);

/// What existence and uniqueness of SPARK steps rests on (Jay 2003; Hilden 2009, (2.18)), for parts A1, A2, ...
struct SparkConditions {
  Condition first_row_zero;                   ///< e_1^T A1 = 0
  Condition last_row_b;                       ///< e_s^T A1 = b^T
  Condition same_products;                    ///< A1 Am = [0; N] for m > 1
  Condition regular;                          ///< det [N; b^T] != 0; `defect` is the determinant
  std::optional<Condition> third_last_row_b;  ///< e_s^T A3 = b^T, of sets with a third part
};

/// One to five tableaus with the same b and c for the parts of a system: part k takes the k-th tableau, the parts
/// beyond take the last one. The parts of a mechanical system are its positions (a), forces (a_hat) and constraint
/// reactions (a_tilde) (Jay 2009, (6.1)); those of y' = f_1(t, y) + f_2(t, y, z) + ... are the f_k (Jay 2003; Hilden
/// 2009, (2.20)).
class TableauSet {
 public:
  static constexpr int most_parts = 5;

  /// @param rows what the averaged constraints are; null means sum_j b_j c_j^(i-1) k_j = 0, i = 1 ... s-1
  /// @throws InputError unless there are 1 to 5 parts that share b and c, and the rows fit them.
  TableauSet(std::string name, std::vector<Tableau> parts, std::shared_ptr<const ExactConstraintRows> rows = nullptr);

  /// One tableau in all roles: the SRK-DAE2 methods.
  TableauSet(const Tableau& all);

  const std::string& name() const { return name_; }
  int stages() const { return parts_.front().stages(); }
  const std::vector<Tableau>& parts() const { return parts_; }
  const Tableau& part(int k) const {
    return parts_[static_cast<std::size_t>(std::min(k, static_cast<int>(parts_.size()) - 1))];
  }
  const Tableau& a() const { return part(0); }
  const Tableau& a_hat() const { return part(1); }
  const Tableau& a_tilde() const { return part(2); }

  /// The rows given, or those of the moments; exact and rounded.
  const ExactConstraintRows& constraint_rows() const { return *rows_; }
  template <class Real> ConstraintRows<Real> rounded_constraint_rows() const;

  /// Whether the rows have the span of the moments b_j c_j^(i-1), i = 1 ... s-1, on the stages alone: what the order
  /// theorem needs.
  Condition constrains_moments() const;

  /// Order of q and v (of y) on index-2 problems used as SRK-DAE2 or SPARK method: min(p, 2q + 2, q + r + 1) from B(p),
  /// C(q), D(r) (Jay 2003, 2006): of parts with (2.18a-d) C of the first and D of the others, else the least of all; no
  /// more than the order by trees on differential equations. 0 where the theorem says nothing: constraint rows of
  /// another span, a part that does not determine its multipliers or lacks D(s - 1).
  int order() const;

  /// Order of the last stage's multiplier as lambda(t_1): p - s + 1 where c_s = 1, else 1; 0 where the theorem says
  /// nothing.
  int stage_multiplier_order() const;

  SparkConditions spark_conditions() const;

  /// Whether the constraints of a step determine the multipliers of its stages: [omega a_tilde; b^T] is regular. IIIA
  /// alone does not.
  bool determines_multipliers() const;

  Condition symmetric() const;           ///< every part is, and the constraint rows reflected span the same
  Condition lagrange_dalembert() const;  ///< a and a_hat form a pair   (Jay 2009, Theorem 6.1)

 private:
  std::string name_;
  std::vector<Tableau> parts_;
  std::shared_ptr<const ExactConstraintRows> rows_;
};

}  // namespace nonholo
