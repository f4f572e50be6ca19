#include <nonholo/problems/gearbox_pendulum.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::gearbox_pendulum() {
  return problem_entry<GearboxPendulum>("gearbox_pendulum");
}
