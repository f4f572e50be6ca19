// The skew-gradient form of a conservative system, as energy-preserving methods see it:
//
//   zeta' = Pi(zeta) grad H(zeta) + B(zeta)^T lambda,    0 = B grad H,    Pi skew: H is conserved
//
// Most systems have no B. skew_gradient_of.hpp makes this form of a SkewGradientSystem. adapted_coordinates.hpp makes
// it of a conservative mechanical system: in adapted coordinates, which satisfy the constraint, or in (q, p) with the
// constraint. An object holds scratch: use one for each thread. No function allocates, except the first call for
// several points.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/numeric.hpp>

#include <functional>
#include <memory>

namespace nonholo {

template <class Real> class SkewGradient {
 public:
  using Zeta = VectorX<Real>;
  using Points = MatrixX<Real>;
  virtual ~SkewGradient() = default;

  virtual Eigen::Index size() const = 0;                      ///< N, of zeta
  virtual Eigen::Index constraints() const { return 0; }      ///< rows of B
  virtual Real energy(const Zeta& zeta) = 0;                  ///< H [J]
  virtual void gradient(const Zeta& zeta, Zeta& H_zeta) = 0;  ///< N numbers
  /// The gradient at zeta, and as return value H at another point. Discrete gradients need both; one call may be
  /// cheaper. The state of the object afterwards is that after gradient(zeta).
  virtual Real gradient_and_energy(const Zeta& zeta, Zeta& H_zeta, const Zeta& other) {
    Real H = energy(other);
    gradient(zeta, H_zeta);
    return H;
  }
  /// Pi(zeta) d, N numbers. The product costs as much as the gradient, so Pi itself is never formed.
  virtual void flow(const Zeta& zeta, const Zeta& d, Zeta& rate) = 0;

  /// The same at `count` points, rows of matrices that have room_for(count) rows: those behind the last are points too,
  /// of which nothing is wanted. Four at a time where that is faster than one after the other.
  virtual void gradients(Eigen::Index count, const Points& zeta, Points& H_zeta) {
    for (Eigen::Index k = 0; k < count; ++k) {
      zeta_ = zeta.row(k).transpose();
      out_.resize(size());
      gradient(zeta_, out_);
      H_zeta.row(k) = out_;
    }
  }
  /// And H at each of them, room_for(count) numbers.
  virtual void gradients_and_energies(Eigen::Index count, const Points& zeta, Points& H_zeta, Zeta& H) {
    for (Eigen::Index k = 0; k < count; ++k) {
      zeta_ = zeta.row(k).transpose();
      out_.resize(size());
      gradient(zeta_, out_);
      H_zeta.row(k) = out_;
      H[k] = energy(zeta_);
    }
  }
  virtual void flows(Eigen::Index count, const Points& zeta, const Points& d, Points& rate) {
    for (Eigen::Index k = 0; k < count; ++k) {
      zeta_ = zeta.row(k).transpose();
      d_ = d.row(k).transpose();
      out_.resize(size());
      flow(zeta_, d_, out_);
      rate.row(k) = out_;
    }
  }
  static constexpr Eigen::Index room_for(Eigen::Index count) { return (count + 3) / 4 * 4; }

  /// The scale of the rounding errors of flow(zeta, d): for each row the sum of the absolute values of its terms.
  virtual void flow_sizes(const Zeta& zeta, const Zeta& d, Zeta& size) = 0;
  /// B, constraints() x N.
  virtual void reaction(const Zeta&, MatrixX<Real>&) {}

  /// The change of each variable that the kinetic energy at zeta allows in a step of size h (energy_sizes.hpp). False
  /// if the system does not determine the units of its variables.
  virtual bool sizes(const Zeta& /*zeta*/, Real /*h*/, Zeta& /*size*/) { return false; }
  /// W d in the mass metric of a mechanical system at zeta, which makes of an increment an energy:
  ///
  ///   d . W d = dq . M dq / h^2 + dp . M^-1 dp  [J]         rho has G^-1 for M^-1
  ///
  /// False where there is no mass.
  virtual bool mass_metric(const Zeta& /*zeta*/, Real /*h*/, const Zeta& /*d*/, Zeta& /*Wd*/) { return false; }

  /// Converts a state (q, v) to zeta and back. A problem that is not mechanical has q = zeta and an empty v.
  virtual void pack(const VectorX<Real>& q, const VectorX<Real>&, Zeta& zeta) { zeta = q; }
  virtual void unpack(const Zeta& zeta, VectorX<Real>& q, VectorX<Real>&) { q = zeta; }

  /// Announces a step of size h from zeta. An implementation may choose new coordinates here and convert zeta to them;
  /// they stay until the next call. True if zeta changed.
  virtual bool begin_step(Zeta&, Real) { return false; }
  /// Whether begin_step() may change coordinates. A step of -h then does not undo a step of h in the same coordinates.
  virtual bool chooses_coordinates() const { return false; }

 private:
  Zeta zeta_, d_, out_;  // one of several points
};

/// Pi(zeta), N x N, column by column.
template <class Real> MatrixX<Real> structure_of(SkewGradient<Real>& face, const VectorX<Real>& zeta) {
  MatrixX<Real> Pi(face.size(), face.size());
  VectorX<Real> column(face.size());
  for (Eigen::Index j = 0; j < face.size(); ++j) {
    face.flow(zeta, VectorX<Real>::Unit(face.size(), j), column);
    Pi.col(j) = column;
  }
  return Pi;
}

template <class Real> using MakeSkewGradient = std::function<std::unique_ptr<SkewGradient<Real>>()>;

}  // namespace nonholo
