// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/problems/coupled_pendula.hpp>

#include "motion.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

using Pendula = CoupledPendula<double>;
using Q3 = Vector<double, 3>;

const Pendula uneven{.m1 = 1.7, .m2 = 0.6, .l1 = 0.9, .l2 = 1.4, .g = 9.8, .M = 0.8, .k = 2.5, .r = -0.7};

}  // namespace

TEST_CASE("The coupled pendula's energies are those of two bobs and a sprung wheel") {
  using std::cos, std::sin;
  const Q3 q{0.8, -0.4, 0.3}, v{1.1, -0.6, 0.5};
  const auto bobs = [](const Q3& at) -> Vector<double, 4> {
    const double x1 = uneven.l1 * sin(at[0]), y1 = -uneven.l1 * cos(at[0]);
    return {x1, y1, x1 + uneven.l2 * sin(at[1]), y1 - uneven.l2 * cos(at[1])};
  };
  const Vector<double, 4> at = bobs(q), moving = difference([&](double e) { return bobs(q + e * v); });
  const double kinetic = uneven.m1 * moving.head<2>().squaredNorm() / 2 +
                         uneven.m2 * moving.tail<2>().squaredNorm() / 2 + uneven.M * v[2] * v[2] / 2;
  CHECK(v.dot(uneven.mass_matrix(q) * v) / 2 == Approx(kinetic).epsilon(10 * difference_error));
  CHECK(uneven.potential(q) ==
        Approx(9.8 * (uneven.m1 * at[1] + uneven.m2 * at[3]) + uneven.k * q[2] * q[2] / 2).epsilon(solve_error));
}

TEST_CASE("The coupled pendula's constraint is not holonomic: the bracket of the two free motions leaves them") {
  const Q3 q{0.8, -0.4, 0.3};
  const auto along = [&](int of, int direction) {
    const Q3 way = uneven.adapted_basis(q).col(direction);
    return difference([&](double e) { return Q3(uneven.adapted_basis(Q3(q + e * way)).col(of)); });
  };
  const Q3 bracket = along(1, 0) - along(0, 1);
  CHECK((uneven.constraint_matrix(q) * bracket).value() ==
        Approx(uneven.r * std::cos(q[0])).epsilon(10 * difference_error));
}

TEST_CASE("At the coupled pendula's start everything moves and the wheel pushes back") {
  const auto& entry = problem_catalogue().at("coupled_pendula");
  const auto start = entry.setup("swing");
  const Everything<double> x(entry.make({}, "swing"), vector_of(start.q), vector_of(start.v));
  CHECK(x.a.cwiseAbs().minCoeff() > 0.1);
  CHECK(std::abs(x.lambda[0]) > 0.1);
  CHECK(x.p_dot.cwiseAbs().minCoeff() > 0.1);
}
