// The contract suites over every catalogue entry, and the mistakes that they have to find.
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/problems/jay_2006_dae.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/contract/check_method.hpp>
#include <nonholo/verification/contract/check_problem.hpp>

#include "catch.hpp"
#include "method_variants.hpp"

#include <cmath>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// One mistake at a time in a nonholonomic particle.
struct Particle {
  static constexpr int n = 3, m = 1;
  static constexpr bool constant_mass = true;
  template <class S> Eigen::DiagonalMatrix<S, 3> mass_matrix(const Vector<S, 3>&) const {
    return Eigen::DiagonalMatrix<S, 3>(S(1), S(1), S(1));
  }
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
  Point<double, 3> exact_solution(double t, const Vector<double, 3>& q, const Vector<double, 3>& v) const {
    return {q + t * v, v};
  }
};

struct Spanned : Particle {
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    return columns<S>({S(1), S(0), q[1]}, {S(0), S(1), S(0)});
  }
  template <class S> static Matrix<S, 3, 2> columns(const Vector<S, 3>& one, const Vector<S, 3>& two) {
    Matrix<S, 3, 2> X;
    X << one, two;
    return X;
  }
};
struct BasisElsewhere : Spanned {
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    return columns<S>({S(1), S(0), -q[1]}, {S(0), S(1), S(0)});
  }
};
struct DependentBasis : Spanned {
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    return columns<S>({S(1), S(0), q[1]}, {S(2), S(0), S(2) * q[1]});
  }
};
struct LostBasisDerivative : Spanned {
  template <class S> Matrix<S, 3, 2> adapted_basis(const Vector<S, 3>& q) const {
    if constexpr (std::is_same_v<S, double>) return Spanned::adapted_basis(q);
    else return columns<S>({S(1), S(0), S(q[1].value())}, {S(0), S(1), S(0)});
  }
};

/// A rigid body in its angular momentum, and one mistake at a time in it.
struct Body {
  static constexpr int nzeta = 3;
  template <class S> S hamiltonian(const Vector<S, 3>& L) const {
    return (L[0] * L[0] + L[1] * L[1] / S(2) + L[2] * L[2] / S(3)) / S(2);
  }
  template <class S> Matrix<S, 3, 3> structure(const Vector<S, 3>& L) const {
    Matrix<S, 3, 3> Pi;
    Pi << S(0), -L[2], L[1],  //
        L[2], S(0), -L[0],    //
        -L[1], L[0], S(0);
    return Pi;
  }
};
struct NotSkew : Body {
  template <class S> Matrix<S, 3, 3> structure(const Vector<S, 3>& L) const {
    Matrix<S, 3, 3> Pi = Body::structure(L);
    Pi(0, 1) = L[2];
    return Pi;
  }
};
struct LostGradient : Body {
  template <class S> S hamiltonian(const Vector<S, 3>& L) const {
    if constexpr (std::is_same_v<S, double>) return Body::hamiltonian(L);
    else return L[0] * L[0] / S(2);
  }
};
struct BodyClaims : Body {
  using L3 = Vector<double, 3>;
  static About<BodyClaims, double> about() {
    return {.title = "",
            .source = "",
            .coordinates = {"L1", "L2", "L3"},
            .parameters = {},
            .setups = {{.name = "tumbling", .source = "", .parameters = {}, .q = {0.3, 1, -0.2}, .v = {}}},
            .invariants = {
                {"|L|^2", [](const BodyClaims&, const double&, const L3& L, const L3&) { return L.squaredNorm(); }},
                {"L1", [](const BodyClaims&, const double&, const L3& L, const L3&) { return L[0]; }}}};
  }
  L3 exact_solution(double t, const L3& L) const { return L + t * L3(1, 0, 0); }
};

/// z = e^2t grows at the rate 2 at t = 0.
struct DaeClaims : Jay2006Dae<double> {
  static About<DaeClaims, double> about() {
    return {.title = "",
            .source = "",
            .coordinates = {"y1", "y2"},
            .parameters = {},
            .setups = {{.name = "unit_interval", .source = "", .parameters = {}, .q = {1, 1}, .v = {}, .lambda = {1}}},
            .invariants = {{"z", [](const DaeClaims&, const double&, const Vector<double, 2>&,
                                    const Vector<double, 1>& z) { return z[0]; }}}};
  }
};

const Start<double> start{.q = Eigen::Vector3d(0.3, 0.5, -0.2), .v = Eigen::Vector3d(1, 0.4, 0.5)};

template <class P> std::string told() { return check_problem(System<double>(P{}), start).text(); }

}  // namespace

TEST_CASE("every problem of the catalogue is what it says") {
  for (const ProblemEntry& problem : problem_catalogue()) {
    const ContractReport report = check_problem(problem);
    INFO(report.text());
    CHECK(report.holds());
  }
}

TEST_CASE("a sound problem of one's own passes in one line") {
  CHECK(check_problem(System<double>(Particle{}), start).holds());
}

