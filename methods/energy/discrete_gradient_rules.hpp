// The discrete gradients of Celledoni et al. 2016, section 2, and what keeps rounding out of them. Private header of
// methods/.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/base/small_product.hpp>
#include <nonholo/framework/faces/skew_gradient.hpp>
#include <nonholo/methods/energy/discrete_gradient.hpp>
#include <nonholo/methods/energy/short_loops.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

namespace nonholo {

/// Enough for a mean of grad H that is exact to round-off along any step that is worth taking.
template <class Real> constexpr int avf_points = std::is_same_v<Real, quad> ? 12 : 8;

/// Gauss points for differences of H that the quotient of two energies would lose to rounding. Multipliers, and rates
/// with them, are 1/h times as noisy as DG, and gradients in (q, p) are cheap: there more, over longer steps.
template <class Real> int close_points_of(const SkewGradient<Real>& face) { return face.constraints() > 0 ? 6 : 4; }

/// How much of itself grad H may turn from one end to the other, or of H an increment may be, for p points: the error
/// is far below epsilon. Compared are energies, |grad H| |d| component by component: norms of zeta would mix units.
template <class Real> Real close_distance(Eigen::Index p) {
  using std::pow;
  return pow(epsilon<Real>, 1 / Real(2 * p));
}

/// A discrete gradient of the face's H. Scratch for one thread.
template <class Real> class DiscreteGradientRule {
 public:
  using Zeta = VectorX<Real>;
  explicit DiscreteGradientRule(SkewGradient<Real>& face) : face_(face) {}
  virtual ~DiscreteGradientRule() = default;

  virtual int points() const = 0;
  virtual void begin(const Zeta&, Real) {}  ///< a step from zeta0, of size h
  /// DG between zeta0 and zeta0 + d, with the middle = zeta0 + d/2.
  virtual void between(const Zeta& zeta0, const Zeta& d, const Zeta& middle, Zeta& DG) = 0;
  /// How much of DG is rounding of H, in units of epsilon.
  virtual void noise(const Zeta&, Zeta& DG) const { DG.setZero(); }

 protected:
  /// The size of the terms that make up H: kinetic and potential energy may be far larger than their sum.
  static Real terms(const Real& H, const Zeta& zeta, const Zeta& H_zeta) {
    using std::abs;
    return abs(H) + H_zeta.cwiseAbs().dot(zeta.cwiseAbs());
  }

  /// A point so near tells of the rounding of H: by what H changes there grad H says. Not in the direction of d alone,
  /// whose first guess may have no part in what is rounded.
  static Real a_hair_on(const Real& zeta, const Real& d) { return zeta + zeta / (1 << 30) + d / (1 << 20); }

  /// Whether H, which over a hair changes by so much, has more rounding in it than its terms tell of: 1 - cos q near
  /// q = 0 is what is left of terms that are far larger.
  static bool is_rounded(const Real& change, const Real& expected, const Real& terms) {
    using std::abs;
    return abs(change - expected) > 64 * epsilon<Real> * terms;
  }

  SkewGradient<Real>& face_;
};

/// The mean of grad H over segments by a quadrature.
template <class Real> class SegmentMean {
 public:
  using Zeta = VectorX<Real>;
  SegmentMean(SkewGradient<Real>& face, int points)
      : face_(face),
        gauss_(tableaus::gauss(points).template rounded<Real>()),
        zeta_(MatrixX<Real>::Zero(SkewGradient<Real>::room_for(points), face.size())),
        gradients_(zeta_),
        c_(VectorX<Real>::Zero(zeta_.rows())) {
    c_.head(points) = gauss_.c;
  }

  int points() const { return static_cast<int>(gauss_.c.size()); }

  /// Between zeta0 and zeta0 + d.
  void operator()(const Zeta& zeta0, const Zeta& d, Zeta& mean) {
    const Eigen::Index room = zeta_.rows();
    Real* to = zeta_.data();
    for (Eigen::Index i = 0; i < zeta0.size(); ++i)
      for (Eigen::Index k = 0; k < room; k += 4, to += 4)
        set_column<4>(4, to, [&](Eigen::Index l) { return Real(zeta0[i] + c_[k + l] * d[i]); });
    face_.gradients(points(), zeta_, gradients_);
    for (Eigen::Index i = 0; i < zeta0.size(); ++i) {
      mean[i] = 0;
      for (Eigen::Index k = 0; k < points(); ++k) mean[i] += gauss_.b[k] * gradients_(k, i);
    }
  }

 private:
  SkewGradient<Real>& face_;
  Coefficients<Real> gauss_;
  MatrixX<Real> zeta_, gradients_;  // a point each row
  VectorX<Real> c_;                 // zeros behind the last: points of the start
};

template <class Real> class AverageVectorField final : public DiscreteGradientRule<Real> {
  using typename DiscreteGradientRule<Real>::Zeta;

 public:
  explicit AverageVectorField(SkewGradient<Real>& face)
      : DiscreteGradientRule<Real>(face),
        mean_(face, avf_points<Real>) {}

  int points() const override { return mean_.points(); }

  void between(const Zeta& zeta0, const Zeta& d, const Zeta&, Zeta& DG) override { mean_(zeta0, d, DG); }

 private:
  SegmentMean<Real> mean_;
};

/// The numerator H(zeta1) - H(zeta0) - g . d is O(|d|^3); rounding of H leaves epsilon |H|/|d| in DG. Measured: with
/// weights that allow for it the solver converges down to h = 1e-5 and the energy walks at random by epsilon |H| a
/// step. Where grad H hardly turns, the mean of grad H - g by quadrature is the same numerator without that noise:
/// fewer iterations, and an energy that compensated summation keeps to a few epsilon. An approximate gradient (central
/// differences) has the quotient alone.
template <class Real> class GonzalezGradient final : public DiscreteGradientRule<Real> {
  using typename DiscreteGradientRule<Real>::Zeta;

 public:
  GonzalezGradient(SkewGradient<Real>& face, Metric metric, bool exact_gradient)
      : DiscreteGradientRule<Real>(face),
        metric_(metric),
        exact_gradient_(exact_gradient),
        mean_(face, close_points_of(face)),
        finer_(face, close_points_of(face) + 2),
        zeta_(face.size()),
        Wd_(face.size()),
        average_(face.size()),
        g_(face.size()),
        looked_at_(MatrixX<Real>::Zero(SkewGradient<Real>::room_for(4), face.size())),
        gradients_(looked_at_),
        energies_(VectorX<Real>::Zero(looked_at_.rows())) {}

  int points() const override { return close_ ? mean_.points() : 1; }

  void begin(const Zeta&, Real h) override {
    h_ = h;
    undecided_ = true;
  }

  void between(const Zeta& zeta0, const Zeta& d, const Zeta& middle, Zeta& DG) override {
    const bool decides = undecided_ && !d.isZero(0);
    with_size<Real>(d.size(), [&](auto N) {
      for (Eigen::Index i = 0; i < N; ++i) zeta_[i] = zeta0[i] + d[i];
      if (decides) look(N, zeta0, d, middle);
    });
    if (decides) decide(zeta0, d);
    with_size<Real>(d.size(), [&](auto N) { between(N, zeta0, d, middle, decides, DG); });
  }

  void noise(const Zeta&, Zeta& DG) const override {
    if (close_ || square_ == 0) DG.setZero();
    else DG = (H_terms_ / square_) * Wd_.cwiseAbs();
  }

 private:
  /// At both ends, in the middle and a hair beyond the end at once: H and grad H.
  template <class Size> void look(Size N, const Zeta& zeta0, const Zeta& d, const Zeta& middle) {
    for (Eigen::Index i = 0; i < N; ++i)
      set_column<4>(4, looked_at_.data() + 4 * i, [&](Eigen::Index k) {
        return k == 0 ? zeta0[i] : k == 1 ? middle[i] : k == 2 ? zeta_[i] : this->a_hair_on(zeta_[i], d[i]);
      });
    this->face_.gradients_and_energies(4, looked_at_, gradients_, energies_);
    for (Eigen::Index i = 0; i < N; ++i) g_[i] = gradients_(1, i);
    H0_ = energies_[0];
  }

  /// g_, and average_ or, as return value, H at zeta_.
  Real evaluate(const Zeta& zeta0, const Zeta& d, const Zeta& middle) {
    if (!close_) return this->face_.gradient_and_energy(middle, g_, zeta_);
    mean_(zeta0, d, average_);
    this->face_.gradient(middle, g_);  // last: the flow is taken there
    return 0;
  }

  /// With these when they are known already.
  template <class Size>
  void between(Size N, const Zeta& zeta0, const Zeta& d, const Zeta& middle, bool known, Zeta& DG) {
    const Real H1 = known ? energies_[2] : evaluate(zeta0, d, middle);
    if (metric_ == Metric::euclidean || !this->face_.mass_metric(middle, h_, d, Wd_))
      for (Eigen::Index i = 0; i < N; ++i) Wd_[i] = d[i];
    square_ = 0;
    for (Eigen::Index i = 0; i < N; ++i) square_ += d[i] * Wd_[i];
    const Real lacking = close_ ? beyond(N, d) : by_energies(N, H1, zeta0),
               factor = square_ == 0 || is_below_rounding(d) ? 0 : lacking / square_;
    for (Eigen::Index i = 0; i < N; ++i) DG[i] = g_[i] + factor * Wd_[i];
  }

  /// Whether H does not tell the ends apart: its rounding, divided by |d|, would be a force. Where there is no
  /// quadrature to be taken instead; grad H in the middle keeps H there as well as may be told.
  bool is_below_rounding(const Zeta& d) const {
    return !exact_gradient_ && g_.cwiseAbs().dot(d.cwiseAbs()) <= 16 * epsilon<Real> * H_terms_;
  }

  /// By what look() saw; leaves average_. Once per step: two formulas that differ by rounding would keep the solver
  /// from settling. The numerator itself does not tell how far apart the ends are, it passes through zero along an
  /// orbit; how much grad H turns does. Near an equilibrium it turns much over short steps, too. A small part of H may
  /// vary fast without turning grad H: the quadrature is taken only where a finer one has the same value, to round-off.
  void decide(const Zeta& zeta0, const Zeta& d) {
    using std::pow;
    undecided_ = false;
    H_terms_ = this->terms(H0_, zeta0, g_);
    const Real along = g_.cwiseAbs().dot(d.cwiseAbs()), little = pow(epsilon<Real>, Real(1) / 4) * H_terms_;
    const Real size = std::max(along, little);
    const Real turn = (gradients_.row(0) - gradients_.row(1)).cwiseAbs().dot(d.cwiseAbs());
    const bool near = turn <= close_distance<Real>(mean_.points()) * size;
    close_ = exact_gradient_ && (near || little >= along || is_noisy()) && quadrature_is_exact(zeta0, d, size);
  }

  /// By the third and the fourth point of look().
  bool is_noisy() const {
    Real expected = 0;
    for (Eigen::Index i = 0; i < g_.size(); ++i)
      expected += (gradients_(2, i) + gradients_(3, i)) / 2 * (looked_at_(3, i) - looked_at_(2, i));
    return this->is_rounded(energies_[3] - energies_[2], expected, H_terms_);
  }

  bool quadrature_is_exact(const Zeta& zeta0, const Zeta& d, const Real& size) {
    using std::abs;
    finer_(zeta0, d, average_);
    const Real finer = beyond(d.size(), d);
    mean_(zeta0, d, average_);
    return abs(finer - beyond(d.size(), d)) <= 16 * epsilon<Real> * size;
  }

  /// With the d that zeta1 = zeta_ has after rounding: large coordinates (angles that have gone round often) would add
  /// noise of their own.
  template <class Size> Real by_energies(Size N, const Real& H1, const Zeta& zeta0) const {
    Real along = 0;
    for (Eigen::Index i = 0; i < N; ++i) along += g_[i] * (zeta_[i] - zeta0[i]);
    return (H1 - H0_) - along;
  }

  template <class Size> Real beyond(Size N, const Zeta& d) const {
    Real sum = 0;
    for (Eigen::Index i = 0; i < N; ++i) sum += (average_[i] - g_[i]) * d[i];
    return sum;
  }

  Metric metric_;
  bool exact_gradient_;
  SegmentMean<Real> mean_, finer_;
  Zeta zeta_, Wd_, average_, g_;
  MatrixX<Real> looked_at_, gradients_;  // zeta0, the middle, zeta1 and a hair beyond
  VectorX<Real> energies_;
  Real h_ = 0, square_ = 0, H0_ = 0, H_terms_ = 0;
  bool undecided_ = true, close_ = false;
};

/// Coordinates that hardly change the energy take the mean of their derivative: the quotient of two energies loses as
/// much of it as they are larger than their difference.
template <class Real> class ItohAbeGradient final : public DiscreteGradientRule<Real> {
  using typename DiscreteGradientRule<Real>::Zeta;

 public:
  explicit ItohAbeGradient(SkewGradient<Real>& face)
      : DiscreteGradientRule<Real>(face),
        mean_(face, close_points_of(face)),
        finer_(face, close_points_of(face) + 2),
        zeta_(face.size()),
        along_one_(Zeta::Zero(face.size())),
        average_(face.size()),
        g_(face.size()),
        tried_(face.size()),
        close_(static_cast<std::size_t>(face.size())) {}

  int points() const override { return static_cast<int>(zeta_.size()); }

  void begin(const Zeta& zeta0, Real) override {
    H0_ = this->face_.energy(zeta0);
    tried_.setConstant(std::numeric_limits<Real>::infinity());
    close_.assign(close_.size(), false);
    undecided_ = true;
  }

  void between(const Zeta& zeta0, const Zeta& d, const Zeta& middle, Zeta& DG) override {
    this->face_.gradient(middle, g_);
    const Zeta& g = g_;
    const Real along = g.cwiseAbs().dot(d.cwiseAbs());
    H_terms_ = this->terms(H0_, zeta0, g);
    if (undecided_ && !d.isZero(0)) decide(zeta0, d);
    zeta_ = zeta0;
    Real H = H0_;
    bool H_known = true;  // at zeta_
    for (Eigen::Index i = 0; i < d.size(); ++i) {
      look_closer(i, d[i], g[i], along);
      if (close_[static_cast<std::size_t>(i)]) {
        DG[i] = mean_derivative(mean_, i, d[i]);
        zeta_[i] = zeta0[i] + d[i];
        H_known = H_known && d[i] == 0;
      } else {
        const Real before = H_known ? H : this->face_.energy(zeta_);
        zeta_[i] = zeta0[i] + d[i];
        H = this->face_.energy(zeta_);
        H_known = true;
        DG[i] = (H - before) / (zeta_[i] - zeta0[i]);  // the increment as it was rounded
      }
    }
  }

  void noise(const Zeta& d, Zeta& DG) const override {
    using std::abs;
    for (Eigen::Index i = 0; i < d.size(); ++i)
      DG[i] = close_[static_cast<std::size_t>(i)] ? Real(0) : Real(H_terms_ / abs(d[i]));
  }

 private:
  /// Leaves another average_.
  void decide(const Zeta& zeta0, const Zeta& d) {
    undecided_ = false;
    for (Eigen::Index i = 0; i < d.size(); ++i) zeta_[i] = this->a_hair_on(zeta0[i], d[i]);
    along_one_ = (zeta0 + zeta_) / 2;
    this->face_.gradient(along_one_, average_);
    noisy_ = this->is_rounded(this->face_.energy(zeta_) - H0_, average_.dot(zeta_ - zeta0), H_terms_);
    along_one_.setZero();
  }

  /// Decides at the first increment of a step, again where it turns out to be far shorter, for the quotient is as
  /// noisy as it is short, and where it turns out to be longer than was looked at: a guess may be short by far.
  void look_closer(Eigen::Index i, const Real& d, const Real& g, const Real& along) {
    using std::abs;
    const bool was_close = close_[static_cast<std::size_t>(i)];
    if (was_close ? abs(d) <= tried_[i] * 9 / 8 : !(abs(d) < tried_[i] / 4)) return;
    close_[static_cast<std::size_t>(i)] = is_close(i, d, g, along);
    tried_[i] = abs(d);
  }

  /// As for Gonzalez' gradient: a short increment over which a finer quadrature has the same value, to round-off.
  bool is_close(Eigen::Index i, const Real& d, const Real& g, const Real& along) {
    using std::abs, std::pow;
    if (!noisy_ && abs(g * d) > close_distance<Real>(mean_.points()) * H_terms_) return false;
    const Real size = std::max<Real>(along, pow(epsilon<Real>, Real(1) / 4) * H_terms_);
    return abs((mean_derivative(mean_, i, d) - mean_derivative(finer_, i, d)) * d) <= 16 * epsilon<Real> * size;
  }

  /// Of H by coordinate i over the increment from zeta_.
  Real mean_derivative(SegmentMean<Real>& mean, Eigen::Index i, const Real& d) {
    along_one_[i] = d;
    mean(zeta_, along_one_, average_);
    along_one_[i] = 0;
    return average_[i];
  }

  SegmentMean<Real> mean_, finer_;
  Zeta zeta_, along_one_, average_, g_;
  Zeta tried_;  // sizes of the increments that were looked at
  std::vector<bool> close_;
  bool undecided_ = true, noisy_ = false;
  Real H0_ = 0, H_terms_ = 0;
};

template <class Real> std::unique_ptr<DiscreteGradientRule<Real>> make_rule(SkewGradient<Real>& face,
                                                                            const DiscreteGradientOptions& options,
                                                                            Metric metric) {
  switch (options.gradient) {
    case Gradient::avf: return std::make_unique<AverageVectorField<Real>>(face);
    case Gradient::itoh_abe: return std::make_unique<ItohAbeGradient<Real>>(face);
    case Gradient::gonzalez: break;
  }
  return std::make_unique<GonzalezGradient<Real>>(face, metric,
                                                  options.derivative != BasisDerivative::central_difference);
}

}  // namespace nonholo
