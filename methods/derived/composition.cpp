// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/derived/composition.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/family/kick_drift_integrator.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace nonholo {

namespace {

template <class Real> void refuse_wrong_scheme(std::span<const Real> gamma, Substeps substeps, int order) {
  const SchemeFacts facts = check_scheme(gamma, substeps);
  if (facts.order < 1)
    throw InputError("scheme", fmt::format("the coefficients of a scheme must add up to 1; these miss it by {:.2g}",
                                           facts.consistency));
  if (facts.symmetry > 1e-15)
    throw InputError("scheme", fmt::format("the coefficients of a scheme must be a palindrome; these differ by {:.2g}",
                                           facts.symmetry));
  if (facts.order < order)
    throw InputError("scheme",
                     fmt::format("the coefficients satisfy the conditions of order {}, not {}: check their digits",
                                 facts.order, order));
}

void refuse_base(const std::string& reason) { throw InputError("base", reason); }

void refuse_what_cannot_be_chained(const MethodTraits& traits, bool constrained) {
  if (traits.adaptive) refuse_base("an adaptive method cannot be composed: give a method that takes h");
  if (!traits.one_step) refuse_base("a composition needs a one-step method: its substeps hand on only (q, v)");
  if (constrained && !traits.keeps_constraint)
    refuse_base("a composition needs a method that keeps the constraint: each substep starts on it");
}

/// The conditions hold for any symmetric base of order 2, so for those of order 4 and 6, whose error terms are among
/// the others; but nothing is gained where the base has the order of the scheme already.
void refuse_idle(int base, int scheme) {
  if (base > 2 && base >= scheme)
    refuse_base(
        fmt::format("the base has order {}, which a scheme of order {} does not raise: give a scheme of higher order",
                    base, scheme));
}

/// Checks that the base, with its adjoint if it needs one, makes a symmetric method of order 2 or more.
void refuse_unfit_base(const MethodTraits& base, const MethodTraits* adjoint, bool constrained, int order) {
  refuse_what_cannot_be_chained(base, constrained);
  if (base.order == 0) refuse_base("the order of the base is not known: a scheme needs a base of order 2 or above");
  if (base.symmetric && base.order % 2 == 0) return refuse_idle(base.order, order);
  if (base.symmetric || base.order > 2)
    refuse_base(fmt::format("the base has order {}{}: a scheme needs a symmetric base of order 2 or above", base.order,
                            base.symmetric ? "" : ", and it is not symmetric"));
  if (!adjoint) refuse_base("the base is not symmetric and its adjoint is not known: give a symmetric method");
  refuse_what_cannot_be_chained(*adjoint, constrained);
  if (adjoint->order != base.order)
    refuse_base(fmt::format("the base has order {}, but its adjoint has order {}", base.order, adjoint->order));
}

template <class Real> struct Substep {
  std::unique_ptr<Integrator<Real>> integrator;
  Real from, size;  // in steps
};

template <class Real> class Composition final : public Integrator<Real> {
  using Values = typename Integrator<Real>::Values;

 public:
  Composition(const System<Real>& system, std::vector<Substep<Real>> substeps, Orders orders)
      : Integrator<Real>(system),
        substeps_(std::move(substeps)),
        orders_(orders),
        q_(VectorX<Real>::Zero(system.coordinates())),
        v_(VectorX<Real>::Zero(system.velocities())),
        lambda_(VectorX<Real>::Zero(system.multipliers())),
        q_next_(q_),
        v_next_(v_) {}

  MethodTraits traits() const override {
    const MethodTraits first = substeps_.front().integrator->traits(), last = substeps_.back().integrator->traits();
    return {.order = orders_.state,
            .multiplier_order = last.multiplier_order > 0 ? last.multiplier_order : orders_.multiplier,
            .symmetric = true,
            .keeps_constraint = first.keeps_constraint && last.keeps_constraint,
            .keeps_energy = first.keeps_energy && last.keeps_energy};
  }

  /// The kicks and drifts of all substeps, where each consists of such. Drifts that meet are one, and so are kicks: the
  /// constraint between them only divides the reaction into two. Except at the end, where the multiplier is shown.
  KickDriftProgram<Real> moves() const {
    KickDriftProgram<Real> all;
    for (const auto& substep : substeps_) {
      const auto* fused = dynamic_cast<const KickDriftIntegrator<Real>*>(substep.integrator.get());
      if (!fused) return {};
      const bool last = &substep == &substeps_.back();
      for (const KickDriftMove<Real>& each : fused->moves())
        append(all, {each.move, substep.size * each.c, substep.size * each.look}, !last);
    }
    return all;
  }

  void guess_multipliers(Values lambda) override {
    for (auto& substep : substeps_) substep.integrator->guess_multipliers(lambda);
  }

  std::string remark() const override { return latest_ ? latest_->remark() : ""; }
  bool save(std::vector<Real>& numbers) const override {
    put(numbers, t_);
    for (const VectorX<Real>* x : {&q_, &v_, &lambda_}) put(numbers, *x);
    put(numbers, shown_);
    return std::ranges::all_of(substeps_, [&](const auto& substep) { return substep.integrator->save(numbers); });
  }
  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override { return {t_, values(q_), values(v_), values(lambda_).first(shown_)}; }
  void reverse() override {
    v_ = -v_;
    restart();
  }

 private:
  void do_start(Real t, Values q, Values v) override {
    do_move_to(t, q, v);
    restart();
  }

  void do_move_to(Real t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
    shown_ = 0;
  }

  StepReport do_step(Real h) override {
    StepReport total;
    q_next_ = q_;
    v_next_ = v_;
    for (auto& substep : substeps_) {
      add(pass(substep, h), total);
      if (total.outcome != Outcome::success) return total;
    }
    q_ = q_next_;
    v_ = v_next_;
    t_ += h;
    const Values lambda = substeps_.back().integrator->view().lambda_stage;
    shown_ = static_cast<std::size_t>(lambda.size());
    std::ranges::copy(lambda, lambda_.begin());
    return total;
  }

  void do_restore(Values& numbers) override {
    take(numbers, t_);
    for (VectorX<Real>* x : {&q_, &v_, &lambda_}) take(numbers, *x);
    take(numbers, shown_);
    for (auto& substep : substeps_) substep.integrator->restore(numbers);
  }

  static void append(KickDriftProgram<Real>& moves, KickDriftMove<Real> next, bool unites_kicks) {
    const bool meets = !moves.empty() && (moves.back().move == Move::drift ? next.move == Move::drift
                                                                           : unites_kicks && next.move != Move::drift);
    if (meets) {
      next.c += moves.back().c;
      moves.pop_back();
    }
    moves.push_back(next);
  }

  void restart() {
    for (auto& substep : substeps_) substep.integrator->start(t_, values(q_), values(v_));
    shown_ = 0;
  }

  /// Takes (q_next_, v_next_) through the substep of a step of size h.
  StepReport pass(Substep<Real>& substep, Real h) {
    Integrator<Real>& integrator = *substep.integrator;
    latest_ = &integrator;
    integrator.move_to(t_ + substep.from * h, values(q_next_), values(v_next_));
    const StepReport report = integrator.step(substep.size * h);
    if (report.outcome != Outcome::success) return report;
    std::ranges::copy(integrator.view().q, q_next_.begin());
    std::ranges::copy(integrator.view().v, v_next_.begin());
    // no substep starts from there, and a step throws nothing
    return q_next_.allFinite() && v_next_.allFinite() ? report : StepReport{.outcome = Outcome::not_finite};
  }

  static void add(const StepReport& part, StepReport& total) {
    total.outcome = part.outcome;
    total.iterations += part.iterations;
    total.evaluations += part.evaluations;
    total.rejected += part.rejected;
    total.residual = part.residual;
  }

  std::vector<Substep<Real>> substeps_;
  const Integrator<Real>* latest_ = nullptr;  // of the substeps' integrators
  Orders orders_;                             // of the composition, and of the multipliers where the base does not tell
  Real t_ = 0;
  VectorX<Real> q_, v_, lambda_;
  VectorX<Real> q_next_, v_next_;
  std::size_t shown_ = 0;  // entries of lambda_: none before the first step
};

}  // namespace

