// The contract suites over every catalogue entry, and the mistakes that they have to find.
#include <nonholo/framework/quad.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/contract/check_method.hpp>
#include <nonholo/verification/contract/check_problem.hpp>

#include "catch.hpp"

#include <cmath>

using namespace nonholo;
using Catch::Matchers::Contains;

namespace {

/// One mistake at a time in a nonholonomic particle.
struct Particle {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const { return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1)); }
  template <class S> S potential(const Vector<S, 3>& q) const { return q[0] * q[0] + q[1] * q[2]; }
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const { return {-q[1], S(0), S(1)}; }
};
struct WrongGradient : Particle {
  template <class S> Vector<S, 3> potential_gradient(const Vector<S, 3>& q) const { return {S(2) * q[0], q[2], -q[1]}; }
};
struct NotSoConstantMass : Particle {
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>& q) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1) + q[0] * q[0], S(1), S(1));
  }
};
struct LostDerivative : Particle {  // the constraint's derivative with respect to y is lost in a detour over double
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Vector<S, 3>& q) const {
    if constexpr (std::is_same_v<S, double>) return {-q[1] * q[1], S(0), S(1)};
    else return {-q[1], S(0), S(1)};
  }
};
struct SkewMass : Particle {
  static constexpr bool constant_mass = false;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const {
    Matrix<S, 3, 3> M = Matrix<S, 3, 3>::Identity();
    M(0, 1) = S(0.5);
    return M;
  }
};
struct WrongClaims : Particle {
  static About<WrongClaims, double> about() {
    using Q = Vector<double, 3>;
    return {.title = "",
            .source = "",
            .coordinates = {"x", "y", "z"},
            .parameters = {},
            .setups = {{.name = "off", .source = "", .parameters = {}, .q = {0, 1, 0}, .v = {1, 0, 0}}},
            .invariants = {{"vx", [](const WrongClaims&, const double&, const Q&, const Q& v) { return v[0]; }}}};
  }
  Point<double, 3> exact_solution(double t, const Vector<double, 3>& q, const Vector<double, 3>& v) const { return {q + t * v, v}; }
};

const Start<double> start{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0.4, 0.5)};

template <class P> std::string told() { return check_problem(System<double>(P{}), start).text(); }

MethodOptions options_of(const MethodEntry& method) {
  MethodOptions options;
  if (method.stepping == Stepping::adaptive) {
    options.set("rtol", 1e-8);
    options.set("atol", 1e-8);
  }
  return options;
}

}  // namespace

TEST_CASE("every problem of the catalogue is what it says") {
  for (const ProblemEntry& problem : problem_catalogue()) {
    const ContractReport report = check_problem(problem);
    INFO(report.text());
    CHECK(report.holds());
  }
}

TEST_CASE("a sound problem of one's own passes in one line") { CHECK(check_problem(System<double>(Particle{}), start).holds()); }

TEST_CASE("a wrong derivative is told with the entry, both values and the place") {
  CHECK_THAT(told<WrongGradient>(), Contains("FAILS  f = dL/dq") && Contains("entry (2, 0) is") && Contains("differences give") && Contains("q = ["));
  CHECK_THAT(told<LostDerivative>(), Contains("FAILS  dk/dq") && Contains("differences give"));
  CHECK_THAT(told<NotSoConstantMass>(), Contains("FAILS  constant_mass is claimed"));
}

TEST_CASE("a mass matrix that is not symmetric is told with the asymmetry") {
  CHECK_THAT(told<SkewMass>(), Contains("FAILS  M is symmetric") && Contains("|M - M^T| = 0.5"));
}

TEST_CASE("wrong claims are found: an inconsistent setup, an invariant that varies, an exact solution that is none") {
  const std::string text = check_problem(problem_entry<WrongClaims>("wrong")).text();
  CHECK_THAT(text, Contains("FAILS  off: the start satisfies the constraint") && Contains("(A v + b)[0] = -1"));
  CHECK_THAT(text, Contains("FAILS  off: vx is conserved by the flow") && Contains("its rate is"));
  CHECK_THAT(text, Contains("FAILS  off: the exact solution satisfies the equations of motion"));
}

