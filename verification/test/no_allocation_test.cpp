// A step allocates nothing, whatever the method: counted by standing in front of malloc. (Sanitizers have their own
// malloc; there the steps run without being counted.)
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/run/integrate.hpp>
#include <nonholo/methods/tableaus/tableaus.hpp>
#include <nonholo/problems/catalogue.hpp>
#include <nonholo/verification/catalogue.hpp>
#include <nonholo/verification/method_choice.hpp>

#include <nonholo/problems/test/text_problems.hpp>

#include "catch.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {
std::atomic<long> allocations = 0;
}

#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
constexpr bool counted = true;
extern "C" {
void* __libc_malloc(std::size_t size);
void* __libc_calloc(std::size_t count, std::size_t size);
void* __libc_realloc(void* block, std::size_t size);
void* __libc_memalign(std::size_t alignment, std::size_t size);
void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
void* calloc(std::size_t count, std::size_t size) {
  ++allocations;
  return __libc_calloc(count, size);
}
void* realloc(void* block, std::size_t size) {
  ++allocations;
  return __libc_realloc(block, size);
}
void* aligned_alloc(std::size_t alignment, std::size_t size) {
  ++allocations;
  return __libc_memalign(alignment, size);
}
}
#else
constexpr bool counted = false;
#endif

using namespace nonholo;

namespace {

/// n = 4, m = 1 has no size class of its own: the engines run it in the dynamic one.
struct Unlisted {
  static constexpr int n = 4, m = 1;
  template <class S> Matrix<S, 4, 4> mass_matrix(const Vector<S, 4>& q) const {
    using std::cos;
    Matrix<S, 4, 4> M = Matrix<S, 4, 4>::Identity() * S(2);
    M(0, 1) = M(1, 0) = 0.5 * cos(q[2]);
    return M;
  }
  template <class S> S potential(const Vector<S, 4>& q) const { return q[0] * q[0] + q[3] * q[3]; }
  template <class S> Matrix<S, 1, 4> constraint_matrix(const Vector<S, 4>& q) const { return {S(1), q[2], S(0), q[3]}; }
};

/// The same with a basis, and members that are not called with four numbers in one.
struct OneByOne : Unlisted {
  static constexpr bool packs = false;
  template <class S> Matrix<S, 4, 3> adapted_basis(const Vector<S, 4>& q) const {
    Matrix<S, 4, 3> X;
    X << -q[2], S(0), -q[3], S(1), S(0), S(0), S(0), S(1), S(0), S(0), S(0), S(1);
    return X;
  }
};

struct Case {
  System<double> system;
  Start<double> start;
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (problem.kind != SystemKind::mechanical) continue;
    const Setup<double>& setup = problem.setups.back();
    all.push_back({problem.make({}, setup.name),
                   {.q = Eigen::Map<const VectorX<double>>(setup.q.data(), problem.n),
                    .v = Eigen::Map<const VectorX<double>>(setup.v.data(), problem.n)}});
  }
  Start<double> start{.q = Eigen::Vector4d(0.1, 0.2, 0.3, 0.4),
                      .v = Eigen::Vector4d(0.3, 0.5, 0.2, -0.1),
                      .consistent = Consistent::project};
  all.push_back({System<double>{Unlisted{}}, start});
  all.push_back({System<double>{OneByOne{}}, start});
  const Setup<double> rotating = problem_catalogue().at("chaplygin_sleigh").setup("rotating");
  all.push_back({test::written("chaplygin_sleigh").entry().make({}), start_of(rotating)});
  return all;
}

/// Allocations during steps 5 ... 24: whatever a library sets up in its first steps is not part of a step.
/// None where an energy method refuses the start, which something drives.
long allocations_per_run(Integrator<double>& integrator, const Case& on) try {
  long before = 0, after = 0;
  const bool adaptive = integrator.traits().adaptive;
  const auto span = adaptive ? TimeSpan<double>::adaptive(0, 20) : TimeSpan<double>::fixed(0, 0.002, 24);
  const Summary summary = integrate(integrator, on.start, span, [&](const Observation<double>& seen) {
    if (seen.step == 4) before = allocations;
    after = allocations;
  });
  if (summary.outcome == Outcome::not_conservative) return 0;  // an energy method, on what is driven
  REQUIRE(summary.outcome == Outcome::success);
  REQUIRE((adaptive || summary.steps == 24));  // where their error estimate vanishes, adaptive methods take few steps
  return after - before;
} catch (const UnsuitableSystem&) {
  return 0;
}

