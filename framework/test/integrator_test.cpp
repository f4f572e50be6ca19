// A method bound to a system: state and clock behind one face, whatever the sizes.
#include <nonholo/framework/run/integrator.hpp>

#include "catch.hpp"
#include "toy_systems.hpp"

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// q += h v at constant v: the simplest thing that is a method.
template <int n, int m> struct Drift {
  using Real = double;
  using DynamicsType = Dynamics<double, n, m>;
  struct State {
    double t;
    Vector<double, n> q, v;
  };
  struct Workspace {
    Workspace(const Drift&, const DynamicsType&) {}
  };
  State start(const DynamicsType&, double t, const Vector<double, n>& q, const Vector<double, n>& v) const {
    return {t, q, v};
  }
  StepReport step(State& state, double h, Workspace&) const {
    state.q += h * state.v;
    state.t += h;
    return {.evaluations = 1};
  }
  View<double> view(const State& state) const { return {state.t, values(state.q), values(state.v), {}}; }
  void reverse(State& state) const { state.v = -state.v; }
  MethodTraits traits(const DynamicsType& dynamics) const {
    return {.order = 1, .keeps_energy = dynamics.traits().conservative};
  }
};

template <class P> std::unique_ptr<Integrator<double>> bound(const P& problem) {
  const System<double> system(problem);
  return system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics)
                          -> std::unique_ptr<Integrator<double>> {
    return std::make_unique<BoundMethod<Drift<n, m>>>(system, dynamics, Drift<n, m>{});
  });
}

template <class Values> std::vector<double> copied(const Values& x) { return {x.begin(), x.end()}; }

}  // namespace

TEMPLATE_TEST_CASE("Stepping there, reversing and stepping back is a return with the velocity turned round", "", Curved,
                   Driven, Wide) {
  const auto integrator = bound(TestType{});
  std::vector<double> q(TestType::n, 1), v(TestType::n, 0.5);
  integrator->start(2, q, v);
  CHECK(integrator->step(0.25).evaluations == 1);
  CHECK(integrator->view().t == 2.25);
  CHECK(copied(integrator->view().q) == std::vector<double>(TestType::n, 1.125));
  integrator->reverse();
  integrator->step(0.25);
  CHECK(copied(integrator->view().q) == q);
  CHECK(copied(integrator->view().v) == std::vector<double>(TestType::n, -0.5));
}

TEST_CASE("A second start forgets the first, and the clock can be set") {
  const auto integrator = bound(Wide{});
  integrator->start(0, std::vector<double>(5, 1), std::vector<double>(5, 1));
  integrator->step(1);
  integrator->start(7, std::vector<double>(5, 3), std::vector<double>(5, 0));
  CHECK(integrator->view().t == 7);
  CHECK(copied(integrator->view().q) == std::vector<double>(5, 3));
  integrator->set_time(8);
  CHECK(integrator->view().t == 8);
}

TEST_CASE("Traits are those of the method on this system") {
  CHECK(bound(Curved{})->traits().keeps_energy);
  CHECK_FALSE(bound(Wide{})->traits().keeps_energy);
}
