// A system as a value: any problem, whatever its type and size, behind one type per scalar.
//
// System<Real> holds a shared, immutable Dynamics in one of the size classes. Engines reach the typed face through visit();
// everything that is not performance-critical (monitors, reports, starts) uses the size-free functions below.
#pragma once

#include <nonholo/framework/mechanical_dynamics.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace nonholo {

namespace detail {

template <class Real, class Sizes> struct AnyDynamics;
template <class Real, class... Sizes> struct AnyDynamics<Real, SizeClasses<Sizes...>> {
  using type = std::variant<std::shared_ptr<const Dynamics<Real, Sizes::n, Sizes::m>>...,
                            std::shared_ptr<const Dynamics<Real, dynamic, dynamic>>>;
};

}  // namespace detail

template <class Real> class System {
 public:
  using Values = std::span<const Real>;
  using ExactSolution = std::function<Point<Real, dynamic>(Real t, Values q0, Values v0)>;

  template <MechanicalSystem P> explicit System(const P& problem);

  Eigen::Index coordinates() const { return n_; }
  Eigen::Index constraints() const { return m_; }
  DynamicsTraits traits() const { return traits_; }

  /// f(const std::shared_ptr<const Dynamics<Real, n, m>>&), called with the size class of this system.
  template <class F> decltype(auto) visit(F&& f) const { return std::visit(std::forward<F>(f), dynamics_); }

  /// The solution through (q0, v0) at time 0, where the problem knows it in closed form; empty function otherwise.
  const ExactSolution& exact_solution() const { return exact_; }

 private:
  typename detail::AnyDynamics<Real, FixedSizeClasses>::type dynamics_;
  ExactSolution exact_;
  Eigen::Index n_, m_;
  DynamicsTraits traits_;
};

template <class P> System(const P&) -> System<double>;

namespace detail {

template <class P, class Real>
concept HasExactSolution = requires(const P& p, Real t, const Vector<Real, P::n>& x) { p.exact_solution(t, x, x); };

template <class P, class Real> typename System<Real>::ExactSolution exact_solution_of(const P& problem) {
  if constexpr (HasExactSolution<P, Real>) {
    return [problem](Real t, std::span<const Real> q0, std::span<const Real> v0) -> Point<Real, dynamic> {
      using Fixed = Eigen::Map<const Vector<Real, P::n>>;
      const Point<Real, P::n> x = problem.exact_solution(t, Vector<Real, P::n>(Fixed(q0.data())), Vector<Real, P::n>(Fixed(v0.data())));
      return {x.q, x.v};
    };
  } else {
    return {};
  }
}

}  // namespace detail

template <class Real>
template <MechanicalSystem P>
System<Real>::System(const P& problem) : exact_(detail::exact_solution_of<P, Real>(problem)), n_(P::n), m_(P::m) {
  using Size = size_class_of<P::n, P::m>;
  const auto made = std::make_shared<const MechanicalDynamics<P, Real>>(problem);
  traits_ = made->traits();
  dynamics_ = std::shared_ptr<const Dynamics<Real, Size::n, Size::m>>(made);
}

}  // namespace nonholo
