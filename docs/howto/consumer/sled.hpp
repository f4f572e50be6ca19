// A sled on a conveyor belt that swings sideways: a knife edge that cannot slip across the belt, with air drag.
//
//   q = (x, y, theta)     contact point of the edge [m], heading [rad]
//   L = m/2 (vx^2 + vy^2) + I/2 vtheta^2
//   -sin theta vx + cos theta (vy - w(t)) = 0,  w = amplitude cos t      the belt moves with velocity w along y
//   F = -drag (vx, vy, 0)
#pragma once

#include <nonholo/nonholo.hpp>

#include <cmath>

struct Sled {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;

  double mass = 2, I = 0.5, drag = 0.1, amplitude = 0.4;

  template <class S> using Q = nonholo::Vector<S, 3>;

  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Q<S>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(mass), S(mass), S(I));
  }
  template <class S> S potential(const Q<S>&) const { return S(0); }
  template <class S> nonholo::Matrix<S, 1, 3> constraint_matrix(const Q<S>& q) const {
    using std::cos, std::sin;
    return {-sin(q[2]), cos(q[2]), S(0)};
  }
  template <class S> nonholo::Vector<S, 1> constraint_offset(const S& t, const Q<S>& q) const {
    using std::cos;
    return nonholo::Vector<S, 1>(-amplitude * cos(t) * cos(q[2]));
  }
  template <class S> Q<S> force(const S&, const Q<S>&, const Q<S>& v) const {
    return {-drag * v[0], -drag * v[1], S(0)};
  }

  static nonholo::About<Sled, double> about() {
    using nonholo::Range;
    return {.title = "Sled on a swinging belt",
            .source = "docs/start/problem_in_cpp.md",
            .coordinates = {"x", "y", "theta"},
            .parameters = {{"m", &Sled::mass, "kg", Range::positive},
                           {"I", &Sled::I, "kg m^2", Range::positive},
                           {"drag", &Sled::drag, "kg/s", Range::non_negative},
                           {"amplitude", &Sled::amplitude, "m/s", Range::any}},
            .setups = {{
                .name = "push",
                .source = "a push along the edge, with a spin",
                .parameters = {},
                .q = {0, 0, 0},
                .v = {1, 0.4, 0.5},
                .t_end = 10,
            }}};
  }
};