namespace {

/// The sizes of a method and its adjoint in turn.
template <class Real> std::vector<Real> halves_of(std::span<const Real> gamma) {
  std::vector<Real> halves;
  for (const Real& g : gamma) halves.insert(halves.end(), 2, Real(g / 2));
  return halves;
}

template <class Real> std::unique_ptr<Integrator<Real>> composed(const System<Real>& system,
                                                                 std::span<const Real> gamma, Substeps scheme,
                                                                 int order, const MakeBase<Real>& base,
                                                                 const MakeBase<Real>& adjoint, Orders known) {
  refuse_wrong_scheme(gamma, scheme, order);
  MethodTraits traits = base()->traits();
  if (traits.order == 0) traits.order = known.state;
  const bool paired = !traits.symmetric && adjoint;
  const MethodTraits adjoint_traits = paired ? adjoint()->traits() : MethodTraits();
  refuse_unfit_base(traits, paired ? &adjoint_traits : nullptr, system.constraints() > 0, order);
  if (scheme == Substeps::in_turn && !paired)
    refuse_base("the base is symmetric, but the scheme needs a base of order 1 and its adjoint");
  const std::vector<Real> sizes =
      paired && scheme == Substeps::symmetric ? halves_of(gamma) : std::vector<Real>(gamma.begin(), gamma.end());
  std::vector<Substep<Real>> substeps;
  Real from = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    substeps.push_back({paired && i % 2 == 1 ? adjoint() : base(), from, sizes[i]});
    from += sizes[i];
  }
  auto composed = std::make_unique<Composition<Real>>(system, std::move(substeps), Orders{order, known.multiplier});
  if (KickDriftProgram<Real> moves = composed->moves(); !moves.empty())
    return kick_drift_integrator<Real>(system, {std::move(moves), composed->traits()}, {});
  return composed;
}

}  // namespace

template <class Real>
std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, std::span<const Real> gamma, int order,
                                              const MakeBase<Real>& base, const MakeBase<Real>& adjoint, Orders known) {
  return composed(system, gamma, Substeps::symmetric, order, base, adjoint, known);
}

template <class Real>
std::unique_ptr<Integrator<Real>> composition(const System<Real>& system, const CompositionScheme& scheme,
                                              const MakeBase<Real>& base, const MakeBase<Real>& adjoint, Orders known) {
  const std::vector<Real> gamma = scheme.gamma<Real>();
  return composed<Real>(system, gamma, scheme.substeps, scheme.order, base, adjoint, known);
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::unique_ptr<Integrator<double>> composition(const System<double>&, std::span<const double>, int,
                                                         const MakeBase<double>&, const MakeBase<double>&, Orders);
template std::unique_ptr<Integrator<double>> composition(const System<double>&, const CompositionScheme&,
                                                         const MakeBase<double>&, const MakeBase<double>&, Orders);
#else
template std::unique_ptr<Integrator<quad>> composition(const System<quad>&, std::span<const quad>, int,
                                                       const MakeBase<quad>&, const MakeBase<quad>&, Orders);
template std::unique_ptr<Integrator<quad>> composition(const System<quad>&, const CompositionScheme&,
                                                       const MakeBase<quad>&, const MakeBase<quad>&, Orders);
#endif

}  // namespace nonholo
