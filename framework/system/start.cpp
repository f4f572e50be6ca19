#include <nonholo/framework/system/start.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/base/number.hpp>
#include <nonholo/framework/system/probe.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nonholo {

namespace {

constexpr double multiplier_tolerance = 1e-9;  // papers print ten digits

template <class Real> std::string list(const VectorX<Real>& x) {
  std::vector<std::string> entries;
  for (const Real& entry : x) entries.push_back(decimal(entry));
  return fmt::format("[{}]", fmt::join(entries, ", "));
}

std::string short_list(const VectorX<double>& x) {
  return fmt::format("[{:.3g}]", fmt::join(x.begin(), x.end(), ", "));
}

template <class Real> void check_vector(const VectorX<Real>& x, const char* key, Eigen::Index size, const char* what) {
  if (x.size() != size)
    throw InputError(key, fmt::format("has {} entries; this problem has {} {}", x.size(), size, what));
  if (!x.allFinite()) throw InputError(key, fmt::format("{}: every entry must be finite", list(x)));
}

template <class V> std::span<typename V::Scalar> writable(V& x) {
  return {x.data(), static_cast<std::size_t>(x.size())};
}

/// Why the equations of motion cannot be solved at the start.
template <class Real> std::string singular_message(Probe<Real>& probe, const Start<Real>& start, Real t) {
  const Regularity at = probe.regularity(t, values(start.q), values(start.v));
  const std::string where = fmt::format("q = {}, t = {}", list(start.q), decimal(t));
  if (!at.mass_eigenvalues.allFinite() || !at.constraint_singular_values.allFinite())
    return fmt::format("the mass matrix or the constraint matrix is not finite at {}", where);
  if (!at.mass_is_definite())
    return fmt::format("the mass matrix is not symmetric positive definite at {}: eigenvalues {}, asymmetry {:.3g}",
                       where, short_list(at.mass_eigenvalues), at.mass_asymmetry);
  if (!at.constraints_are_independent())
    return fmt::format("the constraints are dependent at {}: singular values of A {}. Leave out the redundant rows",
                       where, short_list(at.constraint_singular_values));
  return fmt::format("the equations of motion cannot be solved at {}: a force or a derivative is not finite there",
                     where);
}

template <class Real>
void check_multipliers(const Start<Real>& start, const VectorX<Real>& lambda, const char* key, const char* implied_by) {
  if ((start.lambda - lambda).cwiseAbs().maxCoeff() >
      Real(multiplier_tolerance) * (Real(1) + lambda.cwiseAbs().maxCoeff()))
    throw InputError(key,
                     fmt::format("{} is not what {}: {}. Leave it out, or say consistent = \"project\" to replace it",
                                 list(start.lambda), implied_by, list(lambda)));
}

/// A start of a DAE in Hessenberg form: q is y, v is empty, lambda is z.
template <class Real> Start<Real> checked_dae(const Start<Real>& start, const System<Real>& system, Real t) {
  check_vector(start.q, "initial.y", system.coordinates(), "differential variables");
  if (start.lambda.size() > 0) check_vector(start.lambda, "initial.z", system.constraints(), "algebraic variables");
  const auto probe = make_probe(system);
  if (const auto violated = probe->violated(t, values(start.q), {}); violated && start.consistent != Consistent::assume)
    throw InputError("initial.y",
                     fmt::format("the start is off the constraint: g[{}] = {:.3g} at y = {}", violated->constraint,
                                 static_cast<double>(violated->residual), list(start.q)));
  Start<Real> from = start;
  if (from.lambda.size() == 0) from.lambda.setZero(system.constraints());
  if (!probe->multipliers(t, values(from.q), {}, writable(from.lambda)))
    throw InputError("initial.z", fmt::format("no z with g_t + g_y f(t, y, z) = 0 was found from {} at y = {}",
                                              start.lambda.size() > 0 ? list(start.lambda) : "zero", list(start.q)));
  if (start.lambda.size() > 0 && start.consistent == Consistent::error)
    check_multipliers(start, from.lambda, "initial.z", "y implies");
  return from;
}

}  // namespace

template <class Real> Start<Real> checked(const Start<Real>& start, const System<Real>& system, Real t) {
  if (!system.is_mechanical()) return checked_dae(start, system, t);
  check_vector(start.q, "initial.q", system.coordinates(), "coordinates");
  check_vector(start.v, "initial.v", system.coordinates(), "coordinates");
  if (start.lambda.size() > 0) check_vector(start.lambda, "initial.lambda", system.constraints(), "constraints");
  const auto probe = make_probe(system);
  Start<Real> from = start;
  const auto q = values(from.q), v = values(from.v);
  from.lambda.resize(system.constraints());
  const bool regular = probe->multipliers(t, q, v, writable(from.lambda));
  if (!regular || !probe->regularity(t, q, v).mass_is_definite())
    throw InputError("initial.q", singular_message(*probe, start, t));

  if (const auto violated = probe->violated(t, q, v); violated && start.consistent != Consistent::assume) {
    VectorX<Real> projected = from.v;
    const bool possible = probe->project(t, q, writable(projected)) && !probe->violated(t, q, values(projected));
    if (start.consistent == Consistent::error || !possible)
      throw InputError(
          "initial.v",
          fmt::format(
              "the start is off the constraint: (A v + b)[{}] = {:.3g}, {:.3g} of |A_{}||v|, at q = {}, v = {}. {}",
              violated->constraint, static_cast<double>(violated->residual), static_cast<double>(violated->scaled),
              violated->constraint, list(start.q), list(start.v),
              possible ? fmt::format(
                             "The nearest consistent velocity in the mass metric is v = {}: consistent = \"project\" "
                             "takes it, \"assume\" skips this check",
                             list(projected))
                       : "No consistent velocity was found near it"));
    from.v = projected;
    probe->multipliers(t, q, values(from.v), writable(from.lambda));
  }
  if (start.lambda.size() > 0 && start.consistent == Consistent::error)
    check_multipliers(start, from.lambda, "initial.lambda", "q and v imply");
  return from;
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template Start<double> checked(const Start<double>&, const System<double>&, double);
#else
template Start<long double> checked(const Start<long double>&, const System<long double>&, long double);
template Start<quad> checked(const Start<quad>&, const System<quad>&, quad);
#endif

}  // namespace nonholo
