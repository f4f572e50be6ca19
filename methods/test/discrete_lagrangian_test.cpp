// The discrete Lagrange-d'Alembert engine: its equations, orders, reversibility and constraint for both members.
#include "engine_test.hpp"

#include <nonholo/framework/saddle_point.hpp>

using namespace nonholo;
using namespace nonholo::test;

namespace {

/// The unforced, autonomous part of Driven: q-dependent mass, where the two members differ.
struct Free : Driven {
  template <class S> Vector<S, 1> constraint_offset(const S&, const Vector<S, 3>&) const { return Vector<S, 1>(S(0)); }
  template <class S> Vector<S, 3> force(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const { return Vector<S, 3>::Zero(); }
};

VectorX<double> exact_end(const System<double>& system, const Start<double>& start, double t_end) {
  return run(*spark(system, tableau_catalogue().at("gauss")(6)), start, t_end, 64).end;
}

}  // namespace

TEST_CASE("the symmetrised McLachlan-Perlmutter method has order 2 for q-dependent mass, Hilden's (4.3) order 1") {
  const System<double> system{Free{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  CHECK(measured_order(*mclachlan_perlmutter(system), driven_start(), 1, 20, 5, exact) == Approx(2).margin(0.15));
  CHECK(measured_order(*mclachlan_perlmutter_hilden(system), driven_start(), 1, 20, 5, exact) == Approx(1).margin(0.15));
  CHECK(mclachlan_perlmutter(system)->traits().order == 2);
  CHECK(mclachlan_perlmutter_hilden(system)->traits().order == 1);
}

TEST_CASE("both members are the same method of order 2 for constant mass") {
  const System<double> system{FivePendula{}};
  const VectorX<double> exact = exact_end(system, five_start(), 1);
  const auto symmetric = mclachlan_perlmutter(system), hilden = mclachlan_perlmutter_hilden(system);
  CHECK(measured_order(*symmetric, five_start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  CHECK((run(*symmetric, five_start(), 2, 20).end - run(*hilden, five_start(), 2, 20).end).norm() < 1e-14);  // round-off of 20 steps
  CHECK(hilden->traits().order == 2);
}

TEST_CASE("forces and a time-dependent constraint are integrated to order 2") {
  const System<double> system{Driven{}};
  const VectorX<double> exact = exact_end(system, driven_start(), 1);
  CHECK(measured_order(*mclachlan_perlmutter(system), driven_start(), 1, 20, 4, exact) == Approx(2).margin(0.15));
  CHECK(run(*mclachlan_perlmutter(system), driven_start(), 5, 50).worst_constraint <= 1e-13);
}

TEST_CASE("a step satisfies the McLachlan-Perlmutter equations (3.4) as they are printed, constant mass") {
  const System<double> system{FivePendula{}};
  const auto integrator = mclachlan_perlmutter(system);
  const Start<double> start = checked(five_start(), system, 0.0);
  const double h = 0.1;
  run(*integrator, start, h, 1);
  const View<double> end = integrator->view();
  const FivePendula p;
  const Vector<double, 5> v1 = Eigen::Map<const Vector<double, 5>>(end.v.data()), qh = start.q + h / 2 * start.v;
  const Vector<double, 2> lambda = Eigen::Map<const Vector<double, 2>>(end.lambda_stage.data());
  const Vector<double, 5> V_q = {qh[0], std::sin(qh[1]), std::sin(qh[2]), 2 * qh[3], qh[4]};
  const Vector<double, 5> momentum = p.mass_matrix(qh) * Vector<double, 5>(v1 - start.v) - h * (-V_q + p.constraint_matrix(qh).transpose() * lambda);
  CHECK(momentum.norm() < 1e-15);  // a few eps
  const Vector<double, 5> q1 = qh + h / 2 * v1;
  CHECK((q1 - Eigen::Map<const Vector<double, 5>>(end.q.data())).norm() < 1e-15);
  CHECK((p.constraint_matrix(q1) * v1).norm() < 1e-15);
}

TEST_CASE("the symmetrised method is reversible for q-dependent mass, Hilden's (4.3) is not") {
  const System<double> system{Free{}};
  const Start<double> start = checked(driven_start(), system, 0.0);
  const auto defect = [&](Integrator<double>& integrator) {
    run(integrator, start, 0.1, 1);
    integrator.reverse();
    REQUIRE(integrator.step(0.1).outcome == Outcome::success);
    return (state_of(integrator).head(3) - start.q).norm();
  };
  CHECK(defect(*mclachlan_perlmutter(system)) < 1e-15);
  CHECK(defect(*mclachlan_perlmutter_hilden(system)) > 1e-5);
}

TEST_CASE("the frozen and the exact Jacobian lead to the same discrete Lagrangian step") {
  const System<double> driven{Driven{}}, five{FivePendula{}};
  const auto difference = [](const auto& make, const System<double>& system, const Start<double>& start) {
    const auto frozen = run(*make(system, SolverOptions<double>{.jacobian = JacobianChoice::frozen}), start, 1, 20);
    const auto exact = run(*make(system, SolverOptions<double>{.jacobian = JacobianChoice::exact}), start, 1, 20);
    CHECK(exact.summary.iterations <= frozen.summary.iterations);
    CHECK(exact.summary.iterations <= 4 * exact.summary.steps);  // quadratic convergence: the Jacobian is right
    return (frozen.end - exact.end).norm();
  };
  CHECK(difference(&mclachlan_perlmutter<double>, driven, driven_start()) < 1e-14);
  CHECK(difference(&mclachlan_perlmutter_hilden<double>, driven, driven_start()) < 1e-14);
  CHECK(difference(&mclachlan_perlmutter<double>, five, five_start()) < 1e-14);
}
