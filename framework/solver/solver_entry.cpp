#include <nonholo/framework/solver/solver_entry.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/solver/simplified_newton.hpp>

namespace nonholo {

std::vector<SolverEntry> framework_solvers() {
  const auto nothing = [](auto&) {};
  const auto loose = [](auto& options) { use_simplified_newton(options); };
  return {
      {"native",
       "frozen structured Jacobian, exact one when that contracts poorly; to round-off",
       {nothing, nothing, nothing},
       {}},
      {"simplified_newton",
       "Hilden's loose solver, to show the drift that it makes",
       {loose, loose, loose},
       {"hilden2009", "jay2000"}},
  };
}

}  // namespace nonholo