TEST_CASE("every method of the catalogue does what its traits claim, on a constant mass and on one that varies") {
  for (const auto& [name, setup] : {std::pair("contact_oscillator", "perturbed"), std::pair("chaplygin_sleigh", "rotating"),
                                    std::pair("vertical_rolling_disk", "hilden_2_1_2")}) {
    const ProblemEntry& problem = problem_catalogue().at(name);
    const System<double> system = problem.make({}, setup);
    const Start<double> from = start_of(problem.setup(setup));
    for (const MethodEntry& method : method_catalogue()) {
      if (method.name == "spark" || method.name == "runge_kutta") continue;  // their members follow
      const auto integrator = method.make(system, options_of(method));
      const ContractReport report = check_method(*integrator, from, 0.05, {.subject = std::string(method.name) + " on " + name});
      INFO(report.text());
      CHECK(report.holds());
    }
    for (const TableauFamily& family : tableau_catalogue())
      for (int stages = family.min_stages; stages <= std::min(family.max_stages, 4); ++stages) {
        if (!family(stages).determines_multipliers()) continue;
        MethodOptions options;
        options.set("tableau", std::string(family.name));
        options.set("stages", static_cast<long>(stages));
        const auto integrator = method_catalogue().at("spark").make(system, options);
        const ContractReport report = check_method(*integrator, from, 0.05, {.subject = std::string(family.name) + " on " + name});
        INFO(stages << " stages: " << report.text());
        CHECK(report.holds());
      }
  }
}

TEST_CASE("methods that name an adjoint are undone by its step of -h") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  int pairs = 0;
  for (const MethodEntry& method : method_catalogue()) {
    if (method.adjoint.empty()) continue;
    ++pairs;
    const auto forward = method.make(system, {}), back = method_catalogue().at(method.adjoint).make(system, {});
    const Finding finding = check_adjoint(*forward, *back, start_of(sleigh.setup("rotating")), 0.1);
    INFO(method.name << ": " << finding.observed);
    CHECK(finding.holds);
  }
  CHECK(pairs >= 3);
}

TEST_CASE("a pair that is none is refused: a symplectic Euler method is not its own adjoint, nor is Hilden's form of order 1") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  for (const char* name : {"symplectic_euler_1", "mclachlan_perlmutter_hilden"}) {
    const auto one = method_catalogue().at(name).make(system, {}), two = method_catalogue().at(name).make(system, {});
    CHECK_FALSE(check_adjoint(*one, *two, start_of(sleigh.setup("rotating")), 0.1).holds);
  }
}

TEST_CASE("a method that claims what it does not do is found out") {
  /// Explicit Euler for a free particle on the line x, which loses the constraint of nobody but is neither symmetric nor reversible with drag.
  class Claims final : public Integrator<double> {
   public:
    using Integrator::Integrator;
    MethodTraits traits() const override { return {.order = 1, .symmetric = true, .keeps_constraint = true, .keeps_energy = true}; }
    void start(double t, Values q, Values v) override {
      t_ = t;
      q_.assign(q.begin(), q.end());
      v_.assign(v.begin(), v.end());
    }
    StepReport step(double h) override {
      for (std::size_t i = 0; i < q_.size(); ++i) {
        q_[i] += h * v_[i];
        v_[i] -= h * q_[i] * (1 + counter_);
      }
      counter_ += 1e-3;  // hidden state
      t_ += h;
      return {};
    }
    void set_time(double t) override { t_ = t; }
    View<double> view() const override { return {t_, q_, v_, {}}; }
    void reverse() override {}

   private:
    double t_ = 0, counter_ = 0;
    std::vector<double> q_, v_;
  };
  Claims claims{System<double>(Particle{})};
  const std::string text = check_method(claims, start, 0.1).text();
  CHECK_THAT(text, Contains("FAILS  the same start gives the same run"));
}
