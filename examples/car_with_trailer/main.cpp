// Everything that the program nonholo does, with a problem and a method of one's own beside its own.
#include "projected_midpoint.hpp"
#include "trailer.hpp"

#include <nonholo/cli/main.hpp>

int main(int argc, char** argv) {
  return nonholo::main(argc, argv, {nonholo::problem_entry<Trailer>("trailer")}, {projected_midpoint_entry()});
}
