// A System is any problem as a value, whatever its type and size, behind one type for each scalar.
//
// There are three kinds of systems, with different states:
//
//   kind            state    beside it   multipliers   made from
//   mechanical      q, n     v, n        lambda, m     MechanicalSystem, LagrangianSystem
//   dae             y, ny                z, nz         HessenbergDae
//   skew_gradient   zeta                               SkewGradientSystem
//
// Code that takes (q, v) and lambda of any system gets y or zeta for q, an empty v, and z for lambda. Engines do not
// ask for the kind but for the face on which they work: the dynamics in a size class (visit), the Hessenberg form or
// the skew-gradient form. A system without that face says so by an exception. Monitors, reports and starts use the
// functions that do not depend on sizes.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/faces/dynamics_of_lagrangian.hpp>
#include <nonholo/framework/faces/hessenberg_of.hpp>
#include <nonholo/framework/faces/kick_drift_of.hpp>
#include <nonholo/framework/faces/reduced_energy_of.hpp>
#include <nonholo/framework/faces/skew_gradient_of.hpp>
#include <nonholo/framework/faces/underlying_ode_of.hpp>
#include <nonholo/framework/faces/velocity_level.hpp>
#include <nonholo/framework/problem/explain.hpp>
#include <nonholo/framework/problem/trace_of.hpp>
#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/framework/system/claims.hpp>
#include <nonholo/framework/system/hessenberg_form.hpp>
#include <nonholo/framework/system/inputs.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace nonholo {

enum class SystemKind { mechanical, dae, skew_gradient };

std::string_view describe(SystemKind kind);  ///< "a DAE in Hessenberg form"

/// Requirements of the theory of a method on a mechanical system. Engines call the functions for their requirements
/// before anything else. Each @throws UnsuitableSystem if the system does not, or may not, meet the requirement.
void want_linear_constraint(const DynamicsTraits& traits);     ///< k affine in v
void want_ideal_reaction(const DynamicsTraits& traits);        ///< reactions K^T lambda
void want_natural(const DynamicsTraits& traits);               ///< L = v.M(t, q) v/2 - V(t, q)
void want_velocity_constraints(const DynamicsTraits& traits);  ///< none on positions

/// Names of the variables in files, results and messages. A skew-gradient system has the names of an ordinary
/// differential equation y' = f(y).
struct VariableNames {
  std::string_view state, velocity, multiplier;  ///< q, v, lambda; y, nothing, z
  std::string_view constraint;                   ///< the residual that vanishes: (A v + b); g
  /// name of the method's own multipliers
  std::string stage_multiplier() const { return std::string(multiplier) + "_stage"; }
};
const VariableNames& variable_names(SystemKind kind);

/// The method does not suit the system.
class UnsuitableSystem : public InputError {
 public:
  UnsuitableSystem(std::string_view wanted, std::string_view found);
};

