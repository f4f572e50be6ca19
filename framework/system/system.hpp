// A system as a value: any problem, whatever its type and size, behind one type per scalar.
//
// It is of one of three kinds, which differ in what their state is:
//
//   kind            state    beside it   multipliers   made from
//   mechanical      q, n     v, n        lambda, m     MechanicalSystem, LagrangianSystem
//   dae             y, ny                z, nz         HessenbergDae
//   skew_gradient   zeta                               SkewGradientSystem
//
// Whoever takes (q, v) and lambda of any system gets y for q and z for lambda, zeta for q, and nothing for v. Engines
// do not ask for the kind but for the face they work on: the dynamics in their size class (visit), the Hessenberg or
// the skew-gradient form. A system that has no such face says so. Monitors, reports and starts use the size-free
// functions.
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
#include <nonholo/framework/system/adapted_coordinates.hpp>
#include <nonholo/framework/system/claims.hpp>
#include <nonholo/framework/system/hessenberg_form.hpp>

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

/// What the theory of a method asks of a mechanical system beyond that it is one: engines that cannot do without call
/// these before anything else. Each @throws UnsuitableSystem where the system is, or may be, something else.
void want_linear_constraint(const DynamicsTraits& traits);     ///< k affine in v
void want_ideal_reaction(const DynamicsTraits& traits);        ///< reactions K^T lambda
void want_natural(const DynamicsTraits& traits);               ///< L = v.M(t, q) v/2 - V(t, q)
void want_velocity_constraints(const DynamicsTraits& traits);  ///< none on positions

/// What files, results and messages call the variables. A skew-gradient system goes by the names of the ordinary
/// differential equation y' = f(y) that it is.
struct VariableNames {
  std::string_view state, velocity, multiplier;  ///< q, v, lambda; y, nothing, z
  std::string_view constraint;                   ///< what vanishes: (A v + b); g
  /// of the method's own multipliers
  std::string stage_multiplier() const { return std::string(multiplier) + "_stage"; }
};
const VariableNames& variable_names(SystemKind kind);

/// A method and a system that do not go together.
class UnsuitableSystem : public InputError {
 public:
  UnsuitableSystem(std::string_view wanted, std::string_view found);
};

namespace detail {

/// What each kind is made of, in the order of SystemKind.
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
  std::vector<Eigen::Index> held_rows = {};          // constraints that `kind` is of; empty: all of them
  std::shared_ptr<const SystemParts> all_rows = {};  // where `kind` is not of all of them
};

/// In double alone: elsewhere arithmetic costs more than what it saves.
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

template <class Real, class P> SystemParts<Real> parts_of(const P& problem) {
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

}  // namespace detail

