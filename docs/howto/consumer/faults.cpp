// Three mistakes in the sled, and what the contract check says: the property, the place and the number.
#include "sled.hpp"

#include <cstdio>
#include <string>

/// A potential with its gradient by hand, and a sign lost in it.
struct WrongDerivative : Sled {
  template <class S> S potential(const Q<S>& q) const { return S(3) * q[0] * q[1]; }
  template <class S> Q<S> potential_gradient(const Q<S>& q) const { return {S(3) * q[1], S(-3) * q[0], S(0)}; }
};

/// The same constraint twice.
struct RedundantRow : Sled {
  static constexpr int m = 2;
  template <class S> nonholo::Matrix<S, 2, 3> constraint_matrix(const Q<S>& q) const {
    nonholo::Matrix<S, 2, 3> A;
    A.row(0) = Sled::constraint_matrix(q);
    A.row(1) = S(2) * A.row(0);
    return A;
  }
  template <class S> nonholo::Vector<S, 2> constraint_offset(const S& t, const Q<S>& q) const {
    const S b = Sled::constraint_offset(t, q)[0];
    return {b, S(2) * b};
  }
};

/// One inertia is negative.
struct IndefiniteMass : Sled {
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Q<S>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(2), S(2), S(-0.5));
  }
};

/// True when the check of P fails on the property and tells each of the words.
template <class P> bool told(const char* what, std::initializer_list<const char*> words) {
  const nonholo::Start<double> start{.q = Eigen::Vector3d(0.2, -0.1, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)};
  const auto report = nonholo::check_problem(nonholo::System<double>(P{}), start, what);
  const std::string text = report.text();
  std::fputs(text.c_str(), stdout);
  bool all = !report.holds();
  for (const char* word : words) all = all && text.find(word) != text.npos;
  if (!all) std::printf("NOT TOLD: %s\n", what);
  return all;
}

int main() {
  const bool derivative =
      told<WrongDerivative>("wrong derivative", {"FAILS  f = dL/dq", "entry (1, 0)", "differences give", "q = ["});
  const bool row = told<RedundantRow>(
      "redundant row", {"FAILS  A has full row rank", "singular values of A are [2.23607, 0]", "q = [0.2, -0.1, 0]"});
  const bool mass = told<IndefiniteMass>(
      "indefinite mass", {"FAILS  M is positive definite", "eigenvalues of M are [-0.5, 2, 2]", "q = [0.2, -0.1, 0]"});
  return derivative && row && mass ? 0 : 1;
}
