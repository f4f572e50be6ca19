// Structs that are no systems, with what the compiler has to say about each and nothing else (scripts/check_refused).
// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/system.hpp>

using nonholo::Matrix, nonholo::Vector, nonholo::Point;

/// A mechanical system of three coordinates and one constraint: the structs below each spoil one thing.
struct Good {
  static constexpr int n = 3, m = 1;
  template <class S> using Q = Vector<S, 3>;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Q<S>&) const;
  template <class S> S potential(const Q<S>&) const;
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Q<S>&) const;
};
static_assert(nonholo::MechanicalSystem<Good>);

struct GoodDae {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>&, const Vector<S, 1>&) const;
  template <class S> Vector<S, 1> g(const S&, const Vector<S, 2>&) const;
};
static_assert(nonholo::HessenbergDae<GoodDae>);

struct GoodSkew {
  static constexpr int nzeta = 2;
  template <class S> S hamiltonian(const Vector<S, 2>&) const;
  template <class S> Matrix<S, 2, 2> structure(const Vector<S, 2>&) const;
};
static_assert(nonholo::SkewGradientSystem<GoodSkew>);

/// What is optional is good where it fits: with the time, diagonal, by hand.
struct AllOfIt : Good {
  static constexpr bool constant_mass = true;
  template <class S> auto mass_matrix(const S&, const Q<S>&) const { return Eigen::DiagonalMatrix<S, 3>(); }
  template <class S> Vector<S, 1> constraint_offset(const S&, const Q<S>&) const;
  template <class S> Q<S> force(const S&, const Q<S>&, const Q<S>&) const;
  template <class S> Q<S> potential_gradient(const Q<S>&) const;
  template <class S> Matrix<S, 3, 2> adapted_basis(const Q<S>&) const;
  Point<double, 3> exact_solution(double, const Q<double>&, const Q<double>&) const;
};
static_assert(nonholo::MechanicalSystem<AllOfIt>);

// says: a mechanical system says  static constexpr int n
struct Empty {};

// says: a mechanical system says  static constexpr int n
struct SizesAreMembers : Good {
  int n = 3, m = 1;
};

// says: a mechanical system says  static constexpr int n
struct MoreConstraintsThanCoordinates : Good {
  static constexpr int m = 4;
};

// says: a dynamic n is told by  Eigen::Index coordinates() const
struct TellsNoSize {
  static constexpr int n = nonholo::dynamic, m = 1;
  template <class S> using Q = nonholo::VectorX<S>;
  template <class S> nonholo::MatrixX<S> mass_matrix(const Q<S>&) const;
  template <class S> S potential(const Q<S>&) const;
  template <class S> Matrix<S, 1, n> constraint_matrix(const Q<S>&) const;
};

// says: 'constant_mass' is no constant. Wanted:  static constexpr bool
struct ConstantMassIsMember : Good {
  bool constant_mass = true;
};

// says: 'mass_matrix' is no template, so it cannot be differentiated. Wanted:  template <class S> Matrix<S, n, n>
struct MassIsNoTemplate : Good {
  Eigen::Matrix3d mass_matrix(const Eigen::Vector3d&) const;
};

// says: 'mass_matrix' gives a result of another size or type
struct MassOfAnotherSize : Good {
  template <class S> Matrix<S, 2, 2> mass_matrix(const Q<S>&) const;
};

// says: 'potential' is there and cannot be called
struct PotentialIsNotConst : Good {
  template <class S> S potential(const Q<S>&);
};

// says: 'potential' gives a result of another size or type. Wanted:  template <class S> S potential
struct PotentialIsVector : Good {
  template <class S> Q<S> potential(const Q<S>&) const;
};

// says: there is no 'constraint_matrix'. Wanted:  template <class S> Matrix<S, m, n> constraint_matrix
struct Misspelt {
  static constexpr int n = 3, m = 1;
  template <class S> Matrix<S, 3, 3> mass_matrix(const Vector<S, 3>&) const;
  template <class S> S potential(const Vector<S, 3>&) const;
  template <class S> Matrix<S, 1, 3> constrain_matrix(const Vector<S, 3>&) const;
};

// says: 'constraint_matrix' gives a result of another size or type
struct ConstraintOfAnotherShape : Good {
  template <class S> Matrix<S, 3, 1> constraint_matrix(const Q<S>&) const;
};

// says: 'constraint_matrix' gives a result of another size or type
struct WrongM : Good {
  static constexpr int m = 2;
};

// says: 'mass_matrix' is there and cannot be called
// says: 'potential' is there and cannot be called
// says: 'constraint_matrix' is there and cannot be called
struct WrongN : Good {
  static constexpr int n = 4;
};

