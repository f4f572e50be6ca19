// Problems that break their word in one place each. A flaw has the key of the check that finds it, and no other does;
// without one the problem is sound. Derivatives along a curve are lost in their scalar, those of the linearisation in
// the face: the scalar that gives them gives forces too.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/check_problem.hpp>

#include <cmath>
#include <string_view>
#include <type_traits>
#include <utility>

namespace nonholo::test {

using AlongACurve = Dual<double, 1>;  // of rates, and of df/dzeta
template <class S, class T> inline constexpr bool is = std::is_same_v<S, T>;

inline double plain(double x) { return x; }
template <class S, int k> double plain(const Dual<S, k>& x) { return plain(x.value()); }
/// x without its derivatives.
template <class S> S frozen(const S& x) { return S(plain(x)); }

/// Nonholonomic, in a quadratic potential with its gradient by hand.
struct Particle {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  std::string_view flaw = "";

  template <class S> using Q = Vector<S, 3>;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Q<S>&) const {
    const double third = flaw == "mass_definite" ? -0.5 : flaw == "finite" ? std::nan("") : 1;
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(third));
  }
  template <class S> S potential(const Q<S>& q) const { return q[0] * q[0] + q[1] * q[2]; }
  template <class S> Q<S> potential_gradient(const Q<S>& q) const {
    const S seventh_digit(flaw == "energy" ? 1 + 1.2e-6 : 1.0);  // differences do not see it
    return {S(2) * seventh_digit * q[0], seventh_digit * q[2], seventh_digit * q[1]};
  }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Q<S>& q) const { return {-q[1], S(0), S(1)}; }
};

/// The same with everything that may depend on time or do work.
struct Driven : Particle {
  static constexpr bool packs = false;  // frozen() looks into numbers

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const S& t, const Q<S>&) const {
    const S fuel = flaw == "constant_mass" ? S(2) - S(0.1) * t : S(2);
    return Eigen::DiagonalMatrix<S, 3>(fuel, fuel, S(1));
  }
  template <class S> Q<S> potential_gradient(const Q<S>& q) const {
    return {S(2) * q[0], q[2], flaw == "force" ? S(-q[1]) : q[1]};
  }
  template <class S> Q<S> force(const S&, const Q<S>&, const Q<S>& v) const { return S(-0.1) * v; }
  template <class S> Vector<S, 1> constraint_offset(const S& t, const Q<S>& q) const {
    const S time = is<S, AlongACurve> && flaw == "rates" ? frozen(t) : t;
    return Vector<S, 1>(S(S(0.1) * q[0] + S(0.5) * time));
  }
};

struct VaryingMass {
  static constexpr int n = 3, m = 1;
  static constexpr bool fused_kernels = false;
  std::string_view flaw = "";

  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Identity();
    M(0, 0) += q[0] * q[0];
    if (flaw == "mass_symmetric") M(0, 1) = S(0.5);
    return M;
  }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[1] * q[2]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }
};

/// The dynamics of P with a mistake in one block of the linearisation.
template <class P> class WrongLinearisation final : public DynamicsOf<P, double> {
  using Face = DynamicsOf<P, double>;
  using Q = typename Face::Coordinates;

 public:
  WrongLinearisation(const P& problem, std::string_view flaw) : Face(problem), flaw_(flaw) {}

  void linearise(double t, const Q& q, const Q& v, const typename Face::Multipliers& lambda,
                 Linearisation<double, P::n, P::m>& out) const override {
    Face::linearise(t, q, v, lambda, out);
    if (flaw_ == "momentum_q") out.p_q(0, 0) += 0.1;
    if (flaw_ == "momentum_v") out.p_v(0, 0) += 0.1;
    if (flaw_ == "force_q") out.f_q(0, 0) += 0.1;
    if (flaw_ == "force_v") out.f_v(0, 0) += 0.1;
    if (flaw_ == "constraint_q") out.k_q(0, 0) += 0.1;
    if (flaw_ == "constraint_v") out.K(0, 0) += 0.1;
    if (flaw_ == "reaction_q") out.reaction_q(0, 0) += 0.1;
  }

 private:
  std::string_view flaw_;
};

template <class P> System<double> with_wrong_linearisation(const P& problem, std::string_view flaw) {
  auto parts = detail::parts_of<double>(problem);
  const std::shared_ptr<const Dynamics<double, P::n, P::m>> wrong =
      std::make_shared<WrongLinearisation<P>>(problem, flaw);
  parts.kind = detail::Mechanical<double>{.dynamics = wrong, .kick_drift = {}};
  return System<double>(std::move(parts));
}

/// On a circle, whose derivative is another function's where that is the flaw.
struct Bead {
  static constexpr int n = 2, m = 0, holonomic = 1;
  template <class S> Matrix<S, 2, 2> mass_matrix(const Vector<S, 2>&) const { return Matrix<S, 2, 2>::Identity(); }
  template <class S> S potential(const Vector<S, 2>& q) const { return q[1]; }
  template <class S> Vector<S, 1> position_constraint(const Vector<S, 2>& q) const {
    return Vector<S, 1>(q[0] * q[0] + q[1] * q[1] - 1);
  }
};

