// The equations that methods solve at each point, of a system given by expressions, as programs: underlying_ode_of()
// and kick_drift_of() of dynamics_of_expressions.hpp.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/expression/compiled_program.hpp>
#include <nonholo/framework/faces/expression_derivatives.hpp>

#include <initializer_list>
#include <memory>
#include <mutex>
#include <vector>

namespace nonholo {

namespace {

/// What is made when the first method asks for it, and once: most methods do not.
template <class T> class MadeOnce {
 public:
  template <class Make> const std::shared_ptr<const T>& operator()(const Make& make) {
    std::call_once(once_, [&] { made_ = make(); });
    return made_;
  }

 private:
  std::once_flag once_;
  std::shared_ptr<const T> made_;
};

/// Makes programs of a system.
template <class Real> struct ProgramMaker {
  std::shared_ptr<const ExpressionDerivatives> of;
  std::vector<Real> parameters;
  bool compiled;
  HeldNumbers<Real> held = {};

  Program<Real> operator()(const std::vector<Node>& outputs) const {
    return Program<Real>(of->graph(), of->at().parameter(0), parameters, outputs, held);
  }
  void finish(std::initializer_list<Program<Real>*> programs) const {
    if (compiled) compile(std::span<Program<Real>* const>(programs.begin(), programs.size()));
  }
};

}  // namespace

template <class Real>
MakeUnderlyingOde<Real> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                          std::span<const Real> parameters, bool compiled,
                                          const HeldNumbers<Real>& held) {
  using Programs = OdePrograms<Real>;
  if (derivatives->ode.n == 0) return {};
  return [program = ProgramMaker<Real>{derivatives, {parameters.begin(), parameters.end()}, compiled, held},
          once = std::make_shared<MadeOnce<Programs>>()] {
    return ode_of<Real>((*once)([&program] {
      const OdeNodes& of = program.of->ode;
      const auto made = std::make_shared<Programs>(Programs{of.n, of.m, program(of.rate), program(of.settle)});
      program.finish({&made->rate, &made->settle});
      return made;
    }));
  };
}

template <class Real> MakeKickDrift<Real> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>& derivatives,
                                                        std::span<const Real> parameters, bool compiled) {
  using Programs = KickDriftPrograms<Real>;
  if (derivatives->kick_drift.n == 0) return {};
  return [program = ProgramMaker<Real>{derivatives, {parameters.begin(), parameters.end()}, compiled},
          once = std::make_shared<MadeOnce<Programs>>()] {
    return kick_drift_of<Real>((*once)([&program] {
      const KickDriftNodes& of = program.of->kick_drift;
      const Program<Real> mass = program(of.M);
      mass.inputs();
      const MatrixX<Real> M = Eigen::Map<const MatrixX<Real>>(mass.run(), of.n, of.n);
      const auto made =
          std::make_shared<Programs>(Programs{of.n, of.m, of.affine, M, program(of.here), program(of.ahead)});
      program.finish({&made->here, &made->ahead});
      return made;
    }));
  };
}

template MakeUnderlyingOde<double> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                                     std::span<const double>, bool, const HeldNumbers<double>&);
template MakeUnderlyingOde<quad> underlying_ode_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                                   std::span<const quad>, bool, const HeldNumbers<quad>&);

template MakeKickDrift<double> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>&,
                                             std::span<const double>, bool);
template MakeKickDrift<quad> kick_drift_of(const std::shared_ptr<const ExpressionDerivatives>&, std::span<const quad>,
                                           bool);

}  // namespace nonholo
