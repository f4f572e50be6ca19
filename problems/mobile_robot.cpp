#include <nonholo/problems/mobile_robot.hpp>

#include <nonholo/framework/base/quad.hpp>
#include <nonholo/problems/entries.hpp>

nonholo::ProblemEntry nonholo::problems::mobile_robot() { return problem_entry<MobileRobot>("mobile_robot"); }
