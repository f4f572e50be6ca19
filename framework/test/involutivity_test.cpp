// Which rows are holonomic in disguise: of systems whose answer is known by hand.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/involutivity.hpp>

#include "catch.hpp"

#include <cmath>
#include <vector>

using namespace nonholo;

namespace {

using Rows = std::vector<Eigen::Index>;

struct FreeBody {
  static constexpr int n = 4;
  static constexpr bool constant_mass = true, fused_kernels = false;
  template <class S> Eigen::DiagonalMatrix<S, 4> mass_matrix(const Vector<S, 4>&) const {
    return Eigen::DiagonalMatrix<S, 4>(S(1), S(1), S(1), S(1));
  }
  template <class S> S potential(const Vector<S, 4>&) const { return S(0); }
};

/// A skate, and a gear that turns with it: 2 vpsi = vtheta.
struct GearedSkate : FreeBody {
  static constexpr int m = 2;
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    using std::cos, std::sin;
    Matrix<S, 2, 4> A;
    A << sin(q[2]), -cos(q[2]), S(0), S(0),  //
        S(0), S(0), S(1), S(-2);
    return A;
  }
};

/// exp(y) times d(x y + t x), affine and of time; and a contact form that is not integrable.
struct Disguised : FreeBody {
  static constexpr int m = 2;
  template <class S> Matrix<S, 2, 4> constraint_matrix(const S& t, const Vector<S, 4>& q) const {
    using std::exp;
    const S factor = exp(q[1]);
    Matrix<S, 2, 4> A;
    A << factor * (q[1] + t), factor * q[0], S(0), S(0),  //
        S(0), S(0), S(1), q[0];
    return A;
  }
  template <class S> Vector<S, 2> constraint_offset(const S&, const Vector<S, 4>& q) const {
    using std::exp;
    return {exp(q[1]) * q[0], S(0)};
  }
};

/// A belt that speeds up under a skate: the offset takes part.
struct Belt : FreeBody {
  static constexpr int m = 1;
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>&) const { return {S(1), S(0), S(0), S(0)}; }
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Vector<S, 4>& q) const {
    return Vector<S, 1>(t * q[1]);
  }
};

/// Two rows that only together are integrable: vx + z vy, and vy.
struct Together : FreeBody {
  static constexpr int m = 2;
  template <class S> Matrix<S, 2, 4> constraint_matrix(const Vector<S, 4>& q) const {
    Matrix<S, 2, 4> A;
    A << S(1), q[2], S(0), S(0),  //
        S(0), S(1), S(0), S(0);
    return A;
  }
};

/// Half of its constraints are said to be on positions.
struct OnCircle : FreeBody {
  static constexpr int m = 1, holonomic = 1;
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 4>& q) const {
    return Vector<S, 1>(q[0] * q[0] + q[1] * q[1] - 1);
  }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const {
    return {S(0), S(0), S(1), q[0] * q[1]};
  }
};

template <class P> Rows rows_of() {
  return integrable_rows(System<double>(P{}), 0.4, Eigen::Vector4d(0.3, -0.7, 0.5, 1.1));
}

}  // namespace

TEST_CASE("Rows that are derivatives of functions are found, with factors, offsets and time in them") {
  CHECK(rows_of<GearedSkate>() == Rows{1});
  CHECK(rows_of<Disguised>() == Rows{0});
  CHECK(rows_of<Belt>().empty());
  CHECK(rows_of<Together>() == Rows{0, 1});
  CHECK(rows_of<OnCircle>() == Rows{0});
}