/// Immutable, and cheap to copy: copies share everything.
template <class Real> class System {
 public:
  template <class P>
    requires MechanicalSystem<P, Real> || LagrangianSystem<P, Real> || HessenbergDae<P> || SkewGradientSystem<P>
  explicit System(const P& problem)
      : parts_(std::make_shared<const detail::SystemParts<Real>>(detail::parts_of<Real>(problem))) {}

  /// Of faces that are made already.
  explicit System(detail::SystemParts<Real> parts)
      : parts_(std::make_shared<const detail::SystemParts<Real>>(std::move(parts))) {}

  /// Any other struct: does not compile, and the error says in words what is missing or does not fit.
  template <class P> explicit System(const P&) { refuse<P, Real>(); }

  SystemKind kind() const { return static_cast<SystemKind>(parts_->kind.index()); }
  const VariableNames& names() const { return variable_names(kind()); }
  Eigen::Index coordinates() const { return parts_->coordinates; }
  Eigen::Index velocities() const { return kind() == SystemKind::mechanical ? coordinates() : 0; }
  Eigen::Index constraints() const { return parts_->constraints; }
  DynamicsTraits traits() const { return parts_->traits; }  ///< of what engines see

  /// The same mechanical system, whose engines hold these of its constraints and leave the others to follow from them
  /// (independent_rows.hpp finds such rows). constraints(), residuals and multipliers are those of all rows.
  /// @param rows numbers of constraints, from 0, ascending
  /// @throws InputError (key "rows") for no rows, others than the system's, and such as do not ascend; UnsuitableSystem
  ///         unless the system is mechanical and its reactions ideal
  System holding(std::vector<Eigen::Index> rows) const;
  /// Empty where engines hold all constraints.
  const std::vector<Eigen::Index>& held_rows() const { return parts_->held_rows; }
  /// Constraints that engines hold, and multipliers that they have.
  Eigen::Index multipliers() const {
    return held_rows().empty() ? constraints() : static_cast<Eigen::Index>(held_rows().size());
  }
  /// The system whose engines hold all constraints.
  System with_all_rows() const { return parts_->all_rows ? System(parts_->all_rows) : *this; }

  /// f(const std::shared_ptr<const Dynamics<Real, n, m>>&), called with the size class of this system.
  /// @throws UnsuitableSystem unless it is mechanical.
  template <class F> decltype(auto) visit(F&& f) const { return std::visit(std::forward<F>(f), dynamics()); }

  /// Whether it is mechanical, of constant mass and conservative, in double, and its struct does not refuse fused
  /// kernels: then steps of kicks and drifts run on kick_drift(), which has a state of its own.
  bool has_kick_drift() const;
  std::unique_ptr<KickDrift<Real>> kick_drift() const;

  /// Whether skew_gradient(basis) is compiled with the problem, packs of four points at once, in double.
  bool has_reduced_energy(Basis basis) const;

  /// A mechanical system as the ordinary differential equation of (q, v) that underlies it, with scratch of its own.
  /// @throws UnsuitableSystem unless it is mechanical.
  std::unique_ptr<UnderlyingOde<Real>> underlying_ode() const;

  /// The system as a DAE in Hessenberg form, with scratch of its own: every system is one.
  /// @throws InputError (form) for a DAE or a skew-gradient system in a form of mechanical systems.
  std::unique_ptr<Hessenberg<Real>> hessenberg(HessenbergForm form = HessenbergForm::usual) const;

  /// A DAE or a skew-gradient system as one whose constraint can be differentiated, with scratch of its own.
  /// @throws UnsuitableSystem for a mechanical system: visit() has its constraint.
  std::unique_ptr<ReducibleHessenberg<Real>> reducible() const;

  /// The system as a skew-gradient system without constraint, with scratch of its own; a mechanical one in adapted
  /// coordinates, in its own basis where it has one and none is given, else in the QR basis.
  /// It stands still at time 0 and leaves external forces out: where traits().conservative does not say that this is
  /// all there is, whoever runs it watches (while_conservative.hpp).
  /// @throws UnsuitableSystem of a DAE, which has no energy, and of a mechanical system that is not natural, ideal and
  ///         linear in its constraints (above); InputError (basis) for an own basis that the problem does
  ///         not have; (basis, differentiation) for choices that a skew-gradient system does not leave.
  std::unique_ptr<SkewGradient<Real>> skew_gradient(std::optional<Basis> basis = std::nullopt,
                                                    BasisDerivative differentiation = BasisDerivative::exact) const;

  /// A mechanical system as a skew-gradient system in (q, p), its constraint kept (canonical_coordinates.hpp). As
  /// above. @throws UnsuitableSystem unless it is mechanical, natural, ideal and linear in its constraints.
  std::unique_ptr<SkewGradient<Real>> canonical() const;

  /// Empty where the problem knows no solution in closed form.
  const ExactSolution<Real>& exact_solution() const { return parts_->exact_solution; }

  /// What the flow conserves beside k = 0, as the problem's about() says; the energy only if nothing else is known of
  /// it (traits().conservative).
  const std::vector<NamedInvariant<Real>>& invariants() const { return parts_->invariants; }

  /// One name for each coordinate: those of about(), else q1, q2, ...
  const std::vector<std::string>& coordinate_names() const { return parts_->coordinate_names; }

 private:
  explicit System(std::shared_ptr<const detail::SystemParts<Real>> parts) : parts_(std::move(parts)) {}
  const AnyDynamics<Real>& dynamics() const;

  std::shared_ptr<const detail::SystemParts<Real>> parts_;
};

template <class P> System(const P&) -> System<double>;

}  // namespace nonholo
