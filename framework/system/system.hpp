// A system as a value: any problem, whatever its type and size, behind one type per scalar.
//
// System<Real> holds a shared, immutable Dynamics in one of the size classes; engines reach that typed face through
// visit(). Or it holds a DAE in Hessenberg form, whose state is y: q stands for y then, v is empty and the multipliers
// are z (hessenberg_form.hpp has the face of either). Or a skew-gradient system without q: q stands for zeta, v and the
// multipliers are empty, and it is an ordinary differential equation in Hessenberg form too. Everything that is not
// performance-critical (monitors, reports, starts) uses the size-free functions below.
#pragma once

#include <nonholo/framework/problem/about.hpp>
#include <nonholo/framework/problem/explain.hpp>
#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/faces/hessenberg_of.hpp>
#include <nonholo/framework/faces/dynamics_of.hpp>
#include <nonholo/framework/faces/skew_gradient_of.hpp>

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nonholo {

namespace detail {

template <class Real, class Sizes> struct AnyDynamics;
template <class Real, class... Sizes> struct AnyDynamics<Real, SizeClasses<Sizes...>> {
  using type = std::variant<std::shared_ptr<const Dynamics<Real, Sizes::n, Sizes::m>>...,
                            std::shared_ptr<const Dynamics<Real, dynamic, dynamic>>>;
};

}  // namespace detail

/// A function of the state that the flow conserves.
template <class Real> struct NamedInvariant {
  std::string_view name;
  std::function<Real(Real t, std::span<const Real> q, std::span<const Real> v)> value;
};

template <class Real> class System {
 public:
  using Values = std::span<const Real>;
  using ExactSolution = std::function<Point<Real, dynamic>(Real t, Values q0, Values v0)>;

  template <class P>
    requires MechanicalSystem<P, Real>
  explicit System(const P& problem);

  template <HessenbergDae P> explicit System(const P& problem);
  template <SkewGradientSystem P> explicit System(const P& problem);

  /// Any other struct: does not compile, and the error says in words what is missing or does not fit.
  template <class P> explicit System(const P&) { refuse<P, Real>(); }

  bool is_mechanical() const { return !make_hessenberg_; }
  bool is_skew_gradient() const { return static_cast<bool>(make_skew_gradient_); }
  Eigen::Index coordinates() const { return n_; }
  Eigen::Index velocities() const { return is_mechanical() ? n_ : 0; }
  Eigen::Index constraints() const { return m_; }
  DynamicsTraits traits() const { return traits_; }

  /// f(const std::shared_ptr<const Dynamics<Real, n, m>>&), called with the size class of this system.
  /// @throws InputError (key "method") when the system is not mechanical: most methods are for those.
  template <class F> decltype(auto) visit(F&& f) const {
    if (is_skew_gradient())
      throw InputError("method",
                       "this one is for mechanical systems; on a skew-gradient system run discrete_gradient, "
                       "energy_collocation, spark or runge_kutta");
    if (!is_mechanical())
      throw InputError("method",
                       "this one is for mechanical systems; on a DAE in Hessenberg form run spark or runge_kutta");
    return std::visit(std::forward<F>(f), dynamics_);
  }

  /// The face of a DAE in Hessenberg form, with scratch of its own; not for mechanical systems.
  std::unique_ptr<Hessenberg<Real>> make_hessenberg() const { return make_hessenberg_(); }

  /// The face of a skew-gradient system, with scratch of its own; for those alone (adapted_coordinates.hpp has the
  /// faces of mechanical systems).
  std::unique_ptr<SkewGradient<Real>> make_skew_gradient() const { return make_skew_gradient_(); }

  /// The solution through (q0, v0) at time 0, where the problem knows it in closed form; empty function otherwise. Of a
  /// DAE: (y, z) from y0.
  const ExactSolution& exact_solution() const { return exact_; }

  /// What the flow conserves beside k = 0, as the problem's about() says; the energy only if nothing else is known of
  /// it (traits().conservative).
  const std::vector<NamedInvariant<Real>>& invariants() const { return invariants_; }

  /// One name for each coordinate: those of about(), else q1, q2, ...
  const std::vector<std::string>& coordinate_names() const { return coordinate_names_; }

 private:
  typename detail::AnyDynamics<Real, FixedSizeClasses<Real>>::type dynamics_;
  MakeHessenberg<Real> make_hessenberg_;
  MakeSkewGradient<Real> make_skew_gradient_;
  ExactSolution exact_;
  std::vector<NamedInvariant<Real>> invariants_;
  std::vector<std::string> coordinate_names_;
  Eigen::Index n_, m_;
  DynamicsTraits traits_;
};

template <class P> System(const P&) -> System<double>;

namespace detail {

template <class P, class Real>
concept HasExactSolution = requires(const P& p, Real t, const Vector<Real, state_size<P>>& x) {
  p.exact_solution(t, x, x);
};

/// Zero where there is none: the v of an invariant of a skew-gradient system.
template <class P, class Real> Vector<Real, state_size<P>> own_vector(std::span<const Real> x) {
  if (x.empty()) return Vector<Real, state_size<P>>::Zero(state_size<P> == dynamic ? 0 : state_size<P>);
  return Eigen::Map<const Vector<Real, state_size<P>>>(x.data(), static_cast<Eigen::Index>(x.size()));
}

template <class P, class Real> typename System<Real>::ExactSolution exact_solution_of(const P& problem) {
  if constexpr (HasExactSolution<P, Real>) {
    return [problem](Real t, std::span<const Real> q0, std::span<const Real> v0) -> Point<Real, dynamic> {
      const Point<Real, P::n> x = problem.exact_solution(t, own_vector<P>(q0), own_vector<P>(v0));
      return {x.q, x.v};
    };
  } else if constexpr (SkewGradientSystem<P> &&
                       requires { problem.exact_solution(Real(0), Vector<Real, state_size<P>>()); }) {
    return [problem](Real t, std::span<const Real> zeta0, std::span<const Real>) -> Point<Real, dynamic> {
      return {problem.exact_solution(t, own_vector<P>(zeta0)), VectorX<Real>()};
    };
  } else if constexpr (requires { problem.exact_solution(Real(0), Vector<Real, state_size<P>>()); }) {
    return [problem](Real t, std::span<const Real> y0, std::span<const Real>) -> Point<Real, dynamic> {
      const auto [y, z] = problem.exact_solution(t, own_vector<P>(y0));
      return {y, z};
    };
  } else {
    return {};
  }
}

template <class P, class Real> std::vector<NamedInvariant<Real>> invariants_of(const P& problem) {
  std::vector<NamedInvariant<Real>> all;
  using State = Vector<Real, state_size<P>>;
  if constexpr (requires { P::about().invariants.front().value(problem, Real(0), State(), State()); }) {
    for (const auto& invariant : P::about().invariants)
      all.push_back({invariant.name,
                     [problem, value = invariant.value](Real t, std::span<const Real> q, std::span<const Real> v) {
                       return value(problem, t, own_vector<P>(q), own_vector<P>(v));
                     }});
  }
  return all;
}

template <class P> std::vector<std::string> coordinate_names_of(const P& problem, const char* letter) {
  std::vector<std::string> names;
  if constexpr (requires { problem.coordinate_names(); }) names = problem.coordinate_names();
  else if constexpr (requires { P::about().coordinates; }) {
    const auto known = P::about().coordinates;
    names.assign(known.begin(), known.end());
  }
  for (Eigen::Index i = static_cast<Eigen::Index>(names.size()); i < system::coordinates(problem); ++i)
    names.push_back(letter + std::to_string(i + 1));
  return names;
}

}  // namespace detail

// clang-format off
template <class Real>
template <class P>
  requires MechanicalSystem<P, Real>
  // clang-format on
  System<Real>::System(const P& problem)
      : exact_(detail::exact_solution_of<P, Real>(problem)),
        invariants_(detail::invariants_of<P, Real>(problem)),
        coordinate_names_(detail::coordinate_names_of(problem, "q")),
        n_(system::coordinates(problem)),
        m_(system::constraints(problem)) {
    using Size = size_class_of<Real, P::n, P::m>;
    const auto made = std::make_shared<const DynamicsOf<P, Real>>(problem);
    traits_ = made->traits();
    dynamics_ = std::shared_ptr<const Dynamics<Real, Size::n, Size::m>>(made);
  }

  template <class Real> template <HessenbergDae P> System<Real>::System(const P& problem)
      : make_hessenberg_([problem] { return std::make_unique<HessenbergOf<P, Real>>(problem); }),
        exact_(detail::exact_solution_of<P, Real>(problem)),
        coordinate_names_(detail::coordinate_names_of(problem, "y")),
        n_(P::ny),
        m_(P::nz),
        traits_{.constant_mass = false, .linear_constraint = false, .conservative = false} {}

  template <class Real> template <SkewGradientSystem P> System<Real>::System(const P& problem)
      : make_hessenberg_([problem] { return std::make_unique<SkewGradientOde<P, Real>>(problem); }),
        make_skew_gradient_([problem] { return std::make_unique<SkewGradientOf<P, Real>>(problem); }),
        exact_(detail::exact_solution_of<P, Real>(problem)),
        invariants_(detail::invariants_of<P, Real>(problem)),
        coordinate_names_(detail::coordinate_names_of(problem, "zeta")),
        n_(P::nzeta),
        m_(0),
        traits_{.constant_mass = false, .linear_constraint = false, .conservative = true} {}

}  // namespace nonholo
