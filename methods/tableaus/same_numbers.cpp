// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/tableaus/same_numbers.hpp>

#include <nonholo/framework/tableau/exact_tableau.hpp>

#include <algorithm>

namespace nonholo::tableaus {

namespace {

template <class M> bool same_entries(const M& A, const M& B) {
  return A.rows() == B.rows() && A.cols() == B.cols() && std::equal(A.data(), A.data() + A.size(), B.data());
}

bool same_tableau(const Tableau& x, const Tableau& y) {
  const ExactCoefficients &X = x.exact(), &Y = y.exact();
  return same_entries(X.A, Y.A) && same_entries(X.b, Y.b) && same_entries(X.c, Y.c) && X.tolerance == Y.tolerance;
}

}  // namespace

bool same_numbers(const TableauSet& x, const TableauSet& y) {
  const ExactConstraintRows &k = x.constraint_rows(), &l = y.constraint_rows();
  return std::ranges::equal(x.parts(), y.parts(), same_tableau) && same_entries(k.omega, l.omega) &&
         same_entries(k.alpha, l.alpha) && same_entries(k.beta, l.beta) && same_entries(k.c, l.c);
}

}  // namespace nonholo::tableaus
