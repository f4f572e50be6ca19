// Mechanical systems as text with everything that a Lagrangian may have: the same face as the same system in C++, its
// reaction that is not ideal too.
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/text_system.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/start.hpp>

#include "catch.hpp"
#include "toy_lagrangians.hpp"

#include <string>
#include <vector>

using namespace nonholo;
using namespace nonholo::test;
using Catch::Matchers::Contains;

namespace {

/// Wild of toy_lagrangians.hpp.
TextSystem wild_text() {
  return {.coordinates = {"x", "y", "z"},
          .parameters = {},
          .define = {{"square", "vx^2 + (2 + sin(y))*vy^2 + vz^2"}},
          .lagrangian = "sqrt(3 + square)*(4 + cos(t)) + z*vx - exp(-x*y) + vy*vz/5*x + atan2(x, 2 + z)*vz - pow(z, 2)",
          .constraints = {"vz^2 - vx^2*(1 + sin(y)) - vy*t - x*z"},
          .force = {"-vx^3", "t*vy*x", "y*vz"},
          .reaction = {"lambda1*vx", "sin(lambda_1)*y - t", "lambda1*(2 + vz*x)"}};
}

/// Everything that the face of a system says at one point, one after the other.
template <class Real> VectorX<Real> face_values(const System<Real>& system) {
  std::vector<Real> all;
  const auto add = [&all](const auto& more) {
    for (Eigen::Index i = 0; i < more.rows(); ++i)
      for (Eigen::Index j = 0; j < more.cols(); ++j) all.push_back(more(i, j));
  };
  system.visit([&]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) {
    const Real t = Real(3) / 10;
    Vector<Real, n> q(3), v(3), a(3), r(3), F(3);
    q << Real(1) / 5, Real(7) / 10, Real(-1) / 3;
    v << Real(4) / 5, Real(-1) / 4, Real(1) / 2;
    a << Real(1) / 7, Real(2) / 7, Real(-5) / 7;
    const Vector<Real, m> lambda = Vector<Real, m>::Constant(1, Real(6) / 5);
    Block<Real, n, m> block(3, 1);
    dynamics->evaluate(t, q, v, block);
    add(block.p), add(block.f), add(block.k), add(block.K), add(block.p_v);
    dynamics->external_force(t, q, v, F);
    add(F);
    Linearisation<Real, n, m> linear(3, 1);
    dynamics->linearise(t, q, v, lambda, linear);
    add(linear.p_q), add(linear.p_v), add(linear.f_q), add(linear.f_v), add(linear.reaction_q);
    add(linear.reaction_v), add(linear.k_q), add(linear.K), add(linear.reaction_lambda);
    StepStart<Real, n, m> start(3, 1, true);
    dynamics->begin_step(t, q, v, start);
    add(start.p), add(start.k_q), add(start.p_q), add(start.f_v);
    if (!dynamics->traits().ideal) {
      Matrix<Real, n, m> r_lambda(3, 1);
      dynamics->reaction(t, q, v, lambda, r, r_lambda);
      add(r), add(r_lambda);
    }
    Rates<Real, n, m> rates(3, 1);
    dynamics->rates(t, q, v, a, rates);
    add(rates.p_dot), add(rates.k_dot);
    RatesLinearisation<Real, n, m> slopes(3, 1);
    dynamics->linearise_rates(t, q, v, a, slopes);
    add(slopes.p_dot_q), add(slopes.p_dot_v), add(slopes.k_dot_q), add(slopes.k_dot_v);
    all.push_back(dynamics->energy(t, q, v));
    all.push_back(dynamics->lagrangian_rate(t, q, v));
  });
  return vector_of(all);
}

template <class Real> void holds_same(const TextSystem& text, const System<Real>& known) {
  const System<Real> system = problem_entry(text).make<Real>({});
  CHECK(system.traits().ideal == known.traits().ideal);
  CHECK_FALSE(system.traits().natural);
  CHECK_FALSE(system.traits().conservative);
  CHECK_FALSE(system.traits().linear_constraint);
  const VectorX<Real> x = face_values(system), y = face_values(known);
  REQUIRE(x.size() == y.size());
  CHECK((x - y).cwiseAbs().maxCoeff() < 200 * epsilon<Real>);
}

