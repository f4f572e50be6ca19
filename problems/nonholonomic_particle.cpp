#include <nonholo/problems/nonholonomic_particle.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::nonholonomic_particle() {
  return problem_entry<NonholonomicParticle>("nonholonomic_particle");
}
