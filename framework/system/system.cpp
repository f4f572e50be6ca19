// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/system.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/faces/dynamics_of_rows.hpp>
#include <nonholo/framework/system/canonical_coordinates.hpp>
#include <nonholo/framework/system/underlying_ode.hpp>

#include <fmt/format.h>

#include <cassert>

namespace nonholo {

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
std::string_view describe(SystemKind kind) {
  switch (kind) {
    case SystemKind::dae: return "a DAE in Hessenberg form";
    case SystemKind::skew_gradient: return "a skew-gradient system";
    case SystemKind::mechanical: break;
  }
  return "a mechanical system";
}

const VariableNames& variable_names(SystemKind kind) {
  static constexpr VariableNames mechanical{"q", "v", "lambda", "(A v + b)"}, dae{"y", "", "z", "g"};
  return kind == SystemKind::mechanical ? mechanical : dae;
}

UnsuitableSystem::UnsuitableSystem(std::string_view wanted, std::string_view found)
    : InputError("system", fmt::format("{} is required; this system {}", wanted, found)) {}

void want_linear_constraint(const DynamicsTraits& traits) {
  if (!traits.linear_constraint)
    throw UnsuitableSystem("a system with constraints affine in v",
                           "has other constraints, or does not say that they are affine (in C++: static constexpr bool "
                           "linear_constraint = true)");
}

void want_ideal_reaction(const DynamicsTraits& traits) {
  if (!traits.ideal)
    throw UnsuitableSystem("a system with ideal constraints", "has a reaction of its own instead of K^T lambda");
}

void want_natural(const DynamicsTraits& traits) {
  if (!traits.natural)
    throw UnsuitableSystem(
        "a Lagrangian that is kinetic minus potential energy, v.M(t, q) v/2 - V(t, q),",
        "has another Lagrangian, or does not say that it has this form (in C++: static constexpr bool natural = true)");
}

void want_velocity_constraints(const DynamicsTraits& traits) {
  if (traits.holonomic > 0)
    throw UnsuitableSystem("a system whose constraints are all on velocities",
                           "has constraints on positions too, which this method would let drift: take spark, "
                           "runge_kutta, nonholonomic_rattle, explicit_runge_kutta or ida_index2");
}
#endif

namespace {

/// What the skew-gradient forms of a mechanical system are written for.
void want_quadratic_energy(const DynamicsTraits& traits) {
  want_natural(traits);
  want_linear_constraint(traits);
  want_ideal_reaction(traits);
  want_velocity_constraints(traits);
}

}  // namespace

template <class Real> const AnyDynamics<Real>& System<Real>::dynamics() const {
  if (const auto* mechanical = std::get_if<detail::Mechanical<Real>>(&parts_->kind)) return mechanical->dynamics;
  throw UnsuitableSystem(describe(SystemKind::mechanical),
                         fmt::format("is {}, which has no Lagrangian for this method to discretise", describe(kind())));
}

namespace {

void want_rows(const std::vector<Eigen::Index>& rows, Eigen::Index constraints) {
  if (rows.empty()) throw InputError("rows", "must name at least one constraint");
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i] < 0 || rows[i] >= constraints)
      throw InputError("rows", fmt::format("{}: the system has {} constraints, numbered from 0", rows[i], constraints));
    if (i > 0 && rows[i] <= rows[i - 1])
      throw InputError("rows", fmt::format("{} after {}: numbers must ascend", rows[i], rows[i - 1]));
  }
}

}  // namespace

template <class Real> System<Real> System<Real>::holding(std::vector<Eigen::Index> rows) const {
  const auto held = with_all_rows().visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& all)
                                              -> std::shared_ptr<const Dynamics<Real, dynamic, dynamic>> {
    want_ideal_reaction(all->traits());
    want_rows(rows, all->constraints());
    return std::make_shared<DynamicsOfRows<Real, n, m>>(all, rows);
  });
  detail::SystemParts<Real> parts = *with_all_rows().parts_;
  parts.kind = detail::Mechanical<Real>{held, {}};
  parts.traits = held->traits();
  parts.all_rows = with_all_rows().parts_;
  parts.held_rows = std::move(rows);
  return System(std::move(parts));
}

template <class Real> bool System<Real>::has_reduced_energy(Basis basis) const {
  const auto* known = std::get_if<detail::Mechanical<Real>>(&parts_->kind);
  return known && known->reduced_energy && known->reduced_energy(basis);
}

template <class Real> bool System<Real>::has_kick_drift() const {
  const auto* mechanical = std::get_if<detail::Mechanical<Real>>(&parts_->kind);
  return mechanical && mechanical->kick_drift;
}

template <class Real> std::unique_ptr<KickDrift<Real>> System<Real>::kick_drift() const {
  assert(has_kick_drift());
  return std::get<detail::Mechanical<Real>>(parts_->kind).kick_drift();
}

template <class Real> std::unique_ptr<UnderlyingOde<Real>> System<Real>::underlying_ode() const {
  const AnyDynamics<Real>& known = dynamics();
  const auto& make = std::get<detail::Mechanical<Real>>(parts_->kind).underlying_ode;
  return make ? make() : nonholo::underlying_ode<Real>(known);
}

template <class Real> std::unique_ptr<Hessenberg<Real>> System<Real>::hessenberg(HessenbergForm form) const {
  if (kind() == SystemKind::mechanical) return hessenberg_form<Real>(dynamics(), form);
  if (form != HessenbergForm::usual)
    throw InputError("form",
                     fmt::format("applies to mechanical systems only, not to {}: leave it out", describe(kind())));
  return reducible();
}

template <class Real> std::unique_ptr<ReducibleHessenberg<Real>> System<Real>::reducible() const {
  if (const auto* dae = std::get_if<detail::Dae<Real>>(&parts_->kind)) return dae->hessenberg();
  if (const auto* own = std::get_if<detail::Conservative<Real>>(&parts_->kind)) return own->hessenberg();
  throw UnsuitableSystem(describe(SystemKind::dae), fmt::format("is {}", describe(kind())));
}

template <class Real>
std::unique_ptr<SkewGradient<Real>> System<Real>::skew_gradient(std::optional<Basis> basis,
                                                                BasisDerivative differentiation) const {
  if (kind() == SystemKind::dae)
    throw UnsuitableSystem("a system with an energy", fmt::format("is {}, which has no energy", describe(kind())));
  if (const auto* own = std::get_if<detail::Conservative<Real>>(&parts_->kind)) {
    if (basis) throw InputError("basis", "a skew-gradient system has no constraint: leave basis out");
    if (differentiation != BasisDerivative::exact)
      throw InputError("differentiation", "a skew-gradient system has no basis to differentiate: leave it out");
    return own->skew_gradient();
  }
  want_quadratic_energy(traits());
  if (basis == Basis::own && !traits().adapted_basis)
    throw InputError("basis", "this problem has no adapted_basis(q): take basis = \"qr\"");
  const Basis wanted = basis.value_or(traits().adapted_basis ? Basis::own : Basis::qr);
  const auto& fast = std::get<detail::Mechanical<Real>>(parts_->kind).reduced_energy;
  return adapted_coordinates<Real>(dynamics(), wanted, differentiation, fast ? fast(wanted) : nullptr);
}

template <class Real> std::unique_ptr<SkewGradient<Real>> System<Real>::canonical() const {
  const AnyDynamics<Real>& known = dynamics();
  want_quadratic_energy(traits());
  return canonical_coordinates<Real>(known);
}

#ifndef NONHOLO_EXTENDED
template class System<double>;
#else
template class System<quad>;
#endif

}  // namespace nonholo
