// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/framework/tableau/tableau.hpp>

#include <nonholo/framework/base/error.hpp>
#include <nonholo/framework/tableau/exact_algebra.hpp>
#include <nonholo/framework/tableau/order_conditions.hpp>
#include <nonholo/framework/base/quad.hpp>

#include <utility>

namespace nonholo {

namespace {

/// The largest difference of two matrices; infinite when their sizes differ.
double defect(const MatrixX<Exact>& x, const MatrixX<Exact>& y) {
  if (x.rows() != y.rows() || x.cols() != y.cols()) return std::numeric_limits<double>::infinity();
  return static_cast<double>((x - y).cwiseAbs().maxCoeff());
}

Condition condition(double defect, double tolerance) { return {defect <= tolerance, defect}; }

// tableaus of interest end far below; those of one stage at c = 0 satisfy C(k) for every k
constexpr int most_assumed = 64;

/// The largest k such that holds(1), ..., holds(k).
template <class Predicate> int largest(Predicate holds) {
  int k = 0;
  while (k < most_assumed && holds(k + 1)) ++k;
  return k;
}

VectorX<Exact> powers(const VectorX<Exact>& c, int k) {
  return c.unaryExpr([k](const Exact& x) { return Exact(k == 0 ? Exact(1) : pow(x, k)); });
}

VectorX<Exact> ones(Eigen::Index size) { return VectorX<Exact>::Ones(size); }

/// Rows b_j c_j^(i-1), i = 1 ... s-1.
MatrixX<Exact> moments(const Tableau& tableau) {
  const auto& [A, b, c, tolerance] = tableau.exact();
  MatrixX<Exact> rows(b.size() - 1, b.size());
  for (Eigen::Index i = 0; i < rows.rows(); ++i)
    rows.row(i) = b.cwiseProduct(powers(c, static_cast<int>(i))).transpose();
  return rows;
}

/// How far the rows of x, if independent, are from spanning those of y: the largest entry of what is left of y after
/// projection on x.
double span_defect(const MatrixX<Exact>& x, const MatrixX<Exact>& y) {
  if (y.rows() == 0) return 0;
  if (rank(x, static_cast<double>(exact_tolerance)) < x.rows()) return std::numeric_limits<double>::infinity();
  const MatrixX<Exact> xT = x.transpose(), yT = y.transpose(), factors = solve(product(x, xT), product(x, yT));
  return defect(y, product(factors.transpose(), x));
}

ExactConstraintRows moment_rows(const Tableau& tableau) {
  const Eigen::Index s = tableau.stages();
  ExactConstraintRows rows;
  rows.omega = moments(tableau);
  rows.alpha.resize(0, s);
  rows.beta.resize(0, s);
  return rows;
}

bool fit(const ExactConstraintRows& rows, Eigen::Index s) {
  const Eigen::Index p = rows.points();
  return rows.omega.rows() == s - 1 && (s == 1 || rows.omega.cols() == s + p) && rows.alpha.rows() == p &&
         rows.beta.rows() == p && (p == 0 || (rows.alpha.cols() == s && rows.beta.cols() == s));
}

/// [omega A; b^T] is regular: multipliers that act through A follow from the constraints of a step.
bool determines_multipliers(const Tableau& part, const ExactConstraintRows& rows) {
  const auto& [A, b, c, tolerance] = part.exact();
  const Eigen::Index s = b.size();
  MatrixX<Exact> seen(s, s);
  MatrixX<Exact> weights = rows.omega.leftCols(s);  // of the stages
  if (rows.points() > 0) weights += product(rows.omega.rightCols(rows.points()), rows.beta);
  if (s > 1) seen.topRows(s - 1) = product(weights, A);
  seen.bottomRows(1) = b.transpose();
  return rank(seen, tolerance) == s;
}

/// The parts that may contain multipliers (the first one does not where there are others) determine them, and every
/// part satisfies D(s - 1), but the first of those that belong together: the s - 1 averages of the constraint are then
/// quadratures of its derivative.
bool theorem_covers(const TableauSet& set, bool belong_together) {
  const auto& parts = set.parts();
  const auto quadrature = [&set](const Tableau& part) { return part.simplifying_assumptions().D >= set.stages() - 1; };
  const auto determined = [&set](const Tableau& part) { return determines_multipliers(part, set.constraint_rows()); };
  return std::all_of(parts.begin() + (parts.size() > 1), parts.end(), determined) &&
         std::all_of(parts.begin() + belong_together, parts.end(), quadrature);
}

/// The order theorem for parts of different quality (Jay 2003) rests on these; other sets are as good as their weakest
/// part.
bool fulfilled(const SparkConditions& conditions) {
  return conditions.first_row_zero && conditions.last_row_b && conditions.same_products && conditions.regular;
}

/// A DAE contains differential equations, whose trees tell how the parts go together; they are evaluated up to order 8
/// or 5.
int order_of_parts_on_odes(const TableauSet& set, int most) {
  const int evaluated = std::min(most, set.parts().size() == 2 ? 8 : 5);
  const OrderByTrees found = ode_order(set, evaluated);
  return found.reached_cap ? most : found.order;
}

template <class Exacts> bool finite(const Exacts& x) {
  return std::ranges::all_of(x.reshaped(), [](const Exact& entry) { return isfinite(entry); });
}

}  // namespace

Tableau::Tableau(std::string name, ExactCoefficients coefficients)
    : name_(std::move(name)),
      coefficients_(std::make_shared<const ExactCoefficients>(std::move(coefficients))) {
  const auto& [A, b, c, tolerance] = *coefficients_;
  const Eigen::Index s = b.size();
  if (s < 1 || c.size() != s || A.rows() != s || A.cols() != s)
    throw InputError("tableau", name_ + ": A must be s x s and b, c of length s, s >= 1");
  if (!finite(A) || !finite(b) || !finite(c)) throw InputError("tableau", name_ + ": every coefficient must be finite");
  if (!(abs(b.sum() - 1) <= tolerance)) throw InputError("tableau", name_ + ": the weights b must sum to 1");
}

int Tableau::stages() const { return static_cast<int>(coefficients_->b.size()); }

template <class Real> Coefficients<Real> Tableau::rounded() const {
  return {exact().A.template cast<Real>(), exact().b.template cast<Real>(), exact().c.template cast<Real>()};
}

SimplifyingAssumptions Tableau::simplifying_assumptions() const {
  const auto holds = [this](double AssumptionDefects::*one) {
    return [this, one](int k) { return assumption_defects({k, k, k}).*one <= exact().tolerance; };
  };
  return {.B = largest(holds(&AssumptionDefects::B)),
          .C = largest(holds(&AssumptionDefects::C)),
          .D = largest(holds(&AssumptionDefects::D))};
}

AssumptionDefects Tableau::assumption_defects(const SimplifyingAssumptions& at) const {
  const auto& [A, b, c, tolerance] = exact();
  const auto& [p, q, r] = at;
  const VectorX<Exact> b_c = b.cwiseProduct(powers(c, r - 1));
  return {.B = static_cast<double>(abs(b.dot(powers(c, p - 1)) - Exact(1) / p)),
          .C = defect(product(A, powers(c, q - 1)), powers(c, q) / Exact(q)),
          .D = defect(product(MatrixX<Exact>(A.transpose()), b_c),
                      b.cwiseProduct(ones(stages()) - powers(c, r)) / Exact(r))};
}

Condition Tableau::row_sums() const {
  const auto& [A, b, c, tolerance] = exact();
  return condition(defect(A.rowwise().sum(), c), tolerance);
}

Condition Tableau::symmetric() const {
  const auto& [A, b, c, tolerance] = exact();
  const VectorX<Exact> one = ones(stages());
  return condition(
      std::max({defect(A.reverse() + A, one * b.transpose()), defect(b.reverse(), b), defect(c.reverse() + c, one)}),
      tolerance);
}

Condition Tableau::stiffly_accurate() const {
  return condition(defect(exact().A.bottomRows(1).transpose(), exact().b), exact().tolerance);
}

Condition Tableau::explicit_first() const {
  const auto& [A, b, c, tolerance] = exact();
  return condition(static_cast<double>(std::max<Exact>(A.row(0).cwiseAbs().maxCoeff(), abs(c[0]))), tolerance);
}

Condition lagrange_dalembert_pair(const Tableau& a, const Tableau& a_hat) {
  if (a.stages() != a_hat.stages()) return {false, std::numeric_limits<double>::infinity()};
  const VectorX<Exact>& b = a.exact().b;
  const MatrixX<Exact> left = b.asDiagonal() * a.exact().A + a_hat.exact().A.transpose() * b.asDiagonal();
  return condition(defect(left, b * b.transpose()), std::max(a.exact().tolerance, a_hat.exact().tolerance));
}

TableauSet::TableauSet(std::string name, std::vector<Tableau> parts, std::shared_ptr<const ExactConstraintRows> rows)
    : name_(std::move(name)),
      parts_(std::move(parts)),
      rows_(std::move(rows)) {
  if (parts_.empty() || parts_.size() > most_parts) throw InputError("tableau", name_ + ": a set has 1 to 5 tableaus");
  for (const Tableau& other : parts_)
    if (const double limit = std::max(a().exact().tolerance, other.exact().tolerance);
        !(defect(other.exact().b, a().exact().b) <= limit) || !(defect(other.exact().c, a().exact().c) <= limit))
      throw InputError("tableau", name_ + ": the tableaus of a set must share b and c");
  if (!rows_) rows_ = std::make_shared<const ExactConstraintRows>(moment_rows(a()));
  if (!fit(*rows_, stages()))
    throw InputError("omega", name_ + ": a set of s stages has s - 1 rows of s constraint weights");
  if (!finite(rows_->omega) || !finite(rows_->alpha) || !finite(rows_->beta))
    throw InputError("omega", name_ + ": every weight must be finite");
}

TableauSet::TableauSet(const Tableau& all) : TableauSet(all.name(), {all}) {}

template <class Real> ConstraintRows<Real> TableauSet::rounded_constraint_rows() const {
  return {rows_->omega.template cast<Real>(), rows_->alpha.template cast<Real>(), rows_->beta.template cast<Real>(),
          rows_->c.template cast<Real>()};
}

Condition TableauSet::constrains_moments() const {
  if (rows_->points() > 0) return {false, std::numeric_limits<double>::infinity()};
  return condition(span_defect(rows_->omega, moments(a())), a().exact().tolerance);
}

int TableauSet::order() const {
  const bool belong_together = parts_.size() > 1 && fulfilled(spark_conditions());
  if (!constrains_moments() || !theorem_covers(*this, belong_together)) return 0;
  SimplifyingAssumptions all = a().simplifying_assumptions();
  if (belong_together) all.D = most_assumed;
  for (std::size_t k = 1; k < parts_.size(); ++k) {
    const SimplifyingAssumptions part = parts_[k].simplifying_assumptions();
    if (!belong_together) all.C = std::min(all.C, part.C);
    all.D = std::min(all.D, part.D);
  }
  const int guaranteed = std::min({all.B, 2 * all.C + 2, all.C + all.D + 1});
  return parts_.size() == 1 ? guaranteed : std::min(guaranteed, order_of_parts_on_odes(*this, guaranteed));
}

int TableauSet::stage_multiplier_order() const {
  const int p = order();
  if (p == 0) return 0;
  const auto& [A, b, c, tolerance] = a().exact();
  const bool at_the_end = abs(c[stages() - 1] - 1) <= tolerance;
  return at_the_end ? std::max(1, p - stages() + 1) : 1;
}

SparkConditions TableauSet::spark_conditions() const {
  const auto& [A1, b, c, tolerance] = a().exact();
  const MatrixX<Exact> A1A2 = product(A1, part(1).exact().A);
  double differ = static_cast<double>(A1A2.row(0).cwiseAbs().maxCoeff());
  for (std::size_t m = 2; m < parts_.size(); ++m)
    differ = std::max(differ, defect(product(A1, parts_[m].exact().A), A1A2));
  MatrixX<Exact> N(stages(), stages());
  N << A1A2.bottomRows(stages() - 1), b.transpose();
  const double det_N = static_cast<double>(determinant(N));
  SparkConditions all{.first_row_zero = condition(static_cast<double>(A1.row(0).cwiseAbs().maxCoeff()), tolerance),
                      .last_row_b = a().stiffly_accurate(),
                      .same_products = condition(differ, tolerance),
                      .regular = {std::abs(det_N) > tolerance, det_N},
                      .third_last_row_b = {}};
  if (parts_.size() > 2) all.third_last_row_b = parts_[2].stiffly_accurate();
  return all;
}

bool TableauSet::determines_multipliers() const { return nonholo::determines_multipliers(a_tilde(), *rows_); }

Condition TableauSet::symmetric() const {
  Condition all{true, 0};
  for (const Tableau& part : parts_) {
    const Condition each = part.symmetric();
    all = {all.holds && each.holds, std::max(all.defect, each.defect)};
  }
  const Eigen::Index s = stages(), p = rows_->points();
  MatrixX<Exact> reflected = rows_->omega;
  reflected.leftCols(s) = rows_->omega.leftCols(s).rowwise().reverse();
  double rows = span_defect(rows_->omega, reflected);
  // A point of the constraint is its own mirror image when q_0 + h alpha V is q_1 - h alpha V reversed, beta V reversed
  // beta V, and c = 1/2.
  for (Eigen::Index i = 0; i < p; ++i)
    rows = std::max({rows, defect(rows_->alpha.row(i) + rows_->alpha.row(i).reverse(), a().exact().b.transpose()),
                     defect(rows_->beta.row(i), rows_->beta.row(i).reverse()),
                     static_cast<double>(abs(2 * rows_->c[i] - 1))});
  return {all.holds && rows <= a().exact().tolerance, std::max(all.defect, rows)};
}

Condition TableauSet::lagrange_dalembert() const { return lagrange_dalembert_pair(a(), a_hat()); }

template Coefficients<double> Tableau::rounded() const;
template Coefficients<quad> Tableau::rounded() const;
template ConstraintRows<double> TableauSet::rounded_constraint_rows() const;
template ConstraintRows<quad> TableauSet::rounded_constraint_rows() const;

}  // namespace nonholo
