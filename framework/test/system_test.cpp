// Systems as values: the size class, the sizes and the exact solution of a problem whose type is no longer known.
#include <nonholo/framework/system/system.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

#include <type_traits>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// Free motion in the plane z = const: q0 + t v0 solves.
struct Free : Flat {
  template <class S> S potential(const Vector<S, 3>&) const { return S(0); }
  template <class Real>
  Point<Real, 3> exact_solution(Real t, const Vector<Real, 3>& q0, const Vector<Real, 3>& v0) const {
    return {q0 + t * v0, v0};
  }
};

template <class P> std::pair<int, int> class_of(const P& problem) {
  return System<double>(problem).visit(
      []<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>&) { return std::pair(n, m); });
}

}  // namespace

TEST_CASE("A system is visited in the size class of its problem and knows its sizes") {
  CHECK(class_of(Curved{}) == std::pair(3, 1));
  CHECK(class_of(Driven{}) == std::pair(4, 2));
  CHECK(class_of(Wide{}) == std::pair(dynamic, dynamic));
  const System wide(Wide{});
  CHECK(wide.coordinates() == 5);
  CHECK(wide.constraints() == 2);
}

TEST_CASE("The dynamic face of an unlisted size reports the sizes it was made with") {
  System(Wide{}).visit([](const auto& dynamics) {
    CHECK(dynamics->coordinates() == 5);
    CHECK(dynamics->constraints() == 2);
  });
}

TEST_CASE("A system has the traits of its dynamics") {
  CHECK(System(Flat{}).traits().constant_mass);
  CHECK_FALSE(System(Curved{}).traits().constant_mass);
  CHECK_FALSE(System(Wide{}).traits().conservative);
}

TEST_CASE("An exact solution passes through unchanged, and is absent where the problem has none") {
  const System system(Free{});
  REQUIRE(system.exact_solution());
  const std::vector<double> q0{1, 2, 3}, v0{4, 5, 0};
  const Point<double, dynamic> x = system.exact_solution()(0.5, q0, v0);
  CHECK(x.q == Vector<double, 3>(3, 4.5, 3));
  CHECK(x.v == Vector<double, 3>(4, 5, 0));
  CHECK_FALSE(System(Curved{}).exact_solution());
}
