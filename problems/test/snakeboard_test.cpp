// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/snakeboard.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

TEST_CASE("the axles of a snakeboard roll where they point: their middles move along their wheels") {
  const Snakeboard<double> board;
  Vector<double, 6> q;
  q << 0.4, -0.3, 0.7, 0.2, -0.5, 0.9;
  const auto A = board.constraint_matrix(q);
  for (int i = 0; i < 2; ++i) {
    // of the axle's middle: velocity times the normal of its wheels, for each velocity of the board
    const double arm = i == 0 ? -board.r : board.r, across = q[2] + q[4 + i];
    const Eigen::Vector2d normal(-std::sin(across), std::cos(across));
    const Eigen::Vector2d turning(-arm * std::sin(q[2]), arm * std::cos(q[2]));
    CHECK(A(i, 0) == Approx(normal[0]).epsilon(solve_error));
    CHECK(A(i, 1) == Approx(normal[1]).epsilon(solve_error));
    CHECK(A(i, 2) == Approx(normal.dot(turning)).epsilon(solve_error));
    CHECK(A.row(i).tail(3).norm() == 0);
  }
}

TEST_CASE("a snakeboard whose axles stand still against each other coasts on a circle") {
  // Axles turned by -phi and phi and not turning against the board: speed and turn stay, the reactions point inwards.
  const double phi = 0.4, turn = std::tan(phi);
  VectorX<double> q(6), v(6);
  q << 0, 0, 0, 0, -phi, phi;
  v << 1, 0, turn, 0.7, 0, 0;
  const Everything<double> at(problem_catalogue().at("snakeboard").make({}), q, v);
  CHECK(std::abs(at.a[0]) < solve_error);
  CHECK(at.a[1] == Approx(turn).epsilon(solve_error));  // u vtheta
  CHECK(at.a.tail(4).norm() < solve_error);
}
