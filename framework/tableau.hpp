// Runge-Kutta coefficients as values: a Tableau (one A, b, c) and the TableauSet that SPARK methods on mechanical systems use.
//
// A tableau validates itself when made and derives every property from its numbers; nothing is ever stated about it that can be
// computed. The numbers are held to 80 digits (exact_tableau.hpp) and rounded once per scalar type.
#pragma once

#include <nonholo/framework/numeric.hpp>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nonholo {

struct ExactCoefficients;

/// The numbers of a tableau in a working precision: A is s x s, b and c have s entries.
template <class Real> struct Coefficients {
  MatrixX<Real> A;
  VectorX<Real> b, c;
};

/// Largest p, q, r with B(p): sum_i b_i c_i^(k-1) = 1/k, k <= p;  C(q): sum_j a_ij c_j^(k-1) = c_i^k/k, k <= q;
/// D(r): sum_i b_i c_i^(k-1) a_ij = b_j (1 - c_j^k)/k, k <= r.   (Butcher 1964; Hairer, Norsett & Wanner I, II.7)
struct SimplifyingAssumptions {
  int B, C, D;
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
  bool is_symmetric() const;         ///< a_{s+1-i,s+1-j} + a_ij = b_j, b_{s+1-i} = b_i   (Jay 2009, (6.3))
  bool is_stiffly_accurate() const;  ///< a_sj = b_j

 private:
  std::string name_;
  std::shared_ptr<const ExactCoefficients> coefficients_;
};

/// Lagrange-d'Alembert pair: b_i a_ij + b_j ah_ji = b_i b_j   (Jay 2009, (6.2)).
bool is_lagrange_dalembert_pair(const Tableau& a, const Tableau& a_hat);

/// The coefficients of a Lagrangian SPARK method (Jay 2009, (6.1)), all with the same b and c:
/// a for the positions, a_hat for the forces, a_tilde for the constraint reactions.
class TableauSet {
 public:
  /// @throws InputError unless the three share b and c.
  TableauSet(std::string name, Tableau a, Tableau a_hat, Tableau a_tilde);

  /// One tableau in all three roles: the SRK-DAE2 methods.
  TableauSet(const Tableau& all) : TableauSet(all.name(), all, all, all) {}

  const std::string& name() const { return name_; }
  int stages() const { return a_.stages(); }
  const Tableau& a() const { return a_; }
  const Tableau& a_hat() const { return a_hat_; }
  const Tableau& a_tilde() const { return a_tilde_; }

  /// Order of q and v on index-2 problems: min(p, 2q + 2, q + r + 1) from B(p), C(q) of a and D(r) of a_hat and a_tilde
  /// (Jay 2003, 2006).
  int order() const;
  bool is_symmetric() const;

 private:
  std::string name_;
  Tableau a_, a_hat_, a_tilde_;
};

}  // namespace nonholo
