// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/system/dae_start.hpp>

#include <nonholo/framework/base/decompositions.hpp>
#include <nonholo/framework/base/quad.hpp>
#include <nonholo/framework/system/constraint_projection.hpp>
#include <nonholo/framework/system/regularity.hpp>
#include <nonholo/framework/system/root_branch.hpp>
#include <nonholo/framework/system/start_messages.hpp>

namespace nonholo::detail {

namespace {

template <class Real> class DaeStart {
 public:
  DaeStart(Start<Real>& start, const System<Real>& system, const Real& t)
      : start_(start),
        system_(system),
        t_(t),
        dae_(system.reducible()),
        probe_(make_probe(system)) {}

  std::optional<Violation<Real>> make_consistent() {
    check_vector(start_.q, names_.state, system_.coordinates(), "differential variables");
    if (start_.lambda.size() > 0)
      check_vector(start_.lambda, names_.multiplier, system_.constraints(), "algebraic variables");
    const auto violated = probe_->violated(t_, values(start_.q), {});
    if (violated && start_.consistent != Consistent::assume) project(*violated);
    find_root();
    return start_.consistent == Consistent::assume ? violated : std::nullopt;
  }

 private:
  std::string where() const { return fmt::format("{} = {}, t = {}", names_.state, list(start_.q), decimal(t_)); }

  void project(const Violation<Real>& violated) {
    VectorX<Real> y = start_.q;
    const VectorX<Real> z = start_.lambda.size() > 0 ? start_.lambda : VectorX<Real>::Zero(system_.constraints());
    const bool possible = ConstraintProjection<Real>(*dae_)(*dae_, t_, z, y) && !probe_->violated(t_, values(y), {});
    if (start_.consistent == Consistent::error || !possible)
      throw InconsistentStart(
          names_.state,
          fmt::format("the start is off the constraint: {}[{}] = {:.3g} at {}. {}", names_.constraint,
                      violated.constraint, static_cast<double>(violated.residual), where(),
                      possible ? fmt::format("Along the normals of g, in the Euclidean metric, {} = {} satisfies g = 0",
                                             names_.state, list(y))
                               : "No state that satisfies g = 0 was found along the normals of g"),
          possible);
    start_.q = y;
  }

  /// z next to the one given, which is held against it unless it is a guess.
  void find_root() {
    const VectorX<Real> given = start_.lambda;
    if (start_.lambda.size() == 0) start_.lambda.setZero(system_.constraints());
    const VectorX<Real> guess = start_.lambda;
    const Root found = dae_->find_root(t_, start_.q, start_.lambda);
    if (found != Root::simple || !regular()) refuse_singular(found, guess);
    const bool binding = given.size() > 0 && !start_.lambda_is_guess && start_.consistent == Consistent::error;
    if (!binding || probe_->same_multipliers(t_, values(start_.q), {}, values(given), values(start_.lambda))) return;
    std::string others;
    for (const VectorX<Real>& root : other_roots<Real>(*dae_, t_, start_.q, start_.lambda))
      others += (others.empty() ? "" : ", ") + list(root);
    throw InconsistentStart(
        names_.multiplier,
        fmt::format("{} is off the hidden constraint g_t + g_y f(t, y, z) = 0: y implies {}{}", list(given),
                    list(start_.lambda), others.empty() ? "" : ", the nearest root; other roots found: " + others),
        true);
  }

  HessenbergLinearisation<Real> linearised() const {
    HessenbergLinearisation<Real> linear(dae_->differential(), dae_->algebraic(), dae_->parts());
    dae_->linearise(t_, start_.q, start_.lambda, linear);
    return linear;
  }

  static MatrixX<Real> sum(const std::vector<MatrixX<Real>>& parts) {
    MatrixX<Real> f_z = parts[0];
    for (std::size_t k = 1; k < parts.size(); ++k) f_z += parts[k];
    return f_z;
  }

  static VectorX<double> singular_values(const MatrixX<Real>& A) {
    return nonholo::singular_values(A.template cast<double>());
  }

  /// Whether g_y f_z is, in whatever units: rows of g_y and columns of f_z count with length 1.
  bool regular() const {
    if (system_.constraints() == 0) return true;
    auto linear = linearised();
    MatrixX<Real> f_z = sum(linear.f_z);
    if (!f_z.allFinite() || !linear.g_y.allFinite()) return false;
    linear.g_y.rowwise().normalize();
    f_z.colwise().normalize();
    return singular_values(linear.g_y * f_z).minCoeff() > 16 * epsilon<double>;
  }

  [[noreturn]] void refuse_singular(Root found, const VectorX<Real>& guess) const {
    const auto linear = linearised();
    const MatrixX<Real> f_z = sum(linear.f_z);
    if (!f_z.allFinite() || !linear.g_y.allFinite())
      throw InputError(std::string(names_.state),
                       fmt::format("f, g or one of their derivatives is not finite at {}, {} = {}: give another z as "
                                   "first guess, or another start",
                                   where(), names_.multiplier, list(start_.lambda)));
    const auto g_y = linear.g_y.template cast<double>();
    if (!regularity_of(MatrixX<double>::Identity(g_y.cols(), g_y.cols()), g_y).constraints_are_independent())
      throw InputError(std::string(names_.state),
                       fmt::format("the constraints are dependent at {}: singular values of g_y {}. Leave out the "
                                   "redundant rows of g",
                                   where(), short_list(singular_values(linear.g_y))));
    if (found == Root::multiple || !regular())
      throw InputError(
          std::string(names_.multiplier),
          fmt::format(
              "g_y f_z is singular at {}, {} = {}: its singular values are {}. The constraint does not determine z "
              "there, so the index is not 2: give another z as first guess, another start, or an f that depends on z",
              where(), names_.multiplier, list(start_.lambda), short_list(singular_values(linear.g_y * f_z))));
    throw InputError(
        std::string(names_.multiplier),
        fmt::format(
            "no z with g_t + g_y f(t, y, z) = 0 was found from {} at {}: give another z as first guess, or another y",
            list(guess), where()));
  }

  Start<Real>& start_;
  const System<Real>& system_;
  const Real t_;
  const VariableNames& names_ = system_.names();
  std::unique_ptr<ReducibleHessenberg<Real>> dae_;
  std::unique_ptr<Probe<Real>> probe_;
};

}  // namespace

template <class Real>
std::optional<Violation<Real>> make_consistent_dae(Start<Real>& start, const System<Real>& system, const Real& t) {
  return DaeStart<Real>(start, system, t).make_consistent();
}

#ifndef NONHOLO_EXTENDED  // cmake/library.cmake
template std::optional<Violation<double>> make_consistent_dae(Start<double>&, const System<double>&, const double&);
#else
template std::optional<Violation<quad>> make_consistent_dae(Start<quad>&, const System<quad>&, const quad&);
#endif

}  // namespace nonholo::detail