namespace detail {

/// The faces of each kind, in the order of SystemKind.
template <class Real> struct Mechanical {
  AnyDynamics<Real> dynamics;
  MakeKickDrift<Real> kick_drift;
  MakeUnderlyingOde<Real> underlying_ode = {};
  MakeReducedEnergy<Real> reduced_energy = {};
};
template <class Real> struct Dae { MakeHessenberg<Real> hessenberg; };
template <class Real> struct Conservative {
  MakeHessenberg<Real> hessenberg;
  MakeSkewGradient<Real> skew_gradient;
};

template <class Real> struct SystemParts {
  Eigen::Index coordinates, constraints;
  ExactSolution<Real> exact_solution;
  std::vector<NamedInvariant<Real>> invariants;
  std::variant<Mechanical<Real>, Dae<Real>, Conservative<Real>> kind = {};
  DynamicsTraits traits = {};
  std::vector<std::string> coordinate_names = {};
  std::vector<Eigen::Index> held_rows = {};          // constraints that `kind` contains; empty: all of them
  std::shared_ptr<const SystemParts> all_rows = {};  // the system with all constraints, if `kind` lacks some
  std::shared_ptr<Inputs<Real>> inputs = {};         // or none
};

/// In double only: in other precisions arithmetic costs more than fused kernels save.
template <class Real, class P> MakeKickDrift<Real> kick_drift_of(const P& problem) {
  if constexpr (std::is_same_v<Real, double> && system::KicksAndDrifts<P, Real>)
    return [problem]() -> std::unique_ptr<KickDrift<Real>> { return std::make_unique<KickDriftOf<P, Real>>(problem); };
  else return {};
}

template <class Real, class P> MakeUnderlyingOde<Real> underlying_ode_of(const P& problem) {
  if constexpr (std::is_same_v<Real, double> && system::HasOwnOde<P, Real>)
    return [problem]() -> std::unique_ptr<UnderlyingOde<Real>> {
      return std::make_unique<UnderlyingOdeOf<P, Real>>(problem);
    };
  else return {};
}

template <class Real, class P> MakeReducedEnergy<Real> reduced_energy_of(const P& problem) {
  if constexpr (std::is_same_v<Real, double> && system::ReducesEnergy<P, Real>)
    return [problem](Basis basis) -> std::unique_ptr<ReducedEnergy<Real>> {
      if (basis == Basis::qr) return std::make_unique<ReducedEnergyOf<P, Basis::qr>>(problem);
      if constexpr (system::HasAdaptedBasis<P, Real, P::n>)
        return std::make_unique<ReducedEnergyOf<P, Basis::own>>(problem);
      return nullptr;
    };
  else return {};
}

template <class Real, class P> SystemParts<Real> compiled_parts_of(const P& problem) {
  SystemParts<Real> parts{.coordinates = system::coordinates(problem),
                          .constraints = system::constraints(problem),
                          .exact_solution = exact_solution_of<P, Real>(problem),
                          .invariants = invariants_of<P, Real>(problem)};
  if constexpr (MechanicalSystem<P, Real> || LagrangianSystem<P, Real>) {
    const auto seen = on_velocities(problem);
    using Seen = std::remove_const_t<decltype(seen)>;
    using Size = size_class_of<Real, Seen::n, Seen::m>;
    const std::shared_ptr<const Dynamics<Real, Size::n, Size::m>> made = std::make_shared<DynamicsOf<Seen, Real>>(seen);
    if constexpr (LagrangianSystem<P, Real> || !system::takes_fused_kernels<P>())
      parts.kind = Mechanical<Real>{made, {}};
    else
      parts.kind = Mechanical<Real>{made, kick_drift_of<Real>(problem), underlying_ode_of<Real>(problem),
                                    reduced_energy_of<Real>(problem)};
    parts.traits = made->traits();
    parts.coordinate_names = coordinate_names_of(problem, "q");
  } else {
    const auto hessenberg = [problem] { return std::make_unique<HessenbergOf<P, Real>>(problem); };
    parts.traits = {.constant_mass = false, .linear_constraint = false, .conservative = SkewGradientSystem<P>};
    if constexpr (SkewGradientSystem<P>) {
      parts.kind =
          Conservative<Real>{hessenberg, [problem] { return std::make_unique<SkewGradientOf<P, Real>>(problem); }};
      parts.coordinate_names = coordinate_names_of(problem, "zeta");
    } else {
      parts.kind = Dae<Real>{hessenberg};
      parts.coordinate_names = coordinate_names_of(problem, "y");
    }
  }
  return parts;
}

/// The faces of what was recorded, without parameters that are variables.
SystemParts<quad> parts_of_trace(TracedProblem traced);

/// @throws InputError (key "precision")
[[noreturn]] void refuse_quad(const InputError& what_cannot_be_recorded);

template <class P> TracedProblem recorded(const P& problem) try {
  return trace_of(problem);
} catch (const InputError& error) {
  refuse_quad(error);
}

/// In quad all derivatives are those of expressions: they take a compiler less time, and a processor, than dual numbers
/// in quad do.
template <class P> SystemParts<quad> traced_parts_of(const P& problem) {
  SystemParts<quad> parts = parts_of_trace(recorded(problem));
  parts.exact_solution = exact_solution_of<P, quad>(problem);
  parts.invariants = invariants_of<P, quad>(problem);
  parts.coordinate_names = coordinate_names_of(problem, SkewGradientSystem<P> ? "zeta" : HessenbergDae<P> ? "y" : "q");
  return parts;
}

template <class Real, class P> SystemParts<Real> parts_of(const P& problem) {
  if constexpr (std::is_same_v<Real, quad>) return traced_parts_of(problem);
  else return compiled_parts_of<Real>(problem);
}

}  // namespace detail

