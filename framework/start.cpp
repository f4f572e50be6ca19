#include <nonholo/framework/start.hpp>

#include <nonholo/framework/error.hpp>
#include <nonholo/framework/method.hpp>
#include <nonholo/framework/probe.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nonholo {

namespace {

template <class Real> std::string list(const VectorX<Real>& x) { return fmt::format("[{}]", fmt::join(x.begin(), x.end(), ", ")); }

template <class Real> void check_vector(const VectorX<Real>& x, const char* key, Eigen::Index size) {
  if (x.size() != size) throw InputError(key, fmt::format("has {} entries; this problem has {} coordinates", x.size(), size));
  if (!x.allFinite()) throw InputError(key, fmt::format("{}: every entry must be finite", list(x)));
}

template <class V> std::span<typename V::Scalar> writable(V& x) { return {x.data(), static_cast<std::size_t>(x.size())}; }

}  // namespace

template <class Real> Start<Real> checked(const Start<Real>& start, const System<Real>& system, Real t) {
  check_vector(start.q, "initial.q", system.coordinates());
  check_vector(start.v, "initial.v", system.coordinates());
  const auto probe = make_probe(system);
  VectorX<Real> lambda(system.constraints());
  const auto q = values(start.q), v = values(start.v);
  if (!probe->multipliers(t, q, v, writable(lambda)))
    throw InputError("initial.q", fmt::format("A M^-1 A^T is singular (or not finite) at q = {}, t = {}: the constraints are dependent there, or M is not "
                                              "positive definite",
                                              list(start.q), t));
  const auto violated = probe->violated(t, q, v);
  if (start.consistent == Consistent::assume || !violated) return start;
  Start<Real> projected = start;
  probe->project(t, q, writable(projected.v));
  if (start.consistent == Consistent::project) return projected;
  throw InputError("initial.v", fmt::format("the start is off the constraint: (A v + b)[{}] = {:.3g} at q = {}, v = {}. The nearest consistent velocity in "
                                            "the mass metric is v = {}: consistent = \"project\" takes it, \"assume\" skips this check",
                                            violated->first, violated->second, list(start.q), list(start.v), list(projected.v)));
}

template Start<double> checked(const Start<double>&, const System<double>&, double);

}  // namespace nonholo