class DisplacedBead final : public DynamicsOf<VelocityLevel<Bead>, double> {
  using Face = DynamicsOf<VelocityLevel<Bead>, double>;

 public:
  DisplacedBead() : Face(VelocityLevel<Bead>(Bead{})) {}
  void position_constraint(double, const typename Face::Coordinates& q, typename Face::Multipliers& g) const override {
    g[0] = (q[0] * q[0] + q[1] * q[1] - 1) * (2 + q[0]);  // vanishes where it should
  }
};

inline System<double> displaced_bead() {
  auto parts = detail::parts_of<double>(Bead{});
  using Size = size_class_of<double, 2, 1>;
  const std::shared_ptr<const Dynamics<double, Size::n, Size::m>> wrong = std::make_shared<DisplacedBead>();
  parts.kind = detail::Mechanical<double>{.dynamics = wrong, .kick_drift = {}};
  return System<double>(std::move(parts));
}

/// With a basis of the velocities that the constraint allows.
struct Spanned : VaryingMass {
  static constexpr bool packs = false;  // frozen() looks into numbers
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    const S slope = is<S, Dual<double, 3>> && flaw == "basis_q" ? frozen(q[1])
                    : flaw == "basis_kernel"                    ? S(-q[1])
                                                                : q[1];
    Matrix<S, 3, 2> X;
    X << S(1), S(0),  //
        S(0), S(1),   //
        slope, S(0);
    if (flaw == "basis_rank") X.col(1) = S(2) * X.col(0);
    return X;
  }
};

/// The second constraint is the first one again, or another.
struct TwoRows {
  static constexpr int n = 3, m = 2;
  std::string_view flaw = "";

  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const { return Matrix<S, 3, 3>::Identity(); }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0]; }
  template <class S> Matrix<S, 2, 3> constraint_matrix(const Vector<S, 3>& q) const {
    Matrix<S, 2, 3> A;
    A << -q[1], S(0), S(1), S(-2) * q[1], S(flaw == "constraint_rank" ? 0 : 1), S(2);
    return A;
  }
};

/// A free point on the line y = const, about which everything is known.
struct Plane {
  static constexpr int n = 2, m = 1;
  static constexpr bool constant_mass = true, fused_kernels = false;
  double mass = 1;
  std::string_view flaw = "";

  template <class S> Eigen::DiagonalMatrix<S, 2> mass_matrix(const Vector<S, 2>&) const {
    return Eigen::DiagonalMatrix<S, 2>(S(mass), S(mass));
  }
  template <class S> S potential(const Vector<S, 2>&) const { return S(0); }
  template <class S> Matrix<S, 1, 2> constraint_matrix(const Vector<S, 2>&) const { return {S(0), S(1)}; }

  Point<double, 2> exact_solution(double t, const Vector<double, 2>& q, const Vector<double, 2>& v) const {
    const Eigen::Vector2d x(1, 0), y(0, 1);
    Point<double, 2> at{q + t * v, v};
    if (flaw == "solution_start") at.q += 1e-3 * x;
    if (flaw == "solution_velocity") at.q += t * v;
    if (flaw == "solution_motion") at = {at.q + t * t / 2 * x, v + t * x};
    if (flaw == "solution_constraint") at = {at.q + 2e-11 * t * t / 2 * y, v + 2e-11 * t * y};  // rates do not see it
    return at;
  }
  static About<Plane, double> about() {
    using Q = Vector<double, 2>;
    return {.title = "",
            .source = "",
            .coordinates = {"x", "y"},
            .parameters = {{"mass", &Plane::mass, "kg", Range::positive}},
            .setups = {{.name = "sliding", .source = "", .parameters = {}, .q = {0, 1}, .v = {1, 0}, .t_end = {}}},
            .invariants = {{"v_x", [](const Plane& p, const double&, const Q& q, const Q& v) {
                              return p.flaw == "invariant" ? q[0] : v[0];
                            }}}};
  }
};

/// y' = (-y_2, y_1) + z y on the unit circle: z = 0.
struct Circle {
  static constexpr int ny = 2, nz = 1, parts = 1;
  std::string_view flaw = "";

  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>& y, const Vector<S, 1>& z) const {
    const S pull = flaw == "index" ? S(0) : z[0];
    const S second = is<S, Dual<double, 3>> && flaw == "dae_derivatives" ? frozen(y[1]) : y[1];
    return {S(-second + pull * y[0]), S(y[0] + pull * y[1])};
  }
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>& y) const {
    return Vector<S, 1>(S(S(0.5) * (y[0] * y[0] + y[1] * y[1] - S(1))));
  }
};

/// A rigid body in its angular momentum.
struct Body {
  static constexpr int nzeta = 3;
  std::string_view flaw = "";

