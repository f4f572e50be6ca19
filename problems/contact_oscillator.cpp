#include <nonholo/problems/contact_oscillator.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::contact_oscillator() {
  return problem_entry<ContactOscillator>("contact_oscillator");
}
