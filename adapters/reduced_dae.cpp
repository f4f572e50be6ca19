// SPDX-FileCopyrightText: 2026 The nonholo authors
// SPDX-License-Identifier: BSD-3-Clause
#include <nonholo/adapters/reduced_dae.hpp>

#include <algorithm>
#include <utility>

namespace nonholo {

namespace {

using Map = Eigen::Map<VectorX<double>>;
using ConstMap = Eigen::Map<const VectorX<double>>;

}  // namespace

ImplicitHessenberg::ImplicitHessenberg(std::unique_ptr<ReducibleHessenberg<double>> dae, DaeForm form)
    : dae_(std::move(dae)),
      form_(form),
      ny_(dae_->differential()),
      nz_(dae_->algebraic()),
      branch_(*dae_),
      y_(ny_),
      z_(nz_),
      value_(nz_),
      rates_(dae_->differential(), dae_->parts()),
      linear_(dae_->differential(), dae_->algebraic(), dae_->parts()),
      hidden_(dae_->differential(), dae_->algebraic()) {}

void ImplicitHessenberg::load(const double* x) {
  y_ = ConstMap(x, ny_);
  z_ = ConstMap(x + ny_, nz_);
}

bool ImplicitHessenberg::complete(double t, double* x, double* x_dot) {
  load(x);
  const bool found = dae_->consistent(t, y_, z_);
  dae_->rates(t, y_, z_, rates_);
  Map(x + ny_, algebraic()).setZero();
  Map(x + ny_, nz_) = z_;
  Map rate(x_dot, size());
  rate.setZero();
  rate.head(ny_) = rates_.rowwise().sum();
  return found && rate.allFinite();
}

bool ImplicitHessenberg::residual(double t, const double* x, const double* x_dot, double* F) {
  load(x);
  dae_->rates(t, y_, z_, rates_);
  Map out(F, size());
  out.head(ny_) = ConstMap(x_dot, ny_) - rates_.rowwise().sum();
  if (form_ != DaeForm::constrained) {
    dae_->hidden(t, y_, z_, value_);
    out.segment(ny_, nz_) = value_;
  }
  if (form_ != DaeForm::reduced) {
    dae_->constraint(t, y_, value_);
    out.tail(nz_) = value_;
  }
  if (form_ == DaeForm::stabilised) {
    dae_->linearise(t, y_, z_, linear_);
    out.head(ny_) += linear_.g_y.transpose().lazyProduct(ConstMap(x + ny_ + nz_, nz_));
  }
  return out.allFinite();
}

/// Without the derivative of g_y^T mu, which is as small as mu.
bool ImplicitHessenberg::jacobian(double t, double c, const double* x, const double*, double* data) {
  load(x);
  dae_->linearise(t, y_, z_, linear_);
  Eigen::Map<MatrixX<double>> J(data, size(), size());
  J.setZero();
  J.diagonal().head(ny_).setConstant(c);
  for (std::size_t k = 0; k < linear_.f_y.size(); ++k) {
    J.topLeftCorner(ny_, ny_) -= linear_.f_y[k];
    J.block(0, ny_, ny_, nz_) -= linear_.f_z[k];
  }
  if (form_ != DaeForm::constrained) {
    dae_->linearise_hidden(t, y_, z_, hidden_);
    J.block(ny_, 0, nz_, ny_) = hidden_.c_y;
    J.block(ny_, ny_, nz_, nz_) = hidden_.c_z;
  }
  if (form_ != DaeForm::reduced) J.bottomLeftCorner(nz_, ny_) = linear_.g_y;
  if (form_ == DaeForm::stabilised) J.topRightCorner(ny_, nz_) = linear_.g_y.transpose();
  return J.allFinite();
}

void ImplicitHessenberg::choose_branch(double t, const double* x) {
  load(x);
  branch_.start(*dae_, t, y_, z_);
}

bool ImplicitHessenberg::on_branch(double t, const double* x) {
  load(x);
  if (!dae_->consistent(t, y_, z_)) load(x);  // the root next to what the tolerances leave of z
  return branch_.holds(*dae_, t, y_, z_) && branch_.continues(*dae_, t, y_, z_);
}

UnderlyingHessenberg::UnderlyingHessenberg(std::unique_ptr<ReducibleHessenberg<double>> dae)
    : dae_(std::move(dae)),
      branch_(*dae_),
      y_(dae_->differential()),
      z_(VectorX<double>::Zero(dae_->algebraic())),
      accepted_(z_),
      rates_(dae_->differential(), dae_->parts()) {}

void UnderlyingHessenberg::guess(std::span<const double> z) {
  if (std::ssize(z) == z_.size()) std::ranges::copy(z, z_.begin());
}

bool UnderlyingHessenberg::find(double t, const double* y) {
  y_ = ConstMap(y, size());
  return dae_->consistent(t, y_, z_);
}

bool UnderlyingHessenberg::complete(double t, double* y) {
  const bool found = find(t, y);
  accepted_ = z_;
  branch_.start(*dae_, t, y_, z_);
  return found;
}

bool UnderlyingHessenberg::rate(double t, const double* y, double* y_dot) {
  if (!find(t, y) || !branch_.holds(*dae_, t, y_, z_)) return false;
  dae_->rates(t, y_, z_, rates_);
  Map(y_dot, size()) = rates_.rowwise().sum();
  return rates_.allFinite();
}

bool UnderlyingHessenberg::accept(double t, const double* y) {
  const bool found = find(t, y) && branch_.holds(*dae_, t, y_, z_) && branch_.continues(*dae_, t, y_, z_);
  if (found) accepted_ = z_;
  return found;
}

}  // namespace nonholo
