#include <nonholo/problems/mclachlan_perlmutter_particles.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::mclachlan_perlmutter_particles() {
  return problem_entry<AnyNumberOfParticles>("mclachlan_perlmutter_particles");
}