std::string told(TextSystem text) {
  try {
    problem_entry(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "is taken";
}

}  // namespace

TEST_CASE("A Lagrangian as text with a reaction of its own has the face of the same system in C++") {
  holds_same<double>(wild_text(), System<double>(Wild{}));
  holds_same<quad>(wild_text(), System<quad>(Wild{}));
  TextSystem ideal = wild_text();
  ideal.reaction = ideal.force = {};
  holds_same<double>(ideal, System<double>(WildIdeal{}));
  holds_same<quad>(ideal, System<quad>(WildIdeal{}));
}

TEST_CASE("A reaction as text that equals the ideal one has its values, but not the trait ideal") {
  TextSystem text{.coordinates = {"x", "y"},
                  .parameters = {},
                  .lagrangian = "(vx^2 + vy^2)/2 - y",
                  .constraints = {"vx*x + vy"},
                  .reaction = {"x*lambda1", "lambda1"}};
  CHECK_FALSE(problem_entry(text).make({}).traits().ideal);
  text.reaction = {};
  CHECK(problem_entry(text).make({}).traits().ideal);
  CHECK(problem_entry(text).make({}).traits().conservative);
}

TEST_CASE("What is wrong in a reaction or in names by define is told") {
  TextSystem text = wild_text();
  text.reaction = {"lambda1", "0"};
  CHECK_THAT(told(text), Contains("reaction: has 2 entries; there are 3 coordinates"));
  text.reaction = {"vx", "0", "1"};
  CHECK_THAT(told(text), Contains("contains no lambda1"));
  text.reaction = {"lambda2", "0", "1"};
  CHECK_THAT(told(text), Contains("reaction[0]: character 1: unknown name 'lambda2'") && Contains("'lambda1'"));
  text.constraints = {};
  CHECK_THAT(told(text), Contains("needs constraints"));
  text = wild_text();
  text.parameters = {{"lambda1", "3"}};
  CHECK_THAT(told(text), Contains("'lambda1', which is a parameter"));
  text.parameters = {};
  text.force[0] = "lambda1";
  CHECK_THAT(told(text), Contains("force[0]: character 1: unknown name 'lambda1'"));
  text = wild_text();
  text.define = {{"x", "3"}};
  CHECK_THAT(told(text), Contains("define.x: 'x' is already a coordinate"));
  text.define = {{"square", "cube"}, {"cube", "x^3"}};
  CHECK_THAT(told(text), Contains("define.square: character 1: unknown name 'cube'"));
}

TEST_CASE("A start whose position is off by the rounding of its terms is accepted, and no start beyond it") {
  // Nothing tells by q how large the terms are: 0.1 + 0.2 - 0.3 is 5.6e-17 in double, and 0 in quad.
  const TextSystem text{.coordinates = {"x", "y"},
                        .parameters = {},
                        .lagrangian = "vx^2/2 + vy^2/2",
                        .holonomic = {"0.1*cos(x) + 0.2*cos(y) + sin(x) - 0.3"}};
  const System<double> system = problem_entry(text).make({});
  const auto start = [](double x) { return Start<double>{.q = Eigen::Vector2d(x, 0), .v = Eigen::Vector2d(0, 0)}; };
  for (const double x : {0.0, 1e-17, -1e-16}) CHECK(checked(start(x), system, 0.0).q[0] == x);
  CHECK_THROWS_AS(checked(start(1e-14), system, 0.0), InconsistentStart);
}

TEST_CASE("Constraints on positions as text come first, with their derivative in time, and say what does not fit") {
  const TextSystem text{.coordinates = {"x", "y", "z"},
                        .parameters = {},
                        .lagrangian = "(vx^2 + vy^2 + vz^2)/2 - z",
                        .constraints = {"vx - y*vz"},
                        .holonomic = {"z - t*x*y"}};
  const System<double> system = problem_entry(text).make({});
  CHECK(system.constraints() == 2);
  CHECK(system.traits().holonomic == 1);
  CHECK_FALSE(system.traits().conservative);  // it moves
  system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<double, n, m>>& dynamics) {
    const VectorX<double> place = Eigen::Vector3d(2, 3, 5), speed = Eigen::Vector3d(7, 11, 13);
    const Vector<double, n> q = place, v = speed;
    Vector<double, m> k(2), g(2);
    Matrix<double, m, n> K(2, 3);
    dynamics->position_constraint(0.5, q, g);
    CHECK(g[0] == 5 - 0.5 * 6);
    CHECK(g[1] == 0);
    dynamics->constraint(0.5, q, v, k, K);
    CHECK(k[0] == Approx(13 - 6 - 0.5 * (7 * 3 + 2 * 11)));
    CHECK(k[1] == 7 - 3 * 13);
    CHECK(K(0, 0) == Approx(-1.5));
  });
  const auto told = [&text](std::vector<std::string> holonomic) {
    TextSystem wrong = text;
    wrong.holonomic = std::move(holonomic);
    try {
      problem_entry(wrong);
    } catch (const InputError& error) {
      return error.key() + ": " + error.message();
    }
    return std::string("accepted");
  };
  CHECK_THAT(told({"z - vx"}), Contains("holonomic[0]: 'z - vx' contains a velocity: write it in constraints"));
  CHECK_THAT(told({"t - 1"}), Contains("holonomic[0]: 't - 1' contains no coordinate"));
  CHECK_THAT(told(std::vector<std::string>(101, "x")), Contains("constraints: has 102 entries"));
}