/// Immutable but for its inputs, and cheap to copy: copies share everything.
template <class Real> class System {
 public:
  /// In quad each function of the problem is called here, once, and recorded as an expression (trace_of.hpp).
  /// @throws InputError (key "precision") in quad for a function that branches on a value, or needs one as a number
  template <class P>
    requires MechanicalSystem<P, Real> || LagrangianSystem<P, Real> || HessenbergDae<P> || SkewGradientSystem<P>
  explicit System(const P& problem)
      : parts_(std::make_shared<const detail::SystemParts<Real>>(detail::parts_of<Real>(problem))) {}

  /// A system of given faces.
  explicit System(detail::SystemParts<Real> parts)
      : parts_(std::make_shared<const detail::SystemParts<Real>>(std::move(parts))) {}

  /// For any other struct. It does not compile, and the error says in words what is missing or does not fit.
  template <class P> explicit System(const P&) { refuse<P, Real>(); }

  SystemKind kind() const { return static_cast<SystemKind>(parts_->kind.index()); }
  const VariableNames& names() const { return variable_names(kind()); }
  Eigen::Index coordinates() const { return parts_->coordinates; }
  Eigen::Index velocities() const { return kind() == SystemKind::mechanical ? coordinates() : 0; }
  Eigen::Index constraints() const { return parts_->constraints; }
  DynamicsTraits traits() const { return parts_->traits; }  ///< traits of the face that engines see

  /// The same mechanical system with engines that hold only these constraints. The other constraints must follow from
  /// them (independent_rows.hpp finds such rows). constraints(), residuals and multipliers are those of all rows.
  /// @param rows numbers of constraints, from 0, ascending
  /// @throws InputError (key "rows") for no rows, rows that the system does not have, and rows that do not ascend;
  ///         UnsuitableSystem unless the system is mechanical and its reactions are ideal
  System holding(std::vector<Eigen::Index> rows) const;
  /// Empty if engines hold all constraints.
  const std::vector<Eigen::Index>& held_rows() const { return parts_->held_rows; }
  /// The number of constraints that engines hold, and of their multipliers.
  Eigen::Index multipliers() const {
    return held_rows().empty() ? constraints() : static_cast<Eigen::Index>(held_rows().size());
  }
  /// The system whose engines hold all constraints.
  System with_all_rows() const { return parts_->all_rows ? System(parts_->all_rows) : *this; }

  /// f(const std::shared_ptr<const Dynamics<Real, n, m>>&), called with the size class of this system.
  /// @throws UnsuitableSystem unless it is mechanical.
  template <class F> decltype(auto) visit(F&& f) const { return std::visit(std::forward<F>(f), dynamics()); }

  /// Whether steps of kicks and drifts can run on kick_drift(), which has a state of its own. The system must be
  /// mechanical and conservative with a constant mass, in double, and its struct must not refuse fused kernels.
  bool has_kick_drift() const;
  std::unique_ptr<KickDrift<Real>> kick_drift() const;

  /// Whether skew_gradient(basis) is compiled with the problem, for packs of four points at once. In double only.
  bool has_reduced_energy(Basis basis) const;

  /// A mechanical system as the ordinary differential equation of (q, v) that underlies it, with scratch of its own.
  /// @throws UnsuitableSystem unless it is mechanical.
  std::unique_ptr<UnderlyingOde<Real>> underlying_ode() const;

  /// The system as a DAE in Hessenberg form, with scratch of its own. Every system has one.
  /// @throws InputError (form) for a DAE or a skew-gradient system in a form of mechanical systems.
  std::unique_ptr<Hessenberg<Real>> hessenberg(HessenbergForm form = HessenbergForm::usual) const;

  /// A DAE or a skew-gradient system as a DAE whose constraint can be differentiated, with scratch of its own.
  /// @throws UnsuitableSystem for a mechanical system: visit() has its constraint.
  std::unique_ptr<ReducibleHessenberg<Real>> reducible() const;

  /// The system as a skew-gradient system without constraint, with scratch of its own. A mechanical system is in
  /// adapted coordinates: in the given basis, else in its own basis if it has one, else in the QR basis.
  ///
  /// Hazard: the result is the system at time 0 without external forces. Unless traits().conservative holds, the caller
  /// must watch that nothing drives the system (while_conservative.hpp).
  /// @throws UnsuitableSystem for a DAE, which has no energy, and for a mechanical system that is not natural, ideal
  ///         and linear in its constraints (above); InputError (basis) for an own basis that the problem does not have;
  ///         InputError (basis, differentiation) for a choice that a skew-gradient system does not have.
  std::unique_ptr<SkewGradient<Real>> skew_gradient(std::optional<Basis> basis = std::nullopt,
                                                    BasisDerivative differentiation = BasisDerivative::exact) const;

  /// A mechanical system as a skew-gradient system in (q, p) with its constraint (canonical_coordinates.hpp). It has
  /// the hazard of skew_gradient(). @throws UnsuitableSystem unless it is mechanical, natural, ideal and linear in its
  /// constraints.
  std::unique_ptr<SkewGradient<Real>> canonical() const;

  /// Empty if the problem has no solution in closed form.
  const ExactSolution<Real>& exact_solution() const { return parts_->exact_solution; }

  /// The invariants of the flow besides k = 0, as about() of the problem lists them. They contain the energy only where
  /// traits().conservative does not say already that it is conserved.
  const std::vector<NamedInvariant<Real>>& invariants() const { return parts_->invariants; }

  /// The inputs that a run gives values to (inputs.hpp); null where there are none. They are the only part of a
  /// system that changes: a run that goes beside others on a system with inputs needs a system of its own.
  const std::shared_ptr<Inputs<Real>>& inputs() const { return parts_->inputs; }

  /// One name for each coordinate: from about(), else q1, q2, ...
  const std::vector<std::string>& coordinate_names() const { return parts_->coordinate_names; }

 private:
  explicit System(std::shared_ptr<const detail::SystemParts<Real>> parts) : parts_(std::move(parts)) {}
  const AnyDynamics<Real>& dynamics() const;

  std::shared_ptr<const detail::SystemParts<Real>> parts_;
};

template <class P> System(const P&) -> System<double>;

}  // namespace nonholo
