// A car that pulls a trailer and steers to and fro; nothing slips sideways.
//
//   q = (x, y, theta, psi)   middle of the rear axle [m], headings of car and trailer [rad]
//   T = car: M/2 |v_c|^2 + I/2 theta'^2,  centre of mass a ahead of the rear axle
//     + trailer: m/2 |v_t|^2 + J/2 psi'^2,  centre of mass on its axle, l behind the hitch at the car's rear axle
//   rear wheels      -sin theta vx + cos theta vy = 0
//   front wheels     -sin(theta + delta) vx + cos(theta + delta) vy + L cos delta theta' = 0,  delta = swing sin(rate
//   t) trailer wheels    sin psi vx - cos psi vy + l psi' = 0
//
// The steering depends on time and does no work: wheels that roll keep the kinetic energy.
#pragma once

#include <nonholo/nonholo.hpp>

#include <cmath>

struct Trailer {
  static constexpr int n = 4, m = 3;

  double car = 1000, turning = 1500, ahead = 1, wheelbase = 2.5;  // M, I, a, L
  double trailer = 400, trailing = 300, hitch = 3;                // m, J, l
  double swing = 0.4, rate = 0.5;                                 // of the steering angle

  template <class S> using Q = nonholo::Vector<S, 4>;

  template <class S> nonholo::Matrix<S, 4, 4> mass_matrix(const Q<S>& q) const {
    using std::cos, std::sin;
    const S Ma = S(car * ahead), ml = S(trailer * hitch), both = S(car + trailer);
    const S c = cos(q[2]), s = sin(q[2]), cp = cos(q[3]), sp = sin(q[3]);
    nonholo::Matrix<S, 4, 4> M;
    M << both, S(0), -Ma * s, ml * sp,                            //
        S(0), both, Ma * c, -ml * cp,                             //
        -Ma * s, Ma * c, S(turning + car * ahead * ahead), S(0),  //
        ml * sp, -ml * cp, S(0), S(trailing + trailer * hitch * hitch);
    return M;
  }

  template <class S> S potential(const Q<S>&) const { return S(0); }

  template <class S> nonholo::Matrix<S, 3, 4> constraint_matrix(const S& t, const Q<S>& q) const {
    using std::cos, std::sin;
    const S delta = swing * sin(S(rate * t)), front = q[2] + delta;
    nonholo::Matrix<S, 3, 4> A;
    A << -sin(q[2]), cos(q[2]), S(0), S(0),                     //
        -sin(front), cos(front), wheelbase * cos(delta), S(0),  //
        sin(q[3]), -cos(q[3]), S(0), S(hitch);
    return A;
  }

  static nonholo::About<Trailer, double> about() {
    using nonholo::Range;
    return {.title = "Car with a trailer",
            .source = "nonholo, examples/car_with_trailer",
            .coordinates = {"x", "y", "theta", "psi"},
            .parameters = {{"car", &Trailer::car, "kg", Range::positive},
                           {"turning", &Trailer::turning, "kg m^2", Range::positive},
                           {"ahead", &Trailer::ahead, "m", Range::any},
                           {"wheelbase", &Trailer::wheelbase, "m", Range::positive},
                           {"trailer", &Trailer::trailer, "kg", Range::positive},
                           {"trailing", &Trailer::trailing, "kg m^2", Range::positive},
                           {"hitch", &Trailer::hitch, "m", Range::positive},
                           {"swing", &Trailer::swing, "rad", Range::any},
                           {"rate", &Trailer::rate, "rad/s", Range::any}},
            .setups = {{.name = "slalom",
                        .source = "straight ahead at 5 m/s",
                        .parameters = {},
                        .q = {0, 0, 0, 0},
                        .v = {5, 0, 0, 0},
                        .t_end = 20}},
            .invariants = {{"kinetic_energy",
                            [](const Trailer& p, const double&, const Q<double>& q, const Q<double>& v) -> double {
                              return v.dot(p.mass_matrix(q) * v) / 2;
                            }}}};
  }
};
