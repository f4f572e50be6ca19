#include <nonholo/framework/probe.hpp>

#include <nonholo/framework/saddle_point.hpp>

#include <algorithm>

namespace nonholo {

namespace {

template <class Real, int n, int m> class TypedProbe final : public Probe<Real> {
  using Values = typename Probe<Real>::Values;

 public:
  explicit TypedProbe(std::shared_ptr<const Dynamics<Real, n, m>> dynamics)
      : dynamics_(std::move(dynamics)), saddle_(*dynamics_), q_(dynamics_->coordinates()), v_(dynamics_->coordinates()),
        k_(dynamics_->constraints()), K_(dynamics_->constraints(), dynamics_->coordinates()) {}

  Real energy(Real t, Values q, Values v) override {
    load(q, v);
    return dynamics_->energy(t, q_, v_);
  }

  ConstraintResidual<Real> constraint(Real t, Values q, Values v) override {
    load(q, v);
    dynamics_->constraint(t, q_, v_, k_, K_);
    const Real speed = v_.norm();
    if (!k_.allFinite() || !K_.allFinite() || !v_.allFinite()) {  // maxima drop NaN: it must not look like a perfect score
      constexpr Real nan = std::numeric_limits<Real>::quiet_NaN();
      return {nan, nan};
    }
    ConstraintResidual<Real> residual{k_.template lpNorm<Eigen::Infinity>(), 0};
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      const Real scale = K_.row(i).norm() * speed;
      if (scale > 0) residual.scaled = std::max<Real>(residual.scaled, std::abs(k_[i]) / scale);
    }
    return residual;
  }

  std::optional<std::pair<Eigen::Index, Real>> violated(Real t, Values q, Values v) override {
    load(q, v);
    dynamics_->constraint(t, q_, v_, k_, K_);
    std::optional<std::pair<Eigen::Index, Real>> worst;
    for (Eigen::Index i = 0; i < k_.size(); ++i) {
      const Real allowed = Real(1e-12) * K_.row(i).norm() * v_.norm() + Real(1e-14);
      if (!(std::abs(k_[i]) <= allowed) && (!worst || std::abs(k_[i]) > std::abs(worst->second))) worst = {i, k_[i]};
    }
    return worst;
  }

  bool multipliers(Real t, Values q, Values v, std::span<Real> lambda) override {
    load(q, v);
    if (!saddle_.solve(t, q_, v_)) return false;
    std::ranges::copy(saddle_.multipliers(), lambda.begin());
    return true;
  }

  bool project(Real t, Values q, std::span<Real> v) override {
    load(q, v);
    if (!saddle_.project(t, q_, v_)) return false;
    std::ranges::copy(v_, v.begin());
    return true;
  }

 private:
  void load(Values q, Values v) {
    std::ranges::copy(q, q_.begin());
    std::ranges::copy(v, v_.begin());
  }

  std::shared_ptr<const Dynamics<Real, n, m>> dynamics_;
  SaddlePoint<Real, n, m> saddle_;
  Vector<Real, n> q_, v_;
  Vector<Real, m> k_;
  Matrix<Real, m, n> K_;
};

}  // namespace

template <class Real> std::unique_ptr<Probe<Real>> make_probe(const System<Real>& system) {
  return system.visit([]<int n, int m>(const std::shared_ptr<const Dynamics<Real, n, m>>& dynamics) -> std::unique_ptr<Probe<Real>> {
    return std::make_unique<TypedProbe<Real, n, m>>(dynamics);
  });
}

template std::unique_ptr<Probe<double>> make_probe(const System<double>&);

}  // namespace nonholo
