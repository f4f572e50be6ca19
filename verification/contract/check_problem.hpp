// Checks that a problem is what it says: run them on your own in one line,
//
//   std::puts(nonholo::check_problem(nonholo::problem_entry<MyProblem>("my_problem")).text().c_str());    with about()
//   std::puts(nonholo::check_problem(nonholo::System(MyProblem{}), start).text().c_str());                without
//
// At the start, at states along the flow and at random consistent states near them:
//
//   values are finite; M is symmetric positive definite; A has full row rank; constant_mass is true if claimed every
//   derivative that methods use (of M, V, A, b, F; by automatic differentiation or by hand) agrees with differences the
//   adapted basis X, where there is one, has independent columns with A X = 0; its derivatives agree with differences
//   the energy (where nothing does work) and every named invariant have rate zero along the flow the exact solution,
//   where there is one, starts where it should, keeps the constraint and satisfies the equations of motion of a DAE in
//   Hessenberg form: g_y f_z is regular at the start; the exact solution as above of a skew-gradient system: Pi is
//   skew; derivatives, energy, invariants and the exact solution as above
//
// With about(): parameters have their defaults in range and refuse values outside, setups start on the constraint.
#pragma once

#include <nonholo/framework/system/problem_entry.hpp>
#include <nonholo/framework/system/start.hpp>
#include <nonholo/verification/contract/report.hpp>

namespace nonholo {

/// Nothing is thrown for a bad problem: what is wrong with it is in the report.
ContractReport check_problem(const System<double>& system, const Start<double>& start,
                             const std::string& subject = "problem");

/// Every setup of the entry, and its parameters.
ContractReport check_problem(const ProblemEntry& entry);

}  // namespace nonholo
