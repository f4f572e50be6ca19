// A baseline of one's own: Bogacki and Shampine's Runge-Kutta pair of orders 3(2) with error control (MATLAB's ode23)
// on the underlying ODE q' = v, v' = a(t, q, v). The constraint enters through its derivative alone, and drifts.
#include "sled.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>

class BogackiShampine final : public nonholo::Integrator<double> {
  using Vector = nonholo::VectorX<double>;

 public:
  BogackiShampine(const nonholo::System<double>& system, double relative, double absolute)
      : Integrator(system),
        probe_(make_probe(system)),
        n_(system.coordinates()),
        relative_(relative),
        absolute_(absolute),
        y_(2 * n_),
        stage_(y_),
        next_(y_) {
    for (Vector& k : k_) k = y_;
  }

  nonholo::MethodTraits traits() const override { return {.order = 3, .adaptive = true}; }

  void set_time(double t) override { t_ = t; }
  nonholo::View<double> view() const override {
    const auto n = static_cast<std::size_t>(n_);
    return {t_, {y_.data(), n}, {y_.data() + n_, n}, {}};
  }
  void reverse() override { y_.tail(n_) = -y_.tail(n_); }

 private:
  void do_start(double t, Values q, Values v) override {
    t_ = t;
    std::ranges::copy(q, y_.begin());
    std::ranges::copy(v, y_.begin() + n_);
    h_ = 1e-3;
  }

  /// One accepted step, at most h long; the length of the next follows from the error of this.
  nonholo::StepReport do_step(double h) override {
    nonholo::StepReport report;
    for (;; ++report.rejected) {
      const double tried = std::min(h, h_);
      if (t_ + tried == t_) return report.outcome = nonholo::Outcome::step_size_too_small, report;
      report.evaluations += 4;
      const double error = attempt(tried) ? scaled_error(tried) : HUGE_VAL;
      const double proposed = tried * std::clamp(0.9 / std::cbrt(error), 0.2, 5.0);
      if (error <= 1) {
        if (tried == h_ || proposed < h_) h_ = proposed;  // a step cut short by its end says nothing against h_
        t_ += tried;
        y_ = next_;
        return report;
      }
      h_ = proposed;
    }
  }

  bool rate(double t, const Vector& y, Vector& y_dot) {
    const auto n = static_cast<std::size_t>(n_);
    y_dot.head(n_) = y.tail(n_);
    return probe_->acceleration(t, {y.data(), n}, {y.data() + n_, n}, {y_dot.data() + n_, n});
  }

  bool attempt(double h) {
    if (!rate(t_, y_, k_[0])) return false;
    stage_ = y_ + h / 2 * k_[0];
    if (!rate(t_ + h / 2, stage_, k_[1])) return false;
    stage_ = y_ + h * 3 / 4 * k_[1];
    if (!rate(t_ + h * 3 / 4, stage_, k_[2])) return false;
    next_ = y_ + h / 9 * (2 * k_[0] + 3 * k_[1] + 4 * k_[2]);
    return rate(t_ + h, next_, k_[3]);
  }

  double scaled_error(double h) const {
    double most = 0;
    for (Eigen::Index i = 0; i < y_.size(); ++i) {
      const double error = h / 72 * (-5 * k_[0][i] + 6 * k_[1][i] + 8 * k_[2][i] - 9 * k_[3][i]);
      most = std::max(most, std::abs(error) / (absolute_ + relative_ * std::max(std::abs(y_[i]), std::abs(next_[i]))));
    }
    return std::isfinite(next_.sum()) ? most : HUGE_VAL;
  }

  std::unique_ptr<nonholo::Probe<double>> probe_;
  Eigen::Index n_;
  double relative_, absolute_, t_ = 0, h_ = 0;
  Vector y_, stage_, next_, k_[4];
};

/// Its place in the catalogue, with the two tolerances that every adaptive method takes.
nonholo::MethodEntry bogacki_shampine_entry() {
  using nonholo::OptionKind;
  nonholo::MethodEntry entry;
  entry.name = "bogacki_shampine";
  entry.description = "Runge-Kutta pair of orders 3(2), underlying ODE: drifts";
  entry.source = "Bogacki & Shampine 1989";
  entry.stepping = nonholo::Stepping::adaptive;
  entry.required = {{.key = "rtol", .kind = OptionKind::number, .meaning = "relative tolerance"},
                    {.key = "atol", .kind = OptionKind::number, .meaning = "absolute tolerance"}};
  entry.integrators = nonholo::in_double_only([](const nonholo::System<double>& system,
                                                 const nonholo::MethodOptions& options) {
    return std::make_unique<BogackiShampine>(system, options.number("rtol").value(), options.number("atol").value());
  });
  return entry;
}

int main() {
  const nonholo::System system(Sled{});
  const nonholo::Start<double> start{.q = Eigen::Vector3d(0, 0, 0), .v = Eigen::Vector3d(1, 0.4, 0.5)};
  const auto baseline =
      bogacki_shampine_entry().make(system, {{"rtol", nonholo::Number(1e-7)}, {"atol", nonholo::Number(1e-10)}});
  const auto report = nonholo::check_method(*baseline, start, 0.1);
  std::fputs(report.text().c_str(), stdout);

  nonholo::Trajectory trajectory(system);
  const auto drifting = nonholo::integrate(*baseline, start, {.t_end = 10}, trajectory);
  const auto exact =
      nonholo::integrate(*nonholo::spark(system, nonholo::tableaus::gauss(3)), start, {.t_end = 10, .h = 0.01});
  const double error = (drifting.end.q - exact.end.q).norm();
  std::printf("%ld steps, error %.1e, constraint residual %.1e\n", drifting.steps, error, trajectory.max_residual());
  const bool drifts = trajectory.max_residual() > 1e-10 && trajectory.max_residual() < 1e-4;
  return report.holds() && error < 1e-4 && drifts ? 0 : 1;
}
