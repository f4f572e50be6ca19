// Symmetric compositions: the schemes against their order conditions, orders on systems in double and quad, the two
// identities with a base and its adjoint, symmetry, failures, refusals.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include "engine_test.hpp"
#include "toy_daes.hpp"

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/methods/derived/composition.hpp>
#include <nonholo/methods/runge_kutta/hessenberg_runge_kutta.hpp>

#include <array>
#include <functional>
#include <map>
#include <string>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

template <class Real> MakeBase<Real> mp(const System<Real>& system) {
  return [&system] { return mclachlan_perlmutter(system); };
}

template <class Real> MakeBase<Real> set(const System<Real>& system, const TableauSet& tableaus) {
  return [&system, tableaus] { return spark(system, tableaus); };
}

std::unique_ptr<Integrator<double>> composed(const System<double>& system, const char* scheme) {
  return composition(system, composition_schemes().at(scheme), mp(system));
}

template <class Real>
VectorX<Real> end_of(Integrator<Real>& integrator, const Start<double>& start, double t_end, long steps) {
  const auto from = checked<Real>(
      {.q = start.q.template cast<Real>(), .v = start.v.template cast<Real>(), .consistent = start.consistent},
      integrator.system(), Real(0));
  integrator.start(0, values(from.q), values(from.v));
  for (long i = 0; i < steps; ++i)
    REQUIRE(integrator.step(Real(t_end) / static_cast<Real>(static_cast<double>(steps))).outcome == Outcome::success);
  const View<Real> view = integrator.view();
  VectorX<Real> state(static_cast<Eigen::Index>(view.q.size() + view.v.size()));
  std::ranges::copy(view.q, state.begin());
  std::ranges::copy(view.v, state.begin() + static_cast<Eigen::Index>(view.q.size()));
  return state;
}

/// Order between t_end / steps and half of it.
template <class Real> double order(Integrator<Real>& integrator, const Start<double>& start, double t_end, long steps,
                                   const VectorX<Real>& exact) {
  const auto error = [&](long n) { return static_cast<double>((end_of(integrator, start, t_end, n) - exact).norm()); };
  return std::log2(error(steps) / error(2 * steps));
}

double apart(Integrator<double>& one, Integrator<double>& other, const Start<double>& start) {
  return (end_of(one, start, 2, 20) - end_of(other, start, 2, 20)).cwiseAbs().maxCoeff();
}

/// A method with the traits of a test.
class Claiming final : public Integrator<double> {
 public:
  explicit Claiming(const MethodTraits& traits) : Integrator(System<double>(FivePendula{})), traits_(traits) {}
  MethodTraits traits() const override { return traits_; }
  void do_start(double, Values, Values) override {}
  StepReport do_step(double) override { return {}; }
  void set_time(double) override {}
  View<double> view() const override { return {}; }
  void reverse() override {}

 private:
  MethodTraits traits_;
};

MakeBase<double> claiming(const MethodTraits& traits) {
  return [traits] { return std::make_unique<Claiming>(traits); };
}

}  // namespace

TEST_CASE("every composition scheme is consistent, symmetric and of its order, in every precision") {
  const std::map<std::string_view, int> orders = {{"strang", 2},
                                                  {"blanes_casas_sanz_serna_2", 2},
                                                  {"triple_jump_4", 4},
                                                  {"suzuki_4", 4},
                                                  {"blanes_moan_4", 4},
                                                  {"kahan_li_6", 6},
                                                  {"blanes_moan_6", 6},
                                                  {"sofroniou_spaletta_6", 6},
                                                  {"mclachlan_8", 8},
                                                  {"kahan_li_8", 8},
                                                  {"sofroniou_spaletta_8", 8},
                                                  {"least_error_8", 8},
                                                  {"sofroniou_spaletta_10", 10}};
  CHECK(composition_schemes().size() == orders.size());
  for (const CompositionScheme& scheme : composition_schemes()) {
    INFO(scheme.name);
    const auto check = [&]<class Real>(Real) {
      const std::vector<Real> gamma = scheme.gamma<Real>();
      const SchemeFacts facts = check_scheme<Real>(gamma, scheme.substeps);
      CHECK(facts.consistency <= 4 * static_cast<double>(epsilon<Real>));
      CHECK(facts.symmetry == 0);
      CHECK(facts.order == orders.at(scheme.name));
      CHECK(scheme.order == orders.at(scheme.name));
    };
    check(1.0);
    check(quad(1));
  }
}

