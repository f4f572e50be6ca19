#include <nonholo/problems/chaplygin_sleigh.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::chaplygin_sleigh() {
  return problem_entry<ChaplyginSleigh>("chaplygin_sleigh");
}
