// Whether the equations of motion can be solved at a point, told by eigenvalues and singular values.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/regularity.hpp>

#include "catch.hpp"

#include <limits>

using namespace nonholo;

namespace {

const MatrixX<double> unit = MatrixX<double>::Identity(2, 2);

MatrixX<double> rows(std::initializer_list<std::initializer_list<double>> entries) { return MatrixX<double>(entries); }

}  // namespace

TEST_CASE("A definite mass and independent constraints are recognised, whatever their scale") {
  for (const double scale : {1e-12, 1.0, 1e12}) {
    const Regularity at = regularity_of(scale * rows({{2, 1}, {1, 2}}), scale * rows({{1, 1}, {1, -1}}));
    CHECK(at.mass_is_definite());
    CHECK(at.constraints_are_independent());
    CHECK(at.mass_eigenvalues[0] == Approx(scale));
    CHECK(at.mass_eigenvalues[1] == Approx(3 * scale));
  }
}

TEST_CASE("A mass with a zero or negative eigenvalue, or one that is not symmetric, is not definite") {
  CHECK_FALSE(regularity_of(rows({{1, 1}, {1, 1}}), unit).mass_is_definite());
  CHECK_FALSE(regularity_of(rows({{1, 0}, {0, -1}}), unit).mass_is_definite());
  const Regularity skewed = regularity_of(rows({{2, 1}, {0, 2}}), unit);
  CHECK_FALSE(skewed.mass_is_definite());
  CHECK(skewed.mass_asymmetry == 1);
}

TEST_CASE("A constraint that repeats another is found by the singular values") {
  const Regularity at = regularity_of(unit, rows({{1, 2}, {2, 4}}));
  CHECK_FALSE(at.constraints_are_independent());
  CHECK(at.constraint_singular_values[0] == Approx(5));
  CHECK(at.constraint_singular_values[1] == Approx(0).margin(1e-15));
}

TEST_CASE("Coordinates in other units are no less regular, whatever the eigenvalues and singular values are then") {
  const Eigen::Vector2d units(1e9, 1e-9);
  const MatrixX<double> p_v = units.asDiagonal() * rows({{2, 1}, {1, 2}}) * units.asDiagonal();
  const Regularity at = regularity_of(p_v, rows({{1, 1}, {1, -1}}) * units.asDiagonal());
  CHECK(at.mass_is_definite());
  CHECK(at.constraints_are_independent());
  const MatrixX<double> flat = units.asDiagonal() * rows({{1, 1}, {1, 1}}) * units.asDiagonal();
  CHECK_FALSE(regularity_of(flat, unit).mass_is_definite());
  CHECK_FALSE(regularity_of(p_v, rows({{1, 2}, {2, 4}}) * units.asDiagonal()).constraints_are_independent());
}

TEST_CASE("A mass or constraint matrix with values that are not finite is neither definite nor independent") {
  const Regularity at = regularity_of(rows({{std::numeric_limits<double>::infinity(), 0}, {0, 1}}), unit);
  CHECK_FALSE(at.mass_is_definite());
  CHECK_FALSE(at.constraints_are_independent());
}

TEST_CASE("A diagonal mass has the regularity of the same mass as a dense matrix") {
  const MatrixX<double> K = rows({{1, 2}, {0.5, -1}}), p_v = rows({{4, 0}, {0, 0.25}});
  const Regularity as_matrix = regularity_of(p_v, K), at = regularity_of_sparse(p_v.sparseView(), K);
  CHECK_FALSE(at.pivots);
  CHECK(at.mass_eigenvalues == Eigen::Vector2d(0.25, 4));
  CHECK(at.constraint_singular_values == as_matrix.constraint_singular_values);
  CHECK(at.independence == Approx(as_matrix.independence).epsilon(1e-14));
  CHECK(at.definiteness == Approx(as_matrix.definiteness).epsilon(1e-14));
  CHECK(at.mass_is_definite());
  CHECK_FALSE(regularity_of_sparse(rows({{1, 0}, {0, -1}}).sparseView(), K).mass_is_definite());
  CHECK_FALSE(regularity_of_sparse(p_v.sparseView(), rows({{1, 2}, {2, 4}})).constraints_are_independent());
}

TEST_CASE("A sparse mass is judged by its pivots, in any units") {
  const MatrixX<double> M = rows({{2, 1, 0}, {1, 2, 1}, {0, 1, 2}}), K = rows({{1, 2, 0}, {0, 1, 1}});
  const Eigen::DiagonalMatrix<double, 3> units(1e-6, 1, 1e6);
  const auto of = [&](const MatrixX<double>& p_v, const MatrixX<double>& rows_of_K) {
    return regularity_of_sparse(MatrixX<double>(units * p_v * units).sparseView(), rows_of_K * units);
  };
  const Regularity at = of(M, K), as_matrix = regularity_of(units * M * units, K * units);
  CHECK(at.pivots);
  CHECK(at.mass_eigenvalues.size() == 3);
  CHECK(at.mass_eigenvalues.minCoeff() > 0);
  CHECK(at.independence == Approx(as_matrix.independence).epsilon(1e-12));
  CHECK(at.definiteness >= as_matrix.definiteness);  // a pivot is no less than the smallest eigenvalue
  CHECK(at.mass_is_definite());
  CHECK(at.constraints_are_independent());
  CHECK_FALSE(of(M, rows({{1, 2, 0}, {2, 4, 0}})).constraints_are_independent());
  CHECK_FALSE(of(rows({{1, 1, 0}, {1, 1, 0}, {0, 0, 1}}), K).mass_is_definite());  // singular
  CHECK_FALSE(of(rows({{1, 2, 0}, {2, 1, 0}, {0, 0, 1}}), K).mass_is_definite());  // indefinite
  CHECK_FALSE(of(rows({{2, 1, 0}, {0, 2, 0}, {0, 0, 1}}), K).mass_is_definite());  // not symmetric
  const double infinity = std::numeric_limits<double>::infinity();
  CHECK_FALSE(of(rows({{infinity, 1, 0}, {1, 2, 0}, {0, 0, 1}}), K).mass_is_definite());
}