TEST_CASE("the closed forms of order 4 hold to the last digit of quad, and the first condition of the others too") {
  for (const CompositionScheme& scheme : composition_schemes()) {
    if (scheme.order == 2) continue;
    quad cubes = 0;
    for (const quad& g : scheme.gamma<quad>()) cubes += g * g * g;
    CHECK(abs(cubes) < 20 * epsilon<quad>);
  }
}

TEST_CASE("the digits of Kahan and Li begin as printed") {
  const auto first = [](const char* scheme) { return composition_schemes().at(scheme).gamma<quad>(); };
  const std::vector<const char*> printed6 = {"0.39216144400731413928", "0.33259913678935943860",
                                             "-0.70624617255763935981", "0.08221359629355080023",
                                             "0.79854399093482996340"};
  const std::vector<const char*> printed8 = {
      "0.13020248308889008088", "0.56116298177510838456",  "-0.38947496264484728641",
      "0.15884190655515560090", "-0.39590389413323757734", "0.18453964097831570709",
      "0.25837438768632204729", "0.29501172360931029887",  "-0.60550853383003451170"};
  for (std::size_t i = 0; i < printed6.size(); ++i) CHECK(abs(first("kahan_li_6")[i] - quad(printed6[i])) < 2e-20);
  for (std::size_t i = 0; i < printed8.size(); ++i) CHECK(abs(first("kahan_li_8")[i] - quad(printed8[i])) < 2e-20);
}

TEST_CASE("Blanes, Casas and Sanz-Serna's pairs have the energy error of an oscillator that was the least") {
  // the largest (B + C)^2 / (2 - 2 A^2) of the matrix ((A, B), (C, A)) of a step of 0 < h < 4 on q'' = -q
  const auto largest_error = [](const std::vector<double>& gamma) {
    double largest = 0;
    for (int k = 1; k < 200; ++k) {
      const double h = 0.02 * k;
      Eigen::Matrix2d step = Eigen::Matrix2d::Identity();
      for (std::size_t i = 0; i < gamma.size(); i += 2) {
        const double kick = (gamma[i] + gamma[i + 1]) * h;
        step.row(0) += gamma[i] * h * step.row(1);
        step.row(1) -= kick * step.row(0);
        step.row(0) += gamma[i + 1] * h * step.row(1);
      }
      const double moved = step(0, 1) + step(1, 0);
      largest = std::max(largest, moved * moved / (2 - 2 * step(0, 0) * step(0, 0)));
    }
    return largest;
  };
  const std::vector<double> printed = composition_schemes().at("blanes_casas_sanz_serna_2").gamma<double>();
  const double least = largest_error(printed);
  CHECK(largest_error(std::vector<double>(8, 0.125)) > 1000 * least);  // four steps of MP
  for (std::size_t i = 0; i < 3; ++i)
    for (const double change : {-1e-4, 1e-4}) {
      std::vector<double> other = printed;
      for (const std::size_t place : {i, 7 - i}) other[place] += change;
      for (const std::size_t middle : {3, 4}) other[middle] -= change;
      CHECK(largest_error(other) > 10 * least);
    }
}