// says: 'constraint_matrix' is there and cannot be called: other arguments, vectors of another length, not const or
class Private : public Good {
  template <class S> Matrix<S, 1, 3> constraint_matrix(const Q<S>&) const;
};

// says: 'force' is there and cannot be called
struct ForceWithoutTime : Good {
  template <class S> Q<S> force(const Q<S>&, const Q<S>&) const;
};

// says: 'force' is no template
struct ForceIsNoTemplate : Good {
  Eigen::Vector3d force(double, const Eigen::Vector3d&, const Eigen::Vector3d&) const;
};

// says: 'force' is no template
struct ForceIsVariable : Good {
  double force = 1;
};

// says: 'force' gives a result of another size or type
struct ForceOfOneNumber : Good {
  template <class S> S force(const S&, const Q<S>&, const Q<S>&) const;
};

// says: 'forces' is no member that is looked for: 'force' is
struct Forces : Good {
  template <class S> Q<S> forces(const S&, const Q<S>&, const Q<S>&) const;
};

// says: 'constraint_offset' is there and cannot be called
struct OffsetWithoutTime : Good {
  template <class S> Vector<S, 1> constraint_offset(const Q<S>&) const;
};

// says: 'potential_gradient' gives a result of another size or type
struct GradientIsRow : Good {
  template <class S> Matrix<S, 1, 3> potential_gradient(const Q<S>&) const;
};

// says: 'adapted_basis' gives a result of another size or type. Wanted:  template <class S> Matrix<S, n, n - m>
struct BasisOfEverything : Good {
  template <class S> Matrix<S, 3, 3> adapted_basis(const Q<S>&) const;
};

// says: 'exact_solution' is there and does not fit. Wanted:  Point<double, n> exact_solution(double t
struct SolutionWithoutVelocity : Good {
  Point<double, 3> exact_solution(double, const Q<double>&) const;
};

// says: 'exact_soluton' is no member that is looked for: 'exact_solution' is
struct Soluton : Good {
  Point<double, 3> exact_soluton(double, const Q<double>&, const Q<double>&) const;
};

// says: a DAE in Hessenberg form says  static constexpr int ny
struct SixParts : GoodDae {
  static constexpr int parts = 6;
};

// says: a dynamic ny is told by  Eigen::Index differential() const
struct UnsaidDaeSizes {
  static constexpr int ny = nonholo::dynamic, nz = 1, parts = 1;
  template <class S>
  Vector<S, nonholo::dynamic> f(int, const S&, const Vector<S, nonholo::dynamic>&, const Vector<S, 1>&) const;
  template <class S> Vector<S, 1> g(const S&, const Vector<S, nonholo::dynamic>&) const;
};

// says: 'f' is there and cannot be called
struct PartsWithoutTime : GoodDae {
  template <class S> Vector<S, 2> f(int, const Vector<S, 2>&, const Vector<S, 1>&) const;
};

// says: there is no 'g'. Wanted:  template <class S> Vector<S, nz> g(const S& t
struct NoConstraint {
  static constexpr int ny = 2, nz = 1, parts = 1;
  template <class S> Vector<S, 2> f(int, const S&, const Vector<S, 2>&, const Vector<S, 1>&) const;
};

// says: 'exact_solution' is there and does not fit. Wanted:  std::pair<Vector<double, ny>, Vector<double, nz>>
struct SolutionWithoutZ : GoodDae {
  Vector<double, 2> exact_solution(double, const Vector<double, 2>&) const;
};

// says: a skew-gradient system says  static constexpr int nzeta
struct NoSize : GoodSkew {
  static constexpr int nzeta = 0;
};

// says: 'hamiltonian' is no template
struct EnergyInDouble : GoodSkew {
  double hamiltonian(const Vector<double, 2>&) const;
};

// says: 'structure' gives a result of another size or type
struct StructureIsVector : GoodSkew {
  template <class S> Vector<S, 2> structure(const Vector<S, 2>&) const;
};

// says: 'exact_solution' is there and does not fit. Wanted:  Vector<double, nzeta> exact_solution(double t
struct SolutionFromTime : GoodSkew {
  Vector<double, 2> exact_solution(double) const;
};

struct GoodLagrangian {
  static constexpr int n = 3, m = 1;
  template <class S> using Q = Vector<S, 3>;
  template <class S> S lagrangian(const S&, const Q<S>&, const Q<S>&) const;
  template <class S> Vector<S, 1> constraint(const S&, const Q<S>&, const Q<S>&) const;
};
static_assert(nonholo::LagrangianSystem<GoodLagrangian> && !nonholo::MechanicalSystem<GoodLagrangian>);
static_assert(!nonholo::LagrangianSystem<Good>);

