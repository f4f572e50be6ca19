// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/methods/family/kick_drift_integrator.hpp>

#include <nonholo/framework/base/quad.hpp>

#include <algorithm>
#include <cassert>
#include <utility>

namespace nonholo {

namespace {

/// What is shown satisfies the constraint.
template <class Real> bool ends_where_it_looked(const KickDriftProgram<Real>& moves) {
  const bool drifts = moves.back().move == Move::drift;
  const auto& kick = drifts ? moves[moves.size() - 2] : moves.back();
  return (kick.move == Move::kick || kick.move == Move::mean_kick) && kick.look == (drifts ? moves.back().c : Real(0));
}

template <class Real> void scale(const KickDriftProgram<Real>& moves, Real h, KickDriftProgram<Real>& scaled) {
  std::ranges::transform(moves, scaled.begin(), [h](const auto& each) {
    return KickDriftMove<Real>{each.move, each.c * h, each.look * h};
  });
}

}  // namespace

template <class Real> KickDriftIntegrator<Real>::KickDriftIntegrator(System<Real> system, KickDriftMethod<Real> method)
    : Integrator<Real>(std::move(system)),
      method_(std::move(method)),
      face_(this->system().kick_drift()),
      q_(face_->q()),
      v_(face_->v()),
      l_(face_->l()),
      l0_(VectorX<Real>::Zero(this->system().constraints())) {
  if (method_.first.empty()) method_.first = method_.moves;
  assert(ends_where_it_looked(method_.moves) && ends_where_it_looked(method_.first));
  if (method_.consistent_multiplier) probe_ = make_probe(this->system());
  moves_ = method_.moves;
  first_ = method_.first;
}

template <class Real> void KickDriftIntegrator<Real>::do_start(Real t, Values q, Values v) {
  t_ = t;
  if (probe_ && !probe_->multipliers(t, q, v, {l0_.data(), static_cast<std::size_t>(l0_.size())})) l0_.setZero();
  face_->start(q, v, values(l0_));
  moved_ = begun_ = false;
}

template <class Real> StepReport KickDriftIntegrator<Real>::do_step(Real h) {
  if (h != h_) bind(h);
  const KickDriftReport ran = face_->run(begun_ ? moves_ : first_);
  if (ran.outcome == Outcome::success) {
    t_ += h;
    moved_ = begun_ = true;
  }
  return {.outcome = ran.outcome,
          .iterations = static_cast<int>(ran.iterations),
          .evaluations = static_cast<int>(ran.evaluations)};
}

template <class Real> bool KickDriftIntegrator<Real>::save(std::vector<Real>& numbers) const {
  put(numbers, t_);
  for (const Values& x : {q_, v_, l_}) put(numbers, x);
  put(numbers, moved_);
  return true;
}

/// The velocity of the latest drift is not carried: the next step is one of the `first` moves, which do without.
template <class Real> void KickDriftIntegrator<Real>::do_restore(Values& numbers) {
  take(numbers, t_);
  const auto next = [&numbers](Values like) {
    const Values x = numbers.first(like.size());
    numbers = numbers.subspan(like.size());
    return x;
  };
  const Values q = next(q_), v = next(v_), l = next(l_);
  face_->start(q, v, l);
  take(numbers, moved_);
  begun_ = false;
}

template <class Real> void KickDriftIntegrator<Real>::reverse() {
  face_->reverse();
  moved_ = begun_ = false;
}

template <class Real> void KickDriftIntegrator<Real>::bind(Real h) {
  scale(method_.moves, h, moves_);
  scale(method_.first, h, first_);
  h_ = h;
  begun_ = false;
}

template <class Real> std::unique_ptr<Integrator<Real>> kick_drift_integrator(const System<Real>& system,
                                                                              KickDriftMethod<Real> method,
                                                                              const SolverOptions<Real>& options) {
  const bool free = options.jacobian == JacobianChoice::automatic && options.tolerance == 0 && !options.make;
  if (!free || !system.has_kick_drift()) return nullptr;
  return std::make_unique<KickDriftIntegrator<Real>>(system, std::move(method));
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template class KickDriftIntegrator<double>;
template std::unique_ptr<Integrator<double>> kick_drift_integrator(const System<double>&, KickDriftMethod<double>,
                                                                   const SolverOptions<double>&);
#else
template class KickDriftIntegrator<quad>;
template std::unique_ptr<Integrator<quad>> kick_drift_integrator(const System<quad>&, KickDriftMethod<quad>,
                                                                 const SolverOptions<quad>&);
#endif

}  // namespace nonholo