TEST_CASE("digits begin as printed: the least change that Newton's method made is in the last one") {
  const auto nth = [](const char* scheme, std::size_t i) { return composition_schemes().at(scheme).gamma<quad>()[i]; };
  CHECK(abs(nth("blanes_moan_4", 0) - quad("0.0792036964311957")) < 1e-16);
  CHECK(abs(nth("blanes_moan_4", 0) + nth("blanes_moan_4", 1) - quad("0.209515106613362")) < 1e-15);
  CHECK(abs(nth("blanes_moan_6", 0) - quad("0.0502627644003922")) < 1e-15);
  CHECK(abs(nth("blanes_moan_6", 0) + nth("blanes_moan_6", 1) - quad("0.148816447901042")) < 1e-14);
  CHECK(abs(nth("sofroniou_spaletta_6", 6) - quad("0.39907751534871587459988795520665")) < 1e-31);
  CHECK(abs(nth("mclachlan_8", 7) - quad("-0.79688793935291635401978884")) < 1e-25);
  CHECK(abs(nth("sofroniou_spaletta_8", 10) - quad("-0.38263596012643665350944670744040")) < 1e-31);
  CHECK(abs(nth("sofroniou_spaletta_10", 17) - quad("0.049317735759594537917680008339338")) < 1e-31);
}

TEST_CASE("compositions of McLachlan and Perlmutter's method have orders 4, 4, 6 and 8") {
  const System<double> five{FivePendula{}};
  const System<quad> fine{FivePendula{}};
  const VectorX<quad> exact = end_of(*spark(fine, tableaus::gauss(8)), five_start(), 1, 40);
  const VectorX<double> rounded = exact.cast<double>();
  CHECK(order(*composed(five, "strang"), five_start(), 1, 40, rounded) == Approx(2).margin(0.05));
  CHECK(order(*composed(five, "triple_jump_4"), five_start(), 1, 20, rounded) == Approx(4).margin(0.1));
  CHECK(order(*composed(five, "suzuki_4"), five_start(), 1, 20, rounded) == Approx(4).margin(0.1));
  CHECK(order(*composed(five, "kahan_li_6"), five_start(), 1, 8, rounded) == Approx(6).margin(0.2));
  const auto kahan_li_8 = composition(fine, composition_schemes().at("kahan_li_8"), mp(fine));
  CHECK(order(*kahan_li_8, five_start(), 1, 16, exact) == Approx(8).margin(0.2));
}

TEST_CASE("compositions have their orders when the mass and the constraint depend on q and t, with forces") {
  const System<quad> driven{Driven{}};
  const VectorX<quad> exact = end_of(*spark(driven, tableaus::gauss(8)), driven_start(), 1, 40);
  for (const auto& [scheme, steps] :
       {std::pair("suzuki_4", 20), {"kahan_li_6", 20}, {"kahan_li_8", 16}, {"sofroniou_spaletta_10", 16}}) {
    const auto method = composition(driven, composition_schemes().at(scheme), mp(driven));
    CHECK(order(*method, driven_start(), 1, steps, exact) == Approx(method->traits().order).margin(0.2));
  }
}

TEST_CASE("a base of order 1 and its adjoint are composed like a symmetric method") {
  const System<double> five{FivePendula{}};
  const auto one = set(five, tableaus::symplectic_euler_1(1)), two = set(five, tableaus::symplectic_euler_2(1));
  const VectorX<double> exact = end_of(*spark(five, tableaus::gauss(6)), five_start(), 1, 40);
  CHECK(order(*composition(five, composition_schemes().at("strang"), one, two), five_start(), 1, 40, exact) ==
        Approx(2).margin(0.05));
  CHECK(order(*composition(five, composition_schemes().at("suzuki_4"), one, two), five_start(), 1, 20, exact) ==
        Approx(4).margin(0.1));
  CHECK(order(*composition(five, composition_schemes().at("kahan_li_6"), two, one), five_start(), 1, 8, exact) ==
        Approx(6).margin(0.2));
}