TEST_CASE("a wrong derivative is told with the entry, both values and the place") {
  CHECK_THAT(told<WrongGradient>(), Contains("FAILS  f = dL/dq") && Contains("entry (2, 0) is") &&
                                        Contains("differences give") && Contains("q = ["));
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

TEST_CASE("an adapted basis is held against the constraint, its rank and its derivatives") {
  CHECK(check_problem(System<double>(Spanned{}), start).holds());
  CHECK_THAT(told<Spanned>(), Contains("holds  adapted_basis: A X = 0"));
  CHECK_THAT(told<Particle>(), !Contains("adapted_basis"));
  CHECK_THAT(told<BasisElsewhere>(), Contains("FAILS  adapted_basis: A X = 0") && Contains("X is [1, 0, -0.") &&
                                         Contains("], [0, 1, 0] at t = "));
  CHECK_THAT(told<DependentBasis>(), Contains("FAILS  adapted_basis: the columns of X are independent") &&
                                         Contains("the singular values of X are"));
  CHECK_THAT(told<LostBasisDerivative>(), Contains("FAILS  adapted_basis: derivatives of X(q)") &&
                                              Contains("entry (2, 0) is 0, differences give 1"));
}

TEST_CASE("a skew-gradient system is held against its claims: Pi, derivatives, invariants, exact solution") {
  const Start<double> tumbling{.q = Eigen::Vector3d(0.3, 1, -0.2), .v = {}};
  const auto told_of = [&](const System<double>& body) { return check_problem(body, tumbling).text(); };
  const ContractReport sound = check_problem(System<double>(Body{}), tumbling);
  INFO(sound.text());
  CHECK(sound.holds());
  CHECK(sound.findings.size() == 4);
  CHECK_THAT(told_of(System<double>(NotSkew{})), Contains("FAILS  Pi is skew") && Contains("the columns of Pi are") &&
                                                     Contains("FAILS  the energy is conserved by the flow") &&
                                                     Contains(", zeta = ["));
  CHECK_THAT(told_of(System<double>(LostGradient{})), Contains("FAILS  grad H") && Contains("differences give"));
  const std::string claims = check_problem(problem_entry<BodyClaims>("body")).text();
  CHECK_THAT(claims, Contains("holds  tumbling: |L|^2 is conserved") && Contains("FAILS  tumbling: L1 is conserved"));
  CHECK_THAT(claims, Contains("holds  tumbling: the exact solution starts at zeta0") &&
                         Contains("FAILS  tumbling: the exact solution satisfies zeta' = f"));
  CHECK_FALSE(check_problem(System<double>(Body{}), {.q = Eigen::Vector2d(1, 0), .v = {}}).holds());
}

TEST_CASE("an invariant of a DAE is held against its flow") {
  const std::string sound = check_problem(problem_catalogue().at("jay_2006_dae")).text();
  CHECK_THAT(sound, Contains("holds  unit_interval: z / y1^2 is conserved by the flow"));
  const std::string claims = check_problem(problem_entry<DaeClaims>("dae")).text();
  CHECK_THAT(claims, Contains("FAILS  unit_interval: z is conserved by the flow") && Contains("its rate is "));
}

TEST_CASE("every method of the catalogue does what its traits claim, on a constant mass and on one that varies") {
  for (const auto& [name, setup] :
       {std::pair("contact_oscillator", "perturbed"), std::pair("chaplygin_sleigh", "rotating"),
        std::pair("vertical_rolling_disk", "hilden_2_1_2")}) {
    const ProblemEntry& problem = problem_catalogue().at(name);
    const System<double> system = problem.make({}, setup);
    const Start<double> from = start_of(problem.setup(setup));
    for (const MethodChoice& variant : method_variants()) {
      const auto integrator = variant.make_where_meant(system);
      const bool for_constant_mass =
          variant.entry->name == "nonholonomic_rattle" || variant.entry->name == "nonholonomic_shake";
      CHECK((integrator || (for_constant_mass && !system.traits().constant_mass)));  // nothing else is left out
      if (!integrator) continue;
      const ContractReport report = check_method(*integrator, from, 0.05, {.subject = variant.label() + " on " + name});
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
        const ContractReport report =
            check_method(*integrator, from, 0.05, {.subject = std::string(family.name) + " on " + name});
        INFO(stages << " stages: " << report.text());
        CHECK(report.holds());
      }
  }
}

TEST_CASE("methods that run skew-gradient systems do there what their traits claim") {
  for (const auto& [name, setup] :
       {std::pair("suslov", "jimenez_scheurle"), std::pair("reduced_sleigh", "celledoni_fig_3")}) {
    const ProblemEntry& problem = problem_catalogue().at(name);
    const System<double> system = problem.make({}, setup);
    for (const MethodChoice& variant : skew_gradient_variants()) {
      const auto integrator = variant.make_where_meant(system);
      REQUIRE(integrator);
      const ContractReport report =
          check_method(*integrator, start_of(problem.setup(setup)), 0.05, {.subject = variant.label() + " on " + name});
      INFO(report.text());
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
    const MethodOptions options = method.trials().front();
    const auto forward = method.make(system, options),
               back = method_catalogue().at(method.adjoint).make(system, options);
    const Finding finding = check_adjoint(*forward, *back, start_of(sleigh.setup("rotating")), 0.1);
    INFO(method.name << ": " << finding.observed);
    CHECK(finding.holds);
  }
  CHECK(pairs >= 3);
}

TEST_CASE(
    "a pair that is none is refused: a symplectic Euler method is not its own adjoint, nor is Hilden's form of order "
    "1") {
  const ProblemEntry& sleigh = problem_catalogue().at("chaplygin_sleigh");
  const System<double> system = sleigh.make({});
  for (const char* name : {"symplectic_euler_1", "mclachlan_perlmutter_hilden"}) {
    const auto one = method_catalogue().at(name).make(system, {}), two = method_catalogue().at(name).make(system, {});
    CHECK_FALSE(check_adjoint(*one, *two, start_of(sleigh.setup("rotating")), 0.1).holds);
  }
}

TEST_CASE("a method that claims what it does not do is found out") {
  /// Explicit Euler for a free particle on the line x, which loses the constraint of nobody but is neither symmetric
  /// nor reversible with drag.
  class Claims final : public Integrator<double> {
   public:
    using Integrator::Integrator;
    MethodTraits traits() const override {
      return {.order = 1, .symmetric = true, .keeps_constraint = true, .keeps_energy = true};
    }
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