  template <class S> S hamiltonian(const Vector<S, 3>& L) const {
    const S H = (L[0] * L[0] + L[1] * L[1] / S(2) + L[2] * L[2] / S(3)) / S(2);
    return !is<S, double> && flaw == "energy_gradient" ? S(S(2) * H) : H;
  }
  template <class S> Matrix<S, 3, 3> structure(const Vector<S, 3>& L) const {
    const S x = is<S, AlongACurve> && flaw == "rate_derivatives" ? frozen(L[0]) : L[0];
    Matrix<S, 3, 3> Pi;
    Pi << S(0), -L[2], L[1],  //
        L[2], S(0), -x,       //
        -L[1], x, S(0);
    if (flaw == "skew") {  // symmetric, and no work: w is orthogonal to the gradient
      const Vector<S, 3> u(S(1), S(0), S(0)), w(S(0), L[2] / S(3), -L[1] / S(2));
      Pi += u * w.transpose() + w * u.transpose();
    }
    return Pi;
  }
};

/// A Lagrangian that says what it is.
struct Claimant {
  static constexpr int n = 3, m = 1;
  static constexpr bool linear_constraint = true, natural = true;
  std::string_view flaw;
  template <class S> S lagrangian(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    const S kinetic = 0.5 * (v[0] * v[0] + v[1] * v[1] + (2 + q[0] * q[0]) * v[2] * v[2]);
    return kinetic - q[0] * q[1] + (flaw == "natural" ? 0.1 : 0.) * q[1] * v[0];
  }
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>& q, const Vector<S, 3>& v) const {
    return Vector<S, 1>((v[2] - q[1] * v[0]) * (1 + (flaw == "linear_constraint" ? 0.1 : 0.) * v[0] * v[0]));
  }
};

inline const Start<double> on_particle{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0.4, 0.5)},
    on_driven{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0.4, 0.47)},
    on_two_rows{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0, 0.5)},
    on_circle{.q = Eigen::Vector2d(1, 0), .v = {}}, on_body{.q = Eigen::Vector3d(0.3, 1, -0.2), .v = {}};

inline ProblemEntry plane_entry(std::string_view flaw) {
  ProblemEntry entry = problem_entry<Plane>("plane");
  const MakeSystem<double> sound = entry.systems.in_double;
  if (flaw == "parameter_default") entry.parameters[0].default_value = -1;
  if (flaw == "setup_exists") entry.setups.clear();
  if (flaw == "parameter_range")
    entry.systems.in_double = [sound](const ParameterValues&, std::string_view setup) { return sound({}, setup); };
  if (flaw == "setup_parameters")
    entry.systems.in_double = [sound](ParameterValues with, std::string_view setup) {
      with.emplace("mass", Number(-1.0));
      return sound(with, setup);
    };
  return entry;
}

/// What is said of a problem with that flaw; of a sound one where there is no such flaw.
inline ContractReport report_of_broken_problem(std::string_view flaw) {
  const auto among = [flaw](std::initializer_list<std::string_view> flaws) {
    return std::ranges::find(flaws, flaw) != flaws.end();
  };
  const auto on = [](const auto& problem, const Start<double>& start) {
    return check_problem(System<double>(problem), start);
  };
  const Start<double> plane{.q = Eigen::Vector2d(0, 1), .v = Eigen::Vector2d(1, 0)};
  if (flaw == "start_size") return on(Particle{}, plane);
  if (flaw == "start_consistent") return on(Particle{}, on_driven);
  const Start<double> beside{.q = Eigen::Vector2d(1, 0.1), .v = Eigen::Vector2d(-0.1, 1)};
  if (flaw == "start_placed") return on(Bead{}, beside);
  if (flaw == "position_rate")
    return check_problem(displaced_bead(), {.q = Eigen::Vector2d(0.6, 0.8), .v = Eigen::Vector2d(0.8, -0.6)});
  if (among({"momentum_q", "momentum_v", "force_q", "constraint_v", "reaction_q"}))
    return check_problem(with_wrong_linearisation(VaryingMass{}, flaw), on_particle);
  if (among({"force_v", "constraint_q"})) return check_problem(with_wrong_linearisation(Driven{}, flaw), on_driven);
  if (among({"force", "rates", "constant_mass"})) return on(Driven{{.flaw = flaw}}, on_driven);
  if (flaw == "mass_symmetric") return on(VaryingMass{.flaw = flaw}, on_particle);
  if (flaw.starts_with("basis_")) return on(Spanned{{.flaw = flaw}}, on_particle);
  if (flaw == "constraint_rank") return on(TwoRows{.flaw = flaw}, on_two_rows);
  if (flaw.starts_with("solution_") || flaw == "invariant") return on(Plane{.flaw = flaw}, plane);
  if (flaw.starts_with("parameter_") || flaw.starts_with("setup_")) return check_problem(plane_entry(flaw));
  if (among({"linear_constraint", "natural"})) return on(Claimant{flaw}, on_particle);
  if (among({"index", "dae_derivatives"})) return on(Circle{.flaw = flaw}, on_circle);
  if (among({"skew", "energy_gradient", "rate_derivatives"})) return on(Body{.flaw = flaw}, on_body);
  return on(Particle{.flaw = flaw}, on_particle);
}

}  // namespace nonholo::test