TEST_CASE("a method and its adjoint in turn have the order of the scheme, whichever comes first") {
  const System<quad> driven{Driven{}};
  const auto one = set(driven, tableaus::symplectic_euler_1(1)), two = set(driven, tableaus::symplectic_euler_2(1));
  const VectorX<quad> exact = end_of(*spark(driven, tableaus::gauss(8)), driven_start(), 1, 40);
  for (const auto& [scheme, steps] : {std::pair("blanes_moan_4", 20), {"blanes_moan_6", 20}})
    for (const auto& [first, second] : {std::pair(one, two), {two, one}}) {
      const auto method = composition(driven, composition_schemes().at(scheme), first, second);
      CHECK(order(*method, driven_start(), 1, steps, exact) == Approx(method->traits().order).margin(0.2));
    }
}

TEST_CASE("the best scheme is one of each order, of pairs where there is an adjoint") {
  CHECK(best_scheme(1e-2, false).name == "suzuki_4");
  CHECK(best_scheme(1e-2, true).name == "blanes_moan_4");
  CHECK(best_scheme(3e-3, false).name == "least_error_8");
  CHECK(best_scheme(3e-3, true).name == "blanes_moan_4");
  CHECK(best_scheme(1e-3, true).name == "blanes_moan_6");
  CHECK(best_scheme(1e-6, false).name == "least_error_8");
  CHECK(best_scheme(1e-5, true).name == "blanes_moan_6");
  CHECK(best_scheme(1e-6, true).name == "least_error_8");
  CHECK(best_scheme(1e-12, true).name == "sofroniou_spaletta_10");
  for (const double accuracy : {1e-1, 1e-4, 1e-6, 1e-8, 1e-12})
    CHECK(best_scheme(accuracy, false).substeps == Substeps::symmetric);
}

TEST_CASE("a DAE in Hessenberg form is composed as well") {
  const System<double> dae{TwoRoots{}};
  const Start<double> ones{.q = Eigen::Vector2d(1, 1), .v = VectorX<double>(0), .lambda = VectorX<double>::Ones(1)};
  const VectorX<double> exact = Eigen::Vector2d(std::exp(1.0), std::exp(-2.0));
  const auto method = composition(dae, composition_schemes().at("suzuki_4"), set(dae, tableaus::gauss(1)));
  CHECK(measured_order(*method, ones, 1, 20, 4, exact) == Approx(4).margin(0.1));
  CHECK(run(*method, ones, 1, 20).worst_constraint < 1e-15);
  CHECK(method->view().lambda_stage.size() == 1);
}

TEST_CASE("the symplectic Euler methods one after the other are known methods, when the mass is constant") {
  const System<double> five{FivePendula{}};
  const auto one = set(five, tableaus::symplectic_euler_1(1)), two = set(five, tableaus::symplectic_euler_2(1));
  const CompositionScheme& strang = composition_schemes().at("strang");
  CHECK(apart(*composition(five, strang, two, one), *mclachlan_perlmutter(five), five_start()) < 1e-13);
  CHECK(apart(*composition(five, strang, one, two), *spark(five, tableaus::modified_lobatto_iiia_b(2)), five_start()) <
        1e-13);
  CHECK(apart(*composition(five, strang, one, two), *mclachlan_perlmutter(five), five_start()) > 1e-6);
}

TEST_CASE("compositions keep the constraint at every step and tell what they keep") {
  const System<double> driven{Driven{}};
  const auto one = set(driven, tableaus::symplectic_euler_1(1)), two = set(driven, tableaus::symplectic_euler_2(1));
  for (const CompositionScheme& scheme : composition_schemes()) {
    const auto method = scheme.substeps == Substeps::symmetric ? composition(driven, scheme, mp(driven))
                                                               : composition(driven, scheme, two, one);
    CHECK(method->traits().keeps_constraint);
    CHECK_FALSE(method->traits().keeps_energy);
    CHECK(method->traits().one_step);
    CHECK(run(*method, driven_start(), 5, 50).worst_constraint <= 1e-13);
  }
}

