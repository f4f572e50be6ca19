#include <nonholo/problems/vertical_rolling_disk.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::vertical_rolling_disk() {
  return problem_entry<VerticalRollingDisk>("vertical_rolling_disk");
}