struct AllOfALagrangian : GoodLagrangian {
  static constexpr bool constant_mass = true, linear_constraint = true, natural = true;
  template <class S> Q<S> force(const S&, const Q<S>&, const Q<S>&) const;
  template <class S> Q<S> reaction(const S&, const Q<S>&, const Q<S>&, const Vector<S, 1>&) const;
  Point<double, 3> exact_solution(double, const Q<double>&, const Q<double>&) const;
};
static_assert(nonholo::LagrangianSystem<AllOfALagrangian>);

struct ReactionByMatrix : GoodLagrangian {
  template <class S> Matrix<S, 3, 1> reaction(const S&, const Q<S>&, const Q<S>&) const;
};
static_assert(nonholo::LagrangianSystem<ReactionByMatrix>);

// says: a Lagrangian system says  static constexpr int n
struct LagrangianOfAnySize : GoodLagrangian {
  static constexpr int n = nonholo::dynamic;
};

// says: a system has a 'lagrangian' or what a mechanical one has
struct LagrangianWithMass : GoodLagrangian {
  template <class S> Matrix<S, 3, 3> mass_matrix(const Q<S>&) const;
};

// says: 'lagrangian' is there and cannot be called
struct LagrangianWithoutTime {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const Vector<S, 3>&, const Vector<S, 3>&) const;
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const;
};

// says: there is no 'constraint'
struct LagrangianAlone {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const;
};

// says: there is no 'lagrangian'
struct ConstraintAlone {
  static constexpr int n = 3, m = 1;
  template <class S> Vector<S, 1> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const;
};

// says: 'constraint' gives a result of another size or type
struct ConstraintOfAnotherSize {
  static constexpr int n = 3, m = 1;
  template <class S> S lagrangian(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const;
  template <class S> Vector<S, 2> constraint(const S&, const Vector<S, 3>&, const Vector<S, 3>&) const;
};

// says: 'reaction' gives a result of another size or type
struct ReactionOfAnotherSize : GoodLagrangian {
  template <class S> Vector<S, 2> reaction(const S&, const Q<S>&, const Q<S>&, const Vector<S, 1>&) const;
};

// says: 'constant_mass', 'linear_constraint', 'natural' or 'conservative' is no constant
struct NaturalIsMember : GoodLagrangian {
  bool natural = true;
};

// says: 'holonomic' and 'position_constraint' belong together
struct OnPositions : GoodLagrangian {
  template <class S> Vector<S, 1> position_constraint(const S&, const Q<S>&) const;
};

// says: 'holonomic', the number of constraints on positions, is a constant
struct TooManyOnPositions : GoodLagrangian {
  static constexpr int holonomic = 3;
  template <class S> Vector<S, 3> position_constraint(const Q<S>&) const;
};

// says: 'position_constraint' gives a result of another size or type
struct PositionsOfAnotherSize : GoodLagrangian {
  static constexpr int holonomic = 1;
  template <class S> Vector<S, 2> position_constraint(const Q<S>&) const;
};

// says: 'position_constraints' is no member that is looked for: 'position_constraint' is
struct PositionConstraints : GoodLagrangian {
  template <class S> Vector<S, 1> position_constraints(const Q<S>&) const;
};

template <class... P> void use(const P&... p) { (nonholo::System<double>(p), ...); }
template void use(const Empty&, const SizesAreMembers&, const MoreConstraintsThanCoordinates&, const TellsNoSize&,
                  const ConstantMassIsMember&, const MassIsNoTemplate&, const MassOfAnotherSize&,
                  const PotentialIsNotConst&, const PotentialIsVector&, const Misspelt&,
                  const ConstraintOfAnotherShape&, const WrongM&, const WrongN&, const Private&,
                  const ForceWithoutTime&, const ForceIsNoTemplate&, const ForceIsVariable&, const ForceOfOneNumber&,
                  const Forces&, const OffsetWithoutTime&, const GradientIsRow&, const BasisOfEverything&,
                  const SolutionWithoutVelocity&, const Soluton&, const SixParts&, const UnsaidDaeSizes&,
                  const PartsWithoutTime&, const NoConstraint&, const SolutionWithoutZ&, const NoSize&,
                  const EnergyInDouble&, const StructureIsVector&, const SolutionFromTime&, const LagrangianOfAnySize&,
                  const LagrangianWithMass&, const LagrangianWithoutTime&, const LagrangianAlone&,
                  const ConstraintAlone&, const ConstraintOfAnotherSize&, const ReactionOfAnotherSize&,
                  const NaturalIsMember&, const OnPositions&, const TooManyOnPositions&, const PositionsOfAnotherSize&,
                  const PositionConstraints&);