TEST_CASE("a step of -h undoes a step of h, and a reversed run comes back") {
  const System<double> five{FivePendula{}};
  const auto one = set(five, tableaus::symplectic_euler_1(1)), two = set(five, tableaus::symplectic_euler_2(1));
  for (const auto& method : {composed(five, "triple_jump_4"), composed(five, "kahan_li_8"),
                             composition(five, composition_schemes().at("suzuki_4"), one, two)}) {
    REQUIRE(method->traits().symmetric);
    const VectorX<double> there = end_of(*method, five_start(), 1, 10);
    REQUIRE(method->step(0.1).outcome == Outcome::success);
    REQUIRE(method->step(-0.1).outcome == Outcome::success);
    CHECK((state_of(*method) - there).norm() < 1e-14);
    CHECK(method->view().t == Approx(1));
    method->reverse();
    CHECK(method->view().lambda_stage.empty());
    for (int i = 0; i < 10; ++i) REQUIRE(method->step(0.1).outcome == Outcome::success);
    method->reverse();
    const auto start = checked(five_start(), five, 0.0);
    CHECK((state_of(*method).head(5) - start.q).norm() < 1e-13);
    CHECK((state_of(*method).tail(5) - start.v).norm() < 1e-13);
  }
}

TEST_CASE("the multiplier of the last substep has order 1 at the end of the step") {
  const System<double> five{FivePendula{}};
  const auto method = composed(five, "suzuki_4");
  CHECK(method->traits().multiplier_order == 1);
  const auto probe = make_probe(five);
  const auto error = [&](long steps) {
    end_of(*method, five_start(), 1, steps);
    const View<double> view = method->view();
    std::array<double, 2> lambda{};
    probe->multipliers(view.t, view.q, view.v, lambda);
    return std::hypot(view.lambda_stage[0] - lambda[0], view.lambda_stage[1] - lambda[1]);
  };
  CHECK(std::log2(error(100) / error(200)) == Approx(1).margin(0.1));
}

TEST_CASE("every substep extrapolates from its own past: fewer iterations than from first guesses") {
  const System<double> five{FivePendula{}};
  const auto iterations = [&](bool extrapolate) {
    const MakeBase<double> base = [&] { return implicit_midpoint_dla<double>(five, {.extrapolate = extrapolate}); };
    return run(*composition(five, composition_schemes().at("suzuki_4"), base), five_start(), 2, 40).summary.iterations;
  };
  CHECK(iterations(true) < iterations(false));
}

TEST_CASE("a composition that is moved goes on from there, and its clock is that of the grid") {
  const System<double> driven{Driven{}};
  const auto method = composition(driven, composition_schemes().at("kahan_li_6"), mp(driven)),
             fresh = composition(driven, composition_schemes().at("kahan_li_6"), mp(driven));
  const auto start = checked(driven_start(), driven, 0.5);
  end_of(*method, driven_start(), 1, 10);
  method->move_to(0.7, values(start.q), values(start.v));
  CHECK(method->view().lambda_stage.empty());  // those of the state before are none of this one
  method->set_time(0.5);
  fresh->start(0.5, values(start.q), values(start.v));
  REQUIRE(method->step(0.1).outcome == Outcome::success);
  REQUIRE(fresh->step(0.1).outcome == Outcome::success);
  CHECK((state_of(*method) - state_of(*fresh)).norm() < 1e-14);
  CHECK(method->view().t == 0.6);
}

TEST_CASE("a composition that fails in a substep stays where it was") {
  const System<double> driven{Driven{}};
  const auto method = composition(driven, composition_schemes().at("suzuki_4"), mp(driven));
  end_of(*method, driven_start(), 1, 10);
  const VectorX<double> before = state_of(*method);
  const double t = method->view().t, lambda = method->view().lambda_stage[0];
  const StepReport report = method->step(1e6);
  CHECK(report.outcome != Outcome::success);
  CHECK(report.iterations > 0);
  CHECK(state_of(*method) == before);
  CHECK(method->view().t == t);
  CHECK(method->view().lambda_stage[0] == lambda);
  CHECK(method->step(0.1).outcome == Outcome::success);
}

