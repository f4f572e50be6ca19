#include <nonholo/framework/tableau.hpp>

#include <nonholo/framework/error.hpp>
#include <nonholo/framework/exact_tableau.hpp>
#include <nonholo/framework/quad.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

bool agree(const MatrixX<Exact>& x, const MatrixX<Exact>& y) {
  return x.rows() == y.rows() && x.cols() == y.cols() &&
         std::ranges::equal(x.reshaped(), y.reshaped(), [](const Exact& a, const Exact& b) { return nonholo::agree(a, b); });
}

/// The largest k such that holds(1), ..., holds(k); tableaus of interest end far below the cap.
template <class Predicate> int largest(Predicate holds) {
  int k = 0;
  while (k < 64 && holds(k + 1)) ++k;
  return k;
}

VectorX<Exact> powers(const VectorX<Exact>& c, int k) {
  return c.unaryExpr([k](const Exact& x) { return Exact(k == 0 ? Exact(1) : pow(x, k)); });
}

}  // namespace

Tableau::Tableau(std::string name, ExactCoefficients coefficients)
    : name_(std::move(name)),
      coefficients_(std::make_shared<const ExactCoefficients>(std::move(coefficients))) {
  const auto& [A, b, c] = *coefficients_;
  const Eigen::Index s = b.size();
  if (s < 1 || c.size() != s || A.rows() != s || A.cols() != s) throw InputError("tableau", name_ + ": A must be s x s and b, c of length s, s >= 1");
  const auto finite = [](const Exact& x) { return isfinite(x); };
  if (!std::ranges::all_of(A.reshaped(), finite) || !std::ranges::all_of(b, finite) || !std::ranges::all_of(c, finite))
    throw InputError("tableau", name_ + ": every coefficient must be finite");
  if (!nonholo::agree(b.sum(), 1)) throw InputError("tableau", name_ + ": the weights b must sum to 1");
}

int Tableau::stages() const { return static_cast<int>(coefficients_->b.size()); }

template <class Real> Coefficients<Real> Tableau::rounded() const {
  return {exact().A.template cast<Real>(), exact().b.template cast<Real>(), exact().c.template cast<Real>()};
}

SimplifyingAssumptions Tableau::simplifying_assumptions() const {
  const auto& [A, b, c] = exact();
  const VectorX<Exact> one = VectorX<Exact>::Ones(stages());
  return {
      .B = largest([&](int k) { return nonholo::agree(b.dot(powers(c, k - 1)), Exact(1) / k); }),
      .C = largest([&](int k) { return agree(A * powers(c, k - 1), powers(c, k) / Exact(k)); }),
      .D = largest([&](int k) { return agree(A.transpose() * b.cwiseProduct(powers(c, k - 1)), b.cwiseProduct(one - powers(c, k)) / Exact(k)); })};
}

bool Tableau::is_symmetric() const {
  const auto& [A, b, c] = exact();
  return agree(A.reverse() + A, VectorX<Exact>::Ones(stages()) * b.transpose()) && agree(b.reverse(), b);
}

bool Tableau::is_stiffly_accurate() const { return agree(exact().A.bottomRows(1).transpose(), exact().b); }

bool is_lagrange_dalembert_pair(const Tableau& a, const Tableau& a_hat) {
  if (a.stages() != a_hat.stages()) return false;
  const VectorX<Exact>& b = a.exact().b;
  return agree(b.asDiagonal() * a.exact().A + a_hat.exact().A.transpose() * b.asDiagonal(), b * b.transpose());
}

TableauSet::TableauSet(std::string name, Tableau a, Tableau a_hat, Tableau a_tilde)
    : name_(std::move(name)),
      a_(std::move(a)),
      a_hat_(std::move(a_hat)),
      a_tilde_(std::move(a_tilde)) {
  for (const Tableau* other : {&a_hat_, &a_tilde_})
    if (!agree(other->exact().b, a_.exact().b) || !agree(other->exact().c, a_.exact().c))
      throw InputError("tableau", name_ + ": the tableaus of a set must share b and c");
}

int TableauSet::order() const {
  const SimplifyingAssumptions q = a_.simplifying_assumptions();
  const int D = std::min(a_hat_.simplifying_assumptions().D, a_tilde_.simplifying_assumptions().D);
  return std::min({q.B, 2 * q.C + 2, q.C + D + 1});
}

bool TableauSet::is_symmetric() const { return a_.is_symmetric() && a_hat_.is_symmetric() && a_tilde_.is_symmetric(); }

template Coefficients<double> Tableau::rounded() const;
template Coefficients<long double> Tableau::rounded() const;
template Coefficients<quad> Tableau::rounded() const;

}  // namespace nonholo