/// Nothing where the system is refused: the method is not for it, or its base is symmetric on others alone.
std::unique_ptr<Integrator<double>> made_where_meant(const MethodChoice& variant, const System<double>& system) try {
  return variant.make_where_meant(system);
} catch (const InputError& error) {
  if (error.key() != "base") throw;
  return nullptr;
}

void check(const MethodChoice& variant) {
  for (const Case& on : cases()) {
    INFO(variant.label() << " on n = " << on.system.coordinates());
    if (const auto integrator = made_where_meant(variant, on.system)) CHECK(allocations_per_run(*integrator, on) == 0);
  }
}

void check(const MethodEntry& method, const MethodOptions& options) { check(MethodChoice{&method, options}); }

}  // namespace

TEST_CASE("the guard sees an allocation") {
  const long before = allocations;
  const auto block = std::make_unique<VectorX<double>>(1000);
  CHECK((allocations > before || !counted));
  CHECK(block->size() == 1000);
}

TEST_CASE("a step of any method, and of any baseline, allocates nothing") {
  for (const MethodEntry& method : method_catalogue())
    for (const auto& choices : {trials_of(method), variants_of(method)})
      for (const MethodChoice& choice : choices) check(choice);
}

TEST_CASE("a SPARK step allocates nothing, for any tableau, with the frozen and with the exact Jacobian") {
  for (const TableauFamily& family : tableau_catalogue())
    for (const long stages : {1L, 2L, 3L, 5L})
      for (const char* jacobian : {"auto", "exact"}) {
        if (stages < family.min_stages || stages > family.max_stages || !family(stages).determines_multipliers())
          continue;
        MethodOptions options;
        options.set("tableau", std::string(family.name));
        options.set("stages", stages);
        options.set("jacobian", jacobian);
        INFO(family.name << " " << stages << " " << jacobian);
        check(method_catalogue().at("spark"), options);
      }
}

TEST_CASE("a step on a DAE allocates nothing") {
  for (const ProblemEntry& problem : problem_catalogue()) {
    if (problem.kind != SystemKind::dae) continue;
    const System<double> system = problem.make<double>({});
    for (const char* name : {"spark", "runge_kutta", "symplectic_euler_1", "symplectic_euler_2"}) {
      const MethodEntry& method = method_catalogue().at(name);
      MethodOptions options;
      if (method.needs("tableau")) options = {{"tableau", std::string("radau_iia")}, {"stages", 2L}};
      const auto integrator = method.make_where_meant(system, options);
      if (!integrator) continue;
      INFO(problem.name << ", " << name);
      CHECK(allocations_per_run(*integrator, {system, start_of(problem.setups.back())}) == 0);
    }
  }
}

TEST_CASE("a step in Hessenberg form allocates nothing, SPARK and standard, in (q, v) and in (q, p)") {
  for (const char* method : {"spark", "runge_kutta"})
    for (const char* formulation : {"hessenberg_qv", "hessenberg_qp"}) {
      MethodOptions options;
      options.set("tableau", "radau_iia");
      options.set("stages", 2L);
      options.set("formulation", formulation);
      INFO(method << " " << formulation);
      check(method_catalogue().at(method), options);
    }
}

TEST_CASE("another solver allocates nothing in a step either") {
  for (const SolverEntry& solver : solvers()) {
    MethodOptions options;
    options.set("tableau", "gauss");
    options.set("stages", 2L);
    options.set("solver", std::string(solver.name));
    options.set("solver_tolerance", 1e-9);
    INFO(solver.name);
    check(method_catalogue().at("spark"), options);
  }
}