TEST_CASE("coefficients that do not have their order, their symmetry or sum 1 are refused") {
  const System<double> five{FivePendula{}};
  const auto said = [&](std::vector<double> gamma, int order) {
    return refusal([&] { composition<double>(five, gamma, order, mp(five)); });
  };
  const std::vector<double> good = composition_schemes().at("kahan_li_8").gamma<double>();
  CHECK(said(good, 8) == "accepted");
  CHECK_THAT(said(good, 10), StartsWith("scheme: ") && Contains("conditions of order 8, not 10"));
  for (std::size_t i = 0; i < 8; ++i) {
    std::vector<double> wrong = good;
    wrong[i] += 1e-10;  // a digit in the tenth place
    wrong[16 - i] += 1e-10;
    wrong[8] -= 2e-10;
    CHECK_THAT(said(wrong, 8), StartsWith("scheme: ") && Contains("conditions of order 2, not 8"));
    wrong[8] = good[8];
    CHECK_THAT(said(wrong, 8), StartsWith("scheme: ") && Contains("add up to 1"));
    wrong = good;
    std::swap(wrong[0], wrong[1]);
    CHECK_THAT(said(wrong, 2), StartsWith("scheme: ") && Contains("palindrome"));
  }
  CHECK_THAT(said({}, 2), StartsWith("scheme: "));
}

TEST_CASE("a base that cannot be composed is refused with the reason") {
  const System<double> five{FivePendula{}};
  const CompositionScheme& scheme = composition_schemes().at("suzuki_4");
  const auto said = [&](const MakeBase<double>& base, const MakeBase<double>& adjoint = {}) {
    return refusal([&] { composition(five, scheme, base, adjoint); });
  };
  const MethodTraits fit = {.order = 2, .symmetric = true, .keeps_constraint = true};
  const auto but = [&](auto change) {
    MethodTraits traits = fit;
    change(traits);
    return claiming(traits);
  };
  CHECK(said(claiming(fit)) == "accepted");
  CHECK_THAT(refusal([&] { composition(five, composition_schemes().at("blanes_moan_4"), claiming(fit)); }),
             StartsWith("base: ") && Contains("a base of order 1 and its adjoint"));
  CHECK_THAT(said(but([](auto& t) { t.adaptive = true; })),
             StartsWith("base: ") && Contains("an adaptive method cannot be composed"));
  CHECK_THAT(said(but([](auto& t) { t.one_step = false; })),
             StartsWith("base: ") && Contains("needs a one-step method"));
  CHECK_THAT(said(but([](auto& t) { t.order = 0; })), StartsWith("base: ") && Contains("not known"));
  CHECK_THAT(said(but([](auto& t) { t.keeps_constraint = false; })),
             StartsWith("base: ") && Contains("needs a method that keeps the constraint"));
  CHECK_THAT(said([&] { return runge_kutta<double>(five, tableaus::gauss(1), HessenbergForm::qv, {}); }),
             StartsWith("base: ") && Contains("needs a method that keeps the constraint"));
  CHECK_THAT(said(set(five, tableaus::gauss(2))), StartsWith("base: ") && Contains("the base has order 4"));
  CHECK_THAT(said(set(five, tableaus::symplectic_euler_1(1))),
             StartsWith("base: ") && Contains("its adjoint is not known"));
  CHECK_THAT(said(set(five, tableaus::radau_ia(2)), set(five, tableaus::radau_ia(2))),
             StartsWith("base: ") && Contains("the base has order 3, and it is not symmetric"));
  const MakeBase<double> euler = set(five, tableaus::symplectic_euler_1(1));
  CHECK_THAT(said(euler, claiming(fit)), StartsWith("base: ") && Contains("its adjoint has order 2"));
  CHECK_THAT(said(euler, but([](auto& t) { t.adaptive = true; })),
             StartsWith("base: ") && Contains("an adaptive method cannot be composed"));
}