TEST_CASE("a matrix as text is symmetric, or skew, in value and not in letters") {
  TextSystem mass{.coordinates = {"x", "y"},
                  .parameters = {{"c", "2"}},
                  .mass_matrix = {{"9", "c*(x + y) + 1"}, {"1 + y*c + x*c", "9"}}};
  CHECK(problem_entry(mass).n == 2);
  mass.mass_matrix[1][0] = "1 + y*c + x";
  CHECK_THROWS_AS(problem_entry(mass), InputError);
  mass.mass_matrix[1][0] = "1 + y*c + x*c + max(0, x - 5)";  // far out
  CHECK_THROWS_AS(problem_entry(mass), InputError);
  mass.mass_matrix[0][1] = "sin(x + y)", mass.mass_matrix[1][0] = "sin(x)*cos(y) + cos(x)*sin(y)";
  CHECK(problem_entry(mass).n == 2);
  for (const std::string x : {"x", "y", "(x + y)"}) {  // of which the former has no digits where x is small
    mass.mass_matrix[0][1] = "1 - cos(" + x + ")", mass.mass_matrix[1][0] = "2*sin(" + x + "/2)^2";
    CHECK(problem_entry(mass).n == 2);
  }
  mass.mass_matrix[0][0] = "10 + 4/x^12";  // large near the origin, which says nothing of the rest
  mass.mass_matrix[0][1] = "1/x^6", mass.mass_matrix[1][0] = "1/x^6 + 0.5*x";
  CHECK_THROWS_AS(problem_entry(mass), InputError);
  TextSkewGradient skew{.zeta = {"a", "b"}, .hamiltonian = "a^2 + b^2", .structure = {{"0", "2*a"}, {"-2*a", "0"}}};
  CHECK(problem_entry(skew).n == 2);
  skew.structure[0][1] = "a - b + 1", skew.structure[1][0] = "b - a - 1";
  CHECK(problem_entry(skew).n == 2);
  skew.structure[1][0] = "b - a - 1.001";
  CHECK_THROWS_AS(problem_entry(skew), InputError);
}

TEST_CASE("terms in the sign of a velocity are no part of a natural or a linear system") {
  const auto traits = [](const std::string& more, const std::string& constraint) {
    return problem_entry(TextSystem{.coordinates = {"x", "y"},
                                    .lagrangian = "(vx^2 + vy^2)/2 - y^2/2" + more,
                                    .constraints = {constraint}})
        .make<double>({})
        .traits();
  };
  CHECK(traits("", "vy + y*vx").natural);
  CHECK_FALSE(traits(" + 0.2*y*abs(vx)", "vy + y*vx").natural);
  CHECK_FALSE(traits(" + max(0, vx)*y", "vy + y*vx").natural);
  CHECK(traits(" + abs(y)", "vy + y*vx*sign(x)").natural);
  CHECK(traits("", "vy + y*vx*sign(x)").linear_constraint);
  CHECK_FALSE(traits("", "vy + 0.3*y*sign(vx)").linear_constraint);
  CHECK_FALSE(traits("", "vy + 0.3*y*sign(vx)").conservative);
}

TEST_CASE("a potential with a term of t alone moves no body, but the energy: no conservative system") {
  const auto conservative = [](const std::string& potential) {
    return problem_entry(TextSystem{.coordinates = {"x"}, .lagrangian = "vx^2/2 - (" + potential + ")"})
        .make({})
        .traits()
        .conservative;
  };
  CHECK(conservative("x^2/2"));
  CHECK_FALSE(conservative("x^2/2 + sin(t)"));
}

TEST_CASE("parameters cannot have the names t0 and t_end") {
  for (const char* name : {"t0", "t_end"})
    CHECK_THROWS_AS(
        problem_entry(TextSystem{.coordinates = {"x"}, .parameters = {{name, "1"}}, .lagrangian = "vx^2/2"}),
        InputError);
}
