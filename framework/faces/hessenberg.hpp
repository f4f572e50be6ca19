// The Hessenberg form of a DAE of index 2, as engines see it; sizes are known at run time:
//
//   y' = f_1(t, y, z) + ... + f_parts(t, y, z),    0 = g(t, y),    g_y f_z invertible
//       (Jay; Hilden 2009, (2.16), (2.17))
//
// hessenberg_of.hpp makes this form of a HessenbergDae, hessenberg_form.hpp of a mechanical system. An object holds
// scratch: use one for each thread.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/lu.hpp>
#include <nonholo/framework/base/numeric.hpp>

#include <functional>
#include <memory>
#include <vector>

namespace nonholo {

/// f_y[k] is ny x ny, f_z[k] ny x nz for part k, g_y is nz x ny.
template <class Real> struct HessenbergLinearisation {
  HessenbergLinearisation(Eigen::Index ny, Eigen::Index nz, int parts)
      : f_y(static_cast<std::size_t>(parts), MatrixX<Real>(ny, ny)),
        f_z(static_cast<std::size_t>(parts), MatrixX<Real>(ny, nz)),
        g_y(nz, ny) {}
  std::vector<MatrixX<Real>> f_y, f_z;
  MatrixX<Real> g_y;
};

template <class Real> class Hessenberg {
 public:
  using Y = VectorX<Real>;
  using Z = VectorX<Real>;
  virtual ~Hessenberg() = default;

  virtual Eigen::Index differential() const = 0;  ///< ny
  virtual Eigen::Index algebraic() const = 0;     ///< nz
  virtual int parts() const = 0;

  /// f, ny x parts: column k is f_k.
  virtual void rates(Real t, const Y& y, const Z& z, MatrixX<Real>& f) = 0;
  virtual void constraint(Real t, const Y& y, Z& g) = 0;
  virtual void linearise(Real t, const Y& y, const Z& z, HessenbergLinearisation<Real>& out) = 0;

  /// The z that keeps g = 0: the root of d/dt g = g_t + g_y f(t, y, z) = 0, from the guess in z. False when the
  /// iteration finds none.
  virtual bool consistent(Real t, const Y& y, Z& z) = 0;

  /// The change of each variable that the kinetic energy allows in a step of size h, at the point of the last call of
  /// rates() (energy_sizes.hpp). False if the system does not determine the units of its variables.
  virtual bool sizes(Real /*h*/, Y& /*size*/) { return false; }

  /// Converts a state (q, v) to y and back. A DAE that is not a mechanical system has q = y and an empty v.
  virtual void pack(Real, const VectorX<Real>& q, const VectorX<Real>&, Y& y) { y = q; }
  virtual void unpack(Real, const Y& y, VectorX<Real>& q, VectorX<Real>&) { q = y; }
};

/// The hidden constraint c, nz, with its derivatives: c_y is nz x ny, c_z = g_y f_z nz x nz.
template <class Real> struct HiddenLinearisation {
  HiddenLinearisation(Eigen::Index ny, Eigen::Index nz) : c(nz), c_y(nz, ny), c_z(nz, nz) {}
  VectorX<Real> c;
  MatrixX<Real> c_y, c_z;
};

/// The result of Newton's method on the hidden constraint. At a multiple root g_y f_z is singular, and the DAE does not
/// have index 2.
enum class Root { simple, multiple, none };

/// A DAE whose constraint can be differentiated in time, so that its index can be reduced. The Hessenberg forms of
/// mechanical systems are not: their dynamics provide more (saddle_point.hpp).
template <class Real> class ReducibleHessenberg : public Hessenberg<Real> {
 public:
  using typename Hessenberg<Real>::Y;
  using typename Hessenberg<Real>::Z;

  ReducibleHessenberg(Eigen::Index ny, Eigen::Index nz, int parts);

  Eigen::Index differential() const final { return linear_.g_y.cols(); }
  Eigen::Index algebraic() const final { return linear_.g_y.rows(); }
  int parts() const final { return static_cast<int>(linear_.f_y.size()); }

  /// c = d/dt g = g_t + g_y f(t, y, z), which vanishes along solutions: with it in the place of g the index is 1.
  virtual void hidden(Real t, const Y& y, const Z& z, Z& c) = 0;
  virtual void linearise_hidden(Real t, const Y& y, const Z& z, HiddenLinearisation<Real>& out) = 0;

  /// The root of c that Newton's method reaches from the guess in z; the last iterate where it reaches none.
  Root find_root(Real t, const Y& y, Z& z);
  bool consistent(Real t, const Y& y, Z& z) final { return find_root(t, y, z) == Root::simple; }

  /// Whether |c_i| <= tolerance times the terms of c_i, sum_j |g_y|_ij sum_k |f_k|_j.
  bool vanishes(Real t, const Y& y, const Z& z, Real tolerance);

 private:
  HessenbergLinearisation<Real> linear_;
  HiddenLinearisation<Real> hidden_;
  MatrixX<Real> rates_;
  Y terms_;
  Z step_, c_;
  Lu<Real> lu_;
};

template <class Real> using MakeHessenberg = std::function<std::unique_ptr<ReducibleHessenberg<Real>>()>;

}  // namespace nonholo
