// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/energy/discrete_gradient.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/run/while_conservative.hpp>
#include <nonholo/methods/energy/discrete_gradient_rules.hpp>
#include <nonholo/methods/energy/short_loops.hpp>
#include <nonholo/methods/energy/skew_gradient_equations.hpp>
#include <nonholo/methods/family/simplified_newton.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <utility>

namespace nonholo {

namespace {

/// u = (zeta1 - zeta0)/h and lambda.
template <class Real> class DiscreteGradientEquations final : public SkewGradientEquations<Real> {
  using Base = SkewGradientEquations<Real>;
  using Base::B_, Base::face_, Base::g_, Base::h_, Base::m_, Base::N_, Base::point_, Base::size_, Base::zeta0_;
  using typename Base::State, typename Base::Zeta;

 public:
  DiscreteGradientEquations(std::unique_ptr<SkewGradient<Real>> face, const DiscreteGradientOptions& options,
                            Metric metric, const MethodTraits& traits, std::string_view remark)
      : Base(std::move(face), 1, options.compensated, stages_of(options), remark),
        rule_(make_rule<Real>(*face_, options, metric)),
        traits_(traits) {}

  MethodTraits traits() const override { return traits_; }
  int points() const override { return 1 + rule_->points(); }

  void begin(const State& state, Real h) override {
    Base::begin(state, h);
    rule_->begin(zeta0_, h);
  }

 protected:
  void increment(const VectorX<Real>& x, Zeta& dzeta) const override { dzeta = h_ * x.head(N_); }

  void equations(const VectorX<Real>& x, VectorX<Real>& F) override {
    with_size<Real>(N_, [&](auto N) {
      for (Eigen::Index i = 0; i < N; ++i) {
        d_[i] = h_ * x[i];
        point_[i] = zeta0_[i] + d_[i] / 2;
      }
    });
    rule_->between(zeta0_, d_, point_, DG_);
    face_->flow(point_, DG_, rate_);
    with_size<Real>(N_, [&](auto N) {
      for (Eigen::Index i = 0; i < N; ++i) F[i] = x[i] - rate_[i];
    });
    if (m_ == 0) return;
    lambda_ = x.tail(m_);
    face_->reaction(point_, B_);
    F.head(N_).noalias() -= B_.transpose() * lambda_;
    F.tail(m_).noalias() = B_ * DG_;
  }

  void rounding(Zeta& scale) override {
    using std::abs;
    rule_->noise(d_, noise_);
    noise_ /= 64;
    const Real relative = m_ > 0 ? relative_noise() : Real(0);
    noise_ += DG_.cwiseAbs();
    face_->flow_sizes(point_, noise_, scale);
    if (m_ == 0) return;
    // B DG = 0 holds zeta1 where B acts: noise of DG moves it there by as much, relative to what the energy allows, and
    // u by 2/h times that.
    for (Eigen::Index j = 0; j < N_; ++j) {
      scale[j] += B_.col(j).cwiseAbs().dot(lambda_.cwiseAbs());
      if (!B_.col(j).isZero(0)) scale[j] += 2 * size_[j] * relative / abs(h_);
    }
  }

 private:
  /// Half of L, for the gradients that are symmetric; itoh_abe is not, and the full space has other blocks.
  static std::optional<MatrixX<Real>> stages_of(const DiscreteGradientOptions& options) {
    if (options.space == Space::full || options.gradient == Gradient::itoh_abe) return std::nullopt;
    return MatrixX<Real>::Constant(1, 1, Real(1) / 2);
  }

  /// Of DG where B acts, by the energy that it makes along the sizes allowed there; left in size_.
  Real relative_noise() {
    using std::abs;
    if (!face_->sizes(point_, h_, size_)) size_.setOnes();
    Real noise = 0, energy = 0;
    for (Eigen::Index j = 0; j < N_; ++j) {
      if (B_.col(j).isZero(0)) continue;
      noise += noise_[j] * size_[j];
      energy += abs(DG_[j]) * size_[j];
    }
    return Real(1) / 64 + (energy > 0 ? Real(noise / energy) : Real(0));
  }

  std::unique_ptr<DiscreteGradientRule<Real>> rule_;
  MethodTraits traits_;
  Zeta d_{N_}, DG_{N_}, noise_{N_}, rate_{N_};
  VectorX<Real> lambda_{m_};
};

void refuse_useless(const DiscreteGradientOptions& options) {
  if (options.space == Space::full && options.basis)
    throw InputError("basis", "the full space has no basis: leave basis out, or take space \"reduced\"");
  if (options.metric == Metric::mass && options.gradient != Gradient::gonzalez)
    throw InputError("metric", "applies to gradient = \"gonzalez\" only: leave it out");
  if (options.derivative == BasisDerivative::exact) return;
  if (options.space == Space::full)
    throw InputError("differentiation", "the full space has no basis to differentiate: leave it out");
  if (options.derivative == BasisDerivative::central_difference && options.gradient != Gradient::gonzalez)
    throw InputError("differentiation",
                     "\"central_difference\" keeps the energy with gradient = \"gonzalez\" only: leave it out");
}

template <class Real>
std::unique_ptr<SkewGradient<Real>> face_of(const System<Real>& system, const DiscreteGradientOptions& options) {
  if (options.space == Space::reduced) return reduced_coordinates(system, options.basis, options.derivative);
  if (system.kind() == SystemKind::skew_gradient)
    throw InputError("space", "a skew-gradient system has no constraint: leave space out");
  return system.canonical();
}

/// A symmetric rule is no longer so where a step back may begin in other coordinates, O(h^3) away (measured with a QR
/// basis whose sign changes along the step: 0.12 h^3 for a skate that turns). Multipliers of itoh_abe: B DG = 0, with
/// DG off by O(h), has the momenta swing from step to step by as much, and lambda by O(1) unless H is a sum of
/// functions of one coordinate each (measured: chaplygin_sleigh 0.39 for every h).
template <class Real> MethodTraits traits_of(const SkewGradient<Real>& face, const DiscreteGradientOptions& options) {
  const bool constrained = face.constraints() > 0, second = options.gradient != Gradient::itoh_abe;
  return {.order = second ? 2 : 1,
          .multiplier_order = constrained && second ? 1 : 0,
          .symmetric = second && !face.chooses_coordinates(),
          .keeps_constraint = !constrained,
          .keeps_energy = true};
}

/// discrete_gradient.hpp has why.
template <class Real> Metric metric_of(const System<Real>& system, const DiscreteGradientOptions& options) {
  if (options.metric) return *options.metric;
  const bool as_in_the_paper =
      options.basis ? *options.basis != KernelBasis::mass : bool(system.traits().adapted_basis);
  return system.kind() != SystemKind::mechanical || as_in_the_paper ? Metric::euclidean : Metric::mass;
}

/// On steps that are not solved.
template <class Real>
std::string_view remark_on(const System<Real>& system, const DiscreteGradientOptions& options, Metric metric) {
  if (options.gradient == Gradient::gonzalez && metric == Metric::euclidean && system.kind() == SystemKind::mechanical)
    return "in the Euclidean metric, a step of gonzalez depends on the units and may have no solution: metric = "
           "\"mass\" does not depend on them";
  return options.space == Space::reduced ? remark_on_basis(system, options.basis) : "";
}

}  // namespace

template <class Real> std::unique_ptr<Integrator<Real>> discrete_gradient(const System<Real>& system,
                                                                          const DiscreteGradientOptions& options,
                                                                          const SolverOptions<Real>& solver) {
  refuse_useless(options);
  refuse_simplified_newton(solver);
  if (options.metric == Metric::mass && system.kind() == SystemKind::skew_gradient)
    throw InputError("metric", "a skew-gradient system has no mass: leave it out");
  auto face = face_of(system, options);
  const MethodTraits traits = traits_of(*face, options);
  const Metric metric = metric_of(system, options);
  auto equations = std::make_unique<DiscreteGradientEquations<Real>>(std::move(face), options, metric, traits,
                                                                     remark_on(system, options, metric));
  return while_conservative(stage_integrator<Real>(system, std::move(equations), solver));
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> discrete_gradient(const System<double>&, const DiscreteGradientOptions&,
                                                               const SolverOptions<double>&);
#else
template std::unique_ptr<Integrator<quad>> discrete_gradient(const System<quad>&, const DiscreteGradientOptions&,
                                                             const SolverOptions<quad>&);
#endif

}  // namespace nonholo
