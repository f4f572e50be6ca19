// A method as a list of kicks and drifts (faces/kick_drift.hpp): run in one call for each step on a system that has
// this face, several times as fast as the equations that a solver sees. Those are the reference that it is tested
// against, and what takes over wherever options choose how they are solved.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/faces/kick_drift.hpp>
#include <nonholo/framework/run/integrator.hpp>
#include <nonholo/framework/solver/nonlinear_solver.hpp>
#include <nonholo/framework/system/probe.hpp>

#include <memory>

namespace nonholo {

/// The moves of a method, c and look in steps. Each list ends at the point that its last kick has looked at.
template <class Real> struct KickDriftMethod {
  KickDriftProgram<Real> moves;
  MethodTraits traits;
  KickDriftProgram<Real> first = {};   ///< instead in the first step, and when h changes; empty: the same
  bool consistent_multiplier = false;  ///< it starts from the multiplier of the equations of motion, else from 0
};

template <class Real> class KickDriftIntegrator final : public Integrator<Real> {
 public:
  using typename Integrator<Real>::Values;

  KickDriftIntegrator(System<Real> system, KickDriftMethod<Real> method);

  MethodTraits traits() const override { return method_.traits; }
  /// For compositions.
  const KickDriftProgram<Real>& moves() const { return method_.moves; }

  bool save(std::vector<Real>& numbers) const override;
  void set_time(Real t) override { t_ = t; }
  View<Real> view() const override { return {t_, q_, v_, moved_ ? l_ : Values()}; }
  /// l is even in v: a reversed state goes back over the same points.
  void reverse() override;

 private:
  void do_start(Real t, Values q, Values v) override;
  StepReport do_step(Real h) override;
  void do_restore(Values& numbers) override;
  void bind(Real h);

  KickDriftMethod<Real> method_;
  std::unique_ptr<KickDrift<Real>> face_;
  Values q_, v_, l_;  // what it shows: they stay where they are
  std::unique_ptr<Probe<Real>> probe_;
  VectorX<Real> l0_;
  KickDriftProgram<Real> moves_, first_;  // with c and look in time
  Real t_ = 0, h_ = 0;                    // h_ of these
  bool moved_ = false, begun_ = false;    // l is that of a step; the latest step was one of h_
};

/// The method on this system, or nothing where it has no such face or the options say how equations are to be solved.
template <class Real> std::unique_ptr<Integrator<Real>> kick_drift_integrator(const System<Real>& system,
                                                                              KickDriftMethod<Real> method,
                                                                              const SolverOptions<Real>& options);

}  // namespace nonholo
