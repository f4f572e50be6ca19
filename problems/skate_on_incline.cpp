#include <nonholo/problems/skate_on_incline.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::skate_on_incline() {
  return problem_entry<SkateOnIncline>("skate_on_incline");
}
